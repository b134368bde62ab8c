"""Campaigns in folders: begun, taken through phases, taken back, and never half changed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from flagplot.core.canonical import digest
from flagplot.core.folder import open_game
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.bp_dice import dice
from flagplot.desk.campaign import new, opened
from flagplot.desk.resolve import AGAIN, UNCOMMITTED, preview, resolve, undo
from flagplot.formats.writers import write

SHEET = """
system = "bp"
name = "Border"
turn = 5
phase = 4
phases = 4
[schedule]
2 = [2, 4]
1 = [4]
[map]
columns = 10
rows = 10
offset = "even"
[[unit]]
id = "kearsarge"
team = "alliance"
hex = "0707"
tows = 1
[[craft]]
id = "ace"
team = "alliance"
kind = "pf"
crew = "ace"
hex = "0704"
stranded = [5, 3]
[[craft]]
id = "vulture"
team = "coalition"
kind = "pf"
hex = "0101"
stranded = [5, 3]
"""


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """The folder of a campaign that has just begun."""
    sheet = tmp_path / "border.toml"
    sheet.write_text(SHEET)
    new(sheet, tmp_path / "border")
    return tmp_path / "border"


def orders(folder: Path, owner: str, *lines: str) -> Path:
    path = folder.parent / f"{owner}.txt"
    path.write_text("\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))
    return path


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [each.code for each in caught.value.refusals]


def test_a_phase_is_resolved_and_written(campaign: Path) -> None:
    papers = [orders(campaign, "alliance", "run ace to kearsarge"), orders(campaign, "master", "die ace 1")]
    done = resolve(campaign, papers)
    game, _ = opened(campaign)
    assert game.world["ace"]["hex"] == "0705"
    assert game.world["clock"] == {"is": "clock", "turn": 6, "phase": 1}
    assert done.records == game.records
    assert sorted(files(campaign)) == [
        "events.jsonl",
        "orders/T5-M4/alliance.txt",
        "orders/T5-M4/master.txt",
        "world.json",
    ]
    assert UNCOMMITTED in write(done.report(), "text").replace("\n!! ", " ")


def test_orders_that_lie_in_the_folder_are_taken(campaign: Path) -> None:
    home = campaign / "orders" / "T5-M4"
    home.mkdir(parents=True)
    (home / "alliance.txt").write_text("ORDERS OF alliance\nhold ace\nEND OF ORDERS\n")
    resolve(campaign)
    assert opened(campaign)[0].world["ace"]["hex"] == "0704"


@pytest.mark.parametrize(
    "lines",
    [["run ace via 0703"], ["emergency ace"], ["hold vulture"], ["hold ace", "hold ace"], ["nonsense"]],
)
def test_what_is_refused_changes_nothing(campaign: Path, lines: list[str]) -> None:
    paper = orders(campaign, "alliance", *lines)
    before = files(campaign)
    for carry_out in (resolve, preview):
        with pytest.raises(Refused):
            carry_out(campaign, [paper])
    assert files(campaign) == before


def test_a_missing_die_changes_nothing(campaign: Path) -> None:
    before = files(campaign)
    with pytest.raises(Refused) as caught:
        resolve(campaign, by_hand=True)
    assert codes(caught) == ["missing-die"]
    assert files(campaign) == before


def test_the_log_holds_the_orders_and_the_answers_behind_their_digest(campaign: Path) -> None:
    paper = orders(campaign, "alliance", "hold   ace  # wait")
    done = resolve(campaign, [paper], answers={"coalition": ["hold vulture"]})
    facts = done.records[0].deed.facts
    assert facts["lines"] == {"alliance": ["hold ace"], "coalition": ["hold vulture"]}
    assert facts["orders"] == digest(facts["lines"])
    assert [each["kind"] for each in done.as_dict("alliance")["events"]].count("phase-begun") == 0


def test_a_preview_rolls_nothing_and_writes_nothing(campaign: Path) -> None:
    before = files(campaign)
    sheet = preview(campaign)
    text = write(sheet.report(), "text")
    assert files(campaign) == before
    assert "run ace to kearsarge" in text
    assert "Dice to roll" in text
    assert [each["about"] for each in sheet.as_dict()["decisions"]] == ["ace"]
    assert sheet.as_dict()["due"] == ["ace"]


def test_an_answer_takes_the_place_of_what_is_assumed(campaign: Path) -> None:
    assumed = preview(campaign).as_dict()["decisions"][0]
    given = preview(campaign, [orders(campaign, "alliance", "hold ace")]).as_dict()["decisions"][0]
    assert (assumed["answer"], assumed["assumed"]) == ("to kearsarge by 0705", True)
    assert (given["answer"], given["assumed"]) == ("stay", False)


def test_every_choice_that_is_offered_is_a_legal_order(campaign: Path) -> None:
    for choice in preview(campaign).as_dict()["decisions"][0]["choices"]:
        (decided,) = preview(campaign, [orders(campaign, "alliance", choice["order"])]).as_dict()["decisions"]
        assert not decided["assumed"]


def test_an_undone_phase_keeps_its_dice_whatever_the_orders(campaign: Path) -> None:
    first = resolve(campaign, secret=bytes(32))
    record, aside = undo(campaign, "A test.")
    assert record.deed.facts["reason"] == "A test."
    assert aside is None
    assert opened(campaign)[0].world == opened(campaign)[0].start
    again = resolve(campaign, [orders(campaign, "coalition", "hold vulture")], secret=bytes([1] * 32))
    assert again.origin.key == first.origin.key
    assert again.origin.commitment == first.origin.commitment
    assert AGAIN in again.report().banner
    dice = [[each.deed.facts["die"] for each in run.records if each.deed.kind == "check"] for run in (first, again)]
    assert dice[0] == dice[1] != []


def test_the_orders_of_an_undone_phase_are_set_aside(campaign: Path) -> None:
    resolve(campaign, [orders(campaign, "alliance", "hold ace")])
    record, aside = undo(campaign, "A test.")
    assert aside == campaign / "orders" / f"T5-M4.undone-{record.seq}"
    assert (aside / "alliance.txt").is_file()
    assert preview(campaign).as_dict()["decisions"][0]["assumed"]


def test_nothing_can_be_undone_without_a_reason_or_a_phase(campaign: Path) -> None:
    with pytest.raises(Refused) as caught:
        undo(campaign, "  ")
    assert codes(caught) == ["no-reason", "nothing-to-undo"]


def test_other_secrets_and_other_phases_have_other_keys(campaign: Path) -> None:
    keys = {resolve(campaign, secret=bytes([n] * 32)).origin.key for n in (1, 2, 2, 1)}
    assert len(keys) == 4


def test_a_team_sees_only_its_own(campaign: Path) -> None:
    done = resolve(campaign)
    text = write(done.report("coalition"), "text")
    assert "vulture" in text
    assert "has 2/3" not in text
    assert "ace     alliance" not in text
    # It ran in the open, and the die was rolled in the open.
    assert "ace tries to leave 0704" in text


def test_what_a_team_sees_does_not_depend_on_what_it_may_not_know(tmp_path: Path) -> None:
    """Two campaigns that differ in the stores of another Team's carrier alone."""
    texts = []
    for stores in ("1", "0"):
        carrier = '[[unit]]\nid = "cv"\nteam = "coalition"\nhex = "0909"\nbays = 2\ntakes-crew = false\n'
        carrier += f'stores = "{stores}"\nfull-stores = "1"\n'
        fighters = '[[craft]]\nid = "jet"\ncount = 2\nteam = "coalition"\nkind = "fighter"\nhost = "cv"\n'
        sheet = tmp_path / "border.toml"
        sheet.write_text(SHEET + carrier + fighters)
        folder = tmp_path / stores
        new(sheet, folder)
        done = resolve(folder, [orders(folder, "master", "supply cv out", "die ace 2")], by_hand=True)
        texts.append(write(done.report("alliance"), "text").partition("last line of the log")[0])
    assert texts[0] == texts[1]


