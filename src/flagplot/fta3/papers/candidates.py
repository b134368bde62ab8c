"""Candidates for a search: orders from the plans and verbs of the game, and forces from the rows of a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.core.toml import load
from flagplot.engine.grid import grid
from flagplot.engine.orders import read_lines
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers.verbs import VERBS, plans, words

ORDERS, GAME = "orders", "game"
"""The two lists: for one side alone, and for each where both choose."""

SUMMED = ("cost", "di")
"""What every ship of a force takes of a budget."""

LONGEST = "years"
"""Ships are built side by side, so a force takes as long as the hull that takes longest."""

ROOM = "hangars"
"""What a force must have at least."""

BUDGETS = (*SUMMED, LONGEST, ROOM)


@cache
def _lines() -> Mapping[str, Any]:
    return load(files("flagplot.fta3").joinpath("data/candidates.toml").read_text(encoding="utf-8"))


def orders(kind: str) -> list[str]:
    """The orders to try, each a line: those against known ``orders``, or those for a ``game``."""
    faults = Faults()
    cells = grid(_lines()[kind], "candidates.toml", faults)
    faults.settle()
    return ["; ".join(order for order in cell if order) for cell in cells]


def verbs(kind: str) -> frozenset[str]:
    """The verbs that these candidates decide, by themselves or by their plans."""
    found = {order.verb.text for plan in plans().values() for order in plan.orders}
    for line in orders(kind):
        found.update(order.verb.text for order in read_lines(line, "", VERBS, Faults(), words(())))
    return frozenset(found)


def buyable(hulls: Mapping[str, Hull], budget: Mapping[str, int], battle_type: str, only: Sequence[str]) -> list[Hull]:
    """The hulls of a book that a force for ``budget`` may have: with combat statistics, prices that are known, built in
    time, and in a mobile battle not fixed; where ``only`` names codes, those alone.
    """
    return [
        hull
        for code, hull in hulls.items()
        if hull.hp is not None
        and (hull.speed > 0 or battle_type == "fixed")
        and (not only or code in only)
        and all(getattr(hull, name) is not None for name in SUMMED if name in budget)
        and (LONGEST not in budget or (hull.years is not None and hull.years <= budget[LONGEST]))
    ]


def spelt(force: Sequence[tuple[int, Hull]]) -> str:
    """A force as a list of ships in one line."""
    return " + ".join(f"{number} {hull.code}" for number, hull in force if number)
