"""The log of a ground war: kinds of events with their rules, what dice are rolled for, and the dice themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Event, Modifier
from flagplot.core.sources import Address, Draw, Source, roller_number
from flagplot.fta3.ground import codes as k
from flagplot.fta3.ground.forces import Entry, GroundScenario
from flagplot.fta3.ground.scenario import roller_id
from flagplot.fta3.ground.weighing import Part
from flagplot.fta3.play.purposes import Purpose


class Kind(NamedTuple):
    """One kind of event: its rules, and its facts beside the side's name."""

    rules: tuple[str, ...]
    facts: tuple[str, ...]


KINDS: Mapping[str, Kind] = {
    "entry": Kind((), ("rule", "subject", "value", "reason")),
    "stop": Kind((), ("rule", "subject")),
    "lost-aboard": Kind(("ground/transport",), ("unit", "battalions")),
    "no-transport": Kind(("ground/transport",), ("unit",)),
    "returns": Kind(("saves/exhaustion",), ("unit", "battalions")),
    "interception": Kind(("ground-fighters/interception",), ("engaged", "flying")),
    "dogfight": Kind(("ground-fighters/interception", "dogfight"), ("wing", "dice", "need", "kills")),
    "fighters-lost": Kind(("ground-fighters/interception",), ("wing", "fighters", "flying")),
    "interdiction": Kind(
        ("ground-fighters/interdiction", "saves"), ("unit", "dice", "exhausted", "destroyed", "need", "more")
    ),
    "insertion": Kind(("traits/insertion",), ("unit", "dice", "fit", "raised")),
    "landed": Kind(("ground/transport",), ("unit", "battalions")),
    "ortillery": Kind(("ortillery",), ("ship", "battalions")),
    "gto-save": Kind(("traits/mobile-gto-network",), ("unit", "dice", "need", "escaped", "layers")),
    "ortillery-save": Kind(("ortillery", "saves"), ("unit", "dice", "exhausted", "destroyed", "need", "more")),
    "return-fire": Kind(
        ("traits/mobile-gto-network/return-fire",), ("ship", "dice", "need", "pierces", "damage", "hp", "critical")
    ),
    "ship-killed": Kind(("casualties",), ("ship", "hp")),
    "air-superiority": Kind(("ground-fighters/air-superiority", "traits/air-defense"), ("wings", "countered", "bonus")),
    "no-fight": Kind(("ground-battle",), ()),
    "force": Kind(("battle-value",), ("battalions", "value", "mobility", "firepower")),
    "leadership": Kind(("leadership",), ("face", "enemy_face", "lead")),
    "resolution": Kind(("ground-battle",), ("face", "enemy_face", "total", "enemy_total")),
    "save": Kind(("saves",), ("unit", "dice", "twice", "exhausted", "destroyed", "need", "more")),
    "forced-save": Kind(("saves/breakthrough",), ("unit", "dice", "exhausted", "destroyed", "need", "more")),
    "countered": Kind(("saves/engineers", "traits/assault"), ("unit", "exhausted", "destroyed")),
    "engineers": Kind(("saves/engineers",), ("unit", "dice", "fit", "raised")),
    "mash": Kind(("saves/mash",), ("unit", "battalions")),
    "after": Kind(("ground-withdrawal",), ("word", "reason")),
    "police": Kind(("traits/military-police",), ("battalions", "ci", "suppressed")),
    "end": Kind(("ground-withdrawal",), ("reason",)),
}


def _purpose(name: str, phase: int, sides: int, roller: str, rule: str) -> Purpose:
    return Purpose(name, phase, sides, roller, Citation("fta3", rule))


