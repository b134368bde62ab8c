"""The orders of a movement phase: what each Team and the campaign master wrote, read against the world.

What is not understood, names nothing, or names what belongs to somebody else is a fault here; what the rules forbid is
found where the rule is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flagplot.border_patrol.campaign.pieces import GONE, Pieces
from flagplot.border_patrol.campaign.settings import Settings
from flagplot.border_patrol.campaign.verbs import MASTER, MASTER_VERBS, TEAM_VERBS, VERBS, WORDS, Verb
from flagplot.border_patrol.stranded.independence import Move
from flagplot.border_patrol.stranded.rescue import Way
from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.orders import Order, find_blocks, read_lines


@dataclass(frozen=True)
class Run:
    """Toward which goal, or by which hexes, a stranded patrol ship runs; both empty is not an order."""

    goal: str = ""
    via: tuple[str, ...] = ()


@dataclass(kw_only=True)
class Orders:
    """Everything that was ordered and told for one phase, by the id of the unit or craft.

    ``where`` is the place of the order on a piece, by verb and id; ``lines`` are all orders by owner in their canonical
    spelling, for the digest.
    """

    moves: dict[str, str] = field(default_factory=dict)
    destroyed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    captured: dict[str, str] = field(default_factory=dict)
    crippled: dict[str, bool] = field(default_factory=dict)
    hits: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fates: dict[str, bool] = field(default_factory=dict)
    supply: dict[str, bool] = field(default_factory=dict)
    idle: dict[str, bool] = field(default_factory=dict)
    dice: dict[str, int] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    holds: dict[str, bool] = field(default_factory=dict)
    surrenders: dict[str, str] = field(default_factory=dict)
    saves: dict[str, tuple[str, Way | None]] = field(default_factory=dict)
    serviced: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    halves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    designations: dict[str, tuple[str, ...]] = field(default_factory=dict)
    specials: dict[str, Move] = field(default_factory=dict)
    where: dict[tuple[str, str], str] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)

    def place(self, verb: str, id_: str) -> str:
        """Where an order on a piece stands."""
        return self.where.get((verb, id_), verb)

    def digestible(self) -> dict[str, list[str]]:
        """All orders by owner, sorted, so that remarks and the order of lines change nothing."""
        return {owner: sorted(lines) for owner, lines in sorted(self.lines.items())}


def read_orders(
    papers: Iterable[Paper],
    pieces: Pieces,
    settings: Settings,
    faults: Faults,
    answers: Mapping[str, Sequence[str]] | None = None,
) -> Orders:
    """The orders in some texts, each a post with one block or more. Faults are added; what has one is left out.

    ``answers`` are further orders by owner, which were given when the owner was asked.
    """
    orders = Orders()
    owners = (*settings.teams, MASTER)
    known = {*WORDS, *pieces.units, *pieces.craft}
    for paper in papers:
        for block in find_blocks(paper.text, paper.name, VERBS, faults, known):
            owner = block.owner.casefold()
            if owner not in owners:
                where, message = f"{block.source}, line {block.line}", f"nobody is called '{block.owner}'"
                faults.add("unknown-owner", where, message, fault=Fault.MALFORMED, mend=nearest(owner, owners))
                continue
            if owner in orders.lines:
                where, message = f"{block.source}, line {block.line}", f"there are orders of {owner} already"
                faults.add("two-blocks", where, message, fault=Fault.INCONSISTENT, mend="Send one text for each.")
                continue
            orders.lines[owner] = [str(order) for order in block.orders]
            for order in block.orders:
                _Reader(orders, owner, block.source, order, pieces, settings, faults).read()
    for owner, lines in (answers or {}).items():
        source = f"answers of {owner}"
        for order in read_lines("\n".join(lines), source, VERBS, faults, known):
            orders.lines.setdefault(owner, []).append(str(order))
            _Reader(orders, owner, source, order, pieces, settings, faults).read()
    return orders


class _Reader:
    """Reads one order of one owner."""

    def __init__(
        self,
        orders: Orders,
        owner: str,
        source: str,
        order: Order,
        pieces: Pieces,
        settings: Settings,
        faults: Faults,
    ) -> None:
        self.orders, self.owner, self.pieces, self.settings, self.faults = orders, owner, pieces, settings, faults
        self.verb = order.verb.text
        self.where = f"{source}, line {order.line}"
        table = MASTER_VERBS if owner == MASTER else TEAM_VERBS
        self.form: Verb | None = table.get(self.verb)
        self.keyword = ""
        self.left: list[str] = []
        self.right: list[str] = []
        words = (self.form.keyword if self.form else "").split("|")
        side = self.left
        for token in order.operands:
            if not self.keyword and not token.quoted and token.text.lower() in words:
                self.keyword, side = token.text.lower(), self.right
            elif not token.is_mark(",", ":"):
                side.append(token.text)

    def read(self) -> None:
        """Enter the order, or add its faults."""
        if self.form is None:
            who = "the campaign master's" if self.verb in MASTER_VERBS else "a Team's"
            self.fault("not-your-verb", f"'{self.verb}' is {who} word", Fault.ILLEGAL, f"{self.owner} may not use it.")
            return
        before = len(self.faults.found)
        entered = READERS[self.verb](self)
        if not entered and len(self.faults.found) == before:
            message = f"this is no order '{self.verb}' as it should be"
            self.fault("wrong-form", message, Fault.MALFORMED, f"Write: {self.form.example}.")

    def fault(self, code: str, message: str, fault: Fault, mend: str) -> None:
        rule = Citation("bp", self.form.rule) if self.form and self.form.rule else None
        self.faults.add(code, self.where, message, fault=fault, mend=mend, citation=rule)

    def known(self, id_: str, pieces: Mapping[str, Any], what: str) -> bool:
        """Whether a piece is there and the owner's; one of another Team is as unknown to him as one that is not."""
        own = [each.id for each in pieces.values() if self.owner in (MASTER, each.team)]
        if id_ not in own:
            whose = "" if self.owner == MASTER else f" of {self.owner}"
            self.fault(f"unknown-{what}", f"there is no {what} '{id_}'{whose}", Fault.INCONSISTENT, nearest(id_, own))
        elif pieces[id_].standing in GONE:
            message = f"{id_} is {pieces[id_].standing}"
            self.fault("gone", message, Fault.INCONSISTENT, "Leave the order out.")
            return False
        return id_ in own

    def unit(self, id_: str) -> bool:
        """Whether this is a unit that the owner may name."""
        return self.known(id_, self.pieces.units, "unit")

    def craft(self, id_: str) -> bool:
        """Whether this is a craft that the owner may name."""
        return self.known(id_, self.pieces.craft, "craft")

    def piece(self, id_: str) -> bool:
        """Whether this is a unit or craft that the owner may name."""
        return self.known(id_, {**self.pieces.units, **self.pieces.craft}, "piece")

    def hex(self, label: str) -> bool:
        """Whether this is a hex of the map."""
        if label not in self.settings.board:
            labels = self.settings.board.labels
            mend = f"The map goes from {labels[0]} to {labels[-1]}."
            self.fault("unknown-hex", f"'{label}' is no hex of the map", Fault.INCONSISTENT, mend)
        return label in self.settings.board

    def put(self, entries: dict[str, Any], id_: str, value: Any) -> bool:
        """Enter something for a piece, once."""
        if id_ in entries:
            mend = "Leave one of the orders."
            self.fault("double-order", f"{id_} is ordered '{self.verb}' twice", Fault.INCONSISTENT, mend)
            return False
        entries[id_] = value
        self.orders.where[self.verb, id_] = self.where
        return True

    def put_each(self, entries: dict[str, Any], ids: Sequence[str], check: Callable[[str], bool]) -> bool:
        """Enter each of some pieces."""
        return bool(ids) and self.every(lambda id_: check(id_) and self.put(entries, id_, True), ids)

    def every(self, check: Callable[[str], bool], names: Iterable[str]) -> bool:
        """Whether a check holds for all of some names; every one is checked, so that each fault is told."""
        return min([check(name) for name in names], default=True)


