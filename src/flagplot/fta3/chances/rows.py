"""From the rows of fleet battles to the row of a day: who won it, what became of every ship, how many fighters fell.

A day may come to several battles, or to none. It goes to the side that has won more of them, and lasts as long as the
longest: that is bookkeeping of the odds, no rule of the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flagplot.engine.battle import DRAW, Fate, RowForm, Unit
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle import sampling
from flagplot.fta3.battle.state import Battle, Grid, grid
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.scenario import DEFAULT_ROUNDS
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.engines import Fighter
from flagplot.fta3.play.setup import Roster, deploy, enrol

CURRENCIES = ("weight", "ships", "cost", "supply")
FIGHTERS = "fighters"

NOBODY_MET = 0
ENDINGS = {
    (k.DESTROYED, 1): "{0} has no ship left",
    (k.DESTROYED, 0): "{1} has no ship left",
    (k.FLED, 1): "{0} has left",
    (k.FLED, 0): "{1} has left",
    (k.BOTH_GONE, k.NONE): "neither side has a ship left",
    (k.RULED, k.NONE): "ended by the moderator's ruling",
    (k.STALEMATE, k.NONE): "stalemate: neither side could do the other harm",
    (k.LIMIT, k.NONE): "undecided after the last round",
}
"""How a battle ends, by its reason and winner; {0} is the first side, {1} the second."""

FATES = {k.ABSENT: Fate.AWAY, k.ACTIVE: Fate.STAYED, k.KILLED: Fate.LOST, k.WITHDRAWN: Fate.LEFT}

_FATE_OF = np.array([FATES[status] for status in range(len(FATES))], np.int64)
_ENDING_OF = np.zeros((k.LIMIT + 1, 3), np.int64)  # [reason, winner], NONE being the last
for _place, (_reason, _winner) in enumerate(ENDINGS, NOBODY_MET + 1):
    _ENDING_OF[_reason, _winner] = _place


def form_of(scenario: Scenario) -> RowForm:
    """What the row of a day holds: a unit for each ship that can fight."""
    first, second = (side.name for side in scenario.sides)
    labels = scenario.labels()
    units = tuple(
        Unit(
            id=ship.id,
            name=labels[ship.id],
            side=s,
            kind=ship.hull.code,
            values=(ship.hull.weight, 1, ship.hull.cost, ship.fitted.supply),
        )
        for s, owner in scenario.owners()
        for ship in owner.combatants
    )
    wings = [sum(wing.number for owner in side.owners for wing in owner.wings) for side in scenario.sides]
    return RowForm(
        sides=(first, second),
        currencies=CURRENCIES,
        units=units,
        tokens=(FIGHTERS,) if any(wings) else (),
        counts=((wings[0], wings[1]),) if any(wings) else (),
        endings=("nobody met", *(told.format(first, second) for told in ENDINGS.values())),
        endless=int(_ENDING_OF[k.LIMIT, k.NONE]) if scenario.round_limit == DEFAULT_ROUNDS else None,
    )


@dataclass(frozen=True)
class Fight:
    """One battle of a day, ready to be sampled: who fights it, and which of the day's units each of its ships is.

    ``places`` are those of the units, ``sides`` and ``indices`` where the ships stand in the arrays.
    """

    fighter: Fighter
    roster: Roster
    places: Grid
    sides: Grid
    indices: Grid

    @property
    def battle(self) -> Battle:
        """Its arrays."""
        return self.fighter.battle

    @property
    def sizes(self) -> tuple[int, int]:
        """Ships and wings that its arrays have room for on each side."""
        return self.battle.ships.hp.shape[1], self.battle.wings.lost.shape[1]


def prepare(scenario: Scenario, standings: Mapping[str, Standing], form: RowForm, dice: Any) -> Fight:
    """A battle of the day as arrays, at its start."""
    roster = enrol(scenario)
    place = {unit.id: n for n, unit in enumerate(form.units)}
    there = [(place[id_], s, i) for id_, (s, i) in roster.places.items()]
    places, sides, indices = (np.array(column, np.int64) for column in zip(*there, strict=True))
    battle = deploy(scenario, roster, standings, dice, 1)
    return Fight(Fighter(battle), roster, places, sides, indices)


def day_rows(form: RowForm, fights: Sequence[Fight], told: Sequence[Grid], count: int) -> Grid:
    """The rows of ``count`` days from those of their battles, ``told`` [count, width] for each of ``fights``."""
    out = grid(count, form.width)
    out[:, form.fates : form.losses] = Fate.AWAY
    won = grid(2, count)
    for fight, rows in zip(fights, told, strict=True):
        ships, wings = fight.sizes
        winner = rows[:, sampling.WINNER]
        for s in range(2):
            won[s] += winner == s
        out[:, form.LENGTH] = np.maximum(out[:, form.LENGTH], rows[:, sampling.ROUNDS])
        ending = _ENDING_OF[rows[:, sampling.REASON], winner]
        out[np.arange(count), form.ENDINGS + ending] += 1
        status = _grid(rows, sampling.ship_columns(ships, sampling.FATE), ships)
        out[:, form.fates + fight.places] = _FATE_OF[status[:, fight.sides, fight.indices]]
        if form.tokens:
            for column in (sampling.LOST, sampling.SURRENDERED):
                gone = _grid(rows, sampling.wing_columns(ships, wings, column), wings)
                out[:, form.losses : form.losses + 2] += gone.sum(axis=2)
    if not fights:
        out[:, form.ENDINGS + NOBODY_MET] = 1
    out[:, form.RESULT] = np.where(won[0] > won[1], 0, np.where(won[1] > won[0], 1, DRAW))
    return out


def _grid(rows: Grid, first: int, size: int) -> Any:
    """A grid of ships or wings, [row, side, index]."""
    return rows[:, first : first + 2 * size].reshape(-1, 2, size)
