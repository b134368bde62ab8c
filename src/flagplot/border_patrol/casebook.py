"""How the movement phases of a numbered case are played: a campaign's sheet, orders, and dice that are written down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from flagplot.border_patrol.campaign.casting import PURPOSES, Casting
from flagplot.border_patrol.campaign.papers import read_orders
from flagplot.border_patrol.campaign.phase import play, prepare
from flagplot.border_patrol.campaign.pieces import Pieces
from flagplot.border_patrol.campaign.settings import settings_of
from flagplot.border_patrol.campaign.sheet import read_sheet
from flagplot.core.log import Deed
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import ScriptError
from flagplot.engine.case import Case, CaseOutcome

DIE = re.compile(r"(?:M(?P<phase>\d+)\s+)?(?P<purpose>[\w-]+)\s+(?P<who>[^:\s]+)\s*:\s*(?P<face>\d+)")

HEAD = """\
system = "bp"
name = "Case"
turn = 5
phase = 3
phases = 6
[schedule]
2 = [2, 4]
1 = [4]
[map]
columns = 12
rows = 12
offset = "even"
"""
"""The head of a case's sheet that brings none: Turn 5 phase 3 of six; ships run in phases 2 and 4."""

FIRST = 0
"""What stands for the first phase of a case, whatever its number."""


def play_case(case: Case) -> CaseOutcome:
    """Play the movement phases of a case, one unless ``rounds`` says how many.

    ``scenario`` is a sheet, whose head may be missing. ``orders`` are those of each owner for the first phase;
    ``M4 alliance`` are those of phase 4. A die is ``check ace: 3``, or ``M4 check ace: 3``; all must be used.
    """
    faults = Faults()
    text = case.scenario if "system =" in case.scenario else HEAD + case.scenario
    beginning = read_sheet(text, "scenario", faults)
    if beginning is None:
        return CaseOutcome(refusals=faults.found)
    settings, world = settings_of(beginning.head), beginning.world
    dice, orders = _dice(case.dice), _orders(case.orders)
    deeds: list[Deed] = []
    for number in range(case.rounds or 1):
        pieces = Pieces(world, settings.options)
        keys = [pieces.now.phase] if number else [FIRST, pieces.now.phase]
        table = {who: face for key in keys for who, face in dice.pop(key, {}).items()}
        papers = [paper for key in keys for paper in orders.pop(key, ())]
        try:
            read = read_orders(papers, pieces, settings, faults)
            faults.settle()
            casting = Casting(pieces.now.phase, None, {**table, **read.dice})
            phase = play(prepare(world, read, settings, casting, faults))
        except Refused as refused:
            return CaseOutcome(refusals=refused.refusals)
        deeds += phase.deeds
        world = phase.world
    if dice or orders:
        raise ScriptError(f"there are dice or orders for phases that are not played: {[*dice, *orders]}")
    events = [{"kind": deed.kind, "text": deed.text, **deed.facts} for deed in deeds]
    return CaseOutcome(events=events, state={id_: dict(fields) for id_, fields in world.items()})


def _dice(lines: Iterable[str]) -> dict[int, dict[str, int]]:
    """The dice of a case by phase and roller."""
    found: dict[int, dict[str, int]] = {}
    for line in lines:
        match = DIE.fullmatch(line.strip())
        if match is None or match["purpose"] not in PURPOSES:
            raise ScriptError(f"'{line}' is no die such as 'check ace: 3' ({', '.join(PURPOSES)})")
        found.setdefault(int(match["phase"] or FIRST), {})[match["who"]] = int(match["face"])
    return found


def _orders(orders: Mapping[str, str]) -> dict[int, list[Paper]]:
    """The orders of a case by phase, each as its owner would send it."""
    found: dict[int, list[Paper]] = {}
    for key, text in orders.items():
        match = re.fullmatch(r"(?:M(\d+) )?(\S+)", key)
        if match is None:
            raise ScriptError(f"'{key}' is no owner of orders such as 'alliance' or 'M4 alliance'")
        paper = Paper(f"orders of {key}", f"ORDERS OF {match[2]}\n{text}\nEND OF ORDERS\n")
        found.setdefault(int(match[1] or FIRST), []).append(paper)
    return found
