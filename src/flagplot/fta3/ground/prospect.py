"""A ground war as it may go: units that are alike counted together, and how a quarter comes to its fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import NamedTuple

from flagplot.engine.chances import MOST_STATES, Chances, certain, successes
from flagplot.fta3.ground.air import engaged_wings, fallen, in_order
from flagplot.fta3.ground.bombardment import firing_order
from flagplot.fta3.ground.book import Unit
from flagplot.fta3.ground.codes import D20
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.forces import DEFENDER, GroundSide
from flagplot.fta3.ground.landing import can_land, goes_down, interdiction_modifier, wave
from flagplot.fta3.ground.ortillery import answer, answering, battalions_hit
from flagplot.fta3.ground.saves import Losses
from flagplot.fta3.ground.transitions import kill_chances, landing_losses, orbital_losses, reaching
from flagplot.fta3.ground.weighing import (
    GTO,
    Band,
    Group,
    Target,
    band,
    cover,
    having,
    kind,
    ordered,
    targets,
    worst_first,
)

Groups = tuple[Group, ...]
Flying = tuple[tuple[int, ...], tuple[int, ...]]


class Aim(NamedTuple):
    """Whom a ship fires at, and how many networks answer it."""

    targets: tuple[Target, ...]
    answering: int


class Crowd(NamedTuple):
    """Units that are alike in everything that bears on the war, counted together; the first stands for all."""

    unit: Unit
    ids: tuple[str, ...]
    group: Group


class State(NamedTuple):
    """How things stand: for each side its groups, who of them is ashore, and its flying wings; and each ship's HP.

    Ships are those with ortillery, in the order in which they fire; who is killed has 0. ``aloft`` are the wings on air
    superiority.
    """

    groups: tuple[Groups, Groups]
    landed: tuple[tuple[bool, ...], tuple[bool, ...]]
    flying: Flying
    hp: tuple[int, ...]
    aloft: tuple[int, int] = (0, 0)

    def ashore(self, s: int) -> tuple[int, ...]:
        """The fit battalions of each group of a side that is ashore."""
        return tuple(g.fit if there else 0 for g, there in zip(self.groups[s], self.landed[s], strict=True))

    def with_groups(self, s: int, groups: Groups) -> State:
        """The same with other groups of one side."""
        return self._replace(groups=(groups, self.groups[1]) if s == 0 else (self.groups[0], groups))


class Prospect:
    """The war of a docket, before any die has fallen. Orders are followed as in play."""

    def __init__(self, docket: GroundDocket) -> None:
        self.scenario = docket.scenario
        self.orders = [docket.orders[side.id] for side in docket.scenario.sides]
        self.crowds = tuple(self._gather(s, side) for s, side in enumerate(docket.scenario.sides))
        self.ships = firing_order(docket.scenario)
        self._bands: dict[tuple[int, int], tuple[Band, ...]] = {}
        self._aims: dict[tuple[int, int, tuple[int, ...]], Aim] = {}

    @cached_property
    def start(self) -> State:
        """How things stand before the first quarter."""
        sides = self.scenario.sides
        first, second = (tuple(crowd.group for crowd in crowds) for crowds in self.crowds)
        landed = [(side.role == DEFENDER,) * len(crowds) for side, crowds in zip(sides, self.crowds, strict=True)]
        flying = [tuple(wing.number for wing in side.wings) for side in sides]
        hp = tuple(ship.hp or 0 for _, ship in self.ships)
        return State((first, second), (landed[0], landed[1]), (flying[0], flying[1]), hp)

    def _gather(self, s: int, side: GroundSide) -> tuple[Crowd, ...]:
        """The crowds of a side; who is named in an order or an entry stands alone."""
        alone = {entry.subject for entry in self.scenario.entries}
        for orders in self.orders:
            for verb in ("land", "cover", "offer", "breach", "counter", "restore"):
                alone |= {id_ for ids in orders.given.get(verb, {}).values() if ids for id_ in ids}
        found: dict[tuple[object, ...], list[Unit]] = {}
        for unit in side.units:
            like = kind(band(self.scenario, unit, 1))[:-1]
            transport = side.transport_of(unit)
            carried = transport and (transport.fate, transport.lost_in)
            key = (like, can_land(side, unit, 1), carried, unit.id if unit.id in alone else "")
            found.setdefault(key, []).append(unit)
        crowds = []
        for units in found.values():
            whole, out, lost = (sum(getattr(u, name) for u in units) for name in ("battalions", "exhausted", "lost"))
            group = Group(whole - out - lost, 0, out, lost)
            crowds.append(Crowd(units[0], tuple(unit.id for unit in units), group))
        return tuple(crowds)

    def bands(self, s: int, quarter: int) -> tuple[Band, ...]:
        """What the battalions of each crowd are in a quarter."""
        if (s, quarter) not in self._bands:
            self._bands[s, quarter] = tuple(band(self.scenario, crowd.unit, quarter) for crowd in self.crowds[s])
        return self._bands[s, quarter]

    def before_the_fight(self, state: State, quarter: int, most: int = MOST_STATES) -> Chances[State]:
        """The chances of how things stand once everybody is ashore and every ship has fired and been answered."""
        found = self.landings(self.opened(state, quarter), quarter, most)
        for number in range(len(self.ships)):
            found = found.then(partial(self._fire, number, quarter), most)
        flying = self.dogfight(state.flying, quarter)
        return found.along(flying, lambda after, left: after._replace(flying=left), most)

    def opened(self, state: State, quarter: int) -> State:
        """How things stand when a quarter has begun: who is fit again, and who is lost with a transport."""
        found = []
        for s, side in enumerate(self.scenario.sides):
            groups = [group.next_quarter() if quarter > 1 else group for group in state.groups[s]]
            for i, crowd in enumerate(self.crowds[s]):
                if not state.landed[s][i] and goes_down(side, crowd.unit, quarter):
                    groups[i] = groups[i].sunk()
            found.append(tuple(groups))
        return state._replace(groups=(found[0], found[1]))

    def _engaged(self, flying: Sequence[Sequence[int]], quarter: int) -> list[list[int]]:
        return engaged_wings(self.scenario, [orders.commits(quarter) for orders in self.orders], flying)

    def dogfight(self, flying: Flying, quarter: int) -> Chances[Flying]:
        """The wings that are left after the dogfight; who flies free is settled before it."""
        engaged = self._engaged(flying, quarter)
        kills = [
            kill_chances(
                tuple((wing.level, n) for wing, n in zip(side.wings, engaged[s], strict=True) if n),
                sum(engaged[1 - s]),
            )
            for s, side in enumerate(self.scenario.sides)
        ]

        def left(s: int, n: int) -> tuple[int, ...]:
            return tuple(a - b for a, b in zip(flying[s], fallen(n, engaged[s]), strict=True))

        return kills[0].along(kills[1], lambda ours, theirs: (left(0, theirs), left(1, ours)))

    def landings(self, state: State, quarter: int, most: int) -> Chances[State]:
        """Everybody lands that is to and can, under the attacks of free wings."""
        engaged = self._engaged(state.flying, quarter)
        free = [sum(state.flying[s]) - sum(engaged[s]) for s in range(2)]
        aloft = list(free)
        found = certain(state)
        for s, side in enumerate(self.scenario.sides):
            landing = [
                i
                for i, crowd in enumerate(self.crowds[s])
                if not state.landed[s][i]
                and state.groups[s][i].fit + state.groups[s][i].resting
                and self.orders[s].lands(crowd.unit.id, quarter)
                and can_land(side, crowd.unit, quarter)
            ]
            if not landing:
                continue
            wings = self.orders[1 - s].interdicts(quarter, free[1 - s])
            aloft[1 - s] = free[1 - s] - wings
            there = tuple(before or i in landing for i, before in enumerate(state.landed[s]))
            landed = (there, state.landed[1]) if s == 0 else (state.landed[0], there)
            waves = self._waves(state.groups[s], s, quarter, landing, wings, most)
            found = waves.map(partial(state._replace(landed=landed).with_groups, s))
        return found.map(lambda after: after._replace(aloft=(aloft[0], aloft[1])))

    def _waves(
        self, groups: Groups, s: int, quarter: int, landing: Sequence[int], wings: int, most: int
    ) -> Chances[Groups]:
        """Wave after wave of wings against landing battalions."""
        bands = self.bands(s, quarter)
        order = [i for i in ordered(bands, self.orders[s].wanted("offer", quarter), worst_first) if i in landing]
        modifier = interdiction_modifier(self.scenario.readings["interdiction-sign"])
        fit = [groups[i].fit for i in order]
        n = wave(wings, sum(fit))
        if not n:
            return certain(groups)
        found = certain(groups)
        for i, hit in zip(order, in_order(n, fit), strict=True):
            if hit:
                losses = landing_losses(hit, modifier, "insertion" in bands[i].traits)
                found = found.along(losses, partial(_struck, i), most)
        return found.then(lambda g: self._waves(g, s, quarter, landing, wings - n, most), most)

    def bombarded(self, number: int, quarter: int, state: State) -> Chances[State]:
        """How things stand after one ship's fire, whatever it is answered."""
        t = 1 - self.ships[number][0]
        found: Chances[Groups] = certain(state.groups[t])
        for target in self._aim(number, quarter, state).targets:
            losses = orbital_losses(target.battalions, target.layers)
            found = found.along(losses, partial(_struck, target.group))
        return found.map(partial(state.with_groups, t))

    def answered(self, number: int, quarter: int, state: State) -> Chances[int]:
        """The HP that a ship has left once the networks have answered the fire that it is about to give."""
        hp, networks = state.hp[number], self._aim(number, quarter, state).answering
        if not networks:
            return certain(hp)
        volley = answer(networks, self.ships[number][1].hull.protection or 0)
        pierces = successes(volley.attacks, reaching(volley.need, D20), D20)
        return pierces.map(lambda n: max(0, hp - n * volley.damage))

    def _fire(self, number: int, quarter: int, state: State) -> Chances[State]:
        """One ship's fire, and the answer of the networks."""
        hp = self.answered(number, quarter, state)

        def hurt(after: State, left: int) -> State:
            return after._replace(hp=(*after.hp[:number], left, *after.hp[number + 1 :]))

        return self.bombarded(number, quarter, state).along(hp, hurt)

    def _aim(self, number: int, quarter: int, state: State) -> Aim:
        """Whom a ship fires at, and how many networks answer it."""
        s, ship = self.ships[number]
        t = 1 - s
        if state.hp[number] <= 0 or not self.orders[s].bombards(quarter):
            return Aim((), 0)
        fit = state.ashore(t)
        key = (number, quarter, fit)
        if key not in self._aims:
            bands, orders = self.bands(t, quarter), self.orders[t]
            under = cover(bands, fit, orders.wanted("cover", quarter))
            order = ordered(bands, orders.wanted("offer", quarter), worst_first)
            hit = targets(under, order, battalions_hit(ship.hull))
            layers = sum(target.layers * target.battalions for target in hit)
            self._aims[key] = Aim(hit, answering(having(GTO, bands, fit), layers))
        return self._aims[key]


def _struck(i: int, groups: Groups, lost: Losses) -> Groups:
    """Groups after one of them has lost."""
    return (*groups[:i], groups[i].struck(*lost), *groups[i + 1 :])
