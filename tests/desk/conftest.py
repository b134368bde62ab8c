"""A small battle as papers, for the tests of whatever is done with a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from flagplot.core.papers import Paper
from flagplot.desk.battle import Papers, Verdict, adjudicate

SECRET = bytes(range(32))

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,traits
EC,escort,5,20,3,2x5,direct,14,11,,flak
CA,cruiser,10,40,2,3x5,direct,12,13,1x6,
ME,other,10,,,,,,,,
"""

SCENARIO = """\
name = "Skirmish"
battle = "mobile"
rounds = 2
book = "book.csv"
rulings = '''
modifier hit +1: Hood because "a pilot"
'''
[[side]]
name = "Red"
ships = '''
1 CA Hood
1 EC
'''
fighters = "2 TL5"
[[side]]
name = "Blue"
ships = '''
1 CA
1 ME Trader
'''
"""

RED = """\
Hello all,

ORDERS OF Red
plan press
target all: cruiser, any
withdraw escort at 25%
END OF ORDERS
--
me
"""
BLUE = "ORDERS OF Blue\nplan defend\nEND OF ORDERS\n"


@pytest.fixture(scope="session")
def papers() -> Papers:
    """Scenario, book and both sides' orders of a small battle."""
    orders = (Paper("red.txt", RED), Paper("blue.txt", BLUE))
    return Papers(Paper("scenario.toml", SCENARIO), Paper("book.csv", BOOK), orders)


@pytest.fixture(scope="session")
def secret() -> bytes:
    """The secret of the small battle."""
    return SECRET


@pytest.fixture(scope="session")
def verdict(papers: Papers) -> Verdict:
    """The small battle fought with its secret."""
    return adjudicate(papers, SECRET)


@pytest.fixture(scope="session")
def edited(papers: Papers) -> Callable[..., Papers]:
    """The papers with texts exchanged in the scenario, and others in the orders."""

    def edit(scenario: dict[str, str] | None = None, orders: dict[str, str] | None = None) -> Papers:
        def exchanged(paper: Paper, exchange: dict[str, str] | None) -> Paper:
            text = paper.text
            for old, new in (exchange or {}).items():
                text = text.replace(old, new)
            return Paper(paper.name, text)

        return replace(
            papers,
            scenario=exchanged(papers.scenario, scenario),
            orders=tuple(exchanged(paper, orders) for paper in papers.orders),
        )

    return edit


@pytest.fixture(autouse=True)
def _nothing_is_built_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that takes long has the compiled engine built by another process; no test waits for that."""
    monkeypatch.setattr("flagplot.desk.oracles.fleets.build_engine", lambda notice: None)
