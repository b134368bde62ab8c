"""The moderator's lines, each with its reason, shown in the report as rulings: what changes the battle, and what the
aftermath has to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from flagplot.core.citation import Citation, carries_out
from flagplot.core.dice import MAX_ROUND
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import nearest_name
from flagplot.engine.operands import cut_at_colon, is_word, quoted
from flagplot.engine.orders import Order, read_lines
from flagplot.engine.tokens import Token, spell
from flagplot.fta3.papers import after_rulings
from flagplot.fta3.papers.after_rulings import AFTER_KINDS, AfterRulings
from flagplot.fta3.papers.forces import Owner, Ruling, Scenario, Side
from flagplot.fta3.papers.naming import Naming

EXAMPLES = {
    "modifier": 'modifier hit +1: Hood, Nelson rounds 2-4 because "a local pilot"',
    "arrives": 'arrives 3: Swift, Sure because "by the northern lane"',
    "ends": 'ends after 6 because "the mine field goes up"',
    **after_rulings.EXAMPLES,
}
KINDS = ("hit", "pierce", "position", *AFTER_KINDS)
BECAUSE = "because"
MOST = 40
SIGNED = re.compile(r"[+-]\d{1,3}")
ROUND = re.compile(r"\d{1,4}")
SPAN = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")


def read_rulings(text: str, where: str, sides: tuple[Side, Side], faults: Faults) -> tuple[Ruling, ...]:
    """The rulings of a scenario; subjects are ships, owners or sides by name."""
    if not text:
        return ()
    reader = _Reader(where, sides, faults)
    orders = read_lines(text, where, tuple(EXAMPLES), faults, words=(*KINDS, BECAUSE))
    return tuple(ruling for order in orders if (ruling := reader.ruling(order)))


@carries_out("fta3", "list-ships")
def apply_arrivals(scenario: Scenario) -> Scenario:
    """The scenario with each ship's round of arrival as ruled; fighters have what ships give that are there at once."""
    due = {id_: ruling.first for ruling in scenario.rulings if ruling.verb == "arrives" for id_ in ruling.subjects}

    def owner_with(owner: Owner) -> Owner:
        ships = tuple(replace(ship, arrives=due.get(ship.id, ship.arrives)) for ship in owner.ships)
        return owner.with_ships(ships, owner.wings)

    first, second = (replace(side, owners=tuple(owner_with(owner) for owner in side.owners)) for side in scenario.sides)
    return replace(scenario, sides=(first, second))


