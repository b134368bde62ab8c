"""Whole battles for the tests of what is told of them: fought from papers, with a book that has everything in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed, Source
from flagplot.fta3.docket import open_docket
from flagplot.fta3.fighting import Fought, fight_out
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits
BB,capital,33,160,1,20x7,spinal,11,15,,,
CV,capital,30,120,2,4x6,direct,12,13,,12,"flak, fdc=5"
CA,cruiser,16,90,2,11x6,direct,12,13,,,
CM,cruiser,14,80,2,6x5,seeking,13,12,4x6,,
CX,cruiser,14,80,2,3x5,seeking,25,2,2x9,,
FF,escort,8,40,3,6x5,direct,14,11,,,flak
TK,other,4,30,2,,,2,28,,,
ME,other,10,,,,,,,,,
"""

COALITION = """
name = "Coalition"
battle = "mobile"
book = "book.csv"
readings = {flanked-answer = "may-answer", fdc-capacity = "by-number"}
rulings = '''
modifier hit +2: Red rounds 1-2 because "a local pilot"
modifier hit -1: Nelson because "a bent director"
modifier pierce +3: Swift, Spear rounds 2-3 because "new shells"
modifier pierce -20: Ann because "wet powder"
modifier position +2: Blue round 2 because "a beacon"
modifier position -1: Red because "mist"
arrives 2: Late because "the long way round"
'''
[[side]]
name = "Red"
[[side.owner]]
name = "Ann"
tl = 4
ships = '''
2 CA
1 CV Nest
2 FF
1 TK Tanker
1 ME Trader
'''
fighters = "9 TL5, 6 TL4"
[[side.owner]]
name = "Bob"
ships = '''
1 BB Nelson
2 CM Spear, Lance; Lance at light damage
3 FF Swift, Sure, Stout
1 CA Late
'''
fighters = "3 TL6"
[[side]]
name = "Blue"
ships = '''
2 BB
2 CA
1 CV
2 CX
1 FF
'''
fighters = "12 TL4, 4 TL3"
"""

FIXED = """
name = "Base"
battle = "fixed"
book = "book.csv"
rounds = 9
readings = {standoff-kills = "fights-on", interception-commit = "all"}
rulings = '''
modifier hit +4: Keep because "ranged beforehand"
arrives 7: Rear because "late as ever"
ends after 6 because "the tide"
'''
[[side]]
name = "Red"
ships = '''
3 CM
1 CX
2 FF
1 CA Rear
'''
fighters = "20 TL6"
[[side]]
name = "Blue"
bitter_end = "it is their home"
ships = '''
1 BB Keep; Keep at heavy damage
2 TK
1 CV; all at medium damage
'''
fighters = "15 TL5"
"""

DUEL = """
name = "Duel"
battle = "mobile"
book = "book.csv"
[[side]]
name = "Red"
ships = "1 CA Kent"
fighters = "6 TL5"
[[side]]
name = "Blue"
ships = "2 FF Grom, Strogy"
fighters = "5 TL5"
"""

ORDERS = {
    "Coalition": (
        "ORDERS OF Ann\nplan press\ntarget all: escort, any\nwithdraw force at 40%\nrange cruiser: far\nEND OF ORDERS",
        "ORDERS OF Blue\nplan press\nspeed 1\nwithdraw all at 20%\ncommit 50%\nlaunch 14\nstrike damaged 30%, FF, any\n"
        "END OF ORDERS",
    ),
    "Base": ("ORDERS OF Red\nplan stand-off\nwithdraw all never\nwithdraw force never\nEND OF ORDERS",),
    "Duel": ("ORDERS OF Red\nplan last-stand\nEND OF ORDERS", "ORDERS OF Blue\nplan last-stand\nEND OF ORDERS"),
}

Fight = Callable[..., Fought]


@pytest.fixture(scope="session")
def fight() -> Fight:
    """Fights a battle from the texts of its papers; any fault in them is an error."""

    def fought(scenario: str, orders: Sequence[str] = (), source: Source | int = 1, book: str = BOOK) -> Fought:
        faults = Faults()
        papers = [Paper(f"orders {number}", text) for number, text in enumerate(orders, 1)]
        docket = open_docket(Paper("scenario.toml", scenario), papers, Paper("book.csv", book), FTA3.readings, faults)
        faults.settle()
        assert docket is not None
        return fight_out(docket.scenario, docket.standings, Keyed(source) if isinstance(source, int) else source)

    return fought


@pytest.fixture(scope="session")
def scenarios() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Scenario and orders by name: a coalition with all there is, a base attacked, and a duel."""
    texts = {"Coalition": COALITION, "Base": FIXED, "Duel": DUEL}
    return {name: (text, ORDERS[name]) for name, text in texts.items()}


@pytest.fixture(scope="session")
def varied(fight: Fight, scenarios: dict[str, tuple[str, tuple[str, ...]]]) -> list[Fought]:
    """Each of the scenarios fought under a few keys."""
    return [fight(text, orders, key) for text, orders in scenarios.values() for key in range(6)]
