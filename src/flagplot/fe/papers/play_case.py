"""Battles of numbered cases, fought with their scripted dice: ``R1 damage Lyran: 5``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import Address, Scripted, ScriptError, roller_number
from flagplot.engine.case import Case, CaseOutcome
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.papers.docket import open_hex_docket
from flagplot.fe.papers.playing import fight_hex
from flagplot.fe.papers.report import hex_state

TABLE = "demonstration_fleet.csv"
SCRIPT = re.compile(r"R(?P<round>\d{1,3})\s+(?P<purpose>[\w-]+)(?:\s+(?P<who>[^:]+?))?\s*:\s*(?P<faces>\d[\d\s]*)")
PURPOSES = {phase.name.lower().replace("_", "-"): phase for phase in Phase}
"""What dice of a script are for, by the word that a line of it has."""


def play_hex_case(case: Case) -> CaseOutcome:
    """Fight the battle of a case, as far as its instructions reach; every die of the script must be used.

    Its units are those of the invented fleet, and the settings count as accepted.
    """
    if case.rounds is not None or case.afterwards:
        raise ScriptError("a hex is fought to its end, and has no aftermath: let a side retreat")
    faults = Faults()
    table = Paper(TABLE, (files("flagplot.fe") / "data" / TABLE).read_text(encoding="utf-8"))
    orders = [
        Paper(f"orders of {side}", f"ORDERS OF {side}\n{text}\nEND OF ORDERS\n") for side, text in case.orders.items()
    ]
    docket = open_hex_docket(Paper("scenario", case.scenario), orders, table, faults, accepted=True)
    if docket is None:
        return CaseOutcome(refusals=faults.found)
    source = Scripted(_script(docket.setup, case.dice))
    try:
        fought = fight_hex(docket, source)
    except Refused as refused:
        return CaseOutcome(refusals=refused.refusals)
    if source.unused():
        raise ScriptError(f"dice of the script were never rolled: {source.unused()}")
    return CaseOutcome(events=[event.as_dict() for event in fought.events], state=hex_state(fought))


def _script(setup: Setup, lines: Sequence[str]) -> dict[Address, tuple[int, ...]]:
    """The lines of a script as faces by address: whose die it is, where both have one, then its roller, which is the
    hex where none is named.
    """
    script: dict[Address, tuple[int, ...]] = {}
    for line in lines:
        match = SCRIPT.fullmatch(line.strip())
        if match is None or match["purpose"] not in PURPOSES:
            raise ScriptError(f"'{line}' is no line of dice such as 'R1 damage Lyran: 5' ({', '.join(PURPOSES)})")
        who = match["who"] or ""
        side = next((s for s, each in enumerate(setup.sides) if f"{who} ".startswith(f"{each.name} ")), None)
        roller = who if side is None else who.removeprefix(setup.sides[side].name).strip()
        address = Address(
            int(match["round"]), PURPOSES[match["purpose"]], side or 0, roller_number(roller or setup.hex)
        )
        if address in script:
            raise ScriptError(f"there are dice for '{line.partition(':')[0]}' already: write them in one line")
        script[address] = tuple(map(int, match["faces"].split()))
    return script
