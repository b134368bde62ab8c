"""The sheet of a campaign: what it makes, what of it is assumed, and every fault at its place."""

import pytest

from flagplot.border_patrol.campaign.settings import settings_of
from flagplot.border_patrol.campaign.sheet import Beginning, read_sheet
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.hexmap import Offset, Order, Top
from flagplot.core.refusal import Faults

SHEET = """
system = "bp"
name = "Border"
turn = 5
phase = 3
phases = 4
[schedule]
2 = [2, 4]
1 = [4]
[map]
columns = 10
rows = 8
offset = "odd"
[terrain]
nebula = ["0302"]
[readings]
check-terrain = "worst"
[[unit]]
id = "saratoga"
team = "alliance"
hex = "0304"
bays = 3
stores = "2 1/2"
chief = { rating = 7, crews = 4, box = "bay-1" }
[[unit]]
id = "mule"
team = "alliance"
hex = "0304"
role = "fleet-support"
cargo = 3
[[craft]]
id = "wasp"
count = 2
team = "alliance"
kind = "fighter"
host = "saratoga"
[[craft]]
id = "ace"
team = "alliance"
kind = "pf"
hex = "0402"
crew = "ace"
value = "25/2"
"""


def read(text: str) -> tuple[Beginning | None, Faults]:
    faults = Faults()
    return read_sheet(text, "border.toml", faults), faults


def test_a_sheet_becomes_a_head_and_a_world() -> None:
    beginning, faults = read(SHEET)
    assert faults.found == []
    assert beginning is not None
    settings = settings_of(beginning.head)
    assert (settings.phases, settings.schedule) == (4, {2: {2: 1, 4: 1}, 1: {4: 1}})
    assert settings.terrain_at("0302") is Terrain.NEBULA
    assert settings.terrain_at("0303") is Terrain.EMPTY_SPACE
    assert settings.options["check-terrain"] == "worst"
    assert settings.options["attempts"] == "optional"
    assert settings.assumed == ()
    world = beginning.world
    assert (world["saratoga"]["stock"], world["saratoga"]["capacity"], world["mule"]["cargo"]) == (20, 20, 24)
    assert world["saratoga"]["supplies"] is True
    assert world["mule"]["supplies"] is False
    assert world["saratoga"]["chief"] == {"rating": 7, "quality": "normal", "crews": 4, "box": "bay-1"}
    assert world["wasp-2"] == {
        "is": "craft",
        "team": "alliance",
        "kind": "fighter",
        "host": "saratoga",
        "berth": "bay",
        "standing": "aboard",
    }
    assert world["ace"]["value"] == "25/2"
    assert world["clock"] == {"is": "clock", "turn": 5, "phase": 3}


def test_whatever_is_not_given_is_told_as_assumed() -> None:
    text = SHEET.replace("phases = 4\n", "").replace('offset = "odd"\n', "")
    beginning, _ = read(text.replace("[schedule]\n2 = [2, 4]\n1 = [4]\n", ""))
    assert beginning is not None
    assumed = settings_of(beginning.head).assumed
    assert [text.partition(":")[0] for text in assumed] == [
        "A Turn has 4 movement phases",
        "Even columns (or rows) of the map are the pushed ones",
        "Allowances are spread evenly (1 a Turn in phase 4; 2 a Turn in phase 2, phase 4)",
    ]


WIDE = 'columns = 30\nrows = 40\ndigits = 3\nfirst = "001001"\ntop = "pointed"\nrows-up = true'


