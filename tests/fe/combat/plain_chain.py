"""The chain of a battle in its plainest form: every state as it is, every round reckoned anew, nothing kept.

What stands in ``flagplot.fe.combat.chances`` must come to the same ends with the same chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count

from flagplot.fe.combat.allocation import (
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
from flagplot.fe.combat.chances import Remainder
from flagplot.fe.combat.chances.fire import row_of, variables, volley
from flagplot.fe.combat.chances.muster import muster
from flagplot.fe.combat.directed import affordable, directed_attacks
from flagplot.fe.combat.force import ship_equivalents, standing
from flagplot.fe.combat.places import behind
from flagplot.fe.combat.potential import ew_shift

End = tuple[int, tuple[object, ...], tuple[object, ...], bool, bool]
"""The round, the keys of what is left on both sides, who retreats."""

Pair = tuple[Remainder, Remainder]


def resolved(state: Remainder, damage: int, side: int, round_: int, setup: Setup) -> Remainder:
    """What a side has left of a state once so much damage is scored on it in a round."""
    own, enemy = setup.sides[side].instructions, setup.sides[1 - side].instructions
    units, force, _ = muster(setup, side, state.units, first=round_ == 1)
    left, carried = less_minus(damage, state.carried)

    def take(loss: Loss) -> None:
        nonlocal units, force
        line = give_up(force.units, loss)
        units, force = give_up(units, loss), replace(force, units=line, craft=craft_of(line))

    if left > 0:
        attacks = directed_attacks(force, frozenset(), setup.options, setup.settings, mauler=False)
        possible = affordable(attacks, left)
        aim = enemy.aim(possible)
        assert aim is not None
        if aim != NONE:
            left -= possible[aim].price
            for loss in directed_losses(possible[aim], force.units):
                take(loss)
    left, carried = with_plus(left, carried)
    hidden = behind(force, setup.options)
    while found := to_give_up(left, force.units, frozenset(), setup.settings, hidden):
        chosen = own.next_loss(found)
        assert chosen is not None
        often = times(chosen, left, force.units)
        left -= chosen.points * often
        for _ in range(often):
            take(chosen)
    return Remainder(units, carry_over(left, carried, force.units))


def fallen(pair: Pair, round_: int, variable: int, setup: Setup) -> Iterator[tuple[int, int, int]]:
    """The damage on both sides, and in how many of the 36 ways of two dice it falls so."""
    rows = row_of(setup, round_, variable)
    (potential_a, ew_a), (potential_b, ew_b) = (
        muster(setup, side, left.units, first=round_ == 1).shown for side, left in enumerate(pair)
    )
    for on_defender, some in volley(potential_a, rows[0], ew_shift(ew_a, ew_b, setup.settings), setup).items():
        for on_attacker, others in volley(potential_b, rows[1], ew_shift(ew_b, ew_a, setup.settings), setup).items():
            yield on_attacker, on_defender, some * others


def leaves(left: Remainder, side: int, round_: int, setup: Setup) -> bool:
    """Whether a side retreats behind a round."""
    if all(map(standing, left.units)):
        return False
    given, first = setup.sides[side].instructions, ship_equivalents(setup.sides[side].units)
    return bool(given.retreats(round_, ship_equivalents(left.units), first))


def plain_chances(setup: Setup) -> dict[End, Fraction]:
    """Every end of a battle that does not last long, with its chance."""
    faces, ends = variables(setup), Counter[End]()
    total = sum(faces.values())
    each_round = setup.settings.variable_each_round
    beginning = (Remainder(setup.sides[0].units), Remainder(setup.sides[1].units))
    for start, weight in [(0, total)] if each_round else faces.items():
        cases = faces if each_round else {start: 1}
        alive = [(beginning, Fraction(weight, total))]
        for round_ in count(1):
            alive = _fight_on(alive, cases, round_, setup, ends)
            if not alive:
                break
    return dict(ends)


def _fight_on(
    alive: Iterable[tuple[Pair, Fraction]], cases: Mapping[int, int], round_: int, setup: Setup, ends: Counter[End]
) -> list[tuple[Pair, Fraction]]:
    """The pairs that fight on behind a round; the others are added to the ends."""
    pairs: dict[tuple[object, object], Pair] = {}
    chances = Counter[tuple[object, object]]()
    for pair, chance in alive:
        for variable, weight in cases.items():
            for on_attacker, on_defender, ways in fallen(pair, round_, variable, setup):
                first, second = [
                    resolved(pair[side], damage, side, round_, setup)
                    for side, damage in enumerate((on_attacker, on_defender))
                ]
                key = (first.key, second.key)
                pairs[key] = (first, second)
                chances[key] += chance * Fraction(weight * ways, 36 * sum(cases.values()))  # type: ignore[assignment]
    on = []
    for (key_a, key_b), left in pairs.items():
        both = bool(left[0].units and left[1].units)
        goes = [both and leaves(each, side, round_, setup) for side, each in enumerate(left)]
        chance = Fraction(chances[key_a, key_b])
        if both and not any(goes):
            on.append((left, chance))
        else:
            ends[round_, key_a, key_b, goes[0], goes[1]] += chance  # type: ignore[index, assignment]
    return on
