"""The example year against the sheet that was worked by hand from the rules, cell by cell."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path
from typing import Any

import pytest

from flagplot.core.papers import Paper
from flagplot.core.world import World, apply
from flagplot.desk import year
from flagplot.desk.battle import Papers, adjudicate

SHEET = Path(__file__).with_name("year.csv")
EXAMPLE = Path(__file__).parents[2] / "examples" / "year"
CELLS = list(csv.DictReader(line for line in SHEET.read_text(encoding="utf-8").splitlines() if line[0] != "#"))


def report() -> str:
    """The report of the battle of the second quarter."""

    def paper(name: str) -> Paper:
        return Paper(name, (EXAMPLE / name).read_text(encoding="utf-8"))

    orders, after = ("reach-palm.txt", "reach-rival.txt"), ("reach-palm-after.txt", "reach-rival-after.txt")
    papers = Papers(paper("reach.toml"), None, tuple(map(paper, orders)), aftermath=tuple(map(paper, after)))
    secret = bytes.fromhex(paper("reach.secret").text.splitlines()[-1])
    return adjudicate(papers, secret).write()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[year.Played, list[World]]:
    """The year, and the world behind each of its quarters."""
    folder = tmp_path_factory.mktemp("year") / "war"
    world = year.new(EXAMPLE / "game.toml", folder).world
    shutil.copytree(EXAMPLE / "orders", folder / "orders", dirs_exist_ok=True)
    reports = folder / "orders" / "T2411-Q2" / "battles"
    reports.mkdir()
    (reports / "reach.txt").write_text(report(), encoding="utf-8")
    found = year.resolve_year(folder)
    worlds = []
    for quarter in found.quarters:
        for record in quarter.records:
            world = apply(world, record.deed.changes)
        worlds.append(world)
    return found, worlds


def cell(played: year.Played, world: World, quarter: int, what: str, name: str) -> Any:
    """What the program has where the sheet has a cell."""
    settled = played.quarters[quarter - 1]
    if what == "bill":
        bills = (record.deed for record in settled.records if record.deed.kind == "bill")
        return next(deed.facts["points"] for deed in bills if deed.subjects == (name,))
    if what in world:
        return world[what][name]
    book = next(book for book in settled.books if book.polity == what)
    goods, column = name.split()
    return book.ships[column] if goods == "ships" else book.goods[goods][column]


@pytest.mark.parametrize("row", CELLS, ids=lambda row: f"Q{row['quarter']} {row['what']} {row['cell']}")
def test_every_cell_is_as_worked_by_hand(row: dict[str, str], played: tuple[year.Played, list[World]]) -> None:
    found, worlds = played
    quarter = int(row["quarter"])
    assert str(cell(found, worlds[quarter - 1], quarter, row["what"], row["cell"])) == row["value"], row["reckoning"]


def test_everything_in_the_books_that_moved_has_its_cell(played: tuple[year.Played, list[World]]) -> None:
    told = {(row["quarter"], row["what"], row["cell"]) for row in CELLS}
    for number, quarter in enumerate(played[0].quarters, 1):
        for book in quarter.books:
            for goods, sides in book.goods.items():
                missing = [side for side in ("in", "out") if sides[side]]
                assert all((str(number), book.polity, f"{goods} {side}") in told for side in missing)
            for word in ("built", "captured", "destroyed", "taken"):
                assert not book.ships[word] or (str(number), book.polity, f"ships {word}") in told


def test_every_cell_says_how_it_came_about() -> None:
    assert all(row["reckoning"] for row in CELLS)
    assert "INVENTED" in (EXAMPLE / "game.toml").read_text(encoding="utf-8").split("\n\n")[0]
