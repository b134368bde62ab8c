"""What comes of the time before a battle: its engagements, and the events that led to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Event, Modifier
from flagplot.core.sources import Address, Draw, Source
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.play.purposes import Purpose

STEP = "before the battle"


class Kind(NamedTuple):
    """One kind of event before the battle: its rule, and its facts beside the side's name."""

    rule: str
    facts: tuple[str, ...]


KINDS: Mapping[str, Kind] = {
    "element": Kind("declare-speed", ("element", "ships", "weight", "speed", "intent")),
    "brought-to-action": Kind("avoid-action", ("element", "other", "face", "other_face")),
    "avoids": Kind("avoid-action", ("element", "other", "face", "other_face")),
    "outrun": Kind("avoid-action", ("element", "speed", "slowest")),
    "joins": Kind("declare-speed", ("element",)),
    "goes-free": Kind("avoid-action", ("element",)),
    "helpless": Kind("enumerate-fleets", ("element",)),
    "intercepted": Kind("out-manoeuvre", ("attacker", "defender")),
    "out-manoeuvred": Kind("out-manoeuvre", ("attacker", "defender", "rounds")),
    "unopposed": Kind("out-manoeuvre", ("rounds",)),
    "stays-close": Kind("out-manoeuvre", ("ships",)),
}


@dataclass(frozen=True)
class Engagement:
    """One battle of the day: what it is called, empty where there is no other, and the ships that meet in it."""

    name: str
    scenario: Scenario


@dataclass(frozen=True)
class Prebattle:
    """How the fleets met: the engagements, and what happened before them."""

    engagements: tuple[Engagement, ...]
    events: tuple[Event, ...] = ()


class Log:
    """Writes down what happens before a battle, and rolls for it: each die once, in round 0."""

    def __init__(self, scenario: Scenario, source: Source) -> None:
        self.sides = [side.name for side in scenario.sides]
        self.source = source
        self.events: list[Event] = []

    def note(
        self,
        kind: str,
        s: int,
        text: str,
        casts: tuple[Cast, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
        **facts: int | str,
    ) -> None:
        """One event about side ``s``."""
        self.events.append(
            Event(
                seq=len(self.events) + 1,
                round=0,
                step=STEP,
                kind=kind,
                facts={"side": self.sides[s], **facts},
                citations=(Citation("fta3", KINDS[kind].rule),),
                text=text,
                casts=casts,
                modifiers=modifiers,
            )
        )

    def cast(self, purpose: Purpose, s: int, roller: int, who: str, verdict: str) -> Cast:
        """One die of side ``s``; ``verdict`` says how it is read."""
        draw = Draw(Address(0, purpose.phase, s, roller), k.START, 1, purpose.sides)
        return Cast(draw, purpose.name, who, None, verdict, purpose.citation)

    def face(self, cast: Cast) -> int:
        """How that die fell."""
        return self.source.faces(cast.draw)[0]
