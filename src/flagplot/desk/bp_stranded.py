"""Stranded patrol ships in ten seconds: one check, and the odds of a craft of a campaign along each legal route."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.stranded.run import stranded_allowance
from flagplot.border_patrol.stranded.survival import Crew, check_modifiers, check_total, perishes, survival_chance
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.citation import Citation
from flagplot.core.report import Column, Fields, Report, Section, Table, Text
from flagplot.core.rounding import decimal

SHOWN, MOST = 40, 2000
"""Routes that are listed, and that are compared for the list: their number grows quickly with the distance."""

CHECK, RUN = Citation("bp", "V12.14"), Citation("bp", "V12.12")


@dataclass(frozen=True, kw_only=True)
class Check:
    """One check of a patrol ship in a terrain, and the chance of several in a row."""

    crew: Crew
    terrain: Terrain
    checks: int

    @property
    def chance(self) -> Fraction:
        """The chance to live through all of them."""
        return survival_chance(self.crew, self.terrain) ** self.checks

    def report(self) -> Report:
        """For people: what is added, the verdict of each face, the chance and the allowance."""
        modifiers = check_modifiers(self.crew, self.terrain)
        rows = []
        for face in range(1, 7):
            total = check_total(face, modifiers)
            rows.append((str(face), str(total), "dead" if perishes(total) else "lives"))
        added = ", ".join(f"{each.value:+d} {each.name}" for each in modifiers)
        one = survival_chance(self.crew, self.terrain)
        pairs = [("added to the die", added), ("lives with chance", told(one))]
        if self.checks > 1:
            pairs.append((f"through {self.checks} checks", told(self.chance)))
        pairs.append(("allowance", f"{stranded_allowance(crippled=self.crew.crippled)} a Turn, out of supply"))
        heads = (Column("die", "right"), Column("total", "right"), Column("crew"))
        rules = (CHECK, RUN, Citation("bp", "V12.15"))
        table = Table("3 or more is death", heads, tuple(rows), rules)
        return Report(f"{self.crew.kind} in {self.terrain}", (Fields(tuple(pairs)), table))

    def as_dict(self) -> dict[str, Any]:
        """The check as JSON takes it."""
        modifiers = check_modifiers(self.crew, self.terrain)
        return {
            "kind": self.crew.kind.value,
            "terrain": self.terrain.value,
            "modifiers": {each.name: each.value for each in modifiers},
            "totals": [check_total(face, modifiers) for face in range(1, 7)],
            "checks": self.checks,
            "chance": str(self.chance),
            "boma": stranded_allowance(crippled=self.crew.crippled),
        }


def check(*, kind: Kind, ace: bool, crippled: bool, terrain: Terrain, checks: int) -> Check:
    """The question as a value."""
    return Check(crew=Crew(kind, ace, crippled), terrain=terrain, checks=checks)


def odds(folder: Path, craft: str) -> tuple[Report, dict[str, Any]]:
    """The chance of a stranded patrol ship of a campaign to reach each goal, route by route, best first; exact.

    Raises ``Refused`` for a craft that there is not, or that is no patrol ship on its own.
    """
    from flagplot.border_patrol.campaign.asking import standing
    from flagplot.border_patrol.stranded.routes import all_routes, best_routes
    from flagplot.desk.campaign import opened

    game, settings = opened(folder)
    asked = standing(game.world, settings, craft)
    best = best_routes(asked.chart, asked.craft.crew, asked.craft.hex, asked.goals, asked.now)
    every = all_routes(asked.chart, asked.craft.crew, asked.craft.hex, asked.goals, asked.now)
    routes = list(islice(every, MOST))
    more = next(every, None) is not None
    routes.sort(key=lambda route: (-route.chance, route.goal, route.hexes))
    rows = tuple(
        (
            each.goal.id,
            " ".join(each.hexes),
            ", ".join(f"{leg.terrain} {leg.chance}" for leg in each.legs) or "none",
            str(each.legs[-1].when) if each.legs else "there",
            told(each.chance),
        )
        for each in routes[:SHOWN]
    )
    heads = tuple(map(Column, ("goal", "hexes", "checks", "arrives", "chance")))
    parts: list[Any] = [Table("", heads, rows, (RUN, CHECK))] if rows else [Text("There is nothing to run for.")]
    if more:
        parts.append(Text(f"There are more legal routes than the {MOST} compared here; the best of all stand below."))
    elif len(routes) > SHOWN:
        parts.append(Text(f"{len(routes) - SHOWN} further legal routes are no better than the last of these."))
    if best:
        lines = (f"{each.goal.id} in {each.goal.hex}: {told(each.chance)} by {' '.join(each.hexes)}" for each in best)
        parts.append(Section("Best", tuple(Text(line) for line in lines)))
    title = f"{craft} in {asked.craft.hex}, {asked.now}"
    values = {
        "craft": craft,
        "hex": asked.craft.hex,
        "routes": None if more else len(routes),
        "best": [{"goal": each.goal.id, "hexes": list(each.hexes), "chance": str(each.chance)} for each in best],
    }
    return Report(title, tuple(parts)), values


def told(chance: Fraction) -> str:
    """A chance as a fraction and in percent."""
    return f"{chance} ({decimal(chance * 100, 1)} %)"
