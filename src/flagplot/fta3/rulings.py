"""The moderator's lines: ``modifier``, ``arrives`` and ``ends``, each with its reason, shown in the report as
rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.orders import Order, read_lines
from flagplot.engine.tokens import Token, spell
from flagplot.fta3.forces import Owner, Ruling, Scenario, Side

EXAMPLES = {
    "modifier": 'modifier hit +1: Hood, Nelson rounds 2-4 because "a local pilot"',
    "arrives": 'arrives 3: Swift, Sure because "by the northern lane"',
    "ends": 'ends after 6 because "the mine field goes up"',
}
KINDS = ("hit", "pierce", "position")
BECAUSE = "because"
MOST = 40
SIGNED = re.compile(r"[+-]\d{1,3}")
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
    """The scenario with each ship's round of arrival as ruled."""
    due = {id_: ruling.first for ruling in scenario.rulings if ruling.verb == "arrives" for id_ in ruling.subjects}

    def owner_with(owner: Owner) -> Owner:
        ships = tuple(replace(ship, arrives=due.get(ship.id, ship.arrives)) for ship in owner.ships)
        return replace(owner, ships=ships)

    first, second = (replace(side, owners=tuple(owner_with(owner) for owner in side.owners)) for side in scenario.sides)
    return replace(scenario, sides=(first, second))


class _Reader:
    def __init__(self, where: str, sides: tuple[Side, Side], faults: Faults) -> None:
        self.where, self.sides, self.faults = where, sides, faults
        self.ships: dict[str, list[tuple[int, str]]] = {}
        self.firsts: dict[str, Order] = {}
        for s, side in enumerate(sides):
            for owner in side.owners:
                for ship in owner.ships:
                    for name in (ship.name, f"{owner.name}'s {ship.name}", ship.id):
                        self.ships.setdefault(name.casefold(), []).append((s, ship.id))

    def ruling(self, order: Order) -> Ruling | None:
        """The ruling of one line; None and a fault where it is none."""
        places = [place for place, token in enumerate(order.operands) if _is(token, BECAUSE)]
        if not places or places[0] == len(order.operands) - 1:
            mend = "End it with because and the reason, in quotes if the reason contains one of the three verbs."
            self.fault(order, "no-reason", f"'{order}' gives no reason", mend)
            return None
        operands = order.operands[: places[0]]
        reason = spell(replace(token, quoted=False) for token in order.operands[places[0] + 1 :])
        ruling = Ruling(verb=order.verb.text, line=order.line, reason=reason)
        if ruling.verb == "ends":
            return self.read_end(order, operands, ruling)
        head, subjects = _cut(operands)
        if ruling.verb == "arrives":
            return self.read_arrival(order, head, subjects, ruling)
        return self.read_modifier(order, head, subjects, ruling)

    def read_end(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        words = [token.text for token in operands if token.text.lower() not in ("after", "round")]
        if len(words) == 1 and words[0].isdigit() and int(words[0]) >= 1:
            self.check_first(order, ruling.verb)
            return replace(ruling, last=int(words[0]))
        self.fault(order, "no-round", f"'{order}' names no round")
        return None

    def read_arrival(
        self, order: Order, head: tuple[Token, ...], names: tuple[Token, ...], ruling: Ruling
    ) -> Ruling | None:
        words = [token.text for token in head if token.text.lower() not in ("in", "round")]
        found = self.subjects(order, names)
        if len(words) != 1 or not words[0].isdigit() or int(words[0]) < 2:
            self.fault(order, "no-round", f"'{order}' names no round; ships arrive in round 2 or later")
            return None
        ids = [id_ for _, id_ in found if id_]
        if len(ids) < len(found):
            self.fault(order, "unknown-ship", f"'{order}': only ships arrive, by name")
        for id_ in ids:
            self.check_first(order, id_)
        return replace(ruling, first=int(words[0]), subjects=tuple(ids)) if ids else None

    def read_modifier(
        self, order: Order, head: tuple[Token, ...], names: tuple[Token, ...], ruling: Ruling
    ) -> Ruling | None:
        words = [token.text.lower() for token in head]
        if len(words) != 2 or words[0] not in KINDS or not SIGNED.fullmatch(words[1]):
            self.fault(order, "no-modifier", f"'{order}' names no kind ({', '.join(KINDS)}) and signed number")
            return None
        if abs(int(words[1])) > MOST:
            self.fault(order, "no-modifier", f"{words[1]} is beyond any die; at most {MOST:+d}")
            return None
        first, last = 1, 0
        if len(names) >= 2 and names[-2].text.lower() in ("round", "rounds"):
            span = SPAN.fullmatch(names[-1].text)
            if span is None or int(span[1]) < 1 or (span[2] and int(span[2]) < int(span[1])):
                self.fault(order, "no-round", f"'{names[-1].text}' is no span of rounds such as 2-4")
                return None
            first, last = int(span[1]), int(span[2] or span[1])
            names = names[:-2]
        found = self.subjects(order, names)
        if not found:
            return None
        if len({s for s, _ in found}) > 1:
            self.fault(order, "two-sides", f"'{order}' names ships of both sides", "Write a line for each side.")
            return None
        ids = tuple(id_ for _, id_ in found if id_)
        if words[0] == "position" and ids:
            mend = "Name the side."
            self.fault(order, "no-side", f"'{order}': position is rolled by a side, not by a ship", mend)
            return None
        kind, value = words[0], int(words[1])
        return replace(ruling, kind=kind, value=value, subjects=ids, side=found[0][0], first=first, last=last)

    def subjects(self, order: Order, tokens: Iterable[Token]) -> list[tuple[int, str]]:
        """Sides and ships by the names between commas; a side has an empty id, an owner stands for all his ships."""
        names: list[list[str]] = [[]]
        for token in tokens:
            if token.is_mark(","):
                names.append([])
            else:
                names[-1].append(token.text)
        found = []
        for name in filter(None, (" ".join(words) for words in names)):
            found += self.subject(order, name)
        if not any(names):
            self.fault(order, "no-subject", f"'{order}' does not say for whom")
        return found

    def subject(self, order: Order, name: str) -> list[tuple[int, str]]:
        folded = name.casefold()
        for s, side in enumerate(self.sides):
            if folded == side.name.casefold():
                return [(s, "")]
        for s, side in enumerate(self.sides):
            for owner in side.owners:
                if folded == owner.name.casefold():
                    return [(s, ship.id) for ship in owner.ships]
        ships = self.ships.get(folded, [])
        if len(ships) == 1:
            return ships
        if ships:
            ids = ", ".join(id_ for _, id_ in ships)
            self.fault(order, "unclear-ship", f"'{name}' may be any of {ids}", "Write the longer name.")
            return []
        names = [side.name for side in self.sides] + [ship.name for side in self.sides for ship in side.ships]
        self.fault(order, "unknown-ship", f"there is no ship, owner or side '{name}'", nearest(name, names))
        return []

    def check_first(self, order: Order, what: str) -> None:
        """A fault where an earlier line has ruled the same: the end of the battle, or the arrival of a ship."""
        first = self.firsts.setdefault(what, order)
        if first is not order:
            message = f"'{order}' rules again what line {first.line} ruled: '{first}'"
            where = f"{self.where}, line {order.line}"
            self.faults.add("ruled-twice", where, message, fault=Fault.INCONSISTENT, mend="Keep one of the two.")

    def fault(self, order: Order, code: str, message: str, mend: str = "") -> None:
        self.faults.add(
            code,
            f"{self.where}, line {order.line}",
            message,
            fault=Fault.MALFORMED,
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
