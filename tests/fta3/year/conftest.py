"""A small game of two polities and what it takes to play it without a folder."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.arenas.fleets import demo_book
from flagplot.fta3.book.book import read_book
from flagplot.fta3.logistics.starlanes import read_map
from flagplot.fta3.ruleset import FTA3
from flagplot.fta3.year.office import Office
from flagplot.fta3.year.sheet import open_sheet, read_sheet

LANES = """\
system,lanes,owner,base,base owner,base year
Haven,Crossing,Palm,,,
Crossing,"Narrows, Lyra",,,,
Narrows,Reach,,forward,Palm,2405
Reach,Anchorage,,,,
Anchorage,,Rival,,,
Lyra,,League,supply,League,
Island,,,,,
"""
SHEET = """\
system = "fta3"
name = "Small (invented)"
year = 2411
map = "lanes.csv"
{head}
[[polity]]
polity = "Palm"
money = 9000
di = 300
tokens = 6
supply = 500
allies = "League"
fighters = "12 TL5"
[[polity]]
polity = "Rival"
money = 100
tl = 4
[[polity]]
polity = "League"
[[ship]]
ship = "Kent"
polity = "Palm"
hull = "CA"
at = "Haven"
damage = "medium"
[[ship]]
ship = "York"
polity = "Palm"
hull = "CA"
at = "Haven"
[[ship]]
ship = "Bayan"
polity = "Rival"
hull = "CL"
at = "Anchorage"
[[army]]
army = "Marines"
polity = "Palm"
at = "Haven"
weight = 6
"""


def read(sheet: str, lanes: str, faults: Faults) -> Office | None:
    """The office of a sheet and a map, with the demonstration's book."""
    chart = read_map(Paper("lanes.csv", lanes), faults)
    book = read_book(demo_book().text, "demo_book.toml", faults)
    assert chart is not None
    assert book is not None
    found = read_sheet(open_sheet(Paper("game.toml", sheet), faults), chart, book, FTA3.readings, faults)
    return Office(found[1], chart, book, found[0].readings) if found else None


@pytest.fixture
def begin() -> Callable[..., Office]:
    """The small game as it begins, with further keys in its head or a map of one's own."""

    def office(head: str = "", lanes: str = LANES) -> Office:
        faults = Faults()
        found = read(SHEET.format(head=head), lanes, faults)
        faults.settle()
        assert found is not None
        return found

    return office
