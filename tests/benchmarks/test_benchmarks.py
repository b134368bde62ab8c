"""The benchmarks run, and what has to be measured is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_they_measure_what_is_claimed() -> None:
    command = [sys.executable, "-m", "benchmarks", "--rounds", "1", "--json"]
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
