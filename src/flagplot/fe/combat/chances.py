"""Exact odds of a battle by instructions: one round as a joint distribution, and the whole battle as a chain of rounds.

The chain holds what a side has left, in fixed order of casualties, with points carried on; each step asks the rule
functions that the battle itself asks. What it cannot hold is told by ``uncovered``, and has to be sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from flagplot.core.refusal import Faults
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
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Entrant, Setup
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.charts import damage as tables
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST, fighting_retreat_rows, variable_intensity
from flagplot.fe.combat.directed import affordable, directed_attacks
from flagplot.fe.combat.force import (
    BattleForce,
    Combatant,
    command_limit,
    eligible_flagships,
    is_small_scale,
    ship_equivalents,
    with_fielded_craft,
)
from flagplot.fe.combat.leaving import may_withdraw
from flagplot.fe.combat.potential import base_settings, combat_potential, ew_shift, scout_points
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_at_base

Units: TypeAlias = tuple[Combatant, ...]
FACES = range(1, 7)
MOST_ROUNDS = 100
NOTHING_CARRIED = Carried()


class UncoveredError(Exception):
    """A battle came to a place that the chain does not hold; it says which."""


@dataclass(frozen=True)
class Remainder:
    """What a side has left at the end of a round, and what it carries on."""

    units: Units
    carried: Carried = NOTHING_CARRIED

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for remainders that fight alike."""
        told = ((each.id, each.unit.crippled, each.unit.sids, *sorted(each.craft.items())) for each in self.units)
        return (*told, self.carried.minus, self.carried.plus)


class Ends(NamedTuple):
    """How a battle ends: behind which round, who is left on either side, and who retreats (empty: nobody)."""

    round: int
    left: tuple[Remainder, Remainder]
    retreats: tuple[bool, bool]


class Odds(NamedTuple):
    """Every end of a battle with its exact chance; ``method`` says how they were found."""

    ends: tuple[tuple[Ends, Fraction], ...]
    method: str = "exact"

    def chance(self, side: int, unit: str, fate: str) -> Fraction:
        """The chance that a unit of a side ends ``destroyed``, ``crippled`` (and alive) or ``whole``."""
        return sum((chance for end, chance in self.ends if fate_of(end.left[side], unit) == fate), Fraction(0))

    def rounds(self) -> Mapping[int, Fraction]:
        """How long the battle lasts."""
        found: dict[int, Fraction] = {}
        for end, chance in self.ends:
            found[end.round] = found.get(end.round, Fraction(0)) + chance
        return found


def fate_of(left: Remainder, unit: str) -> str:
    """What became of a unit."""
    found = next((each for each in left.units if each.id == unit), None)
    return "destroyed" if found is None else "crippled" if found.unit.crippled else "whole"


