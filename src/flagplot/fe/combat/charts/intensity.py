"""Battle intensity (304): what a side may choose, the variable intensity, what weapons and retreats ask of it."""

from __future__ import annotations

from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults, nearest
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of

LOWEST, HIGHEST = 1, 4
"""What a side may choose of itself (reading H77)."""

RETREATS, BLOCKS = 0, 10
"""What is set for the two sides of a fighting retreat (302.772)."""

LATE_ROUND = 4


class Demand(NamedTuple):
    """What a weapon asks: at least this intensity, of the user alone or of both sides together, and so many consorts.

    ``least`` is None for a starbase's stasis field, which the chart calls special without a figure.
    """

    least: int | None
    of_both: bool
    consorts: int


@carries_out("fe", "304.1")
def refuse_intensity(chosen: int, where: str, faults: Faults) -> None:
    """Refuse an intensity outside one to four."""
    if LOWEST <= chosen <= HIGHEST:
        return
    low = chosen < LOWEST
    bound = LOWEST if low else HIGHEST
    gap = f"{abs(chosen - bound)} too {'low' if low else 'high'}"
    mend = f"From {LOWEST} to {HIGHEST}; the nearest is {bound}."
    message = f"{chosen} is no battle intensity"
    faults.add("wrong-intensity", where, message, gap=gap, mend=mend, citation=Citation("fe", "304.1"))


@carries_out("fe", "304.5")
def highest_choice(rounds: int, *, may_raise: bool) -> int:
    """The highest intensity of an attacker who has fought so many rounds against what is no ship: one more after the
    fourth, where the table lets him raise it.
    """
    return HIGHEST + (may_raise and rounds >= LATE_ROUND)


@carries_out("fe", "304.4")
def open_choices(highest: int, fixed: int | None, *, still: bool) -> range:
    """What a side may choose: up to the highest, or alone what the table has fixed for a force that cannot retreat."""
    return range(fixed, fixed + 1) if still and fixed is not None else range(LOWEST, highest + 1)


@carries_out("fe", "320.34")
def raid_choices() -> range:
    """What either side of a special raid may choose: nothing but four."""
    return range(HIGHEST, HIGHEST + 1)


@carries_out("fe", "304.3")
def variable_intensity(die: int) -> int:
    """What the one die of the battle adds to the sum of intensities: from -2 to +2."""
    row = charts_of("combat")["vbir"].row_of(die)
    if row is None:
        raise ValueError(f"a die has no face {die}")
    return int(row[1])


@carries_out("fe", "302.772")
def fighting_retreat_rows(options: Options) -> tuple[int, int]:
    """The rows that the retreating and the blocking side read in a fighting retreat.

    By default each reads its own, 0 and 10; read as a sum, both read row 10.
    """
    return (RETREATS + BLOCKS,) * 2 if options["fighting-retreat-rows"] == "added" else (RETREATS, BLOCKS)


@carries_out("fe", "304.1/minimum")
def demand_of(weapon: str, options: Options, *, starbase: bool = False) -> Demand:
    """What a weapon asks, by its name in the chart (``SAF``, ``Attack web``); ``ValueError`` for any other."""
    chart = charts_of("combat")["minimum-bir"]
    try:
        name, least, consorts = chart.row(weapon)
    except KeyError:
        raise ValueError(nearest(weapon, [row[0] for row in chart.rows])) from None
    count = 0 if consorts == "-" else int(consorts)
    if name == "Mauler":  # more than three, so four at least
        return Demand(int(least.split()[-1]) + 1, options["mauler-intensity"] == "both", count)
    return Demand(None if name == "SFG" and starbase else int(least.split()[0]), False, count)


@carries_out("fe", "304.1/minimum")
def refuse_weapon(
    weapon: str,
    own: int,
    other: int,
    consorts: int,
    options: Options,
    where: str,
    faults: Faults,
    *,
    starbase: bool = False,
) -> None:
    """Refuse a weapon at too low an intensity or with too few consorts. ``other`` is the opponent's intensity."""
    demand = demand_of(weapon, options, starbase=starbase)
    rule = Citation("fe", "304.1/minimum")
    have = own + other if demand.of_both else own
    if demand.least is not None and have < demand.least:
        whose = "both sides together" if demand.of_both else "its user"
        message = f"{weapon} needs an intensity of {demand.least} of {whose}, and there is {have}"
        mend = f"Choose {own + demand.least - have}." if own + demand.least - have <= HIGHEST else "Leave it out."
        faults.add("intensity-too-low", where, message, gap=f"{demand.least - have} short", mend=mend, citation=rule)
    if consorts < demand.consorts:
        message = f"{weapon} needs {demand.consorts} consorts, and there are {consorts}"
        gap = f"{demand.consorts - consorts} short"
        faults.add("too-few-consorts", where, message, gap=gap, mend="Add ships to the battle force.", citation=rule)
