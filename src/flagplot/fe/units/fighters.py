"""F-111 (527) and heavy fighters (530): squadrons, bases, dates, who may bear them, what they cost and replace."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.calendar import START, Date, Season, turn_of
from flagplot.fe.empires import Empire, empire_named
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of
from flagplot.fe.units.category import Category

F_111, HEAVY, STANDARD, SPECIAL_A_20, PFS, POLICE = "f-111", "heavy", "fighters", "a-20", "pfs", "police"

SQUADRONS = {F_111: 9, HEAVY: 8, STANDARD: 6, SPECIAL_A_20: 10, PFS: 6}
"""Factors of a squadron of six craft; PFs are counted one by one."""

TWO_SQUADRON_BASES = frozenset({Category.STARBASE, Category.STELLAR_FORTRESS})
ONE_SQUADRON_BASES = frozenset({Category.BATTLE_STATION, Category.SECTOR_BASE, Category.BASE_STATION})


@carries_out("fe", "527.1", "530.11")
def squadron(kind: str, *, crippled: bool = False) -> int:
    """Factors of one squadron: nine F-111, eight heavy, ten A-20, six others; half, rounded down, on a cripple."""
    return SQUADRONS[kind] // 2 if crippled else SQUADRONS[kind]


@carries_out("fe", "527.112", "530.111")
def command_equivalents(kind: str, factors: int) -> int:
    """Ship equivalents that factors of independent squadrons count for command: one for each squadron begun."""
    return -(-factors // SQUADRONS[kind])


@carries_out("fe", "527.12", "530.121", "531.44/transfer")
def may_transfer(kind: str, to: str) -> bool:
    """Whether factors go from a carrier of one kind to one of another: only like to like."""
    return kind == to


@carries_out("fe", "527.13", "527.131")
def annuity(kind: str, factors: int, *, auxiliary: bool = False) -> Fraction | None:
    """What the fighters of a new carrier cost: two points a factor, those of F-111 on an auxiliary too.

    None for other fighters of an auxiliary, whose discounted price is not in the rulebook.
    """
    return None if auxiliary and kind != F_111 else factors * Fraction(2)


@carries_out("fe", "527.132")
def isolated_production(*, standard: int = 0) -> int:
    """F-111 factors that an isolated starbase may make in a turn: nine at most, less what else it makes."""
    return max(SQUADRONS[F_111] - standard, 0)


@carries_out("fe", "527.141", "530.211")
def base_squadrons(base: Category) -> Fraction:
    """Squadrons of special fighters that a base takes besides its standard ones; a defense unit takes half of one."""
    if base is Category.DEFENSE_UNIT:
        return Fraction(1, 2)
    return Fraction(2 if base in TWO_SQUADRON_BASES else 1 if base in ONE_SQUADRON_BASES else 0)


@carries_out("fe", "527.14")
def defense_unit_cost(*, doubled: bool) -> int:
    """What a Federation defense unit's fighters cost: three points, six once their number is doubled.

    Defense units take no F-111.
    """
    return 6 if doubled else 3


class Escorting(StrEnum):
    """How an NVH goes to battle."""

    MEDIUM = "escorted as a medium carrier"
    SINGLE = "unescorted single-ship carrier"


@carries_out("fe", "527.21")
def nvh_modes(date: Date, *, chosen: Escorting | None = None) -> tuple[Escorting, ...]:
    """How an NVH may go: with escorts until Spring Y180, then either way; what it has chosen for this combat phase as
    an escorted carrier it keeps.
    """
    if date < Date(180, Season.SPRING) or chosen is Escorting.MEDIUM:
        return (Escorting.MEDIUM,)
    return (Escorting.MEDIUM, Escorting.SINGLE)


class Introduction(NamedTuple):
    """When an empire has heavy fighters first."""

    turn: int
    date: Date


@carries_out("fe", "530.2", "530.223")
def introduction(empire: Empire, where: str, faults: Faults) -> Introduction | None:
    """The turn of an empire's heavy fighters in the published calendar; an empire without a date is refused."""
    for name, turn, season, year in charts_of("lists")["heavy-fighters"].rows:
        if empire_named(name) is empire:
            return Introduction(int(turn), Date(int(year.removeprefix("Y")), Season[season.upper()]))
    message = f"no date of heavy fighters is given for {empire.label}"
    rule = Citation("fe", "530.223")
    faults.add("not-in-the-data", where, message, mend="See its order of battle.", citation=rule)
    return None


@carries_out("fe", "530.2/from")
def has_heavy_fighters(empire: Empire, turn: int, where: str, faults: Faults, start: Date = START) -> bool:
    """Whether an empire may deploy heavy fighters on a turn of a campaign that starts at ``start``."""
    found = introduction(empire, where, faults)
    return found is not None and turn >= turn_of(found.date, start)


@carries_out("fe", "530.12")
def free_replacement(kind: str) -> bool:
    """Whether losses are replaced free at the end of the combat phase; F-111 have a price in the chart of costs."""
    return kind != F_111


@carries_out("fe", "530.12/when")
def replaced_in(kind: str, options: Options) -> tuple[str, ...]:
    """The steps in which losses are replaced: 2B4 and 6E, heavy fighters at the end of the combat phase instead."""
    if kind == HEAVY and options["heavy-replacement-time"] == "combat-phase":
        return ("end of phase 5",)
    return ("2B4", "6E")


@carries_out("fe", "530.123")
def pod_supplies(pod: str, carrier: str) -> bool:
    """Whether a pod of replacement fighters supplies a carrier: any pod any, except that F-111 are for F-111 alone."""
    return F_111 not in (pod, carrier) or pod == carrier


