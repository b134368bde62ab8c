"""Ship tables: the lines of a user's table (CSV or TOML), every cell checked, with the fleet invented for trying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.sheets import read_csv, read_toml
from flagplot.fe.empires import Empire
from flagplot.fe.units.category import Category
from flagplot.fe.units.costs import read_costs
from flagplot.fe.units.ship import FighterKind, Mark, ShipType

TABLE = "ship"
"""What a row of a TOML table begins with, in double brackets."""

MOST_FACTOR, MOST_YEAR, MOST_RATING = 200, 9999, 20
STEPS = ("4", "3C", "3B", "3A", "2B", "2A")


def _number(name: str, text: str, most: int = MOST_FACTOR, rule: str = "", *aliases: str) -> Column:
    citation = Citation("fe", rule) if rule else None
    return Column(name=name, kind=Kind.NUMBER, most=most, aliases=aliases, help=text, citation=citation)


def _flag(name: str, text: str, rule: str = "") -> Column:
    return Column(name=name, kind=Kind.FLAG, help=text, citation=Citation("fe", rule) if rule else None)


COLUMNS = (
    Column(name="designator", required=True, aliases=("type", "ship"), help="The code on the counter, such as D7."),
    Column(
        name="empire",
        kind=Kind.CHOICE,
        required=True,
        choices=tuple(each.value for each in Empire),
        help="Whose it is; generic for what all have alike.",
    ),
    Column(name="product", help="The book or countersheet that it comes from."),
    Column(
        name="category",
        kind=Kind.CHOICE,
        choices=tuple(each.value for each in Category),
        help="What kind of unit it is by annex 756; ship where it is blank.",
        citation=Citation("fe", "756.0"),
    ),
    _number("size_class", "Its size class, 2 for the largest ships.", 7),
    Column(
        name="size_step",
        kind=Kind.CHOICE,
        choices=STEPS,
        help="Its step among the sizes of a rescue by tug.",
        citation=Citation("fe", "537.222"),
    ),
    Column(name="attack", kind=Kind.NUMBER, required=True, most=MOST_FACTOR, help="The attack factor."),
    Column(
        name="defence", kind=Kind.NUMBER, required=True, most=MOST_FACTOR, aliases=("defense",), help="The defence."
    ),
    _number("crippled_attack", "The attack factor of the crippled side."),
    _number("crippled_defence", "The defence of the crippled side.", MOST_FACTOR, "", "crippled defense"),
    _number("command", "The command rating.", MOST_RATING, "302.33", "cr"),
    _number("fighters", "Standard fighter factors.", 99),
    _number("heavy", "Heavy fighter factors, or those of heavy_kind.", 99, "530.0"),
    Column(
        name="heavy_kind",
        kind=Kind.CHOICE,
        choices=tuple(each.value for each in FighterKind),
        help="What the heavy factors are; heavy fighters where it is blank.",
    ),
    _number("half", "Triangles: half fighter factors, which count in pairs.", 2, "100.6"),
    _number("spare", "Spare fighter factors, in square brackets on the counter.", 99, "526.31"),
    _number("pfs", "PFs that it tends.", 24),
    _flag("scout", "Whether it is a scout."),
    _flag("survey", "Whether it is a survey ship.", "542.0"),
    _flag("escort", "Whether it may escort carriers."),
    _number("drones", "Drone bombardment factors.", 99),
    _number("troops", "Battalions of ground troops, one for each G.", 20, "521.21", "g"),
    _flag("mauler", "Whether it has a mauler.", "308.4"),
    _flag("stasis", "Whether it has a stasis field generator.", "312.31"),
    _flag("cloak", "Whether it has a cloaking device."),
    _number("diplomats", "Diplomatic teams aboard.", 2, "540.0"),
    _flag("fast", "Whether it is a fast ship.", "525.1"),
    _flag("x_ship", "Whether it is an X-ship or an X-base.", "523.0"),
    _flag("shock", "Whether it is subject to shock.", "311.2"),
    _flag("slow", "Whether it is slow beyond what its category says.", "756.1"),
    _flag("tug", "Whether it is a tug or a light transport."),
    _flag("theater", "Whether it is a theater transport."),
    _number("repair", "Repair points that mend its crippled side."),
    Column(name="costs", help="Prices with semicolons between: Schedule: 5; For DN: 9+6; (431.6): 5."),
    Column(name="conversions", help="What it is converted from: From D6: 5+24‡ (minor); From D7: 4."),
    _number("year", "The year it enters service.", MOST_YEAR),
    Column(
        name="mark",
        kind=Kind.CHOICE,
        choices=tuple(each.value for each in Mark),
        help="Where its figures come from; table where it is blank.",
    ),
)
HEAD = (
    Column(name="name", help="What the table is called."),
    Column(name="invented", kind=Kind.FLAG, help="Whether its figures are made up, which every report then says."),
)


@dataclass(frozen=True, kw_only=True)
class ShipTable:
    """The types of a table by empire and designator in capitals; ``invented`` of one that is made up."""

    name: str
    types: Mapping[tuple[Empire, str], ShipType]
    invented: bool = False

    def __iter__(self) -> Iterator[ShipType]:
        return iter(self.types.values())

    def find(self, designator: str, empire: Empire, where: str, faults: Faults) -> ShipType | None:
        """The type of a designator in an empire, or the one that all have; an unknown one is a fault."""
        word = designator.upper()
        found = self.types.get((empire, word)) or self.types.get((Empire.GENERIC, word))
        if found is None:
            known = [code for owner, code in self.types if owner in (empire, Empire.GENERIC)]
            message = f"there is no {shorten(designator)} of {empire.label} in {self.name}"
            mend = nearest(word, known)
            faults.add("unknown-ship", where, message, fault=Fault.MALFORMED, mend=mend)
        return found


def read_table(text: str, source: str, faults: Faults) -> ShipTable:
    """The table of a text, TOML where ``source`` ends so, else CSV; what is wrong is told, cell by cell."""
    if source.casefold().endswith(".toml"):
        sheet = read_toml(text, source, TABLE, COLUMNS, faults, HEAD)
        name, invented = sheet.head.text("name"), sheet.head.flag("invented")
    else:
        sheet = read_csv(text, source, COLUMNS, faults)
        name, invented = "", any(comment.casefold().startswith("invented") for comment in sheet.comments)
    types: dict[tuple[Empire, str], ShipType] = {}
    first: dict[tuple[Empire, str], Row] = {}
    for row in sheet.rows:
        if not row.text("designator") or not row.text("empire"):
            continue
        type_ = _type(row, faults)
        key = (type_.empire, type_.designator)
        if key in types:
            message = f"{type_.designator} of {type_.empire.label} stands already in {first[key].place}"
            where = row.where("designator")
            faults.add("duplicate-ship", where, message, fault=Fault.INCONSISTENT, mend="Leave one of them.")
        types[key], first[key] = type_, first.get(key, row)
    return ShipTable(name=name or source, types=types, invented=invented)


@cache
def demonstration() -> ShipTable:
    """The fleet that comes with the program: invented figures of ordinary size, a few proven ones marked as such."""
    faults = Faults()
    text = files("flagplot.fe").joinpath("data/demonstration_fleet.csv").read_text(encoding="utf-8")
    table = read_table(text, "demonstration_fleet.csv", faults)
    faults.settle()
    return table


NUMBERS = tuple(
    column.name for column in COLUMNS if column.kind is Kind.NUMBER and column.name not in ("year", "size_class")
)
FLAGS = tuple(column.name for column in COLUMNS if column.kind is Kind.FLAG)


def _type(row: Row, faults: Faults) -> ShipType:
    """The type of one row; what contradicts itself is told."""
    category = Category(row.text("category") or Category.SHIP)
    numbers = {name: row.number(name) or 0 for name in NUMBERS}
    for side in ("attack", "defence"):
        if numbers[f"crippled_{side}"] > numbers[side]:
            gap = f"{numbers[f'crippled_{side}'] - numbers[side]} too many"
            where, message = row.where(f"crippled_{side}"), f"the crippled {side} is above the {side}"
            faults.add("cripple-above-whole", where, message, gap=gap, mend=f"At most {numbers[side]}.")
    if category is Category.POLICE and numbers["crippled_defence"]:
        message = "a police ship has no crippled side"
        where, rule = row.where("crippled_defence"), Citation("fe", "531.22")
        faults.add("police-crippled-side", where, message, mend="Leave it blank.", citation=rule)
    if row.flag("stasis") and row.text("empire") == Empire.ROMULAN:
        message = "a Romulan ship can have no stasis field"
        rule = Citation("fe", "312.31")
        faults.add("romulan-stasis", row.where("stasis"), message, mend="Leave it blank.", citation=rule)
    costs = read_costs(row.text("costs"), row.where("costs"), faults)
    costs += read_costs(row.text("conversions"), row.where("conversions"), faults)
    return ShipType(
        designator=row.text("designator").upper(),
        empire=Empire(row.text("empire")),
        product=row.text("product"),
        category=category,
        size_class=row.number("size_class") or 0,
        size_step=row.text("size_step"),
        heavy_kind=FighterKind(row.text("heavy_kind") or FighterKind.HEAVY),
        costs=costs,
        year=row.number("year"),
        mark=Mark(row.text("mark") or Mark.TABLE),
        **numbers,  # type: ignore[arg-type]
        **{name: row.flag(name) for name in FLAGS},
    )
