"""Both engines fight the same battles from papers: book, scenario and orders as a moderator could have them before him,
read as always, with everything in them that a fleet battle knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed
from flagplot.engine import kernel
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle import sampling
from flagplot.fta3.battle.state import Battle, grid
from flagplot.fta3.battle.trace import Trace
from flagplot.fta3.chances.rows import form_of, prepare
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.split_check import rule_split
from flagplot.fta3.play import engines
from flagplot.fta3.play.prebattle import meet
from flagplot.fta3.ruleset import FTA3

BATTLES = 500
LEAST_OF_A_KIND = 20
TRACE_ROWS = 20_000

pytestmark = pytest.mark.slow

HEAD = "code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist"
FITTINGS = """\
name,sort,effects,only for
proud,trait,"never-pairs-with escort, other",
gunnery,doctrine,"to-hit-far +1; to-hit-close -1",cruiser
lucky,quirk,"strike-die-against +1; to-pierce -1",
"""
BOOK_LEVEL = 5
KINDS = ("escort", "cruiser", "capital", "other")


@dataclass(frozen=True)
class Row:
    """A hull of a random book; ``stand_off`` is how many such attacks of which damage."""

    code: str
    size: str
    weight: int
    standoff: tuple[int, int] | None
    specialist: bool
    speed: int
    rest: tuple[object, ...]
    hangars: int
    traits: tuple[str, ...]

    def line(self) -> str:
        hp, guns, weapon, avoidance, protection = self.rest
        standoff = "" if self.standoff is None else f"{self.standoff[0]}x{self.standoff[1]}"
        cells = (self.code, self.size, self.weight, hp, self.speed, guns, weapon, avoidance, protection, standoff)
        traits = ", ".join(self.traits)
        return ",".join(map(str, cells)) + f',{self.hangars},"{traits}",{"yes" if self.specialist else ""}'


@dataclass
class Force:
    """An owner: his tech level, ships as (hull, name), fighters as (number, tech level), and lines of orders."""

    name: str
    tl: int
    ships: list[tuple[Row, str]]
    fighters: list[tuple[int, int]]
    orders: list[str] = field(default_factory=list)


def random_row(r: Random, number: int) -> Row:
    """A hull of any sort."""
    specialist = r.random() < 0.4
    cloak = r.choice(["", "", "", "cloak", "deep-cloak" if specialist else "cloak"])
    extras = [
        *(["flak"] if r.random() < 0.3 else []),
        *([f"fdc={r.randint(1, 4)}"] if r.random() < 0.3 else []),
        *(["protect"] if r.random() < 0.3 else []),
        *(["subhunter"] if r.random() < 0.3 else []),
        *(["stag"] if r.random() < 0.3 else []),
        *([f"torpedo={r.randint(1, 3)}"] if r.random() < 0.2 else []),
        *([f"magnum-catapult={r.randint(1, 2)}"] if r.random() < 0.3 else []),
        *(["proud"] if r.random() < 0.1 else []),
    ]
    guns, weapon = (f"{r.choice([1, 6, 9, 11, 17, 20])}x{r.randint(2, 9)}", r.choice(["spinal", "direct", "seeking"]))
    if r.random() < 0.15:
        guns, weapon = "", ""
    return Row(
        code=f"H{number}",
        size=r.choice(KINDS),
        weight=r.randint(1, 40),
        standoff=(r.randint(1, 5), r.choice([4, 6, 9])) if r.random() < 0.4 else None,
        specialist=specialist,
        speed=r.randint(0, 4),
        rest=(r.choice([15, 40, 90, 160]), guns, weapon, r.randint(2, 24), r.randint(2, 24)),
        hangars=r.choice([0, 0, 6, 12]),
        traits=(*([cloak] if cloak else []), *extras),
    )


def random_orders(r: Random, force: Force, book: Sequence[Row]) -> Iterator[str]:
    """Orders of every sort, each thing at most once."""
    codes = [row.code for row in book]
    whom, own = [*KINDS, *codes, "any"], sorted({row.code for row, _ in force.ships})

    def some(things: Sequence[str]) -> str:
        return ", ".join(r.sample(things, r.randint(1, min(3, len(things)))))

    yield f"plan {r.choice(['defend', 'press', 'raid', 'stand-off', 'last-stand'])}"
    for code in own:
        if r.random() < 0.3:
            yield f"target {code}: {some(whom)}"
        if r.random() < 0.4:
            yield f"range {code}: {r.choice(['close', 'far', 'best'])}"
        if r.random() < 0.4:
            yield f"withdraw {code} {r.choice(['never', 'at 20%', 'at 50%', 'at 80%'])}"
        if r.random() < 0.3:
            yield f"pursue {code}: {r.choice(['yes', 'no'])}"
        if r.random() < 0.3:
            yield f"cloak {code}: {r.choice(['fire', 'hold'])}"
        if r.random() < 0.3:
            yield f"volley {code}: {r.choice(['fire', 'hold'])}"
    yield from r.sample(
        [
            r.choice(["withdraw force never", "withdraw force at 30%", "withdraw force at 70%"]),
            r.choice(["launch none", "launch 4", "launch all"]),
            r.choice(["commit least", "commit 40%", "commit all"]),
            f"strike damaged 40%, {some(whom)}",
            f"hunt {r.choice(['yes', 'no'])}",
            f"protect all: {some([*KINDS, *own])}",
        ],
        r.randint(0, 6),
    )


def random_force(r: Random, name: str, book: Sequence[Row]) -> Force:
    """One owner."""
    ships = [(r.choice(book), f"{name}{place}") for place in range(r.randint(1, 7))]
    fighters = [(r.randint(1, 20), level) for level in sorted(r.sample(range(1, 7), r.randint(0, 2)))]
    force = Force(name, r.choice([BOOK_LEVEL, BOOK_LEVEL, 3, 4, 6]), ships, fighters)
    force.orders = list(random_orders(r, force, book))
    return force


def own_split(own: Sequence[Force], enemy: Sequence[Force]) -> str:
    """A split that takes what comes in, the lightest attacks first; empty where nothing comes, the side has several
    owners or a ship that hides, or the enemy's damage is not that of the book.
    """
    coming = sorted(
        row.standoff[1] for force in enemy for row, _ in force.ships if row.standoff for _ in range(row.standoff[0])
    )
    hidden = any("cloak" in trait for force in own for row, _ in force.ships for trait in row.traits)
    if len(own) > 1 or hidden or not coming or any(force.tl != BOOK_LEVEL for force in enemy):
        return ""
    ships = sorted(own[0].ships, key=lambda ship: (-ship[0].weight, ship[0].code, ship[1]))
    parts = []
    for (_, name), share in zip(ships, rule_split(tuple(row.weight for row, _ in ships), len(coming)), strict=True):
        mine, coming = Counter(coming[:share]), coming[share:]
        parts += [f"{name} {' '.join(f'{n}x{damage}' for damage, n in mine.items())}"] if mine else []
    return f"split {', '.join(parts)}"


def random_papers(seed: int) -> tuple[str, list[str], str]:
    """A scenario, orders and a book, always the same for a seed; nobody has to refuse them."""
    r = Random(seed)
    book = [random_row(r, number) for number in range(r.randint(2, 6))]
    sides = [
        [random_force(r, name, book) for name in names[: r.choice([1, 1, 2])]]
        for names in (("Ann", "Bob"), ("Cat", "Dan"))
    ]
    chosen = [
        f'{reading.id} = "{r.choice(sorted(reading.options))}"'
        for reading in FTA3.readings.values()
        if not reading.is_note
    ]
    rulings, late = [], False
    for s, forces in enumerate(sides):
        if len(forces) == 1 and len(forces[0].ships) > 1 and r.random() < 0.4:
            rulings.append(f'arrives {r.randint(2, 3)}: {forces[0].ships[-1][1]} because "the way was long"')
            late = True
        for kind in ("hit", "pierce", "position"):
            if r.random() < 0.2:
                span = r.choice(["", " rounds 1-2", " round 2"])
                rulings.append(f'modifier {kind} {r.randint(-4, 4):+d}: Side{s}{span} because "so it is"')
    if r.random() < 0.1:
        rulings.append(f'ends after {r.randint(1, 4)} because "the hour"')
    for own, enemy in (sides, sides[::-1]):
        if not late and r.random() < 0.8 and (split := own_split(own, enemy)):
            own[0].orders.append(split)
    lines = [
        'name = "Random"',
        f'battle = "{r.choice(["mobile", "fixed"])}"',
        f'form = "{r.choice(["mass", "small"])}"',
        f"rounds = {r.choice([3, 9, 30])}",
        'book = "book.csv"',
        'fittings = "fittings.csv"',
        f"readings = {{{', '.join(chosen)}}}",
        *(["rulings = '''", *rulings, "'''"] if rulings else []),
    ]
    for s, forces in enumerate(sides):
        lines += ["[[side]]", f'name = "Side{s}"', *['bitter_end = "home"'] * (r.random() < 0.3)]
        for force in forces:
            lines += ["[[side.owner]]", f'name = "{force.name}"', f"tl = {force.tl}"]
            lines += ['doctrines = ["gunnery"]'] * (r.random() < 0.2)
            lines += ["ships = '''"]
            for row, name in force.ships:
                state = r.choice(["", "", "; all at light damage", "; all at medium damage"])
                quirk = "; all with lucky" if r.random() < 0.1 and row.speed and not row.specialist else ""
                lines.append(f"1 {row.code} {name}{state}{quirk}")
            lines += ["'''", f'fighters = "{", ".join(f"{n} TL{level}" for n, level in force.fighters)}"']
    sheets = [
        "\n".join([f"ORDERS OF {force.name}", *force.orders, "END OF ORDERS"]) for forces in sides for force in forces
    ]
    return "\n".join(lines) + "\n", sheets, "\n".join([HEAD, *(row.line() for row in book)]) + "\n"


def docket_of(seed: int) -> Docket:
    """The papers as they are read for a battle."""
    scenario, orders, book = random_papers(seed)
    faults = Faults()
    sheets = [Paper(f"{number}.txt", text) for number, text in enumerate(orders)]
    papers = Paper("scenario.toml", scenario), sheets, Paper("book.csv", book)
    docket = open_docket(*papers, FTA3.readings, faults, Paper("fittings.csv", FITTINGS))
    assert docket is not None, (seed, faults.found, scenario, orders, book)
    return docket


def battles_of(seed: int) -> list[Battle]:
    """The engagements of the day of these papers, as arrays with room for what happens."""
    docket, source = docket_of(seed), Keyed(seed)
    met = meet(docket.scenario, docket.standings, source)
    form = form_of(docket.scenario)
    fights = [prepare(each.scenario, docket.standings, form, source.dice) for each in met.engagements]
    return [each.battle._replace(trace=Trace(grid(TRACE_ROWS, k.T_WIDTH), grid(1))) for each in fights]


@pytest.fixture(scope="module")
def silent(cache_home: str) -> Any:
    """The compiled engine as it is used."""
    return engines.compiled()


@pytest.fixture(scope="module")
def traced(cache_home: str) -> Any:
    """The compiled engine with every event, which also watches its indices."""
    (b,) = battles_of(0)
    return kernel.compiled(sampling.run, (b, 0, 1, engines.rows(b, 1)), checked=True)


def fought(engine: engines.Run, b: Battle, sample: int) -> Any:
    rows = engines.rows(b, 1)
    engine(b, sample, 1, rows)
    return rows[0].tolist()


def changing(b: Battle) -> Iterator[tuple[str, Any]]:
    """Every array that a battle changes, but for the trace."""
    yield "memory", b.memory
    yield from b.choices._asdict().items()


def told(b: Battle) -> list[list[int]]:
    assert b.trace.head[0] <= TRACE_ROWS
    return list(b.trace.rows[: int(b.trace.head[0])].tolist())


def test_battles_of_random_papers_are_the_same_for_all_three(silent: engines.Run, traced: engines.Run) -> None:
    """Rows, every array, every event; and the battles are various enough to mean anything."""
    kinds: Counter[int] = Counter()
    reasons: Counter[int] = Counter()
    splits = seed = battles = 0
    while battles < BATTLES:
        sample = Random(seed).choice([0, 1, 2**31 + 5, 2**40 - 1])
        for plain in battles_of(seed):
            quick, full = deepcopy(plain), deepcopy(plain)
            row = fought(engines.interpreted, plain, sample)
            assert fought(silent, quick, sample) == row, seed
            assert fought(traced, full, sample) == row, seed
            for (name, array), (_, compiled), (_, watched) in zip(
                changing(plain), changing(quick), changing(full), strict=True
            ):
                assert np.array_equal(array, compiled), (seed, name)
                assert np.array_equal(array, watched), (seed, name)
            assert told(full) == told(plain), seed
            assert quick.trace.head[0] == 0
            kinds.update(event[k.T_EVENT] for event in told(plain))
            reasons[int(plain.cells[k.REASON])] += 1
            splits += int(plain.orders.own_split.sum())
            battles += 1
        seed += 1
    assert {event: kinds[event] for event in range(k.EVENTS) if kinds[event] < LEAST_OF_A_KIND} == {}
    assert set(reasons) == {k.DESTROYED, k.FLED, k.BOTH_GONE, k.RULED, k.STALEMATE, k.LIMIT}
    assert splits >= LEAST_OF_A_KIND
