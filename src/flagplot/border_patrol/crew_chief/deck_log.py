"""The deck log as it comes in: who worked on which craft from which impulse to which, and what befell crews and boxes.

Impulses are counted through all turns from 1; on paper impulse 17 of turn 2 is ``2.17``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from flagplot.border_patrol.crew_chief.chief import Quality, new_rating
from flagplot.border_patrol.crew_chief.emergency import conversion_ends
from flagplot.border_patrol.options import Options, catalogue
from flagplot.core import readings
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.sheets import read_toml

IMPULSES = 32
HALF = 16
CHIEF = "chief"
"""What a log calls the crew chief where he works as a deck crew, or is killed."""


def _rule(id_: str) -> Citation:
    return Citation("bp", id_)


LOGGED = Citation("sfb", "J4.8175")


def _impulse(name: str, help_: str, *, required: bool = True) -> Column:
    return Column(name=name, required=required, help=f'{help_}, as text: "2.17".', citation=LOGGED)


HEAD = (
    Column(name="unit", required=True, help="The unit whose log it is."),
    Column(name="rating", kind=Kind.NUMBER, required=True, most=99, help="His rating.", citation=_rule("V12.43")),
    Column(
        name="quality",
        kind=Kind.CHOICE,
        choices=tuple(Quality),
        help="poor, normal or outstanding; normal where it is blank.",
        citation=_rule("V12.44"),
    ),
    Column(name="crews", kind=Kind.ITEMS, required=True, help="The deck crews at the start, by what they are called."),
    Column(name="boxes", kind=Kind.ITEMS, required=True, help="The shuttle and fighter boxes intact at the start."),
    Column(name="readings", kind=Kind.PAIRS, help='Readings chosen, such as joint-halves = "separate".'),
)
ACTIONS = (
    Column(name="crew", required=True, help="Which crew works.", citation=LOGGED),
    Column(name="craft", required=True, help="On which craft.", citation=LOGGED),
    Column(name="box", required=True, help="In which box.", citation=_rule("V12.49")),
    Column(name="work", required=True, help="What it does, such as repair."),
    Column(name="halves", kind=Kind.NUMBER, least=1, most=20, help="For other work, its cost in half actions."),
    _impulse("start", "The first impulse of the work"),
    _impulse("finish", "The last impulse of the work"),
    Column(name="extra", kind=Kind.FLAG, help="Whether it is an extra half action.", citation=_rule("V12.44")),
    _impulse("interrupted", "The impulse in which it was broken off", required=False),
)
KILLED = (Column(name="crew", required=True, key=True, help="Who was killed."), _impulse("at", "The impulse"))
DESTROYED = (Column(name="box", required=True, key=True, help="What was destroyed."), _impulse("at", "The impulse"))
CONVERSIONS = (
    Column(name="crew", required=True, key=True, help="What the new crew is called.", citation=_rule("V12.49")),
    _impulse("start", "The first impulse of the conversion"),
)
READYINGS = (
    _impulse("at", "The impulse of the attempt"),
    Column(name="face", kind=Kind.NUMBER, required=True, least=1, most=6, help="The die.", citation=_rule("V12.47")),
)
OTHERS = {"killed": KILLED, "destroyed": DESTROYED, "conversion": CONVERSIONS, "readying": READYINGS}


class Work(NamedTuple):
    """Something that deck crews do, its rule in the tactical rules, and its cost in half actions."""

    id: str
    rule: Citation
    halves: int
    help: str


@dataclass(frozen=True, kw_only=True)
class Action:
    """One line of the log; ``halves`` is what the work costs in all, ``interrupted`` None where it was not."""

    where: str
    crew: str
    craft: str
    box: str
    work: Work
    start: int
    finish: int
    extra: bool = False
    interrupted: int | None = None


class Conversion(NamedTuple):
    """A crew unit that begins to be made into a deck crew."""

    where: str
    crew: str
    start: int

    @property
    def finish(self) -> int:
        """The last impulse of the conversion."""
        return conversion_ends(self.start)


class Readying(NamedTuple):
    """An attempt to ready a spare shuttle."""

    where: str
    at: int
    face: int


@dataclass(frozen=True, kw_only=True)
class DeckLog:
    """The log of one unit in one battle; ``killed`` and ``destroyed`` give the impulse for crews and boxes lost."""

    where: str
    unit: str
    rating: int
    quality: Quality
    crews: tuple[str, ...]
    boxes: tuple[str, ...]
    options: Options
    actions: tuple[Action, ...] = ()
    killed: Mapping[str, int]
    destroyed: Mapping[str, int]
    conversions: tuple[Conversion, ...] = ()
    readyings: tuple[Readying, ...] = ()

    def lives(self, crew: str, impulse: int) -> bool:
        """Whether a crew, or the chief, is alive as an impulse begins."""
        return self.killed.get(crew, impulse) >= impulse

    def intact_boxes(self, impulse: int) -> int:
        """The boxes intact as an impulse begins."""
        return sum(self.destroyed.get(box, impulse) >= impulse for box in self.boxes)

    def emergency_crews(self, impulse: int) -> tuple[str, ...]:
        """The crews made in battle that are ready and alive as an impulse begins."""
        ready = (each for each in self.conversions if each.finish < impulse and self.is_made(each))
        return tuple(each.crew for each in ready if self.lives(each.crew, impulse))

    def is_made(self, conversion: Conversion) -> bool:
        """Whether a conversion comes to its end: the chief lives so long."""
        return self.lives(CHIEF, conversion.finish)


@cache
def works() -> Mapping[str, Work]:
    """What deck crews do, by id."""
    text = files("flagplot.border_patrol").joinpath("data/deck_work.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["work"]
    return {row["id"]: Work(row["id"], Citation("sfb", row["rule"]), row["halves"], row["help"]) for row in rows}


def turn_of(impulse: int) -> int:
    """The turn in which an impulse lies."""
    return (impulse - 1) // IMPULSES + 1


def first_impulse(turn: int) -> int:
    """The first impulse of a turn."""
    return (turn - 1) * IMPULSES + 1


def on_paper(impulse: int) -> str:
    """An impulse as a log has it: ``2.17``."""
    return f"{turn_of(impulse)}.{(impulse - 1) % IMPULSES + 1}"


def read_log(text: str, source: str, faults: Faults) -> DeckLog:
    """The log of a TOML text, told field by field where it is wrong; whether it is legal is not yet asked."""
    sheet = read_toml(text, source, "action", ACTIONS, faults, HEAD, OTHERS)
    head = sheet.head
    if not sheet.others:
        faults.settle()  # no TOML: there is nothing to go on with
    wanted = {name: option for name, _, option in (pair.partition(" ") for pair in head.items("readings"))}
    options = readings.choose(catalogue(), wanted, head.where("readings"), faults)
    rating = new_rating(head.number("rating") or 0, 0, options, head.where("rating"), faults)
    crews = head.items("crews")
    for name in crews:
        if crews.count(name) > 1 or name == CHIEF:
            message = f"'{shorten(name)}' is no name for one deck crew"
            faults.add("double-crew", head.where("crews"), message, fault=Fault.INCONSISTENT, mend="Give each its own.")
    return DeckLog(
        where=source,
        unit=head.text("unit"),
        rating=rating,
        quality=Quality(head.text("quality") or Quality.NORMAL),
        crews=crews,
        boxes=head.items("boxes"),
        options=options,
        actions=tuple(_action(row, faults) for row in sheet.rows),
        killed={row.text("crew"): _read(row, "at", faults) for row in sheet.others["killed"]},
        destroyed={row.text("box"): _read(row, "at", faults) for row in sheet.others["destroyed"]},
        conversions=tuple(
            Conversion(row.place, row.text("crew"), _read(row, "start", faults)) for row in sheet.others["conversion"]
        ),
        readyings=tuple(
            Readying(row.place, _read(row, "at", faults), row.number("face") or 1) for row in sheet.others["readying"]
        ),
    )


def _action(row: Row, faults: Faults) -> Action:
    work = works().get(row.text("work").casefold(), works()["other"])
    if row.text("work") and row.text("work").casefold() not in works():
        message = f"there is no work '{shorten(row.text('work'))}'"
        faults.add("unknown-work", row.where("work"), message, mend=nearest(row.text("work"), works()))
    if row.number("halves") is not None:
        if work.id != "other":
            message = f"{work.id} takes {work.halves} half actions"
            faults.add("halves-known", row.where("halves"), message, mend="Leave it out.", citation=work.rule)
        work = work._replace(halves=row.number("halves") or work.halves)
    return Action(
        where=row.place,
        crew=row.text("crew"),
        craft=row.text("craft"),
        box=row.text("box"),
        work=work,
        start=_read(row, "start", faults),
        finish=_read(row, "finish", faults),
        extra=row.flag("extra"),
        interrupted=None if row.is_blank("interrupted") else _read(row, "interrupted", faults),
    )


def _read(row: Row, column: str, faults: Faults) -> int:
    """An impulse such as ``2.17``; 1 with a fault for what is none."""
    text = row.text(column)
    match = re.fullmatch(r"([1-9][0-9]{0,2})\.([0-9]{1,2})", text)
    if match and 1 <= int(match[2]) <= IMPULSES:
        return first_impulse(int(match[1])) + int(match[2]) - 1
    if text:
        mend = f'Write turn and impulse as text: "2.17", impulses from 1 to {IMPULSES}.'
        message = f"'{shorten(text)}' is no impulse"
        faults.add("not-an-impulse", row.where(column), message, fault=Fault.MALFORMED, mend=mend, citation=LOGGED)
    return 1
