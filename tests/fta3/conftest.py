"""Whole battles, fought from papers: a few with a book that has everything in it, and random ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal
from flagplot.core.sources import Keyed, Source
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.split_check import rule_split
from flagplot.fta3.play.encounter import Encounter, fight_all
from flagplot.fta3.play.fighting import Fought, fight_out
from flagplot.fta3.play.prebattle import meet
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist
BB,capital,33,160,1,20x7,spinal,11,15,,,,
CV,capital,30,120,2,4x6,direct,12,13,,12,"flak, fdc=5",
CA,cruiser,16,90,2,11x6,direct,12,13,,,,
CM,cruiser,14,80,2,6x5,seeking,13,12,4x6,,,
CX,cruiser,14,80,2,3x5,seeking,25,2,2x9,,,
FF,escort,8,40,3,6x5,direct,14,11,,,flak,
TK,other,4,30,2,,,2,28,,,,
ME,other,10,,,,,,,,,,
PW,escort,9,60,3,8x5,direct,12,12,3x5,,deep-cloak,yes
CK,cruiser,15,100,2,8x6,seeking,12,13,4x6,6,"cloak, torpedo=1, magnum-catapult=2",
SH,escort,8,60,3,6x5,direct,14,12,,,"subhunter, stag",
GU,cruiser,18,140,2,6x6,direct,12,14,,,protect,
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

SHADOWS = """
name = "Shadows"
battle = "mobile"
form = "small"
book = "book.csv"
rounds = 12
readings = {flanked-answer = "may-answer", standoff-kills = "fights-on"}
rulings = '''
modifier pierce +1: Wolf because "they know the waters"
'''
[[side]]
name = "Wolf"
ships = '''
2 PW
3 CK
1 FF
'''
fighters = "14 TL5"
[[side]]
name = "Flock"
ships = '''
3 SH
2 GU
1 CA
1 PW Dog
'''
fighters = "18 TL4"
"""

AMBUSH = """
name = "Ambush"
battle = "fixed"
book = "book.csv"
rounds = 12
readings = {stag-bonus = "hit", cloak-against-cloak = "twice", protect-from-cloak = "always"}
[[side]]
name = "Wolf"
ships = '''
3 PW
4 CK
'''
[[side]]
name = "Flock"
ships = '''
1 SH
3 GU
1 CK
'''
fighters = "20 TL4"
"""

ORDERS = {
    "Coalition": (
        "ORDERS OF Ann\nplan press\ntarget all: escort, any\nwithdraw force at 40%\nrange cruiser: far\nEND OF ORDERS",
        "ORDERS OF Blue\nplan press\nspeed 1\nwithdraw all at 20%\ncommit 50%\nlaunch 14\nstrike damaged 30%, FF, any\n"
        "END OF ORDERS",
    ),
    "Base": ("ORDERS OF Red\nplan stand-off\nwithdraw all never\nwithdraw force never\nEND OF ORDERS",),
    "Duel": ("ORDERS OF Red\nplan last-stand\nEND OF ORDERS", "ORDERS OF Blue\nplan last-stand\nEND OF ORDERS"),
    "Shadows": (
        "ORDERS OF Wolf\nplan press\nwithdraw all at 60%\ncloak escort: hold\nlaunch 10\nEND OF ORDERS",
        "ORDERS OF Flock\nplan press\nwithdraw all at 70%\npursue GU: no\nprotect all: any\nEND OF ORDERS",
    ),
    "Ambush": (
        "ORDERS OF Wolf\nplan last-stand\nvolley all: hold\nEND OF ORDERS",
        "ORDERS OF Flock\nplan last-stand\nlaunch 16\nEND OF ORDERS",
    ),
}

Fight = Callable[..., Fought]
ReadBattle = Callable[..., tuple[Docket | None, list[Refusal]]]
FightDay = Callable[..., Encounter]


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
def read_battle() -> ReadBattle:
    """Reads a scenario and orders by owner: the docket, None where anything is refused, and the refusals."""

    def read(scenario: str, orders: Mapping[str, str] | None = None) -> tuple[Docket | None, list[Refusal]]:
        faults = Faults()
        papers = [
            Paper(f"{name}.txt", f"ORDERS OF {name}\n{text}\nEND OF ORDERS") for name, text in (orders or {}).items()
        ]
        docket = open_docket(Paper("scenario.toml", scenario), papers, Paper("book.csv", BOOK), FTA3.readings, faults)
        return docket, faults.found

    return read


@pytest.fixture(scope="session")
def fight_day(read_battle: ReadBattle) -> FightDay:
    """Fights a day from a scenario and orders by owner, with the dice of a key; any fault in them is an error."""

    def fought(scenario: str, orders: Mapping[str, str] | None = None, key: int = 1) -> Encounter:
        docket, refusals = read_battle(scenario, orders)
        assert docket is not None, refusals
        return fight_all(docket.scenario, docket.standings, lambda number: Keyed(key, number))

    return fought


@pytest.fixture(scope="session")
def day_of() -> Callable[[Fought], Encounter]:
    """Makes a day on which nothing but a battle happened."""

    def day(fought: Fought) -> Encounter:
        met = meet(fought.scenario, fought.standings, fought.source)
        return Encounter(fought.scenario, fought.standings, fought.source, met, (fought,))

    return day


@pytest.fixture(scope="session")
def scenarios() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Scenario and orders by name: a coalition with all there is, a base attacked, a duel, and two with cloaks."""
    texts = {"Coalition": COALITION, "Base": FIXED, "Duel": DUEL, "Shadows": SHADOWS, "Ambush": AMBUSH}
    return {name: (text, ORDERS[name]) for name, text in texts.items()}


