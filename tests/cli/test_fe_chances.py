"""``flagplot fe round``, ``intensity``, ``target`` and ``siege``: exact questions about a battle hex."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"


def papers(name: str) -> list[str]:
    """The scenario of an example and its orders."""
    folder = EXAMPLES / name
    orders = [word for path in sorted(folder.glob("*.txt")) for word in ("--orders", str(path))]
    return [str(folder / "battle.toml"), *orders]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["fe", *arguments])


def ask(verb: str, name: str, *arguments: str) -> dict[str, Any]:
    answer = run(verb, *papers(name), *arguments, "--json")
    assert answer.exit_code == 0, answer.output
    found: dict[str, Any] = json.loads(answer.output)
    return found


def refusals(*arguments: str) -> list[dict[str, str]]:
    answer = run(*arguments, "--json")
    assert answer.exit_code == 1, answer.output
    found: list[dict[str, str]] = json.loads(answer.output)["refusals"]
    return found


def test_a_round_is_told_for_both_sides_together_and_each() -> None:
    """Row 5 ± 2 and a die a side: 42 and 36 points of combat potential at 20 % to 40 % for the most part."""
    found = ask("round", "hex")
    attacker, defender = found["sides"]
    assert (attacker["potential"], defender["potential"]) == ("42", "36")
    pairs = {(mine, his): Fraction(chance) for mine, his, chance in found["pairs"]}
    assert sum(pairs.values()) == 1
    for place, side in enumerate(found["sides"]):
        damage = {int(points): Fraction(chance) for points, chance in side["damage"].items()}
        assert damage == {
            points: sum(chance for pair, chance in pairs.items() if pair[place] == points) for points in damage
        }
        assert all(sum(map(Fraction, chances.values())) == 1 for chances in side["units"].values())
    assert Fraction(defender["units"]["kzinti-ff-1"]["destroyed"]) == Fraction(2, 3), "12 points pay it"
    assert min(pairs)[1] == 7, "15 % of 42 is 6.3, 17.5 % is 7.35: row 3 and a one read result 4"


def test_a_round_has_a_picture_and_pairs_where_they_are_asked_for() -> None:
    plain, listed = run("round", *papers("hex")).output, run("round", *papers("hex"), "--pairs").output
    assert "Damage on Lyran" in plain
    assert "###" in plain
    assert "Both together" not in plain
    assert "on Lyran  on Kzinti" in listed


def test_the_intensity_game_is_told_three_times() -> None:
    found = ask("intensity", "hex", "--worth", "CA=8:3", "--worth", "DW=4:1", "--worth", "BC=8:3", "--worth", "FF=3:1")
    assert found["currency"] == "worth"
    assert list(found["games"]) == ["fresh", "kept", "round"]
    for game in found["games"].values():
        attacker, defender = (list(map(Fraction, game[side])) for side in ("attacker", "defender"))
        assert sum(attacker) == pytest.approx(1)
        assert sum(defender) == pytest.approx(1)
        gains = {int(both): Fraction(gain) for both, gain in game["gain_by_sum"].items()}
        for choice in range(4):
            assert sum(chance * gains[choice + each + 2] for each, chance in enumerate(attacker)) >= Fraction(
                game["value"]
            ) - Fraction(1, 10**6)
    assert found["games"]["round"]["exact"]
    assert not found["games"]["fresh"]["exact"]


def test_one_game_may_be_asked_for() -> None:
    output = run("intensity", *papers("hex"), "--game", "round").output
    assert "One round" in output
    assert "The whole battle" not in output
    assert "in economic points" in output


def test_a_round_is_told_where_the_battle_cannot_be(tmp_path: Path) -> None:
    """The Lyrans pursue, which the round does not mind."""
    for path in (EXAMPLES / "hex").iterdir():
        text = path.read_text(encoding="utf-8").replace("pursue no", "pursue yes")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    orders = [word for name in ("lyran", "kzinti") for word in ("--orders", str(tmp_path / f"{name}.txt"))]
    answer = run("intensity", str(tmp_path / "battle.toml"), *orders, "--json")
    found = json.loads(answer.output)
    assert list(found["games"]) == ["round"]
    assert found["untold"]["kept"] == "a pursuit by Lyran; a pursuit by Kzinti"
    told = [each["message"] for each in refusals("intensity", str(tmp_path / "battle.toml"), *orders, "--game", "kept")]
    assert told == [f"this cannot be told exactly: a pursuit by {name}" for name in ("Lyran", "Kzinti")]


def test_targets_come_with_their_price_and_what_they_gain() -> None:
    found = ask("target", "hex", "--side", "Lyran")
    by_aim = {each["aim"]: each for each in found["targets"]}
    assert by_aim["kzinti-ff-1 kill"]["price"] == "12", "twice 4 and 2"
    assert by_aim["kzinti-ff-1 kill"]["paid"] == "2/3"
    assert "kzinti-bc-1 kill" not in by_aim, "24 points are never scored"
    gains = [Fraction(each["round"]) for each in found["targets"]]
    assert gains == sorted(gains, reverse=True)
    assert "battle" not in found["targets"][0]


@pytest.mark.slow
def test_targets_of_the_whole_battle_come_in_their_own_order() -> None:
    gains = [Fraction(each["battle"]) for each in ask("target", "hex", "--side", "B", "--battle")["targets"]]
    assert gains == sorted(gains, reverse=True)


def test_the_smallest_force_for_a_base_is_told_with_those_of_its_size() -> None:
    found = ask("siege", "station", "--ship", "CA", "--ship", "DW", "--chance", "90%", "--rounds", "3")
    assert found["base"] == "kzinti-bats-1"
    assert found["enough"] == ["4xCA"]
    by_force = {each["force"]: each for each in found["trials"]}
    assert Fraction(by_force["4xCA"]["chance"]) >= Fraction(9, 10) > Fraction(by_force["3xCA DW"]["chance"])
    assert by_force["CA"]["reason"] == "small-scale combat"


def test_where_no_force_is_enough_it_says_so() -> None:
    output = run("siege", *papers("station"), "--ship", "DW", "--most", "4", "--rounds", "1").output
    assert "No force of 4 ships or fewer that can be told destroys kzinti-bats-1 surely within 1 round." in output


def test_where_nothing_can_be_told_of_any_force_it_says_so() -> None:
    output = run("siege", *papers("station"), "--ship", "DW", "--most", "3").output
    assert "Of no force of 3 ships or fewer can it be told whether it destroys kzinti-bats-1." in output
    assert "No force" not in output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("target", *papers("hex"), "--side", "Gorn"), "no side of this battle is called 'Gorn'"),
        (("target", *papers("hex"), "--side", "A", "--worth", "CA=x"), "'CA=x' is no worth of a unit"),
        (("intensity", *papers("hex"), "--worth", "CA=8"), "nobody says what lyran-dw-1 is worth"),
        (("siege", *papers("hex"), "--ship", "CA"), "Kzinti has no base there"),
        (("siege", *papers("station"), "--ship", "CB"), "there is no CB of Lyran in ships.csv"),
        (("siege", *papers("station"), "--ship", "CA", "--base", "sb-1"), "Kzinti has no base 'sb-1' there"),
        (("round", str(EXAMPLES / "duel" / "scenario.toml")), "this is no battle hex of Federation & Empire"),
    ],
)
def test_bad_questions_are_refused(arguments: tuple[str, ...], told: str) -> None:
    assert told in [each["message"] for each in refusals(*arguments)]


def test_what_is_not_exact_is_refused_with_every_reason(tmp_path: Path) -> None:
    scenario = (EXAMPLES / "hex" / "battle.toml").read_text(encoding="utf-8")
    (tmp_path / "battle.toml").write_text(scenario, encoding="utf-8")
    (tmp_path / "ships.csv").write_bytes((EXAMPLES / "hex" / "ships.csv").read_bytes())
    found = refusals("round", str(tmp_path / "battle.toml"))
    assert {each["code"] for each in found} == {"not-exact"}
    assert len(found) > 1


@pytest.mark.parametrize("chance", ["120%", "0", "often", "1/0"])
def test_a_chance_that_is_none_is_bad_usage(chance: str) -> None:
    answer = run("siege", *papers("station"), "--ship", "CA", "--chance", chance)
    assert answer.exit_code == 2
    assert "--chance" in answer.output
