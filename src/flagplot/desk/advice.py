"""Best orders: of a side whose enemy's orders are known, or against an enemy that chooses at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from flagplot.advice.arms import FRESH, BattleArm, Team, Watch, play
from flagplot.advice.game import Cell, Solution, double_oracle
from flagplot.advice.halving import Choice, choose, least_budget
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.desk.odds import Question, refuse_endless
from flagplot.desk.oracle import Player, Variation, sides_of
from flagplot.desk.what_if import AS_IT_IS, Variant, Wish, both, grid_of, variants
from flagplot.engine.names import fold
from flagplot.odds.crew import Crew, alone
from flagplot.odds.points import WIN, Points, count_points
from flagplot.odds.sampling import FIRST_CHECK
from flagplot.odds.steady import Opened, Steady
from flagplot.odds.tally import count_rows

ORDERS, GAME = "orders", "game"
"""The two lists of candidates: for one side alone, and for each where both choose."""

LEAST_A_CELL = 16
"""Of battles for each pair of orders, where the enemy chooses too."""

FRESH_PART = 4
"""One of so many battles is then kept for fresh dice."""


@dataclass(frozen=True, kw_only=True)
class Search:
    """The battle as it is, the owner who is advised and the number of his side, what counts, and how many battles at
    most; ``watch`` is told how far it is, ``notice`` as in ``odds.sample``.
    """

    asked: Question
    owner: Player
    side: int
    aim: str = WIN
    battles: int
    crew: Crew = field(default_factory=alone)
    watch: Watch = lambda told: None
    notice: Watch = lambda told: None

    def arm(self, variant: Variant) -> BattleArm:
        """A variant as a candidate."""
        return BattleArm(Opened(variant.question.recipe), self.aim, self.side)

    @contextmanager
    def team(self) -> Iterator[Team]:
        """Whoever fights, once it is seen that the battle comes to an end; the compiled engine is built meanwhile."""
        battle = self.asked.battle
        refuse_endless(self.asked, count_rows(battle.form, battle.rows(0, FIRST_CHECK), 0))
        if self.battles > FIRST_CHECK * FIRST_CHECK:
            self.asked.oracle.build_engine(self.notice)
        with Steady(self.crew) as team:
            yield team


@dataclass(frozen=True)
class BestOrders:
    """Candidates, and those that were chosen of them."""

    search: Search
    variants: tuple[Variant, ...]
    choice: Choice


@dataclass(frozen=True)
class Mixture:
    """Orders of both sides as each draws them by chance, what that brings by the battles of the search, and what it
    brought in ``fresh`` dice; ``each`` is how many battles a pair of orders was fought, ``battles`` all there were.
    """

    search: Search
    enemy: Player
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    solution: Solution
    fresh: Points
    each: int
    battles: int


def find_owner(asked: Question, name: str, where: str) -> tuple[int, Player]:
    """The owner that is called so, or the only one of the side A, B or of that name; refused otherwise."""
    oracle, docket, faults = asked.oracle, asked.recipe.docket, Faults()
    every, names = oracle.players(docket), asked.form.sides
    sides = {"a": 0, "b": 1} | {fold(side): s for s, side in enumerate(names)}
    for s, owner in every:
        if fold(owner.name) == fold(name):
            return s, owner
    if fold(name) not in sides:
        known = ["A", "B", *names, *(owner.name for _, owner in every)]
        message = f"there is no side '{name[:40]}'"
        faults.add("unknown-side", where, message, fault=Fault.MALFORMED, mend=nearest(name, dict.fromkeys(known)))
        faults.settle()
    s = sides[fold(name)]
    owners = dict(sides_of(oracle, docket))[s]
    if len(owners) > 1:
        told = ", ".join(owner.name for owner in owners)
        message = f"{names[s]} has {len(owners)} owners, who order each for himself"
        faults.add("several-owners", where, message, mend=f"Name one of them: {told}.")
        faults.settle()
    return s, owners[0]


def best_orders(search: Search, varied: Sequence[str] = ()) -> BestOrders:
    """The best of the candidates against the enemy's orders as they stand; the orders as they are are one of them.

    ``varied`` are lines with alternatives, as of a sweep, that are tried in place of the candidates of the game.
    """
    found = tuple(candidates_of(search, varied))
    return BestOrders(search, found, halve(search, found))


def candidates_of(search: Search, varied: Sequence[str] = ()) -> Iterator[Variant]:
    """What ``best_orders`` chooses from: the orders as they are, and all that come to something else."""
    return _distinct(variants(search.asked, _wishes(search.asked, search.owner, varied, ORDERS)))


def halve(search: Search, found: Sequence[Variant]) -> Choice:
    """The best of variants, and all battles that it took; refused where there are too few for so many."""
    _check_budget(search, least_budget(len(found)) + FIRST_CHECK, f"{len(found)} candidates")
    arms = [search.arm(variant) for variant in found]
    with search.team() as team:
        choice = choose(arms, search.battles - FIRST_CHECK, team, watch=search.watch)
    return replace(choice, battles=choice.battles + FIRST_CHECK)


def best_mixture(search: Search, enemy: Player, varied: Sequence[str] = ()) -> Mixture:
    """Orders of both owners where each chooses without knowing the other's: the equilibrium of a matrix game.

    Lines of ``varied`` are alternatives for the owner whose name they begin with; who has none there has the candidates
    of the game. Payoffs are measured with the same dice in each cell, and the mixture is tried again in fresh ones.
    """
    asked, sides, own = search.asked, [], _by_owner((search.owner, enemy), varied)
    for owner in (search.owner, enemy):
        lines = own[owner.id]
        wishes = _wishes(asked, owner, lines, GAME)
        # The orders as they are join those that are named; among the game's own they are one of many.
        sides.append([Wish(AS_IT_IS, lambda variation: None), *wishes] if lines else wishes)
    ours, theirs = (_different(asked, wishes) for wishes in sides)
    shape = len(ours), len(theirs)
    kept = search.battles // FRESH_PART
    each = (search.battles - FIRST_CHECK - kept) // (shape[0] * shape[1])
    least = FIRST_CHECK + -(-LEAST_A_CELL * shape[0] * shape[1] * FRESH_PART // (FRESH_PART - 1))
    _check_budget(search, least + FRESH_PART, f"{shape[0]} orders against {shape[1]}")
    cells = _Cells(search, ours, theirs, each)
    with search.team() as team:
        solution = double_oracle(shape, partial(cells.measure, team))
        weights = np.outer(solution.rows, solution.columns)
        support = [(int(i), int(j)) for i, j in np.argwhere(weights > 0)]
        again = (search.battles - FIRST_CHECK - each * solution.cells) // len(support)
        fresh = cells.mixed(team, support, [float(weights[cell]) for cell in support], again)
    battles = FIRST_CHECK + each * solution.cells + again * len(support)
    names = [tuple(wish.told for wish in wishes) for wishes in (ours, theirs)]
    return Mixture(search, enemy, names[0], names[1], solution, fresh, each, battles)


def _by_owner(owners: Sequence[Player], varied: Sequence[str]) -> dict[str, list[str]]:
    """The lines that begin with each owner's name, by his id; refused where one begins with neither."""
    faults, found = Faults(), {owner.id: list[str]() for owner in owners}
    ids = {fold(owner.name): owner.id for owner in owners}
    names = [owner.name for owner in owners]
    for line in varied:
        name = line.partition(":")[0]
        if fold(name) in ids:
            found[ids[fold(name)]].append(line)
        else:
            message = f"'{line[:60]}' is neither for {names[0]} nor for {names[1]}"
            faults.add("unknown-change", "--vary", message, fault=Fault.MALFORMED, mend=nearest(name, names))
    faults.settle()
    return found


