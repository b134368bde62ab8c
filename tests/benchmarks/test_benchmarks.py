"""The benchmarks run, and what has to be measured is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import chains

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_they_measure_what_is_claimed() -> None:
    command = [sys.executable, "-m", "benchmarks", "programs", "--rounds", "1", "--json"]
    # The exit code is left out: one round on a busy machine proves nothing about 150 ms.
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    facts = json.loads(answer.stdout)
    found = {each["name"]: each for each in facts["measures"]}
    assert facts["help_loads_numpy"] is False
    assert found["flagplot --help"]["limit"] == 0.15
    assert found["battle 40v40"]["limit"] == 10
    assert found["import 20000 rows"]["limit"] == 3
    assert found["battle 40v40"]["holds"]
    assert {f"battle {path.parent.name}" for path in (ROOT / "examples").glob("*/scenario.toml")} <= set(found)
    assert found["core.dice.count"]["dice_per_second"] > 0
    for each in facts["measures"]:
        yardstick = found[each["yardstick"] or each["name"]]
        assert each["ratio"] == pytest.approx(each["seconds"] / yardstick["seconds"], rel=0.01)


@pytest.mark.slow
def test_the_engine_is_measured_by_dice_that_are_rolled() -> None:
    """With the interpreted engine, which needs no building: what is measured, not how fast it is."""
    program = (
        "import json, benchmarks.engine as e\n"
        "e.BATTLES, e.MANY = dict.fromkeys(e.BATTLES, (1, 1)), 4\n"
        "e._seconds_of_warm, e.engines.compiled = lambda **kept: 31.0, lambda: e.engines.interpreted\n"
        "battle = e.example('10v10')\n"
        "attacks, dice = int(battle.fleet.attacks.sum()), e.dice_of(battle, 3)\n"
        "claims = [[claim.name, claim.unit, claim.value, claim.holds] for claim in e.measure_engine(1)]\n"
        "print(json.dumps({'attacks': attacks, 'dice': dice, 'claims': claims}))"
    )
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    facts = json.loads(answer.stdout)
    # Some eight rounds: all fire in the first, few in the last, and half the attacks hit and roll again.
    assert 3 * facts["attacks"] < facts["dice"] < 12 * facts["attacks"]
    holds = {name.partition(",")[0]: held for name, unit, _, held in facts["claims"] if "NumPy" in unit}
    assert holds == {"10v10": False, "40v40": False, "200v200": False, "40v40-everything": True}
    assert [held for name, _, _, held in facts["claims"] if "warm" in name] == [False, False]


@pytest.mark.slow
def test_exact_odds_are_measured_warm_and_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "_loading", lambda: iter(()))
    claims = {claim.name: claim for claim in chains.measure_chains(1)}
    assert claims["until half of a side is lost, warm"].limit == 5
    for name in chains.BATTLES:
        assert claims[f"{name}, warm"].value < claims[f"{name}, cold"].value
    for setup, _ in chains.BATTLES.values():
        for each in setup.sides:
            assert len(each.units) == 12
            assert sum(sum(unit.craft.values()) for unit in each.units) == 18
