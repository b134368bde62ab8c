"""What a numbered case may ask of the ground rules and of the outdated boarding rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.core.sources import Address, Scripted, roller_number
from flagplot.fta3.boarding import rules as boarding
from flagplot.fta3.boarding.action import Prey, board
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.book.ships import Size as HullSize
from flagplot.fta3.ground import codes, mustering, occupation, resolution, saves, units
from flagplot.fta3.ground.landing import insertion_need, interdiction_modifier, wave
from flagplot.fta3.ground.ortillery import answer, answering, battalions_hit, covered, gto_need
from flagplot.fta3.ground.units import Size, Stats
from flagplot.fta3.report.luck import chance


def ask_ground_unit(
    type: str,
    traits: Sequence[str] = (),
    tl: int = 5,
    at_home: bool = False,
    quality: int | None = None,
    morale: int | None = None,
    terrain: str = "",
) -> dict[str, Any]:
    """The numbers, traits and battle value of a battalion of a type."""
    kind = units.unit_type(type)
    every = (*kind.traits, *traits)
    stats = units.stats_of(kind, every, tl, at_home=at_home, quality=quality, morale=morale)
    value = resolution.battle_value(stats, resolution.terrain_bonus(every, terrain))
    return {**vars(stats), "traits": list(every), "value": value}


def ask_ground_price(type: str, size: str) -> dict[str, Any]:
    """What a unit costs, and how long it takes to raise."""
    return units.price(type, Size(size))._asdict()


def ask_wing_price(wings: int) -> dict[str, Any]:
    """What interface fighter wings cost."""
    return units.wing_price(wings)._asdict()


def ask_unit_size(size: str) -> dict[str, Any]:
    """The battalions of a size."""
    return {"battalions": units.battalions(Size(size))}


def ask_break_up(type: str, size: str, parts: Sequence[str]) -> dict[str, Any]:
    """What breaking up a unit costs, or why its parts cannot be."""
    faults = Faults()
    mustering.check_parts(Size(size), [Size(part) for part in parts], "the parts", faults)
    faults.settle()
    cost = mustering.surcharge(type, Size(size))
    return {"cost": cost.cost, "di": cost.di}


def ask_trait_slots(size: str, raised: str) -> dict[str, Any]:
    """The traits of choice of a unit of a size that was raised at a size."""
    return {"slots": mustering.trait_slots(Size(size), Size(raised))}


def ask_swap_trait(trait: str, inherent: bool) -> dict[str, Any]:
    """Whether a trait may be swapped, by whether it came with the type of the unit."""
    type_ = units.UnitType("a type", Stats(2, 2, 2, 2), (trait,) if inherent else ())
    return {"may": mustering.may_be_swapped(trait, type_)}


def ask_damage_save(modifier: int) -> dict[str, Any]:
    """The faces of a damage save and the chances of what comes of it."""
    faces = saves.faces(modifier)
    harmed, destroyed = chance(faces.exhausted, codes.D20), chance(faces.destroyed, codes.D20)
    return {**faces._asdict(), "safe": 1 - harmed, "exhausts": harmed - destroyed, "destroys": destroyed}


def ask_mobility(own: str, enemy: str) -> dict[str, Any]:
    """What mean mobilities do to a side's saves."""
    return {"modifier": saves.mobility_modifier(Fraction(own), Fraction(enemy))}


def ask_firepower(own: str, enemy: str) -> dict[str, Any]:
    """What mean firepowers do to a side's saves."""
    return {"modifier": saves.firepower_modifier(Fraction(own), Fraction(enemy))}


def ask_priority(priority: str) -> dict[str, Any]:
    """What a mission priority adds to the battle roll and to the damage saves."""
    return {"roll": resolution.priority_bonus(priority), "saves": saves.priority_modifier(priority)}


def ask_losing(lost: bool) -> dict[str, Any]:
    """What losing the phase adds to the damage saves."""
    return {"modifier": saves.losing_modifier(lost)}


