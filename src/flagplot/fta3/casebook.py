"""What a numbered case may ask of the rules, and how the battle of a case is fought with its scripted dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from itertools import product
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.readings import Reading
from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import Address, Scripted, ScriptError, roller_number
from flagplot.engine.case import Case, CaseOutcome
from flagplot.fta3.aftermath import questions as aftermath
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.casualties import force_withdraws, reaches_withdrawal
from flagplot.fta3.battle.cloak import hunters_needed
from flagplot.fta3.battle.disengage import pursuit_need
from flagplot.fta3.battle.fighters import centre_rolls, dogfight_need, leads, least_committed, most_engaged
from flagplot.fta3.battle.initiative import initiative
from flagplot.fta3.battle.position import position_modifier
from flagplot.fta3.battle.shooting import needed, to_hit_bonus, to_pierce_bonus
from flagplot.fta3.battle.strikes import most_strikers, strike_loses, strike_misses, strike_shift
from flagplot.fta3.book.damage import Level, damage_level, damage_thresholds, is_near_dead, starting_hp
from flagplot.fta3.book.fittings import built_in, slots
from flagplot.fta3.book.hooks import HOOKS, read_effect, resolve
from flagplot.fta3.book.ships import Hull, Size, Weapon, at_tech_level
from flagplot.fta3.ground.play_case import play_ground_case
from flagplot.fta3.ground.questions import GROUND_QUESTIONS
from flagplot.fta3.ground.scenario import is_ground
from flagplot.fta3.logistics import questions as logistics
from flagplot.fta3.papers.designs import prototype_surcharge
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.scenario import book_name
from flagplot.fta3.papers.split_check import rule_split, split_faults
from flagplot.fta3.play.deep_space import interception, intercepts_at_once
from flagplot.fta3.play.encounter import fight_all
from flagplot.fta3.play.prebattle import Contact, contact, escapes
from flagplot.fta3.play.purposes import PURPOSES
from flagplot.fta3.play.setup import BATTLE_TYPES, OPTIONS, RANGES, WEAPONS, tables
from flagplot.fta3.report.day_report import day_state
from flagplot.fta3.report.luck import chance
from flagplot.fta3.year.questions import QUESTIONS as YEAR_QUESTIONS

SCRIPT = re.compile(
    r"(?:E(?P<engagement>[1-9])\s+)?R(?P<round>\d+)\s+(?P<purpose>[\w-]+)\s+(?:at\s+)?(?P<who>[^:]+?)"
    r"\s*(?:run\s+(?P<run>[1-9])\s*)?:\s*(?P<faces>[\d\s]+)"
)
BOOKS = {"demo": "demo_book.toml", "cases": "case_book.toml"}


def ask_initiative(battle: str, first: int, second: int) -> dict[str, Any]:
    """Which side (1, 2, or 0 for none) has the initiative by declared speeds."""
    return {"side": int(initiative(BATTLE_TYPES[battle], first, second)) + 1}


def ask_contact(pursuer: int, prey: int) -> dict[str, Any]:
    """Whether a fleet brings one that avoids it to action, by their speeds, and the chance that it gets away."""
    found = contact(pursuer, prey)
    chances = {Contact.CERTAIN: Fraction(0), Contact.ROLLED: _share(escapes), Contact.NONE: Fraction(1)}
    return {"contact": found.value, "escape": chances[found]}


def ask_interception_roll(
    attacker: int, interceptor: int, faces: Sequence[int], reading: str = "plain"
) -> dict[str, Any]:
    """What two dice make of an interception in deep space, the attacker's first; both fleets by their speeds."""
    first, second = faces
    result = interception((attacker, interceptor), (first, second), reading)
    return {"attacker": result.attacker, "interceptor": result.defender, "free_rounds": result.free_rounds}


