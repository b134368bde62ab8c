"""``flagplot fta3 ground-odds``: exact chances of a ground war, and what is sampled."""

import json
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

from flagplot.cli.main import main
from flagplot.core.refusal import Faults
from flagplot.desk import ground_odds
from flagplot.desk.battle import Papers, read_papers
from flagplot.engine.chances import TooManyStatesError
from flagplot.fta3.ground.odds import GroundOdds

EXAMPLE = Path(__file__).parents[2] / "examples" / "landing"
WAR = """battle = "ground"
book = "demo"
[[unit]]
name = "A"
type = "interface"
size = "battalion"
[[unit]]
name = "B"
type = "mobile infantry"
size = "brigade"
[[side]]
name = "Red"
role = "attacker"
units = "A"
[[side]]
name = "Blue"
role = "defender"
units = "B"
"""


@pytest.fixture
def war(tmp_path: Path) -> str:
    path = tmp_path / "war.toml"
    path.write_text(WAR, encoding="utf-8")
    return str(path)


def ask(*words: str):
    return CliRunner().invoke(main, ["fta3", "ground-odds", *words])


def test_one_quarter_is_told_in_a_table() -> None:
    result = ask(
        str(EXAMPLE / "landing.toml"), "--orders", str(EXAMPLE / "red.txt"), "--orders", str(EXAMPLE / "blue.txt")
    )
    assert result.exit_code == 0
    assert "Exact chances" in result.output
    assert "Red wins   65.4 %" in result.output


def test_a_campaign_as_json_is_exact(war: str) -> None:
    told = json.loads(ask(war, "--quarters", "2", "--json").output)
    assert (told["method"]["how"], told["quarters"], told["results"]) == ("exact", 2, None)
    assert told["units"]["Red"]["A"].keys() == {"fit", "exhausted", "destroyed"}


def papers_of(war: str) -> Papers:
    papers = read_papers(war, [], Faults())
    assert papers is not None
    return papers


def test_beyond_the_limit_it_is_sampled_near_the_exact_chances_and_says_so(
    war: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = ground_odds.ground_outlook(papers_of(war), quarters=2)

    def too_many(self: GroundOdds, **asked: int) -> None:
        raise TooManyStatesError(5)

    monkeypatch.setattr(GroundOdds, "distribution", too_many)
    monkeypatch.setattr(ground_odds, "SAMPLES", 400)
    found = ground_odds.ground_outlook(papers_of(war), quarters=2)
    assert (found.method.how, found.samples, found.results) == ("sampled", 400, None)
    for side, truth in zip(found.units, exact.units, strict=True):
        for (name, chances), (same, right) in zip(side, truth, strict=True):
            assert name == same
            for number in ground_odds.COUNTS.values():
                # Two and a half times the half-width at 95 %: five standard errors.
                assert abs(chances.mean(number) - right.mean(number)) <= 5 * found.half_width() / 2
    result = ask(war, "--quarters", "2", "--samples", "100")
    assert "Chances from 100 wars with dice of their own" in " ".join(result.output.split())


def test_samples_of_the_first_phase_come_as_often_as_is_exact(war: str) -> None:
    """Within five standard errors, each of the ways to end."""
    exact, found = (ground_odds.ground_outlook(papers_of(war), samples=samples) for samples in (None, 600))
    assert exact.results is not None
    assert found.results is not None
    assert set(found.results.weights) <= set(exact.results.weights)
    for way in exact.results.weights:
        chance = float(exact.results.of(way))
        assert abs(float(found.results.of(way)) - chance) <= 5 * sqrt(chance * (1 - chance) / 600)


def test_a_war_that_cannot_be_is_refused(war: str) -> None:
    Path(war).write_text(WAR.replace("brigade", "army"), encoding="utf-8")
    result = ask(war)
    assert result.exit_code == 1
    assert "'army' is none of them" in result.output
    assert ask(war, "--quarters", "0").exit_code == 2


# --- By the verb odds -------------------------------------------------------------------------------------------------


def odds(*words: str):
    return CliRunner().invoke(main, ["odds", *words])


def test_odds_tell_the_same_of_a_ground_war(war: str) -> None:
    assert odds(war, "--json").output == ask(war, "--json").output
    assert odds(war).output == ask(war).output
    assert "exact: every outcome of every die" in " ".join(odds(war).output.split())
    sampled = json.loads(odds(war, "--quarters", "3", "--samples", "100", "--seed", "5", "--json").output)
    assert (sampled["method"]["how"], sampled["method"]["n"], sampled["method"]["seed"]) == ("sampled", 100, 5)
    assert sampled["quarters"] == 3


def test_each_war_of_the_samples_can_be_opened(war: str) -> None:
    """What was counted of the first phase is what the wars tell."""
    counted = ground_odds.ground_outlook(papers_of(war), samples=8).results
    assert counted is not None
    wins = [" ".join(odds(war, "--open", str(n)).output.split()) for n in range(8)]
    assert all("WHAT IF, NOT A VERDICT: sample" in told for told in wins)
    for name, way in (("Red", "first"), ("Blue", "second")):
        assert sum(f"{name} wins the phase" in told for told in wins) == counted.weights.get(way, 0)
    told = " ".join(odds(war, "--open", "3", "--quarters", "2").output.split())
    assert "Quarter 2" in told


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--open", "median"), 1, "names no sample of a ground war"),
        (("--open", "7", "--samples", "7"), 1, "there is no sample 7"),
        (("--error", "1%"), 2, "Of a ground war"),
        (("--chart", "x.svg"), 2, "Of a ground war"),
        (("--threads", "2"), 2, "Of a ground war"),
        (("--quarters", "41"), 2, "--quarters"),
    ],
)
def test_what_a_ground_war_does_not_know_is_refused(war: str, words: tuple[str, ...], code: int, said: str) -> None:
    result = odds(war, *words)
    assert result.exit_code == code
    assert said in result.output


def test_a_battle_of_fleets_has_no_quarters() -> None:
    result = odds(str(EXAMPLE.parent / "first-battle" / "scenario.toml"), "--quarters", "2")
    assert result.exit_code == 2
    assert "--quarters goes with a ground war" in result.output
