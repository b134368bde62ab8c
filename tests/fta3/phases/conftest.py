"""Random battles that have everything: each trait and fitting, both forms and types of battle, orders of all verbs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.play.fighting import Fought, fight_out
from flagplot.fta3.ruleset import FTA3

SIDE_OF = {"Ann": "Red", "Bob": "Red", "Cat": "Blue", "Dan": "Blue"}
SIZES = ("escort", "cruiser", "capital", "other")
PLANS = ("defend", "press", "raid", "stand-off", "last-stand")

HULL_HEAD = "code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist"
FITTING_HEAD = "name,sort,effects,only for"
FITTINGS = (
    "shy,trait,never-pairs-with capital,",
    "timid,trait,never-pairs-with escort; to-hit -1,",
    "long-gun,module,to-hit-far +2; to-hit-close -1,",
    "decoys,module,strike-die-against -3,",
    "lucky,quirk,to-hit +1; to-pierce +1,",
    "leaky,quirk,strike-die-against +1; weight x2,",
    "aces,doctrine,dogfight-rolls +1; dogfight-bonus +2,",
    "reckless,doctrine,first-strikes +1; strike-die +2,",
    "frugal,doctrine,weight x1/2,cruiser",
    "hawks,doctrine,sensor-dice +1; detected-bonus +1,",
    "rivals,doctrine,never-pairs-with other,capital",
)
TRAITS = (
    *("flak", "fdc=3", "fdc", "subhunter", "stag", "torpedo=2", "secondary-battery=1"),
    *("shy", "timid", "long-gun", "decoys"),
)
QUIRKS = ("lucky", "leaky")
DOCTRINES = ("aces", "reckless", "frugal", "hawks", "rivals")


@dataclass(frozen=True)
class Line:
    """One named ship of a list: her hull, damage level and quirks."""

    hull: str
    name: str
    level: str
    quirks: tuple[str, ...]

    def __str__(self) -> str:
        clauses = [f"{self.name} at {self.level} damage"] * (self.level != "fine")
        clauses += [f"{self.name} with {', '.join(self.quirks)}"] * bool(self.quirks)
        return "; ".join([f"1 {self.hull} {self.name}", *clauses])


@dataclass(frozen=True)
class Force:
    """What one owner brings and orders."""

    name: str
    ships: tuple[Line, ...]
    fighters: tuple[str, ...]
    doctrines: tuple[str, ...]
    orders: tuple[str, ...]


@dataclass(frozen=True)
class Papers:
    """A battle before it is written down: rows of sheets, lines of text."""

    hulls: tuple[str, ...]
    fittings: tuple[str, ...]
    head: tuple[str, ...]
    readings: tuple[str, ...]
    rulings: tuple[str, ...]
    sides: tuple[tuple[Force, ...], tuple[Force, ...]]
    bitter: tuple[bool, bool]

    def scenario(self) -> str:
        lines = ['name = "Every phase"', 'book = "book.csv"', 'fittings = "fittings.csv"', *self.head]
        lines.append(f"readings = {{{', '.join(self.readings)}}}")
        lines += ["rulings = '''", *self.rulings, "'''"] if self.rulings else []
        for forces, bitter in zip(self.sides, self.bitter, strict=True):
            lines += ["[[side]]", f'name = "{SIDE_OF[forces[0].name]}"', *['bitter_end = "home"'] * bitter]
            for force in forces:
                lines += ["[[side.owner]]", f'name = "{force.name}"', "ships = '''", *map(str, force.ships), "'''"]
                lines += [f'fighters = "{", ".join(force.fighters)}"'] if force.fighters else []
                lines += [f"doctrines = {list(force.doctrines)}"] if force.doctrines else []
        return "\n".join(lines) + "\n"

    def sheets(self) -> tuple[str, str]:
        return "\n".join([HULL_HEAD, *self.hulls]), "\n".join([FITTING_HEAD, *self.fittings])

    def posts(self) -> list[str]:
        return [
            "\n".join([f"ORDERS OF {force.name}", *force.orders, "END OF ORDERS"])
            for side in self.sides
            for force in side
            if force.orders
        ]

    def shuffled(self, draw: Callable[..., Any]) -> Papers:
        """The same with every list whose order means nothing in another order."""

        def mix(items: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(draw(st.permutations(items)))

        def force(old: Force) -> Force:
            return replace(
                old,
                ships=mix(old.ships),
                fighters=mix(old.fighters),
                doctrines=mix(old.doctrines),
                orders=mix(old.orders),
            )

        first, second = (tuple(map(force, mix(side))) for side in self.sides)
        return replace(
            self,
            hulls=mix(self.hulls),
            fittings=mix(self.fittings),
            readings=mix(self.readings),
            rulings=mix(self.rulings),
            sides=(first, second),
        )


def once_in(draw: st.DrawFn, chances: int) -> bool:
    return draw(st.integers(1, chances)) == 1


@st.composite
def hulls(draw: st.DrawFn, number: int) -> tuple[str, bool]:
    """A row of the book, and whether ships of the hull may have quirks."""
    size, numbers = SIZES[number % 4], st.integers
    cloak = draw(st.sampled_from(["", "", "cloak", "deep-cloak"]))
    traits = draw(st.sets(st.sampled_from(TRAITS), max_size=2)) | ({cloak} if cloak else set())
    traits -= {"fdc"} if "fdc=3" in traits else set()
    traits |= {"protect"} if once_in(draw, 2) else set()
    traits |= {"magnum-catapult=2"} if once_in(draw, 3) else set()
    guns, weapon = (
        f"{draw(numbers(1, 8))}x{draw(numbers(1, 12))}",
        draw(st.sampled_from(["spinal", "direct", "seeking"])),
    )
    if once_in(draw, 8):
        guns, weapon = "", ""
    standoff = f"{draw(numbers(1, 4))}x{draw(numbers(1, 9))}" if once_in(draw, 3) else ""
    speed = draw(st.sampled_from([0, 1, 2, 2, 3]))
    hangars = draw(st.sampled_from([0, 6, 12]))
    row = (
        f"H{number},{size},{draw(numbers(0, 30))},{draw(numbers(20, 90))},{speed},{guns},{weapon},"
        f'{draw(numbers(4, 20))},{draw(numbers(4, 20))},{standoff},{hangars},"{", ".join(sorted(traits))}",'
        f"{'yes' if cloak == 'deep-cloak' else ''}"
    )
    return row, cloak != "deep-cloak" and speed > 0


@st.composite
def orders(draw: st.DrawFn, codes: Sequence[str]) -> tuple[str, ...]:
    """Orders of all verbs, each thing at most once; none at all now and then."""
    if once_in(draw, 6):
        return ()
    kind = st.sampled_from([*SIZES, *codes, "all"])
    enemies = st.lists(st.sampled_from([*SIZES, *codes, "any"]), min_size=1, max_size=3, unique=True).map(", ".join)
    by_kind = {
        "target": enemies,
        "range": st.sampled_from(("close", "far", "best")),
        "volley": st.sampled_from(("hold", "fire")),
        "pursue": st.sampled_from(("yes", "yes", "no")),
        "protect": enemies,
    }
    lines = [f"plan {draw(st.sampled_from(PLANS))}", "salt of the sea"]
    for verb, words in by_kind.items():
        lines += [f"{verb} {each}: {said}" for each, said in draw(st.dictionaries(kind, words, max_size=2)).items()]
    leave = st.sampled_from(("never", "at 20%", "at 50%", "at 80%", "at 95%", "at 95%"))
    lines += [
        f"withdraw {each} {when}" for each, when in draw(st.dictionaries(kind, leave, min_size=1, max_size=2)).items()
    ]
    maybe = (
        st.sampled_from(("withdraw force never", "withdraw force at 20%", "withdraw force at 60%")),
        st.sampled_from(("launch 3", "launch none", "launch 9")),
        st.sampled_from(("commit least", "commit 40%")),
        st.sampled_from(("hunt no", "hunt yes", "hunt yes")),
        st.sampled_from(("cloak all: hold", "cloak escort: hold", "cloak all: hold\ncloak capital: fire")),
        enemies.map(lambda wanted: f"strike damaged 40%, {wanted}"),
    )
    lines += [line for chosen in maybe if once_in(draw, 3) for line in draw(chosen).splitlines()]
    return tuple(lines)


@st.composite
def forces(draw: st.DrawFn, name: str, book: Sequence[tuple[str, bool]]) -> Force:
    picked = draw(st.lists(st.integers(0, len(book) - 1), min_size=1, max_size=6))
    ships = tuple(
        Line(
            hull=f"H{number}",
            name=f"{name}{place}",
            level=draw(st.sampled_from(("fine", "fine", "fine", "light", "heavy"))),
            quirks=tuple(sorted(draw(st.sets(st.sampled_from(QUIRKS), max_size=1)))) if book[number][1] else (),
        )
        for place, number in enumerate(picked)
    )
    wings = draw(st.dictionaries(st.integers(3, 6), st.integers(1, 24), max_size=2))
    return Force(
        name=name,
        ships=ships,
        fighters=tuple(f"{number} TL{level}" for level, number in sorted(wings.items())),
        doctrines=tuple(sorted(draw(st.sets(st.sampled_from(DOCTRINES), max_size=2)))),
        orders=draw(orders([f"H{number}" for number in range(len(book))])),
    )


@st.composite
def papers(draw: st.DrawFn) -> Papers:
    """The papers of a battle that nobody has to refuse."""
    book = [draw(hulls(number)) for number in range(draw(st.integers(3, 6)))]
    sides = [
        tuple(draw(forces(name, book)) for name in names[: draw(st.sampled_from((1, 1, 2)))])
        for names in (("Ann", "Bob"), ("Cat", "Dan"))
    ]
    rulings = []
    for side in sides:
        everybody = [(force.name, ship.name) for force in side for ship in force.ships]
        if len(everybody) > 1 and once_in(draw, 3):
            rulings.append(f'arrives {draw(st.integers(2, 3))}: {everybody[-1][1]} because "it was far"')
    for kind in draw(st.lists(st.sampled_from(("hit", "pierce", "position")), max_size=2)):
        whom = draw(st.sampled_from(("Red", "Blue")))
        rulings.append(f'modifier {kind} {draw(st.sampled_from((-2, 3))):+d}: {whom} round 2 because "so it is"')
    readings = [
        f'{reading.id} = "{draw(st.sampled_from(sorted(reading.options)))}"'
        for reading in FTA3.readings.values()
        if not reading.is_note
    ]
    head = (
        f'battle = "{draw(st.sampled_from(("mobile", "fixed")))}"',
        f'form = "{draw(st.sampled_from(("mass", "small")))}"',
        f"rounds = {draw(st.integers(3, 7))}",
    )
    return Papers(
        hulls=tuple(row for row, _ in book),
        fittings=FITTINGS,
        head=head,
        readings=tuple(readings),
        rulings=tuple(rulings),
        sides=(sides[0], sides[1]),
        bitter=(once_in(draw, 5), once_in(draw, 5)),
    )


@pytest.fixture(scope="session")
def every_phase() -> st.SearchStrategy[Papers]:
    """Random papers, for hypothesis to draw."""
    return papers()


@pytest.fixture(scope="session")
def docket_of() -> Callable[[Papers, Sequence[str]], Docket]:
    """The docket of random papers, the posts in the order given; any fault in them is an error."""

    def opened(drawn: Papers, posts: Sequence[str]) -> Docket:
        faults = Faults()
        book, fittings = drawn.sheets()
        docket = open_docket(
            Paper("scenario.toml", drawn.scenario()),
            [Paper(f"orders {number}", text) for number, text in enumerate(posts, 1)],
            Paper("book.csv", book),
            FTA3.readings,
            faults,
            Paper("fittings.csv", fittings),
        )
        faults.settle()
        assert docket is not None
        return docket

    return opened


@pytest.fixture(scope="session")
def battle_of(docket_of: Callable[[Papers, Sequence[str]], Docket]) -> Callable[..., Fought]:
    """Fights a battle from papers."""

    def fought(drawn: Papers, key: int, posts: Sequence[str]) -> Fought:
        docket = docket_of(drawn, posts)
        return fight_out(docket.scenario, docket.standings, Keyed(key))

    return fought