def ask_interception_chance(attacker: int, interceptor: int, reading: str = "plain") -> dict[str, Any]:
    """Whether an interception in deep space succeeds without a roll, and the chance that it does."""
    if intercepts_at_once(attacker, interceptor):
        return {"at_once": True, "chance": Fraction(1)}

    def succeeds(face: int, other: int) -> bool:
        return not interception((attacker, interceptor), (face, other), reading).free_rounds

    return {"at_once": False, "chance": _share(succeeds)}


def ask_interception(own: int, enemy: int, lead: bool, reading: str = "half") -> dict[str, Any]:
    """Fewest and most fighters that a side may commit, and the most enemies that the fewest and the most engage."""
    commit, reach = OPTIONS["interception-commit"][reading], tables().reach
    least, most = least_committed(own, enemy, int(lead), commit, reach), min(own, enemy)
    return {
        "least": least,
        "most": most,
        "engaged_by_least": most_engaged(own, enemy, least, int(lead), reach),
        "engaged_by_most": most_engaged(own, enemy, most, int(lead), reach),
    }


def ask_tech_lead(own: Sequence[int], enemy: Sequence[int]) -> dict[str, Any]:
    """Whether fighters of these tech levels have the advantage over those."""
    return {"lead": bool(leads(sum(own), len(own), sum(enemy), len(enemy), tables().lead_halves))}


def ask_dogfight(level: int) -> dict[str, Any]:
    """The face with which a fighter of a tech level kills, and the chance of it."""
    need = dogfight_need(tables().dogfight, level)
    return {"need": need, "chance": chance(need, k.D20)}


def ask_needed(defence: int, bonus: int) -> dict[str, Any]:
    """The face that succeeds against a defence with a bonus, and the chance of it."""
    need = needed(defence, bonus)
    return {"need": need, "chance": chance(need, k.D20)}


def ask_volley(attacks: int, damage: int, weapon: str, range: str, avoidance: int, protection: int) -> dict[str, Any]:
    """One ship's fire: needed numbers, chances and the exact mean damage."""
    hit = needed(avoidance, int(to_hit_bonus(tables(), WEAPONS[Weapon(weapon)], RANGES[range])))
    pierce = needed(protection, int(to_pierce_bonus(tables(), WEAPONS[Weapon(weapon)])))
    chances = chance(hit, k.D20), chance(pierce, k.D20)
    mean = attacks * chances[0] * chances[1] * damage
    return {"to_hit": hit, "hit": chances[0], "to_pierce": pierce, "pierce": chances[1], "mean": mean}


def ask_strike(flak: bool) -> dict[str, Any]:
    """What a fighter's die against a ship brings."""
    hook = HOOKS["strike-die-against"]
    shift = strike_shift(resolve(hook.base, built_in()["flak"].effects if flak else (), hook), 0)
    miss, loss = strike_misses(tables(), shift), strike_loses(tables(), shift)
    hit, lost = 1 - chance(miss, k.D20), chance(loss, k.D20)
    return {"hit": hit, "nothing": 1 - hit - lost, "lost": lost, "damage": tables().strike_damage}


def ask_hunters(speed: int) -> dict[str, Any]:
    """The fighters that find a cloaked ship of a speed."""
    return {"need": hunters_needed(tables(), speed)}


def ask_detection(subhunter: bool) -> dict[str, Any]:
    """The dice of a sensor check, the face that detects, and the chance of it."""
    hook = HOOKS["sensor-dice"]
    n, need = resolve(hook.base, built_in()["subhunter"].effects if subhunter else (), hook), tables().sensors
    return {"dice": n, "need": need, "chance": 1 - (1 - chance(need, k.D20)) ** n}


def ask_pursuit(pursuer: int, prey: int) -> dict[str, Any]:
    """The face with which a pursuer of one speed holds a ship of another, and the chance of it."""
    need = pursuit_need(tables(), pursuer, prey)
    return {"need": need, "chance": chance(need, k.D20)}


def ask_strikers(weight: int) -> dict[str, Any]:
    """The most fighters on a ship of a weight."""
    return {"most": most_strikers(weight)}


