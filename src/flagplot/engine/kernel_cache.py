"""Where compiled kernels are kept: one folder of the user's for each fingerprint of all that goes into one.

The files in it are pickles, so a folder that anyone else could write to is not used. Folders that nobody has used for a
month are removed when a new one is made.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from time import time

PROJECT = __name__.partition(".")[0]
LIBRARIES = {"numpy", "typing", "collections", "collections.abc", "__future__"}
UNUSED_SECONDS = 30 * 24 * 3600
READY = "ready"


def sources(entry: str) -> dict[str, str]:
    """The source of every module that is reached by imports from the module ``entry``: the kernel.

    Raises ImportError, with the module's name, for an import from outside the project and ``LIBRARIES``.
    """
    found: dict[str, str] = {}
    todo = [entry]
    while todo:
        module = todo.pop()
        if module not in found:
            found[module] = _source(module)
            for name in _imports(module, found[module]):
                if name.partition(".")[0] == PROJECT:
                    todo.append(name)
                elif name not in LIBRARIES:
                    message = f"{module} imports {name}, which is outside the kernel"
                    raise ImportError(message, name=name)
    return found


def _source(module: str) -> str:
    """The source of a module."""
    spec = find_spec(module)
    source = None if spec is None or spec.loader is None else spec.loader.get_source(module)  # type: ignore[attr-defined]
    if source is None:
        raise ImportError(f"{module} has no source", name=module)
    return str(source)


def _imports(module: str, source: str) -> Iterator[str]:
    """The modules that one imports; ``from package import module`` names the module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ImportError(f"{module} imports by a relative name", name=module)
            base = str(node.module)
            whole = [f"{base}.{alias.name}" for alias in node.names]
            yield from (name if _is_package(base) and find_spec(name) else base for name in whole)


def _is_package(module: str) -> bool:
    """Whether a module of the project holds others."""
    spec = find_spec(module) if module.partition(".")[0] == PROJECT else None
    return spec is not None and spec.submodule_search_locations is not None


@cache
def fingerprint(entry: str, options: str) -> str:
    """A digest of a kernel's sources, ``entry`` being its entry's module, of what compiles it and of how."""
    kernel = sources(entry)
    parts = [
        *(part for name in sorted(kernel) for part in (name, kernel[name])),
        *(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("kernel*.py"))),
        sys.version,
        platform.machine(),
        *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")),
        options,
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def root() -> Path:
    """The folder of all fingerprints, by the system's custom."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / PROJECT / "kernels"


def opens(folder: Path) -> bool:
    """Whether there is, or now is, a folder of that name for the user alone; it counts as used."""
    try:
        if not folder.exists():
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            prune(folder.parent)
            folder.mkdir(mode=0o700, exist_ok=True)
        os.utime(folder)
    except OSError:
        return False
    return _is_private(folder.parent) and _is_private(folder)


def _is_private(folder: Path) -> bool:
    """Whether nobody else may put files into a folder."""
    if not hasattr(os, "getuid"):
        return True  # a profile folder of Windows is its user's alone
    facts = folder.stat()
    return facts.st_uid == os.getuid() and not facts.st_mode & 0o022


def prune(folder: Path) -> None:
    """Remove what has not been used for a month."""
    for each in folder.iterdir():
        if each.is_dir() and time() - each.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(each, ignore_errors=True)
