"""Battles for the tests of the kernel, as arrays made by hand: no scenario, no ship book, no orders are read.

The tables are the page's, written down here a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from flagplot.core import dice as d
from flagplot.core.sources import Source
from flagplot.engine.kernel import rebound
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import (
    Battle,
    Fleet,
    Orders,
    Readings,
    Tables,
    begin,
    grid,
    scratch,
)
from flagplot.fta3.battle.trace import Trace
from flagplot.fta3.play.setup import ruling_table

Entry = Mapping[str, Any]
Builder = Callable[..., Battle]

# A hull that can take and deal damage, and what it is ordered to do; each entry of a fleet changes what it names.
SHIP: Entry = {
    "weight": 16,
    "hp": 161,
    "now": None,  # HP at the start, if not all
    "attacks": 10,
    "damage": 6,
    "weapon": k.DIRECT,
    "avoidance": 12,
    "protection": 13,
    "standoff": 0,
    "standoff_damage": 0,
    "pace": 2,
    "hangars": 0,
    "cloak": 0,
    "sensors": 1,
    "stag": 0,
    "protects": 0,
    "hit": (0, 0),  # what fittings add to hit, at close and at far range
    "pierce": 0,
    "flak": 0,  # added to the die of a fighter that strikes it
    "never": (),  # hull names that it is never paired with
    "centre": 0,
    "arrives": 1,
    "owner": 0,
    "hull": None,  # name; ships of one weight are of one hull unless they say otherwise
    "leave": k.NONE,
    "range": k.CLOSE,
    "prefer": (),  # hull names
    "hold": 0,
    "hold_standoff": 0,
    "pursue": 1,
    "guards": 1,  # whether it looks after every ship of its side
}

WING: Entry = {
    "number": 10,
    "level": 5,
    "owner": 0,
    "commit": 100,
    "launch": None,
    "prey": (),
    "runs": 0,
    "rolls": 1,
    "dogfight": 0,
    "strike": 0,
    "hunts": 1,
}

TABLES = Tables(
    range_bonus=np.array([[1, -1], [2, 0], [2, 4]]),
    pierce_bonus=np.array([3, 2, 0]),
    initiative=1,
    streak=-2,
    dogfight=20,
    lead_halves=1,
    reach=2,
    strike_miss=11,
    strike_loss=16,
    strike_damage=10,
    hunters=5,
    sensors=16,
    cloak=5,
    pursuit=15,
    pursuit_speed=2,
    reconstitution=4,
)

READINGS = Readings(
    commit=k.HALF,
    centres=k.UNLIMITED,
    standoff_kills=k.OUT,
    flanked=k.PARTNER_ONLY,
    stag=k.PIERCE,
    cloaks=k.ONE_BONUS,
    draw_hidden=k.NOT_DRAWN,
    form=k.MASS,
    battle_type=k.MOBILE,
    round_limit=100,
    last_round=k.NONE,
)


def columns(sides: Sequence[Sequence[Entry]], width: int, name: str) -> Any:
    """One field of the entries of both sides as a grid."""
    array = grid(2, width)
    for s, side in enumerate(sides):
        array[s, : len(side)] = [entry[name] for entry in side]
    return array


def build(
    red: Sequence[Entry],
    blue: Sequence[Entry],
    *,
    wings: tuple[Sequence[Entry], Sequence[Entry]] = ((), ()),
    speeds: tuple[int, int] = (2, 2),
    bitter_end: tuple[int, int] = (0, 0),
    force: tuple[Sequence[int], Sequence[int]] = ((k.NONE,), (k.NONE,)),
    rulings: Sequence[Sequence[int]] = (),
    key: int = 1,
    sample: int = 0,
    trace_rows: int = 4000,
    **readings: int,
) -> Battle:
    """A battle before its first step. Ships are put in the arrays' order: heaviest first, then by hull, then as given.

    ``force`` is each owner's threshold, so its lengths are the numbers of owners. ``prey`` of a wing lists (hull names,
    least percentage lost).
    """
    filled = [[{**SHIP, **ship} for ship in side] for side in (red, blue)]
    for ship in (ship for side in filled for ship in side):
        ship["hull"] = ship["hull"] or f"W{ship['weight']}"
        ship["now"] = ship["hp"] if ship["now"] is None else ship["now"]
    for side in filled:
        side.sort(key=lambda ship: (-ship["weight"], ship["hull"]))
    squadrons = [[{**WING, **wing} for wing in side] for side in wings]
    for wing in (wing for side in squadrons for wing in side):
        wing["launch"] = wing["number"] if wing["launch"] is None else wing["launch"]
    hulls = list(
        dict.fromkeys(
            ship["hull"] for ship in sorted(filled[0] + filled[1], key=lambda ship: (-ship["weight"], ship["hull"]))
        )
    )
    grades = [
        sorted({ship["standoff_damage"] for ship in side if ship["standoff"]}, reverse=True) or [0] for side in filled
    ]

    n_ships, n_wings = max(map(len, filled)), max(1, *map(len, squadrons))
    n_owners, n_grades, n_kinds = max(map(len, force)), max(map(len, grades)), len(hulls)
    n_criteria = max([1, *(len(wing["prey"]) for side in squadrons for wing in side)])

    def of_ships(name: str) -> Any:
        return columns(filled, n_ships, name)

    def of_wings(name: str) -> Any:
        return columns(squadrons, n_wings, name)

    kind, prefer = grid(2, n_ships), grid(2, n_ships, n_kinds)
    kind_first, kind_end, forces = grid(2, n_kinds), grid(2, n_kinds), grid(2, n_owners)
    prey, wounded, criteria = grid(2, n_wings, n_criteria, n_kinds), grid(2, n_wings, n_criteria), grid(2, n_wings)
    grade_table, hit_bonus, barred = grid(2, n_grades), grid(2, n_ships, 2), grid(2, n_ships, n_kinds)
    guards = grid(2, n_ships, n_ships)
    for s, side in enumerate(filled):
        forces[s, : len(force[s])] = force[s]
        grade_table[s, : len(grades[s])] = grades[s]
        names = [ship["hull"] for ship in side]
        for number, hull in enumerate(hulls):
            if hull in names:
                kind_first[s, number] = names.index(hull)
                kind_end[s, number] = names.index(hull) + names.count(hull)
        for i, ship in enumerate(side):
            kind[s, i] = hulls.index(ship["hull"])
            wanted = [hulls.index(hull) for hull in ship["prefer"]]
            hit_bonus[s, i] = ship["hit"]
            barred[s, i] = [hull in ship["never"] for hull in hulls]
            guards[s, i, : len(side)] = ship["guards"]
            prefer[s, i] = wanted + [number for number in range(n_kinds) if number not in wanted]
        for w, wing in enumerate(squadrons[s]):
            criteria[s, w] = len(wing["prey"])
            for c, (wanted_hulls, percent) in enumerate(wing["prey"]):
                wounded[s, w, c] = percent
                prey[s, w, c] = [hull in wanted_hulls for hull in hulls]

    fleet = Fleet(
        size=np.array([len(side) for side in filled]),
        wings=np.array([len(side) for side in squadrons]),
        owners=np.array([len(side) for side in force]),
        speed=np.array(speeds),
        runs=np.array([max((wing["runs"] for wing in side), default=0) for side in squadrons]),
        cloaked=np.array([int(any(ship["cloak"] for ship in side)) for side in filled]),
        guarded=np.array([int(any(ship["protects"] for ship in side)) for side in filled]),
        choosy=np.array([int(any(ship["never"] for ship in side)) for side in filled]),
        bitter_end=np.array(bitter_end),
        roller=np.array([[1000 * (s + 1) + i for i in range(n_ships)] for s in range(2)]),
        owner=of_ships("owner"),
        kind=kind,
        kind_first=kind_first,
        kind_end=kind_end,
        pace=of_ships("pace"),
        hangars=of_ships("hangars"),
        cloak=of_ships("cloak"),
        sensor_dice=of_ships("sensors"),
        stag=of_ships("stag"),
        protects=of_ships("protects"),
        hit_bonus=hit_bonus,
        pierce_bonus=of_ships("pierce"),
        strike_shift=of_ships("flak"),
        barred=barred,
        weight=of_ships("weight"),
        hp_max=of_ships("hp"),
        attacks=of_ships("attacks"),
        damage=of_ships("damage"),
        weapon=of_ships("weapon"),
        avoidance=of_ships("avoidance"),
        protection=of_ships("protection"),
        standoff_attacks=of_ships("standoff"),
        standoff_damage=of_ships("standoff_damage"),
        centre=of_ships("centre"),
        arrives=of_ships("arrives"),
        wing_roller=np.array([[3000 + 100 * s + w for w in range(n_wings)] for s in range(2)]),
        wing_owner=of_wings("owner"),
        wing_level=of_wings("level"),
        wing_runs=of_wings("runs"),
        wing_rolls=of_wings("rolls"),
        wing_dogfight=of_wings("dogfight"),
        wing_strike=of_wings("strike"),
        owner_roller=np.array([[4000 + 100 * s + o for o in range(n_owners)] for s in range(2)]),
    )
    battle = Battle(
        **scratch(n_ships, n_wings, n_owners, n_grades, n_kinds)._asdict(),
        fleet=fleet,
        orders=Orders(
            prefer=prefer,
            leave=of_ships("leave"),
            force=forces,
            range=of_ships("range"),
            launch=of_wings("launch"),
            commit=of_wings("commit"),
            prey=prey,
            wounded=wounded,
            criteria=criteria,
            allotted=grid(2, n_ships, n_grades),
            own_split=grid(2),
            hold=of_ships("hold"),
            hold_standoff=of_ships("hold_standoff"),
            pursue=of_ships("pursue"),
            guards=guards,
            hunts=of_wings("hunts"),
        ),
        tables=TABLES,
        readings=READINGS._replace(**readings),
        rulings=ruling_table(rulings),
        trace=Trace(grid(trace_rows, k.T_WIDTH), grid(1)),
        grades=grade_table,
        dice=d.at(d.keyed(key), sample, 1),
    )
    begin(battle, of_ships("now"), of_wings("number"))
    return battle


def engaged(*args: Any, **kwargs: Any) -> Battle:
    """A built battle in which every ship that is there from the start is active and free, and every fighter flies."""
    b = build(*args, **kwargs)
    for s in range(2):
        for i in range(b.fleet.size[s]):
            if b.fleet.arrives[s, i] == 1:
                b.ships.status[s, i] = k.ACTIVE
                b.sides.free[s] += 1
                b.sides.arrived[s, b.fleet.owner[s, i]] += b.fleet.weight[s, i]
        for w in range(b.fleet.wings[s]):
            b.wings.flying[s, w], b.wings.aboard[s, w] = b.wings.aboard[s, w], 0
    return b


def noted(b: Battle, event: int) -> list[tuple[int, ...]]:
    """What the trace says of one kind of event: side, ship, other and the four numbers of each row."""
    rows = b.trace.rows[: int(b.trace.head[0])].tolist()
    return [tuple(row[k.T_SIDE :]) for row in rows if row[k.T_EVENT] == event]


def with_dice(function: Any, source: Source) -> Any:
    """A kernel function whose dice come from a source."""
    return rebound(function, {d.face: source.face, d.count: source.count})


@pytest.fixture(scope="session")
def battle() -> Builder:
    """Builds a battle before its first step."""
    return build


@pytest.fixture(scope="session")
def joined() -> Builder:
    """Builds a battle in which all take part already."""
    return engaged


@pytest.fixture(scope="session")
def events() -> Callable[[Battle, int], list[tuple[int, ...]]]:
    """Reads one kind of event from the trace."""
    return noted


@pytest.fixture(scope="session")
def rolled() -> Callable[[Any, Source], Any]:
    """Puts the dice of a source into a kernel function."""
    return with_dice