def test_a_campaign_that_was_tampered_with_is_damaged(campaign: Path) -> None:
    resolve(campaign)
    path = campaign / "events.jsonl"
    path.write_text(path.read_text().replace('"lives":', '"lifes":', 1))
    with pytest.raises(Refused) as caught:
        resolve(campaign)
    assert caught.value.exit_code == 3


def test_a_folder_that_is_in_use_is_not_overwritten(campaign: Path) -> None:
    with pytest.raises(Refused) as caught:
        new(campaign.parent / "border.toml", campaign)
    assert codes(caught) == ["folder-in-use"]


def test_a_bad_sheet_makes_no_folder(tmp_path: Path) -> None:
    sheet = tmp_path / "bad.toml"
    sheet.write_text(SHEET.replace("0707", "9999"))
    with pytest.raises(Refused):
        new(sheet, tmp_path / "bad")
    assert not (tmp_path / "bad").exists()
    assert open_game(tmp_path / "bad", Faults()) is None


def test_the_dice_of_a_phase_are_laid_open_for_the_verifier(campaign: Path, tmp_path: Path) -> None:
    secret = bytes(range(32))
    resolve(campaign, secret=secret)
    path = tmp_path / "dice.json"
    path.write_text(json.dumps(dice(campaign, "T5-M4", secret)))
    verifier = Path(__file__).parents[2] / "docs" / "reference" / "verifier.py"
    told = subprocess.run([sys.executable, verifier, path], capture_output=True, text=True, check=True).stdout
    assert told.endswith(": 1 dice agree\n")
    undo(campaign, "A test.")
    resolve(campaign, [orders(campaign, "coalition", "hold vulture")])
    path.write_text(json.dumps(dice(campaign, "T5-M4", secret)))
    assert subprocess.run([sys.executable, verifier, path], check=False).returncode == 0


@pytest.mark.parametrize(
    ("phase", "secret", "code"),
    [("T5-M3", None, "unknown-phase"), ("T5-M4", None, "no-secret"), ("T5-M4", bytes(32), "other-secret")],
)
def test_dice_are_not_laid_open_without_their_secret(
    campaign: Path, phase: str, secret: bytes | None, code: str
) -> None:
    resolve(campaign, secret=bytes(range(32)))
    with pytest.raises(Refused) as caught:
        dice(campaign, phase, secret)
    assert codes(caught) == [code]


def test_dice_of_the_table_have_no_key(campaign: Path) -> None:
    resolve(campaign, [orders(campaign, "alliance", "hold ace")], by_hand=True)
    with pytest.raises(Refused) as caught:
        dice(campaign, "T5-M4", None)
    assert codes(caught) == ["no-key"]
