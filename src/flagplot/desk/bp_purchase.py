"""Fighter books read, and purchase papers of Border Patrol checked whole."""

from __future__ import annotations

from typing import Any

from flagplot.border_patrol.orions.share import coalition_cap
from flagplot.border_patrol.purchases.check import Receipt, check_paper
from flagplot.border_patrol.purchases.entering import happenings, hosts_after
from flagplot.border_patrol.purchases.fighter_book import FighterBook, Model, read_book
from flagplot.border_patrol.purchases.orders import Team
from flagplot.border_patrol.purchases.paper import read_paper
from flagplot.border_patrol.purchases.prices import economic_value, points
from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Listing, Node, Report, Section, Table, Text
from flagplot.desk.answer import Answer

INVENTED = "The numbers of this fighter book are invented."


def fighters(book: Paper) -> Answer:
    """The models of a fighter book; raises ``Refused`` with every fault of it."""
    found = _book(book)
    columns = (
        Column("Model"),
        Column("Users and years"),
        Column("CBPV", "right"),
        Column("EBPV", "right"),
        Column("Equipment for one", "right"),
        Column("Other"),
    )
    table = Table("Models", columns, tuple(map(_model_row, found.models.values())), (Citation("bp", "V12.24"),))
    values = {
        "name": found.name,
        "invented": found.invented,
        "models": [
            {
                "model": model.code,
                "cbpv": model.cbpv,
                "ebpv": str(economic_value(model.cbpv)),
                "users": [list(user) for user in model.users],
                "heavy": model.heavy,
                "own_equipment": model.own_equipment,
                "equipment": {item: str(price) for item, price in model.equipment.items()},
            }
            for model in found.models.values()
        ],
    }
    return Answer(Report(f"Fighter book: {found.name}", (table,), _banner(found)), values)


def purchase(paper: Paper, book: Paper) -> Answer:
    """The receipt of a purchase paper; raises ``Refused`` with every fault of the book, the paper, or its orders."""
    models = _book(book)
    faults = Faults()
    orders = read_paper(paper.text, paper.name, faults)
    faults.settle()
    assert orders is not None
    receipt = check_paper(orders, models, faults)
    faults.settle()
    told = tuple(Text(each.text, each.citations) for each in happenings(receipt))
    nodes: list[Node] = [Listing(told)] if told else [Text("Nothing is ordered.")]
    pairs = [("Team", orders.team.value), ("Turn and year", f"{orders.turn}, {orders.year}")]
    pairs.append(("costs", f"{points(receipt.total)} points"))
    if orders.points is not None:
        pairs.append(("left", f"{points(orders.points - receipt.total)} points"))
    if receipt.share is not None:
        share, most = receipt.share, coalition_cap(receipt.share.total)
        pairs.append(("fighters after it", f"{share.total}, {share.coalition} of Coalition make, {most} allowed"))
    nodes.append(Fields(tuple(pairs)))
    if receipt.remarks:
        nodes.append(Section("Taken for granted", (Listing(tuple(Text(remark) for remark in receipt.remarks)),)))
    title = f"Purchases of the {'Orion Pirates' if orders.team is Team.ORION else orders.team.value.title()}"
    return Answer(Report(title, tuple(nodes), _banner(models)), _receipt_values(receipt))


def _receipt_values(receipt: Receipt) -> dict[str, Any]:
    return {
        "total": str(receipt.total),
        "happenings": [
            {"kind": each.kind, "subject": each.subject, **each.facts, "rules": list(map(str, each.citations))}
            for each in happenings(receipt)
        ],
        "scrap": {unit: str(scrap) for unit, scrap in receipt.scrap.items()},
        "share": None if receipt.share is None else list(receipt.share),
        "aboard": {id_: dict(host.aboard) for id_, host in hosts_after(receipt).items()},
        "remarks": list(receipt.remarks),
    }


def _book(paper: Paper) -> FighterBook:
    """The book of a paper; raises ``Refused`` with every fault."""
    faults = Faults()
    book = read_book(paper.text, paper.name, faults)
    faults.settle()
    return book


def _banner(book: FighterBook) -> tuple[str, ...]:
    return (INVENTED,) if book.invented else ()


def _model_row(model: Model) -> tuple[str, ...]:
    users = ", ".join(
        f"{user.empire} {user.first_year}{f'-{user.last_year}' if user.last_year is not None else ' on'}"
        for user in model.users
    )
    other = [
        name for name, holds in (("heavy", model.heavy), ("equipment always bought", model.own_equipment)) if holds
    ]
    gear = ", ".join(f"{item} {points(price)}" for item, price in model.equipment.items())
    return (model.code, users, str(model.cbpv), points(economic_value(model.cbpv)), gear or "none", ", ".join(other))
