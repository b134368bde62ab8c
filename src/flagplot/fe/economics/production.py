"""What may be built or mended where: depots (424.1), small yards (450.19), substitutions (450.4), conversions (751)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.calendar import START, Date, first_turn
from flagplot.fe.empires import Empire, empire_named
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of

MOST_SUBSTITUTIONS = 2


class Track(NamedTuple):
    """A depot track of an empire: its number, and the hulls that it takes, unless it takes all."""

    number: int
    hulls: frozenset[str]
    takes_all: bool


@cache
def _tracks_of(empire: Empire) -> tuple[Track, ...]:
    """The depot tracks of an empire, in the order of the list."""
    found = []
    for name, number, hulls in charts_of("production")["depot"].rows:
        if empire_named(name) is empire:
            named = (each.strip().removeprefix("or ").removeprefix("any ") for each in hulls.split(","))
            found.append(Track(int(number), frozenset(named), hulls.startswith("all ")))
    return tuple(found)


@carries_out("fe", "424.1")
def depot_track(hull: str, empire: Empire, where: str, faults: Faults, *, captured: bool = False) -> int | None:
    """The depot track that mends a hull; captured ships, and hulls that no track has, are refused.

    A track for any ship of a kind (``any CA``) is for the hulls that a user names so; an empire with one track for all
    its ships takes every hull.
    """
    rule = Citation("fe", "424.1")
    if captured:
        message = "a captured ship does not enter a depot"
        faults.add("no-depot", where, message, mend="Repair it at a base.", citation=rule)
        return None
    tracks = _tracks_of(empire)
    for track in tracks:
        if track.takes_all or hull.upper() in track.hulls:
            return track.number
    message = f"no depot track of {empire.label} takes a {hull}"
    mend = "See rule 424.1." if tracks else f"{empire.label} has no depot in the list."
    faults.add("no-depot", where, message, mend=mend, citation=rule)
    return None


class Built(NamedTuple):
    """What a slot of a small yard may be: each choice with the ships that it gives."""

    choices: tuple[tuple[str, ...], ...]


SLOTS = ("FF", "DW", "CW")


@carries_out("fe", "450.19")
def small_yard(slot: str, empire: Empire, options: Options, where: str, faults: Faults) -> Built:
    """What a small yard of an empire may build in its FF, DW or CW slot; rows of one empire are alternatives."""
    choices: list[tuple[str, ...]] = []
    for name, *cells in charts_of("economics")["shipyards"].rows:
        if empire_named(name) is empire and slot in SLOTS:
            cell = cells[SLOTS.index(slot)]
            if options["small-yards"] == "either":
                cell = cell.replace("+", " or ")
            choices += [tuple(part.split("+")) for part in cell.split(" or ")]
    if not choices:
        message, rule = (
            f"a small yard of {empire.label} with a {slot} slot is not in the data",
            Citation("fe", "450.19"),
        )
        faults.add("not-in-the-data", where, message, mend=f"Slots: {', '.join(SLOTS)}.", citation=rule)
    return Built(tuple(choices))


class Substitution(NamedTuple):
    """A ship built instead of another; ``limited`` of one that counts among the two of a turn."""

    ship: str
    instead_of: str
    limited: bool
    remark: str


@carries_out("fe", "450.4")
def substitution(
    ship: str, scheduled: str, empire: Empire, turn: int, where: str, faults: Faults, start: Date = START
) -> Substitution | None:
    """The substitution of a ship for one of the schedule on a turn; one that is not listed, or not yet, is refused.

    ``any DN`` of the list means every dreadnought, here every designator that begins so.
    """
    rule = Citation("fe", "450.4")
    too_early = ""
    for name, new, old, from_, limit, remark in charts_of("production")["substitutions"].rows:
        fits = scheduled.startswith(old.removeprefix("any ")) if old.startswith("any ") else scheduled == old
        if empire_named(name) is not empire or new != ship or not fits:
            continue
        since = first_turn(from_, where, faults, start) if from_ else None
        if since is None or turn >= since:
            return Substitution(ship, scheduled, limit != "no limit", remark)
        too_early = from_
    if too_early:
        message = f"{ship} for {scheduled} is allowed from {too_early.rstrip('+')} on"
        faults.add("too-early", where, message, mend="Build what is scheduled.", citation=rule)
    else:
        message = f"{empire.label} may not build {ship} for {scheduled}"
        faults.add("no-substitution", where, message, mend="See rule 450.4.", citation=rule)
    return None


@carries_out("fe", "450.4/limit")
def refuse_substitutions(taken: Sequence[Substitution], options: Options, where: str, faults: Faults) -> None:
    """Refuse more than two substitutions of a turn that count."""
    counted = [each for each in taken if each.limited or options["substitution-count"] == "all"]
    over = len(counted) - MOST_SUBSTITUTIONS
    if over > 0:
        message = f"{len(counted)} substitutions of a turn count, and {MOST_SUBSTITUTIONS} may be made"
        mend, rule = f"Leave out {counted[-1].ship} for {counted[-1].instead_of}.", Citation("fe", "450.4")
        faults.add("too-many-substitutions", where, message, gap=f"{over} over", mend=mend, citation=rule)


class Price(NamedTuple):
    """What a conversion costs the one who makes it, and what of that another empire earns."""

    cost: Fraction
    to_klingons: Fraction


@carries_out("fe", "751.0")
def conversion_price(ship: str, options: Options) -> Price:
    """The price of a ``captured ship`` made one's own, or of a ``KC9R``; fighters and PFs cost extra."""
    row = next(row for row in charts_of("production")["conversions"].rows if row[1] == ship)
    cost, share = Fraction(row[3]), Fraction(row[4])
    return Price(cost + share if options["kc9r-cost"] == "besides" else cost, share)


INHERITS = {
    (Empire.FEDERATION, "CC"): "CA",
    (Empire.LYRAN, "CC"): "CA",
    (Empire.KLINGON, "D7"): "D6",
    (Empire.ROMULAN, "K7R"): "KR",
}


@carries_out("fe", "751.0/inherits")
def converts_as(hull: str, empire: Empire) -> str:
    """The hull whose conversions a hull may make besides its own: a CC those of a CA; empty where there is none.

    Any D7 and any K7R: their variants too.
    """
    for (owner, base), other in INHERITS.items():
        if owner is empire and (hull == base or (base in ("D7", "K7R") and hull.startswith(base))):
            return other
    return ""
