"""Cards of what crew chiefs bring to their units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flagplot.border_patrol.crew_chief.card import Unit, card_of
from flagplot.border_patrol.crew_chief.chief import new_rating
from flagplot.border_patrol.options import catalogue, options
from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Node, Report, Text
from flagplot.desk.answer import Answer, departures


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
    made, nodes = [], list[Node]()
    for unit in units:
        rating = None if unit.rating is None else new_rating(unit.rating, 0, chosen, unit.id, faults)
        made.append(card_of(replace(unit, rating=rating), chosen))
        nodes += made[-1].parts()
        if rating != unit.rating:
            text = f"{unit.id}: there is no rating of {unit.rating}; it is taken as {rating}."
            nodes.append(Text(text, (Citation("bp", "V12.43"),)))
    title = "Crew chief's card" if len(units) == 1 else "Crew chiefs' cards"
    return Answer(
        Report(title, tuple(nodes) or (Text("No unit has a crew chief."),), departures(readings, catalogue())),
        {"cards": [card.as_dict() for card in made]},
    )
