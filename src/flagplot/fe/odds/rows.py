"""The row of a battle hex: who holds it, how long it took, what became of every unit, how much else was lost.

Who holds the hex has won: that is bookkeeping of the odds, no rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from flagplot.engine.battle import DRAW, RowForm, Unit
from flagplot.engine.battle import Fate as FateCode
from flagplot.fe.combat.battle.fates import HERE, Fate, fates
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.combat.planets import holding
from flagplot.fe.units.ship import Route

CURRENCIES = ("factors", "units", "EP")
"""Attack factors, units, and what a unit costs by the schedule of its ship table, where that is a whole number."""

CRIPPLED = "crippled"
ENDINGS = (
    "{0} holds the hex, nothing is left of {1}",
    "{0} holds the hex, {1} has left it",
    "{1} holds the hex, nothing is left of {0}",
    "{1} holds the hex, {0} has left it",
    "nobody is left",
    "undecided after the last round",
)
NOBODY, UNDECIDED = 4, 5


class Side(NamedTuple):
    """How a battle ended for a side: every unit it came with, in order, and whether it holds the hex."""

    fates: Sequence[Fate]
    holds: bool


def form_of(setup: Setup) -> RowForm:
    """What the row of a hex holds: a unit for each that came, and what is counted beside them."""
    first, second = (entrant.name for entrant in setup.sides)
    units = tuple(
        Unit(id=each.id, name=each.id, side=side, kind=each.unit.type.designator, values=_values(each))
        for side in (ATTACKER, DEFENDER)
        for each in setup.sides[side].units
    )
    tokens = (CRIPPLED, *(kind.value for kind in Craft if any(_aboard(setup, kind))))
    return RowForm(
        sides=(first, second),
        currencies=CURRENCIES,
        units=units,
        tokens=tokens,
        counts=((_whole(setup, ATTACKER), _whole(setup, DEFENDER)), *(_aboard(setup, Craft(t)) for t in tokens[1:])),
        endings=tuple(told.format(first, second) for told in ENDINGS),
        endless=UNDECIDED,
    )


def _values(each: Combatant) -> tuple[int | None, ...]:
    """What a unit is worth in each currency."""
    price = next((cost.total for cost in each.unit.type.costs if cost.route is Route.SCHEDULE), None)
    whole = int(price) if price is not None and price.denominator == 1 else None
    return each.unit.attack, 1, whole


def _whole(setup: Setup, side: int) -> int:
    return sum(not each.unit.crippled and each.unit.type.has_crippled_side for each in setup.sides[side].units)


def _aboard(setup: Setup, kind: Craft) -> tuple[int, int]:
    first, second = (sum(each.craft.get(kind, 0) for each in entrant.units) for entrant in setup.sides)
    return first, second


def sides_of(battle: HexBattle) -> tuple[Side, Side]:
    """How a battle that is over ended for both sides."""
    first, second = (Side(tuple(fates(camp)), bool(holding(camp.units))) for camp in battle.field.camps)
    return first, second


def row_of(form: RowForm, setup: Setup, sides: tuple[Side, Side], length: int) -> Iterator[int]:
    """The columns of one battle, in order."""
    held = [side for side in (ATTACKER, DEFENDER) if sides[side].holds]
    result = held[0] if len(held) == 1 else DRAW
    yield result
    yield length
    ending = UNDECIDED if len(held) > 1 else NOBODY
    if result != DRAW:
        left = any(each.how != HERE and not each.is_lost for each in sides[1 - result].fates)
        ending = 2 * result + left
    yield from (int(number == ending) for number in range(len(form.endings)))
    for side in sides:
        yield from (_code(each) for each in side.fates)
    yield from (_crippled(entrant.units, side.fates) for entrant, side in zip(setup.sides, sides, strict=True))
    for kind in map(Craft, form.tokens[1:]):
        before = _aboard(setup, kind)
        for side, came in zip(sides, before, strict=True):
            yield came - sum(each.unit.craft.get(kind, 0) for each in side.fates if not each.is_lost)


def _code(fate: Fate) -> int:
    return FateCode.LOST if fate.is_lost else FateCode.STAYED if fate.how == HERE else FateCode.LEFT


def _crippled(came: Iterable[Combatant], after: Iterable[Fate]) -> int:
    """How many units were crippled and live."""
    pairs = zip(came, after, strict=True)
    return sum(not was.unit.crippled and fate.unit.unit.crippled and not fate.is_lost for was, fate in pairs)