def ask_victims(breakthroughs: int, fit: Sequence[int]) -> dict[str, Any]:
    """Battalions of each enemy unit, in the order in which they are named, that Breakthrough names."""
    return {"named": list(saves.named_victims(breakthroughs, fit))}


def ask_save_dice(fit: int, named: int, dug_in: bool) -> dict[str, Any]:
    """How the battalions of a unit roll."""
    return saves.rolls_of(fit, named, dug_in=dug_in)._asdict()


def ask_recovery() -> dict[str, Any]:
    """The face with which engineers recover, and that with which Insertion does."""
    need, insertion = saves.recovery_need(), insertion_need()
    return {
        "need": need,
        "chance": chance(need, codes.D6),
        "insertion": insertion,
        "insertion_chance": chance(insertion, codes.D6),
    }


def ask_counter(assaults: int, exhausted: int, destroyed: int) -> dict[str, Any]:
    """The recoveries that assault troops prevent."""
    return saves.countered(assaults, saves.Losses(exhausted, destroyed))._asdict()


def ask_mash(battalions: int) -> dict[str, Any]:
    """How many exhausted battalions those with MASH bring back at most."""
    return {"restored": saves.restored(battalions)}


def ask_ortillery(size: str) -> dict[str, Any]:
    """The battalions that a ship with ortillery hits."""
    return {"battalions": battalions_hit(Hull(code="X", name="X", size=HullSize(size)))}


def ask_interdiction(reading: str = "plus") -> dict[str, Any]:
    """What is added to the saves of battalions that are caught landing."""
    modifier = interdiction_modifier(reading)
    return {"modifier": modifier, **ask_damage_save(modifier)}


def ask_wave(wings: int, landing: int) -> dict[str, Any]:
    """The battalions that are attacked at the same time."""
    return {"attacked": wave(wings, landing)}


def ask_gto_save(layers: int) -> dict[str, Any]:
    """The face with which a battalion under so many networks escapes, and its chance."""
    need = gto_need(layers)
    return {"need": need, "chance": chance(need, codes.D6)}


def ask_gto_cover(networks: int, others: Sequence[int]) -> dict[str, Any]:
    """Of other units and of the networks' own battalions, how many lie under 0, 1, 2 and 3 networks."""
    found = covered(networks, len(others), [*others, networks])
    return {"others": [list(under) for under in found[:-1]], "own": list(found[-1])}


def ask_gto_answer(networks: int, layers: int, protection: int) -> dict[str, Any]:
    """What networks fire at a ship whose targets lie under ``layers`` networks in all."""
    return answer(answering(networks, layers), protection)._asdict()


