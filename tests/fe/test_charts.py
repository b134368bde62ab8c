"""Every cell of every chart against the rulebook: a copy of its figures here, and its text where it is at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts.bases import aid_rows, attacks_of, listed_rows, steps_of
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.printed import charts

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEEDS = [folder / "shared" / "seeds" for folder in (ROOT, ROOT.parent)]
NAME = "000_e60ef586dff5b808.txt"
CHARTS, CELLS = 24, 883

Rows = list[list[str]]


def copied() -> dict[str, Rows]:
    """The copy in this folder: the rows of each chart by its id, the heads first."""
    found: dict[str, Rows] = {}
    for line in (HERE / "printed_charts.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            found[line[2:]] = rows = []
        elif line and not line.startswith("#"):
            rows.append([cell.strip() for cell in line.split(" | ")])
    return found


def printed(text: str) -> Iterator[Rows]:
    """The tables of the rulebook in its order, without the lines below their heads."""
    for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
        lines = [line.strip().strip("|").split("|") for line in block.splitlines()]
        rows = [[cell.strip() for cell in line] for line in lines]
        yield [row for row in rows if not all(re.fullmatch("-+", cell) for cell in row)]


def rows_in_print(id_: str) -> Rows:
    """The chart of the data as it stands in print; the results table stands there in two halves side by side."""
    chart = charts()[id_]
    rows = [list(row) for row in chart.rows]
    if id_ == "crt":
        half = len(rows) // 2
        return [[*chart.columns, *chart.columns], *([*a, *b] for a, b in zip(rows[:half], rows[half:], strict=True))]
    while rows and not rows[-1][-1] and id_ in ("sfg", "base-ew"):  # cells that the print leaves out
        rows[-1].pop()
    return [list(chart.columns), *rows]


def test_every_cell_of_every_chart_is_as_printed() -> None:
    copy = copied()
    compared = 0
    for id_, rows in copy.items():
        assert rows_in_print(id_) == rows
        compared += sum(map(len, rows))
    assert (len(copy), compared) == (CHARTS, CELLS)


def test_the_copy_is_that_of_the_rulebook() -> None:
    text = next((path for folder in SEEDS if (path := folder / NAME).is_file()), None)
    if text is None:
        pytest.skip("the rulebook is not at hand")
    tables = list(printed(text.read_text(encoding="utf-8")))
    assert tables == list(copied().values())
    assert sum(len(row) for table in tables for row in table) == CELLS


def test_both_tables_of_damage_say_the_same_in_66_cells() -> None:
    table = charts()["300"]
    results = dict(charts()["crt"].rows)
    cells = [(row[0], die, row[die]) for row in table.rows for die in range(1, 7)]
    assert len(cells) == 66
    for row, die, share in cells:
        result = results[str(int(row) + die)]
        assert float(share.rstrip("%")) == pytest.approx(100 * float(result))


def test_the_chart_of_starbases_reads_as_the_list_once_its_head_is_reversed() -> None:
    listed = {(row.base, row.crippled, row.drones): row.attacks for row in listed_rows()}
    both = [row for row in aid_rows() if row.base == "SB"]
    assert len(both) == 6
    plain = listed[("SB", True, frozenset())]
    # The play aid alone prints the crippled side of Federation and Klingons, where it is as that of others.
    assert [listed.get((row.base, row.crippled, row.drones), plain) for row in both] == [row.attacks for row in both]


@pytest.mark.parametrize("base", ["SB", "SBX", "BTX", "BSX", "BATS", "BS", "STB", "STX"])
def test_steps_come_to_the_attack_at_the_least_electronic_warfare_or_twice_that(base: str) -> None:
    faults = Faults()
    steps = steps_of(base, base, faults)
    attack = attacks_of(base, Empire.LYRAN, options(), base, faults)[0]
    assert steps is not None
    assert attack is not None
    assert steps.defence == attack * (2 if base in ("STB", "STX") else 1)
    assert not faults.found
