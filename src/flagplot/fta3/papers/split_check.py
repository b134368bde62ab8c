"""A player's own split of the stand-off attacks that come in, held against the rule."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

import numpy as np

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults
from flagplot.core.rounding import decimal
from flagplot.engine.names import fold
from flagplot.engine.operands import place
from flagplot.engine.orders import Block
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.standoff import split
from flagplot.fta3.battle.state import Fleet, grid, scratch
from flagplot.fta3.book.hooks import REGULAR
from flagplot.fta3.papers.forces import Scenario, Ship, Side
from flagplot.fta3.papers.operands import spell_name
from flagplot.fta3.papers.standing import HOLD, Standing, closest

MOST_SPELT = 40
RULE = Citation("fta3", "stand-off/split")


def incoming(side: Side) -> dict[int, int]:
    """The stand-off attacks that a side fires at the start, as counts by damage, the highest first."""
    counts: dict[int, int] = {}
    for owner in side.owners:
        for ship in owner.combatants:
            if ship.arrives == 1 and ship.hull.standoff_attacks:
                damage = ship.hull.standoff_damage
                counts[damage] = counts.get(damage, 0) + ship.hull.standoff_attacks
    return dict(sorted(counts.items(), reverse=True))


def rule_split(weights: tuple[int, ...], total: int) -> tuple[int, ...]:
    """The rule's own split of ``total`` attacks over ships of these weights, which must stand heaviest first."""
    return tuple(sum(shares) for shares in _rule_shares(weights, (total,)))


