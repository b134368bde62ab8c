"""The large game of the benchmark has what is claimed of it; how long its quarter takes the benchmark itself tells."""

from pathlib import Path

import pytest
from benchmarks.year import fight_battles, write_game

from flagplot.desk import year


def test_it_has_as_many_of_all_as_is_claimed(tmp_path: Path) -> None:
    orders = write_game(tmp_path)
    year.new(tmp_path / "game.toml", tmp_path / "game")
    _, office = year.opened(tmp_path / "game")
    assert {kind: sum(1 for _ in office.of(kind)) for kind in ("polity", "ship", "army")} == {
        "polity": 20,
        "ship": 500,
        "army": 300,
    }
    played = year.resolve(tmp_path / "game", orders)
    kinds = {record.deed.kind for record in played.quarters[0].records}
    assert kinds >= {"moved", "supply-bought", "repair-begun", "begun", "base-begun"}


@pytest.mark.slow
def test_a_quarter_enters_its_ten_battles(tmp_path: Path) -> None:
    orders, battles = write_game(tmp_path), fight_battles(tmp_path)
    year.new(tmp_path / "game.toml", tmp_path / "game")
    played = year.resolve(tmp_path / "game", orders, battles)
    assert sum(record.deed.kind == "battle" for record in played.quarters[0].records) == 10
