"""The sheet that begins a campaign: TOML with its settings, map, units and craft, read into a head and a world.

What other sections of the rules would say is given here: the movement phases of a Turn (V8.00), the schedule of V8.90,
terrain (V6.00). Whatever has a default and was not given is told as assumed. ``roster`` reads units and craft.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flagplot.border_patrol.campaign.pieces import CLOCK
from flagplot.border_patrol.campaign.roster import fighters_aboard, read_craft, read_units
from flagplot.border_patrol.campaign.settings import as_plain
from flagplot.border_patrol.options import catalogue
from flagplot.border_patrol.stranded.run import Schedule, proportional
from flagplot.border_patrol.terrain import Terrain
from flagplot.border_patrol.wording import counted
from flagplot.core import readings
from flagplot.core.entries import Entry, read_entries
from flagplot.core.folder import Head
from flagplot.core.hexmap import HexMap, Offset, Order, Top
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.world import World

TEAMS = ("alliance", "coalition", "orion")
PHASES = 4
"""Movement phases of a Turn where the sheet gives none: the least that the section's own example needs."""

LONGEST_TURN = 60
WIDEST = 200  # hexes of a map in each direction


class Beginning(NamedTuple):
    """What a sheet makes: the head of a game, and its world."""

    head: Head
    world: World


def read_sheet(text: str, where: str, faults: Faults) -> Beginning | None:
    """The beginning that a sheet describes; None where it has faults, all of which are added."""
    before = len(faults.found)
    head, units = read_entries(text, "unit", where, faults)
    if len(faults.found) > before:
        return None
    _, craft = read_entries(text, "craft", where, faults)
    head.asked.add("craft")
    assumed: list[str] = []
    name = head.text("name")
    head.word("system", ("bp",))
    teams = head.texts("teams", required=False) or TEAMS
    phases = _phases(head, assumed)
    board = _board(head, assumed)
    terrain = _terrain(head, board)
    schedule = _schedule(head, phases, assumed)
    turn, phase = head.number("turn", least=1, default=1), head.number("phase", least=1, most=phases, default=1)
    chosen = readings.choose(catalogue(), head.named_texts("readings", required=False), f"{where}, readings", faults)
    head.finish()
    world: dict[str, Mapping[str, Any]] = {CLOCK: {"is": CLOCK, "turn": turn, "phase": phase}}
    read_units(units, board, teams, chosen, fighters_aboard(craft), world)
    read_craft(craft, board, teams, phases, world)
    if len(faults.found) > before:
        return None
    settings = as_plain(board, terrain, phases, schedule, teams, tuple(assumed))
    return Beginning(Head(system="bp", name=name, settings=settings, readings=chosen), world)


def _phases(head: Entry, assumed: list[str]) -> int:
    if not head.has("phases"):
        assumed.append(f"A Turn has {PHASES} movement phases: V8.00 was not at hand, and the sheet has no 'phases'.")
    return head.number("phases", least=1, most=LONGEST_TURN, default=PHASES)


def _board(head: Entry, assumed: list[str]) -> HexMap:
    """The map of the sheet's table ``map``."""
    table = Entry(f"{head.where}, map", head.table("map"), head.faults)
    if not table.has("offset"):
        assumed.append("Even columns (or rows) of the map are the pushed ones: the sheet has no 'offset'.")
    digits = table.number("digits", least=1, most=4, default=2)
    first = table.text("first", required=False) or "01".rjust(digits, "0")[-digits:] * 2
    order = Order(table.word("order", Order, default=Order.COLUMN_ROW))
    if len(first) != 2 * digits or not (first.isascii() and first.isdigit()):
        table.fault("wrong-label", f"'{first}' is no label of twice {digits} digits", mend='Write the first as "0101".')
        first = "1" * 2 * digits
    one, two = int(first[:digits]), int(first[digits:])
    column, row = (one, two) if order is Order.COLUMN_ROW else (two, one)
    missing = table.texts("missing", required=False)
    board = HexMap(
        columns=table.number("columns", least=1, most=min(WIDEST, 10**digits - column)),
        rows=table.number("rows", least=1, most=min(WIDEST, 10**digits - row)),
        first_column=column,
        first_row=row,
        digits=digits,
        top=Top(table.word("top", Top, default=Top.FLAT)),
        offset=Offset(table.word("offset", Offset, default=Offset.EVEN)),
        order=order,
        rows_up=table.flag("rows-up"),
        missing=frozenset(missing),
    )
    table.finish()
    return board


def _terrain(head: Entry, board: HexMap) -> dict[str, Terrain]:
    """The table ``terrain``: for each kind the hexes that it fills."""
    table = Entry(f"{head.where}, terrain", head.table("terrain", required=False), head.faults)
    found: dict[str, Terrain] = {}
    kinds = [kind.value for kind in Terrain]
    for word in table.values:
        if word not in kinds:
            table.fault("unknown-terrain", f"there is no terrain '{word}'", mend=f"{nearest(word, kinds)} Or: other.")
            table.asked.add(word)
            continue
        for hex_ in table.texts(word):
            if hex_ not in board:
                table.fault("unknown-hex", f"'{hex_}' is no hex of the map", mend="Write it as it is printed.")
            elif hex_ in found:
                message = f"{hex_} is {found[hex_]} and {word}"
                table.fault("double-terrain", message, fault=Fault.INCONSISTENT, mend="Give it one terrain.")
            else:
                found[hex_] = Terrain(word)
    return found


def _schedule(head: Entry, phases: int, assumed: list[str]) -> Schedule:
    """The table ``schedule``: for each allowance the phases in which a hex may be entered, twice for two hexes."""
    spread = proportional(phases)
    given = head.table("schedule", required=False)
    table = Entry(f"{head.where}, schedule", given, head.faults)
    if not given:
        told = "; ".join(
            f"{boma} a Turn in {', '.join(f'phase {phase}' for phase in by)}" for boma, by in sorted(spread.items())
        )
        assumed.append(f"Allowances are spread evenly ({told}): the table V8.90 was not at hand.")
        return spread
    found: dict[int, dict[int, int]] = {}
    for boma in spread:
        listed = table.values.get(str(boma))
        table.asked.add(str(boma))
        fits = isinstance(listed, list) and all(type(each) is int and 1 <= each <= phases for each in listed)
        if not fits or len(listed or ()) != boma:
            mend = f"Write {boma} = [{', '.join(map(str, sorted(spread[boma])))}]."
            message = f"an allowance of {boma} needs {counted(boma, 'phase')} from 1 to {phases}"
            table.fault("wrong-schedule", message, mend=mend)
            continue
        found[boma] = {phase: listed.count(phase) for phase in sorted(set(listed))} if listed else {}
    table.finish()
    return found
