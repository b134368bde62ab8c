"""``flagplot odds``: the door to the odds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.desk import odds as desk
from flagplot.odds.tally import Tally

Run = Callable[..., Result]

ODDS = ("odds", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt")


def codes(answer: Result) -> list[str]:
    return [refusal["code"] for refusal in json.loads(answer.stdout)["refusals"]]


def test_a_small_battle_is_answered_exactly(files: Path, flagplot: Run) -> None:
    answer = flagplot(*ODDS)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout.startswith("Odds of Skirmish\n")
    assert "exact: a Markov chain" in answer.stdout
    assert "exactly" in answer.stdout


def test_samples_are_taken_where_they_are_asked_for(files: Path, flagplot: Run) -> None:
    answer = flagplot(*ODDS, "--samples", "30", "--seed", "4", "--threads", "1")
    assert "sampled: " in answer.stdout
    assert "30 (0 to 29)" in answer.stdout
    assert flagplot(*ODDS, "--samples", "30", "--seed", "4").stdout == answer.stdout
    assert flagplot(*ODDS, "--samples", "30", "--seed", "5").stdout != answer.stdout


def test_json_holds_the_numbers(files: Path, flagplot: Run) -> None:
    answer = json.loads(flagplot(*ODDS, "--samples", "30", "--json").stdout)
    assert answer["method"]["n"] == 30
    assert answer["method"]["seed"] == 1812
    assert sum(result["count"] for result in answer["results"].values()) == 30
    assert {loss["in"] for loss in answer["losses"]} >= {"weight", "ships", "supply"}
    assert answer["stopped"] is False
    exact = json.loads(flagplot(*ODDS, "--json").stdout)
    assert exact["method"]["how"] == "exact"
    assert sum(result["chance"] for result in exact["results"].values()) == pytest.approx(1)


def test_any_sample_is_told_in_full(files: Path, flagplot: Run) -> None:
    answer = flagplot(*ODDS, "--open", "48213", "--seed", "4")
    assert "WHAT IF, NOT A VERDICT: sample 48213 of the odds with seed 4" in answer.stdout
    assert "Machine block" not in answer.stdout
    for wanted in ("median", "worst:A:5%", "worst:Blue:10%"):
        told = flagplot(*ODDS, "--samples", "20", "--open", wanted)
        assert told.exit_code == 0
        assert "WHAT IF, NOT A VERDICT" in told.stdout


def test_slices_are_merged(files: Path, flagplot: Run) -> None:
    for part in ("1/2", "2/2"):
        kept = f"{part[0]}.json"
        assert flagplot(*ODDS, "--samples", "31", "--slice", part, "--resume", kept).exit_code == 0
    merged = flagplot(*ODDS, "--merge", "2.json", "--merge", "1.json")
    assert merged.stdout == flagplot(*ODDS, "--samples", "31").stdout
    assert codes(flagplot(*ODDS, "--merge", "1.json", "--merge", "1.json", "--json")) == ["counted-twice"]
    assert codes(flagplot(*ODDS, "--merge", "1.json", "--seed", "9", "--json")) == ["other-job"]
    missing = flagplot(*ODDS, "--merge", "none.json", "--json")
    assert (missing.exit_code, codes(missing)) == (3, ["missing-file"])


def test_the_report_goes_to_a_file(files: Path, flagplot: Run) -> None:
    answer = flagplot(*ODDS, "--samples", "10", "--out", "odds.md", "--format", "markdown")
    assert (answer.stdout, answer.stderr) == ("", "odds.md: Odds of Skirmish\n")
    assert (files / "odds.md").read_text().startswith("# Odds of Skirmish")


def test_ctrl_c_shows_what_there_is_and_says_so(files: Path, flagplot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = desk.gather

    def interrupted(*arguments: object, **more: object) -> object:
        for tally in real(*arguments, **more):  # type: ignore[arg-type]
            yield tally
            raise KeyboardInterrupt

    monkeypatch.setattr(desk, "gather", interrupted)
    answer = flagplot(*ODDS, "--samples", "1000")
    assert answer.exit_code == 130
    assert "STOPPED EARLY" in answer.stdout
    assert "4 (0 to 3)" in answer.stdout


def test_progress_is_for_terminals_only(files: Path, flagplot: Run) -> None:
    assert flagplot(*ODDS, "--samples", "10").stderr == ""


def test_progress_tells_the_first_result(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from flagplot.cli import counting
    from flagplot.core.refusal import Faults
    from flagplot.desk.battle import read_papers

    monkeypatch.setattr(counting.sys.stderr, "isatty", lambda: True, raising=False)
    read = read_papers("scenario.toml", [], Faults())
    assert read is not None
    asked = desk.question(read)
    tally = desk.sample(asked, desk.Target(samples=10)).tally
    with counting.Counter(asked.form, quiet=False) as counter:
        counter.show(tally)
        counter.show(tally)
    shown = capsys.readouterr().err
    assert shown.count("10 battles: Red") == 1
    assert shown.endswith("\r\x1b[K")
    assert tally != Tally()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--time", "0"), "'--time'"),
        (("--error", "0%"), "between 0 and 50 %"),
        (("--error", "much"), "'much' is no share"),
        (("--samples", "0"), "'--samples'"),
        (("--slice", "3/2"), "no slice"),
        (("--slice", "1/2"), "--slice is a part of --samples"),
        (("--threads", "2", "--processes", "2"), "exclude each other"),
        (("--merge", "a.json", "--samples", "3"), "samples nothing more"),
    ],
)
def test_bad_usage_is_told(arguments: tuple[str, ...], told: str, files: Path, flagplot: Run) -> None:
    answer = flagplot(*ODDS, *arguments)
    assert answer.exit_code == 2
    assert told in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--open", "nope"), "unknown-sample"),
        (("--open", "30", "--samples", "30"), "no-such-sample"),
        (("--open", str(1 << 40)), "no-such-sample"),
        (("--open", "worst:Green:5%", "--samples", "10"), "unknown-side"),
    ],
)
def test_samples_that_there_are_not_are_refused(
    arguments: tuple[str, ...], code: str, files: Path, flagplot: Run
) -> None:
    answer = flagplot(*ODDS, *arguments, "--json")
    assert (answer.exit_code, codes(answer)) == (1, [code])


def test_faulty_papers_are_refused_like_those_of_a_battle(files: Path, flagplot: Run) -> None:
    (files / "red.txt").write_text("ORDERS OF Red\nplan fly\nEND OF ORDERS\n")
    answer = flagplot(*ODDS, "--json")
    assert answer.exit_code == 1
    assert codes(answer) == codes(flagplot("battle", *ODDS[1:], "--json"))


def test_the_losses_are_drawn(files: Path, flagplot: Run) -> None:
    assert flagplot(*ODDS, "--samples", "10", "--chart", "losses.json").exit_code == 0
    assert json.loads((files / "losses.json").read_text())["title"]["text"] == "Odds of Skirmish"
    refused = flagplot(*ODDS, "--samples", "10", "--chart", "losses.gif", "--json")
    assert (refused.exit_code, codes(refused)) == (1, ["unknown-picture"])
    assert not (files / "losses.gif").exists()


DUEL = Path(__file__).parents[2] / "examples" / "duel"
PAPERS = [
    "odds",
    str(DUEL / "scenario.toml"),
    *(part for side in ("red", "blue") for part in ("--orders", str(DUEL / f"{side}.txt"))),
]
ANSWERS = "R1 launch-fighters blue: 6 TL5\nR1 pair-off red 1 ship: Kestrel\nR1 pair-off red 1 enemy: Otter\n"


def test_the_odds_of_a_duel_are_told_from_where_it_stands(tmp_path: Path) -> None:
    record = tmp_path / "answers.txt"
    record.write_text(ANSWERS, encoding="utf-8")
    shown = CliRunner().invoke(main, [*PAPERS, "--duel", str(record), "--samples", "40", "--json"])
    again = CliRunner().invoke(main, [*PAPERS, "--duel", str(record), "--samples", "40", "--json"])
    fresh = CliRunner().invoke(main, [*PAPERS, "--samples", "40", "--json"])
    assert (shown.exit_code, fresh.exit_code) == (0, 0), shown.output
    assert shown.stdout == again.stdout
    assert shown.stdout != fresh.stdout


def test_a_duel_that_is_over_has_no_odds(tmp_path: Path) -> None:
    record = tmp_path / "answers.txt"
    duel = ["duel", *PAPERS[1:], "--by-orders", "Red", "--by-orders", "Blue", "--answers", str(record)]
    assert CliRunner().invoke(main, duel).exit_code == 0
    shown = CliRunner().invoke(main, [*PAPERS, "--duel", str(record), "--samples", "40"])
    assert shown.exit_code == 1
    assert "the duel is over" in shown.output


def test_a_duels_answers_are_refused_as_at_the_table(tmp_path: Path) -> None:
    record = tmp_path / "answers.txt"
    record.write_text("R1 launch-fighters blue: 9 TL5\n", encoding="utf-8")
    shown = CliRunner().invoke(main, [*PAPERS, "--duel", str(record), "--samples", "40"])
    assert shown.exit_code == 1
    assert "3 too many" in shown.output


def test_odds_take_no_secret_without_a_duel() -> None:
    shown = CliRunner().invoke(main, [*PAPERS, "--secret", "s.txt", "--samples", "4"])
    assert shown.exit_code == 2
