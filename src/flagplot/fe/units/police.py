"""Police ships (531): how many there are, who is called up or built and when, where they are placed and may go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.calendar import Season
from flagplot.fe.empires import Empire, empire_named
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of

TWO_A_TURN = frozenset({Empire.FEDERATION, Empire.KLINGON})
"""Empires that call up two cutters a turn, and a flagship and a carrier in each."""


class Police(StrEnum):
    """The three kinds of police ship."""

    CUTTER = "cutter"
    FLAGSHIP = "flagship"
    CARRIER = "carrier"


class War(StrEnum):
    """How far an empire is at war."""

    PEACE = "peace"
    LIMITED = "limited"
    FULL = "full"


@dataclass(frozen=True, kw_only=True)
class Called:
    """What an empire has called up of one kind: ever, this year, and this turn; and built this turn of any kind."""

    ever: int = 0
    this_year: int = 0
    this_turn: int = 0
    built_this_turn: int = 0


@carries_out("fe", "531.11")
def initial_cutters(empire: Empire) -> int:
    """The cutters that an empire starts with; none for one that is not listed (reading H44)."""
    rows = charts_of("lists")["police-start"].rows
    return next((int(number) for name, number in rows if empire_named(name) is empire), 0)


@carries_out("fe", "531.120")
def lifetime_limit(empire: Empire, kind: Police) -> int:
    """How many of a kind an empire may ever call up; none for one without police."""
    for name, *numbers in charts_of("units")["police"].rows:
        if (empire_named(name) or empire_named(name.split()[0])) is empire:
            return int(dict(zip(Police, numbers, strict=True))[kind])
    return 0


@carries_out("fe", "531.12", "531.31", "531.41")
def most_called(empire: Empire, kind: Police, season: Season, war: War, called: Called, options: Options) -> int:
    """How many more of a kind may be called up this turn, the limit for life left aside.

    Cutters one a turn, flagships one a year in Spring, carriers one a year in Fall; for the Federation and the Klingons
    two cutters, a flagship and a carrier every turn. Only in full war.
    """
    if war is not War.FULL:
        return 0
    if kind is Police.CUTTER:
        return max((2 if empire in TWO_A_TURN else 1) - called.this_turn, 0)
    in_season = season is (Season.SPRING if kind is Police.FLAGSHIP else Season.FALL)
    if empire in TWO_A_TURN:
        return int(not called.this_turn and (in_season or options["police-seasons"] == "each-turn"))
    return int(not called.this_year and in_season)


@carries_out("fe", "531.32", "531.42")
def refuse_call_up(
    empire: Empire,
    kind: Police,
    season: Season,
    war: War,
    called: Called,
    options: Options,
    where: str,
    faults: Faults,
) -> None:
    """Refuse a police ship that may not be called up now, or never more (the limits of 531.120)."""
    if not most_called(empire, kind, season, war, called, options):
        message = f"{empire.label} calls up no {kind} now"
        mend = (
            "In full war: cutters one a turn, flagships in Spring, carriers in Fall; Federation and Klingons each turn."
        )
        faults.add("not-now", where, message, mend=mend, citation=Citation("fe", "531.12"))
    most = lifetime_limit(empire, kind)
    if called.ever >= most:
        message = f"{empire.label} has called up {called.ever} of {most} {kind}s that it ever may"
        mend = "Build one instead (531.122)."
        faults.add("no-more-police", where, message, gap="1 over", mend=mend, citation=Citation("fe", "531.120"))


@carries_out("fe", "531.122")
def refuse_build(called: Called, frigates_left: int, options: Options, where: str, faults: Faults) -> None:
    """Refuse to build a police ship beyond the limits: one a turn, counted as a frigate."""
    rule = Citation("fe", "531.122")
    counted = called.built_this_turn + (called.this_turn if options["police-two-limits"] == "together" else 0)
    if counted:
        message = "one police ship a turn is built"
        gap = f"{counted} already"
        faults.add("too-many-police", where, message, gap=gap, mend="Build it next turn.", citation=rule)
    if frigates_left < 1:
        message = "it takes a place in the frigate schedule, and none is left"
        faults.add("no-frigate-place", where, message, mend="Leave out a frigate.", citation=rule)


@carries_out("fe", "531.123", "531.33", "531.43")
def answers_raids(kind: Police) -> bool:
    """Whether a kind is called up against a raid, for its phase alone and outside all limits: cutters only."""
    return kind is Police.CUTTER


@carries_out("fe", "531.31/cost", "531.41/cost")
def call_up_cost(kind: Police) -> Fraction:
    """What a call-up costs: nothing, two for a flagship, three for a carrier with its fighters."""
    return Fraction({Police.CUTTER: 0, Police.FLAGSHIP: 2, Police.CARRIER: 3}[kind])


@dataclass(frozen=True, kw_only=True)
class PoliceHex:
    """What bears on a police ship in a hex; ``enemy_ships`` counts fighters and PFs by equivalents."""

    base: bool = False
    planet: bool = False
    capital: bool = False
    in_supply: bool = True
    original_territory: bool = True
    annexed: bool = False
    neutral: bool = False
    own_convoy: bool = False
    enemy_ships: Fraction = Fraction(0)


@carries_out("fe", "531.125", "531.31/place", "531.41/place")
def refuse_placing(kind: Police, place: PoliceHex, where: str, faults: Faults) -> None:
    """Refuse a hex for a ship newly called up: a base, mobile or larger, or a planet, at home and in supply.

    Flagships and carriers appear in the capital alone.
    """
    rule = Citation("fe", "531.125")
    if kind is not Police.CUTTER and not place.capital:
        message = f"a police {kind} is placed in the capital"
        faults.add("not-there", where, message, mend="Place it in the capital.", citation=rule)
    elif not (place.base or place.planet or place.capital) or not place.in_supply or not place.original_territory:
        message = (
            "a police cutter is placed at a base or planet of its own territory that is in supply of the main grid"
        )
        faults.add("not-there", where, message, mend="Choose such a hex.", citation=rule)


@carries_out("fe", "531.211", "531.212")
def refuse_entering(place: PoliceHex, where: str, faults: Faults, *, retreats: bool = False) -> None:
    """Refuse a hex that a police ship may not enter: abroad, except with a convoy of its empire or into internment; and
    by operational movement one with more than one enemy ship.
    """
    abroad = not (place.original_territory or place.annexed)
    if abroad and not place.own_convoy and not (place.neutral and retreats):
        message = "a police ship leaves its territory only with a convoy of its empire, or to be interned"
        faults.add("leaves-territory", where, message, mend="Stay inside.", citation=Citation("fe", "531.211"))
    if place.enemy_ships > 1 and not retreats:
        message = f"{place.enemy_ships} enemy ship equivalents are there, and one at most may be"
        gap, rule = f"{place.enemy_ships - 1} over", Citation("fe", "531.212")
        faults.add("too-many-enemies", where, message, gap=gap, mend="Go elsewhere.", citation=rule)


@carries_out("fe", "531.21")
def police_speed() -> int:
    """Hexes of a police ship, which moves as a warship."""
    return 6


class Loss(StrEnum):
    """What becomes of a police ship."""

    RETURNED = "returned to police duty, off the map"
    DESTROYED = "destroyed, its salvage to the police"


@carries_out("fe", "531.22")
def police_loss(*, destroyed: bool) -> Loss:
    """What a crippled or destroyed police ship comes to; neither gives its player salvage or a ship to mend."""
    return Loss.DESTROYED if destroyed else Loss.RETURNED


BARRED = {
    "convert-to-warship": "531.23",
    "scrap": "531.23",
    "sell-to-wyn": "531.23",
    "battle-group": "531.23",
    "cveg": "531.23",
    "depot": "531.23",
    "convert-during-repair": "531.23",
    "transfer-to-navy": "531.44",
    "megafighters": "531.44",
    "independent-reaction": "531.44",
}
"""Uses that are barred, and by which rule."""


@carries_out("fe", "531.23", "531.44")
def refuse_use(use: str, where: str, faults: Faults) -> None:
    """Refuse what no police ship may do; strikes by its fighters and transfers among police carriers are free."""
    if use in BARRED:
        message = f"a police ship may not: {use.replace('-', ' ')}"
        faults.add("not-for-police", where, message, mend="Use a warship.", citation=Citation("fe", BARRED[use]))


@carries_out("fe", "531.45")
def refuse_escorts(size_classes: Iterable[int], where: str, faults: Faults) -> None:
    """Refuse a police carrier's escorts but none, one or two, at most one of which is of size class 3."""
    sizes = list(size_classes)
    if len(sizes) > 2 or sum(size == 3 for size in sizes) > 1 or any(size not in (3, 4) for size in sizes):
        message = f"escorts of size class {', '.join(map(str, sizes))} are not what a police carrier may have"
        mend = "At most two: of size class 3 and 4, or both of 4."
        faults.add("wrong-escorts", where, message, mend=mend, citation=Citation("fe", "531.45"))


@carries_out("fe", "531.462")
def federation_carrier_limit(designator: str) -> int:
    """How many police carriers of a design the Federation may call up: two POV and four PV."""
    return {"POV": 2, "PV": 4}[designator]


@carries_out("fe", "531.124")
def shared_out(ships: int, sectors: int) -> tuple[int, ...]:
    """The initial police ships of each sector of a sector scenario, as even as can be; the first have the rest."""
    each, rest = divmod(ships, sectors)
    return tuple(each + (number < rest) for number in range(sectors))
