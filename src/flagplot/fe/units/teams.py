"""Prime Teams and diplomats abroad: what espionage takes, how ships resist it (534.2), what a diplomat's die says."""

from __future__ import annotations

from enum import StrEnum

from flagplot.core.citation import carries_out
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of, spans


@carries_out("fe", "534.2/theft")
def stolen(what: str, options: Options) -> int:
    """How many ``economic points`` or ``technology points`` a theft takes: the first figure, or that in brackets."""
    first, second = charts_of("production")["espionage"].row(f"steal {what}")[1].split()
    return int(second.strip("()") if options["theft-amounts"] == "in-brackets" else first)


@carries_out("fe", "534.2/ships")
def ship_modifier(size_class: int, *, battleship: bool = False) -> int:
    """What is added to the die of an action against a ship: -1 for size class 4, 2 for 2, 4 for a battleship.

    Cancelling a battleship's build roll has no modifier of its own.
    """
    return 4 if battleship else {4: -1, 3: 0, 2: 2}[size_class]


class Diplomacy(StrEnum):
    """What a diplomatic mission comes to."""

    SUCCESS = "success"
    NO_EFFECT = "no effect"
    REVERSE = "reverse"


@carries_out("fe", "540.0/missions")
def diplomatic_result(mission: str, die: int) -> Diplomacy:
    """What the die says of a mission, by the beginning of its line in the chart; what is automatic always succeeds."""
    row = next(row for row in charts_of("production")["diplomacy"].rows if row[0].startswith(mission))
    if row[1] == "auto" or spans(row[1], die):
        return Diplomacy.SUCCESS
    return Diplomacy.REVERSE if spans(row[3], die) else Diplomacy.NO_EFFECT