@pytest.fixture(scope="session")
def varied(fight: Fight, scenarios: dict[str, tuple[str, tuple[str, ...]]]) -> list[Fought]:
    """Each of the scenarios fought under a few keys."""
    return [fight(text, orders, key) for text, orders in scenarios.values() for key in range(6)]


@pytest.fixture(scope="session")
def random_papers() -> st.SearchStrategy[RandomPapers]:
    """Random papers of battles, for hypothesis to draw."""
    return papers()


SIZES = ("escort", "cruiser", "capital", "other")
LEVELS = ("fine", "light", "medium", "heavy")
PLANS = ("defend", "press", "raid", "stand-off", "last-stand")


@dataclass(frozen=True)
class HullRow:
    """One row of a random ship book."""

    code: str
    size: str
    weight: int
    speed: int
    hp: int | None
    guns: tuple[int, int, str] | None
    avoidance: int
    protection: int
    standoff: tuple[int, int] | None
    traits: tuple[str, ...]

    def line(self) -> str:
        if self.hp is None:
            return f"{self.code},{self.size},{self.weight},,{self.speed},,,,,,"
        guns, weapon = (f"{self.guns[0]}x{self.guns[1]}", self.guns[2]) if self.guns else ("", "")
        standoff = f"{self.standoff[0]}x{self.standoff[1]}" if self.standoff else ""
        return (
            f"{self.code},{self.size},{self.weight},{self.hp},{self.speed},{guns},{weapon},"
            f'{self.avoidance},{self.protection},{standoff},"{", ".join(self.traits)}"'
        )


@dataclass(frozen=True)
class Force:
    """One owner: lines of (hull, name, damage level), fighters by tech level, lines of orders (None: none sent)."""

    name: str
    ships: tuple[tuple[HullRow, str, str], ...]
    fighters: tuple[tuple[int, int], ...]
    orders: tuple[str, ...] | None


