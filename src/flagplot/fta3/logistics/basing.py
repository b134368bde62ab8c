"""The cheapest basing of a deployment: which new base would save more than it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flagplot.engine.names import fold
from flagplot.fta3.logistics.bases import Price, price
from flagplot.fta3.logistics.burn import base_capacity
from flagplot.fta3.logistics.deployment import Deployed, Deployment
from flagplot.fta3.logistics.forecast import bill_of, saving, served_weights
from flagplot.fta3.logistics.starlanes import BaseKind, Outpost, StarMap, is_supply_point


@dataclass(frozen=True, kw_only=True)
class Basing:
    """One new base, finished before the deployment's year: what it costs, and what the deployment burns with it.

    ``units`` are the ids of those that a forward base would serve.
    """

    system: str
    kind: BaseKind
    price: Price
    burn: int
    units: tuple[str, ...] = ()

    def cost(self, rate: Fraction) -> Fraction:
        """Money for base and supply together, at a market rate."""
        return self.price.money + self.burn * rate


def basings(map_: StarMap, deployment: Deployment) -> Iterator[Basing]:
    """Every base that the polity could have built or raised for the deployment, one at a time, with what would burn.

    All units are joined to a supply point. A forward base serves whoever it saves most, up to its capacity.
    """
    ways = {system: map_.jumps_from([system]) for unit in deployment.units for system in unit.systems}
    jumps = map_.jumps_from(map_.supply_points(deployment.polity, deployment.year))
    served = served_weights(deployment, jumps)
    plain = {unit.id: bill_of(unit, jumps, served[unit.id]).total for unit in deployment.units}
    total = sum(plain.values())
    for id_, system in map_.systems.items():
        if is_supply_point(system, deployment.polity, deployment.year):
            continue
        standing = system.base
        if standing is not None and fold(standing.owner) != fold(deployment.polity):
            continue
        for kind in BaseKind:
            cost = price(kind, standing.kind if standing else None)
            if cost is None:
                continue
            if kind is BaseKind.SUPPLY:
                nearer = {place: min(jumps[place], way.get(id_, jumps[place])) for place, way in ways.items()}
                weights = served_weights(deployment, nearer)
                burn = sum(bill_of(unit, nearer, weights[unit.id]).total for unit in deployment.units)
                yield Basing(system=id_, kind=kind, price=cost, burn=burn)
            else:
                moved = _served_from(id_, deployment.units, jumps, plain)
                burn = total - sum(plain[unit] - bill for unit, bill in moved.items())
                yield Basing(system=id_, kind=kind, price=cost, burn=burn, units=tuple(moved))


def cheapest(map_: StarMap, deployment: Deployment, rate: Fraction, years: int = 1) -> Basing | None:
    """The base that makes the deployment cheapest over so many like years; None where none pays."""
    jumps = map_.jumps_from(map_.supply_points(deployment.polity, deployment.year))
    served = served_weights(deployment, jumps)
    now = sum(bill_of(unit, jumps, served[unit.id]).total for unit in deployment.units) * rate * years
    best = min(
        basings(map_, deployment),
        key=lambda each: (each.cost(rate * years), each.price.tokens, each.system),
        default=None,
    )
    return best if best is not None and best.cost(rate * years) < now else None


def with_base(map_: StarMap, deployment: Deployment, basing: Basing) -> tuple[StarMap, Deployment]:
    """Map and deployment as they would be with the base standing and its units served by it."""
    system = map_.systems[basing.system]
    base = Outpost(kind=basing.kind, owner=deployment.polity)
    systems = {**map_.systems, system.id: replace(system, base=base)}
    units = tuple(replace(unit, base=basing.system) if unit.id in basing.units else unit for unit in deployment.units)
    return replace(map_, systems=systems), replace(deployment, units=units)


def _served_from(
    base: str, units: tuple[Deployed, ...], jumps: Mapping[str, int], plain: Mapping[str, int]
) -> dict[str, int]:
    """The bills of the units that a new forward base would serve; none that another base serves already, better."""
    left = base_capacity()
    moved = {}
    based = [replace(unit, base=base) for unit in units if not unit.base]
    for unit in sorted(based, key=lambda unit: (-saving(unit, jumps), unit.id)):
        if not left or saving(unit, jumps) <= 0:
            break
        weight = min(unit.weight, left)
        bill = bill_of(unit, jumps, weight).total
        if bill < plain[unit.id]:
            moved[unit.id] = bill
            left -= weight
    return moved
