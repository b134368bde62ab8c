"""Deck crews made in battle, and the chief who works as one himself (V12.49)."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from flagplot.border_patrol.crew_chief.chief import Quality
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults

RULE = Citation("bp", "V12.49")


@dataclass(frozen=True, kw_only=True)
class Losses:
    """Where a battle stands: deck crews of the complement, those of them alive, conversions begun, intact boxes."""

    complement: int
    alive: int
    conversions: int = 0
    intact_boxes: int = 1

    @property
    def lost(self) -> int:
        """Deck crews killed."""
        return self.complement - self.alive


@carries_out("bp", "V12.49")
def conversions(rating: int, quality: Quality) -> int:
    """The crew units that may become deck crews in a battle, before the reading on losses."""
    return 0 if quality is Quality.POOR else max(0, isqrt(rating) - 1)


@carries_out("bp", "V12.49")
def check_conversion(
    losses: Losses, rating: int, quality: Quality, options: Options, where: str, faults: Faults
) -> None:
    """Refuse to begin a conversion that the chief may not make, with all that stands in its way."""
    if quality is Quality.POOR:
        mend = "From rating 4 on the chief may work himself once all deck crews are dead."
        faults.add("poor-crew", where, "a poor crew converts nobody", mend=mend, citation=RULE)
    needed = losses.complement if options["conversion-trigger"] == "all" else 1
    if losses.lost < max(1, needed):
        message = f"{losses.lost} deck crews have been killed"
        gap = f"{max(1, needed) - losses.lost} short"
        mend = "Conversions make good losses in combat."
        faults.add("no-losses", where, message, gap=gap, mend=mend, citation=RULE)
    most = conversions(rating, quality)
    if quality is not Quality.POOR and losses.conversions >= most:
        message = f"a chief of rating {rating} converts {most} crew units in a battle"
        gap = f"{losses.conversions + 1 - most} too many"
        faults.add("too-many-conversions", where, message, gap=gap, mend=f"At most {most}.", citation=RULE)
    elif options["conversion-limit"] == "losses" and 0 < losses.lost <= losses.conversions:
        message = f"{losses.lost} deck crews were lost and {losses.conversions} made good"
        mend = "No more are converted than were lost."
        faults.add("more-than-lost", where, message, gap="1 too many", mend=mend, citation=RULE)
    if not can_work(losses.intact_boxes):
        mend = "Repair a box first."
        faults.add("no-intact-box", where, "no shuttle or fighter box is intact", mend=mend, citation=RULE)


@carries_out("bp", "V12.49")
def conversion_ends(start: int) -> int:
    """The impulse with which a conversion that begins with impulse ``start`` is finished, counted through all turns."""
    impulses: int = printed()["V12.49"]["impulses"]
    return start + impulses - 1


@carries_out("bp", "V12.49")
def can_work(intact_boxes: int) -> bool:
    """Whether deck crews, of the complement or made in battle, can work at all: in an intact shuttle or fighter box."""
    return intact_boxes > 0


@carries_out("bp", "V12.49")
def acts_as_crew(rating: int, quality: Quality, living: int, options: Options) -> bool:
    """Whether the chief counts as a deck crew himself: all others dead, and his rating high enough."""
    if quality is Quality.POOR and options["poor-chief-works"] == "barred":
        return False
    return living == 0 and rating >= printed()["V12.49"]["acts_from_rating"]
