"""Duels against an exact Markov chain, written from the page and sharing no rule with the engine.

One ship a side, the first under a cloak; fighters, flak, sensors, stand-off attacks, and a fleet position that
decides the range. The chain carries hit points, fighters, the winning streak and whether the cloak is still up from
round to round, and gives the chance of every end in every round. The engine is held against it twice: enumerated for
the smallest duels, to the last fraction, and sampled at a fixed key for larger ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from typing import Any, NamedTuple

import pytest

from flagplot.core import dice as d
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Enumerated, outcomes
from flagplot.engine.kernel import rebound
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.sequence import fight
from flagplot.fta3.battle.state import begin
from flagplot.fta3.papers.docket import open_docket
from flagplot.fta3.play.setup import deploy, enrol
from flagplot.fta3.ruleset import FTA3

Number = Any  # a Fraction, or a float where there are too many of them

# --- The page ---------------------------------------------------------------------------------------------------------

TO_HIT = {("spinal", "close"): 1, ("spinal", "far"): -1, ("direct", "close"): 2, ("direct", "far"): 0}
TO_HIT |= {("seeking", "close"): 2, ("seeking", "far"): 4}
TO_PIERCE = {"spinal": 3, "direct": 2, "seeking": 0}


@dataclass(frozen=True, kw_only=True)
class Duelist:
    """A ship and its fighters, all of one tech level."""

    hp: int
    attacks: int
    damage: int
    weapon: str
    avoidance: int
    protection: int
    wants: str
    cloak: str = ""
    sensor_dice: int = 1
    stag: int = 0
    flak: int = 0
    standoff: tuple[int, int] = (0, 0)
    fighters: int = 0
    level: int = 5
    weight: int = 9
    speed: int = 2


class State(NamedTuple):
    """Where a duel stands; pairs are of the two sides. ``free`` fighters have met no enemy this round."""

    hp: tuple[int, int]
    fighters: tuple[int, int]
    streak: tuple[int, int]
    hidden: bool
    free: tuple[int, int] = (0, 0)
    winner: int = 0


Chances = Mapping[State, Number]
Step = Callable[[State], Iterable[tuple[State, Number]]]


def successes(n: int, chance: Number) -> list[tuple[int, Number]]:
    """How likely each number of successes is in ``n`` dice."""
    found = [(i, comb(n, i) * chance**i * (1 - chance) ** (n - i)) for i in range(n + 1)]
    return [(i, p) for i, p in found if p]


class Chain:
    """The duel of two ships; ``one`` is 1 in the kind of number that chances are reckoned in.

    ``position`` tells who wins each round's position roll, where that is not left to the dice.
    """

    def __init__(self, red: Duelist, blue: Duelist, one: Number, position: Callable[[int], int] | None = None) -> None:
        self.ships, self.one, self.position = (red, blue), one, position
        self.round = 0

    def ends(self, rounds: int) -> dict[tuple[str, int], Number]:
        """The chance of each end and the round it comes in."""
        ships = self.ships
        start = State((ships[0].hp, ships[1].hp), (ships[0].fighters, ships[1].fighters), (0, 0), bool(ships[0].cloak))
        going: Chances = {start: self.one}
        found: dict[tuple[str, int], Number] = defaultdict(lambda: 0 * self.one)
        for self.round in range(1, rounds + 1):
            going = self.through(going, self.dogfight)
            if self.round == 1:
                going = self.through(going, self.stand_off)
                going = self.settled(going, found)
            for step in (self.take_position, self.fire, self.strike):
                going = self.through(going, step)
            going = self.settled(going, found)
        for p in going.values():
            found["undecided", rounds] += p
        return {end: p for end, p in found.items() if p}

    def through(self, going: Chances, step: Step) -> Chances:
        after: dict[State, Number] = defaultdict(lambda: 0 * self.one)
        for state, p in going.items():
            for following, q in step(state):
                after[following] += p * q
        return after

    def settled(self, going: Chances, found: dict[tuple[str, int], Number]) -> Chances:
        """Take out the duels that are over."""
        left = {}
        for state, p in going.items():
            alive = [hp > 0 for hp in state.hp]
            if all(alive):
                left[state] = p
            else:
                found[{(True, False): "red", (False, True): "blue"}.get((alive[0], alive[1]), "draw"), self.round] += p
        return left

    def chance(self, need: int, bonus: int) -> Number:
        """Of a d20 with naturals: a 20 always succeeds, a 1 never."""
        faces = [face for face in range(2, 21) if face == 20 or face + bonus >= need]
        return self.one * len(faces) / 20

    def dogfight(self, state: State) -> Iterator[tuple[State, Number]]:
        """The smaller number meets as many, or up to twice as many of a tech level that is half a level lower or more.

        Each that has met an enemy rolls once, and kills one on a 20 with its tech level; no more die than have met.
        """
        least = min(state.fighters)
        leads = [self.ships[s].level > self.ships[1 - s].level for s in range(2)]
        met = [min(state.fighters[s], least * 2 if leads[1 - s] else least) for s in range(2)]
        kills = [successes(met[s], self.one * min(20, self.ships[s].level + 1) / 20) for s in range(2)]
        for (ours, p), (theirs, q) in product(*kills):
            fighters = state.fighters[0] - min(theirs, met[0]), state.fighters[1] - min(ours, met[1])
            free = state.fighters[0] - met[0], state.fighters[1] - met[1]
            yield state._replace(fighters=fighters, free=free), p * q

    def stand_off(self, state: State) -> Iterator[tuple[State, Number]]:
        """A regular cloak drops for it, a deep one does not; what is hidden is no target. Only piercing is rolled."""
        red = self.ships[0]
        hidden = state.hidden and not (red.cloak == "regular" and red.standoff[0])
        taken = []
        for s in range(2):
            n, damage = self.ships[1 - s].standoff
            n = 0 if s == 0 and hidden else n
            taken.append([(damage * i, p) for i, p in successes(n, self.chance(self.ships[s].protection, 0))])
        for (ours, p), (theirs, q) in product(*taken):
            yield state._replace(hp=(state.hp[0] - ours, state.hp[1] - theirs), hidden=hidden), p * q

    def take_position(self, state: State) -> Iterator[tuple[State, Number]]:
        """Initiative to the faster, 2 less for each win in a row, ties rolled again."""
        chances: list[Number]
        if self.position:
            chances = [self.one * (self.position(self.round) == s) for s in range(2)]
        else:
            faster = [self.ships[s].speed > self.ships[1 - s].speed for s in range(2)]
            plus = [faster[s] - 2 * state.streak[s] for s in range(2)]
            rolls = [(ours + plus[0], theirs + plus[1]) for ours, theirs in product(range(1, 21), repeat=2)]
            decided = [ours > theirs for ours, theirs in rolls if ours != theirs]
            chances = [self.one * decided.count(won) / len(decided) for won in (True, False)]
        for s, p in enumerate(chances):
            streak = (state.streak[0] + 1, 0) if s == 0 else (0, state.streak[1] + 1)
            if p:
                yield state._replace(winner=s, streak=streak), p

    def fire(self, state: State) -> Iterator[tuple[State, Number]]:
        """Sensors first, then all guns at once, at the range that the position's winner wants."""
        red, blue = self.ships
        blind = (self.one * 15 / 20) ** blue.sensor_dice
        sightings = [(True, 1 - blind), (False, blind)] if state.hidden else [(False, self.one)]
        for seen, p in sightings:
            bonus, stag = [0, 0], [0, 0]
            fires = [True, True]
            if state.hidden:
                if not seen:
                    bonus[0] = 5
                elif red.cloak == "regular":
                    bonus[1] = 5
                if seen:
                    stag[1] = blue.stag
                # Who fires from under a regular cloak can be answered, from under a deep one not.
                fires[1] = seen or red.cloak == "regular"
            hidden = state.hidden and red.cloak == "deep"
            harm = []
            for s in range(2):
                own, other = self.ships[s], self.ships[1 - s]
                hit = self.chance(other.avoidance, TO_HIT[own.weapon, self.ships[state.winner].wants])
                pierce = self.chance(other.protection, TO_PIERCE[own.weapon] + bonus[s] + stag[s])
                n = own.attacks if fires[s] else 0
                harm.append([(own.damage * i, q) for i, q in successes(n, hit * pierce)])
            for (ours, q), (theirs, r) in product(*harm):
                yield state._replace(hp=(state.hp[0] - theirs, state.hp[1] - ours), hidden=hidden), p * q * r

    def strike(self, state: State) -> Iterator[tuple[State, Number]]:
        """Free fighters attack what they can see and is still alive, no more than its weight: 10 damage on 1 to 10 of a
        d20, the fighter lost on 16 or more; flak adds to the die.
        """
        runs = []
        for s in range(2):
            target = self.ships[1 - s]
            can = state.hp[1 - s] > 0 and not (s == 1 and state.hidden)
            n = min(state.free[s], target.weight) if can else 0
            hit = self.one * sum(face + target.flak <= 10 for face in range(1, 21)) / 20
            lost = self.one * sum(face + target.flak >= 16 for face in range(1, 21)) / 20
            runs.append(
                [
                    (hits, losses, p * q)
                    for hits, p in successes(n, hit)
                    for losses, q in successes(n - hits, lost / (1 - hit))
                ]
            )
        for (hits, losses, p), (enemy_hits, enemy_losses, q) in product(*runs):
            hp = state.hp[0] - 10 * enemy_hits, state.hp[1] - 10 * hits
            fighters = state.fighters[0] - losses, state.fighters[1] - enemy_losses
            yield state._replace(hp=hp, fighters=fighters, free=(0, 0), winner=0), p * q


