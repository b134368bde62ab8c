"""What if: the papers of a battle with changes made to them, each variant a battle like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal, Refused
from flagplot.desk.battle import Papers
from flagplot.desk.odds import Question, question
from flagplot.desk.oracle import Variation
from flagplot.engine.grid import grid

AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Variant:
    """A battle whose odds are asked for, and what is told of how it differs from the first."""

    told: str
    question: Question


@dataclass(frozen=True)
class Wish:
    """A variant that is wanted: what is told of it, and how the papers are changed."""

    told: str
    make: Callable[[Variation], object]


def changed(lines: Iterable[str]) -> Wish:
    """The wish for changes, a line each (``Variation.change``)."""
    wanted = tuple(lines)

    def make(variation: Variation) -> None:
        for line in wanted:
            variation.change(line)

    return Wish("; ".join(wanted), make)


def grid_of(lines: Sequence[str], where: str = "--vary") -> list[Wish]:
    """The wishes of a grid: every alternative of each line with every one of the others; refused where braces are
    odd.
    """
    faults = Faults()
    cells = grid(lines, where, faults)
    faults.settle()
    return [changed(cell) for cell in cells]


def both(first: Wish, second: Wish) -> Wish:
    """Two wishes in one."""

    def make(variation: Variation) -> None:
        first.make(variation)
        second.make(variation)

    return Wish(f"{first.told}; {second.told}", make)


def with_orders_of(paper: Paper) -> Wish:
    """The wish for the orders in a paper in place of those of the same owners."""
    return Wish(f"with {paper.name}", lambda variation: variation.replace_orders(paper))


def variants(asked: Question, wishes: Iterable[Wish]) -> tuple[Variant, ...]:
    """The battle as it is and the wishes, with the same dice; raises ``Refused`` with the faults of all that cannot be
    fought.
    """
    found, reorder = [Variant(AS_IT_IS, asked)], asked.oracle.reorderer(asked.papers)
    refusals: dict[Refusal, None] = {}
    for wish in wishes:
        try:
            found.append(Variant(wish.told, _vary(asked, wish, reorder)))
        except Refused as refused:
            refusals.update(dict.fromkeys(refused.refusals))
    faults = Faults(list(refusals))
    faults.settle()
    return tuple(found)


def _vary(asked: Question, wish: Wish, reorder: Callable[[Any, Papers, Faults], Any]) -> Question:
    """The variant; forces that stay the same are not read again."""
    faults, docket = Faults(), asked.recipe.docket
    variation = asked.oracle.variation(docket, asked.papers.scenario, faults)
    wish.make(variation)
    faults.settle()
    papers: Papers = replace(asked.papers, scenario=variation.scenario_paper(), orders=variation.orders())
    if variation.changed:
        return question(papers, seed=asked.recipe.seed)
    ordered = reorder(docket, papers, faults)
    faults.settle()
    assert ordered is not None
    return Question(papers, asked.oracle.recipe(ordered, asked.recipe.seed))
