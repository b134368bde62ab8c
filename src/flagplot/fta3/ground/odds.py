"""Exact chances of a ground war: of one quarter at any size, and of a campaign as long as it can be kept in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from flagplot.engine.chances import MOST_STATES, Chances, certain, mixed
from flagplot.fta3.ground.codes import D6, D20
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.fighting import again_plan, lost, plan_bonus
from flagplot.fta3.ground.forces import ATTACKER
from flagplot.fta3.ground.prospect import Flying, Prospect, State
from flagplot.fta3.ground.resolution import air_bonus
from flagplot.fta3.ground.saves import Losses, Saves, forced_again, restored
from flagplot.fta3.ground.transitions import (
    Sweep,
    fit_again,
    joint,
    raised,
    result_chances,
    save_chances,
    unit_sweep,
)
from flagplot.fta3.ground.weighing import (
    Group,
    best_first,
    having,
    open_first,
    ordered,
    roll_parts,
    save_parts,
    save_rolls,
    scale,
    total,
)

NO_FIGHT = "no fight"
Fit = tuple[int, ...]
Units = Mapping[tuple[str, ...], Chances[Group]]
FIRST, SECOND, TIE = "first", "second", "tie"
ROLLS = D6**2 * D20**2
"""Of every phase: the two dice of leadership and the two of the battle roll."""

NONE_LOST = certain(Losses(0, 0))
RESULTS = {1: FIRST, -1: SECOND, 0: TIE}


class Bout(NamedTuple):
    """All that one side's saves of a phase depend on, once it is known who won."""

    s: int
    quarter: int
    fit: tuple[int, ...]
    rolls: tuple[Saves, ...]
    modifier: int
    again: int
    assaults: int


@dataclass(frozen=True)
class QuarterOdds:
    """The chances of one quarter: who wins the phase (``first``, ``second``, ``tie``, ``no fight``), and by side and
    unit the battalions by state afterwards. Units that are alike are counted together, under the ids of all of them.
    ``ships`` are the HP of those with ortillery by id, ``wings`` the wings of both sides that are left.
    """

    results: Chances[str]
    units: tuple[Mapping[tuple[str, ...], Chances[Group]], ...]
    ships: Mapping[str, Chances[int]]
    wings: Chances[Flying]