class _Reader:
    def __init__(self, where: str, sides: tuple[Side, Side], faults: Faults) -> None:
        self.where, self.sides, self.faults = where, sides, faults
        self.naming = Naming(sides, self.fault, faults)
        self.after = AfterRulings(sides, self.naming, self.fault, faults)
        self.due: dict[str, Order] = {}
        self.end: Order | None = None

    def ruling(self, order: Order) -> Ruling | None:
        """The ruling of one line; None and a fault where it is none."""
        place = next(
            (place for place, token in enumerate(order.operands) if is_word(token, BECAUSE)), len(order.operands)
        )
        operands, rest = order.operands[:place], order.operands[place:]
        reason = spell(replace(token, quoted=False) for token in rest[1:] if token.line == rest[0].line).strip()
        stray = next((token for token in rest[1:] if token.line > rest[0].line), None)
        if stray:
            message = f"'{shorten(stray.text)}' is no verb, and the reason before it ends with its line"
            hint = nearest_name(stray.text, tuple(EXAMPLES), self.faults)
            where = f"{self.where}, line {stray.line}"
            self.faults.add("no-verb", where, message, fault=Fault.MALFORMED, mend=hint)
        if not reason:
            mend = f"End it with because and the reason, in quotes: {EXAMPLES[order.verb.text]}."
            self.fault(order, "no-reason", f"{quoted(order)} gives no reason", mend)
        ruling = Ruling(verb=order.verb.text, line=order.line, reason=reason)
        if ruling.verb == "ends":
            read = self.read_end(order, operands, ruling)
        elif ruling.verb in after_rulings.EXAMPLES:
            read = self.after.read(order, operands, ruling)
        else:
            head, names = cut_at_colon(operands)
            reader = self.read_arrival if ruling.verb == "arrives" else self.read_modifier
            read = reader(order, head, names, ruling)
        return read if reason else None

    def read_end(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        last = self.round(order, operands, ("after", "round"), 1)
        if last and self.end is not None:
            message = f"the battle ends already by line {self.end.line}: {quoted(self.end)}"
            self.fault(order, "ruled-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
        self.end = self.end or (order if last else None)
        return replace(ruling, last=last) if last else None

    def read_arrival(
        self, order: Order, head: tuple[Token, ...], names: tuple[Token, ...], ruling: Ruling
    ) -> Ruling | None:
        first = self.round(order, head, ("in", "round"), 2)
        found = self.naming.subjects(order, names)
        ids = [id_ for subjects in found for id_ in subjects.ships]
        for subjects in found:
            if subjects.whole:
                message = f"'{subjects.name}' is a side; only ships arrive, by name or by owner"
                self.fault(order, "no-ship", message, fault=Fault.ILLEGAL)
        for id_ in ids:
            if id_ in self.due:
                earlier = self.due[id_]
                message = f"the arrival of {id_} is ruled already by line {earlier.line}: {quoted(earlier)}"
                self.fault(order, "ruled-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
        self.due |= dict.fromkeys(ids, order)
        return replace(ruling, first=first, subjects=tuple(ids)) if first and ids else None

    def read_modifier(
        self, order: Order, head: tuple[Token, ...], names: tuple[Token, ...], ruling: Ruling
    ) -> Ruling | None:
        words = [token.text.lower() for token in head]
        kind, value = words if len(words) == 2 else ("", "")
        if kind not in KINDS or not SIGNED.fullmatch(value):
            message = f"{quoted(order)} names no kind ({', '.join(KINDS)}) and signed number"
            self.fault(order, "no-modifier", message)
            kind, value = "", "0"
        elif abs(int(value)) > MOST:
            mend = f"At most +{MOST} or -{MOST}."
            self.fault(order, "no-modifier", f"{value} is beyond any die", mend, Fault.ILLEGAL)
        first, last = 1, 0
        if len(names) >= 2 and any(is_word(names[-2], word) for word in ("round", "rounds")):
            span = SPAN.fullmatch(names[-1].text)
            names = names[:-2]
            if kind in AFTER_KINDS:
                self.fault(order, "no-round", f"{quoted(order)} names rounds, and the aftermath has none")
            elif span and 1 <= int(span[1]) <= int(span[2] or span[1]) <= MAX_ROUND:
                first, last = int(span[1]), int(span[2] or span[1])
            else:
                self.fault(order, "no-round", f"{quoted(order)} ends with no span of rounds such as 2-4")
        found = self.naming.subjects(order, names)
        if len({subjects.side for subjects in found}) > 1:
            message = f"{quoted(order)} names ships of both sides"
            self.fault(order, "two-sides", message, "Write a line for each side.", Fault.ILLEGAL)
        ids = tuple(id_ for subjects in found if not subjects.whole for id_ in subjects.ships)
        if kind == "position" and ids:
            message = f"{quoted(order)}: position is rolled by a side, not by a ship"
            mend = f"Name the side: {self.sides[found[0].side].name}."
            self.fault(order, "no-side", message, mend, Fault.ILLEGAL)
        if kind in AFTER_KINDS and len(ids) != 1:
            message = f"{quoted(order)}: a roll of the aftermath is one ship's"
            self.fault(order, "no-ship", message, "Name one ship.", Fault.ILLEGAL)
        if not found:
            return None
        return replace(ruling, kind=kind, value=int(value), subjects=ids, side=found[0].side, first=first, last=last)

    def round(self, order: Order, tokens: Iterable[Token], fillers: tuple[str, ...], least: int) -> int:
        """The one round that ``tokens`` name, fillers apart; 0 and a fault where it is none from ``least`` on."""
        words = [token.text for token in tokens if token.text.lower() not in fillers]
        if len(words) == 1 and ROUND.fullmatch(words[0]) and least <= int(words[0]) <= MAX_ROUND:
            return int(words[0])
        self.fault(order, "no-round", f"{quoted(order)} names no round from {least} to {MAX_ROUND}")
        return 0

    def fault(self, order: Order, code: str, message: str, mend: str = "", fault: Fault = Fault.MALFORMED) -> None:
        self.faults.add(
            code,
            f"{self.where}, line {order.line}",
            message,
            fault=fault,
            mend=mend or f"Write for instance: {EXAMPLES[order.verb.text]}.",
            citation=_rule_of(order.verb.text),
        )


def _rule_of(verb: str) -> Citation | None:
    rule = "list-ships" if verb == "arrives" else after_rulings.RULES.get(verb)
    return Citation("fta3", rule) if rule else None
