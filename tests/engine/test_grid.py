"""Alternatives in braces, and the grid that they make."""

import pytest

from flagplot.core.refusal import Faults
from flagplot.engine.grid import MOST_CELLS, grid


def test_every_alternative_is_taken_with_every_other() -> None:
    faults = Faults()
    cells = grid(["a {1|2 | 3} b", "plain", "{x|} y"], "here", faults)
    assert cells == [(f"a {n} b", "plain", y) for n in (1, 2, 3) for y in ("x y", "y")]
    assert grid([], "here", faults) == [()]
    assert not faults.found


@pytest.mark.parametrize("line", ["a {1|2", "a 1}", "{{1|2}}", "{1} {"])
def test_odd_braces_are_refused(line: str) -> None:
    faults = Faults()
    assert grid([line], "here", faults) == []
    assert [refusal.code for refusal in faults.found] == ["odd-braces"]


def test_too_many_are_refused_without_making_them() -> None:
    faults = Faults()
    assert grid(["{a|b}"] * 60, "here", faults) == []
    (refusal,) = faults.found
    assert (refusal.code, refusal.gap) == ("grid-too-large", f"{2**60 - MOST_CELLS} too many")
