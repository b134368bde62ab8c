"""Who is left to lead once others have gone before combat (302.133, 306.1), and who may evade by cloak."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import Combatant, eligible_flagships
from flagplot.fe.units.auxiliaries import refuse_use
from flagplot.fe.units.category import Category
from flagplot.fe.units.ship import Unit


@carries_out("fe", "306.0/who")
def refuse_cloaking(combatant: Combatant, where: str, faults: Faults) -> None:
    """Refuse a unit that has no cloak, and an auxiliary whatever its ship table says (549.43)."""
    own = combatant.unit.type
    if own.category is Category.AUXILIARY:
        refuse_use("cloak", where, faults)
    elif not own.cloak:
        message = f"{combatant.id} has no cloaking device"
        faults.add("no-cloak", where, message, mend="Choose a unit with one.", citation=Citation("fe", "306.0/who"))


def can_cloak(combatant: Combatant) -> bool:
    """Whether a unit may use a cloak."""
    faults = Faults()
    refuse_cloaking(combatant, "", faults)
    return not faults.found


@carries_out("fe", "302.133")
def first_leaders(there: Sequence[Unit], chosen: str) -> tuple[Unit, ...]:
    """Who may lead the first round: the unit that was chosen when others withdrew, or where none was, as ever."""
    return tuple(unit for unit in there if unit.id == chosen) or eligible_flagships(there)


@carries_out("fe", "306.1/flagship")
def leaders_left(left: Sequence[Unit], failed: Collection[str]) -> tuple[Unit, ...]:
    """Who may lead once the chosen flagship has evaded: of those eligible among the units left, the ones that tried to
    evade and failed; where none of these did, all of them.
    """
    eligible = eligible_flagships(left)
    return tuple(unit for unit in eligible if unit.id in failed) or eligible
