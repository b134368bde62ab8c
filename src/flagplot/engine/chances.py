"""Exact chances: outcomes with whole numbers as weights, chained step by step, each outcome kept once.

Weights are integers over one total, so that nothing is rounded and no fraction is reduced on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import Generic, Protocol, TypeVar

Key = TypeVar("Key", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
New = TypeVar("New", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)

MOST_STATES = 1_000_000
"""How many outcomes may be kept side by side before a battle counts as too large to be reckoned exactly."""


class TooManyStatesError(Exception):
    """A battle with more outcomes than can be kept side by side: it has to be sampled."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most} states side by side: too many for exact chances, sampling is needed")


@dataclass(frozen=True)
class Chances(Generic[Key]):
    """Outcomes with their weights; the chance of one is its weight over ``total``, and the weights add up to it."""

    weights: Mapping[Key, int]
    total: int

    def of(self, key: Key) -> Fraction:
        """The chance of one outcome."""
        return Fraction(self.weights.get(key, 0), self.total)

    def where(self, holds: Callable[[Key], bool]) -> Fraction:
        """The chance of all outcomes for which something holds."""
        return Fraction(sum(weight for key, weight in self.weights.items() if holds(key)), self.total)

    def mean(self, number: Callable[[Key], int]) -> Fraction:
        """The mean of a number over the outcomes."""
        return Fraction(sum(weight * number(key) for key, weight in self.weights.items()), self.total)

    def map(self, change: Callable[[Key], Other]) -> Chances[Other]:
        """The chances of what a function makes of the outcomes."""
        found: dict[Other, int] = {}
        for key, weight in self.weights.items():
            new = change(key)
            found[new] = found.get(new, 0) + weight
        return Chances(found, self.total)

    def along(self, other: Chances[Other], join: Callable[[Key, Other], New], most: int = MOST_STATES) -> Chances[New]:
        """The chances of this and of something that does not depend on it, joined by a function."""
        found: dict[New, int] = {}
        for key, weight in self.weights.items():
            for second, share in other.weights.items():
                new = join(key, second)
                found[new] = found.get(new, 0) + weight * share
            if len(found) > most:
                raise TooManyStatesError(most)
        return Chances(found, self.total * other.total)

    def then(self, step: Callable[[Key], Chances[Other]], most: int = MOST_STATES) -> Chances[Other]:
        """The chances after a further step from every outcome; raises ``TooManyStatesError`` beyond ``most``."""
        found: dict[Other, int] = {}
        common = 1
        for before, weight in self.weights.items():
            after = step(before)
            if common % after.total:
                # A new denominator: what was found so far is brought to it. There are few different ones.
                whole = lcm(common, after.total)
                found = {key: share * (whole // common) for key, share in found.items()}
                common = whole
            scaled = weight * (common // after.total)
            for key, share in after.weights.items():
                found[key] = found.get(key, 0) + scaled * share
            if len(found) > most:
                raise TooManyStatesError(most)
        return Chances(found, self.total * common)


class Reckoned(Protocol[Outcome]):
    """A battle whose end, or the end of one of its steps, may be small enough for exact chances."""

    def distribution(self, *, most: int = MOST_STATES) -> Chances[Outcome]:
        """The exact chances of its outcomes; raises ``TooManyStatesError`` where it has to be sampled."""


def certain(key: Key) -> Chances[Key]:
    """One outcome, without any doubt."""
    return Chances({key: 1}, 1)


def mixed(parts: Iterable[tuple[int, Chances[Key]]], total: int) -> Chances[Key]:
    """Several chances, each with a weight; the weights add up to ``total``."""
    listed = list(parts)
    common = lcm(*{chances.total for _, chances in listed})
    found: dict[Key, int] = {}
    for weight, chances in listed:
        scaled = weight * (common // chances.total)
        for key, share in chances.weights.items():
            found[key] = found.get(key, 0) + scaled * share
    return Chances(found, total * common)


def successes(n: int, reached: int, sides: int) -> Chances[int]:
    """How many of ``n`` dice succeed, of whose ``sides`` faces ``reached`` do."""
    weights = {k: comb(n, k) * reached**k * (sides - reached) ** (n - k) for k in range(n + 1)}
    return Chances({k: weight for k, weight in weights.items() if weight}, sides**n)


def thirds(n: int, shares: tuple[int, int, int]) -> Chances[tuple[int, int]]:
    """How many of ``n`` go the second and the third way, by the weights of the three ways for each."""
    first, second, third = ([share**k for k in range(n + 1)] for share in shares)
    found = {}
    ways = 1  # n over b
    for b in range(n + 1 if shares[1] else 1):
        left = n - b
        coefficient = ways  # times left over c
        for c in range(left + 1 if shares[2] else 1):
            weight = coefficient * first[left - c] * second[b] * third[c]
            if weight:
                found[b, c] = weight
            coefficient = coefficient * (left - c) // (c + 1)
        ways = ways * left // (b + 1)
    return Chances(found, sum(shares) ** n)