def ask_split(weights: Sequence[int], attacks: int) -> dict[str, Any]:
    """The rule's own split of stand-off attacks over ships, heaviest first."""
    return {"shares": list(rule_split(tuple(weights), attacks))}


def ask_split_legal(weights: Sequence[int], shares: Sequence[int]) -> dict[str, Any]:
    """Whether a player's split is legal, and which ships' shares are not."""
    faults = split_faults(tuple(weights), tuple(shares))
    return {"legal": not faults, "wrong": sorted(faults)}


def ask_position(initiative: bool, streak: int) -> dict[str, Any]:
    """What a side adds to its position roll."""
    return {"modifier": position_modifier(tables(), int(initiative), streak)}


def ask_reconstitution(fallen: int, centres: int, capacity: int, reading: str = "unlimited") -> dict[str, Any]:
    """Dice rolled for fallen fighters, and the chance of each."""
    rolls = centre_rolls(fallen, centres, capacity, OPTIONS["fdc-capacity"][reading])
    return {"rolls": rolls, "chance": chance(tables().reconstitution, k.D6)}


def ask_withdrawal(hp: int, hp_max: int, percent: int) -> dict[str, Any]:
    """Whether a ship leaves at its ordered percentage of HP."""
    return {"withdraws": bool(reaches_withdrawal(hp, hp_max, percent))}


def ask_force_withdrawal(gone: int, arrived: int, percent: int) -> dict[str, Any]:
    """Whether a force leaves at its ordered percentage of weight lost."""
    return {"withdraws": bool(force_withdraws(gone, arrived, percent))}


def ask_tech_level(hp: int, damage: int, tl: int) -> dict[str, Any]:
    """HP and damage of a hull, given at TL5, when built at another tech level."""
    hull = Hull(code="X", name="X", size=Size.OTHER, hp=hp, attacks=1, damage=damage, weapon=Weapon.DIRECT)
    built = at_tech_level(hull, tl)
    return {"hp": built.hp, "damage": built.damage}


def ask_stacking(base: int, effects: Sequence[str], hook: str = "weight") -> dict[str, Any]:
    """What effects such as ``-2`` and ``x1/2`` on one hook make of a figure."""
    faults = Faults()
    found = [read_effect(f"{hook} {effect}", f"effect '{effect}'", faults) for effect in effects]
    faults.settle()
    return {"result": resolve(base, filter(None, found), HOOKS[hook])}


def ask_slots(copies: int) -> dict[str, Any]:
    """The slots that so many copies of a stackable module fill."""
    return {"slots": slots(copies)}


def ask_prototype() -> dict[str, Any]:
    """What the first of a class costs on top: $, DI, tokens of research."""
    return prototype_surcharge()._asdict()


def ask_near_dead(hp: int, hp_max: int) -> dict[str, Any]:
    """Whether a ship that left owes the moderator's casualty roll."""
    return {"near_dead": is_near_dead(hp, hp_max)}


def ask_damage_levels(hp_max: int) -> dict[str, Any]:
    """Thresholds of the damage levels, the level of each, and the HP with which it enters a battle."""
    light, medium, heavy = damage_thresholds(hp_max)
    spans = {
        level.value: [hp for hp in (hp_max, *range(hp_max, 0, -1)) if damage_level(hp, hp_max) is level]
        for level in Level
    }
    return {
        "thresholds": [light, medium, heavy],
        "spans": {level: [max(hps), min(hps)] for level, hps in spans.items() if hps},
        "start": {level.value: starting_hp(level, hp_max) for level in Level},
    }


def _share(holds: Callable[[int, int], bool]) -> Fraction:
    """The share of the pairs of faces of two d20 for which something holds."""
    pairs = list(product(range(1, k.D20 + 1), repeat=2))
    return Fraction(sum(holds(*pair) for pair in pairs), len(pairs))


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
QUESTIONS |= logistics.QUESTIONS
QUESTIONS |= aftermath.QUESTIONS
QUESTIONS |= GROUND_QUESTIONS
QUESTIONS |= YEAR_QUESTIONS


