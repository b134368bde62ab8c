"""The moderator's lines: ``modifier``, ``arrives`` and ``ends``, each with its reason, shown in the report as
rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from flagplot.core.citation import Citation, carries_out
from flagplot.core.dice import MAX_ROUND
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.orders import Order, read_lines
from flagplot.engine.tokens import Token, spell
from flagplot.fta3.papers.forces import Owner, Ruling, Scenario, Side
from flagplot.fta3.papers.names import fold, nearest_name
from flagplot.fta3.papers.operands import quoted

EXAMPLES = {
    "modifier": 'modifier hit +1: Hood, Nelson rounds 2-4 because "a local pilot"',
    "arrives": 'arrives 3: Swift, Sure because "by the northern lane"',
    "ends": 'ends after 6 because "the mine field goes up"',
}
KINDS = ("hit", "pierce", "position")
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


@dataclass(frozen=True)
class Subjects:
    """Whom one name of a ruling means: the whole of a side, or ships of it by their ids."""

    side: int
    name: str
    ships: tuple[str, ...]
    whole: bool = False


class _Reader:
    def __init__(self, where: str, sides: tuple[Side, Side], faults: Faults) -> None:
        self.where, self.sides, self.faults = where, sides, faults
        self.named: dict[str, dict[str, Subjects]] = {}
        """By folded name, then by a longer one that tells them apart."""
        self.names: list[str] = []
        self.long_names: set[str] = set()
        self.due: dict[str, Order] = {}
        self.end: Order | None = None
        for s, side in enumerate(sides):
            for owner in side.owners:
                if fold(owner.name) != fold(side.name):
                    ids = tuple(ship.id for ship in owner.ships)
                    self.enter(owner.name, f"all ships of {owner.name}", Subjects(s, owner.name, ids))
                for ship in owner.ships:
                    long_name = f"{owner.name}'s {ship.name}"
                    for name in (ship.name, long_name, ship.id):
                        self.enter(name, long_name, Subjects(s, ship.name, (ship.id,)))
                    self.names.append(ship.name)
                    self.long_names.add(long_name)
            ids = tuple(ship.id for ship in side.ships)
            self.enter(side.name, f"the side {side.name}", Subjects(s, side.name, ids, whole=True))

    def enter(self, name: str, told: str, subjects: Subjects) -> None:
        self.named.setdefault(fold(name), {})[told] = subjects

    def ruling(self, order: Order) -> Ruling | None:
        """The ruling of one line; None and a fault where it is none."""
        place = next((place for place, token in enumerate(order.operands) if _is(token, BECAUSE)), len(order.operands))
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
        else:
            head, names = _cut(operands)
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
        found = self.subjects(order, names)
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
        if len(names) >= 2 and any(_is(names[-2], word) for word in ("round", "rounds")):
            span = SPAN.fullmatch(names[-1].text)
            names = names[:-2]
            if span and 1 <= int(span[1]) <= int(span[2] or span[1]) <= MAX_ROUND:
                first, last = int(span[1]), int(span[2] or span[1])
            else:
                self.fault(order, "no-round", f"{quoted(order)} ends with no span of rounds such as 2-4")
        found = self.subjects(order, names)
        if len({subjects.side for subjects in found}) > 1:
            message = f"{quoted(order)} names ships of both sides"
            self.fault(order, "two-sides", message, "Write a line for each side.", Fault.ILLEGAL)
        ids = tuple(id_ for subjects in found if not subjects.whole for id_ in subjects.ships)
        if kind == "position" and ids:
            message = f"{quoted(order)}: position is rolled by a side, not by a ship"
            mend = f"Name the side: {self.sides[found[0].side].name}."
            self.fault(order, "no-side", message, mend, Fault.ILLEGAL)
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

    def subjects(self, order: Order, tokens: Iterable[Token]) -> list[Subjects]:
        """Sides and ships by the names between commas; an owner stands for all his ships, and nobody is named twice."""
        names: list[list[str]] = [[]]
        for token in tokens:
            if token.is_mark(","):
                names.append([])
            else:
                names[-1].append(token.text)
        found: list[Subjects] = []
        taken: set[str] = set()
        for name in filter(None, (" ".join(words) for words in names)):
            subjects = self.subject(order, name)
            if subjects is None:
                continue
            if not taken.isdisjoint(subjects.ships):
                message = f"'{shorten(name)}' is named twice in {quoted(order)}"
                self.fault(order, "named-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
                continue
            found.append(subjects)
            taken.update(subjects.ships)
        if not any(names):
            self.fault(order, "no-subject", f"{quoted(order)} does not say for whom")
        return found

    def subject(self, order: Order, name: str) -> Subjects | None:
        """Whom a name means; None and a fault where it means nobody, or several."""
        meant = self.named.get(fold(name), {})
        if not meant:
            names = [side.name for side in self.sides] + self.names
            message, hint = f"there is no ship, owner or side '{shorten(name)}'", nearest_name(name, names, self.faults)
            self.fault(order, "unknown-ship", message, hint, Fault.ILLEGAL)
            return None
        if len(meant) > 1:
            message = f"'{shorten(name)}' may be any of: {', '.join(meant)}"
            longer = next((told for told in meant if told in self.long_names and fold(told) != fold(name)), "")
            mend = f'Write the longer name of a ship: "{longer}".' if longer else "Rename one of them."
            self.fault(order, "unclear-ship", message, mend, Fault.ILLEGAL)
            return None
        (subjects,) = meant.values()
        if not subjects.ships and not subjects.whole:
            message = f"'{subjects.name}' has no ships"
            self.fault(order, "no-ship", message, "Name ships, or leave the line out.", Fault.ILLEGAL)
            return None
        return subjects

    def fault(self, order: Order, code: str, message: str, mend: str = "", fault: Fault = Fault.MALFORMED) -> None:
        self.faults.add(
            code,
            f"{self.where}, line {order.line}",
            message,
            fault=fault,
            mend=mend or f"Write for instance: {EXAMPLES[order.verb.text]}.",
            citation=Citation("fta3", "list-ships") if order.verb.text == "arrives" else None,
        )


def _cut(operands: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """What stands before the colon, and behind it."""
    for place, token in enumerate(operands):
        if token.is_mark(":"):
            return operands[:place], operands[place + 1 :]
    return operands, ()


def _is(token: Token, word: str) -> bool:
    return not token.quoted and token.text.lower() == word
