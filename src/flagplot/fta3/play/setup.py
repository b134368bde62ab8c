"""From a scenario and standing orders to the arrays of a battle, and back from array indices to names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast

import numpy as np

from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.core.sources import roller_number
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import (
    Battle,
    Fleet,
    Grid,
    Orders,
    Readings,
    Rulings,
    Tables,
    begin,
    grid,
    scratch,
)
from flagplot.fta3.battle.trace import Trace
from flagplot.fta3.book.hooks import DEEP, REGULAR
from flagplot.fta3.book.outfit import FittedFighters
from flagplot.fta3.book.ships import Hull, Weapon
from flagplot.fta3.papers.forces import Owner, Ruling, Scenario, Ship, Wing
from flagplot.fta3.papers.scenario import MASS, SMALL
from flagplot.fta3.papers.standing import ANY, BEST, CLOSE, FAR, HOLD, NO, Standing, closest, is_kind
from flagplot.fta3.play.elements import slowest_speed
from flagplot.fta3.printed import printed

WEAPONS = {Weapon.SPINAL: k.SPINAL, Weapon.DIRECT: k.DIRECT, Weapon.SEEKING: k.SEEKING}
RANGES = {CLOSE: k.CLOSE, FAR: k.FAR, BEST: k.BEST}
RANGE_NAMES = {k.CLOSE: CLOSE, k.FAR: FAR}
FORMS = {MASS: k.MASS, SMALL: k.SMALL}
CLOAKS = {"": 0, REGULAR: k.REGULAR, DEEP: k.DEEP}
BATTLE_TYPES = {"mobile": k.MOBILE, "fixed": k.FIXED}
RULINGS = {"hit": k.R_HIT, "pierce": k.R_PIERCE, "position": k.R_POSITION}
OPTIONS = {
    "interception-commit": {"half": k.HALF, "all": k.ALL},
    "fdc-capacity": {"unlimited": k.UNLIMITED, "by-number": k.BY_NUMBER},
    "standoff-kills": {"out": k.OUT, "fights-on": k.FIGHTS_ON},
    "flanked-answer": {"partner-only": k.PARTNER_ONLY, "may-answer": k.MAY_ANSWER},
    "stag-bonus": {"pierce": k.PIERCE, "hit": k.HIT},
    "cloak-against-cloak": {"once": k.ONE_BONUS, "twice": k.BOTH_BONUSES},
    "protect-from-cloak": {"visible": k.NOT_DRAWN, "always": k.DRAWN},
}


@dataclass(frozen=True)
class Roster:
    """Who stands behind the indices of a battle's arrays: [side][index]."""

    ships: tuple[tuple[Ship, ...], tuple[Ship, ...]]
    wings: tuple[tuple[Wing, ...], tuple[Wing, ...]]
    owners: tuple[tuple[Owner, ...], tuple[Owner, ...]]
    kinds: tuple[Hull, ...]
    grades: tuple[tuple[int, ...], tuple[int, ...]]

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Side and index of each ship by id."""
        return {ship.id: (s, i) for s, side in enumerate(self.ships) for i, ship in enumerate(side)}


def enrol(scenario: Scenario) -> Roster:
    """The combatants in the order of the arrays: heaviest first, then by hull and id; fighters by tech level, then
    owner.
    """
    owners = tuple(tuple(sorted(side.owners, key=lambda owner: owner.id)) for side in scenario.sides)
    combatants = [ship for side in owners for owner in side for ship in owner.combatants]
    ships = tuple(
        tuple(
            sorted(
                (ship for owner in side for ship in owner.combatants),
                key=lambda ship: (*_kind(ship.hull), ship.id),
            )
        )
        for side in owners
    )
    wings = tuple(
        tuple(sorted((wing for owner in side for wing in owner.wings), key=lambda wing: (-wing.level, wing.id)))
        for side in owners
    )
    hulls = {_kind(ship.hull): ship.hull for ship in combatants}
    grades = tuple(
        tuple(sorted({ship.hull.standoff_damage for ship in side if ship.hull.standoff_attacks}, reverse=True))
        for side in ships
    )
    return Roster(
        cast(Any, ships),
        cast(Any, wings),
        cast(Any, owners),
        tuple(sorted(hulls.values(), key=_kind)),
        cast(Any, grades),
    )


def _kind(hull: Hull) -> tuple[int, str]:
    """What makes ships of one kind: the hull, and the weight that fittings have left of it; the heaviest first."""
    return (-hull.weight, hull.code)


def deploy(
    scenario: Scenario, roster: Roster, standings: Mapping[str, Standing], dice: Dice, trace_rows: int
) -> Battle:
    """The battle before its first step; ``standings`` by owner id; room for ``trace_rows`` events."""
    ships = max(map(len, roster.ships))
    wings = max(1, *map(len, roster.wings))
    owners = max(map(len, roster.owners))
    grades = max(1, *map(len, roster.grades))
    kinds = len(roster.kinds)
    fleet = _fleet(scenario, roster, standings, (ships, wings, owners, kinds))
    grade_table = grid(2, grades)
    for s in range(2):
        grade_table[s, : len(roster.grades[s])] = roster.grades[s]
    battle = Battle(
        **scratch(ships, wings, owners, grades, kinds)._asdict(),
        fleet=fleet,
        orders=_orders(roster, standings, fleet, grade_table),
        tables=tables(),
        readings=_readings(scenario),
        rulings=ruling_table([row for _, row in ruling_rows(scenario, roster)]),
        trace=Trace(grid(trace_rows, k.T_WIDTH), grid(1)),
        grades=grade_table,
        dice=dice,
    )
    hp, aboard = grid(2, ships), grid(2, wings)
    for s in range(2):
        hp[s, : len(roster.ships[s])] = [ship.hp for ship in roster.ships[s]]
        aboard[s, : len(roster.wings[s])] = [wing.number for wing in roster.wings[s]]
    begin(battle, hp, aboard)
    return battle


@cache
def tables() -> Tables:
    """The page's numbers as the kernel wants them."""
    by_rule = printed()
    ranges, weapons = by_rule["to-hit/range-bonus"], by_rule["to-pierce/weapon-bonus"]
    range_bonus, pierce_bonus = grid(len(WEAPONS), 2), grid(len(WEAPONS))
    for weapon, code in WEAPONS.items():
        range_bonus[code] = [ranges[weapon.value][CLOSE], ranges[weapon.value][FAR]]
        pierce_bonus[code] = weapons[weapon.value]
    advantage = by_rule["fighter-interception/tech-advantage"]
    strike = by_rule["fighter-strike"]
    return Tables(
        range_bonus=range_bonus,
        pierce_bonus=pierce_bonus,
        initiative=by_rule["initiative"]["bonus"],
        streak=by_rule["position/streak"]["each_win"],
        dogfight=by_rule["dogfight"]["number"],
        lead_halves=advantage["half_levels"],
        reach=advantage["reach"],
        strike_miss=strike["first_miss"],
        strike_loss=strike["first_loss"],
        strike_damage=strike["damage"],
        hunters=by_rule["cloak-detection"]["fighters_per_speed"],
        sensors=by_rule["sensor-check"]["number"],
        cloak=by_rule["decloaking"]["bonus"],
        pursuit=by_rule["disengage"]["number"],
        pursuit_speed=by_rule["disengage"]["each_speed"],
        reconstitution=by_rule["reconstitution"]["number"],
    )