def ask_battle_value(battalions: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    """The means of a force of battalions: each with how many there are, value, mobility and firepower."""

    def mean(key: str) -> Fraction:
        return resolution.mean((each["number"], each[key]) for each in battalions)

    return {key: mean(key) for key in ("value", "mobility", "firepower")}


def ask_value_bonus(own: str, enemy: str) -> dict[str, Any]:
    """What the better mean battle value is worth."""
    return {"bonus": resolution.value_bonus(Fraction(own), Fraction(enemy))}


def ask_relative_size(own: int, enemy: int) -> dict[str, Any]:
    """What its size adds to a side's battle roll."""
    return {"bonus": resolution.size_bonus(own, enemy)}


def ask_leadership(face: int, enemy_face: int, plan: int = 0, enemy_plan: int = 0) -> dict[str, Any]:
    """What a side carries into the battle roll."""
    return {"lead": resolution.lead(face, plan, enemy_face, enemy_plan)}


def ask_air_superiority(wings: int, air_defense: int) -> dict[str, Any]:
    """What wings on air superiority are worth against so many battalions with air defense."""
    return {"bonus": resolution.air_bonus(wings, air_defense)}


def ask_battle_roll(total: int, enemy: int) -> dict[str, Any]:
    """Who wins the phase: 1 the first, -1 the second, 0 nobody."""
    return {"winner": resolution.winner(total, enemy)}


def ask_military_police(battalions: int, ci: int) -> dict[str, Any]:
    """Whether military police suppress what a foreign ethos would cost."""
    return {"suppresses": occupation.suppresses(battalions, ci)}


def ask_espionage(traits: Sequence[str], loud_task: bool = False) -> dict[str, Any]:
    """What a unit adds on an espionage operation, and whether it makes it louder."""
    return {
        "bonus": occupation.specialization(traits),
        "loud": occupation.is_loud(traits, loud_task=loud_task),
    }


def ask_exhaustion(spent: int, resting: int) -> dict[str, Any]:
    """When the quarter turns: battalions fit again, and those that miss the new quarter."""
    fit, out = saves.refreshed(spent, resting)
    return {"fit": fit, "out": out}


def _boarders(rows: Sequence[Mapping[str, Any]]) -> list[boarding.Boarder]:
    return [
        boarding.Boarder(Stats(row["quality"], row["mobility"], row["firepower"], 2), row.get("trained", True))
        for row in rows
    ]


def ask_boarding_capture(
    boarders: Sequence[Mapping[str, Any]], weight: int, defended: bool = False, reading: str = "off"
) -> dict[str, Any]:
    """The d8 of a capture check; refused unless the outdated rules are on."""
    boarding.check_allowed(reading)
    found = boarding.capture(_boarders(boarders), weight, defended=defended)
    return {**found._asdict(), "chance": chance(found.need, codes.D8)}


def ask_boarding_sabotage(boarders: Sequence[Mapping[str, Any]], reading: str = "off") -> dict[str, Any]:
    """The damage of boarders in a turn; refused unless the outdated rules are on."""
    boarding.check_allowed(reading)
    return {"damage": boarding.sabotage(_boarders(boarders)), "under": boarding.OUTDATED}


def ask_boarding_save(face: int, size: str, hostile_firepower: int = 0, reading: str = "off") -> dict[str, Any]:
    """What becomes of a boarder whose save falls so; refused unless the outdated rules are on."""
    boarding.check_allowed(reading)
    faces = boarding.peril(HullSize(size), hostile_firepower)
    return {**faces._asdict(), "outcome": boarding.outcome(face, faces)}


def ask_boarding(
    boarders: Mapping[str, Mapping[str, Any]],
    weight: int,
    size: str,
    hp: int,
    aim: str,
    turns: int = 1,
    firepower: int | None = None,
    permission: str = "",
    docking: str = "",
    capture: Sequence[int] = (),
    saves: Mapping[str, Sequence[int]] | None = None,
    reading: str = "on",
) -> dict[str, Any]:
    """A boarding action with its dice by turn: where it stops, its log, and what became of ship and boarders."""
    script = {Address(turn, codes.B_CAPTURE, 0, codes.FORCE): (face,) for turn, face in enumerate(capture, 1)}
    for name, faces in (saves or {}).items():
        script |= {Address(t, codes.B_SAVE, 0, roller_number(name)): (face,) for t, face in enumerate(faces, 1)}
    entries = {"boarding/permission": permission, "boarding/docking": docking}
    action = board(
        dict(zip(boarders, _boarders(list(boarders.values())), strict=True)),
        Prey(name="the ship", size=HullSize(size), weight=weight, hp=hp, firepower=firepower),
        aim,
        {rule: words for rule, words in entries.items() if words},
        Scripted(script),
        turns=turns,
        reading=reading,
    )
    return {
        "waiting": action.waiting,
        "log": [event.kind for event in action.events],
        "hp": action.hp,
        "captured": action.captured,
        "fates": action.fates,
        "marked": all(event.facts["under"] == boarding.OUTDATED for event in action.events),
    }


GROUND_QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
