"""What odds and advice ask of a kind of battle, whatever its rules: how it is sampled, varied, ordered otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.arena import FLEETS, GROUND, HEXES, place_of
from flagplot.desk.battle import Papers, Verdict
from flagplot.engine.battle import Recipe
from flagplot.odds.crew import Crew

PLACES = {FLEETS: FLEETS, GROUND: FLEETS, HEXES: HEXES}
"""The oracle of each arena; that of fleets refuses ground wars."""


class Asked(Recipe, Protocol):
    """The recipe of a docket that is sampled with a seed."""

    @property
    def docket(self) -> Any:
        """What is fought."""

    @property
    def seed(self) -> int:
        """Which dice."""

    @property
    def fingerprint(self) -> str:
        """The rules it was made for."""


@dataclass(frozen=True)
class Player:
    """Whoever orders: an owner of fleets, or a side."""

    id: str
    name: str


class Variation(Protocol):
    """The papers of a docket while changes are made to them."""

    changed: bool
    """Whether more than orders was changed."""

    def change(self, line: str) -> None:
        """Make one change."""

    def replace_orders(self, paper: Paper) -> None:
        """Take the orders of a paper in place of those of the same owners."""

    def drop(self, owner: Any, verbs: Collection[str]) -> None:
        """Take back what an owner ordered by some verbs."""

    def orders(self) -> tuple[Paper, ...]:
        """The orders of everybody who gives any."""

    def scenario_paper(self) -> Paper:
        """The scenario."""


@dataclass(frozen=True)
class Stroke:
    """How lucky a side was by one measure: how many dice, what was expected of them, what they brought, and the chances
    that the same dice, read against the same numbers, do worse than this, and that they do no better.
    """

    side: str
    measure: str
    dice: int
    expected: Any
    rolled: int
    worse: tuple[float, float]


class Oracle(Protocol):
    """What is asked of a kind of battle; dockets are those of its arena."""

    RULESET: str
    PRICE: str
    """The currency of what a force costs."""
    BATTLES: int
    """Battles of a search where nothing else is asked for."""
    NEVER_ENDS: str
    """How to mend a battle that nothing but a limit of rounds makes an end of."""

    def read_docket(self, papers: Papers, faults: Faults) -> Any:
        """As ``desk.battle.read_docket``; refused where no odds can be told."""

    def recipe(self, docket: Any, seed: int) -> Asked:
        """How it is sampled."""

    def recipe_of_duel(self, docket: Any, duel: Any, key: int, seed: int, where: str, faults: Faults) -> Asked:
        """How it is sampled from where a duel stands whose dice are of ``key``; ``faults`` tell why it is not."""

    def saved(self, recipe: Any) -> str:
        """What tells a recipe that starts in the middle of a battle from others of its papers; empty for the rest."""

    def readings_told(self, docket: Any) -> Mapping[str, str]:
        """The readings that an answer names."""

    def crew(self) -> Crew:
        """Who fights many battles where nobody says who."""

    def build_engine(self, notice: Callable[[str], object]) -> None:
        """Have a compiled engine built meanwhile, where there is one."""

    def players(self, docket: Any) -> Sequence[tuple[int, Player]]:
        """Everybody who orders, with the number of his side."""

    def variation(self, docket: Any, scenario: Paper, faults: Faults) -> Variation:
        """The papers, ready to be changed."""

    def reorderer(self, papers: Papers) -> Callable[[Any, Papers, Faults], Any]:
        """Makes of a docket and papers that differ in orders alone another docket, without reading forces again."""

    def candidates(self, kind: str, docket: Any, player: Player) -> Sequence[str]:
        """The orders that a search tries: each a line, whose orders have semicolons between."""

    def decided(self, kind: str, docket: Any, player: Player) -> Collection[str]:
        """The verbs that these candidates decide."""

    def effect(self, docket: Any) -> object:
        """What two dockets that come to the same have in common, however they are written."""

    def sheet(self, docket: Any, player: Player) -> str:
        """A player's orders as he sends them."""

    def strokes(self, verdicts: Sequence[Verdict]) -> Sequence[Stroke]:
        """The luck of battles by measures, over all of them."""

    def lost(self, verdict: Verdict, side: int) -> int:
        """What a side lost in the first currency of its rows."""


def oracle_of(papers: Papers) -> Oracle:
    """The oracle of the battle that papers are of."""
    return _oracle(PLACES[place_of(papers.scenario.text)])


@cache
def _oracle(place: str) -> Oracle:
    return cast("Oracle", import_module(f"flagplot.desk.oracles.{place}"))


def sides_of(oracle: Oracle, docket: Any) -> Iterator[tuple[int, list[Player]]]:
    """The players of each side."""
    for side in (0, 1):
        yield side, [player for s, player in oracle.players(docket) if s == side]