@carries_out("fta3", "declare-speed")
def declared_speed(scenario: Scenario, standings: Mapping[str, Standing], s: int) -> int:
    """The speed that a side declares: that of its orders in a mobile battle, else that of its slowest ship."""
    if scenario.speeds is not None:
        return scenario.speeds[s]
    side = scenario.sides[s]
    slowest = slowest_speed(side.ships)
    ordered = [standings[owner.id].speed for owner in side.owners]
    wanted = [speed for speed in ordered if speed is not None]
    return wanted[0] if scenario.battle_type == "mobile" and wanted else slowest


def _fleet(
    scenario: Scenario, roster: Roster, standings: Mapping[str, Standing], sizes: tuple[int, int, int, int]
) -> Fleet:
    n_ships, n_wings, n_owners, n_kinds = sizes
    kinds = {_kind(hull): number for number, hull in enumerate(roster.kinds)}
    owner_of = {ship.id: o for side in roster.owners for o, owner in enumerate(side) for ship in owner.ships}
    wing_owner = {wing.id: o for side in roster.owners for o, owner in enumerate(side) for wing in owner.wings}

    def of_ships(value: Any) -> Grid:
        array = grid(2, n_ships)
        for s, side in enumerate(roster.ships):
            array[s, : len(side)] = [value(ship) for ship in side]
        return array

    def of_wings(value: Any) -> Grid:
        array = grid(2, n_wings)
        for s, side in enumerate(roster.wings):
            array[s, : len(side)] = [value(wing) for wing in side]
        return array

    def of_fighters(value: Callable[[FittedFighters], int]) -> Grid:
        fighters = {wing.id: owner.fighters for side in roster.owners for owner in side for wing in owner.wings}
        return of_wings(lambda wing: value(fighters[wing.id]))

    hit_bonus, barred = grid(2, n_ships, 2), grid(2, n_ships, n_kinds)
    for s, side in enumerate(roster.ships):
        for i, ship in enumerate(side):
            hit_bonus[s, i] = ship.fitted.hit_bonus
            barred[s, i] = [int(ship.fitted.never_pairs(hull)) for hull in roster.kinds]
    kind = of_ships(lambda ship: kinds[_kind(ship.hull)])
    kind_first, kind_end = grid(2, n_kinds), grid(2, n_kinds)
    owner_roller = grid(2, n_owners)
    for s, side in enumerate(roster.ships):
        for number in range(n_kinds):
            places = np.flatnonzero(kind[s, : len(side)] == number)
            if len(places):
                kind_first[s, number], kind_end[s, number] = places[0], places[-1] + 1
        owner_roller[s, : len(roster.owners[s])] = [roller_number(owner.id) for owner in roster.owners[s]]
    return Fleet(
        size=np.array([len(side) for side in roster.ships], np.int64),
        wings=np.array([len(side) for side in roster.wings], np.int64),
        owners=np.array([len(side) for side in roster.owners], np.int64),
        speed=np.array([declared_speed(scenario, standings, s) for s in range(2)], np.int64),
        runs=np.array(
            [max((owner.fighters.runs for owner in side if owner.wings), default=0) for side in roster.owners], np.int64
        ),
        cloaked=np.array([int(any(ship.fitted.cloak for ship in side)) for side in roster.ships], np.int64),
        guarded=np.array([int(any(ship.fitted.protects for ship in side)) for side in roster.ships], np.int64),
        choosy=np.array([int(barred[s].any()) for s in range(2)], np.int64),
        bitter_end=np.array([int(bool(side.bitter_end)) for side in scenario.sides], np.int64),
        roller=of_ships(lambda ship: roller_number(ship.id)),
        owner=of_ships(lambda ship: owner_of[ship.id]),
        kind=kind,
        kind_first=kind_first,
        kind_end=kind_end,
        weight=of_ships(lambda ship: ship.hull.weight),
        pace=of_ships(lambda ship: ship.hull.speed),
        hangars=of_ships(lambda ship: ship.hull.hangars),
        cloak=of_ships(lambda ship: CLOAKS[ship.fitted.cloak]),
        sensor_dice=of_ships(lambda ship: ship.fitted.sensor_dice),
        stag=of_ships(lambda ship: ship.fitted.detected_bonus),
        protects=of_ships(lambda ship: int(ship.fitted.protects)),
        hit_bonus=hit_bonus,
        pierce_bonus=of_ships(lambda ship: ship.fitted.pierce_bonus),
        strike_shift=of_ships(lambda ship: ship.fitted.strike_die_against),
        barred=barred,
        hp_max=of_ships(lambda ship: ship.hull.hp),
        attacks=of_ships(lambda ship: ship.hull.attacks),
        damage=of_ships(lambda ship: ship.hull.damage),
        weapon=of_ships(lambda ship: WEAPONS[ship.hull.weapon] if ship.hull.weapon else k.DIRECT),
        avoidance=of_ships(lambda ship: ship.hull.avoidance),
        protection=of_ships(lambda ship: ship.hull.protection),
        standoff_attacks=of_ships(lambda ship: ship.hull.standoff_attacks),
        standoff_damage=of_ships(lambda ship: ship.hull.standoff_damage),
        # A centre without a number has room for whatever the other reading does not count.
        centre=of_ships(lambda ship: ship.fitted.direction_centre),
        arrives=of_ships(lambda ship: ship.arrives),
        wing_roller=of_wings(lambda wing: roller_number(wing.id)),
        wing_owner=of_wings(lambda wing: wing_owner[wing.id]),
        wing_level=of_wings(lambda wing: wing.level),
        wing_runs=of_fighters(lambda fighters: fighters.runs),
        wing_rolls=of_fighters(lambda fighters: fighters.rolls),
        wing_dogfight=of_fighters(lambda fighters: fighters.bonus),
        wing_strike=of_fighters(lambda fighters: fighters.strike_die),
        owner_roller=owner_roller,
    )