def _run(order: _Reader) -> bool:
    if len(order.left) != 1 or not order.right:
        return False
    craft, orders = order.left[0], order.orders
    if not order.craft(craft):
        return True
    if order.keyword == "via":
        hexes = order.every(order.hex, order.right)
        return not hexes or order.put(orders.runs, craft, Run(via=tuple(order.right)))
    if len(order.right) != 1:
        return False
    return not order.unit(order.right[0]) or order.put(orders.runs, craft, Run(goal=order.right[0]))


def _surrender(order: _Reader) -> bool:
    if len(order.left) != 1 or len(order.right) > 1:
        return False
    # The enemy's name may be told: surrendering to one that is not there is answered in the phase.
    return order.craft(order.left[0]) and order.put(order.orders.surrenders, order.left[0], "".join(order.right))


def _save(order: _Reader) -> bool:
    ways = [way.value for way in Way]
    if len(order.left) != 1 or not 1 <= len(order.right) <= 2 or (order.right[1:] and order.right[1] not in ways):
        return False
    craft, unit = order.left[0], order.right[0]
    way = Way(order.right[1]) if order.right[1:] else None
    return order.craft(craft) and order.unit(unit) and order.put(order.orders.saves, craft, (unit, way))


def _serve(order: _Reader) -> bool:
    if len(order.left) != 1 or not order.right:
        return False
    chosen = () if order.right == ["none"] else tuple(order.right)
    fits = order.unit(order.left[0]) and order.every(order.craft, chosen)
    return fits and order.put(order.orders.serviced, order.left[0], chosen)


