"""Auxiliaries (549) and groups that do not break (550): building, moving, retreating, garrisons, single targets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.empires import Empire
from flagplot.fe.options import Options
from flagplot.fe.units.category import Category
from flagplot.fe.units.ship import ShipType

TWO_A_TURN = frozenset({Empire.FEDERATION, Empire.KLINGON, Empire.ROMULAN, Empire.ISC})


class Size(StrEnum):
    """The four sizes, as those of freighters; what another table calls huge is heavy (reading H85)."""

    SMALL = "small"
    LARGE = "large"
    JUMBO = "jumbo"
    HEAVY = "heavy"


class Work(StrEnum):
    """What an auxiliary is for."""

    CARRIER = "carrier"
    SCOUT = "scout"
    TROOP = "troop"
    DRONE = "drone"
    PF_TENDER = "pf-tender"
    COMBATANT = "combatant"
    HOSPITAL = "hospital"
    REPAIR = "repair"
    WEB_TENDER = "web-tender"
    SPACE_CONTROL = "space-control"


@carries_out("fe", "549.124")
def size_named(name: str) -> Size | None:
    """The size of a name, ``huge`` among them; None for any other."""
    word = name.casefold()
    return Size.HEAVY if word == "huge" else next((size for size in Size if size == word), None)


@dataclass(frozen=True, kw_only=True)
class Built:
    """What an empire has built: auxiliaries this turn, big ones this year, troop ships besides this turn."""

    this_turn: int = 0
    big_this_year: int = 0
    large_troop: int = 0
    small_troop: int = 0


@carries_out("fe", "549.121")
def refuse_building(
    empire: Empire,
    size: Size,
    built: Built,
    options: Options,
    where: str,
    faults: Faults,
    *,
    at_war: bool,
    extra_troop: bool = False,
) -> None:
    """Refuse an auxiliary beyond the limits: one a turn (two for four empires), one big a year, in full war.

    ``extra_troop`` counts it as a troop ship besides: one large or two small a turn.
    """
    rule = Citation("fe", "549.121")
    if not at_war:
        message = "auxiliaries are built in war alone, limited war not counted"
        faults.add("not-at-war", where, message, mend="Wait for war.", citation=Citation("fe", "549.12"))
    if extra_troop and options["auxiliary-limits"] == "besides":
        small = size is Size.SMALL
        if built.large_troop or (built.small_troop > 1 if small else built.small_troop):
            message = "one large or two small troop ships a turn are built besides"
            faults.add("too-many-auxiliaries", where, message, gap="1 over", mend="Leave it out.", citation=rule)
        return
    most = 2 if empire in TWO_A_TURN else 1
    if built.this_turn >= most:
        message = f"{empire.label} builds {most} a turn"
        faults.add("too-many-auxiliaries", where, message, gap="1 over", mend="Build it next turn.", citation=rule)
    if size is not Size.SMALL and built.big_this_year:
        message = "one large, jumbo or heavy auxiliary a year is built"
        faults.add("too-many-big-auxiliaries", where, message, gap="1 over", mend="Build a small one.", citation=rule)


@carries_out("fe", "549.123", "549.125")
def counts_against(limit: str) -> bool:
    """Whether an auxiliary counts against a ``carrier``, ``scout`` or ``pf-tender`` limit, or may use ``overbuild``."""
    return limit == "auxiliary"


MOVES = {"operational": 3, "retrograde": 3, "reserve": 3, "reaction": 1, "strategic": 12}


@carries_out("fe", "549.21", "549.22", "549.23", "549.24")
def allowance(kind: str) -> int:
    """Hexes of an auxiliary by kind of movement: three, one in reaction of either range, twelve strategic."""
    return MOVES[kind]


@carries_out("fe", "549.211")
def pins(*, auxiliary: bool) -> bool:
    """Whether a unit itself pins or is pinned: no auxiliary, whose fighters and PFs alone do."""
    return not auxiliary


@carries_out("fe", "549.212", "549.213")
def may_leave_before_combat(*, auxiliary: bool) -> bool:
    """Whether a unit may withdraw before combat: no auxiliary may, though it may enter hexes with enemies."""
    return not auxiliary


LISTED_AS_SLOW = frozenset({Work.CARRIER, Work.SCOUT, Work.TROOP, Work.DRONE})
"""The works of auxiliaries that 756.1 names."""


def work_of(type_: ShipType) -> Work:
    """What an auxiliary is for, by what its row of the ship table has."""
    fits = (
        (Work.CARRIER, type_.is_carrier),
        (Work.SCOUT, type_.scout),
        (Work.TROOP, type_.troops > 0),
        (Work.DRONE, type_.drones > 0),
        (Work.PF_TENDER, type_.pfs > 0),
    )
    return next((work for work, holds in fits if holds), Work.COMBATANT)


@carries_out("fe", "549.25", "549.32")
def retreats_as_slow(work: Work | None, options: Options) -> bool:
    """Whether a unit retreats by the rules of slow ones and cannot pursue: auxiliaries of any work, or the four named.

    ``work`` is None for what is no auxiliary.
    """
    return work in LISTED_AS_SLOW if options["slow-auxiliaries"] == "listed" else work is not None


@carries_out("fe", "549.33")
def may_leave_capital_in_part(*, auxiliary: bool) -> bool:
    """Whether a unit uses a partial retreat to leave a capital: no auxiliary; they are one type in its defence."""
    return not auxiliary


BARRED = {"adopted": "410.51", "expeditionary": "411.7", "battle-group": "315.23", "cloak": "549.43"}


@carries_out("fe", "549.41", "549.43")
def refuse_use(use: str, where: str, faults: Faults) -> None:
    """Refuse what no auxiliary may: be adopted, expeditionary or in a battle group, or, if Romulan, cloak."""
    if use in BARRED:
        rule = Citation("fe", "549.43" if use == "cloak" else "549.41")
        message = f"an auxiliary may not: {use.replace('-', ' ')} ({BARRED[use]})"
        faults.add("not-for-auxiliaries", where, message, mend="Use a warship.", citation=rule)


@carries_out("fe", "549.42")
def garrisons(work: Work, place: str, *, craft_equivalents: int = 0, battalions: int = 0) -> bool:
    """Whether an auxiliary holds a ``province`` or ``planet``.

    Carriers and tenders with a ship equivalent of craft, drone ships and combatants hold both; troop ships with two
    battalions hold planets.
    """
    if work is Work.TROOP:
        return place == "planet" and battalions >= 2
    if work in (Work.CARRIER, Work.PF_TENDER):
        return craft_equivalents >= 1
    return work in (Work.DRONE, Work.COMBATANT)


class Group(StrEnum):
    """Counters of several ships that the rules speak of."""

    CARRIER_GROUP = "carrier-group"
    CONVOY = "convoy"
    MILITARY_CONVOY = "military-convoy"
    COMMERCIAL_CONVOY = "commercial-convoy"
    LOGISTICS_TASK_FORCE = "logistics-task-force"
    THOLIAN_CARGO = "3cpc"
    ROMULAN_CARGO = "3fe"
    GUNBOATS = "gunboat-division"
    PINWHEEL = "pinwheel"


class Division(StrEnum):
    """The gunboat divisions by their names, as the contents have them and as 550.4 has them."""

    KLINGON_77TH = "klingon-77th"
    KZINTI_23RD = "kzinti-23rd"
    KLINGON_23RD = "klingon-23rd"
    KZINTI_77TH = "kzinti-77th"


CARGO = frozenset({Group.THOLIAN_CARGO, Group.ROMULAN_CARGO})


@carries_out("fe", "550.1", "550.2", "550.3", "550.4", "550.5")
def is_single_target(group: Group, options: Options, *, single_counters: bool = False) -> bool:
    """Whether a group is attacked as one unit.

    Convoys, gunboat divisions and pinwheels are; cargo groups are unless there are counters for their single ships;
    carrier groups are not (515 holds for them).
    """
    if group in CARGO:
        return not single_counters and options["unbreakable-left"] == "kept"
    return group is not Group.CARRIER_GROUP


@carries_out("fe", "550.3/stasis", "550.5/stasis")
def may_be_frozen(group: Group, *, single_counters: bool = False) -> bool:
    """Whether a stasis field may take a group or a ship of it: no pinwheel, and no cargo group that does not break."""
    return not (group is Group.PINWHEEL or (group in CARGO and not single_counters))


@carries_out("fe", "550.0/counter")
def group_on_counter(category: Category, designator: str) -> Group | None:
    """The group that one counter stands for, by its kind or its code; None for a counter of a single unit."""
    names = (category.value, designator.casefold())
    return next((group for group in Group if group.value in names), None)


@carries_out("fe", "550.4/name")
def division_of(empire: Empire, options: Options) -> Division | None:
    """The gunboat division of an empire: the Klingon 77th and the Kzinti 23rd, or as 550.4 has it, the reverse."""
    pair = (Division.KLINGON_77TH, Division.KZINTI_23RD)
    if options["gunboat-divisions"] == "printed":
        pair = (Division.KLINGON_23RD, Division.KZINTI_77TH)
    return dict(zip((Empire.KLINGON, Empire.KZINTI), pair, strict=True)).get(empire)
