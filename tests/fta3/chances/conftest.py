"""Small battles as papers, each with something that makes its odds hard, and days made from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.chances.day import Day
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist
CA,cruiser,16,40,2,3x10,direct,11,12,,,,
FF,escort,8,20,2,2x10,direct,12,11,,,,
SP,cruiser,12,40,2,3x10,spinal,11,12,,,,
SK,cruiser,12,40,3,4x10,seeking,12,12,,,,
CK,cruiser,12,40,2,3x10,seeking,12,12,,,cloak,yes
DC,cruiser,12,30,2,2x10,direct,12,12,,,deep-cloak,yes
SH,escort,10,40,2,3x10,direct,12,13,,,"subhunter, stag",yes
FL,escort,9,30,2,2x10,direct,12,12,,,"flak, fdc=5",yes
CV,capital,20,30,2,1x10,direct,11,12,,6,,
CX,cruiser,14,40,2,,,12,12,4x10,,,
GU,cruiser,10,40,2,2x10,direct,12,13,,,protect,
"""


@dataclass(frozen=True)
class Small:
    """A battle in few words: ships and fighters of Red and Blue, orders of both, and more lines of the scenario."""

    red: str
    blue: str
    red_fighters: str = ""
    blue_fighters: str = ""
    orders: tuple[str, str] = ("plan last-stand", "plan last-stand")
    more: str = ""
    rounds: int = 4
    book: str = BOOK


SMALL = {
    "a flanker, 2 v 1": Small("2 FF", "1 CA"),
    "a cloak against a subhunter": Small("1 CK", "1 SH"),
    "a deep cloak against a plain ship": Small("1 DC", "1 CA"),
    "fighters against a flak ship with a direction centre": Small(
        "1 CV", "1 FL", red_fighters="3 TL5", blue_fighters="2 TL5", rounds=3
    ),
    "stand-off attacks only": Small("1 CX", "1 CX\n1 CX Second"),
    "a protector": Small(
        "1 GU\n1 FF", "3 FF", orders=("plan last-stand\nprotect all: any", "plan last-stand"), rounds=2
    ),
    "a withdrawal order": Small("1 CA", "2 FF", orders=("plan press\nwithdraw all at 50%", "plan last-stand")),
    "a streak of position wins": Small(
        "1 SP", "1 SK", orders=("plan last-stand\nrange all: close", "plan last-stand\nrange all: far"), rounds=7
    ),
    "breaking off and pursuit": Small(
        "1 CA", "1 SK", orders=("plan press\nwithdraw all at 70%", "plan last-stand"), more='form = "small"', rounds=6
    ),
    "a late arrival and rulings": Small(
        "1 CA Kent\n1 FF Late",
        "1 CA",
        more="""rulings = '''
arrives 2: Late because "late"
modifier hit +2: Kent rounds 1-2 because "a pilot"
'''""",
    ),
    "a force that leaves": Small("2 FF", "1 CA", orders=("plan press\nwithdraw force at 40%", "plan last-stand")),
}


def docket_of(scenario: str, orders: Sequence[str], book: str) -> Docket:
    """A docket from texts; any fault in them is an error."""
    faults = Faults()
    papers = [Paper(f"orders {number}", text) for number, text in enumerate(orders, 1)]
    docket = open_docket(Paper("scenario.toml", scenario), papers, Paper("book.csv", book), FTA3.readings, faults)
    faults.settle()
    assert docket is not None
    return docket


@pytest.fixture(scope="session")
def small_battles() -> dict[str, Small]:
    """The battles by what is hard in them."""
    return SMALL


@pytest.fixture(scope="session")
def small_day() -> Callable[[Small], Day]:
    """Makes a day of a small battle, with a seed that is always the same."""

    def day(small: Small) -> Day:
        fighters = [f'\nfighters = "{text}"' if text else "" for text in (small.red_fighters, small.blue_fighters)]
        scenario = f"""
name = "Small"
battle = "mobile"
book = "book.csv"
rounds = {small.rounds}
{small.more}
[[side]]
name = "Red"
ships = '''
{small.red}
'''{fighters[0]}
[[side]]
name = "Blue"
ships = '''
{small.blue}
'''{fighters[1]}
"""
        orders = [
            f"ORDERS OF {name}\n{text}\nEND OF ORDERS" for name, text in zip(("Red", "Blue"), small.orders, strict=True)
        ]
        return Day(docket_of(scenario, orders, small.book), 77)

    return day


CONVOY = """
name = "Convoy"
battle = "mobile"
book = "book.csv"
rounds = 6
[[side]]
name = "Red"
ships = '''
1 CA Kent
2 FF Swift, Sure
1 CV Nest
'''
fighters = "4 TL5"
[[side]]
name = "Blue"
ships = '''
1 CA Bayan
2 FF Grom, Strogy
1 SK Zhem
'''
"""
CONVOY_ORDERS = (
    "ORDERS OF Red\nplan press\nelement Hunters at 2 chase: FF\nEND OF ORDERS",
    "ORDERS OF Blue\nplan press\nelement Train at 2 avoid: FF\nelement Courier at 3 avoid: Zhem\nEND OF ORDERS",
)


@pytest.fixture(scope="session")
def convoy() -> Day:
    """A day whose battles hang on dice that are rolled before them."""
    return Day(docket_of(CONVOY, CONVOY_ORDERS, BOOK), 77)


HUNT = """
name = "Hunt"
battle = "mobile"
book = "book.csv"
rounds = 2
[[side]]
name = "Red"
ships = '''
1 CA Kent
1 FF Swift
'''
[[side]]
name = "Blue"
ships = '''
1 SP Bayan
1 FF Grom
'''
"""
HUNTED = {"it is run down": "at 1", "it may get away": "at 2"}


@pytest.fixture(scope="session")
def hunt() -> Callable[[str], Day]:
    """A day on which the cruisers meet, and Red's frigate is after Blue's; by what becomes of that one."""

    def day(what: str) -> Day:
        orders = {
            "Red": "plan last-stand\nelement Hunter at 2 chase: FF",
            "Blue": f"plan last-stand\nelement Train {HUNTED[what]} avoid: FF",
        }
        blocks = [f"ORDERS OF {name}\n{text}\nEND OF ORDERS" for name, text in orders.items()]
        return Day(docket_of(HUNT, blocks, BOOK), 77)

    return day
