"""Whole battles are told as they were when last looked at, down to the last die."""

import runpy
from pathlib import Path

import pytest

from flagplot.formats.compare import first_difference

RENEW = runpy.run_path(str(Path(__file__).with_name("renew.py")))
HOW = "to renew, if it is meant: uv run python tests/golden/renew.py"


@pytest.mark.parametrize("name", RENEW["REPORTS"])
def test_a_battle_is_told_as_before(name: str) -> None:
    before = RENEW["golden"](name).read_text(encoding="utf-8")
    difference = first_difference(before, RENEW["REPORTS"][name]())
    assert difference is None, f"{name}.txt, line {difference.line}:\n- {difference.old}\n+ {difference.new}\n{HOW}"
