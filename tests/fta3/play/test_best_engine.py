"""Which engine odds are fought with: the compiled one as soon as it is there."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from flagplot.fta3.play import engines


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A house in which the engine is not loaded; ``warm`` says whether it is built, ``times`` how often one looked."""
    house = SimpleNamespace(warm=False, times=0, now=1000.0)

    def is_warm() -> bool:
        house.times += 1
        return bool(house.warm)

    def compiled() -> str:
        return "compiled"

    compiled.cache_info = lambda: SimpleNamespace(currsize=0)  # type: ignore[attr-defined]
    monkeypatch.setattr(engines, "is_warm", is_warm)
    monkeypatch.setattr(engines, "compiled", compiled)
    monkeypatch.setattr(engines, "monotonic", lambda: house.now)
    monkeypatch.setattr(engines, "_looked", 0.0)
    return house


def test_it_is_the_interpreted_one_until_the_other_is_built(looked: SimpleNamespace) -> None:
    assert engines.best() is engines.interpreted
    looked.warm = True
    assert engines.best() is engines.interpreted, "one does not look all the time"
    looked.now += engines.LOOK_SECONDS
    assert engines.best() == "compiled"
    assert looked.times == 2


def test_what_is_loaded_is_taken_without_a_look(looked: SimpleNamespace) -> None:
    engines.compiled.cache_info = lambda: SimpleNamespace(currsize=1)  # type: ignore[method-assign]
    assert engines.best() == "compiled"
    assert looked.times == 0
