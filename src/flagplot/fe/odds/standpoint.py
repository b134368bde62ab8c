"""A hex from where players stand in it: dice that have fallen stay as they fell, all others are those of samples."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flagplot.core.dice import Dice
from flagplot.core.refusal import Faults
from flagplot.core.sources import Address, Draw, Keyed, Source
from flagplot.engine.record import Answered
from flagplot.engine.what_if import check_rules
from flagplot.fe.odds.hexes import Hex, refuse_waiting
from flagplot.fe.papers.docket import HexDocket
from flagplot.fe.papers.playing import BOTH, HexDuel, HexFought
from flagplot.fe.ruleset import FE


class Forked:
    """The faces of some draws from one source, those of all others from another."""

    def __init__(self, fallen: Collection[Draw], known: Source, other: Source) -> None:
        self.fallen, self.known, self.other = frozenset(fallen), known, other

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """The faces of a draw."""
        return (self.known if draw in self.fallen else self.other).faces(draw)

    def face(self, dice: Dice, phase: int, side: int, roller: int, number: int, sides: int) -> int:
        """One face."""
        return self.faces(Draw(Address(dice.round, phase, side, roller), number, 1, sides))[0]

    def count(
        self, dice: Dice, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        """How many faces reach ``need``, and ``more``."""
        faces = self.faces(Draw(Address(dice.round, phase, side, roller), start, n, sides))
        return sum(face >= need for face in faces), sum(face >= more for face in faces)


class Standpoint(Hex):
    """A hex from behind the answers of a record; both sides go on by their instructions."""

    def __init__(self, docket: HexDocket, seed: int, record: Sequence[Answered], key: int) -> None:
        super().__init__(docket, seed)
        self.record, self.known = record, Keyed(key)
        played = HexDuel(docket, self.known)
        played.play(record, Faults())
        self.fallen = [cast.draw for event in played.events() for cast in event.casts]

    def fought(self, sample: int) -> HexFought:
        """One sample from here on, fought to its end."""
        source = Forked(self.fallen, self.known, Keyed(self.key, sample))
        duel = HexDuel(self.docket, source, by_orders=BOTH)
        duel.play(self.record, Faults())
        question = duel.next_decision()
        if question is not None:
            refuse_waiting(question, sample)
        return HexFought(self.docket, duel.battle, source, duel.events(), None)

    def chances(self) -> None:
        """There is no chain from the middle of a battle."""


@dataclass(frozen=True)
class StandpointRecipe:
    """A hex that players stand in, to be sampled with a seed, wherever the work is done; as ``HexRecipe``. ``key`` is
    that of the dice which have fallen.
    """

    docket: HexDocket
    seed: int
    fingerprint: str
    record: tuple[Answered, ...]
    key: int

    def open(self) -> Standpoint:
        """The hex, ready to be sampled."""
        check_rules(FE, self.fingerprint)
        return Standpoint(self.docket, self.seed, self.record, self.key)
