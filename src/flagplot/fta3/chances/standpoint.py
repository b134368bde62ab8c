"""A battle that stands somewhere in its middle, to be fought to its end as often as one likes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from flagplot.core.report import Report, Section, Text
from flagplot.core.sources import Keyed
from flagplot.engine.battle import Chances
from flagplot.engine.steps import play_step
from flagplot.engine.telling import step_sections
from flagplot.engine.what_if import check_rules, odds_key, what_if
from flagplot.fta3.battle.state import Grid, keep
from flagplot.fta3.chances.chain import exact_chances
from flagplot.fta3.chances.rows import day_rows, form_of, prepare
from flagplot.fta3.papers.docket import Docket
from flagplot.fta3.play.fighting import FleetBattle, standing_orders
from flagplot.fta3.ruleset import FTA3


class Standpoint:
    """A battle from where it was saved (``FleetBattle.saved``), at any step; both sides go on by standing orders.

    The docket's scenario is that of the one battle, without a day around it.
    """

    def __init__(self, docket: Docket, seed: int, saved: bytes) -> None:
        self.docket, self.seed, self.saved = docket, seed, saved
        self.key = odds_key(seed)
        self.form = form_of(docket.scenario)
        self.fight = prepare(docket.scenario, docket.standings, self.form, Keyed(self.key).dice)
        self.fight.battle.memory[:] = np.frombuffer(saved, np.int64)
        keep(self.fight.battle)

    def rows(self, first: int, count: int) -> Grid:
        """The rows of samples ``first`` to ``first + count - 1``; what was lost before counts as lost."""
        return day_rows(self.form, [self.fight], [self.fight.fighter.fight(first, count)], count)

    def played(self, sample: int) -> FleetBattle:
        """One sample, fought to its end."""
        game = FleetBattle(self.docket.scenario, self.docket.standings, Keyed(self.key, sample))
        game.load(self.saved)
        while game.step is not None:
            play_step(game, standing_orders)
        return game

    def narrate(self, sample: int) -> Report:
        """One sample from where the battle stands, as its events."""
        events = self.played(sample).events()
        sections = tuple(step_sections(iter(events)))
        story = Section("From here on", sections or (Text("Nothing is left to be fought."),))
        return Report(self.docket.scenario.name, (story,), (what_if(sample, self.seed),))

    def chances(self) -> Chances | None:
        """The exact distribution of rows, where the battle is small enough."""
        fresh = prepare(self.docket.scenario, self.docket.standings, self.form, Keyed(self.key).dice)
        return exact_chances(self.form, [([fresh], 1.0)], self.saved)


@dataclass(frozen=True)
class StandpointRecipe:
    """A saved battle to be sampled with a seed, wherever the work is done; as ``DayRecipe``."""

    docket: Docket
    seed: int
    fingerprint: str
    saved: bytes

    def open(self) -> Standpoint:
        """The battle, with arrays of its own."""
        check_rules(FTA3, self.fingerprint)
        return Standpoint(self.docket, self.seed, self.saved)
