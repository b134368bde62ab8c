"""A player's block of orders read as standing orders: the verbs, their operands, and what is wrong with them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.orders import Block, Order, read_lines
from flagplot.engine.tokens import Token
from flagplot.fta3.forces import Owner
from flagplot.fta3.ships import Hull, Size
from flagplot.fta3.standing import ALL, ANY, BEST, CLOSE, FAR, Criterion, Standing

DEFAULT_PLAN = "defend"
SIZES = tuple(size.value for size in Size)
RANGES = (CLOSE, FAR, BEST)
FORCE, NEVER, AT, DAMAGED, NONE, LEAST = "force", "never", "at", "damaged", "none", "least"

PERCENT = re.compile(r"(\d{1,3})%?")
WHOLE = re.compile(r"\d{1,9}")
SHARE = re.compile(r"(\d{1,5})[xX](\d{1,6})")

EXAMPLES = {
    "plan": "plan defend",
    "speed": "speed 2",
    "target": "target cruiser: capital, CA, escort",
    "range": "range all: best",
    "withdraw": "withdraw escort at 25%, or: withdraw force at 50%, or: withdraw capital never",
    "launch": "launch all, or: launch 6",
    "commit": "commit all, or: commit least, or: commit 50%",
    "strike": "strike CVL, capital damaged 50%, cruiser",
    "split": "split Hood 10x6, Swift 1x6 2x4",
}
VERBS = tuple(EXAMPLES)

RULES = {
    "speed": "declare-speed",
    "target": "mass-combat/targeting",
    "range": "pair-off/range",
    "withdraw": "mass-combat/withdrawal",
    "launch": "launch-fighters",
    "commit": "fighter-interception/tech-advantage",
    "strike": "mass-combat/fighter-targets",
    "split": "stand-off/split",
}


@dataclass(frozen=True)
class Plan:
    """A named plan: what it is for, and its orders."""

    name: str
    text: str
    orders: tuple[Order, ...]


@cache
def plans() -> Mapping[str, Plan]:
    """The named plans of ``data/plans.toml``."""
    text = files("flagplot.fta3").joinpath("data/plans.toml").read_text(encoding="utf-8")
    found, faults = {}, Faults()
    for entry in tomllib.loads(text)["plan"]:
        orders = read_lines(entry["orders"], f"plan {entry['name']}", VERBS, faults)
        found[entry["name"]] = Plan(entry["name"], entry["text"], orders)
    faults.settle()
    return found


def words(hulls: Mapping[str, Hull]) -> set[str]:
    """Operands that are no misspelt verbs."""
    return {*SIZES, *hulls, *RANGES, *plans(), ALL, ANY, FORCE, NEVER, AT, DAMAGED, NONE, LEAST}


def read_sheet(block: Block, hulls: Mapping[str, Hull], owner: Owner | None, faults: Faults) -> Standing:
    """The standing orders of a block; ``hulls`` are the book's, ``owner`` (if known) has the ships they command."""
    reader = _Reader(block.source, hulls, owner, faults)
    reader.read(block.orders)
    return reader.standing(sent=True)


def unsent(hulls: Mapping[str, Hull], owner: Owner) -> Standing:
    """What an owner without orders fights by: the plan *defend*."""
    reader = _Reader("", hulls, owner, Faults())
    return reader.standing(sent=False)


