"""What a case may ask of battle forces: who may lead, who fights, in what groups, and what that comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.calendar import date_of, first_turn
from flagplot.fe.combat import command, evasion, group, leaving, potential, specials
from flagplot.fe.combat import force as f
from flagplot.fe.combat.force import BattleForce, Combatant, Craft, Place
from flagplot.fe.combat.places import behind, refuse_places
from flagplot.fe.combat.settings import Settings, read_settings
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.units.category import Category
from flagplot.fe.units.ship import FighterKind, ShipType, Unit

Given = Mapping[str, Any]
STATE = ("crippled", "sids", "captured")
BONDS = ("carrier", "planet", "gces", "spares", "towed_by", "system")


def combatant(given: Given) -> Combatant:
    """The unit of a case: id, figures of its type, its ``STATE`` with ``craft``, and its ``BONDS``."""
    words: dict[str, Any] = {"empire": Empire.LYRAN, "designator": given["id"], **given}
    id_, craft = words.pop("id"), words.pop("craft", {})
    bonds = {key: words.pop(key) for key in BONDS if key in words}
    state = {key: words.pop(key) for key in STATE if key in words}
    for key, kind in (("category", Category), ("heavy_kind", FighterKind), ("empire", Empire)):
        if key in words:
            words[key] = kind(words[key])
    type_ = ShipType(**words)
    return Combatant(unit=Unit(id=id_, type=type_, **state), craft=crafts(craft), **bonds)


def crafts(given: Mapping[str, int]) -> dict[Craft, int]:
    """Numbers of craft by kind."""
    return {Craft(kind): number for kind, number in given.items()}


def battle_force(units: Sequence[Given], given: Given) -> BattleForce:
    """The battle force of a case; its first unit leads it unless ``flagship`` says otherwise."""
    words = {"flagship": units[0]["id"], **given}
    words["generals"] = frozenset(map(Empire, words.get("generals", ())))
    words["battle_groups"] = tuple(map(frozenset, words.get("battle_groups", ())))
    words["commandos"] = tuple(words.get("commandos", ()))
    words["places"] = {id_: Place(place) for id_, place in words.get("places", {}).items()}
    words["craft"] = crafts(words.get("craft", {}))
    return BattleForce(units=tuple(map(combatant, units)), **words)


def settings_of(given: Given | None) -> Settings:
    """The settings of a case, those of recollection where it says nothing."""
    return Settings(points_per_shift=1)._replace(**(given or {}))


def ask_equivalents(kind: str, number: int) -> dict[str, Any]:
    """Ship equivalents of craft in a battle force, and for pinning."""
    craft = Craft(kind)
    return {"fighting": f.attrition_equivalents(craft, number), "pinning": f.pinning_equivalents(craft, number)}


def ask_attrition_units(craft: Mapping[str, int]) -> dict[str, Any]:
    """Whether so many craft may fight."""
    faults = Faults()
    total = f.refuse_attrition(crafts(craft), "force", faults)
    faults.settle()
    return {"equivalents": total}


def ask_fielded(units: Sequence[Given]) -> dict[str, Any]:
    """The craft of each unit that may fight."""
    found = f.with_fielded_craft([combatant(each) for each in units])
    return {each.id: {kind.value: number for kind, number in each.craft.items()} for each in found}


def ask_craft(unit: Given) -> dict[str, Any]:
    """Whether a unit may have its craft."""
    faults = Faults()
    given = combatant(unit)
    f.refuse_craft(given, "unit", faults)
    faults.settle()
    return {"capacity": {kind.value: f.craft_capacity(given.unit, kind) for kind in given.craft}}


def ask_flagship(units: Sequence[Given], flagship: str = "") -> dict[str, Any]:
    """Who may lead, and whether one may."""
    faults = Faults()
    there = [combatant(each).unit for each in units]
    if flagship:
        f.refuse_flagship(flagship, there, "force", faults)
    faults.settle()
    return {"eligible": [unit.id for unit in f.eligible_flagships(there)]}


def ask_battle_force(
    units: Sequence[Given],
    force: Given | None = None,
    available: int = 0,
    points: int = 0,
    round: int = 1,
    settings: Given | None = None,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Whether a battle force is a legal one, what it counts as, how many units its flagship leads, ship equivalents."""
    faults, chosen = Faults(), battle_force(units, force or {})
    figures, chosen_options = settings_of(settings), options(readings)
    command.refuse_command_points(chosen.command_points, points, round, "force", faults)
    command.refuse_size(chosen, figures, chosen_options, "force", faults)
    refuse_places(chosen, "force", faults)
    command.refuse_minimum(chosen, available or len(units), figures, "force", faults)
    faults.settle()
    rating = next(each.unit.type.command for each in chosen.units if each.id == chosen.flagship)
    limit = f.command_limit(rating, command_points=chosen.command_points, admiral=chosen.admiral)
    return {
        "counts": command.slots(chosen, figures, chosen_options),
        "leads": limit,
        "equivalents": f.ship_equivalents(chosen.units),
        "behind": sorted(behind(chosen, chosen_options)),
    }


