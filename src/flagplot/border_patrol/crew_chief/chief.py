"""The crew chief's post: which units may have one, and who may hold it (V12.42, V12.43)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.wording import counted
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults

LEAST_RATING, MOST_RATING = 0, 9


class Quality(StrEnum):
    """Crew quality of a unit (V18.80, V18.90)."""

    POOR = "poor"
    NORMAL = "normal"
    OUTSTANDING = "outstanding"


class Station(StrEnum):
    """What a unit is, as far as a crew chief is concerned."""

    SHIP = "ship"
    BASE = "base"
    TENDER = "tender"
    CASUAL_CARRIER = "casual-carrier"
    SYSTEM_BASE = "system-base"


class Declared(StrEnum):
    """When the owner of a base said that it has a crew chief."""

    BUILT = "built"
    MODIFIED = "modified"
    START = "start"
    LATER = "later"


class Post(StrEnum):
    """An officer's post that concerns the crew chief."""

    CREW_CHIEF = "crew-chief"
    WEAPONS_OFFICER = "weapons-officer"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A unit that asks for a crew chief.

    ``carries_fighters`` is whether it normally has fighters, not as an option on its mech links. ``rated`` and
    ``present`` are the fighters of a base by its rating and now; ``starbase`` marks a Team's original starbase.
    """

    id: str
    station: Station
    carries_fighters: bool = False
    rated: int = 0
    present: int = 0
    declared: Declared = Declared.LATER
    starbase: bool = False


@carries_out("bp", "V12.42")
def check_eligible(unit: Candidate, options: Options, where: str, faults: Faults) -> None:
    """Refuse a crew chief for a unit that is no carrier, and for a base too small or declared at no proper time."""
    rule = Citation("bp", "V12.42")
    if unit.station is Station.BASE:
        least: int = printed()["V12.42"]["base_fighters"]
        count = unit.rated if options["base-count"] == "rated" else unit.present
        if count < least:
            message = f"a base with {counted(count, 'fighter')} has no crew chief"
            gap, mend = f"{counted(least - count, 'fighter')} short", f"From {least} fighters on a base may have one."
            faults.add("base-too-small", where, message, gap=gap, mend=mend, citation=rule)
        at_start = unit.declared is Declared.START and unit.starbase
        if not at_start and unit.declared not in (Declared.BUILT, Declared.MODIFIED):
            message = "a base's crew chief is declared when it is built or enlarged to twelve fighters, or at the start"
            mend = "Only a Team's original starbase declares at the start; enlarge the base to declare now."
            faults.add("declared-too-late", where, message, mend=mend, citation=rule)
    elif unit.station in (Station.CASUAL_CARRIER, Station.SYSTEM_BASE) or not unit.carries_fighters:
        names = {
            Station.CASUAL_CARRIER: "a casual carrier",
            Station.SYSTEM_BASE: "a fighter base in a star system",
            Station.TENDER: "a PF tender",
        }
        what = names.get(unit.station, "a ship that has fighters as an option or not at all")
        mend = "Give the chief to a unit that normally carries fighters."
        faults.add("no-carrier", where, f"{what} is no carrier and has no crew chief", mend=mend, citation=rule)


@carries_out("bp", "V12.43")
def check_posts(posts: Iterable[Post], where: str, faults: Faults) -> None:
    """Refuse more than one officer in the post that crew chief and weapons officer share."""
    held = [post for post in posts if post is not Post.OTHER]
    if len(held) > 1:
        names = " and a ".join(post.value.replace("-", " ") for post in held)
        message = f"a unit has one crew chief or weapons officer, not a {names}"
        gap, mend = f"{len(held) - 1} too many", "Keep one of them."
        faults.add("two-chiefs", where, message, gap=gap, mend=mend, citation=Citation("bp", "V12.43"))


@carries_out("bp", "V12.43")
def check_appointment(former: Post, new: Post, where: str, faults: Faults) -> None:
    """Refuse to make a weapons officer a crew chief, or the other way about."""
    pair = {Post.CREW_CHIEF, Post.WEAPONS_OFFICER}
    if former is not new and {former, new} == pair:
        message = f"a {former.value.replace('-', ' ')} cannot become a {new.value.replace('-', ' ')}"
        mend = "Appoint somebody who is neither."
        faults.add("no-conversion", where, message, mend=mend, citation=Citation("bp", "V12.43"))


@carries_out("bp", "V12.43")
def new_rating(rating: int, change: int, options: Options, where: str, faults: Faults) -> int:
    """The rating after it moved as any officer's does (V17.80 says when), and 0 to 9 as the reading has it."""
    wanted = rating + change
    near = max(LEAST_RATING, min(MOST_RATING, wanted))
    if near != wanted and options["rating-range"] == "refused":
        message = f"a crew chief has no rating of {wanted}"
        gap, mend = f"{abs(wanted - near)} too {'high' if wanted > near else 'low'}", f"The nearest is {near}."
        faults.add("rating-out-of-range", where, message, gap=gap, mend=mend, citation=Citation("bp", "V12.43"))
    return near


@carries_out("bp", "V12.43")
def rolls_for_fate(box: str, hit: Collection[str]) -> bool:
    """Whether the chief, at work in a shuttle or fighter box, rolls for his fate (V17.94) when these boxes are hit."""
    return box in hit
