"""Papers of Border Patrol that are read and checked whole: fighter books, purchases, rosters of chiefs, deck logs."""

from __future__ import annotations

from typing import Any

from flagplot.border_patrol.crew_chief.audit import Audit, audit
from flagplot.border_patrol.crew_chief.deck_log import on_paper, read_log
from flagplot.border_patrol.crew_chief.roster import read_roster
from flagplot.border_patrol.orions.sources import coalition_cap
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
from flagplot.desk.bp_questions import Answer, cards

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
    table = Table("", columns, tuple(map(_model_row, found.models.values())), (Citation("bp", "V12.24"),))
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


def roster(paper: Paper) -> Answer:
    """The card of each unit of a roster that has a crew chief; raises ``Refused`` with every fault."""
    faults = Faults()
    units, chosen = read_roster(paper.text, paper.name, faults)
    faults.settle()
    return cards(units, chosen)


def deck_log(paper: Paper) -> Answer:
    """The audit of a deck log; raises ``Refused`` with every fault."""
    faults = Faults()
    log = read_log(paper.text, paper.name, faults)
    faults.settle()
    found = audit(log, faults)
    faults.settle()
    columns = (Column("Crew"), Column("Craft"), Column("Box"), Column("Work"), Column("From"), Column("To"))
    rows = tuple(
        (
            line.action.crew,
            line.action.craft,
            line.action.box,
            line.action.work.id + (" (extra half)" if line.action.extra else ""),
            on_paper(line.action.start),
            on_paper(line.action.finish),
            {0: "nothing", 1: "half", 2: "one"}[line.credit],
            line.note,
        )
        for line in found.lines
    )
    actions = Table("Actions", (*columns, Column("Earns"), Column("Note")), rows, (Citation("sfb", "J4.8175"),))
    nodes = (*_turn_nodes(found), actions, *_task_nodes(found), *_chief_nodes(found))
    title = f"Deck log of {log.unit}: chief of rating {log.rating}, {log.quality} crew"
    return Answer(Report(title, nodes), _audit_values(found))


def _turn_nodes(found: Audit) -> tuple[Node, ...]:
    rows = tuple(
        (
            str(each.turn),
            str(len(each.crews.regular)) + (f" and {len(each.crews.converted)}" if each.crews.converted else ""),
            str(each.extra.actions) + (", the chief rests" if each.crews.rests else ""),
            str(each.extra.usable),
            f"{each.dealt}/2",
        )
        for each in found.turns
    )
    heads = ("Turn", "Crews at its start", "Extra actions", "Crews can take", "Taken")
    columns = tuple(Column(head, "right") for head in heads)
    return (Table("Extra actions", columns, rows, (Citation("bp", "V12.44"),)),)


def _task_nodes(found: Audit) -> tuple[Node, ...]:
    rows = tuple(
        (task.craft, task.work.id, str(task.finished), f"{task.over}/2" if task.over else "") for task in found.tasks
    )
    columns = (Column("Craft"), Column("Work"), Column("Finished", "right"), Column("Begun", "right"))
    return (Table("Work done", columns, rows, tuple(sorted({task.work.rule for task in found.tasks}))),)


def _chief_nodes(found: Audit) -> tuple[Node, ...]:
    rule, ready = (Citation("bp", "V12.49"),), (Citation("bp", "V12.47"),)
    items = [
        Text(f"Crew {each.crew} is made from {on_paper(each.start)} to {on_paper(each.start + 31)}.", rule)
        for each in found.log.conversions
    ]
    for each, succeeded in found.readied:
        outcome = "a spare shuttle is readied" if succeeded else "no spare shuttle is readied"
        items.append(Text(f"In {on_paper(each.at)} the die is {each.face}: {outcome}.", ready))
    return (Listing(tuple(items)),) if items else ()


def _audit_values(found: Audit) -> dict[str, Any]:
    return {
        "unit": found.log.unit,
        "turns": [
            {
                "turn": each.turn,
                "crews": len(each.crews.regular),
                "extra": each.extra.actions,
                "usable": str(each.extra.usable),
                "dealt_halves": each.dealt,
            }
            for each in found.turns
        ],
        "actions": [
            {
                "crew": line.action.crew,
                "craft": line.action.craft,
                "work": line.action.work.id,
                "start": on_paper(line.action.start),
                "finish": on_paper(line.action.finish),
                "extra": line.action.extra,
                "halves": line.credit,
                "note": line.note,
            }
            for line in found.lines
        ],
        "work": [
            {"craft": task.craft, "work": task.work.id, "finished": task.finished, "halves_over": task.over}
            for task in found.tasks
        ],
        "readied": [succeeded for _, succeeded in found.readied],
    }


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
