"""Ground wars to try things on: small scenarios, opened against the book of the cases."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.ground.docket import GroundDocket, open_ground_docket
from flagplot.fta3.ruleset import FTA3

BOOK = Paper("case_book.toml", (files("flagplot.fta3") / "data/case_book.toml").read_text(encoding="utf-8"))


def opened(scenario: str, orders: Mapping[str, str] | None = None, army: str | None = None) -> GroundDocket:
    """The docket of a scenario; raises ``Refused`` where its papers are not in order."""
    faults = Faults()
    papers = [
        Paper(f"{name}.txt", f"ORDERS OF {name}\n{text}\nEND OF ORDERS\n") for name, text in (orders or {}).items()
    ]
    book = Paper("army.csv", army) if army is not None else None
    docket = open_ground_docket(Paper("war.toml", scenario), papers, BOOK, book, FTA3.readings, faults)
    faults.settle()
    assert docket is not None
    return docket


def war(red: str, blue: str, *units: str, head: str = "", red_has: str = "", blue_has: str = "") -> str:
    """A scenario: Red lands on Blue. Units are written ``name: type, size[, trait]...``."""
    rows = []
    for line in units:
        name, _, rest = line.partition(":")
        kind, size, *traits = (part.strip() for part in rest.split(","))
        listed = ", ".join(f'"{trait}"' for trait in traits)
        rows.append(f'[[unit]]\nname = "{name}"\ntype = "{kind}"\nsize = "{size}"\ntraits = [{listed}]\n')
    return (
        f'battle = "ground"\nbook = "cases"\n{head}\n{"".join(rows)}'
        f'[[side]]\nname = "Red"\nrole = "attacker"\nunits = "{red}"\n{red_has}\n'
        f'[[side]]\nname = "Blue"\nrole = "defender"\nunits = "{blue}"\n{blue_has}\n'
    )


@pytest.fixture(name="opened")
def _opened() -> object:
    return opened


@pytest.fixture(name="war")
def _war() -> object:
    return war
