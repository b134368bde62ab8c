"""Border Patrol's tables for the wall, computed by the functions that decide, by the readings of a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flagplot.border_patrol.carriers.stores import EIGHTHS, boxes, rate
from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.crew_chief.benefits import extra_actions, usable_halves
from flagplot.border_patrol.crew_chief.card import Card, Unit, card_of
from flagplot.border_patrol.crew_chief.chief import LEAST_RATING, MOST_RATING, Quality
from flagplot.border_patrol.options import Options, catalogue, options
from flagplot.border_patrol.orions.share import coalition_cap
from flagplot.border_patrol.stranded.survival import Crew, survival_chance
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.citation import Citation
from flagplot.core.report import Column, Report, Section, Table
from flagplot.desk.answer import departures

RATINGS = range(LEAST_RATING, MOST_RATING + 1)
CREWS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 18, 24, 30, 36)
"""Deck crews that a row of the table of extra actions stands for."""
FIGHTERS = 40
"""How many fighters the table of the Coalition's share goes to."""
PHASES = 12
TERRAINS = (Terrain.EMPTY_SPACE, Terrain.RINGED_GIANT, Terrain.OTHER)


def wall(readings: Mapping[str, str] | None = None) -> Report:
    """The tables of checks, stores, crew chief and pirates; raises ``Refused`` for an unknown reading."""
    chosen = options(readings)
    sections = (
        Section("Stranded patrol ships", (_checks(),)),
        Section("Stores out of supply", (_rates(chosen), _lasting())),
        Section("Crew chief", (_benefits(chosen), _extra())),
        Section("Orion Pirates", (_shares(),)),
    )
    return Report("Border Patrol: tables for the wall", sections, departures(readings, catalogue()))


def _checks() -> Table:
    """The chance of every crew to live through a check, by terrain."""
    rows = []
    for kind in (Kind.PF, Kind.INTERCEPTOR):
        for crippled in (False, True):
            for ace in (False, True):
                name = " ".join([kind.value, *["crippled"] * crippled, *["ace"] * ace])
                crew = Crew(kind=kind, ace=ace, crippled=crippled)
                rows.append((name, *(_sixths(survival_chance(crew, terrain) * 6) for terrain in TERRAINS)))
    heads = ("empty space", "ringed gas giant", "any other")
    columns = (Column("Ship"), *(Column(head, "right") for head in heads))
    return Table("Chance to live through a life-support check", columns, tuple(rows), (Citation("bp", "V12.14"),))


def _rates(chosen: Options) -> Table:
    """What each kind of craft uses in a movement phase."""
    rows = tuple((kind.value, boxes(rate(kind, chosen))) for kind in Kind)
    columns = (Column("Craft"), Column("Boxes a phase", "right"))
    return Table("What craft use", columns, rows, (Citation("bp", "V12.35"),))


def _lasting() -> Table:
    """Boxes that so many craft use in some phases, for fighters; twice and four times that for heavy ones and PFs."""
    phases = range(1, PHASES + 1)
    rows = tuple((str(craft), *(boxes(craft * n) for n in phases)) for craft in (1, 4, 6, 8, 9, 10, 12, 18, 24))
    columns = (Column("Fighters", "right"), *(Column(str(n), "right") for n in phases))
    caption = f"Boxes for so many phases (a heavy fighter counts as 2 fighters, a PF as {EIGHTHS // 2})"
    return Table(caption, columns, rows, (Citation("bp", "V12.35"),))


def _benefits(chosen: Options) -> Table:
    """Every benefit of a chief but the extra actions, by rating."""
    rows = []
    for rating in RATINGS:
        normal, poor = _card(rating, Quality.NORMAL, chosen), _card(rating, Quality.POOR, chosen)
        rows.append(
            (
                str(rating),
                str(normal.packs.of_each),
                str(normal.spare_shuttles),
                str(poor.made_available),
                _sixths(normal.ready * 6),
                str(normal.ejection),
                str(_card(rating, Quality.OUTSTANDING, chosen).ejection),
                str(normal.conversions),
                "yes" if _card(rating, Quality.NORMAL, chosen, alive=0).acts_as_crew else "no",
            )
        )
    heads = ("Packs, pods", "Shuttles", "Poor: available", "Ready", "Eject", "Outstanding", "Convert", "Works")
    columns = (Column("Rating", "right"), *(Column(head, "right") for head in heads))
    rules = tuple(Citation("bp", f"V12.{number}") for number in range(45, 50))
    caption = "By rating; with a poor crew only what is said to be (and he works)"
    return Table(caption, columns, tuple(rows), rules)


def _extra() -> Table:
    """Extra actions by deck crews and rating, and what the crews can take."""
    rows = tuple(
        (
            str(crews),
            *(str(extra_actions(rating, crews, Quality.NORMAL)) for rating in RATINGS),
            f"{usable_halves(crews, crews)}/2",
        )
        for crews in CREWS
    )
    columns = (Column("Crews", "right"), *(Column(str(n), "right") for n in RATINGS), Column("At most", "right"))
    caption = "Extra deck crew actions by rating; half of them, rounded down, with a poor crew"
    return Table(caption, columns, rows, (Citation("bp", "V12.44"),))


def _shares() -> Table:
    """The most Coalition fighters among so many, in rows of equal limits."""
    spans: dict[int, list[int]] = {}
    for total in range(1, FIGHTERS + 1):
        spans.setdefault(coalition_cap(total), []).append(total)
    rows = tuple(
        (f"{totals[0]} to {totals[-1]}" if len(totals) > 1 else str(totals[0]), str(most))
        for most, totals in spans.items()
    )
    columns = (Column("Fighters deployed", "right"), Column("Of Coalition make", "right"))
    return Table("The Coalition's share", columns, rows, (Citation("bp", "V12.54"),))


def _card(rating: int, quality: Quality, chosen: Options, alive: int = 12) -> Card:
    return card_of(Unit(id="", rating=rating, quality=quality, crews=12, alive=alive), chosen)


def _sixths(count: Fraction) -> str:
    return f"{count}/6"