class _Cells:
    """The payoffs of orders against orders; a pair of orders is a battle that is opened when it is first fought."""

    def __init__(self, search: Search, ours: Sequence[Wish], theirs: Sequence[Wish], each: int) -> None:
        self.search, self.ours, self.theirs, self.each = search, ours, theirs, each
        self.arms: dict[Cell, BattleArm] = {}

    def measure(self, team: Team, cells: list[Cell]) -> Iterator[float]:
        """The mean of each cell."""
        for done, points in enumerate(play(map(self._arm, cells), 0, self.each, team), 1):
            self.search.watch(f"{len(self.arms)} pairs of orders, {self.each} battles each ({done} of {len(cells)})")
            yield count_points(points).mean

    def mixed(self, team: Team, cells: list[Cell], weights: list[float], count: int) -> Points:
        """What cells with these weights bring in fresh dice, sample by sample."""
        played = play(map(self._arm, cells), FRESH, count, team)
        whole = sum(weight * points for weight, points in zip(weights, played, strict=True))
        return count_points(np.rint(whole).astype(np.int64))

    def _arm(self, cell: Cell) -> BattleArm:
        if cell not in self.arms:
            wish = both(self.ours[cell[0]], self.theirs[cell[1]])
            self.arms[cell] = self.search.arm(variants(self.search.asked, [wish])[1])
        return self.arms[cell]


def _wishes(asked: Question, owner: Player, varied: Sequence[str], kind: str) -> list[Wish]:
    """The wishes for an owner's candidates: those that were named, else the game's own in place of what he ordered."""
    if varied:
        return grid_of(varied)
    oracle, docket = asked.oracle, asked.recipe.docket
    decided = oracle.decided(kind, docket, owner)

    def order(line: str, variation: Variation) -> None:
        variation.drop(owner, decided)
        variation.change(f"{owner.name}: {line}")

    return [Wish(line, partial(order, line)) for line in oracle.candidates(kind, docket, owner)]


def _different(asked: Question, wishes: Sequence[Wish]) -> list[Wish]:
    """The wishes that come to something different, the first of those that do not."""
    found = variants(asked, wishes)[1:]
    kept = {id(variant) for variant in _distinct(found)}
    return [wish for wish, variant in zip(wishes, found, strict=True) if id(variant) in kept]


def _distinct(found: Iterable[Variant]) -> Iterator[Variant]:
    """Variants without those that come to the same as one before, however they are written."""
    seen: list[object] = []
    for variant in found:
        facts = variant.question.oracle.effect(variant.question.recipe.docket)
        if facts not in seen:
            seen.append(facts)
            yield variant


def _check_budget(search: Search, least: int, what: str) -> None:
    if search.battles < least:
        faults = Faults()
        message, gap = f"{search.battles} battles are too few for {what}", f"{least - search.battles} short"
        mend = f"Allow at least {least}, or name fewer alternatives with --vary."
        faults.add("too-few-battles", "--battles", message, gap=gap, mend=mend)
        faults.settle()
