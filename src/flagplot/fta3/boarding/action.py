"""A boarding action by the outdated rules, turn by turn: permission and docking are the moderator's, the rest dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flagplot.core.citation import Citation, carries_out
from flagplot.core.event import Cast, Event
from flagplot.core.sources import Address, Draw, Source, roller_number
from flagplot.fta3.boarding.rules import (
    CASUALTIES,
    DESTROYED,
    FINE,
    OUTDATED,
    THROWN_OUT,
    Boarder,
    capture,
    check_allowed,
    outcome,
    peril,
    sabotage,
)
from flagplot.fta3.book.ships import Size
from flagplot.fta3.ground import codes as k

SEIZE, WRECK = "seize", "wreck"
"""What boarders are about: to take the ship, or to do her damage from the inside."""

LEFT_TO_THE_MODERATOR = {
    "boarding/permission": "whether this ship can be boarded at all",
    "boarding/docking": "whether the boarders get aboard: pods help, flak, sound engines and speed hinder",
}


@dataclass(frozen=True, kw_only=True)
class Prey:
    """The ship that is boarded. ``firepower`` is that of hostile espatiers aboard her, None where there are none."""

    name: str
    size: Size
    weight: int
    hp: int
    firepower: int | None = None


@dataclass
class Boarding:
    """A boarding action as far as it went: its log, what became of each boarder, and of the ship.

    ``waiting`` is the rule of what the moderator has to enter first, empty where nothing is.
    """

    prey: Prey
    hp: int
    fates: dict[str, str]
    events: list[Event] = field(default_factory=list)
    waiting: str = ""
    captured: bool = False
    turn: int = 0

    @property
    def aboard(self) -> list[str]:
        """The boarders that are still aboard."""
        return [name for name, fate in self.fates.items() if fate in (FINE, CASUALTIES)]

    @property
    def is_over(self) -> bool:
        """Whether the ship is taken or wrecked, or nobody is left aboard."""
        return self.captured or self.hp <= 0 or not self.aboard

    def note(self, kind: str, by: str, text: str, cast: Cast | None = None, /, **facts: int | str) -> None:
        """One event; every one says by which rules it came about."""
        self.events.append(
            Event(
                seq=len(self.events) + 1,
                round=self.turn,
                step="boarding",
                kind=kind,
                facts={"ship": self.prey.name, **facts, "under": OUTDATED},
                citations=(Citation("fta3", by),),
                text=f"{text}, {OUTDATED}.",
                casts=(cast,) if cast else (),
            )
        )


def board(
    boarders: Mapping[str, Boarder],
    prey: Prey,
    aim: str,
    entries: Mapping[str, str],
    source: Source,
    *,
    turns: int,
    reading: str,
) -> Boarding:
    """Board a ship for at most so many turns; ``entries`` are the moderator's words by rule.

    Raises ``Refused`` where the outdated rules are not turned on.
    """
    check_allowed(reading)
    action = Boarding(prey, prey.hp, dict.fromkeys(boarders, FINE))
    if not _enter(action, entries):
        return action
    for _ in range(turns):
        action.turn += 1
        there = [boarders[name] for name in action.aboard]
        if aim == WRECK:
            _wreck(action, there)
        else:
            _seize(action, there, source)
        if action.hp > 0:
            for name in action.aboard:
                _save(action, name, source)
        if action.is_over:
            break
    return action


@carries_out("fta3", "boarding/permission", "boarding/docking")
def _enter(action: Boarding, entries: Mapping[str, str]) -> bool:
    """Whether the moderator has entered all that is left to him; the action stops at the first that he has not."""
    for rule, question in LEFT_TO_THE_MODERATOR.items():
        if rule not in entries:
            action.waiting = rule
            action.note("stop", rule, f"The moderator has to say {question}", rule=rule)
            return False
        action.note("entry", rule, f"The moderator enters: {entries[rule]}", rule=rule, reason=entries[rule])
    return True


def _wreck(action: Boarding, boarders: Sequence[Boarder]) -> None:
    damage = sabotage(boarders)
    action.hp -= damage
    text = f"Boarders do {damage} damage to {action.prey.name}, which is at {action.hp} HP"
    action.note("sabotage", "boarding/sabotage", text, damage=damage, hp=action.hp)


def _seize(action: Boarding, boarders: Sequence[Boarder], source: Source) -> None:
    found = capture(boarders, action.prey.weight, defended=action.prey.firepower is not None)
    draw = Draw(Address(action.turn, k.B_CAPTURE, 0, k.FORCE), 0, 1, k.D8)
    cast = Cast(draw, "capture", "boarders", found.need, f"{found.need} or more", Citation("fta3", "boarding/capture"))
    face = source.faces(draw)[0]
    action.captured = face >= found.need
    ending = "taken" if action.captured else "not taken"
    text = f"Capture of {action.prey.name}: {face} and {found.added} against {found.number}: she is {ending}"
    action.note(
        "capture", "boarding/capture", text, cast, face=face, number=found.number, captured=int(action.captured)
    )


def _save(action: Boarding, name: str, source: Source) -> None:
    """One boarder's damage save; casualties stay with it, and it fights on."""
    faces = peril(action.prey.size, action.prey.firepower or 0)
    draw = Draw(Address(action.turn, k.B_SAVE, 0, roller_number(name)), 0, 1, k.D20)
    verdict = (
        f"casualties from {faces.casualties}, thrown out from {faces.thrown_out}, destroyed from {faces.destroyed}"
    )
    cast = Cast(draw, "boarding-save", name, None, verdict, Citation("fta3", "boarding/damage-save"))
    face = source.faces(draw)[0]
    fate = outcome(face, faces)
    if fate in (THROWN_OUT, DESTROYED) or action.fates[name] == FINE:
        action.fates[name] = fate
    guess = f"size {action.prey.size.value}, a guess"
    text = f"{name} saves with {face} ({guess}): {fate}"
    action.note("boarding-save", "boarding/damage-save", text, cast, boarder=name, face=face, fate=fate)
