"""Deck logs audited, as an opponent may."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flagplot.border_patrol.crew_chief.audit import Audit, audit
from flagplot.border_patrol.crew_chief.deck_log import on_paper, read_log
from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Listing, Node, Report, Table, Text
from flagplot.desk.answer import Answer


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
            str(Fraction(each.dealt, 2)),
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
        Text(f"Crew {each.crew} is made from {on_paper(each.start)} to {on_paper(each.finish)}.", rule)
        if found.log.is_made(each)
        else Text(f"Crew {each.crew}, begun in {on_paper(each.start)}, is never made: the chief was killed.", rule)
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
