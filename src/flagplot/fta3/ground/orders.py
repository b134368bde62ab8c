"""A side's orders for a ground war: the verbs, and what they come to quarter by quarter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, nearest_name
from flagplot.engine.operands import entries, is_word, joined, quoted
from flagplot.engine.orders import Block, Order
from flagplot.engine.tokens import Token
from flagplot.fta3.ground.forces import GroundSide

ALL, NONE, LEAST, FROM = "all", "none", "least", "from"
PRIORITIES = ("high", "normal", "low")
YES_NO = ("yes", "no")

EXAMPLES = {
    "priority": "priority high, or: priority low from 2",
    "land": "land all, or: land 1st Marines, 2nd Marines, or: land all from 2",
    "commit": "commit all, or: commit least, or: commit 50%",
    "interdict": "interdict all, or: interdict 4, or: interdict none",
    "bombard": "bombard yes, or: bombard no from 2",
    "cover": "cover Old Guard, 3rd Armour",
    "offer": "offer Militia, 4th Foot",
    "breach": "breach Old Guard",
    "counter": "counter Pioneers",
    "restore": "restore 3rd Armour, Old Guard",
    "salt": "salt correct horse battery",
}
VERBS = tuple(EXAMPLES)
WORDS = frozenset({ALL, NONE, LEAST, FROM, *PRIORITIES, *YES_NO})
RULES = {
    "priority": "mission-priority",
    "land": "ground/transport",
    "commit": "ground-fighters/interception",
    "interdict": "ground-fighters/interdiction",
    "bombard": "ortillery",
    "cover": "traits/mobile-gto-network",
    "offer": "ortillery",
    "breach": "saves/breakthrough",
    "counter": "saves/engineers",
    "restore": "saves/mash",
}
OWN_UNITS = ("cover", "offer", "restore")
ENEMY_UNITS = ("breach", "counter")

WHOLE = re.compile(r"\d{1,9}")
PERCENT = re.compile(r"(\d{1,3})%?")
LAST_QUARTER = 4000


@dataclass(frozen=True, kw_only=True)
class GroundOrders:
    """What one side has ordered: by verb a value from each quarter on; ``lines`` are the orders as they were read.

    Values: a priority's word; unit ids to land (None: all); a percentage to commit; wings to interdict (None: all);
    whether to bombard; unit ids in the order in which they are to be taken.
    """

    given: Mapping[str, Mapping[int, Any]] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    sent: bool = False

    def at(self, verb: str, quarter: int, default: Any) -> Any:
        """The value of a verb that holds in a quarter: the latest that was ordered for it or an earlier one."""
        found = {first: value for first, value in self.given.get(verb, {}).items() if first <= quarter}
        return found[max(found)] if found else default

    def priority(self, quarter: int) -> str:
        """The mission priority."""
        return str(self.at("priority", quarter, "normal"))

    def lands(self, unit: str, quarter: int) -> bool:
        """Whether a unit is to go ashore."""
        wanted = self.at("land", quarter, None)
        return wanted is None or unit in wanted

    def commits(self, quarter: int) -> int:
        """The way from the fewest interceptors to all, in percent."""
        return int(self.at("commit", quarter, 100))

    def interdicts(self, quarter: int, free: int) -> int:
        """How many of the free wings go for landing battalions."""
        wanted = self.at("interdict", quarter, None)
        return free if wanted is None else min(free, int(wanted))

    def bombards(self, quarter: int) -> bool:
        """Whether its ships fire at the ground."""
        return bool(self.at("bombard", quarter, True))

    def wanted(self, verb: str, quarter: int) -> tuple[str, ...]:
        """The units that a verb names, in its order."""
        return tuple(self.at(verb, quarter, ()))


def words(sides: tuple[GroundSide, ...]) -> set[str]:
    """Operands that are no misspelt verbs."""
    return {*WORDS, *(word for side in sides for unit in side.units for word in unit.name.split())}


def read_ground_sheet(block: Block, side: GroundSide | None, enemy: GroundSide | None, faults: Faults) -> GroundOrders:
    """The orders of a block; without sides, any unit may be right."""
    reader = _Reader(block.source, side, enemy, faults)
    for order in block.orders:
        reader.read(order)
    return GroundOrders(given=reader.given, lines=tuple(reader.lines), sent=True)


class _Reader:
    def __init__(self, source: str, side: GroundSide | None, enemy: GroundSide | None, faults: Faults) -> None:
        self.source, self.side, self.enemy, self.faults = source, side, enemy, faults
        self.given: dict[str, dict[int, Any]] = {}
        self.first: dict[tuple[str, int], Order] = {}
        self.lines: list[str] = []

    def read(self, order: Order) -> None:
        verb = order.verb.text
        operands = [token for token in order.operands if not token.is_mark("%", ":")]
        quarter, operands = self.quarter(order, operands)
        found: tuple[Any, str] | None
        if verb == "salt":
            found = (joined(operands), joined(operands)) if operands else None
        elif verb in OWN_UNITS or verb in ENEMY_UNITS:
            found = self.units(order, operands, self.side if verb in OWN_UNITS else self.enemy)
        else:
            found = getattr(self, f"read_{verb}")(order, operands)
        if found is None:
            return
        value, told = found
        if (verb, quarter) in self.first:
            first = self.first[verb, quarter]
            message = f"{quoted(order)} orders again what line {first.line} ordered: {quoted(first)}"
            self.fault("ordered-twice", order, message, Fault.INCONSISTENT, "Keep one of the two.")
            return
        self.first[verb, quarter] = order
        self.given.setdefault(verb, {})[quarter] = value
        self.lines.append(f"{verb} {told}{f' {FROM} {quarter}' if quarter > 1 else ''}")

    def quarter(self, order: Order, operands: list[Token]) -> tuple[int, list[Token]]:
        """From which quarter on an order holds, and its operands without these words."""
        if len(operands) >= 2 and is_word(operands[-2], FROM) and WHOLE.fullmatch(operands[-1].text):
            number = int(operands[-1].text)
            if not 1 <= number <= LAST_QUARTER:
                self.fault("no-quarter", order, f"there is no quarter {shorten(number)}", mend="The first is 1.")
            return number, operands[:-2]
        return 1, operands

    def read_priority(self, order: Order, operands: list[Token]) -> tuple[str, str] | None:
        return self.word(order, operands, PRIORITIES)

    def read_bombard(self, order: Order, operands: list[Token]) -> tuple[bool, str] | None:
        found = self.word(order, operands, YES_NO)
        return None if found is None else (found[0] == "yes", found[1])

    def word(self, order: Order, operands: list[Token], known: tuple[str, ...]) -> tuple[str, str] | None:
        word = joined(operands).lower()
        if word not in known:
            hint = nearest_name(word, known, self.faults)
            self.fault("unknown-word", order, f"'{shorten(word)}' is none of {', '.join(known)}", mend=hint)
            return None
        return word, word

    def read_land(self, order: Order, operands: list[Token]) -> tuple[frozenset[str] | None, str] | None:
        if len(operands) == 1 and is_word(operands[0], ALL):
            return None, ALL
        if len(operands) == 1 and is_word(operands[0], NONE):
            return frozenset(), NONE
        found = self.units(order, operands, self.side)
        return None if found is None else (frozenset(found[0]), found[1])

    def read_commit(self, order: Order, operands: list[Token]) -> tuple[int, str] | None:
        word = joined(operands).lower()
        match = PERCENT.fullmatch(word)
        if word in (ALL, LEAST):
            return (100 if word == ALL else 0), word
        if match and int(match[1]) <= 100:
            return int(match[1]), f"{int(match[1])}%"
        message = f"{quoted(order)}: interceptors are ordered all, least, or by a percentage up to 100"
        self.fault("no-number", order, message)
        return None

    def read_interdict(self, order: Order, operands: list[Token]) -> tuple[int | None, str] | None:
        word = joined(operands).lower()
        if word == ALL:
            return None, ALL
        if word == NONE or WHOLE.fullmatch(word):
            number = 0 if word == NONE else int(word)
            return number, str(number) if number else NONE
        self.fault("no-number", order, f"{quoted(order)}: wings interdict all, none, or by a whole number")
        return None

    def units(self, order: Order, operands: list[Token], side: GroundSide | None) -> tuple[tuple[str, ...], str] | None:
        """The units that an order names, in its order."""
        known = {fold(unit.name): unit for unit in side.units} if side else {}
        ids: dict[str, str] = {}
        wrong = False
        for entry in entries(operands):
            name = joined(entry)
            unit = known.get(fold(name))
            if side is not None and unit is None:
                message = f"{side.name} has no unit '{shorten(name)}'"
                hint = nearest_name(name, [each.name for each in side.units], self.faults)
                self.fault("unknown-unit", order, message, Fault.ILLEGAL, hint)
                wrong = True
                continue
            id_ = unit.id if unit else fold(name)
            if id_ in ids:
                message = f"'{shorten(name)}' is named twice in {quoted(order)}"
                self.fault("named-twice", order, message, Fault.INCONSISTENT, "Keep one of the two.")
                wrong = True
            ids[id_] = str(Token(unit.name, 0, 0, quoted="," in unit.name)) if unit else name
        if not ids and not wrong:
            self.fault("no-unit", order, f"{quoted(order)} names no unit")
        return None if wrong or not ids else (tuple(ids), ", ".join(ids.values()))

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
