"""What a crew chief brings at his rating (V12.44 to V12.48), each number by the rule that gives it.

``quality`` is that of the host unit. Every figure is that of a unit with a chief; one without has none of them.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from flagplot.border_patrol.crew_chief.chief import Quality
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.core.citation import carries_out


class Packs(NamedTuple):
    """Extra booster packs and chaff pods: at most so many of each, and so many in all."""

    of_each: int
    in_all: int


@carries_out("bp", "V12.44")
def extra_actions(rating: int, crews: int, quality: Quality) -> int:
    """Extra deck crew actions of a turn, for so many deck crews, before any limit of a single crew."""
    if rating < printed()["V12.44"]["from_rating"]:
        return 0
    extra = isqrt(rating + crews)
    return extra // 2 if quality is Quality.POOR else extra


@carries_out("bp", "V12.44")
def usable_halves(extra: int, recipients: int) -> int:
    """Of so many extra actions, the half actions that so many crews can take; the rest of them is lost."""
    each: int = printed()["V12.44"]["most_extra_halves"]
    return min(2 * extra, each * recipients)


@carries_out("bp", "V12.45")
def extra_packs(rating: int, quality: Quality, *, takes_v20: bool, options: Options) -> Packs:
    """Extra booster packs and chaff pods, stored in the bays without charge; none for a base that takes V20.72."""
    if quality is Quality.POOR or takes_v20:
        return Packs(0, 0)
    most = isqrt(rating)
    return Packs(most, most if options["pack-count"] == "together" else 2 * most)


@carries_out("bp", "V12.46")
def spare_shuttles(rating: int, quality: Quality, *, takes_v20: bool) -> int:
    """Spare administrative shuttles beyond those of the unit's own; none for a base that takes V20.73."""
    if rating < printed()["V12.46"]["from_rating"] or quality is Quality.POOR or takes_v20:
        return 0
    return isqrt(rating) - 1


@carries_out("bp", "V12.46")
def made_available(rating: int, quality: Quality, *, takes_v20: bool) -> int:
    """Shuttles and fighters of a poor crew that are usable in spite of V18.842, before one must stay behind."""
    if quality is not Quality.POOR or takes_v20:
        return 0
    return max(0, isqrt(rating) - 1)


@carries_out("bp", "V12.46")
def still_unavailable(count: int, made: int) -> int:
    """Of so many unavailable craft those that stay so: one at least, but a count of none stays none."""
    return min(count, max(1, count - made))


@carries_out("bp", "V12.47")
def why_not_ready(quality: Quality, tried: bool) -> str:
    """Why the chief may not try to ready a spare shuttle in battle, empty where he may."""
    if quality is Quality.OUTSTANDING:
        return "an outstanding crew readies one without a roll (V18.942)"
    if quality is Quality.POOR:
        return "a poor crew may not try"
    return "it was tried in this battle already" if tried else ""


@carries_out("bp", "V12.47")
def readies(rating: int, face: int) -> bool:
    """Whether the die lets the chief ready a spare shuttle."""
    bonus = 1 if rating >= printed()["V12.47"]["best_rating"] else 0
    return face - bonus < isqrt(rating)


def ready_chance(rating: int) -> Fraction:
    """The chance that the one attempt of a battle succeeds."""
    sides: int = printed()["V12.47"]["sides"]
    return Fraction(sum(readies(rating, face) for face in range(1, sides + 1)), sides)


@carries_out("bp", "V12.48")
def ejection_help(rating: int, quality: Quality, *, based_here: bool) -> int:
    """What comes off the ejection roll (J6.612) of a pilot, if he is based on the chief's unit."""
    if quality is Quality.POOR or not based_here:
        return 0
    outstanding = quality is Quality.OUTSTANDING and rating >= printed()["V12.48"]["from_rating"]
    return max(0, isqrt(rating) - 1) + outstanding
