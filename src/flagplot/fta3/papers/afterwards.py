"""A player's decisions once a battle is over: whom to run down, what to do with derelicts and hulks, who stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import nearest_name
from flagplot.engine.operands import cut_at_colon, is_word, joined, quoted
from flagplot.engine.orders import Block, Order
from flagplot.engine.tokens import Token
from flagplot.fta3.papers.forces import Owner, Scenario
from flagplot.fta3.papers.naming import Naming
from flagplot.fta3.papers.operands import spell_name

RUN_DOWN, SPEND_SHIELD, WRITE_OFF, HULK = "run-down", "spend-shield", "write-off", "hulk"
HOLD_FIELD, CONVOY, LET_GO = "hold-field", "convoy", "let-go"
WITH, TO = "with", "to"
DESTROY, CAPTURE, STRIP, SELL, SERVE, LEAVE, OTHERS = "destroy", "capture", "strip", "sell", "serve", "leave", "others"

EXAMPLES = {
    RUN_DOWN: "run-down Orel with Hood, York to destroy, or: run-down Orel with Hood to capture",
    LET_GO: "let-go others",
    SPEND_SHIELD: "spend-shield Kent",
    WRITE_OFF: "write-off Kent: strip, or: write-off Kent: sell",
    HULK: "hulk Orel: serve, or: hulk Orel: leave",
    HOLD_FIELD: "hold-field Swift, Sure",
    CONVOY: "convoy York",
}
RULES = {
    RUN_DOWN: "running-down",
    LET_GO: "running-down",
    SPEND_SHIELD: "flight/modifiers",
    WRITE_OFF: "flight/write-off",
    HULK: "overkill/hulk-roll",
    HOLD_FIELD: "overkill/slow-salvage",
    CONVOY: "running-down/capture",
}
VERBS = tuple(EXAMPLES)
WORDS = (WITH, TO, DESTROY, CAPTURE, STRIP, SELL, SERVE, LEAVE, OTHERS)
CHOICES = {WRITE_OFF: (STRIP, SELL), HULK: (SERVE, LEAVE)}


class Pursuit(NamedTuple):
    """Ships that go after a prey, by ids, to capture or to destroy it; ``where`` says who ordered it, and in which
    line.
    """

    prey: str
    pursuers: tuple[str, ...]
    capture: bool
    where: str


class Choice(NamedTuple):
    """What is to be done with one ship, and where it stands."""

    word: str
    where: str


@dataclass(frozen=True, kw_only=True)
class Afterwards:
    """The decisions of one owner; mappings by ship id. ``lines`` are his orders in their canonical spelling."""

    pursuits: tuple[Pursuit, ...] = ()
    shields: Mapping[str, str] = field(default_factory=dict)
    write_offs: Mapping[str, Choice] = field(default_factory=dict)
    hulks: Mapping[str, Choice] = field(default_factory=dict)
    holds: Mapping[str, str] = field(default_factory=dict)
    convoy: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def read_afterwards(block: Block, scenario: Scenario, owner: Owner, faults: Faults) -> Afterwards:
    """The decisions in a block of orders of ``owner``."""
    return _Reader(block.source, scenario, owner, faults).read(block.orders)


class _Reader:
    def __init__(self, source: str, scenario: Scenario, owner: Owner, faults: Faults) -> None:
        self.source, self.scenario, self.owner, self.faults = source, scenario, owner, faults
        self.naming = Naming(scenario.sides, self.fault, faults)
        self.labels = scenario.labels()
        self.own = {ship.id for ship in owner.ships}
        self.allies = {ship.id for side in scenario.sides if owner in side.owners for ship in side.ships}
        self.first: dict[tuple[str, str], Order] = {}
        self.pursuits: list[Pursuit] = []
        self.lists: dict[str, dict[str, str]] = {SPEND_SHIELD: {}, HOLD_FIELD: {}, CONVOY: {}}
        self.choices: dict[str, dict[str, Choice]] = {WRITE_OFF: {}, HULK: {}}
        self.lines: list[str] = []

    def read(self, orders: Iterable[Order]) -> Afterwards:
        for order in orders:
            verb = order.verb.text
            if verb == RUN_DOWN:
                self.read_pursuit(order)
            elif verb == LET_GO:
                self.read_let_go(order)
            elif verb in CHOICES:
                self.read_choice(order)
            else:
                self.read_list(order)
        return Afterwards(
            pursuits=tuple(self.pursuits),
            shields=self.lists[SPEND_SHIELD],
            write_offs=self.choices[WRITE_OFF],
            hulks=self.choices[HULK],
            holds=self.lists[HOLD_FIELD],
            convoy=self.lists[CONVOY],
            lines=tuple(self.lines),
        )

    def read_pursuit(self, order: Order) -> None:
        """``run-down PREY with SHIPS to destroy`` or ``to capture``."""
        words = order.operands
        at = next((n for n, token in enumerate(words) if is_word(token, WITH)), None)
        purpose = words[-1].text.lower() if len(words) >= 2 and is_word(words[-2], TO) else ""
        if at is None or purpose not in (DESTROY, CAPTURE):
            self.fault(order, "no-pursuit", f"{quoted(order)} does not say with whom, and to what end")
            return
        prey = self.one(order, words[:at])
        pursuers = self.mine(order, words[at + 1 : -2])
        if not prey or not pursuers:
            return
        if prey in self.allies:
            message = f"{self.labels[prey]} is on the side of {self.owner.name}"
            self.fault(order, "own-prey", message, "Only the enemy's ships are run down.", Fault.ILLEGAL)
            return
        if self.keep(order, prey, f"{self.told([prey])} {WITH} {self.told(pursuers)} {TO} {purpose}"):
            self.pursuits.append(Pursuit(prey, pursuers, purpose == CAPTURE, self.where(order)))

    def read_let_go(self, order: Order) -> None:
        """``let-go others``: whoever is not named may go."""
        if joined(order.operands).lower() == OTHERS:
            self.keep(order, "", OTHERS)
        else:
            self.fault(order, "unknown-word", f"{quoted(order)}: whoever is not run down is let go")

    def read_choice(self, order: Order) -> None:
        """``write-off SHIP: strip`` and the like."""
        verb, (head, rest) = order.verb.text, cut_at_colon(order.operands)
        id_, word = self.one(order, head), joined(rest).lower()
        if word not in CHOICES[verb]:
            hint = nearest_name(word, CHOICES[verb], self.faults)
            message = f"'{shorten(word)}' is none of {', '.join(CHOICES[verb])}"
            self.fault(order, "unknown-word", message, hint)
        elif id_ and self.keep(order, id_, f"{self.told([id_])}: {word}"):
            self.choices[verb][id_] = Choice(word, self.where(order))

    def read_list(self, order: Order) -> None:
        """``hold-field SHIPS`` and the like."""
        ids = self.mine(order, order.operands)
        for id_ in ids:
            if self.keep(order, id_, ""):
                self.lists[order.verb.text][id_] = self.where(order)
        if ids:
            self.lines.append(f"{order.verb.text} {self.told(ids)}")

    def one(self, order: Order, tokens: Iterable[Token]) -> str:
        """The id of the one ship that is named; empty and a fault where there is none or several."""
        ids = self.naming.ships(order, tokens)
        if len(ids) > 1:
            self.fault(order, "no-ship", f"{quoted(order)} names {len(ids)} ships in place of one")
        return ids[0] if len(ids) == 1 else ""

    def mine(self, order: Order, tokens: Iterable[Token]) -> tuple[str, ...]:
        """The ids of the owner's ships that are named."""
        ids = self.naming.ships(order, tokens)
        for id_ in ids:
            if id_ not in self.own:
                message = f"{self.labels[id_]} is no ship of {self.owner.name}"
                names = [ship.name for ship in self.owner.ships]
                hint = nearest_name(self.labels[id_], names, self.faults)
                self.fault(order, "not-your-ship", message, hint, Fault.ILLEGAL)
        return tuple(id_ for id_ in ids if id_ in self.own)

    def keep(self, order: Order, id_: str, told: str) -> bool:
        """Note an order about a ship, and its canonical line; False and a fault where there was one before."""
        verb = order.verb.text
        first = self.first.setdefault((verb, id_), order)
        if first is not order:
            message = f"{quoted(order)} orders again what line {first.line} ordered: {quoted(first)}"
            self.fault(order, "ordered-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
            return False
        if told:
            self.lines.append(f"{verb} {told}")
        return True

    def told(self, ids: Iterable[str]) -> str:
        """Ships as an order names them."""
        return ", ".join(_spelt(self.labels[id_]) for id_ in sorted(ids))

    def where(self, order: Order) -> str:
        return f"{self.source}, line {order.line}"

    def fault(self, order: Order, code: str, message: str, mend: str = "", fault: Fault = Fault.MALFORMED) -> None:
        verb = order.verb.text
        mend = mend or f"Write for instance: {EXAMPLES[verb]}."
        self.faults.add(
            code, self.where(order), message, fault=fault, mend=mend, citation=Citation("fta3", RULES[verb])
        )


def _spelt(name: str) -> str:
    """A ship's name as an order has to write it."""
    reserved = any(word.casefold() in (*VERBS, *WORDS) for word in name.split())
    return str(Token(name, 0, 0, quoted=True)) if reserved else spell_name(name)