class GroundOdds:
    """The odds of a docket. The moderator is taken to let the war go on after each quarter."""

    def __init__(self, docket: GroundDocket) -> None:
        self.prospect = Prospect(docket)
        self.scenario = docket.scenario
        self.orders = self.prospect.orders
        self._bouts: dict[tuple[tuple[Fit, ...], int, int, int], Bout] = {}
        self._results: dict[tuple[tuple[Fit, ...], tuple[int, int], int], Chances[int] | None] = {}

    @cached_property
    def quarter(self) -> QuarterOdds:
        """The chances of the first quarter, whatever the size of the forces.

        Raises ``TooManyStatesError`` where fire from orbit and from the air alone has too many outcomes.
        """
        prospect = self.prospect
        start = prospect.opened(prospect.start, 1)
        landings = prospect.landings(start, 1, MOST_STATES)
        sides, ships = [], {}
        for s, side in enumerate(self.scenario.sides):
            # Before the fight each side suffers by itself: only its own groups are kept in sight.
            found = landings if side.role == ATTACKER else _collapsed(landings, start)
            for number, (firing, ship) in enumerate(prospect.ships):
                if firing != s:
                    ships[ship.id] = found.then(partial(prospect.answered, number, 1))
                    found = found.then(partial(prospect.bombarded, number, 1))
            sides.append(found)
        results, units = self._fights(sides)
        return QuarterOdds(results, units, ships, prospect.dogfight(start.flying, 1))

    def _fights(self, sides: Sequence[Chances[State]]) -> tuple[Chances[str], tuple[Units, ...]]:
        """Who wins, and what becomes of each unit by itself, from what each side may bring to the fight."""
        fits = [found.map(partial(_ashore, s)) for s, found in enumerate(sides)]
        one = next(iter(sides[0].weights))
        results: dict[str, int] = {}
        bouts: list[dict[Fit, dict[Bout | None, int]]] = [{}, {}]
        for pair in product(*(each.weights for each in fits)):
            weight = fits[0].weights[pair[0]] * fits[1].weights[pair[1]]
            outcome = self._result(pair, one.aloft, 1)
            ways = {None: ROLLS} if outcome is None else outcome.weights
            for result, share in ways.items():
                name = NO_FIGHT if result is None else RESULTS[result]
                results[name] = results.get(name, 0) + weight * share
                for s in range(2):
                    bout = None if result is None else self._bout(pair, s, result, 1)
                    there = bouts[s].setdefault(pair[s], {})
                    there[bout] = there.get(bout, 0) + fits[1 - s].weights[pair[1 - s]] * share
        whole = fits[0].total * fits[1].total * ROLLS
        units = tuple(self._marginals(s, sides[s], bouts[s], fits[1 - s].total * ROLLS) for s in range(2))
        return Chances(results, whole), units

    def _marginals(
        self, s: int, found: Chances[State], bouts: Mapping[Fit, Mapping[Bout | None, int]], share: int
    ) -> Units:
        """For each unit by itself the chances of its battalions by state.

        ``share`` is what the weights of the bouts of each fit add up to.
        """
        known: dict[Bout | None, dict[int, Chances[Losses]]] = {
            None: dict.fromkeys(range(len(self.prospect.crowds[s])), NONE_LOST)
        }
        groups: dict[Fit, list[dict[Group, int]]] = {}
        for state, weight in found.weights.items():
            there = groups.setdefault(state.ashore(s), [{} for _ in self.prospect.crowds[s]])
            for i, group in enumerate(state.groups[s]):
                there[i][group] = there[i].get(group, 0) + weight
        parts: list[list[tuple[int, Chances[Group]]]] = [[] for _ in self.prospect.crowds[s]]
        for fit, by_bout in bouts.items():
            for bout in by_bout:
                if bout is not None and bout not in known:
                    known[bout] = self._losses_by_unit(bout)
            for i, counts in enumerate(groups[fit]):
                losses = mixed([(weight, known[bout][i]) for bout, weight in by_bout.items()], share)
                before = Chances(counts, sum(counts.values()))
                parts[i].append((before.total, before.along(losses, _left)))
        return {crowd.ids: mixed(each, found.total) for crowd, each in zip(self.prospect.crowds[s], parts, strict=True)}

    def distribution(self, *, most: int = MOST_STATES, quarters: int = 1) -> Chances[State]:
        """The chances of how things stand after so many quarters, both sides together.

        Raises ``TooManyStatesError`` beyond ``most`` states side by side: the war then has to be sampled.
        """
        found = certain(self.prospect.start)
        for quarter in range(1, quarters + 1):
            found = found.then(partial(self._quarter_from, quarter, most), most)
        return found

    def _quarter_from(self, quarter: int, most: int, state: State) -> Chances[State]:
        return self.prospect.before_the_fight(state, quarter, most).then(lambda s: self._fight(s, quarter, most), most)

    def _fight(self, state: State, quarter: int, most: int) -> Chances[State]:
        """The fight of a quarter, with the joint losses of all units."""
        fit = (state.ashore(0), state.ashore(1))
        outcome = self._result(fit, state.aloft, quarter)
        state = state._replace(aloft=(0, 0))
        if outcome is None:
            return certain(state)

        def after(result: int) -> Chances[State]:
            found = certain(state)
            for s in range(2):
                losses = self._joint_losses(self._bout(fit, s, result, quarter), most)
                found = found.along(losses, partial(_after, s), most)
            return found

        return outcome.then(after, most)

    def _result(self, fit: tuple[Fit, ...], aloft: tuple[int, int], quarter: int) -> Chances[int] | None:
        """Who wins the phase, as the first side sees it; None where one has nobody to fight with."""
        key = (fit, aloft, quarter)
        if key not in self._results:
            self._results[key] = self._new_result(fit, aloft, quarter)
        return self._results[key]

    def _new_result(self, fit: tuple[Fit, ...], aloft: tuple[int, int], quarter: int) -> Chances[int] | None:
        if not all(map(sum, fit)):
            return None
        bands = [self.prospect.bands(s, quarter) for s in range(2)]
        scales = [scale(bands[s], fit[s]) for s in range(2)]
        bonuses, plans = [], []
        for s, side in enumerate(self.scenario.sides):
            t = 1 - s
            countered = min(aloft[s], having("air defense", bands[t], fit[t]))
            air = air_bonus(aloft[s], countered)
            bonuses.append(total(roll_parts(scales[s], scales[t], self.orders[s].priority(quarter), air)))
            plans.append(plan_bonus(self.scenario, side.id, quarter))
        return result_chances((bonuses[0], bonuses[1]), (plans[0], plans[1]))

    def _bout(self, fit: tuple[Fit, ...], s: int, result: int, quarter: int) -> Bout:
        """The saves of one side after a phase of this result."""
        key = (fit, s, result, quarter)
        if key not in self._bouts:
            self._bouts[key] = self._new_bout(fit, s, result, quarter)
        return self._bouts[key]

    def _new_bout(self, fit: tuple[Fit, ...], s: int, result: int, quarter: int) -> Bout:
        t = 1 - s
        bands = [self.prospect.bands(side, quarter) for side in range(2)]
        scales = [scale(bands[side], fit[side]) for side in range(2)]
        beaten, reading = lost(result, s), self.scenario.readings["breakthrough"]
        breakthroughs = having("breakthrough", bands[t], fit[t])
        order = ordered(bands[s], self.orders[t].wanted("breach", quarter), open_first)
        return Bout(
            s,
            quarter,
            fit[s],
            save_rolls(bands[s], fit[s], order, breakthroughs, reading),
            total(save_parts(scales[s], scales[t], self.orders[s].priority(quarter), beaten)),
            forced_again(breakthroughs, won=beaten, reading=reading),
            having("assault", bands[t], fit[t]),
        )

    def _orders_of_recovery(self, bout: Bout) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The orders in which assault troops counter engineers, and in which MASH restores."""
        bands, quarter = self.prospect.bands(bout.s, bout.quarter), bout.quarter
        counter = ordered(bands, self.orders[1 - bout.s].wanted("counter", quarter), best_first)
        return counter, ordered(bands, self.orders[bout.s].wanted("restore", quarter), best_first)

    def _joint_losses(self, bout: Bout, most: int) -> Chances[tuple[Losses, ...]]:
        """The losses of all units of a side together, after everything that recovers them."""
        bands = self.prospect.bands(bout.s, bout.quarter)
        found = joint([save_chances(rolls, bout.modifier) for rolls in bout.rolls], most)
        if bout.again:
            found = found.then(lambda losses: self._forced(bout, losses), most)
        counter, restore = self._orders_of_recovery(bout)
        places = restored(having("mash", bands, bout.fit))
        carried = found.map(lambda losses: (losses, bout.assaults))
        for i in counter:
            if "engineers" in bands[i].traits:
                carried = carried.then(partial(_engineered, i), most)
        return carried.map(lambda now: _restored(now[0], restore, places))

    def _forced(self, bout: Bout, losses: tuple[Losses, ...]) -> Chances[tuple[Losses, ...]]:
        """Losses after the saves that a victor has repeated."""
        bands, quarter = self.prospect.bands(bout.s, bout.quarter), bout.quarter
        order = ordered(bands, self.orders[1 - bout.s].wanted("breach", quarter), open_first)
        dug_in = ["dig in" in band.traits for band in bands]
        found = certain(losses)
        for i, fine, spent in again_plan(bout.fit, losses, dug_in, order, bout.again):
            again = save_chances(Saves(fine + spent, 0, 0), bout.modifier)
            found = found.along(again, partial(_repeated, i, spent))
        return found

    def _losses_by_unit(self, bout: Bout) -> dict[int, Chances[Losses]]:
        """The losses of each unit by itself. What units share, assault troops against them and places in MASH, is
        carried from one to the next; where orders make that impossible, their losses are taken together.
        """
        counter, restore = self._orders_of_recovery(bout)
        bands = self.prospect.bands(bout.s, bout.quarter)
        places = restored(having("mash", bands, bout.fit))
        countered = bout.assaults and having("engineers", bands, bout.fit)
        if bout.again or (counter != restore and countered and places):
            together = self._joint_losses(bout, MOST_STATES)
            return {i: together.map(itemgetter(i)) for i in range(len(bout.fit))}
        order = counter if countered else restore
        carry: Chances[Sweep] = certain((bout.assaults, places))
        found = {}
        for place, i in enumerate(order):
            # More of either than the units still to come can use is no different from just enough.
            carry = carry.map(partial(_at_most, sum(bout.fit[later] for later in order[place:])))
            engineers = "engineers" in bands[i].traits
            losses = save_chances(bout.rolls[i], bout.modifier, recover=engineers and not bout.assaults)
            both = carry.then(partial(unit_sweep, losses, engineers and bout.assaults > 0))
            found[i] = both.map(itemgetter(0))
            carry = both.map(itemgetter(1))
        return found


def _collapsed(landings: Chances[State], start: State) -> Chances[State]:
    """How things stand after the landings for a side that does not land: with the others' groups as they were."""
    return landings.map(lambda state: state._replace(groups=start.groups))


