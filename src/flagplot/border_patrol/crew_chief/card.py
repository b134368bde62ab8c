"""The crew chief's card: everything that he brings to one unit at his present rating."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flagplot.border_patrol.crew_chief.actions import Extra, Turn, extra_of
from flagplot.border_patrol.crew_chief.benefits import (
    Packs,
    ejection_help,
    extra_packs,
    made_available,
    ready_chance,
    spare_shuttles,
    still_unavailable,
    why_not_ready,
)
from flagplot.border_patrol.crew_chief.chief import Quality
from flagplot.border_patrol.crew_chief.emergency import acts_as_crew, can_work, conversions
from flagplot.border_patrol.options import Options
from flagplot.core.citation import Citation
from flagplot.core.report import Column, Node, Table, Text

CANCELLED = "cancelled by a poor crew"


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A unit with a crew chief, as its card is made.

    ``rating`` is None once he is dead. ``crews`` is the complement of deck crews (J4.814, Annex #7G), ``alive`` those
    left of it. ``spare`` are the spare shuttles of Annex #3 and ``down`` the craft that V18.842 makes unavailable,
    None where nobody has said. ``takes_v20`` names those of V20.72 and V20.73 that a base takes instead.
    """

    id: str
    rating: int | None
    quality: Quality
    crews: int
    alive: int
    emergency: int = 0
    intact_boxes: int = 1
    spare: int | None = None
    down: int | None = None
    takes_v20: frozenset[str] = frozenset()
    converting: bool = False


@dataclass(frozen=True, kw_only=True)
class Card:
    """The benefits of a unit's chief, by the rule that gives each; ``idle`` says why he cannot help his crews now."""

    unit: Unit
    idle: str
    extra: Extra
    packs: Packs
    spare_shuttles: int
    made_available: int
    ready: Fraction
    why_not_ready: str
    ejection: int
    conversions: int
    acts_as_crew: bool
    works: bool

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; fractions are text."""
        return {
            "unit": self.unit.id,
            "rating": self.unit.rating,
            "quality": self.unit.quality.value,
            "crews": self.unit.alive,
            "extra_actions": self.extra.actions,
            "usable": str(self.extra.usable),
            "lost": str(self.extra.lost),
            "packs_of_each": self.packs.of_each,
            "packs_in_all": self.packs.in_all,
            "spare_shuttles": self.spare_shuttles,
            "made_available": self.made_available,
            "ready_chance": str(self.ready),
            "why_not_ready": self.why_not_ready,
            "ejection": self.ejection,
            "conversions": self.conversions,
            "acts_as_crew": self.acts_as_crew,
        }

    def parts(self) -> tuple[Node, ...]:
        """The card for people: a row for each benefit with its rule, and what it has to be added to."""
        unit = self.unit
        rows = (
            ("V12.44", "extra deck crew actions a turn", str(self.extra.actions), self._actions()),
            ("V12.45", "extra booster packs and chaff pods", str(self.packs.of_each), self._packs()),
            ("V12.46", "spare administrative shuttles", f"+{self.spare_shuttles}", self._spare()),
            ("V12.46", "unavailable craft made available", str(self.made_available), self._available()),
            ("V12.47", "ready a spare shuttle in battle", str(self.ready), self.why_not_ready or "once a battle"),
            ("V12.48", "off the ejection roll", str(self.ejection), self._ejection()),
            ("V12.49", "crew units made deck crews", str(self.conversions), self._conversions()),
            ("V12.49", "works as a deck crew", "yes" if self.acts_as_crew else "no", self._acts()),
        )
        columns = (Column("Rule"), Column("Benefit"), Column("Now", "right"), Column("Note"))
        rules = tuple(Citation("bp", id_) for id_ in dict.fromkeys(row[0] for row in rows))
        who = "no chief" if unit.rating is None else f"rating {unit.rating}"
        crews = f"{unit.alive} of {unit.crews} deck crews"
        parts: list[Node] = [Table(f"{unit.id}: {who}, {unit.quality} crew, {crews}", columns, rows, rules)]
        if not self.works:
            parts.append(Text("No shuttle or fighter box is intact: no deck crew works.", (Citation("bp", "V12.49"),)))
        return tuple(parts)

    def _actions(self) -> str:
        if self.idle:
            return f"none: {self.idle}"
        return f"{self.extra.usable} can be dealt by halves, {self.extra.lost} lost; none above 3/2 a crew"

    def _packs(self) -> str:
        if "V20.72" in self.unit.takes_v20:
            return "the base takes V20.72"
        if self.unit.quality is Quality.POOR:
            return CANCELLED
        shared = self.packs.of_each and self.packs.in_all == self.packs.of_each
        return f"{'in all' if shared else 'of each'}, stored in the bays, without charge"

    def _spare(self) -> str:
        if "V20.73" in self.unit.takes_v20:
            return "the base takes V20.73"
        if self.unit.quality is Quality.POOR:
            return CANCELLED
        if self.unit.spare is None:
            return "to those of Annex #3"
        return f"{self.unit.spare + self.spare_shuttles} with those of Annex #3"

    def _available(self) -> str:
        if self.unit.quality is not Quality.POOR:
            return "only a poor crew has any"
        if self.unit.down is None:
            return "of those of V18.842, and one at least stays so"
        if self.unit.down == 0:
            return "V18.842 never gives none: check that number"
        return f"{self.unit.down - self.made_available} unavailable"

    def _ejection(self) -> str:
        return CANCELLED if self.unit.quality is Quality.POOR else "pilots based on this unit; J6.612 has the die"

    def _conversions(self) -> str:
        return CANCELLED if self.unit.quality is Quality.POOR else "in a battle, 32 impulses each"

    def _acts(self) -> str:
        return "in an intact box" if self.acts_as_crew else "only from rating 4 on, when all deck crews are dead"


def card_of(unit: Unit, options: Options) -> Card:
    """The card of a unit; a chief who is dead brings nothing."""
    idle, works, quality = _why_idle(unit, options), can_work(unit.intact_boxes), unit.quality
    rating = 0 if unit.rating is None else unit.rating
    packs, spare = "V20.72" in unit.takes_v20, "V20.73" in unit.takes_v20
    turn = Turn(
        complement=unit.crews,
        regular=tuple(map(str, range(unit.alive))),
        converted=tuple(f"e{n}" for n in range(unit.emergency)),
        rests=bool(idle),
    )
    made = made_available(rating, quality, takes_v20=spare)
    why_not = idle or why_not_ready(quality, tried=False)
    return Card(
        unit=unit,
        idle=idle,
        extra=extra_of(turn, rating, quality, options),
        packs=extra_packs(rating, quality, takes_v20=packs, options=options),
        spare_shuttles=spare_shuttles(rating, quality, takes_v20=spare),
        made_available=made if unit.down is None else unit.down - still_unavailable(unit.down, made),
        ready=Fraction(0) if why_not else ready_chance(rating),
        why_not_ready=why_not,
        ejection=ejection_help(rating, quality, based_here=True),
        conversions=conversions(rating, quality) if works else 0,
        acts_as_crew=works and acts_as_crew(rating, quality, unit.alive + unit.emergency, options),
        works=works,
    )


def _why_idle(unit: Unit, options: Options) -> str:
    """Why the chief has no hand free for his crews (readings A40, A42), empty where he has."""
    if unit.rating is None:
        return "he is dead"
    if not can_work(unit.intact_boxes):
        return "no box is intact"
    if unit.converting and options["busy-chief"] == "active":
        return "he is converting"
    return ""