def ask_small_scale_test(ours: int | str, theirs: int | str, settings: Given | None = None) -> dict[str, Any]:
    """Whether combat is small-scale."""
    return {"small": f.is_small_scale(Fraction(ours), Fraction(theirs), settings_of(settings))}


def ask_carrier_group(carrier: Given, escorts: Sequence[Given], available: int = 9, date: str = "") -> dict[str, Any]:
    """Whether a carrier may have these escorts, or go alone, and how many it needs and may have."""
    faults, unit = Faults(), combatant(carrier).unit
    if not escorts:
        turn = first_turn(date, "date", faults) if date else None
        group.refuse_lone_carrier(unit, date_of(turn) if turn is not None else None, available, "group", faults)
        faults.settle()
        available = 0
    group.refuse_group(unit, [combatant(each).unit for each in escorts], available, "group", faults)
    faults.settle()
    least, most = group.escorts_of(unit)
    return {"least": least, "most": most}


def ask_escort_attack(escort: Given, carrier: Given) -> dict[str, Any]:
    """The attack factor of an escort."""
    return {"attack": group.escort_attack(combatant(escort).unit, combatant(carrier).unit)}


def ask_group_order(units: Sequence[Given], target: str) -> dict[str, Any]:
    """Whether a unit may be crippled or destroyed by itself, and who goes with it as a whole."""
    there = [combatant(each) for each in units]
    hit = next(each for each in there if each.id == target)
    return {
        "cripple": group.may_cripple(hit, there),
        "destroy": group.may_destroy(hit, there),
        "whole": [each.id for each in group.group_of(hit, there)],
    }


def ask_ew_shift(own: int, enemy: int, settings: Given | None = None) -> dict[str, Any]:
    """What electronic warfare does to a side's result."""
    return {"shift": potential.ew_shift(own, enemy, settings_of(settings))}


