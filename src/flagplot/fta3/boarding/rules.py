"""The outdated boarding rules: off unless the moderator turns them on, and marked as such in every result."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Refusal, Refused
from flagplot.core.rounding import half_up
from flagplot.fta3.book.ships import Size
from flagplot.fta3.ground.tables import numbers
from flagplot.fta3.ground.units import Stats

OFF, ON = "off", "on"
OUTDATED = "by the outdated boarding rules, which the page keeps for reference only"
FINE, CASUALTIES, THROWN_OUT, DESTROYED = "fine", "casualties", "thrown out", "destroyed"


class Boarder(NamedTuple):
    """A battalion aboard a ship: its stats, and whether it has the Boarding trait."""

    stats: Stats
    trained: bool = True


class Capture(NamedTuple):
    """What a capture check needs: the face of the d8, its target number and what the boarders add. ``under`` says by
    which rules.
    """

    need: int
    number: int
    added: int
    under: str = OUTDATED


class Peril(NamedTuple):
    """The faces of a boarder's damage save: the lowest that means casualties, thrown out, destroyed."""

    casualties: int
    thrown_out: int
    destroyed: int
    under: str = OUTDATED


def check_allowed(reading: str) -> None:
    """Raises ``Refused`` where the outdated rules are not turned on."""
    if reading != ON:
        mend = "Write boarding-rules = 'on' under [readings] if your table still plays by them."
        raise Refused(
            [
                Refusal(
                    code="boarding-off",
                    fault=Fault.ILLEGAL,
                    where="boarding",
                    message="the boarding rules of the page are outdated and not in force",
                    mend=mend,
                    citation=Citation("fta3", "boarding/permission"),
                )
            ]
        )


@carries_out("fta3", "boarding/untrained", "traits/boarding")
def difficulty(number: int, boarders: Sequence[Boarder]) -> int:
    """A target number for these boarders: half as high again where any of them lacks the Boarding trait, rounded."""
    if all(boarder.trained for boarder in boarders):
        return number
    return half_up(number * Fraction(numbers()["boarding/untrained"]["times"]))


@carries_out("fta3", "boarding/sabotage")
def sabotage(boarders: Sequence[Boarder]) -> int:
    """HP that boarders take from the ship in a turn: twice the quality and firepower of all of them."""
    strength = sum(boarder.stats.quality + boarder.stats.firepower for boarder in boarders)
    return int(numbers()["boarding/sabotage"]["times"]) * strength


@carries_out("fta3", "boarding/capture")
def capture(boarders: Sequence[Boarder], weight: int, *, defended: bool) -> Capture:
    """What the d8 of a capture check needs against a ship of a weight; ``defended`` where espatiers hold her."""
    table = numbers()["boarding/capture"]
    share = Fraction(table["defended_share" if defended else "weight_share"])
    number = difficulty(table["base"] + half_up(weight * share), boarders)
    added = sum(b.stats.quality + b.stats.mobility + b.stats.firepower for b in boarders)
    return Capture(number - added, number, added)


@carries_out("fta3", "boarding/damage-save")
def peril(size: Size, hostile_firepower: int) -> Peril:
    """The faces of the save that a boarder makes in every turn; the size of the ship and hostile espatiers' firepower
    are added to its die. What size a class has is a guess (R49).
    """
    table = numbers()["boarding/damage-save"]
    added = table["sizes"][size.value] + hostile_firepower
    return Peril(table["casualties"] - added, table["thrown_out"] - added, table["destroyed"] - added)


@carries_out("fta3", "boarding/damage-save")
def outcome(face: int, faces: Peril) -> str:
    """What became of a boarder whose save fell so."""
    if face >= faces.destroyed:
        return DESTROYED
    if face >= faces.thrown_out:
        return THROWN_OUT
    return CASUALTIES if face >= faces.casualties else FINE
