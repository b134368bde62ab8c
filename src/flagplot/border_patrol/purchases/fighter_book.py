"""The fighter book: a campaign master's models from a sheet (CSV) or a TOML file, every cell checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.wording import counted, read_number
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.sheets import read_csv, read_toml

TABLE = "fighter"
"""What a row of a TOML book begins with, in double brackets."""

MOST_VALUE, MOST_YEAR = 1000, 9999
PRICE_RULE = Citation("bp", "V12.24")
DATE_RULE = Citation("bp", "V12.53")

COLUMNS = (
    Column(name="model", required=True, key=True, help="The short name, such as F-18."),
    Column(
        name="empire",
        kind=Kind.ITEMS,
        required=True,
        aliases=("empires", "race"),
        help="Who uses it: one empire, or several with commas.",
        citation=DATE_RULE,
    ),
    Column(
        name="cbpv",
        kind=Kind.NUMBER,
        required=True,
        most=MOST_VALUE,
        aliases=("combat bpv",),
        help="Its combat value; the economic value is half of it.",
        citation=PRICE_RULE,
    ),
    Column(
        name="first_year",
        kind=Kind.NUMBER,
        required=True,
        most=MOST_YEAR,
        aliases=("year",),
        help="The year in which its users have it first.",
        citation=DATE_RULE,
    ),
    Column(
        name="last_year",
        kind=Kind.NUMBER,
        most=MOST_YEAR,
        help="The last year of its active use; blank while it is used.",
        citation=DATE_RULE,
    ),
    Column(
        name="other_years",
        kind=Kind.PAIRS,
        help="Other years of single users, with semicolons: Klingon 172; Lyran 174-180.",
        citation=DATE_RULE,
    ),
    Column(name="heavy", kind=Kind.FLAG, help="Whether it is a heavy fighter; no where it is blank."),
    Column(
        name="own_equipment",
        kind=Kind.FLAG,
        help="Whether its own rule has the equipment bought even for a carrier; no where it is blank.",
        citation=PRICE_RULE,
    ),
    Column(
        name="equipment",
        kind=Kind.PAIRS,
        aliases=("prices",),
        help="What it needs, with the price for one fighter: drones 3/2; chaff 1. Nothing where it is blank.",
        citation=PRICE_RULE,
    ),
)
HEAD = (
    Column(name="name", help="What the book is called."),
    Column(name="invented", kind=Kind.FLAG, help="Whether its numbers are made up, which every receipt then says."),
)


class User(NamedTuple):
    """An empire that uses a model, from its first year to its last, None while it still does."""

    empire: str
    first_year: int
    last_year: int | None


@dataclass(frozen=True, kw_only=True)
class Model:
    """A model of fighter; ``equipment`` gives the list price of each thing that one fighter needs."""

    code: str
    cbpv: int
    users: tuple[User, ...]
    heavy: bool = False
    own_equipment: bool = False
    equipment: Mapping[str, Fraction]


@dataclass(frozen=True, kw_only=True)
class FighterBook:
    """The models of a book by their codes in small letters."""

    name: str
    models: Mapping[str, Model]
    invented: bool = False

    def find(self, code: str, where: str, faults: Faults) -> Model | None:
        """The model of a code, whatever its case; one that is unknown is a fault, with the nearest."""
        model = self.models.get(code.casefold())
        if model is None:
            mend = nearest(code, [each.code for each in self.models.values()])
            message = f"there is no model '{shorten(code)}' in {self.name}"
            faults.add("unknown-model", where, message, fault=Fault.MALFORMED, mend=mend)
        return model


def read_book(text: str, source: str, faults: Faults) -> FighterBook:
    """The book of a text, TOML where ``source`` ends so, else CSV; what is wrong is told, cell by cell."""
    if source.casefold().endswith(".toml"):
        sheet = read_toml(text, source, TABLE, COLUMNS, faults, HEAD)
        name, invented = sheet.head.text("name"), sheet.head.flag("invented")
    else:
        sheet = read_csv(text, source, COLUMNS, faults)
        name, invented = "", any(comment.casefold().startswith("invented") for comment in sheet.comments)
    models = {row.text("model").casefold(): _model(row, faults) for row in sheet.rows}
    return FighterBook(name=name or source, models=models, invented=invented)


def _model(row: Row, faults: Faults) -> Model:
    first, last = row.number("first_year") or 0, row.number("last_year")
    _check_years(first, last, row.where("last_year"), faults)
    users = {empire.casefold(): User(empire, first, last) for empire in row.items("empire")}
    where = row.where("other_years")
    for pair in row.items("other_years"):
        match = re.fullmatch(r"(?P<empire>.+?) (?P<first>[0-9]{1,4})(?:-(?P<last>[0-9]{1,4}))?", pair)
        user = users.get(match["empire"].casefold()) if match else None
        if match is None:
            mend = "Write it so: Klingon 172; Lyran 174-180."
            faults.add("not-years", where, f"'{shorten(pair)}' is no empire with years", mend=mend, citation=DATE_RULE)
        elif user is None:
            mend = nearest(match["empire"], row.items("empire"))
            message = f"'{shorten(match['empire'])}' does not stand among its empires"
            faults.add("unknown-empire", where, message, mend=mend, citation=DATE_RULE)
        else:
            other = User(user.empire, int(match["first"]), int(match["last"]) if match["last"] else None)
            _check_years(other.first_year, other.last_year, where, faults)
            users[user.empire.casefold()] = other
    return Model(
        code=row.text("model"),
        cbpv=row.number("cbpv") or 0,
        users=tuple(users.values()),
        heavy=row.flag("heavy"),
        own_equipment=row.flag("own_equipment"),
        equipment=_prices(row, faults),
    )


def _prices(row: Row, faults: Faults) -> dict[str, Fraction]:
    """The list prices of a row's equipment, in the order of the rule."""
    known: list[str] = printed()["V12.24"]["equipment"]
    found: dict[str, Fraction] = {}
    where = row.where("equipment")
    for pair in row.items("equipment"):
        item, _, text = pair.rpartition(" ")
        price = read_price(text)
        if item not in known:
            mend = nearest(item or pair, known)
            message = f"'{shorten(pair)}' names no equipment with its price"
            faults.add("unknown-equipment", where, message, mend=mend, citation=PRICE_RULE)
        elif price is None:
            mend = "Write a number such as 2, 3/2 or 1.5."
            faults.add("not-a-price", where, f"'{shorten(text)}' is no price", mend=mend, citation=PRICE_RULE)
        elif item in found:
            message = f"there are two prices of {item}"
            faults.add("double-price", where, message, fault=Fault.INCONSISTENT, mend="Leave one of them.")
        else:
            found[item] = price
    return {item: found[item] for item in known if item in found}


def read_price(text: str) -> Fraction | None:
    """A number of points such as ``2``, ``3/2`` or ``1.5``, exact; None for anything else."""
    number = read_number(text)
    return None if number is None or number < 0 else number


def _check_years(first: int, last: int | None, where: str, faults: Faults) -> None:
    if last is not None and last < first:
        gap, mend = f"{counted(first - last, 'year')} too early", f"{first} at least, or blank."
        message = f"its last year {last} lies before its first, {first}"
        faults.add("years-reversed", where, message, fault=Fault.INCONSISTENT, gap=gap, mend=mend, citation=DATE_RULE)