# --- The engine -------------------------------------------------------------------------------------------------------

HEAD = "code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,traits,specialist"
ENDS = {k.LIMIT: "undecided", k.BOTH_GONE: "draw"}


def row(code: str, ship: Duelist) -> str:
    traits = {"regular": ["cloak"], "deep": ["deep-cloak"], "": []}[ship.cloak]
    traits += ["flak"] * bool(ship.flak) + ["subhunter"] * (ship.sensor_dice - 1) + ["stag"] * bool(ship.stag)
    standoff = f"{ship.standoff[0]}x{ship.standoff[1]}" if ship.standoff[0] else ""
    return (
        f"{code},escort,{ship.weight},{ship.hp},{ship.speed},{ship.attacks}x{ship.damage},{ship.weapon},"
        f'{ship.avoidance},{ship.protection},{standoff},"{", ".join(traits)}",yes'
    )


def engine(red: Duelist, blue: Duelist, rounds: int) -> Any:
    """The duel as arrays, from papers."""
    sides = zip(("Red", "Blue"), ("R", "B"), (red, blue), strict=True)
    text = [f'name = "Duel"\nbattle = "mobile"\nbook = "book.csv"\nrounds = {rounds}']
    orders = []
    for name, code, ship in sides:
        text.append(f'[[side]]\nname = "{name}"\nships = "1 {code}"\nfighters = "{ship.fighters} TL{ship.level}"')
        orders.append(f"ORDERS OF {name}\nplan last-stand\nrange all: {ship.wants}\nEND OF ORDERS")
    faults = Faults()
    docket = open_docket(
        Paper("duel.toml", "\n".join(text)),
        [Paper(f"orders {n}", order) for n, order in enumerate(orders)],
        Paper("book.csv", "\n".join([HEAD, row("R", red), row("B", blue)])),
        FTA3.readings,
        faults,
    )
    faults.settle()
    assert docket is not None
    return deploy(docket.scenario, enrol(docket.scenario), docket.standings, d.keyed(1812), 1)