def test_a_map_says_how_its_labels_go() -> None:
    text = SHEET.replace("columns = 10\nrows = 8", WIDE)
    text = text.replace("0304", "003004").replace("0402", "004002").replace("0302", "003002")
    text = text.replace('offset = "odd"', 'offset = "odd"\norder = "row-column"\nmissing = ["001001"]')
    beginning, faults = read(text)
    assert faults.found == []
    assert beginning is not None
    board = settings_of(beginning.head).board
    assert (board.top, board.offset, board.order, board.rows_up) == (Top.POINTED, Offset.ODD, Order.ROW_COLUMN, True)
    assert "001001" not in board
    assert "040030" in board
    assert "030040" not in board
    assert "041030" not in board


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('system = "bp"', 'system = "fe"', "unknown-word"),
        ('name = "Border"', "", "missing-field"),
        ('name = "Border"', "name = 3", "wrong-kind"),
        ("turn = 5", "turn = 0", "wrong-kind"),
        ("phase = 3", "phase = 5", "wrong-kind"),
        ("phases = 4", 'phases = "four"', "wrong-kind"),
        ("turn = 5", "turm = 5", "unknown-field"),
        ("2 = [2, 4]", "2 = [2]", "wrong-schedule"),
        ("2 = [2, 4]", "2 = [2, 9]", "wrong-schedule"),
        ("1 = [4]", "", "wrong-schedule"),
        ("1 = [4]", "1 = [4]\n3 = [1]", "unknown-field"),
        ("columns = 10", "columns = 1000", "wrong-kind"),
        ("columns = 10", 'columns = 10\nfirst = "1"', "wrong-label"),
        ('offset = "odd"', 'offset = "left"', "unknown-word"),
        ('nebula = ["0302"]', 'nebulla = ["0302"]', "unknown-terrain"),
        ('nebula = ["0302"]', 'nebula = ["9999"]', "unknown-hex"),
        ('nebula = ["0302"]', 'nebula = ["0302"]\npulsar = ["0302"]', "double-terrain"),
        ('check-terrain = "worst"', 'check-terrain = "best"', "unknown-option"),
        ('check-terrain = "worst"', 'cheque = "worst"', "unknown-reading"),
        ('hex = "0304"\nbays', 'hex = "0399"\nbays', "unknown-hex"),
        ('team = "alliance"\nhex = "0304"\nbays', 'team = "allies"\nhex = "0304"\nbays', "unknown-word"),
        ("bays = 3", "bays = -1", "wrong-kind"),
        ("bays = 3", "bays = 1", "no-room"),
        ('stores = "2 1/2"', 'stores = "1/3"', "not-eighths"),
        ('stores = "2 1/2"', 'stores = "much"', "wrong-kind"),
        ('stores = "2 1/2"', 'stores = "1/0"', "wrong-kind"),
        ('stores = "2 1/2"', 'stores = "3"\nfull-stores = "2"', "stock-out-of-range"),
        ('role = "fleet-support"', 'role = "freight"', "unknown-word"),
        ("rating = 7", "rating = 12", "rating-out-of-range"),
        ("bays = 3", "bays = 0\nlinks = 3", "no-carrier"),
        ("bays = 3", 'bays = 3\nkind = "star-system"', "no-carrier"),
        ("bays = 3", 'bays = 3\nkind = "base"', "base-too-small"),
        ("chief =", "weapons-officer = true\nchief =", "two-chiefs"),
        ('kind = "fighter"', 'kind = "figher"', "unknown-word"),
        ('host = "saratoga"', 'host = "saratogo"', "unknown-unit"),
        ('host = "saratoga"', "", "host-or-hex"),
        ('host = "saratoga"', 'host = "saratoga"\nhex = "0304"', "host-or-hex"),
        ('kind = "fighter"\nhost = "saratoga"', 'kind = "pf"\nhost = "saratoga"', "no-room"),
        ('team = "alliance"\nkind = "fighter"', 'team = "coalition"\nkind = "fighter"', "other-team"),
        ('id = "ace"', 'id = "wasp-1"', "double-id"),
        ('id = "mule"', 'id = "saratoga"', "double-id"),
        ("count = 2", "count = 100", "wrong-kind"),
        ('crew = "ace"', 'crew = "best"', "unknown-word"),
        ('crew = "ace"', 'crew = "ace"\nstranded = [5]', "wrong-kind"),
        ('crew = "ace"', 'crew = "ace"\nstranded = [5, 4]', "wrong-kind"),
        ('crew = "ace"', 'crew = "ace"\nhome = "cestus"', "unknown-unit"),
        ('value = "25/2"', "value = 2.5", "wrong-kind"),
        ("[[craft]]", "[[craft", "not-toml"),
    ],
)
def test_a_fault_has_its_code_its_place_and_a_hint(old: str, new: str, code: str) -> None:
    assert old in SHEET
    beginning, faults = read(SHEET.replace(old, new, 1))
    assert beginning is None
    assert code in [each.code for each in faults.found]
    assert all(each.where.startswith("border.toml") and each.message for each in faults.found)
    assert all(each.mend for each in faults.found if each.code == code)


def test_a_stock_of_no_whole_eighths_is_one_fault() -> None:
    _, faults = read(SHEET.replace('stores = "2 1/2"', 'stores = "1/3"'))
    assert [each.code for each in faults.found] == ["not-eighths"]


def test_readings_of_the_sheet_hold_for_its_crew_chiefs() -> None:
    beginning, faults = read(SHEET.replace("[readings]", '[readings]\nrating-range = "clamped"').replace("= 7", "= 12"))
    assert faults.found == []
    assert beginning is not None
    assert beginning.world["saratoga"]["chief"]["rating"] == 9


@pytest.mark.parametrize(("aboard", "codes"), [(11, ["base-too-small"]), (12, [])])
def test_a_base_read_by_the_fighters_that_it_has(aboard: int, codes: list[str]) -> None:
    base = SHEET.replace("bays = 3", 'bays = 20\nkind = "base"').replace("box =", 'declared = "built", box =')
    text = base.replace("[readings]", '[readings]\nbase-count = "present"').replace("count = 2", f"count = {aboard}")
    _, faults = read(text)
    assert [each.code for each in faults.found] == codes


def test_all_faults_come_at_once() -> None:
    text = SHEET.replace("turn = 5", "turn = 0").replace("bays = 3", "bays = -1")
    _, faults = read(text.replace('crew = "ace"', 'crew = "best"'))
    assert [each.code for each in faults.found].count("wrong-kind") == 2
    assert "unknown-word" in [each.code for each in faults.found]