class _Reader:
    """Reads orders into the fields of ``Standing``; a plan's fields hold only where the sheet says nothing."""

    def __init__(self, source: str, hulls: Mapping[str, Hull], owner: Owner | None, faults: Faults) -> None:
        self.source, self.hulls, self.owner, self.faults = source, hulls, owner, faults
        self.kinds = (*SIZES, *hulls)
        self.lines: list[str] = []
        self.given: dict[tuple[str, str], Any] = {}
        self.orders_of: dict[tuple[str, str], Order] = {}
        self.verbs: dict[str, Callable[[Order], None]] = {
            "plan": self.read_plan,
            "speed": self.read_speed,
            "target": self.read_target,
            "range": self.read_range,
            "withdraw": self.read_withdraw,
            "launch": self.read_launch,
            "commit": self.read_commit,
            "strike": self.read_strike,
            "split": self.read_split,
        }

    def read(self, orders: Iterable[Order]) -> None:
        for order in orders:
            self.lines.append(str(order))
            # "25 %" means what "25%" does.
            operands = tuple(token for token in order.operands if token.text != "%")
            self.verbs[order.verb.text](replace(order, operands=operands))

    def standing(self, *, sent: bool) -> Standing:
        plan = self.given.get(("plan", ""), DEFAULT_PLAN)
        base = _plan_fields(plan)
        fields = {**base, **self.given}

        def of(verb: str) -> dict[str, Any]:
            # A sheet's word for all ships outranks a plan's for one size: it is what the player wrote himself.
            own = {kind: value for (v, kind), value in self.given.items() if v == verb}
            planned = {kind: value for (v, kind), value in base.items() if v == verb}
            return own if ALL in own else {**planned, **own}

        return Standing(
            plan=plan,
            speed=fields.get(("speed", "")),
            targets=of("target"),
            ranges=of("range"),
            leave=of("withdraw"),
            force=fields.get((FORCE, "")),
            launch=fields.get(("launch", "")),
            commit=fields.get(("commit", ""), 100),
            strike=fields.get(("strike", ""), ()),
            split=fields.get(("split", "")),
            lines=tuple(self.lines),
            sent=sent,
        )

    def keep(self, order: Order, verb: str, kind: str, value: Any) -> None:
        """Keep a value; the same thing ordered twice contradicts itself."""
        if (verb, kind) in self.given:
            first = self.orders_of[verb, kind]
            self.fault(
                "ordered-twice",
                order,
                f"'{order}' orders again what line {first.line} ordered: '{first}'",
                Fault.INCONSISTENT,
                "Keep one of the two.",
            )
            return
        self.given[verb, kind] = value
        self.orders_of[verb, kind] = order

    def fault(self, code: str, order: Order, message: str, fault: Fault = Fault.MALFORMED, mend: str = "") -> None:
        rule = RULES.get(order.verb.text)
        self.faults.add(
            code,
            f"{self.source}, line {order.line}",
            message,
            fault=fault,
            mend=mend or f"Write for instance: {EXAMPLES[order.verb.text]}.",
            citation=Citation("fta3", rule) if rule else None,
        )

    def read_plan(self, order: Order) -> None:
        name = _joined(order.operands)
        if name in plans():
            self.keep(order, "plan", "", name)
        else:
            self.fault("unknown-plan", order, f"there is no plan '{name}'", Fault.ILLEGAL, nearest(name, plans()))

    def read_speed(self, order: Order) -> None:
        number = self.only(order)
        if number is not None and WHOLE.fullmatch(number):
            self.keep(order, "speed", "", int(number))
        else:
            self.fault("no-speed", order, f"'{order}': a speed is a whole number, zero or more")

    def read_target(self, order: Order) -> None:
        own, rest = self.own_kind(order)
        wanted = []
        for entry in _entries(rest):
            name = self.kind(order, _joined(entry), (*self.kinds, ANY), "target")
            if name:
                wanted.append(name)
        if not rest:
            self.fault("no-target", order, f"'{order}' names no target")
        elif own:
            self.keep(order, "target", own, tuple(wanted))

    def read_range(self, order: Order) -> None:
        own, rest = self.own_kind(order)
        name = _joined(rest).lower()
        if name not in RANGES:
            self.fault("unknown-range", order, f"'{name}' is no range", Fault.MALFORMED, nearest(name, RANGES))
        elif own:
            self.keep(order, "range", own, name)

    def read_withdraw(self, order: Order) -> None:
        operands = [token for token in order.operands if not token.is_mark(":")]
        if not operands:
            self.fault("no-threshold", order, f"'{order}' does not say who withdraws, and when")
            return
        never = _is(operands[-1], NEVER)
        percent = None if never else self.percent(order, operands[-1])
        who = operands[:-1]
        if who and _is(who[-1], AT) and not never:
            who = who[:-1]
        name = _joined(who) or ALL
        if not never and percent is None:
            return
        if name.lower() == FORCE:
            self.keep(order, FORCE, "", percent)
        else:
            kind = self.kind(order, name, (*self.kinds, ALL), "kind of ship")
            if kind:
                self.keep(order, "withdraw", kind, percent)

    def read_launch(self, order: Order) -> None:
        value = (self.only(order) or "").lower()
        if value == ALL:
            self.keep(order, "launch", "", None)
        elif value == NONE:
            self.keep(order, "launch", "", 0)
        elif WHOLE.fullmatch(value):
            self.keep(order, "launch", "", int(value))
        else:
            self.fault("no-number", order, f"'{order}': fighters are launched all, none, or by a whole number")

    def read_commit(self, order: Order) -> None:
        value = (self.only(order) or "").lower()
        if value in (ALL, LEAST):
            self.keep(order, "commit", "", 100 if value == ALL else 0)
        elif order.operands:
            percent = self.percent(order, order.operands[0], least=0)
            if percent is not None:
                self.keep(order, "commit", "", percent)
        else:
            self.fault("no-number", order, f"'{order}' does not say how many fighters intercept")

    def read_strike(self, order: Order) -> None:
        criteria = []
        for entry in _entries(order.operands):
            wounded: int | None = 0
            if len(entry) >= 2 and _is(entry[-2], DAMAGED):
                wounded = self.percent(order, entry[-1])
                entry = entry[:-2]
            name = self.kind(order, _joined(entry), (*self.kinds, ANY), "target") if entry else ANY
            if name and wounded is not None:
                criteria.append(Criterion(name, wounded))
        if not order.operands:
            self.fault("no-target", order, f"'{order}' names no target")
        self.keep(order, "strike", "", tuple(criteria))

    def read_split(self, order: Order) -> None:
        shares: dict[str, dict[int, int]] = {}
        ships = {ship.name.casefold(): ship for ship in self.owner.ships} if self.owner else {}
        for entry in _entries(order.operands):
            name = _joined([token for token in entry if not SHARE.fullmatch(token.text) and token.text != "+"])
            found = [match for token in entry if (match := SHARE.fullmatch(token.text))]
            if not found or not name:
                message = f"'{_joined(entry)}' is no share of stand-off attacks: a ship, then counts such as 10x6"
                self.fault("no-share", order, message)
                continue
            ship = ships.get(name.casefold())
            if self.owner is not None and ship is None:
                names = [ship.name for ship in self.owner.ships]
                message = f"{self.owner.name} has no ship '{name}'"
                self.fault("not-your-ship", order, message, Fault.ILLEGAL, nearest(name, names))
                continue
            id_ = ship.id if ship else name
            if id_ in shares:
                self.fault("ordered-twice", order, f"'{name}' is named twice in '{order}'", Fault.INCONSISTENT)
            shares[id_] = {int(match[2]): int(match[1]) for match in found}
        self.keep(order, "split", "", shares)

    def own_kind(self, order: Order) -> tuple[str, tuple[Token, ...]]:
        """The own kind of ship before the colon (``all`` without one; empty if unknown), and what follows it."""
        colons = [place for place, token in enumerate(order.operands) if token.is_mark(":")]
        if not colons:
            return ALL, order.operands
        name = _joined(order.operands[: colons[0]])
        return self.kind(order, name, (*self.kinds, ALL), "kind of ship"), order.operands[colons[0] + 1 :]

    def kind(self, order: Order, name: str, known: tuple[str, ...], what: str) -> str:
        """``name`` as the book spells it; empty and a fault where it is unknown."""
        folded = {entry.casefold(): entry for entry in known}
        if name.casefold() in folded:
            return folded[name.casefold()]
        self.fault("unknown-target", order, f"'{name}' is no {what} in the book", Fault.ILLEGAL, nearest(name, known))
        return ""

    def percent(self, order: Order, token: Token, least: int = 1) -> int | None:
        """A percentage from ``least`` to 100; None and a fault where it is none."""
        match = PERCENT.fullmatch(token.text)
        if match and least <= int(match[1]) <= 100:
            return int(match[1])
        self.fault("no-percentage", order, f"'{token.text}' is no percentage from {least} to 100")
        return None

    def only(self, order: Order) -> str | None:
        """The one operand of an order; None where there are none or several."""
        return order.operands[0].text if len(order.operands) == 1 else None


@cache
def _plan_fields(name: str) -> Mapping[tuple[str, str], Any]:
    """The fields that a plan sets. A plan speaks of sizes alone, so that it fits every book."""
    faults = Faults()
    reader = _Reader(f"plan {name}", {}, None, faults)
    reader.read(plans()[name].orders)
    faults.settle()
    return reader.given


def _entries(tokens: Iterable[Token]) -> list[list[Token]]:
    """Tokens between commas."""
    entries: list[list[Token]] = [[]]
    for token in tokens:
        if token.is_mark(","):
            entries.append([])
        else:
            entries[-1].append(token)
    return [entry for entry in entries if entry]


def _joined(tokens: Iterable[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _is(token: Token, word: str) -> bool:
    return not token.quoted and token.text.lower() == word