def uncovered(setup: Setup) -> tuple[str, ...]:
    """What of a battle the chain does not hold; none where it is exact."""
    reasons = []
    attacker, defender = setup.sides
    if setup.entries or setup.present:
        reasons.append("entries by hand")
    first, second = (ship_equivalents(entrant.units) for entrant in setup.sides)
    if is_small_scale(first, second, setup.settings):
        reasons.append("small-scale combat")
    if setup.settings.fixed_intensity is not None or setup.settings.may_raise:
        reasons.append("settings that fix or raise intensities (304.4, 304.5)")
    for entrant in setup.sides:
        given = entrant.instructions
        if any(each.unit.type.mauler for each in entrant.units):
            reasons.append(f"maulers of {entrant.name}, whose shock is entered")
        if not given.intensity or not given.losses or not given.directed:
            reasons.append(f"{entrant.name} lays no intensities, losses or directed damage down")
        if entrant is defender and given.withdraw != () and any(may_withdraw(each) for each in entrant.units):
            reasons.append(f"{entrant.name} does not say that nobody withdraws before combat")
        if any(each.unit.type.cloak for each in entrant.units):
            reasons.append(f"cloaks of {entrant.name}")
        if given.pursue is not False:
            reasons.append(f"a pursuit by {entrant.name}")
        if given.retreat_after is None and given.retreat_below is None:
            reasons.append(f"{entrant.name} lays no retreat down")
        if given.formation or entrant.command_points or given.leave_out:
            reasons.append(f"a formation box, command points or units held back by {entrant.name}")
        if given.places or entrant.battle_groups or any(each.is_squadron for each in entrant.units):
            reasons.append(f"units of {entrant.name} outside the command, battle groups or independent squadrons")
        if entrant.admirals or entrant.generals or entrant.prime_teams:
            reasons.append(f"officers or Prime Teams of {entrant.name}")
        if any(each.unit.type.is_base for each in entrant.units) and given.ew is None:
            reasons.append(f"{entrant.name} lays no electronic warfare of its base down")
    if any(each.unit.type.category is Category.SPECIAL_ATTACK_FORCE for each in attacker.units):
        reasons.append("special attack forces")
    if any(each.unit.type.stasis for entrant in setup.sides for each in entrant.units):
        reasons.append("stasis fields")
    like = [each.unit.type for entrant in setup.sides for each in entrant.units if not each.unit.type.is_base]
    if any(is_at_base(type_.category) for type_ in like) or any(entrant.tugs_at_work for entrant in setup.sides):
        reasons.append("planets and other units that are treated as bases")
    if any(each.unit.type.is_base for each in attacker.units):
        reasons.append("a base that attacks")
    if any(each.unit.type.is_base for each in defender.units):
        mobile = [each for each in defender.units if not each.unit.type.is_base]
        if attacker.instructions.stay_at_base is not True:
            reasons.append("an attacker who may leave before combat at a base")
        if mobile and (defender.instructions.accept_approach is not False or attacker.instructions.offer_approach):
            reasons.append("approach battles")
    return tuple(reasons)