def _draw(order: _Reader) -> bool:
    if len(order.left) != 1 or not order.right:
        return False
    fits = order.every(order.unit, [*order.left, *order.right])
    return fits and order.put(order.orders.sources, order.left[0], tuple(order.right))


def _first(order: _Reader) -> bool:
    if not order.left or not order.every(order.unit, order.left):
        return False
    # Each Team puts its own carriers in order; none draws on what another Team's draw on.
    order.orders.first = (*order.orders.first, *order.left)
    return True


def _designate(order: _Reader) -> bool:
    if len(order.left) != 1 or not order.right:
        return False
    fits = order.every(order.unit, [*order.left, *order.right])
    return fits and order.put(order.orders.designations, order.left[0], tuple(order.right))


def _special(order: _Reader) -> bool:
    if len(order.left) != 1 or not order.piece(order.left[0]):
        return False
    id_, move = order.left[0], Move(order.verb)
    before = order.orders.specials.get(id_, move)
    if before is not move:
        mend = "Leave one of the orders."
        order.fault("two-moves", f"{id_} is ordered '{before}' and '{move}'", Fault.INCONSISTENT, mend)
        return False
    return order.put(order.orders.specials, id_, move)


def _move(order: _Reader) -> bool:
    if len(order.left) != 1 or len(order.right) != 1:
        return False
    fits = order.unit(order.left[0]) and order.hex(order.right[0])
    return fits and order.put(order.orders.moves, order.left[0], order.right[0])


def _destroyed(order: _Reader) -> bool:
    if len(order.left) != 1 or (order.keyword and not order.right):
        return False
    fits = order.piece(order.left[0]) and order.every(order.craft, order.right)
    return fits and order.put(order.orders.destroyed, order.left[0], tuple(order.right))


def _captured(order: _Reader) -> bool:
    if len(order.left) != 1 or len(order.right) != 1:
        return False
    fits = order.piece(order.left[0]) and order.unit(order.right[0])
    return fits and order.put(order.orders.captured, order.left[0], order.right[0])


def _parts(order: _Reader) -> bool:
    """Boxes that were hit, or crews that get halves."""
    if len(order.left) != 1 or not order.right:
        return False
    entries = order.orders.hits if order.verb == "hit" else order.orders.halves
    return order.unit(order.left[0]) and order.put(entries, order.left[0], tuple(order.right))


def _fate(order: _Reader) -> bool:
    if len(order.left) != 2 or order.left[1] not in ("dead", "lives"):
        return False
    return order.unit(order.left[0]) and order.put(order.orders.fates, order.left[0], order.left[1] == "lives")


def _supply(order: _Reader) -> bool:
    if len(order.left) != 2 or order.left[1] not in ("in", "out"):
        return False
    return order.unit(order.left[0]) and order.put(order.orders.supply, order.left[0], order.left[1] == "in")


def _die(order: _Reader) -> bool:
    if len(order.left) != 2 or not (order.left[1].isascii() and order.left[1].isdigit()):
        return False
    face = int(order.left[1][:9])
    if not 1 <= face <= 6:
        order.fault("no-face", f"{face} is no face of a die", Fault.ILLEGAL, "Write a number from 1 to 6.")
        return False
    return order.put(order.orders.dice, order.left[0], face)


READERS: Mapping[str, Callable[[_Reader], bool]] = {
    "run": _run,
    "hold": lambda order: order.put_each(order.orders.holds, order.left, order.craft),
    "surrender": _surrender,
    "save": _save,
    "serve": _serve,
    "draw": _draw,
    "first": _first,
    "designate": _designate,
    "emergency": _special,
    "reaction": _special,
    "cloak": _special,
    "move": _move,
    "destroyed": _destroyed,
    "captured": _captured,
    "crippled": lambda order: order.put_each(order.orders.crippled, order.left, order.craft),
    "hit": _parts,
    "halves": _parts,
    "fate": _fate,
    "supply": _supply,
    "idle": lambda order: order.put_each(order.orders.idle, order.left, order.craft),
    "die": _die,
}
