"""A capital of several systems in the paper of a battle hex: its garrison, who stands where, what is refused."""

from __future__ import annotations

import pytest
from tests.fe.papers.kit import HEAD, LYRAN, opened, refused

from flagplot.core.report import Table
from flagplot.desk.hex_receipt import hex_receipts
from flagplot.fe.combat.battle.field import DEFENDER, Camp
from flagplot.fe.combat.battle.setup import Stationing
from flagplot.fe.papers.report import hex_board

KZINTI = """
[[side]]
empire = "kzinti"
capital = "Kzinti"
garrison = true
units = "3xBC FF"
system = { ff-1 = "vielsalm" }

[side.instructions]
mobile = "bc-1, bc-2"
stations = { bc-3 = "kzintai" }
"""
MOVED = """
[[station]]
round = 2
unit = "kzinti-ff-1"
to = "mobile"
reason = "as the table reads 511.5"
"""


def test_the_annex_gives_the_garrison_of_a_capital() -> None:
    docket = opened(HEAD + LYRAN + KZINTI + MOVED)
    defender = docket.setup.sides[DEFENDER]
    ids = [each.id for each in defender.units]
    assert ids[:3] == ["kzintai-capital-1", "kzintai-capital-1-pdu-1", "kzintai-capital-1-pdu-2"]
    assert sum("-pdu-" in id_ for id_ in ids) == 28
    assert [id_ for id_ in ids if "-sb-" in id_] == ["kzintai-sb-1"]
    places = {each.id: each.system for each in defender.units}
    assert places["vronkett-major-1"] == "Vronkett"
    assert (places["kzinti-ff-1"], places["kzinti-bc-1"]) == ("Vielsalm", "")
    battalion = next(each for each in defender.units if each.id == "keevarsh-minor-1-pdu-2")
    assert battalion.planet == "keevarsh-minor-1"
    assert sum(battalion.craft.values()) == 6
    assert defender.instructions.mobile == ("kzinti-bc-1", "kzinti-bc-2")
    assert defender.instructions.stations == {"kzinti-bc-3": "Kzintai"}
    assert docket.setup.stationings == (Stationing(2, "kzinti-ff-1", "mobile", "as the table reads 511.5"),)


def test_of_a_capital_in_two_hexes_the_garrison_is_that_of_this_one() -> None:
    romulan = KZINTI.replace("kzinti", "romulan").replace("Kzinti", "Romulan").replace("3xBC FF", "WE")
    romulan = romulan[: romulan.index("system =")]
    docket = opened(HEAD.replace('"1202"', '"4514"') + LYRAN + romulan)
    assert {each.system for each in docket.setup.sides[DEFENDER].units if each.system} == {"Remus", "Tiberius"}


def test_the_board_and_the_receipt_tell_where_units_stand() -> None:
    docket = opened(HEAD + LYRAN + KZINTI)
    board = dict(hex_board(Camp(docket.setup.sides[DEFENDER])))
    assert board["kzinti-ff-1"] == "whole, at Vielsalm"
    assert board["kzinti-bc-1"] == "whole"
    table = next(part for part in hex_receipts(docket)[DEFENDER].parts() if isinstance(part, Table))
    assert {row[0]: row[3] for row in table.rows}["kzinti-ff-1"] == "at Vielsalm"


@pytest.mark.parametrize(
    ("wrong", "right", "codes"),
    [
        ('"vielsalm"', '"viel"', ["unknown-system"]),
        ('"Kzinti"', '"isc"', ["not-in-the-data"]),
        ('"Kzinti"', "3", ["wrong-kind"]),
        ('garrison = true\nunits = "3xBC FF"', 'units = "SB 3xBC FF"', ["no-system"]),
        ('capital = "Kzinti"\ngarrison = true\n', "", ["no-capital"]),
    ],
)
def test_what_is_no_capital_is_refused(wrong: str, right: str, codes: list[str]) -> None:
    found = refused(HEAD + LYRAN + KZINTI.replace(wrong, right))
    assert [told.rpartition(": ")[2] for told in found][: len(codes)] == codes


def test_the_attacker_has_no_capital_and_the_table_moves_nobody_who_is_not_there() -> None:
    codes = [told.rpartition(": ")[2] for told in refused(HEAD + LYRAN + KZINTI + MOVED.replace("ff-1", "ff-9"))]
    assert codes == ["unknown-unit"]
    lyran = LYRAN + 'capital = "lyran"\n'
    assert [told.rpartition(": ")[2] for told in refused(HEAD + lyran + KZINTI)] == ["no-capital"]
