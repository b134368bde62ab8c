"""The twin of a kernel: the same function objects over another set of globals, so that there is one source and no
copy of it.

``rebound`` makes the interpreted twin, in which named functions are exchanged at any depth: how scripted and enumerated
dice enter a battle that knows of neither. ``compiled`` makes the compiled one. It hands the copies to numba, which is
not loaded before, and keeps the code under a fingerprint of all that went into it (``engine.kernel_cache``), because
numba by itself would look for changes in the entry's own file alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from flagplot.engine import kernel_cache

Function = TypeVar("Function", bound=Callable[..., Any])

PROJECT = __name__.partition(".")[0] + "."

# Reference counting off: it would cost nine tenths of the speed, and a kernel allocates nothing.
ENTRY: Mapping[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
INNER: Mapping[str, Any] = {**ENTRY, "no_cpython_wrapper": True}


def rebound(function: Function, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> Function:
    """A copy of ``function`` in which, at any depth, each function that is a key of ``exchange`` is its value instead.

    Only functions of this project that are reached as globals, by name or through their module, are copied; classes and
    constants are shared.
    """
    return cast(Function, _Twin(exchange).function(function))


def compiled(
    function: Function, example: tuple[Any, ...], constants: Mapping[str, int] | None = None, *, checked: bool = False
) -> Function:
    """The compiled twin of ``function`` for arguments of the types of ``example``; of any others it raises TypeError.

    ``constants``, by full name, are other numbers in the twin. With ``checked`` an index out of range is an IndexError,
    as it is in the interpreted run, and not silent damage. Raises ImportError, with the module's name, where the kernel
    reaches out of itself. It is loaded where it has been compiled before, which ``is_warm`` tells.
    """
    import numba  # type: ignore[import-untyped]

    name = _fingerprint(function, _items(constants), checked)
    twin = _Twin({})
    entry = twin.function(function)
    for full, value in (constants or {}).items():
        module, _, constant = full.rpartition(".")
        twin.constant(module, constant, value)
    if numba.config.DISABLE_JIT:
        return cast(Function, entry)
    folder = kernel_cache.open_folder(name)
    dispatcher = _decorated(twin, entry, folder, checked)
    dispatcher.compile(tuple(map(numba.typeof, example)))
    dispatcher.disable_compile()
    if folder is not None:
        (folder / kernel_cache.READY).write_text(_processor(), encoding="utf-8")
    return cast(Function, dispatcher)


def is_warm(function: Callable[..., Any], constants: Mapping[str, int] | None = None, *, checked: bool = False) -> bool:
    """Whether ``compiled`` has only to load what it has compiled before, on such a processor."""
    folder = kernel_cache.root() / _fingerprint(function, _items(constants), checked)
    ready = folder / kernel_cache.READY
    return ready.exists() and ready.read_text(encoding="utf-8") == _processor()


def _items(constants: Mapping[str, int] | None) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((constants or {}).items()))


@cache
def _fingerprint(function: Callable[..., Any], constants: tuple[tuple[str, int], ...], checked: bool) -> str:
    kernel = kernel_cache.sources(function.__module__)
    return kernel_cache.fingerprint(kernel, repr((function.__qualname__, constants, checked)))


def _processor() -> str:
    """What numba compiles for."""
    from numba.core.registry import cpu_target  # type: ignore[import-untyped]

    return "\n".join(cpu_target.target_context.codegen().magic_tuple())


def _decorated(twin: _Twin, entry: FunctionType, folder: Path | None, checked: bool) -> Any:
    """The twin's functions handed to numba, each with what suits it, and put where they are called; the entry's."""
    import numba

    dispatchers: dict[int, Any] = {}
    for copy in twin.functions.values():
        if copy is not entry:
            form = {"inline": "always"} if hasattr(copy, "__merge__") else {"forceinline": True}
            dispatchers[id(copy)] = numba.njit(boundscheck=checked, **form, **INNER)(copy)
    # Numba reads where its cache is while it decorates.
    kept = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        dispatchers[id(entry)] = numba.njit(boundscheck=checked, cache=folder is not None, **ENTRY)(entry)
    finally:
        numba.config.CACHE_DIR = kept
    for module in twin.modules.values():
        for name, value in vars(module).items():
            vars(module)[name] = dispatchers.get(id(value), value)
    return dispatchers[id(entry)]


class _Twin:
    """The modules and functions copied so far, by identity of their originals."""

    def __init__(self, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
        self.exchange = {id(old): new for old, new in exchange.items()}
        self.functions: dict[int, FunctionType] = {}
        self.modules: dict[int, ModuleType] = {}

    def function(self, original: Any) -> Any:
        if id(original) in self.exchange:
            return self.exchange[id(original)]
        if id(original) not in self.functions:
            namespace = vars(self.module(original.__globals__))
            # Filling the namespace has copied the functions of its own module.
            if id(original) not in self.functions:
                copy = FunctionType(
                    original.__code__, namespace, original.__name__, original.__defaults__, original.__closure__
                )
                vars(copy).update(vars(original))
                self.functions[id(original)] = copy
        return self.functions[id(original)]

    def module(self, original: dict[str, Any]) -> ModuleType:
        """The one twin of the module with these globals, entered before it is filled: modules may form a circle."""
        if id(original) not in self.modules:
            twin = self.modules[id(original)] = ModuleType(original["__name__"])
            vars(twin).update(original)
            for name, value in original.items():
                vars(twin)[name] = self.value(value)
        return self.modules[id(original)]

    def value(self, value: Any) -> Any:
        if id(value) in self.exchange:
            return self.exchange[id(value)]
        if isinstance(value, FunctionType) and value.__module__.startswith(PROJECT):
            return self.function(value)
        if isinstance(value, ModuleType) and value.__name__.startswith(PROJECT):
            return self.module(vars(value))
        return value

    def constant(self, module: str, name: str, value: int) -> None:
        """Give a constant of one of the twin's modules another value; KeyError for one that is not there."""
        (twin,) = (each for each in self.modules.values() if each.__name__ == module)
        vars(twin)[name] = type(vars(twin)[name])(value)
