"""The first round of a battle hex exactly: damage of both sides, and what becomes of the units that it hits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Column, Node, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.answer import Answer
from flagplot.desk.fe_hex import Opened, exactly, opened, percent
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.chances.first_round import SIDES, FirstRound
from flagplot.fe.combat.chances.remainder import Remainder, fate_of
from flagplot.fe.combat.potential import ew_shift
from flagplot.odds.picture import draw
from flagplot.odds.summary import QUANTILES
from flagplot.odds.tally import NO_SAMPLE, Bin, Histogram

RULES = (Citation("fe", "302.4/result"), Citation("fe", "302.4/percent"), Citation("fe", "302.4/points"))
FATES = ("whole", "crippled", "destroyed")
PICTURE = "A row for each damage, or class of them: its chance as a bar, then the chance of no more than that."


def first_round(scenario: Path | str, orders: Iterable[Path | str] = (), *, with_pairs: bool = False) -> Answer:
    """The first round by the instructions of both sides; ``with_pairs`` lists the chance of each pair of damage."""
    hex_ = opened(scenario, orders)
    with exactly(hex_):
        first = FirstRound(hex_.setup)
        pairs = first.pairs()
        damage = [first.damage_on(side) for side in SIDES]
        fates = [_fates(first, side, damage[side]) for side in SIDES]
    nodes: list[Node] = [Text("Exact, over every fall of the variable intensity and of both dice.", RULES)]
    nodes.append(_forces(hex_, first))
    nodes.append(_spreads(hex_, damage))
    for side in SIDES:
        picture = Block(draw(_histogram(damage[side])))
        nodes.append(Section(f"Damage on {hex_.names[side]}", (Text(PICTURE), picture)))
    nodes.append(_fate_table(hex_, fates))
    if with_pairs:
        nodes.append(Section("Both together", (_pair_table(hex_, pairs),)))
    values = {
        "battle": hex_.docket.scenario.name,
        "pairs": [[mine, his, str(chance)] for (mine, his), chance in pairs.items()],
        "sides": [_values(hex_, first, side, damage[side], fates[side]) for side in SIDES],
    }
    return Answer(Report(f"The first round of {hex_.docket.scenario.name}", tuple(nodes), hex_.banner), values)


def _shift(first: FirstRound, side: int) -> int:
    own, enemy = first.musters[side].shown, first.musters[1 - side].shown
    return ew_shift(own.warfare, enemy.warfare, first.setup.settings)


def _forces(hex_: Opened, first: FirstRound) -> Table:
    heads = (
        Column("Side"),
        *(Column(head, "right") for head in ("Combat potential", "Electronic warfare", "Shift of its die")),
    )
    rows = []
    for side in SIDES:
        shown = first.musters[side].shown
        rows.append((hex_.names[side], str(shown.potential), str(shown.warfare), str(_shift(first, side))))
    return Table("", heads, tuple(rows), (Citation("fe", "302.4/potential"), Citation("fe", "308.51")))


def _spreads(hex_: Opened, damage: list[Mapping[int, Fraction]]) -> Table:
    """Mean and quantiles of the damage that each side takes."""
    heads = ("Least", *(f"{share} %" for share in QUANTILES), "Most", "Mean")
    rows = []
    for side in SIDES:
        spread = _histogram(damage[side])
        told = (str(spread.quantile(Fraction(share, 100))) for share in QUANTILES)
        rows.append((hex_.names[side], str(min(spread.bins)), *told, str(max(spread.bins)), _mean(damage[side])))
    caption = "Damage taken, and what is not exceeded in so many of 100 rounds"
    return Table(caption, (Column("Side"), *(Column(head, "right") for head in heads)), tuple(rows))


def _mean(damage: Mapping[int, Fraction]) -> str:
    return decimal(sum((points * chance for points, chance in damage.items()), Fraction(0)), 2)


def _histogram(damage: Mapping[int, Fraction]) -> Histogram:
    """The chances of damage as whole numbers of ways."""
    ways = lcm(*(chance.denominator for chance in damage.values()))
    return Histogram({points: Bin(int(chance * ways), NO_SAMPLE) for points, chance in damage.items()})


def _fates(first: FirstRound, side: int, damage: Mapping[int, Fraction]) -> dict[str, dict[str, Fraction]]:
    """The chance of each fate of each unit at the end of the round."""
    left = first.left_of(side, damage)
    found = {each.id: dict.fromkeys(FATES, Fraction(0)) for each in first.setup.sides[side].units}
    for points, chance in damage.items():
        remainder = Remainder(left[points])
        for id_, chances in found.items():
            chances[fate_of(remainder, id_)] += chance
    return found


def _fate_table(hex_: Opened, fates: list[dict[str, dict[str, Fraction]]]) -> Table:
    heads = (Column("Side"), Column("Unit"), *(Column(fate.capitalize(), "right") for fate in FATES))
    rows = tuple(
        (hex_.names[side], id_, *(percent(chances[fate]) for fate in FATES))
        for side in SIDES
        for id_, chances in fates[side].items()
    )
    return Table("Units at the end of the round, by the instructions", heads, rows, (Citation("fe", "302.61"),))


def _pair_table(hex_: Opened, pairs: Mapping[tuple[int, int], Fraction]) -> Table:
    heads = (*(Column(f"on {name}", "right") for name in hex_.names), Column("Chance", "right"), Column("", "right"))
    rows = tuple((str(mine), str(his), str(chance), percent(chance)) for (mine, his), chance in pairs.items())
    return Table("", heads, rows, RULES)


def _values(
    hex_: Opened,
    first: FirstRound,
    side: int,
    damage: Mapping[int, Fraction],
    fates: dict[str, dict[str, Fraction]],
) -> dict[str, Any]:
    shown = first.musters[side].shown
    return {
        "name": hex_.names[side],
        "role": {ATTACKER: "attacker", DEFENDER: "defender"}[side],
        "potential": str(shown.potential),
        "warfare": shown.warfare,
        "shift": _shift(first, side),
        "damage": {str(points): str(chance) for points, chance in damage.items()},
        "units": {id_: {fate: str(chance) for fate, chance in chances.items()} for id_, chances in fates.items()},
    }
