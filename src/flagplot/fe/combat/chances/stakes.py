"""What units are worth to a player: the currency in which losses of both sides are weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.remainder import Units
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.combat.prices import hull_price
from flagplot.fe.economics.income import fixed_cost
from flagplot.fe.units.ship import ShipType

NOTHING = Fraction(0)
REPAIR = "Repair - normal (per point)"


class Stake(NamedTuple):
    """What a unit is worth: what is lost when it is destroyed, and what when it is crippled."""

    destroyed: Fraction
    crippled: Fraction = NOTHING


@dataclass(frozen=True)
class Stakes:
    """What units are worth by their ids, and each of the craft aboard by its kind; craft are worth nothing else."""

    units: Mapping[str, Stake]
    craft: Mapping[Craft, Fraction] = field(default_factory=dict)

    def worth(self, units: Iterable[Combatant]) -> Fraction:
        """What units are worth as they are."""
        return sum((self._of(each) for each in units), NOTHING)

    def _of(self, each: Combatant) -> Fraction:
        stake = self.units[each.id]
        own = stake.destroyed - (stake.crippled if each.unit.crippled else NOTHING)
        return own + sum((number * self.craft.get(kind, NOTHING) for kind, number in each.craft.items()), NOTHING)

    def lost(self, before: Units, left: Units) -> Fraction:
        """What of a side is lost."""
        return self.worth(before) - self.worth(left)


def read_stakes(setup: Setup, words: Iterable[str], where: str, faults: Faults) -> Stakes:
    """What units of a battle are worth, of words such as ``CA=10``, ``ca-1=16:6``, ``fighters=1``.

    Before the sign stands a unit's id, the designator of its type, or a kind of craft; behind it what is lost with it,
    and behind a colon what is lost when it is crippled. A unit's own line goes before that of its type, and that before
    the price of its hull on the ship table, with the price of its repair. A unit of which nothing says what it is worth
    is a fault, and so is a line that fits nobody.
    """
    units = [each for entrant in setup.sides for each in entrant.units]
    lines, craft = _read_lines(units, words, where, faults)
    found: dict[str, Stake] = {}
    missing: dict[str, str] = {}
    for each in units:
        own = each.unit.type
        stake = lines.get(each.id) or lines.get(own.designator.casefold()) or stake_of(own)
        if stake is None:
            missing.setdefault(own.designator, each.id)
        else:
            found[each.id] = stake
    for code, id_ in missing.items():
        message = f"nothing says what {id_} is worth: the ship table has no price of {code}"
        faults.add("no-worth", where, message, mend=f"Say it, such as {code}=10, or {code}=10:4.")
    return Stakes(found, craft)


def stake_of(type_: ShipType) -> Stake | None:
    """What a unit of a type is worth in economic points by the ship table: its hull, and crippled its repair."""
    price = hull_price(type_)
    rate = fixed_cost(REPAIR, "", Faults())
    assert rate is not None
    return None if price is None else Stake(price, min(price, type_.repair * rate))


def _read_lines(
    units: Iterable[Combatant], words: Iterable[str], where: str, faults: Faults
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