def _at_most(most: int, carry: Sweep) -> Sweep:
    return min(carry[0], most), min(carry[1], most)


def _ashore(s: int, state: State) -> Fit:
    return state.ashore(s)


def _put(losses: tuple[Losses, ...], i: int, new: Losses) -> tuple[Losses, ...]:
    return (*losses[:i], new, *losses[i + 1 :])


def _engineered(i: int, now: tuple[tuple[Losses, ...], int]) -> Chances[tuple[tuple[Losses, ...], int]]:
    """One unit's engineers at work on its losses."""
    losses, assaults = now
    fit = fit_again(assaults, losses[i])
    after = fit.then(lambda each: raised(assaults, each[0]).map(lambda lost: (lost, each[1])))
    return after.map(lambda each: (_put(losses, i, each[0]), each[1]))


def _restored(losses: tuple[Losses, ...], order: Sequence[int], places: int) -> tuple[Losses, ...]:
    """Losses after MASH has brought back as many exhausted battalions as it has places for."""
    for i in order:
        n = min(places, losses[i].exhausted)
        places -= n
        losses = _put(losses, i, Losses(losses[i].exhausted - n, losses[i].destroyed))
    return losses


def _repeated(i: int, spent: int, losses: tuple[Losses, ...], more: Losses) -> tuple[Losses, ...]:
    """Losses after saves of one unit were repeated, so many of them exhausted before: the second result stands."""
    before = losses[i]
    return _put(losses, i, Losses(before.exhausted - spent + more.exhausted, before.destroyed + more.destroyed))


def _left(group: Group, lost: Losses) -> Group:
    return group.struck(*lost)


def _after(s: int, state: State, losses: tuple[Losses, ...]) -> State:
    groups = tuple(group.struck(*each) for group, each in zip(state.groups[s], losses, strict=True))
    return state.with_groups(s, groups)