def ask_base_attack(base: Given, ew: int, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The attack factor of a base that has chosen its electronic warfare."""
    faults = Faults()
    attack = potential.base_attack(combatant(base), ew, options(readings), "base", faults)
    faults.settle()
    return {"attack": attack}


def ask_combat_potential(
    units: Sequence[Given], force: Given | None = None, ew: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """The combat potential of a battle force."""
    faults, chosen = Faults(), battle_force(units, force or {})
    found = potential.combat_potential(chosen, ew or {}, options(), settings_of(None), "force", faults)
    faults.settle()
    return {"potential": found}


def ask_withdrawal(going: Sequence[Given], staying: Sequence[Given], settings: Given | None = None) -> dict[str, Any]:
    """Whether a part of a force may withdraw."""
    faults = Faults()
    gone, left = [combatant(each) for each in going], [combatant(each) for each in staying]
    leaving.refuse_withdrawal(gone, left, settings_of(settings), "withdrawal", faults)
    faults.settle()
    return {"leave": f.ship_equivalents(gone)}


def ask_first_leaders(units: Sequence[Given], chosen: str = "") -> dict[str, Any]:
    """Who may lead the first round."""
    there = [combatant(each).unit for each in units]
    return {"leaders": [unit.id for unit in evasion.first_leaders(there, chosen)]}


def ask_cloaking(unit: Given) -> dict[str, Any]:
    """Whether a unit may cloak."""
    faults = Faults()
    evasion.refuse_cloaking(combatant(unit), "unit", faults)
    faults.settle()
    return {"cloaks": True}


def ask_leaders_left(units: Sequence[Given], failed: Sequence[str]) -> dict[str, Any]:
    """Who may lead once the flagship has evaded."""
    left = [combatant(each).unit for each in units]
    return {"leaders": [unit.id for unit in evasion.leaders_left(left, failed)]}


def ask_chooses_last(unit: Given) -> dict[str, Any]:
    """Whether a unit sets its electronic warfare behind the enemy."""
    return {"last": specials.chooses_last(combatant(unit).unit)}


def ask_shock_factors(unit: Given, announced: Mapping[str, int]) -> dict[str, Any]:
    """Whether a unit announces its factors, and with how many it then attacks."""
    each = combatant(unit)
    announces = specials.announces_factors(each.unit)
    used = specials.factors_used(each, each.unit.attack, announced)
    return {"announces": announces, "used": used}


def ask_own_roll(captured_ship: bool = False, war_plans: bool = False) -> dict[str, Any]:
    """What is added to a side's own result."""
    found = specials.own_roll_bonuses(captured_ship=captured_ship, war_plans=war_plans)
    return {name: value for name, (value, _) in found.items()}


def ask_mauler_capture(usable: bool, used: bool) -> dict[str, Any]:
    """Whether a mauler makes a capture attempt of its own."""
    return {"allowed": specials.may_capture_by_mauler(usable=usable, used=used)}


def ask_unattached(units: Sequence[Given]) -> dict[str, Any]:
    """Whom each of some units escorts."""
    found = group.unattached(combatant(each) for each in units)
    return {each.id: each.carrier for each in found}


def ask_pursued(
    units: Sequence[Given],
    rating: int,
    dropping: Sequence[str] = (),
    along: Sequence[str] | None = None,
    admiral: bool = False,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Who is pursued, which groups may drop their cripples, and whether some uncrippled ships may come ``along``."""
    faults, there = Faults(), [combatant(each) for each in units]
    found = leaving.pursued_force(there, rating, options(readings), dropping=dropping, admiral=admiral)
    if along is not None:
        force = [each for each in there if each.id in (*found.must, *along)]
        leaving.refuse_along(force, found.must, "pursuit", faults, admiral=admiral)
        faults.settle()
    mixed = list(leaving.mixed_groups(there, options(readings)))
    return {"must": list(found.must), "may": list(found.may), "uncrippled": found.uncrippled, "mixed": mixed}


def ask_pursuit_directed(pursuing: bool, settings: Given | None = None) -> dict[str, Any]:
    """Whether a side may direct damage in a pursuit."""
    return {"allowed": leaving.may_direct_in_pursuit(settings_of(settings), pursuing=pursuing)}


def ask_slow_force(units: Sequence[Given], before: int) -> dict[str, Any]:
    """Whether so many may attack slow units, of whom ``before`` were chosen at first."""
    faults = Faults()
    leaving.refuse_slow_force([combatant(each) for each in units], before, "slow units", faults)
    faults.settle()
    return {"ships": len(units)}


def ask_pursuers(units: Sequence[Given], settings: Given | None = None) -> dict[str, Any]:
    """Whether these may pursue."""
    faults, there = Faults(), [combatant(each) for each in units]
    leaving.refuse_pursuers(there, options(), settings_of(settings), "pursuit", faults)
    faults.settle()
    return {"ships": len(there)}


def ask_battle_settings(values: Mapping[str, str]) -> dict[str, Any]:
    """The settings of a battle out of a table's list."""
    faults = Faults()
    found = read_settings(values, "settings", faults)
    faults.settle()
    return found._asdict()


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
