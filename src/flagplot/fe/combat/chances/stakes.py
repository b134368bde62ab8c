"""What units are worth to a player: the currency in which losses of both sides are weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.remainder import Units
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.combat.prices import craft_price, hull_price, repair_cost

NOTHING = Fraction(0)


class Stake(NamedTuple):
    """What a unit is worth: what is lost when it is destroyed, and what when it is crippled."""

    destroyed: Fraction
    crippled: Fraction = NOTHING


@dataclass(frozen=True)
class Stakes:
    """What units are worth by their ids, and one of the craft aboard by the unit and its kind; other craft nothing.

    ``points``: whether these are economic points by the ship table.
    """

    units: Mapping[str, Stake]
    craft: Mapping[tuple[str, Craft], Fraction] = field(default_factory=dict)
    points: bool = False

    def worth(self, units: Iterable[Combatant]) -> Fraction:
        """What units are worth as they are."""
        return sum((self._of(each) for each in units), NOTHING)

    def _of(self, each: Combatant) -> Fraction:
        stake = self.units[each.id]
        own = stake.destroyed - (stake.crippled if each.unit.crippled else NOTHING)
        craft = (number * self.craft.get((each.id, kind), NOTHING) for kind, number in each.craft.items())
        return own + sum(craft, NOTHING)

    def lost(self, before: Units, left: Units) -> Fraction:
        """What of a side is lost."""
        return self.worth(before) - self.worth(left)


def stakes_of(setup: Setup, words: Sequence[str], where: str, faults: Faults) -> Stakes:
    """What units of a battle are worth by words such as ``CA=10``, ``ca-1=16:6``, ``fighters=1``; without any in
    economic points, by the ship table and the chart of costs.

    Before the sign stands a unit's id, the designator of its type, or a kind of craft; behind it what is lost with it,
    and behind a colon what is lost when it is crippled. A unit's own line goes before that of its type. Where there are
    words, a unit without one is a fault, and craft without one are worth nothing.
    """
    units = [each for entrant in setup.sides for each in entrant.units]
    return _in_words(units, words, where, faults) if words else _in_points(units, where, faults)


def _in_points(units: Sequence[Combatant], where: str, faults: Faults) -> Stakes:
    """Economic points: hull, repair, craft. What has no price is a fault, once for each type."""
    found: dict[str, Stake] = {}
    craft: dict[tuple[str, Craft], Fraction] = {}
    missing: dict[str, None] = {}
    for each in units:
        own = each.unit.type
        price, prices = hull_price(own), {kind: craft_price(kind, own) for kind in each.craft}
        if price is None:
            missing[own.designator] = None
        else:
            found[each.id] = Stake(price, min(price, repair_cost(own.repair) or NOTHING))
        for kind, one in prices.items():
            if one is None:
                missing[f"{kind} of {own.designator}"] = None
            else:
                craft[each.id, kind] = one
    if missing:
        message = f"neither the ship table nor the chart of costs has a price of {', '.join(missing)}"
        faults.add("no-worth", where, message, mend="Say what all units are worth, such as CA=10 or CA=10:4 each.")
    return Stakes(found, craft, points=True)


def _in_words(units: Sequence[Combatant], words: Iterable[str], where: str, faults: Faults) -> Stakes:
    """What units are worth as somebody says."""
    lines, kinds = _read_lines(units, words, where, faults)
    found: dict[str, Stake] = {}
    missing: dict[str, str] = {}
    for each in units:
        stake = lines.get(each.id) or lines.get(each.unit.type.designator.casefold())
        if stake is None:
            missing.setdefault(each.unit.type.designator, each.id)
        else:
            found[each.id] = stake
    for code, id_ in missing.items():
        mend = f"Say it, such as {code}=10, or {code}=10:4."
        faults.add("no-worth", where, f"nobody says what {id_} is worth", mend=mend)
    return Stakes(found, {(each.id, kind): kinds.get(kind, NOTHING) for each in units for kind in each.craft})


def _read_lines(
    units: Sequence[Combatant], words: Iterable[str], where: str, faults: Faults
) -> tuple[dict[str, Stake], dict[Craft, Fraction]]:
    """The worth of units by id or designator in small letters, and of craft by kind."""
    ids = {each.id for each in units}
    codes = {each.unit.type.designator.casefold() for each in units}
    kinds = {kind.value: kind for kind in Craft}
    lines: dict[str, Stake] = {}
    craft: dict[Craft, Fraction] = {}
    for word in words:
        name, _, text = (part.strip() for part in word.partition("="))
        stake = _stake(word, text, where, faults)
        key = name if name in ids else name.casefold()
        if stake is None:
            continue
        if key in kinds:
            craft[kinds[key]] = stake.destroyed
        elif key in ids | codes:
            lines[key] = stake
        else:
            mend = nearest(name, [*ids, *(each.upper() for each in codes), *kinds])
            faults.add("unknown-unit", where, f"no '{name}' is in the battle", fault=Fault.MALFORMED, mend=mend)
    return lines, craft


def _stake(word: str, text: str, where: str, faults: Faults) -> Stake | None:
    """The stake of a line; a fault for one that is no number, or less than nothing."""
    try:
        numbers = [Fraction(part.strip()) for part in text.split(":")]
    except (ValueError, ZeroDivisionError):
        numbers = []
    if len(numbers) in (1, 2) and min(numbers) >= 0 and numbers[-1] <= numbers[0]:
        return Stake(*numbers)
    message = f"'{word}' is no worth of a unit"
    mend = "Write CA=10, or CA=10:4 for 10 lost with it and 4 when it is crippled."
    faults.add("wrong-worth", where, message, fault=Fault.MALFORMED, mend=mend)
    return None