class _Side:
    """The states of one side by number, with what each shows the enemy; they are found as the chain reaches them."""

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.states: list[Remainder] = []
        self.numbers: dict[tuple[object, ...], int] = {}
        self.shown: list[tuple[Fraction, int]] = []
        self.paths: dict[tuple[int, int], int] = {}
        self.leaving: dict[tuple[int, int], bool] = {}
        self.add(Remainder(self.entrant.units))

    @property
    def entrant(self) -> Entrant:
        return self.setup.sides[self.side]

    @cached_property
    def first(self) -> Fraction:
        return ship_equivalents(self.entrant.units)

    def add(self, state: Remainder) -> int:
        """The number of a state, found already or not."""
        number = self.numbers.setdefault(state.key, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self.shown.append(self._shows(state.units) if state.units else (Fraction(0), 0))
        return number

    def after(self, number: int, damage: int) -> int:
        """The state behind a round in which so much damage was scored."""
        path = (number, damage)
        if path not in self.paths:
            enemy = self.setup.sides[1 - self.side]
            self.paths[path] = self.add(resolved(self.states[number], damage, self.entrant, enemy, self.setup))
        return self.paths[path]

    def leaves(self, number: int, round_: int) -> bool:
        """Whether the side retreats behind a round."""
        if (number, round_) not in self.leaving:
            self.leaving[number, round_] = self._leaves(number, round_)
        return self.leaving[number, round_]

    def _leaves(self, number: int, round_: int) -> bool:
        units = self.states[number].units
        if all(each.unit.type.is_base for each in units):
            return False
        leaves = bool(self.entrant.instructions.retreats(round_, ship_equivalents(units), self.first))
        if leaves and any(each.unit.type.is_base for each in units):
            raise UncoveredError(f"{self.entrant.name} leaves a base behind")
        return leaves

    def _shows(self, units: Units) -> tuple[Fraction, int]:
        """Combat potential and electronic warfare of all units there, who must fit under their flagship."""
        leader = eligible_flagships([each.unit for each in units])[0]
        if sum(not each.unit.type.is_base for each in units) > command_limit(leader.type.command):
            raise UncoveredError(f"{self.entrant.name} has more units than {leader.id} leads")
        line = with_fielded_craft(units, self.entrant.instructions.craft_first)
        ew = {}
        for each in line:
            known = base_settings(each, self.setup.options) if each.unit.type.is_base else {}
            if known:
                ew[each.id] = self.entrant.instructions.ew_of(known) or 0
        force = BattleForce(flagship=leader.id, units=line, craft=craft_of(line))
        faults = Faults()
        potential = combat_potential(force, ew, self.setup.options, self.setup.settings, leader.id, faults)
        faults.settle()
        entered = self.entrant.warfare
        crippled = {each.id: each.unit.crippled for each in line if each.id in entered}
        scouts = sum(scout_points(entered[id_], self.setup.options, crippled=hit) for id_, hit in crippled.items())
        return potential, sum(ew.values()) + scouts


def resolved(state: Remainder, damage: int, own: Entrant, enemy: Entrant, setup: Setup) -> Remainder:
    """What a side has left of a state once so much damage is scored on it: minus points off, the enemy's directed
    attack by his priorities, plus points on, then losses in the order laid down until the stop rule.
    """
    units, line = state.units, with_fielded_craft(state.units, own.instructions.craft_first)
    left, carried = less_minus(damage, state.carried)

    def take(loss: Loss) -> None:
        nonlocal units, line
        units, line = give_up(units, loss), give_up(line, loss)

    if left > 0:
        force = BattleForce(flagship="", units=line, craft=craft_of(line))
        attacks = directed_attacks(force, frozenset(), setup.options, setup.settings, mauler=False)
        possible = affordable(attacks, left)
        aim = enemy.instructions.aim(possible) if possible else NONE
        if aim is None:
            raise UncoveredError(f"{enemy.name} lays no directed damage down that could be paid")
        if aim != NONE:
            left -= possible[aim].price
            for loss in directed_losses(possible[aim], line):
                take(loss)
    left, carried = with_plus(left, carried)
    if not line:
        return Remainder(units)
    while found := to_give_up(left, line, frozenset(), setup.settings):
        chosen = own.instructions.next_loss(found)
        if chosen is None:
            raise UncoveredError(f"the order of {own.name} does not tell what to give up")
        often = times(chosen, left, line)
        left -= chosen.points * often
        for _ in range(often):
            take(chosen)
    return Remainder(units, carry_over(left, carried, line))


def row_of(setup: Setup, round_: int, variable: int) -> tuple[int, int]:
    """The rows that attacker and defender read in a round."""
    if setup.fighting_retreat is not None:
        rows = fighting_retreat_rows(setup.options)
        return rows if setup.fighting_retreat == ATTACKER else (rows[1], rows[0])
    chosen = [entrant.instructions.intensity_of(round_) or LOWEST for entrant in setup.sides]
    row = sum(max(LOWEST, min(each, HIGHEST)) for each in chosen) + variable
    return row, row


def volley(potential: Fraction, row: int, shift: int, setup: Setup) -> Mapping[int, int]:
    """The damage points that a die may score, and how many of its faces score each."""
    results = (tables.result_of(row, face, shift, setup.options) for face in FACES)
    return Counter(tables.points(potential, tables.percent(each, setup.options), setup.options) for each in results)


def round_chances(setup: Setup) -> Mapping[tuple[int, int], Fraction]:
    """The first round exactly: the chance of each pair of damage, on the attacker and on the defender.

    The two are not independent, since both read the same variable intensity.
    """
    found: dict[tuple[int, int], Fraction] = {}
    chain = _Chain(setup)
    for variable, weight in chain.variables():
        for on_attacker, on_defender, faces in chain.pairs(0, 0, 1, variable):
            pair = (on_attacker, on_defender)
            found[pair] = found.get(pair, Fraction(0)) + weight * Fraction(faces, 36)
    return dict(sorted(found.items()))


class _Chain:
    """Both sides of a battle, and what a round does to a pair of their states."""

    def __init__(self, setup: Setup) -> None:
        reasons = uncovered(setup)
        if reasons:
            raise UncoveredError("; ".join(reasons))
        self.setup = setup
        self.sides = (_Side(setup, ATTACKER), _Side(setup, DEFENDER))
        self.volleys: dict[tuple[Fraction, int, int], Mapping[int, int]] = {}

    def variables(self) -> list[tuple[int, Fraction]]:
        """The variable intensities that may be rolled, with their chances."""
        if self.setup.fighting_retreat is not None:
            return [(0, Fraction(1))]
        return [(variable_intensity(face), Fraction(1, 6)) for face in FACES]

    def pairs(self, a: int, b: int, round_: int, variable: int) -> Iterator[tuple[int, int, int]]:
        """The damage on attacker and defender, and in how many of the 36 ways of two dice it falls so."""
        rows = row_of(self.setup, round_, variable)
        (potential_a, ew_a), (potential_b, ew_b) = self.sides[0].shown[a], self.sides[1].shown[b]
        ours = self.scored(potential_a, rows[0], ew_shift(ew_a, ew_b, self.setup.settings))
        theirs = self.scored(potential_b, rows[1], ew_shift(ew_b, ew_a, self.setup.settings))
        for on_defender, some in ours.items():
            for on_attacker, others in theirs.items():
                yield on_attacker, on_defender, some * others

    def scored(self, potential: Fraction, row: int, shift: int) -> Mapping[int, int]:
        """A volley, reckoned once."""
        key = (potential, row, shift)
        if key not in self.volleys:
            self.volleys[key] = volley(potential, row, shift, self.setup)
        return self.volleys[key]


def battle_chances(setup: Setup) -> Odds:
    """The whole battle exactly; raises ``UncoveredError`` with the reason where the chain does not hold it."""
    chain = _Chain(setup)
    ends: dict[tuple[int, int, int, bool, bool], Fraction] = {}
    each_round = setup.settings.variable_each_round
    for variable, weight in [(0, Fraction(1))] if each_round else chain.variables():
        _follow(chain, None if each_round else variable, weight, ends)
    attacker, defender = chain.sides
    told = tuple(
        (Ends(round_, (attacker.states[a], defender.states[b]), (first, second)), chance)
        for (round_, a, b, first, second), chance in sorted(ends.items())
    )
    return Odds(told)


def _follow(
    chain: _Chain, variable: int | None, weight: Fraction, ends: dict[tuple[int, int, int, bool, bool], Fraction]
) -> None:
    """Follow the chain to its ends with one variable intensity, or (None) a new one in each round.

    Chances are whole numbers over a common denominator, which grows with each round.
    """
    attacker, defender = chain.sides
    alive, whole = {(0, 0): 1}, 1
    for round_ in range(1, MOST_ROUNDS + 1):
        faces = [variable] if variable is not None else [each for each, _ in chain.variables()]
        whole *= 36 * len(faces)
        reached: dict[tuple[int, int], int] = {}
        for (a, b), chance in alive.items():
            for face in faces:
                for on_attacker, on_defender, ways in chain.pairs(a, b, round_, face):
                    pair = (attacker.after(a, on_attacker), defender.after(b, on_defender))
                    reached[pair] = reached.get(pair, 0) + chance * ways
        alive = {}
        for (a, b), chance in reached.items():
            leaves = (False, False)
            if attacker.states[a].units and defender.states[b].units:
                leaves = (attacker.leaves(a, round_), defender.leaves(b, round_))
                if not any(leaves) and round_ < MOST_ROUNDS:
                    alive[a, b] = chance
                    continue
            end = (round_, a, b, *leaves)
            ends[end] = ends.get(end, Fraction(0)) + weight * Fraction(chance, whole)
        if not alive:
            return
