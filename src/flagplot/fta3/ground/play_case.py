"""Ground wars of numbered cases, fought with their scripted dice: ``Q1 save old-guard: 12 3``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

from flagplot.core.papers import Paper
from flagplot.core.readings import Reading
from flagplot.core.refusal import Faults
from flagplot.core.sources import Address, Scripted, ScriptError, roller_number
from flagplot.engine.case import Case, CaseOutcome
from flagplot.fta3.ground import codes as k
from flagplot.fta3.ground.campaign import fight_war
from flagplot.fta3.ground.docket import open_ground_docket
from flagplot.fta3.ground.forces import GroundScenario
from flagplot.fta3.ground.log import PURPOSES
from flagplot.fta3.ground.reporting import war_state
from flagplot.fta3.ground.scenario import roller_id

SCRIPT = re.compile(r"Q(?P<quarter>\d+)\s+(?P<purpose>[\w-]+)\s+(?P<who>[^:]+?)\s*:\s*(?P<faces>[\d\s]+)")
BOOK = "case_book.toml"


def play_ground_case(case: Case, catalogue: Mapping[str, Reading]) -> CaseOutcome:
    """Fight the war of a case; every die of the script must be used."""
    faults = Faults()
    book = Paper(BOOK, (files("flagplot.fta3") / "data" / BOOK).read_text(encoding="utf-8"))
    papers = [
        Paper(f"orders of {side}", f"ORDERS OF {side}\n{text}\nEND OF ORDERS\n") for side, text in case.orders.items()
    ]
    docket = open_ground_docket(Paper("scenario", case.scenario), papers, book, None, catalogue, faults)
    if docket is None:
        return CaseOutcome(refusals=faults.found)
    source = Scripted(_script(docket.scenario, case.dice))
    war = fight_war(docket.scenario, docket.orders, source)
    if source.unused():
        raise ScriptError(f"dice of the script were never rolled: {source.unused()}")
    return CaseOutcome(events=[event.as_dict() for event in war.events], state=war_state(war))


def _script(scenario: GroundScenario, lines: Sequence[str]) -> dict[Address, tuple[int, ...]]:
    """The lines of a script as faces by address."""
    sides = {side.name.casefold(): s for s, side in enumerate(scenario.sides)}
    side_of = {
        id_: s
        for s, side in enumerate(scenario.sides)
        for id_ in (*(id_ for id_, _ in side.names()), *(wing.id for wing in side.wings))
    }
    script: dict[Address, tuple[int, ...]] = {}
    for line in lines:
        match = SCRIPT.fullmatch(line.strip())
        if match is None or match["purpose"] not in PURPOSES:
            raise ScriptError(f"'{line}' is no line of dice such as 'Q1 save old-guard: 15' ({', '.join(PURPOSES)})")
        purpose, who = PURPOSES[match["purpose"]], match["who"]
        if purpose.roller == "force" and who.casefold() in sides:
            side, roller = sides[who.casefold()], k.FORCE
        elif purpose.roller != "force" and who in side_of:
            side, roller = side_of[who], roller_number(roller_id(scenario.sides[side_of[who]], who))
            side = 1 - side if purpose.roller == "target" else side
        else:
            raise ScriptError(f"'{who}' of '{line}' takes no part in this war")
        address = Address(int(match["quarter"]), purpose.phase, side, roller)
        if address in script:
            raise ScriptError(f"there are dice for '{line.partition(':')[0]}' already: write them in one line")
        script[address] = tuple(map(int, match["faces"].split()))
    return script
