"""``flagplot report``, and ``battle`` and ``verify`` with posts: from files to files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FIGHT = ("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--secret", "battle.secret")
BOARDS = ("xenforo", "phpbb", "discus", "discord")
CUT = re.compile(r"-------- cut here: post \d+ of \d+ --------\n")


@pytest.mark.parametrize("form", [*BOARDS, "html", "markdown", "text"])
def test_a_report_in_another_format_verifies_and_turns_back(files: Path, flagplot: Run, form: str) -> None:
    first = flagplot(*FIGHT).stdout
    (files / "report").write_text(first, encoding="utf-8")
    assert flagplot("report", "report", "--format", form, "--out", "other").exit_code == 0
    assert (files / "other").read_text(encoding="utf-8") == flagplot(*FIGHT, "--format", form).stdout
    assert flagplot("verify", "other").exit_code == 0
    assert flagplot("report", "other").stdout == first


def test_posts_in_files_of_their_own_verify_in_any_order(files: Path, flagplot: Run) -> None:
    posts = CUT.split(flagplot(*FIGHT, "--format", "discord", "--post-length", "4000").stdout)
    assert len(posts) > 2
    assert all(len(post.strip()) <= 4000 for post in posts)
    names = [f"post-{number}.txt" for number in range(1, len(posts) + 1)]
    for name, post in zip(names, posts, strict=True):
        (files / name).write_text("\n".join(f"> {line}" for line in post.split("\n")), encoding="utf-8")
    answer = flagplot("verify", *reversed(names))
    assert answer.exit_code == 0
    assert "every word between its marks is as it was fought again" in answer.stdout
    told = json.loads(flagplot("verify", *names, "--json").stdout)
    assert (told["holds"], told["compared"], told["difference"]) == (True, "words", None)
    assert flagplot("report", *names, "--json").exit_code == 0
    short = flagplot("verify", *names[1:], "--json")
    assert short.exit_code == 3
    (refusal,) = json.loads(short.stdout)["refusals"]
    assert (refusal["code"], refusal["gap"]) == ("missing-parts", "1 short")
    assert "part 1 of" in refusal["message"]


def test_a_changed_post_is_told_by_its_file_and_line(files: Path, flagplot: Run) -> None:
    flagplot(*FIGHT, "--format", "phpbb", "--out", "post.txt")
    text = (files / "post.txt").read_text(encoding="utf-8")
    line = next(number for number, each in enumerate(text.split("\n"), 1) if "Hood fires" in each)
    (files / "post.txt").write_text(text.replace("Hood fires", "Hood smiles", 1), encoding="utf-8")
    answer = flagplot("verify", "post.txt")
    assert answer.exit_code == 3
    assert answer.stdout.startswith(f"post.txt, line {line}: this is not what was fought.")


def test_a_correction_of_posts_keeps_their_dice(files: Path, flagplot: Run) -> None:
    flagplot(*FIGHT, "--format", "xenforo", "--out", "posts.txt")
    scenario = (files / "scenario.toml").read_text(encoding="utf-8")
    (files / "scenario.toml").write_text(scenario.replace("1 EC", "2 EC"), encoding="utf-8")
    answer = flagplot("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--again", "posts.txt")
    assert answer.exit_code == 0
    assert "fought again with the dice of an earlier report" in answer.stdout


def test_a_pdf(files: Path, flagplot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    answer = flagplot(*FIGHT, "--format", "pdf", "--out", "report.pdf")
    assert answer.exit_code == 0
    data = (files / "report.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert flagplot("verify", "report.pdf").exit_code == 3
    monkeypatch.setitem(sys.modules, "typst", None)
    missing = flagplot(*FIGHT, "--format", "pdf", "--out", "report.pdf")
    assert missing.exit_code == 1
    assert "pip install 'flagplot[pdf]'" in missing.stderr
    assert (files / "report.pdf").read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("report",), "Missing argument"),
        (("report", "report", "--format", "bbcode"), "'xenforo'"),
        (("report", "report", "--format", "html", "--post-length", "2000"), "for posts"),
    ],
)
def test_bad_usage(files: Path, flagplot: Run, arguments: tuple[str, ...], told: str) -> None:
    flagplot(*FIGHT, "--out", "report")
    answer = flagplot(*arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert told in answer.stderr


def test_what_is_no_report_is_damaged(files: Path, flagplot: Run) -> None:
    assert flagplot("report", "red.txt").exit_code == 3
    assert flagplot("report", "nothing").exit_code == 3