@dataclass(frozen=True)
class RandomPapers:
    """A random battle before it is written down."""

    book: tuple[HullRow, ...]
    battle: str
    rounds: int
    sides: tuple[tuple[Force, ...], tuple[Force, ...]]
    bitter: tuple[bool, bool]
    readings: tuple[tuple[str, str], ...]
    rulings: tuple[str, ...]

    def book_text(self) -> str:
        head = "code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,traits"
        return "\n".join([head, *(row.line() for row in self.book)]) + "\n"

    def scenario_text(self) -> str:
        lines = ['name = "Random"', f'battle = "{self.battle}"', f"rounds = {self.rounds}", 'book = "book.csv"']
        chosen = [f'{id_} = "{option}"' for id_, option in self.readings]
        lines.append(f"readings = {{{', '.join(chosen)}}}")
        if self.rulings:
            lines += ["rulings = '''", *self.rulings, "'''"]
        for forces, bitter in zip(self.sides, self.bitter, strict=True):
            lines += ["[[side]]", f'name = "{SIDE_OF[forces[0].name]}"', *['bitter_end = "home"'] * bitter]
            for force in forces:
                lines += ["[[side.owner]]", f'name = "{force.name}"', "ships = '''"]
                lines += [f"1 {hull.code} {name}" + clause(name, level) for hull, name, level in force.ships]
                lines += ["'''"]
                if force.fighters:
                    told = ", ".join(f"{n} TL{level}" for n, level in force.fighters)
                    lines.append(f'fighters = "{told}"')
        return "\n".join(lines) + "\n"

    def orders_texts(self) -> list[str]:
        forces = [force for side in self.sides for force in side]
        return [
            "\n".join([f"ORDERS OF {force.name}", *force.orders, "END OF ORDERS"])
            for force in forces
            if force.orders is not None
        ]

    def shuffled(self, draw: Any) -> RandomPapers:
        """The same with every list whose order should not matter in another order."""

        def force(old: Force) -> Force:
            return replace(
                old,
                ships=tuple(draw(st.permutations(old.ships))),
                fighters=tuple(draw(st.permutations(old.fighters))),
                orders=old.orders and tuple(draw(st.permutations(old.orders))),
            )

        first, second = (tuple(map(force, draw(st.permutations(side)))) for side in self.sides)
        book, rulings = draw(st.permutations(self.book)), draw(st.permutations(self.rulings))
        return replace(self, sides=(first, second), book=tuple(book), rulings=tuple(rulings))

    def turned(self) -> RandomPapers:
        """The same with the second side as the first."""
        return replace(self, sides=self.sides[::-1], bitter=self.bitter[::-1])


SIDE_OF = {"Ann": "Red", "Bob": "Red", "Cat": "Blue", "Dan": "Blue"}


def clause(name: str, level: str) -> str:
    return "" if level == "fine" else f"; {name} at {level} damage"


@st.composite
def hulls(draw: st.DrawFn, code: str) -> HullRow:
    draws = st.integers
    guns = draw(st.none() | st.tuples(draws(1, 12), draws(1, 40), st.sampled_from(("spinal", "direct", "seeking"))))
    traits = draw(st.sampled_from(((), (), ("flak",), ("fdc=3",), ("fdc",), ("flak", "fdc=1"))))
    return HullRow(
        code=code,
        size=draw(st.sampled_from(SIZES)),
        weight=draw(draws(0, 40)),
        speed=draw(draws(0, 4)),
        hp=draw(draws(1, 250)),
        guns=guns,
        avoidance=draw(draws(0, 24)),
        protection=draw(draws(0, 24)),
        standoff=draw(st.none() | st.none() | st.tuples(draws(1, 5), draws(1, 12))),
        traits=traits,
    )


@st.composite
def forces(draw: st.DrawFn, name: str, book: tuple[HullRow, ...]) -> Force:
    lines = draw(st.lists(st.tuples(st.sampled_from(book), st.sampled_from(LEVELS)), min_size=1, max_size=6))
    ships = tuple(
        (hull, f"{'Iris' if place == 0 else name + str(place)}", level if hull.hp is not None else "fine")
        for place, (hull, level) in enumerate(lines)
    )
    fighters = draw(st.dictionaries(st.integers(1, 6), st.integers(1, 14), max_size=2))
    return Force(name, ships, tuple((n, level) for level, n in sorted(fighters.items())), draw(orders(book)))


@st.composite
def orders(draw: st.DrawFn, book: tuple[HullRow, ...]) -> tuple[str, ...] | None:
    """Lines of orders, each thing at most once."""
    if draw(st.integers(0, 4)) == 0:
        return None
    codes = [hull.code for hull in book]
    kinds = st.sampled_from([*SIZES, *codes, "all"])
    enemies = st.lists(st.sampled_from([*SIZES, *codes, "any"]), min_size=1, max_size=3, unique=True).map(", ".join)
    ranges = st.sampled_from(("close", "far", "best"))
    leave = st.sampled_from(("never", "at 10%", "at 50%", "at 90%"))
    lines = [f"plan {draw(st.sampled_from(PLANS))}"]
    lines += [f"target {kind}: {wanted}" for kind, wanted in draw(st.dictionaries(kinds, enemies, max_size=3)).items()]
    lines += [f"range {kind}: {wanted}" for kind, wanted in draw(st.dictionaries(kinds, ranges, max_size=2)).items()]
    lines += [f"withdraw {kind} {when}" for kind, when in draw(st.dictionaries(kinds, leave, max_size=2)).items()]
    maybe = (
        st.sampled_from(("withdraw force never", "withdraw force at 30%", "withdraw force at 80%")),
        st.sampled_from(("launch none", "launch 3", "launch all")),
        st.sampled_from(("commit least", "commit 40%", "commit all")),
        enemies.map(lambda wanted: f"strike damaged 40%, {wanted}"),
    )
    lines += [draw(line) for line in maybe if draw(st.booleans())]
    return tuple(lines)


