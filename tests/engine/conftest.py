"""Toy packages for the tests of the rulebook and its proof."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture
def make_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dict[str, str]], str]]:
    """A function that writes a package ``toygame`` of the given modules (path to source) and makes it importable."""

    def forget() -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "toygame"]:
            del sys.modules[name]

    def make(modules: dict[str, str]) -> str:
        for name, source in {"__init__": "", **modules}.items():
            path = tmp_path / "toygame" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".py").write_text(source)
        return "toygame"

    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield make
    forget()
