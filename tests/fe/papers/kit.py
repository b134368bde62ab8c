"""What tests of the papers of a battle hex share: a scenario with its settings accepted, and the invented fleet."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.settings import accepted_digest, choose, of_part
from flagplot.fe.papers.docket import HexDocket, open_hex_docket
from flagplot.fe.settings import COMBAT, catalogue

WANTED = {"ew-points-per-shift": "2"}
ACCEPTED = accepted_digest(of_part(choose(catalogue(), WANTED, "", Faults()), COMBAT))
HEAD = f"""\
ruleset = "fe"
hex = "1202"
table = "demo"
accepted = "{ACCEPTED}"

[settings]
ew-points-per-shift = "2"
"""
LYRAN = '\n[[side]]\nempire = "lyran"\nphasing = true\nunits = "4xCA 2xDD-"\n'
KZINTI = '\n[[side]]\nempire = "kzinti"\nunits = ["BATS CVL 2xEFF BC", "Federation: CA SC"]\n'


def table() -> Paper:
    """The invented fleet."""
    text = files("flagplot.fe").joinpath("data/demonstration_fleet.csv").read_text(encoding="utf-8")
    return Paper("demonstration_fleet.csv", text)


def opened(scenario: str, *orders: str) -> HexDocket:
    """The docket of papers without a fault."""
    faults = Faults()
    papers = [Paper(f"orders{number}.txt", text) for number, text in enumerate(orders, 1)]
    docket = open_hex_docket(Paper("battle.toml", scenario), papers, table(), faults)
    assert [str(refusal) for refusal in faults.found] == []
    assert docket is not None
    return docket


def refused(scenario: str, *orders: str) -> list[str]:
    """What is wrong with papers, each with its place."""
    faults = Faults()
    papers = [Paper(f"orders{number}.txt", text) for number, text in enumerate(orders, 1)]
    assert open_hex_docket(Paper("battle.toml", scenario), papers, table(), faults) is None
    return [f"{refusal.where}: {refusal.code}" for refusal in faults.found]


def post(side: str, lines: Sequence[str]) -> str:
    """A post with orders in it."""
    return "\n".join(["Good evening.", f"ORDERS OF {side}", *lines, "END OF ORDERS", "-- signed"])
