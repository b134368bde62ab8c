"""A battle under way as somebody at the table sees it: names for its arrays, and the questions that a step asks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flagplot.engine.names import slug
from flagplot.engine.question import Answer, Complaint, Option, Pick, Question, Row, Share, Shares
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.policy import expected_damage
from flagplot.fta3.battle.shooting import (
    fitted_to_hit,
    fitted_to_pierce,
    needed,
    to_hit_bonus,
    to_pierce_bonus,
)
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.play.fighting import SEQUENCE, FleetBattle
from flagplot.fta3.play.setup import RANGE_NAMES

NOBODY = Option("nobody", "nobody")

Dialogue = Generator[Question, Answer, None]
Picking = Generator[Question, Answer, str]
Sharing = Generator[Question, Answer, Shares]


@dataclass(frozen=True)
class View:
    """A battle with its engagement's number, from 0, and the step whose questions are asked."""

    game: FleetBattle
    engagement: int
    step: int

    @property
    def b(self) -> Battle:
        """The arrays."""
        return self.game.arrays

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What people call each ship, by id."""
        return self.game.scenario.labels()

    def id(self, s: int, i: int) -> str:
        """The id of a ship."""
        return self.game.roster.ships[s][i].id

    def name(self, s: int, i: int) -> str:
        """What people call a ship."""
        return self.labels[self.id(s, i)]

    def side(self, s: int) -> str:
        """What people call a side."""
        return self.game.scenario.sides[s].name

    def side_id(self, s: int) -> str:
        """A side in the key of a question."""
        return slug(self.side(s))

    def active(self, s: int) -> list[int]:
        """The ships of a side that are in the battle."""
        return [i for i in range(int(self.b.fleet.size[s])) if self.b.ships.status[s, i] == k.ACTIVE]

    def owned_wings(self, s: int, o: int) -> list[int]:
        """The wings of one owner."""
        return [w for w in range(int(self.b.fleet.wings[s])) if self.b.fleet.wing_owner[s, w] == o]

    def option(self, s: int, i: int, consequence: str = "") -> Option:
        """A ship as something to be picked."""
        return Option(self.id(s, i), self.name(s, i), consequence)

    def wing_row(self, s: int, w: int, most: int, consequence: str = "") -> Row:
        """A wing as a line of a share-out."""
        wing = self.game.roster.wings[s][w]
        label = f"TL{wing.level}"
        if self.b.fleet.owners[s] > 1:
            label = f"{self.owner(s, int(self.b.fleet.wing_owner[s, w]))}'s {label}"
        return Row(wing.id, label, most, consequence)

    def owner(self, s: int, o: int) -> str:
        """What people call an owner."""
        return self.game.roster.owners[s][o].name

    def pick(
        self,
        s: int,
        subject: str,
        what: str,
        options: Iterable[Option],
        default: str,
        barred: Mapping[str, str] | None = None,
    ) -> Picking:
        """Ask a side to pick; ``subject`` tells its questions of one step apart; the id that it picked."""
        form = Pick(tuple(options), barred or {}, self.labels)
        answer = yield self._question(s, subject, what, form, default)
        assert isinstance(answer, str)
        return answer

    def share(
        self,
        s: int,
        subject: str,
        what: str,
        rows: Iterable[Row],
        limits: tuple[int, int],
        unit: str,
        default: Shares,
        *,
        barred: Mapping[str, str] | None = None,
        check: Callable[[Shares], Iterable[Complaint]] | None = None,
    ) -> Sharing:
        """Ask a side to share out ``limits[0]`` to ``limits[1]`` of a unit; the number for each row's id."""
        form = Share(tuple(rows), *limits, unit, barred or {}, self.labels, check)
        answer = yield self._question(s, subject, what, form, default)
        assert not isinstance(answer, str)
        return answer

    def _question(self, s: int, subject: str, what: str, form: Pick | Share, default: Answer) -> Question:
        step = SEQUENCE[self.step]
        day = f"E{self.engagement + 1} " if self.engagement else ""
        key = f"{day}R{int(self.b.cells[k.ROUND])} {slug(step.name)} {subject}"
        return Question(key, self.side(s), s, what, step.citations, form, default)

    def fire(self, s: int, i: int, target: int, range_: int) -> str:
        """What a ship's fire at an enemy would do on average at a range, with the faces it needs."""
        b, t = self.b, 1 - s
        if not b.fleet.attacks[s, i]:
            return "no guns"
        weapon = b.fleet.weapon[s, i]
        hit = needed(
            b.fleet.avoidance[t, target], to_hit_bonus(b.tables, weapon, range_) + fitted_to_hit(b.fleet, s, i, range_)
        )
        pierce = needed(
            b.fleet.protection[t, target], to_pierce_bonus(b.tables, weapon) + fitted_to_pierce(b.fleet, s, i)
        )
        hundredths = (int(expected_damage(b.fleet, b.tables, s, i, target, range_)) + 2) // 4
        expected = f"{hundredths // 100}.{hundredths % 100:02}"
        return (
            f"{int(b.fleet.attacks[s, i])} attacks hit on {int(hit)}, pierce on {int(pierce)}: {expected} HP expected"
        )

    def exchange(self, s: int, i: int, target: int, range_: int) -> str:
        """What a pair's fire would do to both at a range."""
        return f"{self.fire(s, i, target, range_)}; in return {self.fire(1 - s, target, i, range_)}"

    def state(self, s: int, i: int) -> str:
        """Hit points of a ship, and whether it is under cloak."""
        hidden = ", under cloak" if self.b.ships.hidden[s, i] else ""
        return f"{int(self.b.ships.hp[s, i])} of {int(self.b.fleet.hp_max[s, i])} HP{hidden}"

    def gone(self, s: int, i: int) -> str:
        """Why a ship is not in the battle; empty where it is."""
        told = {k.ABSENT: "has not arrived yet", k.KILLED: "is killed", k.WITHDRAWN: "has left"}
        return told.get(int(self.b.ships.status[s, i]), "")


def ranges(view: View, s: int, i: int, target: int, *, both: bool) -> tuple[Option, ...]:
    """The two ranges with what fire would do at each, of both ships of a pair or of the flanker alone."""
    told = view.exchange if both else view.fire
    return tuple(Option(RANGE_NAMES[code], RANGE_NAMES[code], told(s, i, target, code)) for code in (k.CLOSE, k.FAR))
