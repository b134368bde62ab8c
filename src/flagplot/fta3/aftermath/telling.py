"""The events of an aftermath: kinds, rules and sentences, and the log that writes them down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Event, Modifier
from flagplot.core.sources import Address, Draw, Source, roller_number
from flagplot.fta3.aftermath import flight, hulks, prizes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.play.purposes import Purpose
from flagplot.fta3.play.sentences import at_least, some

ROUND = 0
"""In the addresses of the aftermath's dice: it stands outside the rounds, as the time before the battle does."""

Facts = Mapping[str, int | str]

Told = SimpleNamespace
"""The facts of one event, with names in the place of ids."""

ROWS = {
    "hulk": {
        hulks.WORTHLESS: "too far gone to be of use",
        hulks.SALVAGE: "there is something to salvage",
        hulks.INTACT: "remarkably whole",
    },
    "flight": {
        flight.LOST: "it is lost with all but its escape pods",
        flight.WRITE_OFF: "it gets to the nearest supply point and is a write-off",
        flight.HEAVY: "it gets away, badly hurt",
        flight.LIGHT: "it gets away, largely whole",
    },
    "prize": {
        prizes.WORTHLESS: "it yields nothing more",
        prizes.YIELD: "it is broken up",
        prizes.RECOVERED: "it can be brought into service",
    },
    "recapture": {
        flight.LOST: "it is lost",
        prizes.SCUTTLED: "a write-off, it is scuttled",
        flight.HEAVY: "it comes home badly hurt",
        flight.LIGHT: "it comes home largely whole",
    },
}


class Kind(NamedTuple):
    """One kind of event: its step, its rules, its facts beside the side's name, its sentence."""

    step: str
    rules: tuple[str, ...]
    facts: tuple[str, ...]
    sentence: Callable[[Told], str]


def _landing(t: Told) -> str:
    rest = f", {t.surplus} find none" if t.surplus else ""
    return f"{t.owner}: {some(t.fighters, 'fighter')} and room for {t.room} on board{rest}."


def _unhoused(t: Told) -> str:
    where = "lost, for want of a hangar" if t.lost else "landed on friendly territory"
    return f"{t.wing}: {some(t.fighters, 'fighter')} {where}."


def _hulk(t: Told) -> str:
    why = "critically pierced" if t.critical else "overkilled"
    return f"{t.ship} is a hulk, {why} and at {t.hp} HP; {t.face} on the die: {ROWS['hulk'][t.row]}."


def _worth(t: Told) -> str:
    return f"${t.money}" + (f" and {t.di} DI for one use" if t.di else "")


def _run_down(t: Told) -> str:
    ships = f"{some(t.pursuers, 'ship')} of weight {t.weight}"
    came = "it is caught" if t.caught else "it is not caught"
    return f"{t.side} sends {ships} after {t.ship}, {at_least(t.need)}: {came}."


def _flight(t: Told) -> str:
    how = "spends a character shield" if t.shield else f"tries to get away, {t.total}"
    return f"{t.ship} {how}: {ROWS['flight'][t.row]}."


def _escape(t: Told) -> str:
    damage = "in fine condition" if t.level == "fine" else f"with {t.level} damage"
    burns = f", burns {t.supply} supply beside all else and may fight again at once" if t.supply else ""
    return f"{t.ship} makes for the nearest supply point, or an allied fleet, {damage}{burns}."


def _absent(t: Told) -> str:
    if t.weeks == k.NONE:
        return f"{t.ship} is away; how long, the moderator says."
    return f"{t.ship} is back with its fleet after {some(t.weeks, 'week')}, safe from interception until then."


LANDING, HULKS, CHASES, FLIGHTS, PRIZES = "landing fighters", "hulks", "running down", "flight", "prizes"
UNDECIDED = "still to be decided"