def _rule_shares(weights: tuple[int, ...], volleys: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The rule's own split of so many attacks of each grade of damage, for each ship, heaviest first."""
    n, grades = len(weights), max(1, len(volleys))
    arrays = scratch(n, 1, 1, grades, 1)
    fleet = Fleet(**{name: grid(2, n) for name in Fleet._fields})
    fleet = fleet._replace(size=np.array([n, 0], np.int64), weight=np.array([weights, [0] * n], np.int64))
    arrays.ships.status[0, :] = k.ACTIVE
    fired = grid(2, grades)
    fired[1, : len(volleys)] = volleys
    split(fleet, arrays.ships, fired, arrays.choices, 0)
    return [tuple(map(int, shares)) for shares in arrays.choices.split[0]]


@carries_out("fta3", "stand-off/split")
def split_faults(weights: tuple[int, ...], shares: tuple[int, ...]) -> dict[int, tuple[str, int, int]]:
    """What is wrong with a split over ships of these weights (heaviest first), by index; nothing is wrong if empty
    (R20).

    Every ship takes at least one attack and is within one of its quota, or, where the minimum of one leaves no room for
    that, within one of the rule's own split. With fewer attacks than ships the heaviest take one each. Where no ship
    has any weight there is no quota. Each fault is a reason with the fewest and the most that the ship may take.
    """
    total = sum(shares)
    found = {}
    if total <= len(weights):
        # Ships of one weight may stand in for one another.
        ordered = sorted(weights, reverse=True)
        least = ordered[total - 1] if total else max(weights, default=0) + 1
        spare = total < len(weights) and total and ordered[total] == least
        for place, (weight, share) in enumerate(zip(weights, shares, strict=True)):
            fewest, most = int(weight > least or (weight == least and not spare)), int(weight >= least)
            if not fewest <= share <= most:
                found[place] = ("with so few attacks the heaviest ships take one each", fewest, most)
        return found
    if not sum(weights):
        return {place: ("every ship takes at least one", 1, total) for place, share in enumerate(shares) if share < 1}
    quotas = [Fraction(total * weight, sum(weights)) for weight in weights]
    what = "its quota is"
    if sum(max(1, ceil(quota - 1)) for quota in quotas) > total:
        quotas, what = [Fraction(share) for share in rule_split(weights, total)], "by the rule it takes"
    for place, (quota, share) in enumerate(zip(quotas, shares, strict=True)):
        fewest, most = max(1, ceil(quota - 1)), floor(quota + 1)
        if not fewest <= share <= most:
            told = decimal(quota, 0 if quota.denominator == 1 else 2)
            found[place] = ("every ship takes at least one" if share < 1 else f"{what} {told}", fewest, most)
    return found


def check_splits(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """Refuse every split that leaves out or adds attacks or ships, or strays from the quotas.

    ``blocks`` are the orders by folded name of the owner.
    """
    for s, side in enumerate(scenario.sides):
        split_by = [owner for owner in side.owners if standings[owner.id].split is not None]
        if split_by:
            places = {owner.id: place(blocks[fold(owner.name)], "split") for owner in split_by}
            _check_split(scenario, s, standings, places, faults)


def _check_split(
    scenario: Scenario, s: int, standings: Mapping[str, Standing], places: Mapping[str, str], faults: Faults
) -> None:
    side, first = scenario.sides[s], next(iter(places.values()))
    given = {id_: shares for owner in side.owners for id_, shares in (standings[owner.id].split or {}).items()}
    owner_of = {ship.id: owner for owner in side.owners for ship in owner.ships}
    there = [ship for owner in side.owners for ship in owner.combatants if ship.arrives == 1]
    targets = sorted(
        (ship for ship in there if not _stays_hidden(ship, standings[owner_of[ship.id].id])),
        key=lambda ship: (-ship.hull.weight, ship.hull.code, ship.id),
    )
    coming = incoming(scenario.sides[1 - s])
    labels = scenario.labels()
    weights = tuple(ship.hull.weight for ship in targets)
    shares = tuple(sum(given.get(ship.id, {}).values()) for ship in targets)
    mend = f"Leave the order out, and the rule splits them{_spelt(side, targets, coming)}."
    for id_ in sorted(set(given) - {ship.id for ship in targets}):
        hidden = any(ship.id == id_ for ship in there)
        why = "is under cloak" if hidden else "is no combatant, or not there in the first round"
        message = f"{labels[id_]} takes no stand-off attacks: it {why}"
        faults.add("no-target", places[owner_of[id_].id], message, mend="Leave it out of the split.", citation=RULE)
    for damage in sorted({*coming, *(damage for each in given.values() for damage in each)}, reverse=True):
        come, given_out = coming.get(damage, 0), sum(each.get(damage, 0) for each in given.values())
        if come != given_out:
            message = f"{come} stand-off attacks of {damage} come in, {given_out} are split up"
            gap = f"{abs(come - given_out)} too {'few' if given_out < come else 'many'}"
            faults.add("split-total", first, message, fault=Fault.INCONSISTENT, gap=gap, mend=mend, citation=RULE)
    if sum(shares) == sum(coming.values()):
        for number, (why, fewest, most) in split_faults(weights, shares).items():
            share, ship = shares[number], targets[number]
            message = f"{labels[ship.id]} takes {share} stand-off attacks, but {why}"
            gap = f"{share - most} too many" if share > most else f"{fewest - share} too few"
            where = places.get(owner_of[ship.id].id, first)
            faults.add("split-quota", where, message, gap=gap, mend=mend, citation=RULE)


@carries_out("fta3", "stand-off/cloaked")
def _stays_hidden(ship: Ship, standing: Standing) -> bool:
    """Whether a ship is under cloak when stand-off attacks come in, as far as its owner knows when he orders (R21): a
    deep cloak stays up, a regular one unless the ship drops it for stand-off attacks of its own.
    """
    if ship.fitted.cloak == REGULAR and ship.hull.standoff_attacks:
        return closest(standing.volleys, ship.hull) == HOLD
    return bool(ship.fitted.cloak)


def _spelt(side: Side, targets: list[Ship], coming: Mapping[int, int]) -> str:
    """The rule's own split as orders, with the highest damage on the heaviest ships; nothing where that is too long."""
    if len(targets) > MOST_SPELT:
        return ""
    rows = _rule_shares(tuple(ship.hull.weight for ship in targets), tuple(coming.values()))
    told = {}
    for ship, row in zip(targets, rows, strict=True):
        shares = [f"{number}x{damage}" for number, damage in zip(row, coming, strict=False) if number]
        if shares:
            told[ship.id] = f"{spell_name(ship.name)} {' '.join(shares)}"
    orders = []
    for owner in side.owners:
        theirs = ", ".join(told[ship.id] for ship in targets if ship in owner.ships and ship.id in told)
        whose = f"{owner.name}: " if len(side.owners) > 1 else ""
        orders += [f"{whose}split {theirs}"] if theirs else []
    return f": {'; '.join(orders)}"
