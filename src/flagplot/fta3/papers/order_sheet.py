"""A player's block of orders read as standing orders: the verbs, their operands, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, nearest_name, slug
from flagplot.engine.operands import entries, is_word, joined, quoted
from flagplot.engine.orders import Block, Order
from flagplot.engine.tokens import Token
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.papers.manoeuvres import Manoeuvres
from flagplot.fta3.papers.operands import share_of, spell_name
from flagplot.fta3.papers.standing import ALL, ANY, NO, YES, Criterion, Intent, Standing
from flagplot.fta3.papers.verbs import (
    AT,
    DAMAGED,
    DEFAULT_PLAN,
    EXAMPLES,
    FORCE,
    INTENTS,
    LEAST,
    NEVER,
    NONE,
    RULES,
    SIZES,
    WORDS,
    plans,
)

PERCENT = re.compile(r"(\d{1,3})%?")
WHOLE = re.compile(r"\d{1,9}")


def read_sheet(block: Block, hulls: Mapping[str, Hull] | None, owner: Owner | None, faults: Faults) -> Standing:
    """The standing orders of a block; ``hulls`` are the book's, ``owner`` (if known) has the ships they command.

    Without a book any hull may be right.
    """
    reader = _Reader(block.source, hulls, owner, faults)
    reader.read(block.orders)
    return reader.standing(sent=True)


def unsent(hulls: Mapping[str, Hull], owner: Owner) -> Standing:
    """What an owner without orders fights by: the plan *defend*."""
    reader = _Reader("", hulls, owner, Faults())
    return reader.standing(sent=False)


class _Reader:
    """Reads orders into the fields of ``Standing``; a plan's fields hold only where the sheet says nothing."""

    def __init__(self, source: str, hulls: Mapping[str, Hull] | None, owner: Owner | None, faults: Faults) -> None:
        self.source, self.owner, self.faults = source, owner, faults
        self.kinds = (*SIZES, *(hulls or ()))
        self.lenient = hulls is None
        self.manoeuvres = Manoeuvres(source, owner, faults)
        self.lines: list[str] = []
        self.ships = {fold(ship.name): ship for ship in owner.ships} if owner else {}
        self.given: dict[tuple[str, str], Any] = {}
        self.orders_of: dict[tuple[str, str], Order] = {}

    def read(self, orders: Iterable[Order]) -> None:
        for order in orders:
            # "25 %" means what "25%" does.
            operands = tuple(token for token in order.operands if not token.is_mark("%"))
            getattr(self, f"read_{order.verb.text}")(replace(order, operands=operands))

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
            cloaks=of("cloak"),
            volleys=of("volley"),
            pursuits=of("pursue"),
            wards=of("protect"),
            hunt=fields.get(("hunt", ""), True),
            elements=tuple(self.given[key] for key in sorted(self.given) if key[0] == "element"),
            intent=fields.get(("intent", "")),
            intercept=fields.get(("intercept", ""), frozenset()),
            lines=tuple(self.lines),
            sent=sent,
        )

    def keep(self, order: Order, line: str, verb: str, kind: str, value: Any) -> None:
        """Keep a value and the canonical ``line`` that orders it; the same thing ordered twice contradicts itself."""
        if (verb, kind) in self.given:
            first = self.orders_of[verb, kind]
            self.fault(
                "ordered-twice",
                order,
                f"{quoted(order)} orders again what line {first.line} ordered: {quoted(first)}",
                Fault.INCONSISTENT,
                "Keep one of the two.",
            )
            return
        self.given[verb, kind] = value
        self.orders_of[verb, kind] = order
        self.lines.append(line)

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
        name = joined(order.operands).lower()
        if name in plans():
            self.keep(order, f"plan {name}", "plan", "", name)
        else:
            message = f"there is no plan '{shorten(name)}'"
            self.fault("unknown-plan", order, message, Fault.ILLEGAL, nearest_name(name, plans(), self.faults))

    def read_speed(self, order: Order) -> None:
        number = self.only(order)
        if number is not None and WHOLE.fullmatch(number):
            self.keep(order, f"speed {int(number)}", "speed", "", int(number))
        else:
            self.fault("no-speed", order, f"{quoted(order)}: a speed is a whole number, zero or more")

    def read_target(self, order: Order) -> None:
        own, rest = self.own_kind(order)
        listed = entries(rest)
        wanted: dict[str, None] = {}
        for entry in listed:
            name = self.kind(order, joined(entry), (*self.kinds, ANY), "target")
            if name in wanted:
                self.twice(order, name)
            if name:
                wanted[name] = None
        if not listed:
            self.fault("no-target", order, f"{quoted(order)} names no target")
        elif own:
            self.keep(order, f"target {own}: {', '.join(wanted)}", "target", own, tuple(wanted))

    def read_word(self, order: Order) -> None:
        """An order that gives each kind of ship one of a few words."""
        verb, words = order.verb.text, WORDS[order.verb.text]
        own, rest = self.own_kind(order)
        word = joined(rest).lower()
        if word not in words:
            hint = nearest_name(word, words, self.faults)
            self.fault(
                f"unknown-{verb}", order, f"'{shorten(word)}' is none of {', '.join(words)}", Fault.MALFORMED, hint
            )
        elif own:
            self.keep(order, f"{verb} {own}: {word}", verb, own, word)

    read_range = read_cloak = read_volley = read_pursue = read_word

    def read_hunt(self, order: Order) -> None:
        word = (self.only(order) or "").lower()
        if word in (YES, NO):
            self.keep(order, f"hunt {word}", "hunt", "", word == YES)
        else:
            self.fault("unknown-word", order, f"{quoted(order)}: fighters hunt for cloaked ships or not, yes or no")

    def read_protect(self, order: Order) -> None:
        own, rest = self.own_kind(order)
        wards, told = [], []
        listed = entries(rest)
        for entry in listed:
            name = joined(entry)
            ship = self.ships.get(fold(name))
            if ship is not None:
                wards.append(ship.id)
                told.append(spell_name(ship.name))
            elif self.owner is not None and fold(name) not in {fold(kind) for kind in (*self.kinds, ANY)}:
                names = [*(ship.name for ship in self.owner.ships), *self.kinds, ANY]
                message = f"{self.owner.name} has no ship '{shorten(name)}' to protect, and no kind is called so"
                hint = nearest_name(name, names, self.faults)
                self.fault("not-your-ship", order, message, Fault.ILLEGAL, hint)
            else:
                kind = self.kind(order, name, (*self.kinds, ANY), "kind of ship")
                if kind:
                    wards.append(kind)
                    told.append(kind)
        if not listed:
            self.fault("no-ward", order, f"{quoted(order)} does not say whom to protect")
        elif own:
            self.keep(order, f"protect {own}: {', '.join(told)}", "protect", own, tuple(wards))

    def read_element(self, order: Order) -> None:
        found = self.manoeuvres.element(order)
        if found is not None:
            element, line = found
            self.keep(order, line, "element", slug(element.name), element)

    def read_intent(self, order: Order) -> None:
        word = (self.only(order) or "").lower()
        if word in INTENTS:
            self.keep(order, f"intent {word}", "intent", "", Intent(word))
        else:
            self.fault("unknown-word", order, f"{quoted(order)} is none of {', '.join(INTENTS)}")

    def read_intercept(self, order: Order) -> None:
        ships, line = self.manoeuvres.intercept(order)
        self.keep(order, line, "intercept", "", ships)

    def read_salt(self, order: Order) -> None:
        """Words that mean nothing and change the digest of the orders, so that nobody can guess it beforehand."""
        if order.operands:
            self.keep(order, f"salt {joined(order.operands)}", "salt", "", "")
        else:
            self.fault("no-salt", order, "salt without any word")

    def read_withdraw(self, order: Order) -> None:
        operands = [token for token in order.operands if not token.is_mark(":")]
        if not operands:
            self.fault("no-threshold", order, f"{quoted(order)} does not say who withdraws, and when")
            return
        never = is_word(operands[-1], NEVER)
        percent = None if never else self.percent(order, operands[-1])
        who = operands[:-1]
        if who and is_word(who[-1], AT) and not never:
            who = who[:-1]
        name = joined(who) or ALL
        force = name.lower() == FORCE
        kind = FORCE if force else self.kind(order, name, (*self.kinds, ALL), "kind of ship")
        if kind and (never or percent is not None):
            line = f"withdraw {kind} {NEVER if never else f'{AT} {percent}%'}"
            self.keep(order, line, FORCE if force else "withdraw", "" if force else kind, percent)

    def read_launch(self, order: Order) -> None:
        value = (self.only(order) or "").lower()
        if value == ALL:
            self.keep(order, "launch all", "launch", "", None)
        elif value == NONE or WHOLE.fullmatch(value):
            number = 0 if value == NONE else int(value)
            self.keep(order, f"launch {number or NONE}", "launch", "", number)
        else:
            self.fault("no-number", order, f"{quoted(order)}: fighters are launched all, none, or by a whole number")

    def read_commit(self, order: Order) -> None:
        value = (self.only(order) or "").lower()
        percent: int | None
        if value in (ALL, LEAST):
            percent = 100 if value == ALL else 0
        elif value:
            percent = self.percent(order, order.operands[0], least=0)
        else:
            message = f"{quoted(order)}: interceptors are ordered all, least, or by a percentage"
            self.fault("no-number", order, message)
            return
        if percent is not None:
            line = f"commit {({100: ALL, 0: LEAST}).get(percent, f'{percent}%')}"
            self.keep(order, line, "commit", "", percent)

    def read_strike(self, order: Order) -> None:
        listed = entries(order.operands)
        criteria: dict[Criterion, str] = {}
        for entry in listed:
            wounded: int | None = 0
            if len(entry) >= 2 and is_word(entry[-2], DAMAGED):
                wounded = self.percent(order, entry[-1])
                entry = entry[:-2]
            name = self.kind(order, joined(entry), (*self.kinds, ANY), "target") if entry else ANY
            if name and wounded is not None:
                criterion = Criterion(name, wounded)
                told = f"{DAMAGED} {wounded}%" if wounded else ""
                line = name if not told else told if name == ANY else f"{name} {told}"
                if criterion in criteria:
                    self.twice(order, line)
                criteria[criterion] = line
        if not listed:
            self.fault("no-target", order, f"{quoted(order)} names no target")
        self.keep(order, f"strike {', '.join(criteria.values())}", "strike", "", tuple(criteria))

    def read_split(self, order: Order) -> None:
        listed = entries(order.operands)
        shares: dict[str, dict[int, int]] = {}
        lines = []
        for entry in listed:
            name = joined(token for token in entry if not share_of(token) and not token.is_mark("+"))
            found = [match for token in entry if (match := share_of(token))]
            if not found or not name:
                message = f"'{shorten(joined(entry))}' is no share of attacks: a ship, then counts such as 10x6"
                self.fault("no-share", order, message)
                continue
            ship = self.ships.get(fold(name))
            if self.owner is not None and ship is None:
                names = [ship.name for ship in self.owner.ships]
                message = f"{self.owner.name} has no ship '{shorten(name)}'"
                hint = nearest_name(name, names, self.faults)
                self.fault("not-your-ship", order, message, Fault.ILLEGAL, hint)
                continue
            id_ = ship.id if ship else fold(name)
            if id_ in shares:
                self.twice(order, name)
            share = shares[id_] = dict[int, int]()
            for match in found:
                share[int(match[2])] = share.get(int(match[2]), 0) + int(match[1])
            told = " ".join(f"{number}x{damage}" for damage, number in sorted(share.items(), reverse=True))
            lines.append(f"{spell_name(ship.name if ship else name)} {told}")
        if not listed:
            self.fault("no-share", order, f"{quoted(order)} names no ship")
        self.keep(order, f"split {', '.join(sorted(lines))}", "split", "", shares)

    def twice(self, order: Order, name: str) -> None:
        """Refuse what one order names again."""
        message = f"'{shorten(name)}' is named twice in {quoted(order)}"
        self.fault("named-twice", order, message, Fault.INCONSISTENT, "Keep one of the two.")

    def own_kind(self, order: Order) -> tuple[str, tuple[Token, ...]]:
        """The own kind of ship before the colon (``all`` without one; empty if unknown), and what follows it."""
        colons = [place for place, token in enumerate(order.operands) if token.is_mark(":")]
        if not colons:
            return ALL, order.operands
        name = joined(order.operands[: colons[0]])
        return self.kind(order, name, (*self.kinds, ALL), "kind of ship"), order.operands[colons[0] + 1 :]

    def kind(self, order: Order, name: str, known: tuple[str, ...], what: str) -> str:
        """``name`` as the book spells it; empty and a fault where it is unknown."""
        folded = {entry.casefold(): entry for entry in known}
        if name.casefold() in folded:
            return folded[name.casefold()]
        if self.lenient:
            return name
        message = f"'{shorten(name)}' is no {what} in the book"
        self.fault("unknown-target", order, message, Fault.ILLEGAL, nearest_name(name, known, self.faults))
        return ""

    def percent(self, order: Order, token: Token, least: int = 1) -> int | None:
        """A percentage from ``least`` to 100; None and a fault where it is none."""
        match = PERCENT.fullmatch(token.text)
        if match and least <= int(match[1]) <= 100:
            return int(match[1])
        self.fault("no-percentage", order, f"'{shorten(token.text)}' is no percentage from {least} to 100")
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
