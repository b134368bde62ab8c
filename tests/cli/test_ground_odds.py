"""``flagplot fta3 ground-odds``: exact chances of a ground war, and what is sampled."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from flagplot.cli.main import main
from flagplot.desk import ground_odds
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
    assert (told["method"], told["quarters"], told["results"]) == ("exact", 2, None)
    assert told["units"]["Red"]["A"].keys() == {"fit", "exhausted", "destroyed"}


def test_beyond_the_limit_it_is_sampled_near_the_exact_chances_and_says_so(
    war: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = ground_odds.ground_outlook(war, quarters=2)

    def too_many(self: GroundOdds, **asked: int) -> None:
        raise TooManyStatesError(5)

    monkeypatch.setattr(GroundOdds, "distribution", too_many)
    found = ground_odds.ground_outlook(war, quarters=2, samples=400)
    assert found.method == "sampled, n = 400"
    for side, truth in zip(found.units, exact.units, strict=True):
        for (name, chances), (same, right) in zip(side, truth, strict=True):
            assert name == same
            for number in ground_odds.COUNTS.values():
                # Two and a half times the half-width at 95 %: five standard errors.
                assert abs(chances.mean(number) - right.mean(number)) <= 5 * found.half_width() / 2
    result = ask(war, "--quarters", "2", "--samples", "100")
    assert "so this was sampled: 100 wars" in " ".join(result.output.split())


def test_a_war_that_cannot_be_is_refused(war: str) -> None:
    Path(war).write_text(WAR.replace("brigade", "army"), encoding="utf-8")
    result = ask(war)
    assert result.exit_code == 1
    assert "'army' is none of them" in result.output
    assert ask(war, "--quarters", "0").exit_code == 2
