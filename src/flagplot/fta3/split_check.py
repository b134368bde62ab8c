"""A player's own split of the stand-off attacks that come in, held against the rule."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

import numpy as np

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults
from flagplot.core.rounding import decimal
from flagplot.engine.orders import Block
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.standoff import split
from flagplot.fta3.battle.state import Fleet, grid, scratch
from flagplot.fta3.forces import Scenario, Ship, Side
from flagplot.fta3.standing import Standing

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
    n = len(weights)
    ships, _, _, choices, _ = scratch(n, 1, 1, 1, 1)
    fleet = Fleet(**{name: grid(2, n) for name in Fleet._fields})
    fleet = fleet._replace(size=np.array([n, 0], np.int64), weight=np.array([weights, [0] * n], np.int64))
    ships.status[0, :] = k.ACTIVE
    split(fleet, ships, np.array([[0], [total]], np.int64), choices, 0)
    return tuple(int(share) for share in choices.split[0, :, 0])


@carries_out("fta3", "stand-off/split")
def split_faults(weights: tuple[int, ...], shares: tuple[int, ...]) -> dict[int, str]:
    """What is wrong with a split over ships of these weights (heaviest first), by index; nothing is wrong if empty
    (R20).

    Every ship takes at least one attack and is within one of its quota, or, where the minimum of one leaves no room for
    that, within one of the rule's own split. With fewer attacks than ships the heaviest take one each.
    """
    total = sum(shares)
    if total <= len(weights):
        # Ships of one weight may stand in for one another.
        least = sorted(weights, reverse=True)[total - 1] if total else max(weights, default=0) + 1
        found = {}
        for place, (weight, share) in enumerate(zip(weights, shares, strict=True)):
            if share > 1 or (weight > least and share != 1) or (weight < least and share):
                found[place] = "with so few attacks the heaviest ships take one each"
        return found
    quotas = [
        Fraction(total * weight, sum(weights)) if sum(weights) else Fraction(total, len(weights)) for weight in weights
    ]
    fewest = sum(max(1, ceil(quota - 1)) for quota in quotas)
    most = sum(max(1, floor(quota + 1)) for quota in quotas)
    if not fewest <= total <= most:
        quotas = [Fraction(share) for share in rule_split(weights, total)]
    found = {}
    for place, (quota, share) in enumerate(zip(quotas, shares, strict=True)):
        if share < 1:
            found[place] = "every ship takes at least one"
        elif abs(share - quota) > 1 and not (share == 1 and quota < 1):
            found[place] = f"its quota is {decimal(quota, 2)}"
    return found


def check_splits(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """Refuse every split that leaves out or adds attacks or ships, or strays from the quotas."""
    for s, side in enumerate(scenario.sides):
        owners = [owner for owner in side.owners if standings[owner.id].split is not None]
        if owners:
            block = blocks[owners[0].name.casefold()]
            line = next((order.line for order in block.orders if order.verb.text == "split"), block.line)
            _check_split(scenario, s, standings, f"{block.source}, line {line}", faults)


def _check_split(scenario: Scenario, s: int, standings: Mapping[str, Standing], where: str, faults: Faults) -> None:
    side = scenario.sides[s]
    given = {id_: shares for owner in side.owners for id_, shares in (standings[owner.id].split or {}).items()}
    targets = sorted(
        (ship for owner in side.owners for ship in owner.combatants if ship.arrives == 1),
        key=lambda ship: (-ship.hull.weight, ship.hull.code, ship.id),
    )
    coming = incoming(scenario.sides[1 - s])
    labels = scenario.labels()
    weights = tuple(ship.hull.weight for ship in targets)
    nearest_legal = _told(targets, rule_split(weights, sum(coming.values())), labels)
    for id_ in sorted(set(given) - {ship.id for ship in targets}):
        message = (
            f"{labels.get(id_, id_)} takes no stand-off attacks: it is not there in the first round, or no combatant"
        )
        faults.add("no-target", where, message, citation=RULE)
    for damage in sorted({*coming, *(damage for shares in given.values() for damage in shares)}, reverse=True):
        split_up = sum(shares.get(damage, 0) for shares in given.values())
        if split_up != coming.get(damage, 0):
            message = f"{coming.get(damage, 0)} stand-off attacks of {damage} come in, {split_up} are split up"
            gap = f"{abs(coming.get(damage, 0) - split_up)} too {'few' if split_up < coming.get(damage, 0) else 'many'}"
            mend = f"The rule's own split: {nearest_legal}."
            faults.add("split-total", where, message, fault=Fault.INCONSISTENT, gap=gap, mend=mend, citation=RULE)
    shares = tuple(sum(given.get(ship.id, {}).values()) for ship in targets)
    if sum(shares) == sum(coming.values()):
        for place, why in split_faults(weights, shares).items():
            message = f"{labels[targets[place].id]} takes {shares[place]} stand-off attacks, but {why}"
            mend = f"The rule's own split: {nearest_legal}."
            faults.add("split-quota", where, message, mend=mend, citation=RULE)


def _told(ships: list[Ship], shares: tuple[int, ...], labels: Mapping[str, str]) -> str:
    return ", ".join(f"{labels[ship.id]} {share}" for ship, share in zip(ships, shares, strict=True))
