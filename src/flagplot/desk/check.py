"""Check orders, and the book and fleet they are for, before they are handed in: receipts for what was read, or every
fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Fields, Node, Report, Section, Table, Text
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.battle import Papers, read_docket
from flagplot.desk.ground_receipt import ground_order_receipts, is_for_the_ground
from flagplot.desk.hex_receipt import hex_order_receipts, is_for_a_hex
from flagplot.desk.receipt import OrdersReceipt, Receipt
from flagplot.engine.names import fold
from flagplot.engine.operands import place
from flagplot.engine.orders import find_blocks
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.book.fittings import Fitting, built_in
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers.designs import Design, read_designs
from flagplot.fta3.papers.fleet import read_fleet
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.papers.order_sheet import read_sheet
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.papers.verbs import VERBS, words
from flagplot.fta3.play.elements import slowest_speed
from flagplot.fta3.report.reporting import DEMONSTRATION


@dataclass(frozen=True)
class BookReceipt:
    """The hulls of a ship book, and the fittings of its own."""

    book: Book

    @property
    def title(self) -> str:
        """Which book."""
        return f"Ship book: {self.book.name}"

    def parts(self) -> Iterable[Node]:
        """A row for each hull, and for each fitting that Flagplot does not bring along."""
        if self.book.invented:
            yield Text(DEMONSTRATION)
        heads = ("Weight", "HP", "Speed", "Avoidance", "Protection", "TL")
        numbers = (Column(head, "right") for head in heads)
        columns = (Column("Hull"), Column("Size"), *numbers, Column("Attacks"), Column("Other"))
        yield Table("", columns, tuple(_hull_row(hull) for hull in self.book.hulls.values()))
        if self.own:
            heads = ("Fitting", "Sort", "Number", "Effects", "Excludes", "Only for")
            rows = tuple(_fitting_row(fitting) for fitting in self.own)
            yield Table("Fittings of its own", tuple(map(Column, heads)), rows)

    @property
    def own(self) -> tuple[Fitting, ...]:
        """The fittings that the book adds or replaces."""
        brought = built_in()
        return tuple(each for name, each in self.book.fittings.items() if each is not brought.get(name))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "book",
            "name": self.book.name,
            "invented": self.book.invented,
            "hulls": list(self.book.hulls),
            "fittings": [fitting.name for fitting in self.own],
        }


@dataclass(frozen=True)
class FleetReceipt:
    """The forces of one owner."""

    owner: Owner

    @property
    def title(self) -> str:
        """Whose forces."""
        return f"Fleet of {self.owner.name}"

    def parts(self) -> Iterable[Node]:
        """A row for each ship, and the fighters."""
        columns = (Column("Ship"), Column("Hull"), Column("Weight", "right"), Column("HP", "right"), Column("Damage"))
        quirky = any(ship.quirks for ship in self.owner.ships)
        rows = (
            (
                ship.name,
                ship.hull.code,
                str(ship.hull.weight),
                "" if ship.hp is None else f"{ship.hp} of {ship.hull.hp}",
                "no combatant" if ship.level is None else ship.level.value,
                *([", ".join(ship.quirks)] if quirky else []),
            )
            for ship in self.owner.ships
        )
        yield Table("", (*columns, *([Column("Quirks")] if quirky else [])), tuple(rows))
        fighters = ", ".join(f"{wing.number} TL{wing.level}" for wing in self.owner.wings)
        pairs = [("tech level", str(self.owner.tl)), ("fighters", fighters or "none")]
        if self.owner.doctrines:
            pairs.append(("doctrines", ", ".join(self.owner.doctrines)))
        if self.owner.ships:
            pairs.append(("slowest ship", f"speed {slowest_speed(self.owner.ships)}"))
        yield Fields(tuple(pairs))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "fleet",
            "owner": self.owner.name,
            "tl": self.owner.tl,
            "ships": [
                {
                    "id": ship.id,
                    "name": ship.name,
                    "hull": ship.hull.code,
                    "hp": ship.hp,
                    "weight": ship.hull.weight,
                    "quirks": list(ship.quirks),
                }
                for ship in self.owner.ships
            ],
            "doctrines": list(self.owner.doctrines),
            "fighters": {f"TL{wing.level}": wing.number for wing in self.owner.wings},
        }


@dataclass(frozen=True)
class DesignReceipt:
    """One design, held against the book."""

    design: Design

    @property
    def title(self) -> str:
        """Which design."""
        return f"Design: {self.design.name}"

    def parts(self) -> Iterable[Node]:
        """Slots, price and figures."""
        design, hull = self.design, self.design.hull
        modules = ", ".join(f"{name} x{n}" if n > 1 else name for name, n in design.modules.items())
        extra = design.surcharge
        pairs = [
            ("hull", f"{hull.name} ({hull.code}) at TL{hull.tl}"),
            ("modules", modules or "none"),
            ("slots", f"{design.filled}" + ("" if design.offered is None else f" of {design.offered}")),
            ("HP", "none" if hull.hp is None else str(hull.hp)),
            ("attacks", f"{hull.attacks}x{hull.damage}" if hull.attacks else "none"),
            ("price", _priced(hull.cost, extra.money, "$")),
            ("DI", _priced(hull.di, extra.di, "")),
        ]
        if design.prototype:
            pairs.append(("prototype", f"{extra.tokens} token of research; at least one must be built"))
        yield Fields(tuple(pairs))
        if design.figures:
            columns = (Column("Figure"), Column("Hull", "right"), Column("With its fittings", "right"))
            rows = tuple((name, str(was), str(now)) for name, (was, now) in design.figures.items())
            yield Table("What traits and modules change", columns, rows, (Citation("fta3", "stacking"),))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        design, hull, extra = self.design, self.design.hull, self.design.surcharge
        return {
            "kind": "design",
            "name": design.name,
            "hull": hull.code,
            "tl": hull.tl,
            "modules": dict(design.modules),
            "slots": {"filled": design.filled, "offered": design.offered},
            "hp": hull.hp,
            "damage": hull.damage,
            "cost": None if hull.cost is None else hull.cost + extra.money,
            "di": None if hull.di is None else hull.di + extra.di,
            "tokens": extra.tokens,
            "figures": {name: list(pair) for name, pair in design.figures.items()},
        }


def check_designs(paper: Paper, book: Paper | None, faults: Faults, fittings: Paper | None = None) -> list[Receipt]:
    """The receipts of a file of designs, held against a book, else the demonstration's; raises ``Refused`` with every
    fault.
    """
    book_paper = book or demo_book()
    known = read_book(book_paper.text, book_paper.name, faults, fittings)
    faults.settle()
    assert known is not None
    designs = read_designs(paper.text, paper.name, known, faults)
    faults.settle()
    return [DesignReceipt(design) for design in designs]


def check_battle(papers: Papers, faults: Faults) -> list[Receipt]:
    """The receipts of every owner of a battle, or side of a ground war, for its moderator.

    Raises ``Refused`` with every fault.
    """
    return list(papers.arena.receipts(read_docket(papers, faults)))


def check_orders(
    orders: Sequence[Paper], book: Paper | None, fleet: Paper | None, faults: Faults, fittings: Paper | None = None
) -> list[Receipt]:
    """The receipts of a player's own papers; his orders are held against his book (else the demonstration's) and fleet.

    ``fittings`` is a sheet that goes with the book. Nothing of the enemy is known. Raises ``Refused`` with every
    fault.
    """
    hexes = [paper for paper in orders if is_for_a_hex(paper)]
    armies = [paper for paper in orders if paper not in hexes and is_for_the_ground(paper)]
    orders = [paper for paper in orders if paper not in (*hexes, *armies)]
    book_paper = book or demo_book()
    known = read_book(book_paper.text, book_paper.name, faults, fittings)
    hulls = known.hulls if known else {}
    owner = read_fleet(fleet.text, fleet.name, known, faults) if fleet and known else None
    blocks = [block for paper in orders for block in find_blocks(paper.text, paper.name, VERBS, faults, words(hulls))]
    receipts: list[Receipt] = []
    if (book or fittings) and known:
        receipts.append(BookReceipt(known))
    if owner:
        receipts.append(FleetReceipt(owner))
    for number, block in enumerate(blocks):
        where = f"{block.source}, line {block.line}"
        for first in blocks[:number]:
            if fold(first.owner) == fold(block.owner) and first.source != block.source:
                message = f"there are orders of {block.owner} already, in {first.source}, line {first.line}"
                mend = "Keep one of the two blocks."
                faults.add("double-orders", where, message, fault=Fault.INCONSISTENT, mend=mend)
        his = owner if owner and fold(owner.name) == fold(block.owner) else None
        if owner and not his:
            message = f"the orders are {block.owner}'s, the fleet is {owner.name}'s"
            faults.add("other-owner", where, message, mend="Which of the two is meant?")
        standing = read_sheet(block, known.hulls if known else None, his, faults)
        if his and his.ships:
            _check_speed(his, standing, place(block, "speed"), faults)
        receipts.append(OrdersReceipt(block.owner, standing, block.remarks))
    receipts += ground_order_receipts(armies, faults)
    receipts += hex_order_receipts(hexes, faults)
    faults.settle()
    return receipts


def receipt_report(receipts: Iterable[Receipt]) -> Report:
    """The receipts as a tree."""
    return Report("Receipt", tuple(Section(receipt.title, tuple(receipt.parts())) for receipt in receipts))


def _priced(price: int | None, extra: int, sign: str) -> str:
    """A price with what comes on top."""
    if price is None:
        return "not in the book"
    return f"{sign}{price + extra} ({sign}{price} and {sign}{extra} for the prototype)" if extra else f"{sign}{price}"


def _check_speed(owner: Owner, standing: Standing, where: str, faults: Faults) -> None:
    fastest = max(ship.hull.speed for ship in owner.ships)
    if standing.speed is not None and standing.speed > fastest:
        message = f"{owner.name}'s fastest ship makes {fastest}, the orders declare {standing.speed}"
        gap = f"{standing.speed - fastest} too fast"
        citation = Citation("fta3", "declare-speed")
        faults.add("too-fast", where, message, gap=gap, mend=f"Declare {fastest} or less.", citation=citation)


def _fitting_row(fitting: Fitting) -> tuple[str, ...]:
    effects = "; ".join(f"{effect.hook} {effect}" for effect in fitting.effects)
    lists = (", ".join(fitting.excludes), ", ".join(fitting.only_for))
    return fitting.name, fitting.sort.value, fitting.number.value, effects, *lists


def _hull_row(hull: Hull) -> tuple[str, ...]:
    def told(value: int | None) -> str:
        return "" if value is None else str(value)

    other = [f"{name}={number}" if number else name for name, number in hull.traits.items()]
    if hull.hangars:
        other.insert(0, f"hangars {hull.hangars}")
    if hull.standoff_attacks:
        other.insert(0, f"stand-off {hull.standoff_attacks}x{hull.standoff_damage}")
    return (
        hull.code,
        hull.size.value,
        str(hull.weight),
        told(hull.hp),
        str(hull.speed),
        told(hull.avoidance),
        told(hull.protection),
        str(hull.tl),
        f"{hull.attacks}x{hull.damage} {hull.weapon}" if hull.attacks else "",
        ", ".join(other),
    )
