"""``flagplot verify``: reports as files, byte by byte."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FIGHT = ("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--secret", "battle.secret")
FORMS = ("text", "markdown", "json")


@pytest.fixture
def report(files: Path, flagplot: Run) -> Path:
    """The small battle's report as text."""
    flagplot(*FIGHT, "--out", "report.txt")
    return files / "report.txt"


def line_of(data: bytes, changed: bytes) -> int:
    """The first line in which two files differ."""
    pairs = zip(data.split(b"\n"), changed.split(b"\n"), strict=False)
    return next(number for number, (old, new) in enumerate(pairs, 1) if old != new)


def test_a_true_report(report: Path, flagplot: Run) -> None:
    answer = flagplot("verify", "report.txt")
    assert (answer.exit_code, answer.stderr) == (0, "")
    first, second = answer.stdout.splitlines()
    assert first.startswith("report.txt: every line is as it was fought again")
    assert "compare that with what was posted" in second
    told = json.loads(flagplot("verify", "report.txt", "--json").stdout)
    assert (told["holds"], told["difference"], told["commitment_fits"]) == (True, None, None)
    assert str(told["dice"]) in first


@pytest.mark.parametrize("form", FORMS)
def test_every_form_and_standard_input(files: Path, flagplot: Run, form: str) -> None:
    flagplot(*FIGHT, "--format", form, "--out", "report")
    assert flagplot("verify", "report").exit_code == 0
    answer = flagplot("verify", "-", stdin=(files / "report").read_bytes())
    assert answer.exit_code == 0
    assert answer.stdout.startswith("standard input: every line")


def test_what_an_editor_does_to_line_ends_is_no_change(report: Path, flagplot: Run) -> None:
    text = report.read_bytes()
    for same in (text.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + text, text.rstrip(b"\n"), text + b"\n\n"):
        report.write_bytes(same)
        assert flagplot("verify", "report.txt").exit_code == 0


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_byte_is_named_by_its_line_or_refused(files: Path, flagplot: Run, form: str) -> None:
    """Bytes anywhere in the file are exchanged for any others, also for such as make it no text at all."""
    flagplot(*FIGHT, "--format", form, "--out", "report")
    data = (files / "report").read_bytes()
    draw = random.Random(f"bytes {form}")
    named = 0
    for place in draw.sample(range(len(data)), 60):
        new = draw.choice([byte for byte in range(256) if byte != data[place]])
        changed = data[:place] + bytes([new]) + data[place + 1 :]
        if changed.replace(b"\r", b"\n").rstrip(b"\n") == data.rstrip(b"\n"):
            continue  # another line end is the same line end
        (files / "report").write_bytes(changed)
        answer = flagplot("verify", "report")
        if answer.stdout.startswith("report: behind quote marks and blanks every line"):
            assert form != "json"
            assert {data[place], new} <= set(b" \t\n\r>|"), "only what a quotation puts in"
            continue
        assert answer.exit_code in (3, 4), (place, new)
        if answer.stdout:
            line = line_of(data, changed.replace(b"\r", b"\n"))
            assert answer.stdout.startswith(f"report, line {line}: this is not what was fought."), (place, new)
            named += 1
        else:
            assert "nothing was changed" in answer.stderr
    assert named  # some bytes lie in what is told, the others in the machine block


def test_a_change_as_json(report: Path, flagplot: Run) -> None:
    text = report.read_text(encoding="utf-8")
    report.write_text(text.replace("Hood fires", "Hood smiles", 1), encoding="utf-8")
    answer = flagplot("verify", "report.txt", "--json")
    assert (answer.exit_code, answer.stderr) == (3, "")
    told = json.loads(answer.stdout)
    assert told["holds"] is False
    line = next(number for number, each in enumerate(text.split("\n"), 1) if "Hood fires" in each)
    assert told["difference"]["line"] == line
    assert "Hood smiles" in told["difference"]["report"]
    assert "Hood fires" in told["difference"]["fought"]


def test_the_posted_commitment(report: Path, flagplot: Run) -> None:
    digits = hashlib.sha256(bytes.fromhex("0123456789abcdef" * 4)).hexdigest()
    right = f"Flagplot commitment for the battle 'Skirmish' (dice format 1): sha256 {digits}"
    assert digits in report.read_text(encoding="utf-8")
    answer = flagplot("verify", "report.txt", "--commitment", right)
    assert answer.exit_code == 0
    assert "fits its secret" in answer.stdout
    for wrong in (right.replace("Skirmish", "Another"), right.replace(digits, "0" * 64)):
        answer = flagplot("verify", "report.txt", "--commitment", wrong)
        assert answer.exit_code == 3
        assert "does NOT fit" in answer.stdout
        assert json.loads(flagplot("verify", "report.txt", "--commitment", wrong, "--json").stdout)["holds"] is False
    answer = flagplot("verify", "report.txt", "--commitment", "none of it", "--json")
    assert answer.exit_code == 1
    assert json.loads(answer.stdout)["refusals"][0]["code"] == "no-commitment"
    other = right.replace("format 1", "format 2")
    assert flagplot("verify", "report.txt", "--commitment", other).exit_code == 4


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"\x00", b"no report\n", b"{}", b"[1]", b"x" * 100_000, b"[" * 100_000, b'{"machine":' * 9]
)
def test_what_is_no_report_is_damaged(files: Path, flagplot: Run, data: bytes) -> None:
    (files / "report").write_bytes(data)
    answer = flagplot("verify", "report", "--json")
    assert answer.exit_code == 3
    assert all(refusal["fault"] == "damaged" for refusal in json.loads(answer.stdout)["refusals"])


def test_a_report_that_is_not_there(files: Path, flagplot: Run) -> None:
    assert flagplot("verify", "nothing").exit_code == 3
    assert flagplot("verify", ".").exit_code == 3
    assert flagplot("verify").exit_code == 2


def test_a_report_larger_than_any_other_file_is_read(files: Path, flagplot: Run) -> None:
    """Reports grow with the fleets; only what nobody could have written is too large."""
    flagplot(*FIGHT, "--out", "report")
    padded = (files / "report").read_bytes() + b"\n" * 2_000_000
    (files / "report").write_bytes(padded)
    assert flagplot("verify", "report").exit_code == 0


def test_a_name_that_could_steer_the_terminal_does_not(files: Path, flagplot: Run) -> None:
    scenario = (files / "scenario.toml").read_text(encoding="utf-8")
    (files / "scenario.toml").write_text(scenario.replace('"Skirmish"', '"A\\u007fB\\u009b2J"'), encoding="utf-8")
    for form in FORMS:
        flagplot(*FIGHT, "--format", form, "--out", "report")
        answer = flagplot("verify", "report")
        assert answer.exit_code == 0, answer.stderr
        changed = (files / "report").read_bytes().replace(b"Hood", b"Hoot", 1)
        (files / "report").write_bytes(changed)
        answer = flagplot("verify", "report")
        assert answer.exit_code == 3
        assert not any(c in answer.output for c in "\x7f\x9b\x1b")
