"""How long the stores of a carrier last out of supply."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flagplot.border_patrol.carriers.forecast import forecast
from flagplot.border_patrol.carriers.stores import EIGHTHS, Craft, boxes, in_boxes, rate, to_eighths
from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import catalogue, options
from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Node, Report, Table, Text
from flagplot.desk.answer import Answer, departures

MOST_PHASES = 12
"""The phases to come that a forecast shows one by one."""


def stores(
    counts: Mapping[Kind, int], stock: Fraction, auxiliary: Fraction, readings: Mapping[str, str] | None = None
) -> Answer:
    """How long so many boxes last for so many craft of each kind out of supply, with an auxiliary's cargo added.

    Raises ``Refused`` for a stock that is no number of eighths or below zero, and for readings that there are not.
    """
    faults = Faults()
    chosen = options(readings)
    own = to_eighths(stock, "stock", faults)
    fed = to_eighths(auxiliary, "auxiliary", faults)
    faults.settle()
    craft = [Craft(f"{kind} {n}", kind) for kind, count in counts.items() for n in range(1, count + 1)]
    found = forecast(own + fed, craft, chosen)
    parts = ", ".join(f"{count} {kind} at {boxes(rate(kind, chosen))}" for kind, count in counts.items() if count)
    pairs = [("stock", in_boxes(own) + (f", and {boxes(fed)} of the auxiliary" if fed else ""))]
    pairs.append(("a phase uses", in_boxes(found.demand) + (f" ({parts})" if parts else "")))
    pairs.append(("full phases", "without end" if found.full_phases is None else str(found.full_phases)))
    pairs.append(("left after them", in_boxes(found.left)))
    children: list[Node] = [Fields(tuple(pairs))]
    rules = [Citation("bp", "V12.35"), Citation("bp", "V12.32")] + ([Citation("bp", "V12.34")] if fed else [])
    if found.full_phases is not None:
        rows = tuple(
            (str(each.phase), boxes(each.before), boxes(found.demand), boxes(each.after))
            for each in found.phases(MOST_PHASES)
        )
        columns = (
            Column("Phase", "right"),
            Column("Before", "right"),
            Column("Uses", "right"),
            Column("After", "right"),
        )
        if rows:
            more = ", the first of them" if found.full_phases > MOST_PHASES else ""
            children.append(Table(f"Movement phases in boxes{more}", columns, rows, tuple(rules)))
        then = f"Then {found.then_serviced} of {len(craft)} craft can be serviced in phase {found.full_phases + 1}"
        children.append(Text(f"{then}, if those that use least come first; their owner chooses.", tuple(rules)))
    values = {
        "stock": str(Fraction(own + fed, EIGHTHS)),
        "demand": str(Fraction(found.demand, EIGHTHS)),
        "full_phases": found.full_phases,
        "left": str(Fraction(found.left, EIGHTHS)),
        "then_serviced": found.then_serviced,
        "then_unserviced": found.then_unserviced,
        "rules": [str(rule) for rule in rules],
    }
    return Answer(Report("Stores out of supply", tuple(children), departures(readings, catalogue())), values)
