"""Odds and advice for battles of one hex of Federation & Empire."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from flagplot.core.canonical import digest
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.arenas.hexes import demo_table
from flagplot.desk.battle import Papers, Verdict
from flagplot.desk.battle import read_docket as read_any
from flagplot.desk.oracle import Player, Stroke
from flagplot.fe.combat.battle.fates import fates
from flagplot.fe.odds import candidates as of_game
from flagplot.fe.odds.hexes import HexRecipe, refuse_waiting
from flagplot.fe.odds.luck import strokes_of
from flagplot.fe.odds.standpoint import StandpointRecipe
from flagplot.fe.papers.docket import HexDocket, open_hex_docket
from flagplot.fe.papers.playing import HexDuel, HexFought
from flagplot.fe.papers.variation import Variation, sheet_of
from flagplot.fe.ruleset import FE
from flagplot.odds.crew import Crew, alone, cores, processes

RULESET = "fe"
PRICE = "EP"
BATTLES = 4_000
NEVER_ENDS = "Lay down for a side when it leaves: retreat-after N, or retreat-below 1/2."


def read_docket(papers: Papers, faults: Faults) -> HexDocket:
    """The papers of a hex."""
    docket = read_any(papers, faults)
    assert isinstance(docket, HexDocket)
    return docket


def recipe(docket: HexDocket, seed: int) -> HexRecipe:
    """A hex by the instructions of both sides."""
    return HexRecipe(docket, seed, FE.fingerprint)


def recipe_of_duel(
    docket: HexDocket, duel: HexDuel, key: int, seed: int, where: str, faults: Faults
) -> StandpointRecipe:
    """A hex from behind the answers of a duel."""
    return StandpointRecipe(docket, seed, FE.fingerprint, tuple(duel.answers), key)


def saved(recipe: HexRecipe | StandpointRecipe) -> str:
    """The answers that have been given, and the dice that go with them."""
    if isinstance(recipe, HexRecipe):
        return ""
    return digest({"answers": [[each.key, each.text] for each in recipe.record], "key": f"{recipe.key:016x}"})


def readings_told(docket: HexDocket) -> dict[str, str]:
    """Those that are not read in the default way."""
    chosen = docket.scenario.readings
    return {id_: option for id_, option in chosen.items() if option != FE.readings[id_].default}


def crew() -> Crew:
    """Processes, since nothing here is compiled."""
    return processes(cores()) if cores() > 1 else alone()


def build_engine(notice: Callable[[str], object]) -> None:
    """There is none to be waited for."""


def players(docket: HexDocket) -> list[tuple[int, Player]]:
    """Both sides."""
    return [(side, Player(str(side), entrant.name)) for side, entrant in enumerate(docket.setup.sides)]


def variation(docket: HexDocket, scenario: Paper, faults: Faults) -> Variation:
    """The papers of a docket, ready to be changed."""
    return Variation(docket, scenario, faults)


def reorderer(papers: Papers) -> Callable[[HexDocket, Papers, Faults], HexDocket | None]:
    """A hex is soon read anew."""

    def reorder(docket: HexDocket, changed: Papers, faults: Faults) -> HexDocket | None:
        return open_hex_docket(changed.scenario, changed.orders, changed.book or demo_table(), faults)

    return reorder


def candidates(kind: str, docket: HexDocket, player: Player) -> Sequence[str]:
    """Intensities, directed damage, order of losses, retreat."""
    return of_game.orders(kind, docket.setup, int(player.id))


def decided(kind: str, docket: HexDocket, player: Player) -> Collection[str]:
    """The verbs of the candidates."""
    return of_game.verbs(kind, docket.setup, int(player.id))


def effect(docket: HexDocket) -> object:
    """The setup, salt left out."""
    return [(entrant.units, entrant.instructions) for entrant in docket.setup.sides], docket.setup.options


def sheet(docket: HexDocket, player: Player) -> str:
    """A side's instructions as a block of orders."""
    return sheet_of(player.name, docket.lines[int(player.id)])


def strokes(verdicts: Sequence[Verdict]) -> list[Stroke]:
    """Damage scored and ships captured, round by round."""
    found = strokes_of([_fought(verdict) for verdict in verdicts])
    return [Stroke(each.side, each.measure, each.dice, each.expected, each.rolled, each.worse) for each in found]


def lost(verdict: Verdict, side: int) -> int:
    """The attack factors of the units that a side lost."""
    camp = _fought(verdict).battle.field.camps[side]
    came = {each.id: each.unit.attack for each in camp.entrant.units}
    return sum(came[fate.unit.id] for fate in fates(camp) if fate.is_lost)


def _fought(verdict: Verdict) -> HexFought:
    fought = verdict.encounter
    assert isinstance(fought, HexFought)
    if fought.waiting is not None:
        refuse_waiting(fought.waiting, 0)
    return fought
