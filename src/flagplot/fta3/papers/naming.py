"""Who is meant by a name in a moderator's or a player's line: a ship, an owner, a side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, nearest_name
from flagplot.engine.operands import entries, joined, quoted
from flagplot.engine.orders import Order
from flagplot.engine.tokens import Token
from flagplot.fta3.papers.forces import Side


class Teller(Protocol):
    """Notes a fault of an order."""

    def __call__(
        self, order: Order, code: str, message: str, mend: str = "", fault: Fault = Fault.MALFORMED
    ) -> None: ...


@dataclass(frozen=True)
class Subjects:
    """Whom one name means: the whole of a side, or ships of it by their ids."""

    side: int
    name: str
    ships: tuple[str, ...]
    whole: bool = False


class Naming:
    """Names of the ships, owners and sides of a battle; ``tell`` notes what is wrong with one."""

    def __init__(self, sides: tuple[Side, Side], tell: Teller, faults: Faults) -> None:
        self.sides, self.faults = sides, faults
        self.fault = tell
        self.named: dict[str, dict[str, Subjects]] = {}
        """By folded name, then by a longer one that tells them apart."""
        self.names: list[str] = []
        self.long_names: set[str] = set()
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
        """One name and whom it means."""
        self.named.setdefault(fold(name), {})[told] = subjects

    def subjects(self, order: Order, tokens: Iterable[Token]) -> list[Subjects]:
        """Sides and ships by the names between commas; an owner stands for all his ships, and nobody is named twice."""
        found: list[Subjects] = []
        taken: set[str] = set()
        listed = [joined(entry) for entry in entries(tokens)]
        for name in listed:
            subjects = self.subject(order, name)
            if subjects is None:
                continue
            if not taken.isdisjoint(subjects.ships):
                message = f"'{shorten(name)}' is named twice in {quoted(order)}"
                self.fault(order, "named-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
                continue
            found.append(subjects)
            taken.update(subjects.ships)
        if not listed:
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

    def ships(self, order: Order, tokens: Iterable[Token]) -> tuple[str, ...]:
        """The ids of the ships that are named; an owner or a side stands for all it has."""
        return tuple(id_ for subjects in self.subjects(order, tokens) for id_ in subjects.ships)
