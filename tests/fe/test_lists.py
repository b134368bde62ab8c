"""The printed lists against the rulebook where it is at hand, and against each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagplot.core.refusal import Faults
from flagplot.fe.economics.income import capital_of, start_of
from flagplot.fe.economics.production import depot_track
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.printed import charts

ROOT = Path(__file__).parents[2]
NAME = "000_e60ef586dff5b808.txt"
EIGHT = ("federation", "klingon", "romulan", "kzinti", "gorn", "tholian", "hydran", "lyran")


@pytest.fixture(scope="module")
def text() -> str:
    for folder in (ROOT, ROOT.parent):
        path = folder / "shared" / "seeds" / NAME
        if path.is_file():
            return path.read_text(encoding="utf-8")
    pytest.skip("the rulebook is not at hand")


@pytest.mark.parametrize("empire", EIGHT)
def test_the_capital_and_the_chart_of_economics_count_the_same_planets(empire: str) -> None:
    faults = Faults()
    start = start_of(Empire(empire), options(), empire, faults)
    systems = capital_of(Empire(empire), empire, faults)
    assert faults.found == []
    assert start is not None
    assert start.capital.major == sum(system.major + system.capital_planets for system in systems)
    assert start.capital.minor == sum(system.minor for system in systems)
    assert start.income == start.printed


def test_every_depot_track_is_as_printed(text: str) -> None:
    part = text[text.index("Depot Level Repair tracks (424.1)\nA DLR") :]
    printed = re.findall(r"^- (\w+)-(\d): (.+)$", part, re.MULTILINE)
    told = [list(row) for row in charts()["depot"].rows]
    assert len(printed) == len(told) == 40
    for (empire, track, hulls), row in zip(printed, told, strict=True):
        assert row[:2] == [empire, track]
        codes = re.findall(r"[A-Z0-9]{2,}", hulls)
        assert re.findall(r"[A-Z0-9]{2,}", row[2]) == codes


def test_every_hull_of_a_depot_finds_its_track() -> None:
    for name, track, hulls in charts()["depot"].rows:
        for hull in re.findall(r"(?<!-)\b[A-Z0-9]{2,}\b", hulls):
            faults = Faults()
            assert depot_track(hull, Empire(name.casefold()), hull, faults) == int(track)


def test_every_substitution_is_printed_for_its_empire(text: str) -> None:
    part = text[text.index("FEDERATION: CA or CC for any DN") : text.index("Conversion costs (751.0)\nConversions")]
    lines = {line.split(":")[0].rstrip("S").capitalize(): line for line in part.splitlines() if ":" in line}
    assert len(lines) == 8
    count = 0
    for empire, ship, old, date, limit, _ in charts()["substitutions"].rows:
        line = lines[empire].replace("IQR", "IRQ").replace("*", "")
        items = [item for item in line.split(":", 1)[1].split(";") if re.search(rf"\b{ship}\b.* for .*", item)]
        fits = [item for item in items if old.removeprefix("any ") in re.split(r"[^\w]+", item.split(" for ")[1])]
        assert fits, (empire, ship, old)
        assert any(("†" in item) == (limit == "no limit") and (not date or date in item) for item in fits)
        count += 1
    assert count == 174


def test_every_abbreviation_is_printed_under_its_rule(text: str) -> None:
    part = text[text.index("(760.1) GENERIC UNITS") :]
    for _, code, _, rule in charts()["abbreviations"].rows:
        if rule.startswith("760."):
            number = rule.removeprefix("760.")
            section = part[part.index(f"(760.{number})") :].split("\n(760.")[0]
            assert re.search(rf"(?:^- |\. ){re.escape(code)}\b", section, re.MULTILINE), (rule, code)


def test_every_printed_abbreviation_of_a_ship_is_in_the_list(text: str) -> None:
    part = text[text.index("(760.1) GENERIC UNITS") : text.index("(760.99) OTHER ABBREVIATIONS")]
    printed = re.findall(r"^- ([A-Z0-9]+(?:/[A-Z0-9]+)?):", part, re.MULTILINE)
    known = [row[1] for row in charts()["abbreviations"].rows if row[3].startswith("760.") and row[3] != "760.99"]
    assert len(printed) == 129
    assert [code for code in printed if code not in known] == []
