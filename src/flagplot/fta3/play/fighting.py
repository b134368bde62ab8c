"""A fleet battle as it is played: step by step over the kernel's arrays, with every die from one source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from flagplot.core import dice as d
from flagplot.core.citation import Citation
from flagplot.core.event import Event
from flagplot.core.sources import Keyed, Source
from flagplot.engine.battle import Battle as AnyBattle
from flagplot.engine.battle import Decision
from flagplot.engine.kernel import rebound
from flagplot.engine.steps import Step, play_step
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance
from flagplot.fta3.battle.state import Battle, Grid, grid
from flagplot.fta3.battle.trace import Trace
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.narrator import narrate
from flagplot.fta3.play.setup import Roster, deploy, enrol

FIRST_TRACE_ROWS = 1024


def _step(name: str, rules: str, decides: str = "") -> Step:
    return Step(name, tuple(Citation("fta3", rule) for rule in rules.split()), decides)


SEQUENCE: Mapping[int, Step] = {
    k.OPEN: _step("initiative", "declare-speed initiative"),
    k.LAUNCH: _step("launch fighters", "launch-fighters", "how many fighters each owner launches"),
    k.ARRIVE: _step("arrivals", "list-ships"),
    k.INTERCEPT: _step(
        "interception", "fighter-interception", "which fighters each side sends, and how many enemies they engage"
    ),
    k.DOGFIGHT: _step("dogfight", "dogfight"),
    k.LOSSES: _step("dogfight losses", "dogfight/losses", "which fighters each owner loses"),
    k.FIRST_STRIKE: _step(
        "first strike",
        "first-strike first-strike/redirection cloak-detection fighter-strike",
        "which fighters look for which cloaked ship, and how many strike at which other",
    ),
    k.VOLLEY: _step(
        "stand-off volleys", "stand-off stand-off/cloaked", "which cloaked ships decloak for stand-off attacks"
    ),
    k.STAND_OFF: _step("stand-off", "stand-off stand-off/split", "how each side splits the attacks it receives"),
    k.POSITION: _step("position", "position position/streak"),
    k.PICK: _step("pair off", "pair-off", "which ship the picker pairs with which enemy"),
    k.FLANK: _step("flanking", "flanking", "whom each ship left over flanks"),
    k.RANGE: _step(
        "range", "pair-off/range flanking", "the range of each pair, by the position winner, and each flanker's"
    ),
    k.DISENGAGE: _step("disengaging", "disengage", "which ships try to leave, and which pursue them; small form only"),
    k.SENSORS: _step("sensor checks", "sensor-check sensor-check/cloak-against-cloak"),
    k.PROTECT: _step("protect", "protect", "which flanker each protector draws"),
    k.FIRE: _step(
        "shooting", "shooting to-hit to-pierce inflict-damage", "at whom a flanked ship fires, where R27 lets it"
    ),
    k.STRIKE: _step("fighter strikes", "regular-strikes fighter-strike", "how many fighters strike at which ship"),
    k.RECONSTITUTE: _step("reconstitution", "reconstitution"),
    k.RETURN: _step("fighters return", "reconstitution", "which of the fallen are reconstituted"),
    k.CASUALTIES: _step("casualties", "casualties mass-combat/withdrawal mass-combat/force-withdrawal end-of-battle"),
}
"""The steps of a battle in the page's order. Launch, first strikes and stand-off come in the first round only."""


@dataclass(frozen=True)
class RoundEnd:
    """The ships as a round left them: HP and status, [side, ship]."""

    hp: Grid
    status: Grid


class FleetBattle(AnyBattle):
    """A battle under way: the arrays, who stands behind them, and what happened so far."""

    sequence = SEQUENCE

    def __init__(self, scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> None:
        self.scenario, self.standings, self.source = scenario, standings, source
        self.roster: Roster = enrol(scenario)
        dice = source.dice if isinstance(source, Keyed) else d.keyed(0)
        self.arrays: Battle = deploy(scenario, self.roster, standings, dice, FIRST_TRACE_ROWS)
        # A key's dice are the kernel's own; any other source takes their place in a copy of it.
        own_dice = isinstance(source, Keyed)
        self._advance = advance if own_dice else rebound(advance, {d.face: source.face, d.count: source.count})
        self.round_ends: list[RoundEnd] = []
        self._steps_of_rows: list[int] = []

    @property
    def step(self) -> int | None:
        """The step that comes next; None when the battle is over."""
        step = int(self.arrays.cells[k.STEP])
        return None if step == k.OVER else step

    def advance(self) -> None:
        """Carry out the next step with the choices at hand."""
        step = int(self.arrays.cells[k.STEP])
        self._make_room()
        self._advance(self.arrays, step)
        rows = int(self.arrays.trace.head[0]) - len(self._steps_of_rows)
        self._steps_of_rows += [step] * rows
        if step == k.CASUALTIES:
            self.round_ends.append(RoundEnd(self.arrays.ships.hp.copy(), self.arrays.ships.status.copy()))

    @property
    def saved(self) -> bytes:
        """All that later steps may ask for: with scenario and standing orders it is the battle as it stands."""
        return bytes(self.arrays.memory)

    def load(self, saved: bytes) -> None:
        """Go on from what was saved of a battle with the same scenario and orders; what happened before is not told."""
        self.arrays.memory[:] = np.frombuffer(saved, np.int64)
        self.arrays.cells[k.SAMPLE] = self.arrays.dice.sample

    def decision(self) -> Decision | None:
        """What the next step waits for."""
        step = self.step
        if step is None or not SEQUENCE[step].decides:
            return None
        who = [side.name for side in self.scenario.sides]
        if step == k.PICK:
            who = [who[int(self.arrays.cells[k.PICKER])]]
        return Decision(step, tuple(who), SEQUENCE[step].decides, SEQUENCE[step].citations)

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far."""
        steps = [SEQUENCE[step].name for step in self._steps_of_rows]
        return narrate(self.scenario, self.roster, self.arrays, steps)

    def fought(self) -> Fought:
        """The battle as it stands, for the report; whoever asks waits until it is over."""
        ends = tuple(self.round_ends)
        return Fought(self.scenario, self.standings, self.source, self.roster, self.arrays, self.events(), ends)

    def _make_room(self) -> None:
        """Grow the trace where the next step might not fit: a few rows for each ship, strike and stand-off share."""
        fleet, trace = self.arrays.fleet, self.arrays.trace
        ships, wings, grades = int(fleet.size.sum()), int(fleet.wings.sum()), self.arrays.grades.shape[1]
        most = 128 + ships * (5 + wings + grades)
        if int(trace.head[0]) + most > len(trace.rows):
            rows = grid(2 * (len(trace.rows) + most), k.T_WIDTH)
            rows[: len(trace.rows)] = trace.rows
            self.arrays = self.arrays._replace(trace=Trace(rows, trace.head))


def standing_orders(battle: FleetBattle, step: int) -> None:
    """The policy of a mass battle: everything is decided by the standing orders of both sides."""
    choose(battle.arrays, step)


@dataclass(frozen=True)
class Fought:
    """A battle that is over: who fought by what orders and dice, every event, and the arrays as they ended."""

    scenario: Scenario
    standings: Mapping[str, Standing]
    source: Source
    roster: Roster
    battle: Battle
    events: tuple[Event, ...]
    round_ends: tuple[RoundEnd, ...]


def fight_out(scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> Fought:
    """Fight a battle to its end by the standing orders (by owner id), with every die from ``source``."""
    game = FleetBattle(scenario, standings, source)
    while game.step is not None:
        play_step(game, standing_orders)
    return game.fought()
