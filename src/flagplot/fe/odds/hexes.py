"""A battle hex to be fought as often as one likes, by the instructions of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Report, Text
from flagplot.core.sources import Keyed
from flagplot.engine.battle import Chances
from flagplot.engine.question import Question
from flagplot.engine.what_if import check_rules, odds_key, origin_section, what_if
from flagplot.fe.combat.battle.fates import DESTROYED, HERE, Fate
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.chances import Ends, UncoveredError, battle_chances, uncovered
from flagplot.fe.combat.planets import holding
from flagplot.fe.odds.rows import Side, form_of, row_of, sides_of
from flagplot.fe.papers.docket import HexDocket
from flagplot.fe.papers.playing import HexFought, fight_hex
from flagplot.fe.papers.report import hex_report_of
from flagplot.fe.ruleset import FE

HOW = "the chain of rounds by the rules' own functions, which holds every state that both sides may come to"
RETREATED = "retreated"


class Hex:
    """A docket that can be sampled; a sample that waits for a player is refused."""

    def __init__(self, docket: HexDocket, seed: int) -> None:
        self.docket, self.seed, self.key = docket, seed, odds_key(seed)
        self.form = form_of(docket.setup)

    def rows(self, first: int, count: int) -> Any:
        """The rows of samples ``first`` to ``first + count - 1``."""
        rows = [self._row(sample) for sample in range(first, first + count)]
        return np.array(rows, np.int64).reshape(count, self.form.width)

    def _row(self, sample: int) -> list[int]:
        fought = self.fought(sample)
        return list(row_of(self.form, self.docket.setup, sides_of(fought.battle), fought.battle.field.round))

    def fought(self, sample: int) -> HexFought:
        """One sample, fought to its end."""
        fought = fight_hex(self.docket, Keyed(self.key, sample))
        if fought.waiting is not None:
            refuse_waiting(fought.waiting, sample)
        return fought

    def narrate(self, sample: int) -> Report:
        """One sample as the report of a battle, headed so that nobody takes it for a verdict."""
        remarks = [Text(remark) for told in self.docket.remarks.values() for remark in told]
        banner, origin = what_if(sample, self.seed), origin_section(sample, self.seed)
        return hex_report_of(self.fought(sample), (banner,), (), remarks, (origin,))

    def chances(self) -> Chances | None:
        """The exact distribution of rows; None where the chain does not hold the battle."""
        if self.docket.answers or uncovered(self.docket.setup):
            return None
        try:
            odds = battle_chances(self.docket.setup)
        except UncoveredError:
            return None
        found: dict[tuple[int, ...], float] = {}
        for end, chance in odds.ends:
            row = tuple(self._row_of(end))
            found[row] = found.get(row, 0.0) + float(chance)
        rows = np.array(list(found), np.int64)
        return Chances(rows, np.array(list(found.values())), 0.0, HOW)

    def _row_of(self, end: Ends) -> Iterator[int]:
        """The row of an end of the chain."""
        setup = self.docket.setup
        sides = []
        for side in (ATTACKER, DEFENDER):
            left = {each.id: each for each in end.left[side].units}
            how = RETREATED if end.retreats[side] else HERE
            told = tuple(
                Fate(left[came.id], how) if came.id in left else Fate(came, DESTROYED)
                for came in setup.sides[side].units
            )
            sides.append(Side(told, bool(holding(tuple(left.values()))) and not end.retreats[side]))
        return row_of(self.form, setup, (sides[0], sides[1]), end.round)


def refuse_waiting(question: Question, sample: int) -> None:
    """Refuse odds where nobody has laid down what a battle asks."""
    faults = Faults()
    message = f"in sample {sample} {question.who} has to decide {question.what} ({question.key}), which nothing tells"
    mend = "Odds need instructions for all that may be asked: lay it down for that side."
    rule = question.citations[0] if question.citations else None
    faults.add("left-to-players", "odds", message, fault=Fault.INCONSISTENT, mend=mend, citation=rule)
    faults.settle()


@dataclass(frozen=True)
class HexRecipe:
    """A docket to be sampled with a seed, wherever the work is done.

    ``fingerprint`` is that of the rules it was made for; who has others refuses the work rather than mix two.
    """

    docket: HexDocket
    seed: int
    fingerprint: str

    def open(self) -> Hex:
        """The hex, ready to be sampled."""
        check_rules(FE, self.fingerprint)
        return Hex(self.docket, self.seed)
