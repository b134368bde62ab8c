"""A unit in battle with its craft, and what a battle force may hold (302.3): flagship, command, attrition units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.combat.settings import Settings
from flagplot.fe.empires import Empire
from flagplot.fe.units.category import Category
from flagplot.fe.units.fighters import SQUADRONS, base_may_have_heavy, command_equivalents
from flagplot.fe.units.kinds import stays_behind
from flagplot.fe.units.ship import Unit

HALF = Fraction(1, 2)
MOST_ATTRITION = 3
TOP_RATINGS = 3
NO_LEADERS = frozenset({Category.PLANET, Category.DEFENSE_UNIT, Category.ATTRITION_UNIT})


class Craft(StrEnum):
    """Attrition units; all but gunboats are counted in combat factors."""

    FIGHTERS = "fighters"
    HEAVY = "heavy"
    F_111 = "f-111"
    A_20 = "a-20"
    PFS = "pfs"


SQUADRON: Mapping[Craft, int] = {kind: SQUADRONS[kind.value] for kind in Craft}
"""What makes one ship equivalent."""


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """A unit with the craft that are aboard; ``carrier`` is the id of the carrier whose group it escorts, ``planet``
    that of the planet that a defense battalion defends, empty where there is but one. ``gces`` are the battalions of
    ground troops with it, ``spares`` the spare fighter factors that it can hand on, None for as many as its counter
    shows. ``towed_by`` is the transport that has a repair dock in tow. ``system`` is where it stands in a capital hex,
    empty in the mobile force and elsewhere.
    """

    unit: Unit
    craft: Mapping[Craft, int] = field(default_factory=dict)
    carrier: str = ""
    planet: str = ""
    gces: int | None = None
    towed_by: str = ""
    spares: int | None = None
    system: str = ""

    @property
    def is_squadron(self) -> bool:
        """Whether it is nothing but craft: an independent squadron."""
        return self.unit.type.category is Category.ATTRITION_UNIT

    @property
    def id(self) -> str:
        """The id of the unit."""
        return self.unit.id

    def without(self, kind: Craft, number: int) -> Combatant:
        """The same with so many fewer craft of a kind."""
        return replace(self, craft={**self.craft, kind: self.craft.get(kind, 0) - number})


@carries_out("fe", "521.21")
def gces_of(each: Combatant) -> int:
    """The battalions of ground troops (GCE) with a unit now: what has been told, else as many as its counter shows."""
    return each.unit.type.troops if each.gces is None else each.gces


@carries_out("fe", "526.31")
def spares_of(each: Combatant) -> int:
    """The spare fighter factors of a unit now, which it can hand on and not operate."""
    return each.unit.type.spare if each.spares is None else each.spares


def standing(each: Combatant) -> bool:
    """Whether a unit cannot leave the hex."""
    return stays_behind(each.unit.type.category, towed=bool(each.towed_by))


@carries_out("fe", "302.332/equivalents")
def attrition_equivalents(kind: Craft, number: int) -> Fraction:
    """Ship equivalents of so many factors, or gunboats, of one kind: whole squadrons, and a rest in halves.

    Like counts with like alone: a rest up to half a squadron is half an equivalent, a larger one a whole one.
    """
    halves = -(-2 * number // SQUADRON[kind])
    return Fraction(halves, 2)


@carries_out("fe", "302.332")
def refuse_attrition(craft: Mapping[Craft, int], where: str, faults: Faults) -> Fraction:
    """The ship equivalents of all craft of a battle force; more than three are refused."""
    total = sum((attrition_equivalents(kind, number) for kind, number in craft.items()), Fraction(0))
    if total > MOST_ATTRITION:
        message = f"the attrition units are {total} ship equivalents, and {MOST_ATTRITION} may fight"
        mend = "Hold some back: " + ", ".join(f"{SQUADRON[kind]} {kind} are one" for kind in craft) + "."
        rule = Citation("fe", "302.332")
        faults.add(
            "too-many-attrition-units", where, message, gap=f"{total - MOST_ATTRITION} over", mend=mend, citation=rule
        )
    return total


@carries_out("fe", "302.332/fielded")
def with_fielded_craft(
    units: Sequence[Combatant], order: Sequence[str] = (), apart: frozenset[str] = frozenset(), room: int = 0
) -> tuple[Combatant, ...]:
    """The units with as many of their craft as may fight, up to three ship equivalents.

    Those that ``order`` names go first (``cv-1``, ``heavy``, ``cv-1 heavy``), the others in the order of the units. The
    craft of units ``apart`` count against the command of the flagship, which has ``room`` for so many squadrons.
    """
    fielded: dict[Craft, int] = {}
    aboard: dict[str, dict[Craft, int]] = {each.id: {} for each in units}
    for each, kind in _in_order(units, order):
        most = min(each.craft[kind], room * SQUADRON[kind]) if each.id in apart else each.craft[kind]
        number = 0
        while number < most and _equivalents({**fielded, kind: fielded.get(kind, 0) + 1}) <= MOST_ATTRITION:
            fielded[kind] = fielded.get(kind, 0) + 1
            number += 1
        if number:
            aboard[each.id][kind] = number
        if each.id in apart:
            room -= command_equivalents(kind.value, number)
    return tuple(replace(each, craft=aboard[each.id]) if each.craft else each for each in units)


def _equivalents(craft: Mapping[Craft, int]) -> Fraction:
    return sum((attrition_equivalents(*entry) for entry in craft.items()), Fraction(0))


def _in_order(units: Sequence[Combatant], order: Sequence[str]) -> list[tuple[Combatant, Craft]]:
    """Every kind of craft of every unit, the ones that an order names in front."""
    every = [(each, kind) for each in units for kind in each.craft]
    last = len(order)

    def place(entry: tuple[Combatant, Craft]) -> int:
        each, kind = entry
        names = (each.id, kind.value, f"{each.id} {kind.value}")
        return next((number for number, wanted in enumerate(order) if wanted in names), last)

    return sorted(every, key=place)


@carries_out("fe", "501.5/crippled-carrier")
def craft_capacity(unit: Unit, kind: Craft) -> int:
    """How many craft of a kind a unit can operate: half of its number, rounded down, once it is crippled."""
    own = unit.type
    if kind is Craft.FIGHTERS:
        full = own.fighters
    elif kind is Craft.PFS:
        full = own.pfs
    else:
        full = own.heavy if own.heavy and own.heavy_kind.value == kind.value else 0
    return full // 2 if unit.crippled else full


def complement(unit: Unit) -> dict[Craft, int]:
    """All the craft that a unit can operate."""
    return {kind: number for kind in Craft if (number := craft_capacity(unit, kind))}


@carries_out("fe", "501.5/crippled-carrier", "530.21")
def refuse_craft(combatant: Combatant, where: str, faults: Faults) -> None:
    """Refuse more craft than a unit operates, what does not mix, and heavy fighters of others than the Kzintis where
    the unit is no ship.
    """
    strangers = refuse_mixing(combatant, where, faults)
    for kind, number in combatant.craft.items():
        most = craft_capacity(combatant.unit, kind)
        if number > most and kind not in strangers:
            state = "crippled " if combatant.unit.crippled else ""
            message = f"the {state}{combatant.unit.type.designator} operates {most} {kind} at most, and has {number}"
            gap, mend, rule = f"{number - most} over", f"Give it {most}.", Citation("fe", "501.5/crippled-carrier")
            faults.add("too-many-craft", where, message, gap=gap, mend=mend, citation=rule)
    heavy, own = combatant.craft.get(Craft.HEAVY, 0), combatant.unit.type
    if heavy and standing(combatant) and not base_may_have_heavy(own.empire, own.category):
        message = f"{own.empire.label} has no heavy fighters on bases and planets; only Kzintis have"
        mend = "Leave them out."
        faults.add("no-heavy-fighters", where, message, mend=mend, citation=Citation("fe", "530.21"))


@carries_out("fe", "530.113")
def refuse_mixing(combatant: Combatant, where: str, faults: Faults) -> tuple[Craft, ...]:
    """Refuse fighters among squadrons of another kind, and gunboats beside heavy fighters; the kinds that don't fit."""
    name, rule = combatant.unit.type.designator, Citation("fe", "530.113")
    aboard = [kind for kind, number in combatant.craft.items() if number]
    places = [kind for kind in Craft if kind is not Craft.PFS and craft_capacity(combatant.unit, kind)]
    strangers = tuple(kind for kind in aboard if places and kind not in (*places, Craft.PFS))
    for kind in strangers:
        message = f"the squadrons of the {name} are of {', '.join(places)}, and {kind} do not mix with them"
        gap = f"{combatant.craft[kind]} over"
        faults.add("mixed-squadron", where, message, gap=gap, mend="Give it none.", citation=rule)
    if {Craft.HEAVY, Craft.PFS} <= {*aboard}:
        message = f"the {name} cannot operate both heavy fighters and gunboats"
        faults.add("two-kinds", where, message, mend="Leave one kind out.", citation=rule)
    return strangers


