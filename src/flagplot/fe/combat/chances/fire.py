"""What a side scores in a round: its row, its die, the damage points and how likely each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.charts import damage as tables
from flagplot.fe.combat.charts.intensity import fighting_retreat_rows, variable_intensity

FACES = range(1, 7)


def row_of(setup: Setup, round_: int, variable: int) -> tuple[int, int]:
    """The rows that attacker and defender read in a round, by the intensities that their instructions choose."""
    if setup.fighting_retreat is not None:
        rows = fighting_retreat_rows(setup.options)
        return rows if setup.fighting_retreat == ATTACKER else (rows[1], rows[0])
    field = Field(setup, (Camp(setup.sides[ATTACKER]), Camp(setup.sides[DEFENDER])), round=round_)
    asks = (choices.intensity(field, side) for side in (ATTACKER, DEFENDER))
    row = sum(int(str(ask.question.default)) for ask in asks) + variable
    return row, row


def variables(setup: Setup) -> Mapping[int, int]:
    """The variable intensities that may be rolled, with the faces that bring each; a fighting retreat rolls none."""
    if setup.fighting_retreat is not None:
        return {0: 1}
    return Counter(variable_intensity(face) for face in FACES)


def volley(potential: Fraction, row: int, shift: int, setup: Setup) -> Mapping[int, int]:
    """The damage points that a die may score, and how many of its faces score each."""
    results = (tables.result_of(row, face, shift, setup.options) for face in FACES)
    return Counter(tables.points(potential, tables.percent(each, setup.options), setup.options) for each in results)