def play_case(case: Case, catalogue: Mapping[str, Reading]) -> CaseOutcome:
    """Fight the battle of a case with its scripted dice; every die of the script must be used."""
    if is_ground(case.scenario):
        return play_ground_case(case, catalogue)
    faults = Faults()
    name = book_name(case.scenario)
    if name not in BOOKS:
        raise ScriptError(f"a case uses one of the books {', '.join(BOOKS)}, not '{name}'")
    book = Paper(BOOKS[name], (files("flagplot.fta3") / "data" / BOOKS[name]).read_text(encoding="utf-8"))
    orders, afterwards = (
        [Paper(f"orders of {owner}", f"ORDERS OF {owner}\n{text}\nEND OF ORDERS\n") for owner, text in each.items()]
        for each in (case.orders, case.afterwards)
    )
    scenario = Paper("scenario", case.scenario)
    docket = open_docket(scenario, orders, book, catalogue, faults, after_papers=afterwards)
    if docket is None:
        return CaseOutcome(refusals=faults.found)
    if case.rounds is not None:
        docket = replace(docket, scenario=replace(docket.scenario, round_limit=case.rounds))
    scripts = _scripts(docket, case.dice)
    sources: dict[int, Scripted] = {}

    def source_of(number: int) -> Scripted:
        return sources.setdefault(number, Scripted(scripts.pop(number, {})))

    try:
        encounter = fight_all(docket.scenario, docket.standings, source_of, docket.afterwards)
    except Refused as refused:
        return CaseOutcome(refusals=refused.refusals)
    unused = [*scripts, *(address for source in sources.values() for address in source.unused())]
    if unused:
        raise ScriptError(f"dice of the script were never rolled: {unused}")
    return CaseOutcome(events=[event.as_dict() for event in encounter.events], state=day_state(encounter))


def _scripts(docket: Docket, lines: Sequence[str]) -> dict[int, dict[Address, tuple[int, ...]]]:
    """``R1 to-hit red/hood: 20 1`` as faces by address; ``at`` before a target is for the eye.

    ``E2`` in front stands for the second engagement; dice before the battle are those of round 0. ``R1 first-strike
    red/tl5 run 2: 10`` are dice of the second run; the runs of one wing stand in their order.
    """
    sides = {side.name.casefold(): s for s, side in enumerate(docket.scenario.sides)}
    side_of: dict[str, int] = {}
    for s, owner in docket.scenario.owners():
        side_of[owner.id] = s
        side_of |= {ship.id: s for ship in owner.ships} | {wing.id: s for wing in owner.wings}
    scripts: dict[int, dict[Address, tuple[int, ...]]] = {}
    for line in lines:
        match = SCRIPT.fullmatch(line.strip())
        if match is None or match["purpose"] not in PURPOSES:
            raise ScriptError(f"'{line}' is no line of dice such as 'R1 to-hit red/hood: 20 1' ({', '.join(PURPOSES)})")
        purpose, who = PURPOSES[match["purpose"]], match["who"]
        if purpose.roller == "force" and who.casefold() in sides:
            side, roller = sides[who.casefold()], k.FORCE
        elif purpose.roller != "force" and who in side_of:
            side, roller = side_of[who], roller_number(who)
            side = 1 - side if purpose.roller == "target" else side
        elif purpose.roller == "element" and who.startswith(("first/", "second/")):
            side, roller = int(who.startswith("second/")), roller_number(who)
        else:
            raise ScriptError(f"'{who}' of '{line}' takes no part in this battle")
        address = Address(int(match["round"]), purpose.phase, side, roller)
        script = scripts.setdefault(int(match["engagement"] or 1) - 1, {})
        before = script.get(address, ())
        start = k.RUN_DICE * (int(match["run"] or 1) - 1)
        if len(before) > start:
            raise ScriptError(f"there are dice for '{line.partition(':')[0]}' already: write them in one line")
        script[address] = (*before, *[0] * (start - len(before)), *map(int, match["faces"].split()))
    return scripts
