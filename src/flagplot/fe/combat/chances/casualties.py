"""What damage does to a side in a round, whatever the enemy has left: reckoned once for each case, then looked up.

It is the battle's own course (5-4E, 5-5B, 5-5D, 5-6A): minus points off, the enemy's directed attack by his
priorities, plus points on, then losses in the order laid down until the stop rule. Each of its steps asks the rule
functions that the battle asks; what they answered for a standing of the side is kept, since most damage leads through
standings that other damage has led through already.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from flagplot.fe.combat.allocation import (
    Carried,
    Loss,
    carry_over,
    craft_of,
    directed_losses,
    give_up,
    less_minus,
    times,
    to_give_up,
    with_plus,
)
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.muster import Shown, UncoveredError, muster
from flagplot.fe.combat.chances.remainder import Units, key_of
from flagplot.fe.combat.directed import Directed, affordable, directed_attacks
from flagplot.fe.combat.force import BattleForce
from flagplot.fe.combat.places import behind

Place: TypeAlias = tuple[int, Fraction]
"""A standing, by number, and the damage that is still to be resolved."""

NOBODY: frozenset[str] = frozenset()
EVERYTHING = Fraction(10**6)
"""Damage that nothing is too dear for."""


@dataclass
class Standing:
    """A side at some moment of a round: all its units, and the battle force, with the craft that fight.

    What the rules and the instructions say to so much damage differs only where the damage reaches another of the
    ``marks``: prices of losses, whole or half (302.61), or of directed attacks. So it is asked once between two marks:
    ``chosen`` and ``aimed`` are by the number of marks that are reached.
    """

    units: Units
    force: BattleForce
    behind: frozenset[str]
    marks: list[Fraction]
    attacks: tuple[Directed, ...] | None = None
    attack_marks: list[Fraction] = field(default_factory=list)
    chosen: dict[int, Loss | None] = field(default_factory=dict)
    aimed: dict[int, Directed | None] = field(default_factory=dict)
    after: dict[Loss, int] = field(default_factory=dict)


class Casualties:
    """The standings of one side of a battle by number, and what damage makes of each."""

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.own, self.enemy = setup.sides[side], setup.sides[1 - side]
        self.standings: list[Standing] = []
        self.numbers: dict[tuple[object, ...], int] = {}
        self.rested: dict[int, int] = {}
        self.shown: dict[int, Shown] = {}
        self.resolved: dict[Place, Place] = {}

    def enter(self, units: Units, *, first: bool = False) -> int:
        """The standing of units at the beginning of a round: the battle force that the instructions send."""
        found = muster(self.setup, self.side, units, first=first)
        number = self._number(found.units, found.force)
        self.shown[number] = found.shown
        return number

    def rest(self, number: int) -> int:
        """The standing with which the next round begins behind one with which a round ends."""
        if number not in self.rested:
            self.rested[number] = self.enter(self.standings[number].units)
        return self.rested[number]

    def _number(self, units: Units, force: BattleForce) -> int:
        key = (key_of(units), key_of(force.units))
        number = self.numbers.setdefault(key, len(self.standings))
        if number == len(self.standings):
            hidden = behind(force, self.setup.options)
            every = to_give_up(EVERYTHING, force.units, NOBODY, self.setup.settings, hidden)
            marks = sorted({loss.points / part for loss in every for part in (1, 2)})
            self.standings.append(Standing(units, force, hidden, marks))
        return number

    def after(self, number: int, carried: Carried, damage: int) -> tuple[int, Carried]:
        """The standing at the beginning of the next round once so much damage is scored, and what is carried on."""
        number, carried = self.behind(number, carried, damage)
        return self.rest(number), carried

    def behind(self, number: int, carried: Carried, damage: int) -> tuple[int, Carried]:
        """The same at the end of the round itself."""
        left, carried = less_minus(damage, carried)
        if left > 0:
            number, left = self._directed(number, left)
        left, carried = with_plus(left, carried)
        number, left = self._given_up((number, left))
        return number, carry_over(left, carried, self.standings[number].force.units)

    def _directed(self, number: int, left: Fraction) -> Place:
        """The standing behind the enemy's directed attack, and the damage that it leaves."""
        at = self.standings[number]
        if at.attacks is None:
            at.attacks = directed_attacks(at.force, NOBODY, self.setup.options, self.setup.settings, mauler=False)
            at.attack_marks = sorted({attack.price for attack in at.attacks})
        reached = bisect_right(at.attack_marks, left)
        if reached not in at.aimed:
            at.aimed[reached] = self._aim(affordable(at.attacks, left))
        attack = at.aimed[reached]
        if attack is None:
            return number, left
        for loss in directed_losses(attack, at.force.units):
            number = self._without(number, loss)
        return number, left - attack.price

    def _aim(self, possible: Mapping[str, Directed]) -> Directed | None:
        """The attack that the enemy makes out of those that he can pay, None for no attack."""
        aim = self.enemy.instructions.aim(possible) if possible else NONE
        if aim is None:
            raise UncoveredError(f"{self.enemy.name} lays no directed damage down that could be paid")
        return None if aim == NONE else possible[aim]

    def _given_up(self, place: Place) -> Place:
        """The standing behind all that the side gives up, and the damage that is left then: less than none where the
        last loss over-pays it.
        """
        way = []
        while place not in self.resolved:
            number, left = place
            at = self.standings[number]
            loss = self._choose(at, left)
            if loss is None:
                self.resolved[place] = place
                break
            way.append(place)
            often = times(loss, left, at.force.units)
            for _ in range(often):
                number = self._without(number, loss)
            place = number, left - loss.points * often
        end = self.resolved[place]
        self.resolved.update(dict.fromkeys(way, end))
        return end

    def _choose(self, at: Standing, left: Fraction) -> Loss | None:
        """What is given up next by the order laid down, None where the stop rule lets the side stop."""
        if left <= 0:
            return None
        reached = bisect_right(at.marks, left)
        if reached not in at.chosen:
            found = to_give_up(left, at.force.units, NOBODY, self.setup.settings, at.behind)
            chosen = self.own.instructions.next_loss(found) if found else None
            if found and chosen is None:
                raise UncoveredError(f"the order of {self.own.name} does not tell what to give up")
            at.chosen[reached] = chosen
        return at.chosen[reached]

    def _without(self, number: int, loss: Loss) -> int:
        """The standing behind one loss."""
        at = self.standings[number]
        if loss not in at.after:
            line = give_up(at.force.units, loss)
            force = replace(at.force, units=line, craft=craft_of(line))
            at.after[loss] = self._number(give_up(at.units, loss), force)
        return at.after[loss]
