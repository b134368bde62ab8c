"""A battle's papers with something changed: an order, a force, a reading, a ruling.

A change is a line: ``Red: withdraw escort at 25%`` gives an owner another order in place of what he ordered of the same
thing; ``Red: ships 2 CA Kent, York + 3 FF`` gives him other ships (as do ``fighters``, ``tl`` and ``doctrines``);
``reading interception-commit half`` takes an option; ``ruling modifier hit +1: Red because "a pilot"`` adds a ruling.
What comes of it is read again from its papers like any battle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.toml import load, spell
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold
from flagplot.engine.orders import Block, Order, find_blocks, read_lines
from flagplot.engine.tokens import Token
from flagplot.fta3.papers.docket import Docket
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.papers.order_sheet import read_sheet
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.papers.verbs import VERBS, words

READING, RULING = "reading", "ruling"
FORCES = ("ships", "fighters")
FIELDS = (*FORCES, "tl", "doctrines")
BY_KIND = ("target", "range", "withdraw", "cloak", "volley", "pursue", "protect", "element")
"""Verbs whose orders are for a kind of ship (or an element) each, so that one does not replace that of another."""

SALT = "salt"  # means nothing to the battle, and its words may mean something to a reader


class Variation:
    """The papers of a docket while changes are made to them; ``faults`` collects what cannot be changed."""

    def __init__(self, docket: Docket, scenario: Paper, faults: Faults) -> None:
        self.scenario, self.faults = scenario, faults
        self.values: dict[str, Any] = load(scenario.text)
        self.owners = {fold(owner.name): owner for _, owner in docket.scenario.owners()}
        self.places = _places(docket, self.values)
        sent = {id_: standing for id_, standing in docket.standings.items() if standing.sent}
        self.lines = {id_: list(_telling(standing.lines)) for id_, standing in sent.items()}
        self.papers: dict[str, Paper] = {}
        self.changed = False

    def change(self, line: str) -> None:
        """Make one change."""
        name, colon, rest = line.partition(":")
        owner = self.owners.get(fold(name)) if colon else None
        word, _, told = line.strip().partition(" ")
        if owner is not None:
            self._change_owner(owner, rest.strip(), line)
        elif word.casefold() == READING:
            reading, _, option = told.strip().partition(" ")
            self._set(self.values.setdefault("readings", {}), reading, option.strip())
        elif word.casefold() == RULING:
            self._set(self.values, "rulings", f"{self.values.get('rulings', '')}\n{told.strip()}\n")
        else:
            known = [*(f"{each.name}:" for each in self.owners.values()), READING, RULING]
            message = f"it is not clear what '{shorten(line)}' would change"
            near = nearest(f"{name}:" if colon else word, known)
            mend = f"Begin with an owner's name and a colon, with reading or with ruling. {near}"
            self.faults.add("unknown-change", "--vary", message, fault=Fault.MALFORMED, mend=mend)

    def replace_orders(self, paper: Paper) -> None:
        """Take the orders of a paper in place of those of the same owners."""
        for block in find_blocks(paper.text, paper.name, VERBS, Faults(), words(())):
            owner = self.owners.get(fold(block.owner))
            if owner is not None:
                self.lines.pop(owner.id, None)
        self.papers[paper.name] = paper

    def drop(self, owner: Owner, verbs: Collection[str]) -> None:
        """Take back what an owner ordered by some verbs."""
        self.lines[owner.id] = [line for line in self.lines.get(owner.id, []) if _thing(line)[0] not in verbs]

    def orders(self) -> tuple[Paper, ...]:
        """The orders of everybody who gives any."""
        told = (
            Paper(f"orders of {owner.name}", sheet(owner.name, self.lines[owner.id]))
            for owner in self.owners.values()
            if owner.id in self.lines
        )
        return (*told, *self.papers.values())

    def scenario_paper(self) -> Paper:
        """The scenario."""
        return Paper(self.scenario.name, spell(self.values)) if self.changed else self.scenario

    def _change_owner(self, owner: Owner, rest: str, line: str) -> None:
        if not rest:
            return
        word, _, told = rest.partition(" ")
        word = word.rstrip(":").casefold()
        where = f"--vary '{shorten(line)}'"
        if word in FIELDS:
            value = told.lstrip(": ").strip()
            self._set(self.places[owner.id], word, _field(word, value))
        elif word not in VERBS:
            known = (*VERBS, *FIELDS)
            message = f"there is no order '{shorten(word)}', and no force is called so"
            self.faults.add("unknown-order", where, message, fault=Fault.MALFORMED, mend=nearest(word, known))
        else:
            orders = read_lines(rest, where, VERBS, self.faults, words(()))
            self.lines[owner.id] = exchanged(self.lines.get(owner.id, []), orders, owner, where, self.faults)

    def _set(self, table: dict[str, Any], key: str, value: object) -> None:
        table[key] = value
        self.changed = True


def sheet(name: str, lines: Iterable[str]) -> str:
    """Orders as a block that ``find_blocks`` reads."""
    head = f"ORDERS OF {Token(name, 0, 0, quoted=True)}"
    return "\n".join((head, *lines, "END OF ORDERS", ""))


def exchanged(
    lines: Iterable[str], orders: tuple[Order, ...], owner: Owner | None, where: str, faults: Faults
) -> list[str]:
    """Canonical lines with ``orders`` in place of those that order the same thing, the others as they are."""
    new = {_thing(line): line for order in orders for line in _canonical(order, owner, where, faults)}
    kept = [line for line in lines if _thing(line) not in new]
    return [*kept, *new.values()]


def effect(standing: Standing) -> tuple[object, ...]:
    """What two sheets that order the same have in common, however they are written."""
    return tuple(value for name, value in vars(standing).items() if name not in ("plan", "lines", "sent"))


def _canonical(order: Order, owner: Owner | None, where: str, faults: Faults) -> tuple[str, ...]:
    """An order in its canonical spelling; whether the hulls in it exist is asked when the battle is read."""
    return read_sheet(Block("", (order,), where, order.line, 0), None, owner, faults).lines


def _telling(lines: Iterable[str]) -> Iterable[str]:
    return (line for line in lines if _thing(line)[0] != SALT)


def _thing(line: str) -> tuple[str, str]:
    """What a canonical line orders: its verb, and for verbs that are given by kind the kind."""
    order, *_ = read_lines(line, "", VERBS, Faults(), words(()))
    verb = order.verb.text
    return verb, order.operands[0].text.casefold() if verb in BY_KIND else ""


def _places(docket: Docket, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The table of the scenario that holds each owner's forces, by his id."""
    places = {}
    for side, table in zip(docket.scenario.sides, values["side"], strict=True):
        tables = table.get("owner") or [table]
        places.update({owner.id: own for owner, own in zip(side.owners, tables, strict=True)})
    return places


def _field(word: str, value: str) -> object:
    """A field of an owner as a scenario holds it; lines of forces stand behind one another with ``+`` between them."""
    if word in FORCES:
        return "\n".join(re.split(r"\s\+\s", value))
    return int(value) if word == "tl" and value.isascii() and value.isdecimal() and len(value) < 9 else value