@carries_out("fe", "530.21")
def base_may_have_heavy(empire: Empire, base: Category) -> bool:
    """Whether a base or defense unit may operate heavy fighters: those of the Kzintis alone, of the listed kinds."""
    return empire is Empire.KZINTI and base_squadrons(base) > 0


KZINTI_BASES = {20: TWO_SQUADRON_BASES, 21: ONE_SQUADRON_BASES, 22: frozenset({Category.DEFENSE_UNIT})}
"""What gets heavy fighters on which turn; base stations on turn 21 alone (reading H36)."""

KZINTI_PFS = range(25, 28)
"""The turns on which PFs take the place of heavy fighters on bases."""


@carries_out("fe", "530.212")
def free_for_bases(base: Category, turn: int, options: Options) -> Fraction:
    """Squadrons that each Kzinti base of a kind gets free on a turn of the published calendar."""
    if base is Category.BASE_STATION and turn == 22 and options["kzinti-base-stations"] == "both":
        return Fraction(1, 2)
    return base_squadrons(base) if base in KZINTI_BASES.get(turn, frozenset()) else Fraction(0)


@carries_out("fe", "530.213")
def disbanded_for_pfs(turn: int, *, takes_pfs: bool) -> bool:
    """Whether heavy fighters of a base are disbanded, with neither cost nor gain, because it takes PFs that turn.

    Free PFs that it does not take are lost.
    """
    return takes_pfs and turn in KZINTI_PFS


class Load(NamedTuple):
    """Standard and heavy factors of a carrier."""

    standard: int
    heavy: int


HULLS = {
    "DN": Load(6, 8),
    "BB": Load(6, 8),
    "LAV": Load(6, 8),
    "SAV": Load(0, 8),
    "SD": Load(6, 8),
}
"""What a changed carrier has, where the rule says so outright."""

NEVER = frozenset({"PFT", "SCS", "DCS", "BCS", "FRD", "POD", "MONITOR"})
HYDRAN = frozenset({"SD", "SEN", "VED", "LE", "MKH"})
THOLIAN = frozenset({"CVA", "SCOUT CARRIER"})


@carries_out("fe", "530.22", "530.221")
def changed_load(
    hull: str, standard: int, size_class: int, empire: Empire, designator: str, where: str, faults: Faults
) -> Load | None:
    """The factors of a carrier changed to heavy fighters: eight of them for one squadron of six standard ones.

    ``hull`` is what it is built on (DN, BB, CA, CW, CL), or LAV, SAV, PFT, SCS, MONITOR. Refused for hulls that may
    not, for size class 4, for a war cruiser with less than six factors, and for Hydran and Tholian carriers but few.
    """
    rule, reason = Citation("fe", "530.221"), ""
    if hull in NEVER:
        reason = f"{hull} cannot operate heavy fighters"
    elif empire is Empire.HYDRAN and designator not in HYDRAN:
        reason = f"of the Hydrans only {', '.join(sorted(HYDRAN))} operate heavy fighters"
    elif empire is Empire.THOLIAN and designator not in THOLIAN:
        reason = "of the Tholians only the CVA and the scout carrier operate heavy fighters"
    elif size_class == 4 and hull != "SAV":
        reason = "carriers of size class 4 cannot operate heavy fighters"
    elif standard < 6:
        reason = f"it needs six standard factors, and has {standard}"
    if reason:
        faults.add("no-heavy-fighters", where, reason, mend="Keep standard fighters.", citation=rule)
        return None
    return HULLS.get(hull, Load(standard - 6, 8))


@carries_out("fe", "530.222")
def changeover_cost(before: Fraction, after: Fraction) -> Fraction:
    """What an existing carrier pays to change: the difference of its fighters' prices, and no conversion capacity."""
    return max(after - before, Fraction(0))


@carries_out("fe", "530.22/limit")
def counted_changeovers(changes: int) -> int:
    """How many of a turn's changeovers count against the limit on PF tenders or carriers: all but one free one."""
    return max(changes - 1, 0)


@carries_out("fe", "530.224")
def partial_grid_heavy(free_factors: int) -> int:
    """Heavy factors that a partial grid makes of free standard ones: one of two."""
    return free_factors // 2


POD_FACTORS = {
    Empire.LYRAN: 8,
    Empire.KLINGON: 8,
    Empire.KZINTI: 8,
    Empire.GORN: 16,
    Empire.HYDRAN: 16,
}


class Pods(NamedTuple):
    """Factors of one pod, None where the rulebook gives none, and how many an empire may have."""

    factors: int | None
    most: int


@carries_out("fe", "530.23")
def heavy_pods(empire: Empire) -> Pods | None:
    """The pods of replacement heavy fighters of an empire, None for Tholians and Romulans, who have none.

    One on the turn of introduction and the second later, except for Lyrans and Gorns; the Kzintis have four.
    """
    if empire in (Empire.THOLIAN, Empire.ROMULAN):
        return None
    return Pods(
        POD_FACTORS.get(empire), 4 if empire is Empire.KZINTI else 1 if empire in (Empire.LYRAN, Empire.GORN) else 2
    )


@carries_out("fe", "502.51")
def pfs_of_host(host: Category, *, module: bool = False) -> int:
    """PFs of a host that does not move; a mobile or operational base has its six by a module alone."""
    if host in TWO_SQUADRON_BASES:
        return 12
    if host in (Category.MOBILE_BASE, Category.OPERATIONAL_BASE):
        return 6 if module else 0
    return {Category.DEFENSE_UNIT: 3}.get(host, 6 if host in ONE_SQUADRON_BASES else 0)
