"""Odds and advice for battles of fleets of From the Ashes 3."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.arenas.fleets import read_book_of, read_fleets
from flagplot.desk.battle import Papers, Verdict
from flagplot.desk.oracle import Player, Stroke
from flagplot.fta3.battle import codes as k
from flagplot.fta3.chances.day import DayRecipe
from flagplot.fta3.chances.standpoint import StandpointRecipe
from flagplot.fta3.duel.table import Duel
from flagplot.fta3.papers import candidates as of_game
from flagplot.fta3.papers import variation as varied
from flagplot.fta3.papers.docket import Docket, reordered
from flagplot.fta3.papers.variation import Variation
from flagplot.fta3.play import engines
from flagplot.fta3.play.outcomes import status_of
from flagplot.fta3.report.luck import luck_of
from flagplot.fta3.ruleset import FTA3, readings_in_space
from flagplot.odds.crew import Crew, cores, threads

RULESET = "fta3"
PRICE = "cost"
BATTLES = 40_000
NEVER_ENDS = "Say in the scenario after how many rounds it is over (rounds = ...), or rule it: ends after N because ..."
BUILDING = "The engine for many battles is being built; until then they are fought more slowly, with the same result."

read_docket = read_fleets


def recipe(docket: Docket, seed: int) -> DayRecipe:
    """A day of battle."""
    return DayRecipe(docket, seed, FTA3.fingerprint)


def recipe_of_duel(docket: Docket, duel: Duel, key: int, seed: int, where: str, faults: Faults) -> StandpointRecipe:
    """The one engagement of a day, from where it stands."""
    if len(duel.prebattle.engagements) > 1:
        message, mend = "the odds of a duel are told for one engagement", "This day has several."
        faults.add("several-engagements", where, message, mend=mend)
    return StandpointRecipe(docket, seed, FTA3.fingerprint, duel.battle.saved if duel.battle else b"")


def saved(recipe: DayRecipe | StandpointRecipe) -> str:
    """Where a battle stands that goes on from its middle."""
    return recipe.saved.hex() if isinstance(recipe, StandpointRecipe) else ""


def readings_told(docket: Docket) -> dict[str, str]:
    """Those of battles in space."""
    bearing = readings_in_space()
    return {id_: option for id_, option in docket.scenario.readings.items() if id_ in bearing}


def crew() -> Crew:
    """Threads: the compiled engine lets them work side by side."""
    return threads(cores())


_building: list[object] = []  # held, as Python complains of a child that is forgotten


def build_engine(notice: Callable[[str], object]) -> None:
    """Have another process build the compiled engine, which all go over to once it is there: same bits, sooner."""
    if not engines.is_warm() and not _building:
        notice(BUILDING)
        _building.append(engines.warm_in_child())


def players(docket: Docket) -> list[tuple[int, Player]]:
    """The owners."""
    return [(s, Player(owner.id, owner.name)) for s, owner in docket.scenario.owners()]


def variation(docket: Docket, scenario: Paper, faults: Faults) -> Variation:
    """The papers of a docket, ready to be changed."""
    return Variation(docket, scenario, faults)


def reorderer(papers: Papers) -> Callable[[Docket, Papers, Faults], Docket | None]:
    """Orders alone are read anew, against the book that has been read."""
    book = read_book_of(papers)

    def reorder(docket: Docket, changed: Papers, faults: Faults) -> Docket | None:
        return reordered(docket, changed.scenario.name, changed.orders, book, faults)

    return reorder


def candidates(kind: str, docket: Docket, player: Player) -> Sequence[str]:
    """The orders of the game."""
    return of_game.orders(kind)


def decided(kind: str, docket: Docket, player: Player) -> Collection[str]:
    """The verbs of plans and candidates."""
    return of_game.verbs(kind)


def effect(docket: Docket) -> object:
    """Orders first: they mostly differ, and are compared sooner than whole forces."""
    return [varied.effect(standing) for standing in docket.standings.values()], docket.scenario


def sheet(docket: Docket, player: Player) -> str:
    """A player's orders as a block."""
    return varied.sheet(player.name, docket.standings[player.id].lines)


def strokes(verdicts: Iterable[Verdict]) -> list[Stroke]:
    """Hits, pierces, damage and the rest, over all engagements."""
    found = luck_of(*(fought for verdict in verdicts for fought in verdict.day.fights))
    return [Stroke(each.side, each.measure, each.dice, each.expected, each.rolled, each.worse) for each in found]


def lost(verdict: Verdict, side: int) -> int:
    """The weight of the ships of a side that were killed on a day."""
    day = verdict.day
    ships = [ship for owner in day.scenario.sides[side].owners for ship in owner.combatants]
    fights = {ship.id: day.fight_of(ship.id) for ship in ships}
    killed = [ship for ship in ships if (fought := fights[ship.id]) and status_of(fought, ship) == k.KILLED]
    return sum(ship.hull.weight for ship in killed)
