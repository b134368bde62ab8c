"""Tugs and transports: missions (509.1, 516.2), economic points carried (442.31), size steps of a rescue (537.222)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of
from flagplot.fe.units.category import Category
from flagplot.fe.units.ship import ShipType

CONVOYS = frozenset({Category.CONVOY, Category.MILITARY_CONVOY, Category.COMMERCIAL_CONVOY})
TRANSPORTS = ("tug", "ltt", "theater", "convoy", "krt", "sph", "3cpc")
"""Kinds of transport in the order of the chart's columns."""


BY_DESIGNATOR = {"LTT": "ltt", "KRT": "krt", "SPH": "sph", "3CPC": "3cpc"}
"""Designators that have a column of their own."""


@carries_out("fe", "509.1/kinds")
def transport_of(type_: ShipType) -> str | None:
    """Which of the chart's kinds of transport a type of ship is; None for any other ship."""
    if type_.category in CONVOYS:
        return "convoy"
    named = BY_DESIGNATOR.get(type_.designator.upper())
    return named or ("theater" if type_.theater else "tug" if type_.tug else None)


class Mission(NamedTuple):
    """A mission for one kind of transport: how many it takes (None where the rule leaves it to another), and whether it
    may move a pod but not use it.
    """

    needed: int | None
    moves_only: bool


@carries_out("fe", "509.1/a", "509.1/b", "509.1/c", "509.1/d", "509.1/e", "509.1/f", "509.1/g", "509.1/h")
def mission_of(mission: str, transport: str, moment: str, where: str, faults: Faults) -> Mission | None:
    """What a mission asks of a kind of transport (``tug``, ``ltt``, ``theater`` …) at a moment of the turn.

    A Romulan KRT or SPH is a tug where the rule does not name it. Refused where it may not, and at another moment.
    """
    rows = {row[0]: row for row in charts_of("units")["tug-missions"].rows}
    row = rows.get(mission.upper())
    rule = Citation("fe", f"509.1/{mission.casefold()}")
    if row is None:
        mend = f"See rule 509.1. {nearest(mission, rows)}"
        faults.add("not-in-the-data", where, f"mission {mission} is not in the data", mend=mend, citation=rule)
        return None
    cell = row[2 + TRANSPORTS.index(transport)]
    if cell == "-" and transport in ("krt", "sph"):
        cell = row[2]
    if cell in ("no", "-"):
        message = f"mission {row[0]}, {row[1]}, is not one of a {transport.upper()}"
        faults.add("wrong-transport", where, message, mend="Use a tug.", citation=rule)
    moments = row[-1].split(", ")
    if moment not in moments:
        message = f"mission {row[0]}, {row[1]}, is not assigned at {moment}"
        faults.add("wrong-moment", where, message, mend=f"Possible at {', '.join(moments)}.", citation=rule)
    return Mission(int(cell) if cell.isdigit() else None, cell == "move only")


SUPPLY = {"tug": 6, "convoy": 6, "ltt": 6, "theater": 2}


@carries_out("fe", "509.1/d-range")
def supply_range(transport: str, options: Options) -> int:
    """Hexes by which a transport as supply source extends the grid; these are never chained.

    A light transport must itself stand within three hexes of a supply point; ships may then be six from it.
    """
    if transport == "ltt" and options["ltt-supply"] == "extends-three":
        return 3
    return SUPPLY[transport]


@carries_out("fe", "509.1/d-place")
def may_supply_from(transport: str, distance: int) -> bool:
    """Whether a transport may act as supply source so many hexes from a supply point."""
    return distance <= (3 if transport == "ltt" else SUPPLY[transport])


@carries_out("fe", "509.22")
def theater_group(options: Options) -> int:
    """How many theater transports it takes to move a defense unit."""
    return 3 if options["theater-group"] == "three" else 2


LTT_RULES = ("a", "b", "c", "d", "e", "f", "g", "h", "j1", "j2", "j3", "j4", "k1", "k2", "l", "m")


@carries_out("fe", *(f"516.2/{letter}" for letter in LTT_RULES))
def light_transports_needed(mission: str, options: Options, where: str, faults: Faults, *, steps: int = 1) -> int:
    """How many light transports a mission takes; ``steps`` of a base's upgrade take one each, or two in any case."""
    rows = {row[0]: row for row in charts_of("units")["ltt-missions"].rows}
    row = rows.get(mission.upper())
    if row is None:
        mend = f"See rule 516.2. {nearest(mission.upper(), rows)}"
        message, rule = f"mission {mission} is not in the data", Citation("fe", "516.2")
        faults.add("not-in-the-data", where, message, fault=Fault.MALFORMED, mend=mend, citation=rule)
        return 0
    if row[0] == "J2":
        return 2 if options["ltt-upgrades"] == "j1" else steps
    return int(row[2])


OF_EMPIRE = r"\b(?:orion|romulan|rom|hydran) "
"""What stands before some units in the list of cargo."""


@carries_out("fe", "442.31")
def cargo(unit: str, where: str, faults: Faults) -> int | None:
    """Economic points that a unit can carry; refused where the list has none, or leaves it to a ship table."""
    chart = charts_of("units")["ep-carriers"]
    word = re.sub(OF_EMPIRE, "", unit.casefold())
    labels = {re.sub(OF_EMPIRE, "", label.casefold()): points for label, points in chart.rows}
    found = {name: points for label, points in labels.items() for name in label.split(", ")}
    value = found.get(word, "")
    amount = value.split()[0] if value else ""
    if amount.isdigit():
        return int(amount)
    mend = "See the ship tables." if value else f"See rule 442.31. {nearest(word, found)}"
    message = f"what a {unit} carries is not in the data"
    faults.add("not-in-the-data", where, message, mend=mend, citation=Citation("fe", "442.31"))
    return None


STEPS = ("4", "3C", "3B", "3A", "2B", "2A")
"""The steps of a rescue, the smallest first."""


@carries_out("fe", "537.222")
def size_steps(smaller: str, larger: str) -> int:
    """How many steps a unit is larger than another by their sizes (``3C``); negative where it is smaller."""
    return STEPS.index(larger.upper()) - STEPS.index(smaller.upper())


@carries_out("fe", "537.222/size")
def step_of(size_class: int, move_cost: Fraction, *, battlecruiser: bool = False, with_pods: bool = False) -> str:
    """The step of a ship of size class 4 or 3 by its movement cost: below one it is 3C, at one 3B, or 3A for heavy
    battlecruisers and for tugs with pods.
    """
    if size_class == 4:
        return "4"
    if move_cost < 1:
        return "3C"
    return "3A" if battlecruiser or with_pods else "3B"
