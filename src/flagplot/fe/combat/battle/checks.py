"""Whether a battle may begin: units, craft, groups, instructions and entries by hand, every fault at once."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.rounding import half_up
from flagplot.engine.sequence import Kind
from flagplot.fe.combat.battle.capital import MOBILE
from flagplot.fe.combat.battle.field import DEFENDER
from flagplot.fe.combat.battle.force_checks import check_joining
from flagplot.fe.combat.battle.groups import refuse_escorting, refuse_lone_carriers
from flagplot.fe.combat.battle.instructions import LANDED
from flagplot.fe.combat.battle.rounds import is_late
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.capital import here, refuse_places
from flagplot.fe.combat.charts.bases import refuse_steps, steps_of
from flagplot.fe.combat.charts.intensity import HIGHEST, refuse_intensity
from flagplot.fe.combat.charts.special_ships import refuse_capture
from flagplot.fe.combat.charts.stasis import parents
from flagplot.fe.combat.force import Combatant, refuse_craft, refuse_flagship
from flagplot.fe.combat.ground import assault_targets
from flagplot.fe.combat.group import refuse_group
from flagplot.fe.combat.leaving import slow_units
from flagplot.fe.combat.planets import is_battalion, refuse_battalion
from flagplot.fe.combat.settings import Settings
from flagplot.fe.empires import Empire
from flagplot.fe.options import Options
from flagplot.fe.sequence import combat_phase
from flagplot.fe.units.kinds import is_at_base

CHANGED = ("potential", "row", "damage")
"""What an entry by hand may change for its side: combat potential, row, the damage that it scores."""
_ALLOCATED = combat_phase().place("5-6")


def check_setup(setup: Setup, faults: Faults) -> None:
    """Refuse a setup with a side of nobody, ids used twice, units that there can't be, illegal groups or instructions,
    and entries by hand that could do nothing.
    """
    _check_entries(setup, faults)
    seen: set[str] = set()
    for entrant in setup.sides:
        if not entrant.units:
            faults.add("nobody", entrant.name, "a side has no unit in the hex", mend="Give it one.")
        for each in entrant.units:
            if each.id in seen:
                faults.add("double-id", entrant.name, f"there is a second unit '{each.id}'", mend="Give it another id.")
            seen.add(each.id)
            _check_unit(each, faults)
            if is_battalion(each):
                refuse_battalion(each, entrant.units, each.id, faults)
        _check_tugs(entrant, faults)
        _check_charges(entrant, setup.options, faults)
        _check_scouts(entrant, faults)
        _check_capital(entrant, setup, faults)
        _check_groups(entrant, faults)
        refuse_lone_carriers(entrant.units, setup.date, faults)
        check_joining(entrant, setup.settings, faults)
        _check_instructions(entrant, setup.settings, faults)
    for own, enemy in (setup.sides, setup.sides[::-1]):
        _check_assault(own, enemy, faults)


def _check_unit(each: Combatant, faults: Faults) -> None:
    """Refuse craft that a unit cannot operate, a Romulan stasis field, and a captured unit that nobody can capture."""
    refuse_craft(each, each.id, faults)
    own = each.unit.type
    if own.stasis and own.empire is Empire.ROMULAN:
        parents(own.designator, romulan=True, where=each.id, faults=faults)
    if each.unit.captured:
        refuse_capture(own.category, each.id, each.id, faults)
    if each.unit.sids:
        _check_steps(each, faults)


def _check_steps(each: Combatant, faults: Faults) -> None:
    """Refuse steps on what takes none, as a crippled battle station, and as many as would have turned the base over."""
    unit = each.unit
    steps = steps_of(unit.type.designator, each.id, Faults()) if unit.type.is_base else None
    if steps is None:
        message = f"{each.id} takes no incremental damage, and has {unit.sids} steps"
        faults.add("no-incremental-damage", each.id, message, mend="Leave them out.", citation=Citation("fe", "308.8"))
        return
    refuse_steps(steps, 1, each.id, faults, crippled=unit.crippled)
    most = steps.destroy if unit.crippled else steps.cripple
    if most is not None and unit.sids >= most:
        message = f"{each.id} has {unit.sids} steps, and {most} {'destroy' if unit.crippled else 'cripple'} it"
        gap, mend = f"{unit.sids - most + 1} too many", f"Give it {most - 1} at most."
        faults.add("too-many-steps", each.id, message, gap=gap, mend=mend, citation=Citation("fe", steps.rule))


def _check_tugs(entrant: Entrant, faults: Faults) -> None:
    """Refuse a tug at work that is none, or isn't there."""
    tugs = {each.id for each in entrant.units if each.unit.type.tug}
    for id_ in sorted(set(entrant.tugs_at_work) - tugs):
        message, rule = f"'{id_}' is no tug of {entrant.name}", Citation("fe", "756.3")
        mend = nearest(id_, tugs) or "Leave it out."
        faults.add("unknown-unit", entrant.name, message, fault=Fault.MALFORMED, mend=mend, citation=rule)