def starters(side: tuple[Force, ...], late: set[tuple[str, str]]) -> list[tuple[HullRow, str, str]]:
    """(hull, owner, name) of the combatants that are there in the first round, heaviest first."""
    found = [
        (hull, force.name, name)
        for force in side
        for hull, name, _ in force.ships
        if hull.hp is not None and (force.name, name) not in late
    ]
    return sorted(found, key=lambda each: (-each[0].weight, each[0].code, f"{each[1]}/{each[2]}".casefold()))


def own_split(side: tuple[Force, ...], enemy: tuple[Force, ...], late: set[tuple[str, str]]) -> dict[str, str]:
    """For each owner a split order that takes what comes in as the rule would, the lightest attacks first."""
    coming = sorted(
        damage
        for hull, _, _ in starters(enemy, late)
        if hull.standoff is not None
        for damage in [hull.standoff[1]] * hull.standoff[0]
    )
    targets = starters(side, late)
    if not coming or not any(hull.weight for hull, _, _ in targets):
        return {}
    shares: dict[str, list[str]] = defaultdict(list)
    for (_, owner, name), share in zip(
        targets, rule_split(tuple(h.weight for h, _, _ in targets), len(coming)), strict=True
    ):
        mine, coming = Counter(coming[:share]), coming[share:]
        if mine:
            shares[owner].append(f"{name} {' '.join(f'{n}x{damage}' for damage, n in mine.items())}")
    return {owner: f"split {', '.join(each)}" for owner, each in shares.items()}


@st.composite
def papers(draw: st.DrawFn) -> RandomPapers:
    """The papers of a battle that nobody has to refuse."""
    book = tuple(draw(hulls(f"H{number}")) for number in range(draw(st.integers(2, 5))))
    if draw(st.booleans()):
        book += (HullRow("ME", "other", 9, 1, None, None, 0, 0, None, ()),)
    sides = []
    for names in (("Ann", "Bob"), ("Cat", "Dan")):
        side = tuple(draw(forces(name, book)) for name in names[: draw(st.integers(1, 2))])
        if not starters(side, set()):
            first = side[0]
            side = (replace(first, ships=(*first.ships, (book[0], "Spare", "fine"))), *side[1:])
        sides.append(side)
    rulings, late = [], set()
    for side in sides:
        here = starters(side, set())
        if len(here) > 1 and draw(st.booleans()):
            _, owner, name = here[-1]
            late.add((owner, name))
            rulings.append(f'arrives {draw(st.integers(2, 4))}: {owner}\'s {name} because "the way was long"')
    for kind in draw(st.lists(st.sampled_from(("hit", "pierce", "position")), max_size=3)):
        owner = draw(st.sampled_from(sorted(SIDE_OF)))
        whom = SIDE_OF[owner]
        if kind != "position" and owner in {force.name for side in sides for force in side} and draw(st.booleans()):
            whom = owner
        span = draw(st.sampled_from(("", " rounds 1-2", " round 2")))
        rulings.append(f'modifier {kind} {draw(st.integers(-6, 6)):+d}: {whom}{span} because "so it is"')
    if draw(st.integers(0, 5)) == 0:
        rulings.append(f'ends after {draw(st.integers(1, 5))} because "the hour"')
    for s in range(2):
        if draw(st.booleans()):
            split = own_split(sides[s], sides[1 - s], late)
            if set(split) <= {force.name for force in sides[s] if force.orders is not None}:
                sides[s] = tuple(
                    replace(force, orders=(*(force.orders or ()), split[force.name])) if force.name in split else force
                    for force in sides[s]
                )
    return RandomPapers(
        book=book,
        battle=draw(st.sampled_from(("mobile", "fixed"))),
        rounds=draw(st.integers(3, 9)),
        sides=(sides[0], sides[1]),
        bitter=(draw(st.booleans()), draw(st.booleans())),
        readings=tuple(
            (reading.id, draw(st.sampled_from(sorted(reading.options))))
            for reading in FTA3.readings.values()
            if not reading.is_note
        ),
        rulings=tuple(rulings),
    )
