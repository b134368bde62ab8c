"""A day of battle to be fought as often as one likes.

Sample n of a day has the dice of sample n in its first battle (and before it), of n + 2**40 in its second, and so on; n
lies below 2**40.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from flagplot.core.report import Report, Text
from flagplot.core.sources import Keyed
from flagplot.engine.battle import Chances
from flagplot.engine.what_if import check_rules, odds_key, origin_section, what_if
from flagplot.fta3.battle.state import Grid, grid
from flagplot.fta3.chances.chain import MOST_SHIPS, exact_chances
from flagplot.fta3.chances.meetings import Meetings, every_meeting
from flagplot.fta3.chances.rows import Fight, day_rows, form_of, prepare
from flagplot.fta3.papers.docket import Docket
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.play.encounter import Encounter, fight_all
from flagplot.fta3.play.engagements import Prebattle
from flagplot.fta3.report.day_report import report_of
from flagplot.fta3.ruleset import FTA3, readings_in_space

SAMPLE_BITS = 40


def sample_of(sample: int, number: int) -> int:
    """The sample in the dice address of battle ``number`` (from 0) of a day."""
    return number << SAMPLE_BITS | sample


class Day:
    """A docket that can be sampled."""

    def __init__(self, docket: Docket, seed: int) -> None:
        self.docket, self.seed, self.key = docket, seed, odds_key(seed)
        self.form = form_of(docket.scenario)
        self.meetings = Meetings(docket.scenario, docket.standings, self._prepare)

    def rows(self, first: int, count: int) -> Grid:
        """The rows of samples ``first`` to ``first + count - 1``."""
        if count == 0:
            return grid(0, self.form.width)
        fights = self.meetings.of(Keyed(self.key, first))
        if self.meetings.always is not None:
            return self._fight(fights, first, count)
        # Samples in a row that met in the same way are fought together.
        blocks = []
        for _, group in groupby(range(first, first + count), lambda n: id(self.meetings.of(Keyed(self.key, n)))):
            samples = list(group)
            blocks.append(self._fight(self.meetings.of(Keyed(self.key, samples[0])), samples[0], len(samples)))
        return np.concatenate(blocks)

    def encounter(self, sample: int) -> Encounter:
        """One sample as a day that was fought, with every event."""
        docket = self.docket
        return fight_all(docket.scenario, docket.standings, lambda number: Keyed(self.key, sample_of(sample, number)))

    def narrate(self, sample: int) -> Report:
        """One sample as the report of a battle, headed so that nobody takes it for a verdict."""
        remarks = [Text(remark) for told in self.docket.remarks.values() for remark in told]
        banner, origin = what_if(sample, self.seed), origin_section(sample, self.seed)
        return report_of(self.encounter(sample), readings_in_space(), (banner,), (), remarks, (origin,))

    def chances(self) -> Chances | None:
        """The exact distribution of rows, where all battles that the day may come to are small."""
        if any(len(fight.places) > MOST_SHIPS for fight in self.meetings.of(Keyed(self.key))):
            return None
        ways = every_meeting(self.docket.scenario, self.docket.standings)
        if ways is None:
            return None
        return exact_chances(self.form, [(self._fights(met), float(chance)) for met, chance in ways])

    def _prepare(self, prebattle: Prebattle) -> tuple[Fight, ...]:
        return self._fights(each.scenario for each in prebattle.engagements)

    def _fights(self, scenarios: Iterable[Scenario]) -> tuple[Fight, ...]:
        dice, standings = Keyed(self.key).dice, self.docket.standings
        return tuple(prepare(each, standings, self.form, dice) for each in scenarios)

    def _fight(self, fights: Sequence[Fight], first: int, count: int) -> Grid:
        told = [fight.fighter.fight(sample_of(first, number), count) for number, fight in enumerate(fights)]
        return day_rows(self.form, fights, told, count)


@dataclass(frozen=True)
class DayRecipe:
    """A docket to be sampled with a seed, wherever the work is done.

    ``fingerprint`` is that of the rules it was made for; who has others refuses the work rather than mix two.
    """

    docket: Docket
    seed: int
    fingerprint: str

    def open(self) -> Day:
        """The day, with arrays of its own."""
        check_rules(FTA3, self.fingerprint)
        return Day(self.docket, self.seed)