def _check_charges(entrant: Entrant, options: Options, faults: Faults) -> None:
    """Refuse an escort of a slow unit that is not there, and a charge that is no slow unit of its side."""
    ids = {each.id for each in entrant.units}
    slow = [each.id for each in slow_units(entrant.units, options)]
    for escort, charge in entrant.charges.items():
        if escort not in ids:
            message, mend = f"the escort '{escort}' is not there", nearest(escort, sorted(ids))
            faults.add("unknown-unit", entrant.name, message, fault=Fault.MALFORMED, mend=mend)
        if charge not in slow:
            message = f"'{charge}' is no slow unit of this side"
            mend = nearest(charge, slow) if slow else "There is none."
            faults.add("not-slow", entrant.name, message, mend=mend)


def _check_scouts(entrant: Entrant, faults: Faults) -> None:
    """Refuse points of electronic warfare of what is no scout: bases choose their own, X-ships are asked (523.38)."""
    for each in entrant.units:
        if entrant.warfare.get(each.id) and not (each.unit.type.scout and not each.unit.type.is_base):
            message, rule = f"{each.id} is no scout, and gives no points of its own", Citation("fe", "308.5/scout")
            mend = "Leave it out, or mark it as a scout in the ship table; bases choose theirs in the battle."
            faults.add("no-scout", entrant.name, message, mend=mend, citation=rule)


def _check_capital(entrant: Entrant, setup: Setup, faults: Faults) -> None:
    """Refuse units at systems where there is no capital, or not as its annex tells; and what the table does of 511.5 to
    a unit or system that there is not.
    """
    systems = here(entrant.capital, setup.hex)
    defends = entrant is setup.sides[DEFENDER]
    if defends and systems:
        at_work = entrant.tugs_at_work
        bases = [each for each in entrant.units if is_at_base(each.unit.type.category, supplies=each.id in at_work)]
        refuse_places(entrant.units, bases, systems, entrant.name, faults)
    elif entrant.capital or any(each.system for each in entrant.units):
        message = f"{entrant.name} defends no capital in this hex"
        mend = "Give the capital to the side that is not phasing, or leave the systems out."
        faults.add("no-capital", entrant.name, message, mend=mend, citation=Citation("fe", "511.5"))
    if defends:
        names = [MOBILE, *(system.name for system in systems)]
        for move in setup.stationings:
            where = f"station of round {move.round}"
            if move.unit not in {each.id for each in entrant.units}:
                mend = nearest(move.unit, [each.id for each in entrant.units])
                faults.add("unknown-unit", where, f"there is no '{move.unit}'", fault=Fault.MALFORMED, mend=mend)
            if move.to not in names:
                mend = nearest(move.to, names)
                faults.add("unknown-system", where, f"there is no '{move.to}'", fault=Fault.MALFORMED, mend=mend)
            if not move.reason.strip():
                faults.add("no-reason", where, "what is done by hand needs a reason", mend="Say why.")


