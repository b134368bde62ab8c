"""What a deployment will cost: the bill of every unit for the year, by the rules that the year itself is settled by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.fta3.logistics.burn import (
    base_capacity,
    charged_jumps,
    combat_burn,
    limited,
    ordinary_burn,
    relieved_jumps,
    serve,
    yearly_burn,
)
from flagplot.fta3.logistics.deployment import Deployed, Deployment
from flagplot.fta3.logistics.starlanes import StarMap


@dataclass(frozen=True, kw_only=True)
class Bill:
    """What one unit burns in a year.

    ``system`` is where it is charged, ``jumps`` how far that is from the nearest supply point, ``served`` the weight
    that its forward base relieves; ``ordinary`` and ``combat`` make ``total``, in points of supply.
    """

    unit: Deployed
    system: str
    jumps: int
    served: int
    ordinary: int
    combat: int

    @property
    def total(self) -> int:
        """Ordinary and combat burn together."""
        return self.ordinary + self.combat

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The rules that made it."""
        rules = ["supply-limits/yearly", "supply-burn"]
        rules += ["forward-operating-base"] if self.unit.base else []
        rules += ["supply-limits"] if self.unit.relief else []
        rules += ["logistics/combat-burn"] if self.combat else []
        return tuple(Citation("fta3", rule) for rule in rules)


@dataclass(frozen=True)
class Forecast:
    """The bills of a deployment, in the order of its units; ``cost`` in $ where the market rate is known."""

    deployment: Deployment
    bills: tuple[Bill, ...]

    @property
    def total(self) -> int:
        """Points of supply that all units burn."""
        return sum(bill.total for bill in self.bills)

    @property
    def cost(self) -> Fraction | None:
        """What that costs on the market."""
        return None if self.deployment.rate is None else self.total * self.deployment.rate


def forecast(map_: StarMap, deployment: Deployment, faults: Faults, where: str = "the deployment") -> Forecast | None:
    """The bill of every unit; None and a fault for each that no lane joins to any supply point."""
    jumps = map_.jumps_from(map_.supply_points(deployment.polity, deployment.year))
    before = len(faults.found)
    for unit in deployment.units:
        for system in unit.systems:
            if system not in jumps:
                message = f"no lane joins {map_.systems[system].name} to a supply point of {deployment.polity}"
                mend = "The page counts jumps only: give the unit another place, the map a lane, or decide by hand."
                faults.add(
                    "cut-off", f"{where}, {unit.name}", message, mend=mend, citation=Citation("fta3", "supply-burn")
                )
    if len(faults.found) > before:
        return None
    served = served_weights(deployment, jumps)
    return Forecast(deployment, tuple(bill_of(unit, jumps, served[unit.id]) for unit in deployment.units))


def bill_of(unit: Deployed, jumps: Mapping[str, int], served: int) -> Bill:
    """One unit's bill, ``served`` of its weight relieved; ``jumps`` from the nearest supply point by system."""
    burns = {
        system: ordinary_burn(
            unit.weight, served, jumps[system], relieved_jumps(jumps[system], at_base=system == unit.base)
        )
        for system in unit.systems
    }
    most = yearly_burn(burns.values())
    system = next((system for system, burn in burns.items() if burn == most), "")
    return Bill(
        unit=unit,
        system=system,
        jumps=jumps.get(system, 0),
        served=served,
        ordinary=limited(most, unit.relief),
        combat=combat_burn(unit.weight, unit.battles),
    )


def served_weights(deployment: Deployment, jumps: Mapping[str, int]) -> dict[str, int]:
    """How much of each unit's weight its forward base serves, ``jumps`` being those from the nearest supply point."""
    return shared_weights(deployment.units, {unit.id: saving(unit, jumps) for unit in deployment.units})


def shared_weights(units: Iterable[Deployed], savings: Mapping[str, Fraction]) -> dict[str, int]:
    """The same by what each unit saves, by its id: those first to whom a base saves most, then by id."""
    by_base = defaultdict(list)
    for unit in units:
        by_base[unit.base].append(unit)
    found = dict.fromkeys((unit.id for unit in by_base.pop("", [])), 0)
    for based in by_base.values():
        based.sort(key=lambda unit: (-savings[unit.id], unit.id))
        weights = serve([unit.weight for unit in based], base_capacity())
        found |= {unit.id: weight for unit, weight in zip(based, weights, strict=True)}
    return found


def saving(unit: Deployed, jumps: Mapping[str, int]) -> Fraction:
    """What its base takes off each point of a unit's weight in a year."""
    farthest = max((charged_jumps(jumps[system]) for system in unit.systems), default=0)
    left = max(
        (relieved_jumps(jumps[system], at_base=system == unit.base) for system in unit.systems), default=Fraction(0)
    )
    return farthest - left
