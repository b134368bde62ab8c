"""Border Patrol in ten seconds: crew chiefs' cards, how long stores last, how many Coalition fighters there may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from flagplot.border_patrol.carriers.forecast import forecast
from flagplot.border_patrol.carriers.stores import EIGHTHS, Craft, boxes, rate, to_eighths
from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.crew_chief.card import Unit, card_of
from flagplot.border_patrol.crew_chief.chief import new_rating
from flagplot.border_patrol.options import catalogue, options
from flagplot.border_patrol.orions.sources import Share, coalition_cap, most_bought
from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Node, Report, Table, Text

MOST_PHASES = 12
"""The phases to come that a forecast shows one by one."""


class Answer(NamedTuple):
    """An answer for people, and the same as plain values for JSON."""

    report: Report
    values: dict[str, Any]


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
    pairs = [("stock", f"{boxes(own)} boxes" + (f", and {boxes(fed)} of the auxiliary" if fed else ""))]
    pairs.append(("a phase uses", f"{boxes(found.demand)} boxes" + (f" ({parts})" if parts else "")))
    pairs.append(("full phases", "without end" if found.full_phases is None else str(found.full_phases)))
    pairs.append(("left after them", f"{boxes(found.left)} boxes"))
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
    return Answer(Report("Stores out of supply", tuple(children), _departures(readings)), values)


def cap(total: int, coalition: int = 0, alliance_bought: int = 0, readings: Mapping[str, str] | None = None) -> Answer:
    """How many of so many fighters may be of Coalition make, and how many more the pirates may buy."""
    chosen, rule, faults = options(readings), Citation("bp", "V12.54"), Faults()
    if coalition > total:
        message, gap = f"{coalition} of {total} fighters are of Coalition make", f"{coalition - total} too many"
        faults.add("more-than-there", "coalition", message, gap=gap, mend=f"At most {total}.", citation=rule)
    faults.settle()
    most, more = coalition_cap(total), most_bought(Share(total, coalition), alliance_bought, chosen)
    after = next(n for n in range(total, total + 5) if coalition_cap(n) > most)
    pairs = [("fighters deployed", str(total)), ("of Coalition make at most", str(most))]
    pairs.append(("one more from", f"{after} fighters on"))
    bought = f" together with {alliance_bought} of Alliance make" if alliance_bought else ""
    text = f"With {coalition} of Coalition make {more} more may be bought now{bought}."
    if coalition > most:
        text += f" That is {coalition - most} above the limit; nothing has to go (reading A44)."
    values = {
        "total": total,
        "most": most,
        "coalition": coalition,
        "may_buy": more,
        "next_at": after,
        "rules": [str(rule)],
    }
    nodes = (Fields(tuple(pairs)), Text(text, (rule,)))
    return Answer(Report("Coalition fighters of the Orion Pirates", nodes, _departures(readings)), values)


def cards(units: Sequence[Unit], readings: Mapping[str, str] | None = None) -> Answer:
    """The crew chief's card of each unit.

    Raises ``Refused`` for a rating that there is not, and for more crews alive than there are.
    """
    faults = Faults()
    chosen = options(readings)
    for unit in units:
        if unit.rating is not None:
            new_rating(unit.rating, 0, chosen, unit.id, faults)
        if unit.alive > unit.crews:
            message, gap = f"{unit.alive} of {unit.crews} deck crews are alive", f"{unit.alive - unit.crews} too many"
            faults.add("more-than-there", unit.id, message, gap=gap, mend=f"At most {unit.crews}.")
    faults.settle()
    made = []
    for unit in units:
        rating = None if unit.rating is None else new_rating(unit.rating, 0, chosen, unit.id, faults)
        made.append(card_of(replace(unit, rating=rating), chosen))
    title = "Crew chief's card" if len(units) == 1 else "Crew chiefs' cards"
    nodes = tuple(node for card in made for node in card.parts())
    return Answer(Report(title, nodes, _departures(readings)), {"cards": [card.as_dict() for card in made]})


def _departures(readings: Mapping[str, str] | None) -> tuple[str, ...]:
    """A line for each reading that was chosen otherwise than by default."""
    return tuple(
        f"Reading {catalogue()[id_].number or id_} ({id_}): {option}."
        for id_, option in (readings or {}).items()
        if catalogue()[id_].default != option
    )
