"""Ship tables, prices, counters and shorthand as players write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.refusal import Faults
from flagplot.fe.empires import Empire
from flagplot.fe.printed import charts
from flagplot.fe.units.costs import read_costs, write_cost
from flagplot.fe.units.counters import MOST, Symbols, print_symbols, read_symbols
from flagplot.fe.units.ship import Mark, Route
from flagplot.fe.units.ship_table import demonstration, read_table
from flagplot.fe.units.shorthand import Ships, read_ships, write_ships

HEAD = "designator,empire,attack,defence,crippled_attack,crippled_defence,command,category,stasis,costs\n"


def faults_of(rows: str) -> list[tuple[str, str]]:
    faults = Faults()
    read_table(HEAD + rows, "ships.csv", faults)
    return [(refusal.code, refusal.where) for refusal in faults.found]


def test_a_table_is_read() -> None:
    faults = Faults()
    table = read_table(HEAD + "d7,klingon,8,8,4,4,8,,,Schedule: 8; For C8: 8\n", "ships.csv", faults)
    assert faults.found == []
    d7 = table.find("D7", Empire.KLINGON, "here", faults)
    assert d7 is not None
    assert (d7.attack, d7.defence, d7.crippled_defence, d7.command, d7.id) == (8, 8, 4, 8, "klingon-d7")
    assert [(cost.route, cost.source, cost.hull) for cost in d7.costs] == [
        (Route.SCHEDULE, "", 8),
        (Route.SUBSTITUTION, "C8", 8),
    ]
    assert table.find("D7", Empire.LYRAN, "here", faults) is None
    assert [refusal.code for refusal in faults.found] == ["unknown-ship"]


def test_every_fault_is_told_by_its_cell() -> None:
    rows = (
        "D7,klingon,8,8,9,4,8,,,Schedule eight\n"
        "D7,klingon,8,8,4,4,8,,,\n"
        "KR,romulan,7,7,4,4,8,,yes,\n"
        "POL,federation,2,3,,2,2,police,,\n"
        "X,vulcan,a,3,,,,,,\n"
    )
    assert faults_of(rows) == [
        ("unknown-choice", "ships.csv, row 6, column empire"),
        ("wrong-kind", "ships.csv, row 6, column attack"),
        ("cripple-above-whole", "ships.csv, row 2, column crippled_attack"),
        ("no-price", "ships.csv, row 2, column costs"),
        ("duplicate-ship", "ships.csv, row 3, column designator"),
        ("romulan-stasis", "ships.csv, row 4, column stasis"),
        ("police-crippled-side", "ships.csv, row 5, column crippled_defence"),
    ]


@pytest.mark.parametrize(
    ("text", "route", "source", "hull", "fighters", "two_step", "minor"),
    [
        ("Schedule: 5", Route.SCHEDULE, "", 5, 0, False, False),
        ("For ABC: 5", Route.SUBSTITUTION, "ABC", 5, 0, False, False),
        ("(431.6): 5", Route.RULE, "431.6", 5, 0, False, False),
        ("From FH: 5+24‡", Route.CONVERSION, "FH", 5, 24, True, False),
        ("From D5: 4‡ (minor)", Route.CONVERSION, "D5", 4, 0, True, True),
        ("Schedule: 2.5+6", Route.SCHEDULE, "", Fraction(5, 2), 6, False, False),
    ],
)
def test_the_grammar_of_prices(
    text: str, route: Route, source: str, hull: Fraction, fighters: int, two_step: bool, minor: bool
) -> None:
    faults = Faults()
    (cost,) = read_costs(text, "here", faults)
    found = (cost.route, cost.source, cost.hull, cost.fighters, cost.two_step, cost.minor)
    assert found == (route, source, hull, fighters, two_step, minor)
    assert read_costs(write_cost(cost), "here", faults) == (cost,)
    assert cost.total == hull + fighters


@pytest.mark.parametrize("text", ["5", "Schedule:", "Schedule: five", "For : 5", "(431): 5", "Schedule: 5+", ": 5"])
def test_what_is_no_price_is_refused(text: str) -> None:
    faults = Faults()
    assert read_costs(text, "here", faults) == ()
    assert [refusal.code for refusal in faults.found] == ["no-price"]


def test_the_demonstration_fleet_is_marked_as_invented_and_has_every_listed_hull() -> None:
    table = demonstration()
    assert table.invented
    assert {type_.mark for type_ in table} == {Mark.INVENTED, Mark.PROVEN}
    proven = {type_.id for type_ in table if type_.mark is Mark.PROVEN}
    bases = {f"generic-{code}" for code in ("sb", "sbx", "bats", "btx", "bs", "bsx", "stb", "stx")}
    assert proven == {"kzinti-ff", *bases}
    known = {(type_.empire, type_.designator) for type_ in table}
    listed = [row for row in charts()["abbreviations"].rows if row[3].startswith("760.") and row[3] != "760.99"]
    assert len(listed) > 100
    hulls = {(Empire(empire), code) for empire, code, _, _ in listed if empire != "generic"}
    assert hulls - known == set()


@pytest.mark.parametrize(
    ("designator", "empire", "values"),
    [
        ("FF", Empire.KZINTI, {"attack": 4, "crippled_attack": 2, "command": 3}),
        ("F5", Empire.KLINGON, {"attack": 5, "crippled_attack": 3}),
        ("BC", Empire.KZINTI, {"command": 8}),
        ("BATS", Empire.KZINTI, {"attack": 12, "defence": 12, "crippled_defence": 6, "fighters": 6, "command": 9}),
        ("SB", Empire.GENERIC, {"attack": 36, "crippled_attack": 18}),
        ("SBX", Empire.GENERIC, {"attack": 54, "crippled_attack": 27}),
        ("BS", Empire.GENERIC, {"attack": 10, "crippled_attack": 5}),
        ("BSX", Empire.GENERIC, {"attack": 16, "crippled_attack": 8}),
        ("BTX", Empire.GENERIC, {"attack": 18, "crippled_attack": 9}),
        ("STB", Empire.GENERIC, {"attack": 12, "defence": 24, "crippled_attack": 6, "crippled_defence": 12}),
        ("STX", Empire.GENERIC, {"attack": 18, "defence": 36, "crippled_attack": 9, "crippled_defence": 18}),
        ("CV", Empire.KZINTI, {"fighters": 6, "half": 0}),
        ("CVL", Empire.KZINTI, {"fighters": 4, "half": 1}),
        ("CVE", Empire.KZINTI, {"fighters": 3, "half": 0}),
        ("D6D", Empire.KLINGON, {"drones": 4}),
        ("CA", Empire.FEDERATION, {"command": 8}),
        ("CC", Empire.FEDERATION, {"command": 9}),
        ("DN", Empire.FEDERATION, {"command": 10}),
        ("BC", Empire.FEDERATION, {"command": 10}),
    ],
)
def test_what_sources_tell_of_a_ship_is_in_the_demonstration_fleet(
    designator: str, empire: Empire, values: dict[str, int]
) -> None:
    found = demonstration().find(designator, empire, "here", Faults())
    assert found is not None
    assert {name: getattr(found, name) for name in values} == values


@pytest.mark.parametrize(
    ("designator", "empire", "price"),
    [
        ("LN", Empire.HYDRAN, "Schedule: 4+2"),
        ("SUB", Empire.ROMULAN, "From FH: 5+24‡"),
        ("DWL", Empire.KLINGON, "From D5: 4‡ (minor)"),
        ("SBX", Empire.GENERIC, "From SB: 36"),
        ("SBX", Empire.GENERIC, "From BTX: 52"),
    ],
)
def test_what_sources_tell_of_prices_is_there_too(designator: str, empire: Empire, price: str) -> None:
    found = demonstration().find(designator, empire, "here", Faults())
    assert found is not None
    assert price in [write_cost(cost) for cost in found.costs]


def test_every_kind_of_special_unit_is_in_the_demonstration_fleet() -> None:
    types = list(demonstration())
    for name in ("scout", "survey", "escort", "mauler", "stasis", "cloak", "fast", "x_ship", "shock", "tug", "theater"):
        assert any(getattr(type_, name) for type_ in types), name
    for name in ("fighters", "heavy", "half", "pfs", "drones", "troops", "diplomats"):
        assert any(getattr(type_, name) for type_ in types), name


SYMBOLS = st.builds(
    Symbols,
    **{
        name: st.booleans() if isinstance(value, bool) else st.integers(0, MOST.get(name, 99))
        for name, value in vars(Symbols()).items()
    },
)


@given(SYMBOLS)
def test_what_is_printed_reads_back(symbols: Symbols) -> None:
    faults = Faults()
    assert read_symbols(print_symbols(symbols), "counter", faults) == symbols
    assert faults.found == []


@given(st.text(alphabet="■◆◇✚▲●0123456789H[]<>ACDFGNPSTUx +", max_size=20))
def test_any_line_is_read_or_refused_with_its_characters(text: str) -> None:
    faults = Faults()
    found = read_symbols(text, "c", faults)
    assert (found is None) == bool(faults.found)
    assert all(1 <= int(refusal.where.rpartition(" ")[2]) <= len(text) for refusal in faults.found)


def test_an_error_points_at_its_character() -> None:
    faults = Faults()
    assert read_symbols("8H6 GG[6x", "counter", faults) is None
    assert [refusal.where for refusal in faults.found] == ["counter, character 7", "counter, character 9"]


def test_the_shorthand_of_ships() -> None:
    faults = Faults()
    ships = read_ships("2xD7 D5- F5L, d7", "force", faults)
    assert ships == [Ships(2, "D7", False), Ships(1, "D5", True), Ships(1, "F5L", False), Ships(1, "D7", False)]
    assert write_ships(ships) == "3xD7 D5- F5L"
    assert faults.found == []


def test_what_is_no_shorthand_is_refused_at_its_character() -> None:
    faults = Faults()
    assert read_ships("2xD7 D5? 0xF5", "force", faults) == [Ships(2, "D7", False)]
    assert {refusal.code for refusal in faults.found} == {"no-ship"}
    assert [refusal.where for refusal in faults.found] == ["force, character 8", "force, character 10"]


DESIGNATORS = st.from_regex(r"[A-WYZ][A-Z0-9]{0,3}\+?", fullmatch=True)


@given(st.lists(st.builds(Ships, st.integers(1, 9), DESIGNATORS, st.booleans()), max_size=8))
def test_shorthand_reads_back(ships: list[Ships]) -> None:
    faults = Faults()
    text = write_ships(ships)
    assert write_ships(read_ships(text, "force", faults)) == text
    assert faults.found == []