DOGFIGHT = _purpose("dogfight", k.G_DOGFIGHT, k.D20, "wing", "ground-fighters/interception")
INTERDICTION = _purpose("interdiction", k.G_INTERDICTION, k.D20, "unit", "ground-fighters/interdiction")
INSERTION = _purpose("insertion", k.G_INSERTION, k.D6, "unit", "traits/insertion")
ORTILLERY = _purpose("ortillery", k.G_ORTILLERY, k.D20, "unit", "ortillery")
GTO_SAVE = _purpose("gto", k.G_GTO_SAVE, k.D6, "unit", "traits/mobile-gto-network")
RETURN_FIRE = _purpose("return-fire", k.G_RETURN_FIRE, k.D20, "target", "traits/mobile-gto-network/return-fire")
LEADERSHIP = _purpose("leadership", k.G_LEADERSHIP, k.D6, "force", "leadership")
RESOLUTION = _purpose("resolution", k.G_RESOLUTION, k.D20, "force", "ground-battle")
SAVE = _purpose("save", k.G_SAVE, k.D20, "unit", "saves")
SECOND_SAVE = _purpose("second-save", k.G_SECOND_SAVE, k.D20, "unit", "saves")
RECOVERY = _purpose("recovery", k.G_RECOVERY, k.D6, "unit", "saves/engineers")
FORCED_SAVE = _purpose("forced-save", k.G_FORCED_SAVE, k.D20, "unit", "saves/breakthrough")

PURPOSES = {
    purpose.name: purpose
    for purpose in (
        DOGFIGHT,
        INTERDICTION,
        INSERTION,
        ORTILLERY,
        GTO_SAVE,
        RETURN_FIRE,
        LEADERSHIP,
        RESOLUTION,
        SAVE,
        SECOND_SAVE,
        RECOVERY,
        FORCED_SAVE,
    )
}


class Rolled(NamedTuple):
    """Dice with their faces."""

    cast: Cast
    faces: tuple[int, ...]

    def reaching(self, need: int) -> int:
        """How many of them reach a number."""
        return sum(face >= need for face in self.faces)


class Log:
    """Writes down what happens, and rolls for it: each die of an address once, numbered on through the quarter."""

    def __init__(self, scenario: GroundScenario, source: Source) -> None:
        self.scenario, self.source = scenario, source
        self.events: list[Event] = []
        self.quarter = 0
        self.step = ""
        self.rolled: dict[Address, int] = {}

    def note(
        self,
        kind: str,
        s: int | None,
        text: str,
        casts: Iterable[Cast] = (),
        parts: Iterable[Part] = (),
        rules: tuple[str, ...] = (),
        **facts: int | str,
    ) -> None:
        """One event, about side ``s`` where it is about one; parts of 0 are left out of what made up a number."""
        side = "" if s is None else self.scenario.sides[s].name
        self.events.append(
            Event(
                seq=len(self.events) + 1,
                round=self.quarter,
                step=self.step,
                kind=kind,
                facts={"side": side, **facts},
                citations=tuple(Citation("fta3", rule) for rule in (*KINDS[kind].rules, *rules)),
                text=text,
                casts=tuple(casts),
                modifiers=tuple(
                    Modifier(part.name, part.value, Citation("fta3", part.rule)) for part in parts if part.value
                ),
            )
        )

    def enter(self, s: int | None, text: str, entry: Entry) -> None:
        """What the moderator has entered for something that the page leaves to him."""
        self.note(
            "entry",
            s,
            text,
            rules=(entry.rule,),
            rule=entry.rule,
            subject=entry.subject,
            value=entry.value,
            reason=entry.reason,
        )

    def roll(self, purpose: Purpose, s: int, id_: str, n: int, need: int | None, who: str, verdict: str = "") -> Rolled:
        """``n`` dice of a unit, ship or wing of side ``s``, or of the side where ``id_`` is empty."""
        roller = roller_number(roller_id(self.scenario.sides[s], id_)) if id_ else k.FORCE
        address = Address(self.quarter, purpose.phase, s, roller)
        start = self.rolled.get(address, 0)
        self.rolled[address] = start + n
        draw = Draw(address, start, n, purpose.sides)
        told = verdict or (f"{need} or more" if need is not None else "")
        return Rolled(Cast(draw, purpose.name, who, need, told, purpose.citation), self.source.faces(draw))

    def casts(self) -> Iterable[tuple[Event, Cast]]:
        """Every draw with its event."""
        return ((event, cast) for event in self.events for cast in event.casts)