def _orders(roster: Roster, standings: Mapping[str, Standing], fleet: Fleet, grades: Grid) -> Orders:
    (_, n_ships), (_, n_wings), (_, n_owners) = fleet.roller.shape, fleet.wing_roller.shape, fleet.owner_roller.shape
    n_kinds = len(roster.kinds)
    n_criteria = max(1, *(len(standing.strike) for standing in standings.values()), 1)
    prefer, leave, range_ = grid(2, n_ships, n_kinds), grid(2, n_ships), grid(2, n_ships)
    force, launch, commit = grid(2, n_owners), grid(2, n_wings), grid(2, n_wings)
    prey, wounded = grid(2, n_wings, n_criteria, n_kinds), grid(2, n_wings, n_criteria)
    criteria, allotted, own_split = grid(2, n_wings), grid(2, n_ships, grades.shape[1]), grid(2)
    hold, hold_standoff, pursue, hunts = grid(2, n_ships), grid(2, n_ships), grid(2, n_ships), grid(2, n_wings)
    # Who guards whom is asked of protectors only, and most battles have none.
    guards = grid(2, n_ships, n_ships if fleet.guarded.any() else 1)
    for s in range(2):
        standing_of = {o: standings[owner.id] for o, owner in enumerate(roster.owners[s])}
        for i, ship in enumerate(roster.ships[s]):
            standing = standing_of[int(fleet.owner[s, i])]
            prefer[s, i] = preferred(roster.kinds, cast(Any, closest(standing.targets, ship.hull)) or ())
            percent = cast("int | None", closest(standing.leave, ship.hull))
            leave[s, i] = k.NONE if percent is None else percent
            range_[s, i] = RANGES[cast("str | None", closest(standing.ranges, ship.hull)) or BEST]
            hold[s, i] = int(closest(standing.cloaks, ship.hull) == HOLD)
            hold_standoff[s, i] = int(closest(standing.volleys, ship.hull) == HOLD)
            pursue[s, i] = int(closest(standing.pursuits, ship.hull) != NO)
            if ship.fitted.protects:
                wards = cast("tuple[str, ...] | None", closest(standing.wards, ship.hull)) or (ANY,)
                guards[s, i, : len(roster.ships[s])] = [int(_is_ward(ward, wards)) for ward in roster.ships[s]]
            if standing.split is not None:
                own_split[s] = 1
                shares = standing.split.get(ship.id, {})
                allotted[s, i] = [shares.get(int(damage), 0) if damage else 0 for damage in grades[1 - s]]
        for o, standing in standing_of.items():
            force[s, o] = k.NONE if standing.force is None else standing.force
            left = standing.launch
            for w, wing in enumerate(roster.wings[s]):
                if int(fleet.wing_owner[s, w]) != o:
                    continue
                launch[s, w] = wing.number if left is None else min(left, wing.number)
                left = None if left is None else left - int(launch[s, w])
                commit[s, w] = standing.commit
                hunts[s, w] = int(standing.hunt)
                criteria[s, w] = len(standing.strike)
                for c, criterion in enumerate(standing.strike):
                    wounded[s, w, c] = criterion.wounded
                    prey[s, w, c] = [int(is_kind(hull, criterion.kinds)) for hull in roster.kinds]
    return Orders(
        prefer=prefer,
        leave=leave,
        force=force,
        range=range_,
        launch=launch,
        commit=commit,
        prey=prey,
        wounded=wounded,
        criteria=criteria,
        allotted=allotted,
        own_split=own_split,
        hold=hold,
        hold_standoff=hold_standoff,
        pursue=pursue,
        guards=guards,
        hunts=hunts,
    )


