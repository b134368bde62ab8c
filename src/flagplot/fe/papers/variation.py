"""A hex's papers with something changed: instructions, forces, a reading, a setting.

A change is a line: ``Lyran: intensity 4, 3`` gives a side another order in place of what it has laid down of the same
thing; ``Lyran: units 4xCA 2xDD`` gives it other units; ``reading capture-limit no`` takes an option, and ``setting
pursuers 4`` a value, which counts as accepted here. What comes of it is read again from its papers like any battle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flagplot.core import settings as core_settings
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.toml import load, spell
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold
from flagplot.engine.orders import find_blocks, read_lines
from flagplot.engine.tokens import Token
from flagplot.fe.papers.docket import HexDocket
from flagplot.fe.papers.shape import SALT, VERBS, operands
from flagplot.fe.settings import COMBAT, catalogue

READING, SETTING, UNITS = "reading", "setting", "units"
FORCES = (UNITS, "ships")
"""What a change of forces begins with."""


class Variation:
    """The papers of a docket while changes are made to them; ``faults`` collects what cannot be changed."""

    def __init__(self, docket: HexDocket, scenario: Paper, faults: Faults) -> None:
        self.scenario, self.faults = scenario, faults
        self.values: dict[str, Any] = load(scenario.text)
        names = [entrant.name for entrant in docket.setup.sides]
        self.sides = {fold(name): name for name in names}
        tables = [self.values["side"][place] for place in docket.scenario.places]
        self.tables = dict(zip(names, tables, strict=True))
        self.lines = {
            name: [line for line in lines if _verb(line) != SALT.verb]
            for name, lines in zip(names, docket.lines, strict=True)
        }
        self.papers: dict[str, Paper] = {}
        self.changed = False

    def change(self, line: str) -> None:
        """Make one change."""
        name, colon, rest = line.partition(":")
        side = self.sides.get(fold(name)) if colon else None
        word, _, told = line.strip().partition(" ")
        if side is not None:
            self._change_side(side, rest.strip(), line)
        elif word.casefold() in (READING, SETTING):
            id_, _, value = told.strip().partition(" ")
            self.values.setdefault(f"{word.casefold()}s", {})[id_] = value.strip()
            self.changed = True
        else:
            known = [*(f"{each}:" for each in self.sides.values()), READING, SETTING]
            message = f"it is not clear what '{shorten(line)}' would change"
            near = nearest(f"{name}:" if colon else word, known)
            mend = f"Begin with a side's name and a colon, with reading or with setting. {near}"
            self.faults.add("unknown-change", "--vary", message, fault=Fault.MALFORMED, mend=mend)

    def replace_orders(self, paper: Paper) -> None:
        """Take the orders of a paper in place of all that those sides had laid down."""
        for block in find_blocks(paper.text, paper.name, VERBS, Faults(), operands()):
            side = self.sides.get(fold(block.owner))
            if side is not None:
                self.lines[side] = []
        self.papers[paper.name] = paper

    def drop(self, owner: Any, verbs: Collection[str]) -> None:
        """Take back what a side ordered by some verbs."""
        self.lines[owner.name] = [line for line in self.lines[owner.name] if _verb(line) not in verbs]

    def orders(self) -> tuple[Paper, ...]:
        """The instructions of both sides."""
        told = (Paper(f"orders of {name}", sheet_of(name, lines)) for name, lines in self.lines.items() if lines)
        return (*told, *self.papers.values())

    def scenario_paper(self) -> Paper:
        """The scenario, whose instructions stand in the orders."""
        values = dict(self.values)
        wanted = {id_: str(value) for id_, value in values.get("settings", {}).items()}
        every = core_settings.choose(catalogue(), wanted, "", Faults())
        values["accepted"] = core_settings.accepted_digest(core_settings.of_part(every, COMBAT))
        values["side"] = [_without_instructions(table) for table in values["side"]]
        return Paper(self.scenario.name, spell(values))

    def _change_side(self, side: str, rest: str, line: str) -> None:
        where = f"--vary '{shorten(line)}'"
        word, _, told = rest.partition(" ")
        word = word.rstrip(":").casefold()
        if word in FORCES:
            self.tables[side][UNITS] = " ".join(told.split(" + "))
            self.changed = True
        elif word not in VERBS:
            message = f"there is no order '{shorten(word)}', and nothing of a side is called so"
            mend = nearest(word, (*VERBS, *FORCES))
            self.faults.add("unknown-order", where, message, fault=Fault.MALFORMED, mend=mend)
        else:
            new = {order.verb.text: str(order) for order in read_lines(rest, where, VERBS, self.faults, operands())}
            self.lines[side] = [*(line for line in self.lines[side] if _verb(line) not in new), *new.values()]


def sheet_of(name: str, lines: Iterable[str]) -> str:
    """Orders as a block that ``find_blocks`` reads."""
    return "\n".join((f"ORDERS OF {Token(name, 0, 0, quoted=True)}", *lines, "END OF ORDERS", ""))


def _without_instructions(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "instructions"}


def _verb(line: str) -> str:
    return line.partition(" ")[0]
