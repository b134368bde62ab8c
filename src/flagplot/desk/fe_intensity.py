"""How hard both sides of a battle hex should fight: the game of one round, and those of the whole battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.report import Column, Node, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.answer import Answer
from flagplot.desk.fe_hex import Opened, currency, exactly, opened, percent, weighed
from flagplot.fe.combat.chances import UncoveredError
from flagplot.fe.combat.chances.fresh import fresh
from flagplot.fe.combat.chances.intensity import CHOICES, SUMS, Game, game_of, kept, one_round
from flagplot.fe.combat.chances.stakes import Stakes

ROUND, KEPT, FRESH = GAMES = ("round", "kept", "fresh")
TITLES = {
    ROUND: "One round",
    KEPT: "The whole battle, with one choice that is kept",
    FRESH: "The whole battle, with a fresh choice in each round",
}
EXACT = "Exact, over every fall of the dice."
DOUBLE = "In double precision, over every fall of the dice and every later choice of both."
RULE = Citation("fe", "304.1")


@dataclass(frozen=True)
class Told:
    """One of the games with how it was reckoned."""

    name: str
    game: Game
    how: str


def intensity(
    scenario: Path | str,
    orders: Iterable[Path | str] = (),
    *,
    worth: Iterable[str] = (),
    games: Sequence[str] = GAMES,
) -> Answer:
    """The games, solved by what units are worth; one that cannot be told says why. Refused where none can be."""
    hex_ = opened(scenario, orders)
    stakes = weighed(hex_, worth)
    told: list[Told] = []
    untold: list[tuple[str, str]] = []
    for name in (name for name in GAMES if name in games):
        try:
            told.append(_solved(hex_, stakes, name))
        except UncoveredError as error:
            untold.append((name, str(error)))
    if not told:
        with exactly(hex_):
            raise UncoveredError("; ".join(dict.fromkeys(part for _, why in untold for part in why.split("; "))))
    attacker, defender = hex_.names
    nodes: list[Node] = [
        Text(f"What {attacker} gains is what {defender} loses less what {attacker} does, in {_unit(stakes)}."),
        *(Section(TITLES[each.name], _nodes(hex_, each)) for each in told),
        *(Section(TITLES[name], (Text(f"This cannot be told exactly: {why}."),)) for name, why in untold),
    ]
    values = {
        "battle": hex_.docket.scenario.name,
        "currency": currency(stakes),
        "sides": list(hex_.names),
        "games": {each.name: _values(each) for each in told},
        "untold": dict(untold),
    }
    return Answer(Report(f"Intensity in {hex_.docket.scenario.name}", tuple(nodes), hex_.banner), values)


def _unit(stakes: Stakes) -> str:
    return "economic points" if stakes.points else "what units are said to be worth"


def _solved(hex_: Opened, stakes: Stakes, name: str) -> Told:
    if name == ROUND:
        return Told(name, one_round(hex_.setup, stakes), EXACT)
    if name == KEPT:
        return Told(name, kept(hex_.setup, stakes), EXACT)
    found = fresh(hex_.setup, stakes)
    by_sum = {both: Fraction(gain) for both, gain in zip(SUMS, found.by_sum, strict=True)}
    return Told(name, game_of(by_sum), f"{DOUBLE} {found.positions} positions were weighed.")


def _nodes(hex_: Opened, told: Told) -> tuple[Node, ...]:
    attacker, defender = hex_.names
    by_sum, found = told.game.by_sum, told.game.equilibrium
    heads = (Column(f"{attacker} \\ {defender}"), *(Column(str(his), "right") for his in CHOICES))
    rows = tuple((str(mine), *(decimal(by_sum[mine + his], 2) for his in CHOICES)) for mine in CHOICES)
    plays = tuple(
        (str(choice), percent(mine), percent(his))
        for choice, mine, his in zip(CHOICES, found.rows, found.columns, strict=True)
    )
    return (
        Text(told.how),
        Table(f"What {attacker} gains by both choices", heads, rows, (RULE,)),
        Table(
            "How often each is played where neither side can do better",
            (Column("Intensity"), *(Column(name, "right") for name in hex_.names)),
            plays,
        ),
        Text(f"Then {attacker} gains {decimal(found.value, 2)} on average."),
    )


def _values(told: Told) -> dict[str, Any]:
    found = told.game.equilibrium
    exact = told.name != FRESH

    def number(value: Fraction) -> str:
        return str(value) if exact else decimal(value, 9)

    return {
        "exact": exact,
        "gain_by_sum": {str(both): number(gain) for both, gain in told.game.by_sum.items()},
        "attacker": [number(chance) for chance in found.rows],
        "defender": [number(chance) for chance in found.columns],
        "value": number(found.value),
    }