def _is_ward(ship: Ship, wards: tuple[str, ...]) -> bool:
    """Whether a ship is among those in a protector's care, by id or kind."""
    return any(ship.id == ward or is_kind(ship.hull, ward) for ward in wards)


def preferred(kinds: tuple[Hull, ...], wanted: tuple[str, ...]) -> list[int]:
    """Numbers of all kinds, those wanted first and in that order, the others by weight; within an entry by weight."""
    places = [next((w for w, name in enumerate(wanted) if is_kind(hull, name)), len(wanted)) for hull in kinds]
    return sorted(range(len(kinds)), key=lambda number: (places[number], number))


def _readings(scenario: Scenario) -> Readings:
    option = {id_: options[scenario.readings[id_]] for id_, options in OPTIONS.items()}
    ends = [ruling.last for ruling in scenario.rulings if ruling.verb == "ends"]
    return Readings(
        commit=option["interception-commit"],
        centres=option["fdc-capacity"],
        standoff_kills=option["standoff-kills"],
        flanked=option["flanked-answer"],
        stag=option["stag-bonus"],
        cloaks=option["cloak-against-cloak"],
        draw_hidden=option["protect-from-cloak"],
        form=FORMS[scenario.form],
        battle_type=BATTLE_TYPES[scenario.battle_type],
        round_limit=scenario.round_limit,
        last_round=min(ends, default=k.NONE),
    )


def ruling_rows(scenario: Scenario, roster: Roster) -> list[tuple[Ruling, tuple[int, ...]]]:
    """The rows of ``Rulings`` that the moderator's modifiers make, each with the ruling it comes from."""
    rows: list[tuple[Ruling, tuple[int, ...]]] = []
    for ruling in scenario.rulings:
        if ruling.kind in RULINGS:
            last = ruling.last or scenario.round_limit
            # No subject means the whole side; a subject that is no combatant has nothing to modify.
            targets = [roster.places[id_] for id_ in ruling.subjects if id_ in roster.places]
            if not ruling.subjects:
                targets = [(ruling.side, k.NONE)]
            rows += [(ruling, (RULINGS[ruling.kind], s, i, ruling.first, last, ruling.value)) for s, i in targets]
    return rows


def ruling_table(rows: Sequence[Sequence[int]]) -> Rulings:
    """Rows as the kernel wants them."""
    array, active = grid(max(1, len(rows)), k.R_WIDTH), grid(k.R_KINDS, 2)
    for number, row in enumerate(rows):
        array[number] = row
        active[row[k.R_KIND], row[k.R_SIDE]] += 1
    return Rulings(array, active)
