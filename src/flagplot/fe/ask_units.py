"""What a case may ask of counters, kinds of unit and the calendar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.calendar import START, Date, Season, date_of, first_turn, turn_of
from flagplot.fe.options import options
from flagplot.fe.units.category import Category
from flagplot.fe.units.counters import print_symbols, read_symbols, whole_factors
from flagplot.fe.units.kinds import is_at_base, is_base_like, is_ship, is_slow, may_scuttle, node_of, stays_behind


def ask_counter(symbols: str) -> dict[str, Any]:
    """What the symbols of a counter say, and how they are printed."""
    faults = Faults()
    found = read_symbols(symbols, "counter", faults)
    faults.settle()
    return {} if found is None else {**vars(found), "printed": print_symbols(found)}


def ask_half_factors(triangles: list[int]) -> dict[str, Any]:
    """The whole factors that the triangles of a battle force come to."""
    return {"factors": whole_factors(triangles)}


def ask_kind(category: str, **circumstances: bool) -> dict[str, Any]:
    """What annex 756 says of a kind of unit."""
    kind = Category(category)
    slow = {name: value for name, value in circumstances.items() if name in ("towed", "overloaded")}
    like = {name: value for name, value in circumstances.items() if name not in slow}
    work = {name: value for name, value in like.items() if name != "attacked"}
    return {
        "ship": is_ship(kind),
        "slow": is_slow(kind, **slow),
        "base_like": is_base_like(kind, **like),
        "at_base": is_at_base(kind, **work),
        "stays": stays_behind(kind, towed=slow.get("towed", False)),
    }


def ask_scuttle(category: str, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Whether a unit may be scuttled."""
    return {"allowed": may_scuttle(Category(category), options(readings))}


def ask_node(place: str) -> dict[str, Any]:
    """Whether a unit or place is a node."""
    faults = Faults()
    found = node_of(place, faults)
    faults.settle()
    return {} if found is None else found._asdict()


def ask_calendar(turn: int = 0, date: str = "", start: str = "") -> dict[str, Any]:
    """The date of a turn, or the first turn of a date, from a start."""
    faults = Faults()
    begin = START
    if start:
        season, _, year = start.partition(" Y")
        begin = Date(int(year), Season[season.upper()])
    if date:
        found = first_turn(date, "date", faults, begin)
        faults.settle()
        return {"turn": found}
    day = date_of(turn, begin)
    return {"date": str(day), "back": turn_of(day, begin)}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
