"""``flagplot battle``: files to a verdict, and what happens when they are not what they should be."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

ORDERS = ("--orders", "red.txt", "--orders", "blue.txt")
FIGHT = ("battle", "scenario.toml", *ORDERS, "--secret", "battle.secret")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def codes(answer: Result) -> list[str]:
    assert answer.stderr == ""
    return [refusal["code"] for refusal in json.loads(answer.stdout)["refusals"]]


def test_the_report_goes_to_standard_output(files: Path, flagplot: Run) -> None:
    before = names(files)
    answer = flagplot(*FIGHT)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout.startswith("Skirmish\n========\n")
    assert answer.stdout.endswith("-----END FLAGPLOT BLOCK-----\n")
    assert "UNCOMMITTED" not in answer.stdout
    assert flagplot(*FIGHT).stdout == answer.stdout
    assert names(files) == before


def test_without_a_secret_the_dice_are_called_uncommitted(files: Path, flagplot: Run) -> None:
    for form in ("text", "markdown", "json"):
        assert "UNCOMMITTED DICE" in flagplot("battle", "scenario.toml", *ORDERS, "--format", form).stdout


def test_a_side_without_orders_is_named(files: Path, flagplot: Run) -> None:
    answer = flagplot("battle", "scenario.toml", "--orders", "red.txt")
    assert answer.exit_code == 0
    assert "Blue sent no orders and fights by the plan 'defend'." in answer.stdout
    assert "Red sent no orders" not in answer.stdout


def test_the_forms(files: Path, flagplot: Run) -> None:
    text, markdown = flagplot(*FIGHT).stdout, flagplot(*FIGHT, "--format", "markdown").stdout
    assert markdown.startswith("# Skirmish\n")
    assert markdown != text
    document = json.loads(flagplot(*FIGHT, "--format", "json").stdout)
    assert {"report", "events", "state", "dice", "machine", "result"} <= set(document)
    assert flagplot(*FIGHT, "--json").stdout == flagplot(*FIGHT, "--format", "json").stdout


@pytest.mark.parametrize("width", [40, 120])
def test_the_width(files: Path, flagplot: Run, width: int) -> None:
    lines = flagplot(*FIGHT, "--width", str(width)).stdout.partition("-----BEGIN")[0].splitlines()
    assert width - 15 < max(map(len, lines)) <= width


# --- Files that are written ---------------------------------------------------------------------------------------


def test_out_writes_the_whole_report_and_says_how_it_ended(files: Path, flagplot: Run) -> None:
    for form in ("text", "markdown", "json"):
        answer = flagplot(*FIGHT, "--format", form, "--out", "report")
        assert (answer.exit_code, answer.stdout) == (0, "")
        assert answer.stderr.startswith("report: The battle is over")
        assert (files / "report").read_text(encoding="utf-8") == flagplot(*FIGHT, "--format", form).stdout
    assert names(files) == {"scenario.toml", "book.csv", "red.txt", "blue.txt", "battle.secret", "report"}
    if os.name != "nt":
        assert stat.S_IMODE((files / "report").stat().st_mode) == 0o644


def test_a_file_that_is_there_is_replaced_only_by_a_verdict(files: Path, flagplot: Run) -> None:
    (files / "report").write_text("old", encoding="utf-8")
    edit(files / "red.txt", "press", "depress")
    before = names(files)
    assert flagplot(*FIGHT, "--out", "report").exit_code == 1
    assert (files / "report").read_text(encoding="utf-8") == "old"
    assert names(files) == before
    edit(files / "red.txt", "depress", "press")
    assert flagplot(*FIGHT, "--out", "report").exit_code == 0
    assert (files / "report").read_text(encoding="utf-8").startswith("Skirmish")
    assert names(files) == before


@pytest.mark.parametrize("moment", ["fdopen", "chmod", "replace"])
def test_a_file_that_cannot_be_written_whole_is_not_written(
    files: Path, flagplot: Run, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "some.tmp")

    (files / "report").write_text("old", encoding="utf-8")
    before = names(files)
    monkeypatch.setattr(f"flagplot.core.textfile.os.{moment}", full)
    answer = flagplot(*FIGHT, "--out", "report")
    monkeypatch.undo()
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == "Error: report: No space left on device.\n"
    assert names(files) == before
    assert (files / "report").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("out", ["nowhere/report", "red.txt/report", "."])
def test_a_place_that_takes_no_file(files: Path, flagplot: Run, out: str) -> None:
    before = names(files)
    answer = flagplot(*FIGHT, "--out", out)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"Error: {out}: ")
    assert names(files) == before


# --- Standard input -----------------------------------------------------------------------------------------------


def test_a_hyphen_is_standard_input(files: Path, flagplot: Run) -> None:
    expected = flagplot("battle", "scenario.toml", *ORDERS, "--json").stdout
    red = (files / "red.txt").read_bytes()
    scenario = (files / "scenario.toml").read_bytes()
    piped = flagplot("battle", "scenario.toml", "--orders", "-", "--orders", "blue.txt", "--json", stdin=red)
    assert json.loads(piped.stdout)["events"] == json.loads(expected)["events"]
    piped = flagplot("battle", "-", *ORDERS, "--json", stdin=scenario)
    assert json.loads(piped.stdout)["events"] == json.loads(expected)["events"]
    both = red + b"\n" + (files / "blue.txt").read_bytes()
    piped = flagplot("battle", "scenario.toml", "--orders", "-", "--json", stdin=both)
    assert json.loads(piped.stdout)["events"] == json.loads(expected)["events"]


def test_standard_input_can_be_read_but_once(files: Path, flagplot: Run) -> None:
    answer = flagplot(
        "battle", "scenario.toml", "--orders", "-", "--orders", "-", stdin=(files / "red.txt").read_bytes()
    )
    assert answer.exit_code == 3
    assert "standard input" in answer.stderr


# --- Faults -------------------------------------------------------------------------------------------------------


def change(name: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: edit(folder / name, old, new)


def put(name: str, data: bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return write


def take(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


FAULTS = {
    "unknown hull": (change("scenario.toml", "1 CA Hood", "1 CB Hood"), 1),
    "unknown plan": (change("red.txt", "press", "depress"), 1),
    "unknown owner": (change("red.txt", "OF Red", "OF Green"), 1),
    "double orders": (put("blue.txt", b"ORDERS OF Red\nplan defend\nEND OF ORDERS\n"), 1),
    "count below one": (change("scenario.toml", "1 EC", "-1 EC"), 1),
    "fraction of a ship": (change("scenario.toml", "1 EC", "1.5 EC"), 1),
    "two sides of one name": (change("scenario.toml", 'name = "Blue"', 'name = "Red"'), 1),
    "cut off": (put("red.txt", b"ORDERS OF Red\nplan press\n"), 1),
    "no orders in it": (put("red.txt", b"I surrender.\n"), 1),
    "bad cell": (change("book.csv", "cruiser", "crusier"), 1),
    "empty": (put("red.txt", b""), 3),
    "not UTF-8": (put("red.txt", b"ORDERS OF R\xe9d\n"), 3),
    "junk": (put("red.txt", b"\x00\x01\x02" * 9), 3),
    "ten megabytes": (put("red.txt", b"ORDERS OF Red\n" * 800_000), 3),
    "no TOML": (put("scenario.toml", b"name = \n"), 3),
    "nested TOML": (put("scenario.toml", b"a = " + b"[" * 20_000), 3),
    "long number": (put("scenario.toml", b"rounds = " + b"9" * 5000), 3),
    "no scenario": (take("scenario.toml"), 3),
    "no book": (take("book.csv"), 3),
    "no orders file": (take("red.txt"), 3),
    "no secret": (take("battle.secret"), 3),
    "half a secret": (put("battle.secret", b"0123456789abcdef\n"), 3),
    "unknown reading": (change("scenario.toml", "rounds = 2", 'readings = {"no-such" = "x"}'), 4),
    "unknown option": (change("scenario.toml", "rounds = 2", 'readings = {"fdc-capacity" = "x"}'), 4),
    "a note as reading": (change("scenario.toml", "rounds = 2", 'readings = {"rounding" = "up"}'), 4),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_has_its_exit_code_and_nothing_is_written(files: Path, flagplot: Run, fault: str) -> None:
    spoil, code = FAULTS[fault]
    spoil(files)
    before = names(files)
    answer = flagplot(*FIGHT, "--out", "report")
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert "nothing was changed" in answer.stderr
    assert names(files) == before
    told = flagplot(*FIGHT, "--json")
    assert told.exit_code == code
    assert codes(told)
    assert all(refusal["where"] and refusal["message"] for refusal in json.loads(told.stdout)["refusals"])


def test_faults_of_all_files_come_at_once(files: Path, flagplot: Run) -> None:
    edit(files / "scenario.toml", "1 CA Hood", "1 CB Hood")
    edit(files / "scenario.toml", "1 EC", "0 EC")
    edit(files / "red.txt", "press", "depress")
    edit(files / "blue.txt", "plan defend", "target all: dreadnought")
    (files / "battle.secret").write_text("short", encoding="utf-8")
    answer = flagplot(*FIGHT, "--json")
    assert answer.exit_code == 3
    assert set(codes(answer)) >= {"unknown-hull", "bad-count", "unknown-plan", "unknown-target", "not-a-secret"}


def test_faults_of_a_book_come_with_those_of_orders_and_secret(files: Path, flagplot: Run) -> None:
    edit(files / "book.csv", "cruiser,10", "crusier,ten")
    (files / "red.txt").write_text("ORDERS OF Red\nplan press\n", encoding="utf-8")
    (files / "battle.secret").write_text("short", encoding="utf-8")
    answer = flagplot(*FIGHT, "--json")
    found = codes(answer)
    assert {"no-end", "not-a-secret"} <= set(found)
    assert len(found) == 4, "two cells of the book"
    assert not {"unknown-hull"} & set(found), "against a faulty book nothing is unknown"


def test_a_book_that_is_not_there_makes_no_ship_unknown(files: Path, flagplot: Run) -> None:
    edit(files / "scenario.toml", "1 CA Hood", "1 ZZ Hood")
    (files / "book.csv").unlink()
    (files / "battle.secret").unlink()
    answer = flagplot(*FIGHT, "--json")
    assert answer.exit_code == 3
    assert codes(answer) == ["missing-file", "missing-file"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("battle",), "Missing argument"),
        ((*FIGHT, "--width", "39"), "39"),
        ((*FIGHT, "--format", "odt"), "odt"),
        ((*FIGHT, "--format", "pdf"), "--out"),
        ((*FIGHT, "--post-length", "5000"), "for posts"),
        ((*FIGHT, "--format", "xenforo", "--post-length", "999"), "999"),
        ((*FIGHT, "--again", "report"), "leave --secret out"),
        ((*FIGHT, "--seed", "1"), "--seed"),
    ],
)
def test_bad_usage(files: Path, flagplot: Run, arguments: tuple[str, ...], told: str) -> None:
    answer = flagplot(*arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert told in answer.stderr


# --- Again --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_again_keeps_the_dice_and_tells_what_changed(files: Path, flagplot: Run, form: str) -> None:
    flagplot(*FIGHT, "--format", form, "--out", "report")
    edit(files / "scenario.toml", "1 CA Hood", "1 CA Hood; Hood at heavy damage")
    answer = flagplot("battle", "scenario.toml", *ORDERS, "--again", "report")
    assert answer.exit_code == 0
    head, _, rest = answer.stdout.partition("\nVerdict\n")
    assert "fought again with the dice of an earlier report" in head
    assert "taken out: 1 CA Hood" in head
    assert "put in: 1 CA Hood; Hood at heavy damage" in head
    assert "Hood" in head.partition("Ships that ended differently")[2]
    key = next(line for line in rest.splitlines() if line.startswith("dice key"))
    assert key in flagplot(*FIGHT).stdout


def test_again_on_a_correction_and_again_in_place(files: Path, flagplot: Run) -> None:
    again = ("battle", "scenario.toml", *ORDERS, "--again", "report", "--out", "report")
    flagplot(*FIGHT, "--out", "report")
    for level in ("light", "medium", "heavy"):
        old = (files / "scenario.toml").read_text(encoding="utf-8")
        line = next(each for each in old.splitlines() if each.startswith("1 CA Hood"))
        edit(files / "scenario.toml", line, f"1 CA Hood; Hood at {level} damage")
        assert flagplot(*again).exit_code == 0
        assert flagplot("verify", "report").exit_code == 0
    report = (files / "report").read_text(encoding="utf-8")
    assert "0123456789abcdef" * 4 in report.partition("\nSeals\n")[2]


def test_a_report_that_is_damaged_is_told_with_the_other_faults(files: Path, flagplot: Run) -> None:
    (files / "report").write_text("no report\n", encoding="utf-8")
    edit(files / "red.txt", "press", "depress")
    answer = flagplot("battle", "scenario.toml", *ORDERS, "--again", "report", "--json")
    assert answer.exit_code == 3
    assert codes(answer) == ["no-block", "unknown-plan"]
    (files / "report").unlink()
    answer = flagplot("battle", "scenario.toml", *ORDERS, "--again", "report", "--json")
    assert codes(answer) == ["missing-file", "unknown-plan"]
