"""Stasis field generators (312): which units may have one, what each attempt comes to, the random pick."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of, spans
from flagplot.fe.units.auxiliaries import Group, group_on_counter, may_be_frozen
from flagplot.fe.units.kinds import is_ship, stays_behind
from flagplot.fe.units.ship import ShipType

CHART = Citation("fe", "312.222")


class Outcome(StrEnum):
    """What one attempt comes to."""

    TARGET = "target frozen"
    RANDOM = "random frozen"
    DEFENDER = "defender selects"
    NOTHING = "nothing"
    DISASTER = "disaster"


AS_PAIRED = {"B10A": "B8A", "B9A": "B8A", "C9A": "C10A"}
"""Types whose rows the rulebook leaves out but calls like others, and those others (reading H11)."""

BASES = ("SB", "SBX", "SFB", "SFX", "STB", "STX")
PARENTS: dict[str, tuple[str, ...]] = {
    "B10A": ("B10",),
    "B10AA": ("B10V", "B10S", "B10M", "B10A"),
    "B11AA": ("B10", "B11"),
    "B9A": ("B9",),
    "B8A": ("B8",),
    "C10A": ("C10",),
    "C9A": ("C8",),
    "C7A": ("C7",),
    "C5A": ("C5",),
    "D7A": ("D7",),
    "D5A": ("D5",),
}
"""The variants that the list has, and what each is converted from."""


def rolled_types() -> dict[str, int]:
    """The types that the chart has rows for, and the most attempts of each."""
    most: dict[str, int] = {}
    for row in charts_of("combat")["sfg"].rows:
        name, _, attempt = row[0].rpartition("-")
        most[name] = max(most.get(name, 0), int(attempt))
    return most


def row_of(type_: str, options: Options) -> str:
    """The type whose rows the chart gives a type: its own, or as a table reads it those of one that is called like it;
    empty where there are none.
    """
    rows, name = rolled_types(), type_.upper()
    if name not in rows and options["stasis-rows"] == "as-paired":
        name = AS_PAIRED.get(name, name)
    return name if name in rows else ""


@carries_out("fe", "312.31")
def parents(variant: str, *, romulan: bool, where: str, faults: Faults) -> tuple[str, ...]:
    """The types that a variant is converted from; a base may be fitted with a field and has none.

    A Romulan conversion, and a variant that the list lacks, is refused.
    """
    rule = Citation("fe", "312.31")
    word = variant.upper()
    if romulan:
        message = f"a Romulan conversion such as {variant} can have no stasis field"
        faults.add("romulan-stasis", where, message, mend="It loses the field.", citation=rule)
        return ()
    if word in BASES:
        return ()
    if word not in PARENTS:
        mend = nearest(word, [*PARENTS, *BASES])
        message = f"{variant} is no stasis variant of the list"
        faults.add("no-stasis-variant", where, message, fault=Fault.MALFORMED, mend=mend, citation=rule)
    return PARENTS.get(word, ())


@carries_out("fe", "312.222")
def outcome(type_: str, attempt: int, roll: int, options: Options, where: str, faults: Faults) -> Outcome | None:
    """What a modified roll comes to for a type and the number of its attempt this round, from 1.

    A row that the rulebook does not print is refused. A roll that no cell of the row has comes to nothing.
    """
    rows, name = rolled_types(), row_of(type_, options)
    if not name:
        mend = f"See the ship tables. {nearest(name, rows)}"
        faults.add("not-in-the-data", where, f"the chart has no row of {type_}", mend=mend, citation=CHART)
        return None
    if not 1 <= attempt <= rows[name]:
        message = f"{type_} has {rows[name]} attempts in a round at most, and this is number {attempt}"
        gap, mend = f"{max(attempt - rows[name], 1 - attempt)} off", f"From 1 to {rows[name]}."
        faults.add("too-many-attempts", where, message, gap=gap, mend=mend, citation=CHART)
        return None
    cells = charts_of("combat")["sfg"].row(f"{name}-{attempt}")[1:]
    return next((each for each, cell in zip(Outcome, cells, strict=True) if spans(cell, roll)), Outcome.NOTHING)


@carries_out("fe", "312.0/who")
def refuse_freezing(type_: ShipType, options: Options, where: str, faults: Faults) -> None:
    """Refuse to freeze what is no ship, and groups that do not break into ships (550.3, 550.5)."""
    group = group_on_counter(type_.category, type_.designator)
    breaks = options["unbreakable-left"] == "none"
    if group is not None and not may_be_frozen(group, single_counters=breaks):
        message = f"{where} is a group that does not break, and is never frozen"
        rule = Citation("fe", "550.5/stasis" if group is Group.PINWHEEL else "550.3/stasis")
        faults.add("unbreakable-group", where, message, mend="Choose a ship.", citation=rule)
    elif not is_ship(type_.category) or stays_behind(type_.category):
        message, rule = f"{where} is no ship", Citation("fe", "312.0/who")
        faults.add("no-ship", where, message, mend="Choose a ship.", citation=rule)


@carries_out("fe", "312.232")
def random_target(own: Sequence[str], theirs: Sequence[str], die: int) -> str:
    """The ship that a die picks of three that the user of the field names and three that the defender names.

    The user's are 1 to 3, the defender's 4 to 6; one who has fewer to name leaves a face that is rolled again ('').
    """
    named = {n: ship for first, ships in ((1, own), (4, theirs)) for n, ship in enumerate(ships[:3], first)}
    return named.get(die, "")


@carries_out("fe", "312.223")
def after_breakdown(
    frozen: Sequence[str], outcomes: Sequence[Outcome], enemy_outcomes: Sequence[Outcome], options: Options
) -> tuple[str, ...]:
    """The ships that stay frozen by a side's attempts: none once one of these in the round was a disaster, or, as a
    table may read it, one of the enemy's.
    """
    counted = (*outcomes, *(enemy_outcomes if options["breakdown-scope"] == "both" else ()))
    return () if Outcome.DISASTER in counted else tuple(frozen)


def printed_row(type_: str, attempt: int) -> dict[Outcome, str]:
    """The printed cells of a row by outcome, for people; empty for a row that there is not."""
    wanted = re.compile(rf"{re.escape(type_.upper())}-{attempt}")
    for row in charts_of("combat")["sfg"].rows:
        if wanted.fullmatch(row[0]):
            return dict(zip(Outcome, row[1:], strict=True))
    return {}