def end_of(b: Any) -> tuple[str, int]:
    reason, winner = int(b.cells[k.REASON]), int(b.cells[k.WINNER])
    return ENDS.get(reason) or ("red", "blue")[winner], int(b.cells[k.ROUND])


class Coarse:
    """Everything that the dice can do but for criticals, which decide no duel, and the position, which is given."""

    def __init__(self, source: Enumerated, position: Callable[[int], int]) -> None:
        self.source, self.position = source, position

    def face(self, dice: Any, phase: int, side: int, *_: int) -> int:
        assert phase == k.D_POSITION
        return 20 if side == self.position(int(dice.round)) else 1

    def count(
        self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        more = need if phase in (k.D_HIT, k.D_PIERCE, k.D_STAND_OFF) else more
        return self.source.count(dice, phase, side, roller, start, n, sides, need, more)


HUNTER = Duelist(
    hp=20,
    attacks=1,
    damage=10,
    weapon="direct",
    avoidance=12,
    protection=13,
    wants="close",
    sensor_dice=2,
    stag=2,
    flak=2,
    standoff=(1, 10),
)
RAIDER = Duelist(
    hp=20,
    attacks=1,
    damage=15,
    weapon="seeking",
    avoidance=13,
    protection=14,
    wants="far",
    cloak="regular",
    fighters=1,
    speed=3,
)


def turns(number: int) -> int:
    """Who has the position in the enumerated duels: the sides by turns."""
    return number % 2


def changed(ship: Duelist, **fields: Any) -> Duelist:
    return Duelist(**{**vars(ship), **fields})


ENUMERATED = {
    "a regular cloak, fighters against flak": (RAIDER, HUNTER),
    "a regular cloak that drops for stand-off attacks": (changed(RAIDER, fighters=0, standoff=(1, 10)), HUNTER),
    "a deep cloak with stand-off attacks": (
        changed(RAIDER, cloak="deep", standoff=(2, 10), fighters=0),
        changed(HUNTER, hp=30),
    ),
    "fighters on both sides": (changed(RAIDER, hp=10), changed(HUNTER, fighters=2, level=4)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ENUMERATED)
def test_every_fall_of_the_dice_ends_as_often_as_the_chain_says(name: str) -> None:
    """Two rounds, to the last fraction."""
    red, blue = ENUMERATED[name]
    b = engine(red, blue, 2)
    hp, aboard = b.ships.hp.copy(), b.wings.aboard.copy()

    def duel(source: Enumerated) -> tuple[str, int]:
        coarse = Coarse(source, turns)
        begin(b, hp, aboard)
        rebound(fight, {d.face: coarse.face, d.count: coarse.count})(b)
        return end_of(b)

    assert outcomes(duel) == Chain(red, blue, Fraction(1), turns).ends(2)


SAMPLES = 2000
ROUNDS = 5
MANY = {
    "a regular cloak": (changed(RAIDER, hp=60, attacks=3, damage=20, fighters=3), changed(HUNTER, hp=80, attacks=6)),
    "a regular cloak that drops for stand-off attacks, and a ship too light for all fighters": (
        changed(RAIDER, hp=60, attacks=3, damage=20, fighters=4, standoff=(2, 10)),
        changed(HUNTER, hp=80, attacks=6, standoff=(3, 10), weight=2),
    ),
    "a deep cloak": (
        changed(RAIDER, cloak="deep", hp=40, attacks=2, damage=20, fighters=2, level=4, standoff=(3, 10)),
        changed(HUNTER, hp=80, attacks=6, damage=20, fighters=3, level=4, sensor_dice=2),
    ),
    "no cloak, and dogfights": (
        changed(RAIDER, cloak="", hp=60, attacks=2, damage=20, fighters=2, level=6),
        changed(HUNTER, hp=60, attacks=2, damage=20, fighters=3, speed=4),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_sampled_duels_end_as_often_as_the_chain_says(name: str) -> None:
    """Each end in each round, within four and a half deviations of its binomial; the samples are always the same."""
    red, blue = MANY[name]
    expected = Chain(red, blue, 1.0).ends(ROUNDS)
    assert sum(expected.values()) == pytest.approx(1)
    won = [sum(p for (each, _), p in expected.items() if each == side) for side in ("red", "blue")]
    assert min(won) > 0.1, "a foregone conclusion would show nothing"
    b = engine(red, blue, ROUNDS)
    hp, aboard = b.ships.hp.copy(), b.wings.aboard.copy()
    came: Counter[tuple[str, int]] = Counter()
    for sample in range(SAMPLES):
        one = b._replace(dice=d.at(b.dice, sample, 0))
        begin(one, hp, aboard)
        fight(one)
        came[end_of(one)] += 1
    assert set(came) <= set(expected)
    for end, p in expected.items():
        deviation = sqrt(SAMPLES * p * (1 - p))
        assert abs(came[end] - SAMPLES * p) <= 4.5 * deviation + 1, (end, came[end], SAMPLES * p)
    for result in ("red", "blue", "draw", "undecided"):
        p = sum(chance for (each, _), chance in expected.items() if each == result)
        n = sum(number for (each, _), number in came.items() if each == result)
        assert abs(n - SAMPLES * p) <= 4.5 * sqrt(SAMPLES * p * (1 - p)) + 1, (result, n, SAMPLES * p)