@carries_out("fe", "302.32")
def eligible_flagships(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units that may be flagship: the three of the highest command rating, with all who equal the third.

    Planets with their battalions, and squadrons, lead only where there is nobody else, one for all.
    """
    there = list(units)
    leaders = [unit for unit in there if unit.type.category not in NO_LEADERS] or there[:1]
    ranked = sorted(leaders, key=lambda unit: -unit.type.command)
    if len(ranked) <= TOP_RATINGS:
        return tuple(ranked)
    least = ranked[TOP_RATINGS - 1].type.command
    return tuple(unit for unit in ranked if unit.type.command >= least)


@carries_out("fe", "302.32")
def refuse_flagship(flagship: str, units: Sequence[Unit], where: str, faults: Faults) -> None:
    """Refuse a flagship that is not among the units of the three highest command ratings there."""
    eligible = eligible_flagships(units)
    if any(unit.id == flagship for unit in eligible):
        return
    rule, ids = Citation("fe", "302.32"), [unit.id for unit in eligible]
    found = next((unit for unit in units if unit.id == flagship), None)
    if found is None:
        mend = nearest(flagship, ids)
        faults.add("unknown-unit", where, f"no '{flagship}' is there", fault=Fault.MALFORMED, mend=mend, citation=rule)
        return
    least = min(unit.type.command for unit in eligible)
    message = f"{flagship} has command rating {found.type.command}, which is not among the three highest there"
    gap, mend = f"{least - found.type.command} short", f"Choose {', '.join(ids)}."
    faults.add("no-flagship", where, message, gap=gap, mend=mend, citation=rule)


class Place(StrEnum):
    """Where a unit of a battle force stands."""

    LINE = "line"
    FREE_SCOUT = "free scout"
    DRONE_SHIP = "drone ship"
    TRANSPORT = "transport"
    COMMANDO = "commando ship"
    FORMATION = "formation box"
    ECHELON = "support echelon"


OUTSIDE = frozenset({Place.FREE_SCOUT, Place.DRONE_SHIP, Place.TRANSPORT, Place.COMMANDO, Place.ECHELON})
"""Places that the command rating of the flagship has no part in."""


@dataclass(frozen=True, kw_only=True)
class BattleForce:
    """Who fights: the flagship among ``units``, where each unit stands (the line if it isn't told), craft that fight.

    ``admiral``: one is aboard the flagship. ``generals``: the empires of Marine generals in the force, each of whom may
    bring a commando ship. ``battle_groups``: units that count together against command. ``drones``: the factors that
    have been paid for, by drone ship; all of a ship that isn't told. ``commandos``: the hosts of Prime Teams on that
    mission. ``announced``: the factors that ships subject to shock use.
    """

    flagship: str
    units: tuple[Combatant, ...]
    places: Mapping[str, Place] = field(default_factory=dict)
    craft: Mapping[Craft, int] = field(default_factory=dict)
    command_points: int = 0
    admiral: bool = False
    generals: frozenset[Empire] = frozenset()
    battle_groups: tuple[frozenset[str], ...] = ()
    drones: Mapping[str, int] = field(default_factory=dict)
    commandos: tuple[str, ...] = ()
    announced: Mapping[str, int] = field(default_factory=dict)

    @property
    def leader(self) -> Unit:
        """The flagship."""
        return next(each.unit for each in self.units if each.id == self.flagship)

    def place(self, id_: str) -> Place:
        """Where a unit stands."""
        return self.places.get(id_, Place.LINE)

    def at(self, place: Place) -> tuple[Combatant, ...]:
        """The units at a place."""
        return tuple(each for each in self.units if self.place(each.id) is place)


@carries_out("fe", "302.33")
def command_limit(rating: int, *, command_points: int = 0, admiral: bool = False) -> int:
    """How many units a flagship leads, itself included: its rating, command points, one for an admiral, and itself."""
    return 1 + rating + command_points + admiral


@carries_out("fe", "310.11")
def is_small_scale(ours: Fraction, theirs: Fraction, settings: Settings) -> bool:
    """Whether both battle forces, in ship equivalents, are small enough for small-scale combat."""
    return max(ours, theirs) <= settings.small_scale


@carries_out("fe", "203.54")
def ship_equivalents(combatants: Iterable[Combatant]) -> Fraction:
    """Ship equivalents of units and their craft: a ship one, a cripple half; what is no ship counts by its craft."""
    halves = 0
    craft: dict[Craft, int] = {}
    for each in combatants:
        if each.unit.type.category in (Category.SHIP, Category.POLICE):
            halves += 1 if each.unit.crippled else 2
        for kind, number in each.craft.items():
            craft[kind] = craft.get(kind, 0) + number
    return sum((pinning_equivalents(kind, number) for kind, number in craft.items()), Fraction(halves, 2))


@carries_out("fe", "203.54", "527.111", "530.112")
def pinning_equivalents(kind: Craft, number: int) -> Fraction:
    """Ship equivalents of craft outside a battle force: a rest counts half from half a squadron on, else nothing."""
    full = SQUADRON[kind]
    whole, rest = divmod(number, full)
    least = full // 2 + (1 if full % 2 else 0)
    return Fraction(whole) + (HALF if rest >= least else 0)
