"""The verifier that the documentation prints: short, without Flagplot, and in agreement with it on every die."""

import ast
import hashlib
import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core import dice as d
from flagplot.core.dice import at, keyed
from flagplot.core.refusal import Faults
from flagplot.desk.battle import adjudicate, read_papers
from flagplot.desk.demo import demo

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "docs" / "reference" / "verifier.py"
LONG = {"200v200": pytest.mark.slow}
FOLDERS = [
    pytest.param(path.parent, id=path.parent.name, marks=LONG.get(path.parent.name, ()))
    for path in sorted((ROOT / "examples").glob("*/scenario.toml"))
]
MOST_LINES = 35


def run(path: Path) -> subprocess.CompletedProcess[str]:
    """What the verifier says of a report, where nothing but the standard library can be imported."""
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(path)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def demo_text() -> str:
    return demo().write("json")


@pytest.fixture
def altered(demo_text: str, tmp_path: Path) -> Callable[[Callable[[dict[str, Any]], None]], Path]:
    """The demonstration's report after a change to its dice."""

    def write(change: Callable[[dict[str, Any]], None]) -> Path:
        report = json.loads(demo_text)
        change(report["dice"])
        path = tmp_path / "report.json"
        path.write_text(json.dumps(report), encoding="utf-8")
        return path

    return write


def test_it_agrees_with_the_demonstration(demo_text: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(demo_text, encoding="utf-8")
    told = run(path)
    dice = json.loads(demo_text)["dice"]
    number = sum(len(draw["faces"]) for draw in dice["draws"])
    assert number > 1000
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"commitment {dice['commitment']}, key {dice['key']}: {number} dice agree\n"


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_agrees_with_each_example(folder: Path, tmp_path: Path) -> None:
    faults = Faults()
    papers = read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "blue.txt"], faults)
    assert papers is not None
    verdict = adjudicate(papers, faults=faults)
    number = sum(cast.draw.n for event in verdict.fought.events for cast in event.casts)
    path = tmp_path / "report.json"
    path.write_text(verdict.write("json"), encoding="utf-8")
    told = run(path)
    assert told.returncode == 0
    assert told.stdout == f"commitment none, key {verdict.origin.key:016x}: {number} dice agree\n"


def test_it_catches_a_changed_face(altered: Callable[..., Path]) -> None:
    def change(dice: dict[str, Any]) -> None:
        faces = dice["draws"][-1]["faces"]
        faces[-1] = faces[-1] % 20 + 1

    told = run(altered(change))
    assert (told.returncode, told.stdout) == (1, "")
    assert len(told.stderr.splitlines()) == 2


def test_it_catches_a_changed_address(altered: Callable[..., Path]) -> None:
    def change(dice: dict[str, Any]) -> None:
        draw = max(dice["draws"], key=lambda draw: len(draw["faces"]))
        draw["start"] += 1

    assert run(altered(change)).returncode == 1


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("secret", hashlib.sha256(b"another").hexdigest(), ["commitment", "key"]),
        ("secret", "", ["commitment", "key"]),
        ("commitment", hashlib.sha256(b"another").hexdigest(), ["commitment"]),
        ("message", "battle\nanother", ["key"]),
        ("key", "0123456789abcdef", ["key"]),
    ],
)
def test_it_catches_a_changed_seal(altered: Callable[..., Path], name: str, value: str, told: list[str]) -> None:
    answer = run(altered(lambda dice: dice.update({name: value})))
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[1 : 1 + len(told)] == told


@pytest.fixture(scope="module")
def face(demo_text: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., int]:
    """The verifier's own function for one die."""
    path = tmp_path_factory.mktemp("verifier") / "report.json"
    path.write_text(demo_text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [str(VERIFIER), str(path)])
        found: Callable[..., int] = runpy.run_path(str(VERIFIER))["face"]
    return found


@given(
    key=st.integers(0, 2**64 - 1),
    sample=st.integers(0, 2**63 - 1),
    round_=st.integers(0, d.MAX_ROUND),
    phase=st.integers(0, 255),
    side=st.integers(0, 1),
    roller=st.integers(0, 2**31 - 1),
    number=st.integers(0, d.MAX_DICE // 2 - 1),
    sides=st.sampled_from([2, 4, 6, 8, 10, 12, 20, 21, 30, 100]),
)
def test_it_rolls_any_die_of_the_format(
    face: Callable[..., int],
    key: int,
    sample: int,
    round_: int,
    phase: int,
    side: int,
    roller: int,
    number: int,
    sides: int,
) -> None:
    draw = {"round": round_, "phase": phase, "side": side, "roller": roller, "sides": sides}
    ours = d.face(at(keyed(key), sample, round_), phase, side, roller, number, sides)
    assert face(key, sample, draw, number) == ours


def test_it_is_short_and_knows_nothing_of_flagplot() -> None:
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"))
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef)]
    docstrings = {scope.body[0].lineno for scope in scopes if ast.get_docstring(scope)}
    lines = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr)}
    imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert len(lines - docstrings) <= MOST_LINES
    assert imports <= sys.stdlib_module_names
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