KINDS: Mapping[str, Kind] = {
    "landing": Kind(LANDING, ("land-fighters",), ("owner", "fighters", "room", "surplus"), _landing),
    "no-hangar": Kind(LANDING, ("land-fighters",), ("wing", "fighters", "lost"), _unhoused),
    "hulk": Kind(HULKS, ("overkill", "overkill/hulk-roll"), ("ship", "critical", "hp", "face", "row"), _hulk),
    "holds-field": Kind(
        HULKS, ("overkill",), ("owner",), lambda t: f"{t.owner} holds the field and decides over the hulks."
    ),
    "hulk-salvage": Kind(
        HULKS,
        ("overkill/hulk-roll", "salvage-tech-level"),
        ("ship", "owner", "money"),
        lambda t: f"{t.owner} salvages ${t.money} from {t.ship} at once.",
    ),
    "slow-salvage": Kind(
        HULKS,
        ("overkill/slow-salvage", "salvage-tech-level"),
        ("ship", "owner", "di", "quarters"),
        lambda t: (
            f"{t.owner} holds the field and has {t.di} DI for one use from {t.ship} after "
            f"{some(t.quarters, 'quarter')}."
        ),
    ),
    "picked-clean": Kind(
        HULKS,
        ("overkill/slow-salvage",),
        ("ship", "owner"),
        lambda t: f"{t.owner} leaves nobody behind, and what is left of {t.ship} is picked clean.",
    ),
    "hulk-serves": Kind(
        HULKS,
        ("overkill/hulk-roll",),
        ("ship", "owner", "level"),
        lambda t: f"{t.owner} presses {t.ship} into service, with {t.level} damage.",
    ),
    "hulk-left": Kind(
        HULKS, ("overkill/hulk-roll",), ("ship", "owner"), lambda t: f"{t.owner} leaves {t.ship} adrift."
    ),
    "equipment": Kind(
        "",
        (),
        ("ship", "owner", "piece", "dice", "need", "saved"),
        lambda t: (
            f"{t.owner} tries to save {t.piece} of {t.ship}, {some(t.dice, 'die', 'dice')}, {at_least(t.need)}: "
            f"{t.saved or 'none'} saved."
        ),
    ),
    "run-down": Kind(CHASES, ("running-down",), ("ship", "pursuers", "weight", "face", "need", "caught"), _run_down),
    "pursuit-barred": Kind(
        CHASES,
        ("flight/modifiers",),
        ("ship", "pursuers"),
        lambda t: f"{t.ship} spends a character shield and is not run down: those who were to pursue it stay.",
    ),
    "destroyed": Kind(CHASES, ("running-down",), ("ship",), lambda t: f"{t.ship} is destroyed, and yields nothing."),
    "captured": Kind(
        CHASES, ("running-down/capture",), ("ship", "owner"), lambda t: f"{t.ship} is a prize of {t.owner}."
    ),
    "absent": Kind(CHASES, ("running-down/absence",), ("ship", "weeks"), _absent),
    "escorting": Kind(
        CHASES,
        ("running-down/capture",),
        ("ship",),
        lambda t: f"{t.ship} goes with the prizes to friendly territory, and may be intercepted on the way.",
    ),
    "flight": Kind(FLIGHTS, ("flight",), ("ship", "shield", "total", "row"), _flight),
    "casualty": Kind(
        FLIGHTS,
        ("mass-combat/near-dead", "flight"),
        ("ship", "total", "row"),
        lambda t: f"{t.ship} left near death and rolls for it, {t.total}: {ROWS['flight'][t.row]}.",
    ),
    "escape": Kind(FLIGHTS, ("flight", "flight/regeneration"), ("ship", "level", "supply"), _escape),
    "stripped": Kind(
        FLIGHTS,
        ("flight/write-off", "salvage-tech-level"),
        ("ship", "owner", "money", "di"),
        lambda t: f"{t.owner} has {t.ship} stripped: {_worth(t)}, once they are in safe territory.",
    ),
    "sold": Kind(
        FLIGHTS,
        ("flight/write-off",),
        ("ship", "owner", "money"),
        lambda t: f"{t.owner} sells what is left of {t.ship} to locals for ${t.money}.",
    ),
    "prize": Kind(
        PRIZES,
        ("prizes",),
        ("ship", "owner", "face", "row"),
        lambda t: f"{t.owner} brings the prize {t.ship} home, {t.face}: {ROWS['prize'][t.row]}.",
    ),
    "prize-yield": Kind(
        PRIZES,
        ("prizes", "salvage-tech-level"),
        ("ship", "owner", "money", "di"),
        lambda t: f"{t.owner} has {_worth(t)} from the prize {t.ship}.",
    ),
    "prize-serves": Kind(
        PRIZES,
        ("prizes",),
        ("ship", "owner", "level"),
        lambda t: f"{t.owner} takes {t.ship} into service, with {t.level} damage.",
    ),
    "recapture": Kind(
        PRIZES,
        ("prizes/recapture", "flight"),
        ("ship", "total", "row"),
        lambda t: f"{t.ship} was taken back from its captors, {t.total}: {ROWS['recapture'][t.row]}.",
    ),
    "technical-data": Kind(
        HULKS,
        ("overkill/technical-data",),
        ("owner", "what"),
        lambda t: f"{t.owner} learns from the hulks: {t.what}.",
    ),
    "open": Kind(
        UNDECIDED,
        (),
        ("about", "who", "choices"),
        lambda t: f"{t.about}; {t.who} decides{f': {t.choices}' if t.choices else ''}.",
    ),
}


class Log:
    """Writes down what happens after the battles of a day, and rolls for it: each die once, in round 0."""

    def __init__(self, scenario: Scenario, source: Source) -> None:
        self.source = source
        self.events: list[Event] = []
        self.sides = [side.name for side in scenario.sides]
        self.names: dict[str, str] = dict(scenario.labels())
        for _, owner in scenario.owners():
            self.names[owner.id] = owner.name
            self.names |= {wing.id: f"{owner.name}'s TL{wing.level} fighters" for wing in owner.wings}

    def note(
        self,
        kind: str,
        s: int,
        facts: Facts,
        *,
        casts: tuple[Cast, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
        step: str = "",
        rules: tuple[str, ...] = (),
    ) -> None:
        """One event about side ``s``, or NONE; ``step`` and ``rules`` are given where the kind alone does not say
        them.
        """
        side = "" if s == k.NONE else self.sides[s]
        told = Told(side=side, **facts)
        for role in ("ship", "owner", "wing"):
            if role in facts:
                setattr(told, role, self.names[str(facts[role])])
        known = KINDS[kind]
        self.events.append(
            Event(
                seq=len(self.events) + 1,
                round=ROUND,
                step=step or known.step,
                kind=kind,
                facts={"side": side, **facts},
                citations=tuple(Citation("fta3", rule) for rule in rules or known.rules),
                text=known.sentence(told),
                casts=casts,
                modifiers=modifiers,
            )
        )

    def cast(
        self,
        purpose: Purpose,
        s: int,
        ship: str,
        *,
        start: int = k.START,
        n: int = k.ONE,
        need: int | None = None,
        verdict: str = "",
        rule: str = "",
    ) -> tuple[Cast, tuple[int, ...]]:
        """Dice of a ship of side ``s``, and how they fell; ``verdict`` says how they are read."""
        draw = Draw(Address(ROUND, purpose.phase, s, roller_number(ship)), start, n, purpose.sides)
        citation = Citation("fta3", rule) if rule else purpose.citation
        cast = Cast(draw, purpose.name, self.names[ship], need, verdict or f"{need} or more", citation)
        return cast, self.source.faces(draw)