def _check_groups(entrant: Entrant, faults: Faults) -> None:
    for carrier in sorted({each.carrier for each in entrant.units if each.carrier}):
        found = next((each.unit for each in entrant.units if each.id == carrier), None)
        escorts = [each.unit for each in entrant.units if each.carrier == carrier]
        if found is None:
            message = f"the carrier '{carrier}' of a group is not there"
            faults.add("unknown-unit", entrant.name, message, fault=Fault.MALFORMED, mend="Give its id.")
        else:
            if any(each.carrier for each in entrant.units if each.id == carrier):
                refuse_escorting(carrier, faults)
            refuse_group(found, escorts, len(escorts), carrier, faults)


def _check_instructions(entrant: Entrant, settings: Settings, faults: Faults) -> None:
    """Refuse instructions that name a flagship which may never lead, an intensity that there is not, or a hex to
    retreat to that is none of those around.
    """
    given, where = entrant.instructions, f"instructions of {entrant.name}"
    if given.flagship:
        refuse_leader(given.flagship, entrant.units, where, faults)
    for chosen in given.intensity:
        if not (settings.may_raise and chosen == HIGHEST + 1):
            refuse_intensity(chosen, where, faults)
    around = [each.label for each in entrant.around]
    if given.retreat_to and around and given.retreat_to not in around:
        message, mend = f"'{given.retreat_to}' is none of the hexes around", f"Write {' or '.join(around)}."
        faults.add("unknown-hex", where, message, mend=mend, citation=Citation("fe", "302.73"))


def _check_assault(own: Entrant, enemy: Entrant, faults: Faults) -> None:
    """Refuse an order to assault what ground troops never attack, such as a battalion in place of its planet."""
    open_ = {each.id for each in assault_targets(enemy.units)}
    closed = {each.id for each in enemy.units} - open_
    for task in dict.fromkeys(own.instructions.assault or ()):
        target = task.removesuffix(LANDED)
        if target in closed:
            message = f"ground troops cannot attack {target}"
            mend = f"Name {' or '.join(sorted(open_))}." if open_ else "There is nothing here that they could."
            where = f"instructions of {own.name}"
            faults.add("no-target", where, message, mend=mend, citation=Citation("fe", "521.3"))


def refuse_leader(flagship: str, units: Sequence[Combatant], where: str, faults: Faults) -> None:
    """Refuse a flagship that may lead neither at a base nor away from it."""
    at_base, away = Faults(), Faults()
    refuse_flagship(flagship, [each.unit for each in units], where, at_base)
    refuse_flagship(flagship, [each.unit for each in units if not each.unit.type.is_base], where, away)
    if at_base.found and away.found:
        faults.found += at_base.found


def _check_entries(setup: Setup, faults: Faults) -> None:
    """Refuse what is entered at a step that is not by hand, or that could not change what it says it changes."""
    place = combat_phase().place
    by_hand = [step.id for step in combat_phase().steps.values() if step.kind is Kind.BY_HAND]
    for entry in setup.entries:
        where = f"entry at {entry.step}"
        if entry.step not in by_hand:
            mend = nearest(entry.step, by_hand)
            faults.add("not-by-hand", where, f"'{entry.step}' is no step by hand", fault=Fault.MALFORMED, mend=mend)
        elif entry.what not in CHANGED:
            faults.add("unknown-word", where, f"'{entry.what}' cannot be changed", mend=nearest(entry.what, CHANGED))
        elif entry.change and is_late(entry.step) and (entry.what != "damage" or place(entry.step) > _ALLOCATED):
            message = f"at {entry.step} it is too late to change the {entry.what}"
            faults.add("too-late", where, message, fault=Fault.INCONSISTENT, mend="Enter it at an earlier step.")
        elif entry.what != "potential" and entry.change.denominator > 1:
            message = f"{entry.change} is no whole number, and neither rows nor scored points are divided"
            faults.add("not-whole", where, message, mend=f"Write {half_up(entry.change)}.")
        if not entry.reason.strip():
            faults.add("no-reason", where, "an entry by hand needs a reason", mend="Say why.")
