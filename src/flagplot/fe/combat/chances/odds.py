"""How a battle may end, every end with its exact chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from flagplot.fe.combat.chances.ledger import GONE, Ledger
from flagplot.fe.combat.chances.remainder import Remainder, fate_of


class Ends(NamedTuple):
    """How a battle ends: behind which round, who is left on either side, and who retreats (both False: nobody)."""

    round: int
    left: tuple[Remainder, Remainder]
    retreats: tuple[bool, bool]


@dataclass(frozen=True)
class EndsOfRound:
    """The ends behind one round: the states of both sides by number, and the weight of each among ``whole``."""

    attacker: Any
    defender: Any
    weights: Any
    whole: int


@dataclass(frozen=True)
class Odds:
    """Every end of a battle with its exact chance; ``method`` says how they were found.

    They are kept as numbers, by round; ``ends`` writes them out.
    """

    ledgers: tuple[Ledger, Ledger]
    by_round: Mapping[int, Sequence[EndsOfRound]]
    method: str = "exact"

    @cached_property
    def ends(self) -> tuple[tuple[Ends, Fraction], ...]:
        """Every end, in order of rounds, with its chance."""
        return tuple(
            (self._end(round_, a, b), Fraction(weight, whole))
            for round_, parts in sorted(self.by_round.items())
            for (a, b), weight, whole in self._merged(parts)
        )

    @staticmethod
    def _merged(parts: Sequence[EndsOfRound]) -> list[tuple[tuple[int, int], int, int]]:
        """The pairs of states of a round in order, each with its weight, and with the whole."""
        found: dict[tuple[int, int], int] = {}
        for part in parts:
            for a, b, weight in zip(part.attacker.tolist(), part.defender.tolist(), part.weights.tolist(), strict=True):
                found[a, b] = found.get((a, b), 0) + weight
        return [(pair, weight, parts[0].whole) for pair, weight in sorted(found.items())]

    def _end(self, round_: int, a: int, b: int) -> Ends:
        numbers = (a, b)
        both = all(ledger.until[number] != GONE for ledger, number in zip(self.ledgers, numbers, strict=True))
        left = (self.ledgers[0].remainder(a), self.ledgers[1].remainder(b))
        first, second = (
            both and ledger.until[number] <= round_ for ledger, number in zip(self.ledgers, numbers, strict=True)
        )
        return Ends(round_, left, (first, second))

    def chance(self, side: int, unit: str, fate: str) -> Fraction:
        """The chance that a unit of a side ends ``destroyed``, ``crippled`` (and alive) or ``whole``."""
        return self.where(side, lambda left: fate_of(left, unit) == fate)

    def where(self, side: int, holds: Callable[[Remainder], bool]) -> Fraction:
        """The chance that something holds of what a side has left."""
        ledger = self.ledgers[side]
        return sum(
            (chance for number, chance in self.states(side).items() if holds(ledger.remainder(number))), Fraction(0)
        )

    def states(self, side: int) -> Mapping[int, Fraction]:
        """The chance of each state, by number, in which a side may end."""
        return self._states[side]

    @cached_property
    def _states(self) -> tuple[Mapping[int, Fraction], Mapping[int, Fraction]]:
        import numpy as np

        found: tuple[dict[int, Fraction], dict[int, Fraction]] = ({}, {})
        for parts in self.by_round.values():
            for part in parts:
                for states, numbers in zip(found, (part.attacker, part.defender), strict=True):
                    seen, places = np.unique(numbers, return_inverse=True)
                    sums = np.zeros(len(seen), part.weights.dtype)
                    np.add.at(sums, places, part.weights)
                    for number, weight in zip(seen.tolist(), sums.tolist(), strict=True):
                        states[number] = states.get(number, Fraction(0)) + Fraction(weight, part.whole)
        return found

    def rounds(self) -> Mapping[int, Fraction]:
        """How long the battle lasts."""
        return {
            round_: sum((Fraction(int(part.weights.sum()), part.whole) for part in parts), Fraction(0))
            for round_, parts in sorted(self.by_round.items())
        }
