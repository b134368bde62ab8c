"""Rulings for the aftermath: whose ground it was, who holds the field, what is aboard, where prizes are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, nearest_name
from flagplot.engine.operands import joined, quoted
from flagplot.engine.orders import Order
from flagplot.engine.tokens import Token
from flagplot.fta3.papers.forces import Ruling, Scenario, Side
from flagplot.fta3.papers.naming import Naming, Teller

HOME_GROUND, HOLDS_FIELD, TRANSIT, FINDS_DATA = "home-ground", "holds-field", "transit-weeks", "finds-data"
TROOPS, SHIELD, PRIZE_HOME, PRIZE_RETAKEN = "has-troops", "has-shield", "prize-home", "prize-retaken"
FLIGHT, CASUALTY = "flight", "casualty"
AFTER_KINDS = (FLIGHT, CASUALTY)
"""Rolls of the aftermath that a moderator may modify."""

EXAMPLES = {
    HOME_GROUND: 'home-ground Blue because "their own system"',
    HOLDS_FIELD: 'holds-field Alice because "it was her squadron"',
    FINDS_DATA: 'finds-data Alice because "the plans of a jammer"',
    TRANSIT: 'transit-weeks 3 because "the lane to Lyra"',
    TROOPS: 'has-troops Hood, York because "the marines of the 2nd"',
    SHIELD: 'has-shield Kent because "Captain Ames is aboard"',
    PRIZE_HOME: 'prize-home Orel because "the convoy is in port"',
    PRIZE_RETAKEN: 'prize-retaken Orel because "the convoy was intercepted"',
}
RULES = {
    HOME_GROUND: "land-fighters",
    HOLDS_FIELD: "overkill",
    FINDS_DATA: "overkill/technical-data",
    TRANSIT: "running-down/absence",
    TROOPS: "running-down/capture",
    SHIELD: "flight/modifiers",
    PRIZE_HOME: "prizes",
    PRIZE_RETAKEN: "prizes/recapture",
}
PRIZES = (PRIZE_HOME, PRIZE_RETAKEN)
ONCE = (HOME_GROUND, HOLDS_FIELD, TRANSIT)
"""Of which a battle knows one."""

NOBODY = "nobody"
WEEKS = re.compile(r"\d{1,4}")


class Bonus(NamedTuple):
    """What the moderator adds to a roll, and why."""

    value: int
    reason: str


class Facts(NamedTuple):
    """What the moderator has told of an aftermath.

    ``friendly`` are the numbers of sides over whose ground a battle was fought, None where he has not said; ``holder``
    is an owner's id, ``weeks`` the way to the next node, ``data`` what the hulks have taught which
    owner, by id. Troops, shields and prizes are ship ids.
    """

    friendly: frozenset[int] | None
    holder: str
    weeks: int | None
    data: dict[str, list[str]]
    troops: frozenset[str]
    shields: frozenset[str]
    home: frozenset[str]
    retaken: frozenset[str]
    flights: dict[str, list[Bonus]]
    casualties: dict[str, list[Bonus]]


def is_of_aftermath(ruling: Ruling) -> bool:
    """Whether a ruling is about the time after the battle."""
    return ruling.verb in EXAMPLES or ruling.kind in AFTER_KINDS


def facts_of(scenario: Scenario) -> Facts:
    """What the rulings of a scenario tell the aftermath."""
    by_verb: dict[str, list[Ruling]] = {}
    bonuses: dict[str, dict[str, list[Bonus]]] = {kind: {} for kind in AFTER_KINDS}
    for ruling in scenario.rulings:
        by_verb.setdefault(ruling.verb, []).append(ruling)
        if ruling.kind in AFTER_KINDS:
            for id_ in ruling.subjects:
                bonuses[ruling.kind].setdefault(id_, []).append(Bonus(ruling.value, ruling.reason))

    data: dict[str, list[str]] = {}
    for ruling in by_verb.get(FINDS_DATA, ()):
        data.setdefault(ruling.kind, []).append(ruling.reason)

    def ships(verb: str) -> frozenset[str]:
        return frozenset(id_ for ruling in by_verb.get(verb, ()) for id_ in ruling.subjects)

    ground = by_verb.get(HOME_GROUND)
    return Facts(
        friendly=None if ground is None else frozenset(each.side for each in ground if each.kind != NOBODY),
        holder=next((ruling.kind for ruling in by_verb.get(HOLDS_FIELD, ())), ""),
        weeks=next((ruling.value for ruling in by_verb.get(TRANSIT, ())), None),
        data=data,
        troops=ships(TROOPS),
        shields=ships(SHIELD),
        home=ships(PRIZE_HOME),
        retaken=ships(PRIZE_RETAKEN),
        flights=bonuses[FLIGHT],
        casualties=bonuses[CASUALTY],
    )


class AfterRulings:
    """Reads the operands of such rulings."""

    def __init__(self, sides: tuple[Side, Side], naming: Naming, tell: Teller, faults: Faults) -> None:
        self.sides, self.naming, self.faults = sides, naming, faults
        self.fault = tell
        self.given: dict[str, Order] = {}

    def read(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        """The ruling with what it names; None and a fault where it names nothing."""
        verb = ruling.verb
        if verb in ONCE and verb in self.given:
            first = self.given[verb]
            message = f"{verb} is ruled already by line {first.line}: {quoted(first)}"
            self.fault(order, "ruled-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
        self.given.setdefault(verb, order)
        if verb == HOME_GROUND:
            return self.ground(order, operands, ruling)
        if verb in (HOLDS_FIELD, FINDS_DATA):
            return self.owner(order, operands, ruling)
        if verb == TRANSIT:
            return self.weeks(order, operands, ruling)
        return self.ships(order, operands, ruling)

    def ground(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        """Whose territory it is: a side's, or nobody's."""
        if joined(operands).lower() == NOBODY:
            return replace(ruling, kind=NOBODY)
        found = self.naming.subjects(order, operands)
        if len(found) == 1 and found[0].whole:
            return replace(ruling, side=found[0].side)
        if found:
            names = " or ".join(side.name for side in self.sides)
            message = f"{quoted(order)} names no side whose ground it is"
            self.fault(order, "no-side", message, f"Name {names}, or {NOBODY}.", Fault.ILLEGAL)
        return None

    def owner(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        """The owner who holds the field, or has found something there."""
        owners = {fold(owner.name): owner for side in self.sides for owner in side.owners}
        name = joined(operands)
        if not name:
            self.fault(order, "no-subject", f"{quoted(order)} does not say who")
            return None
        if fold(name) in owners:
            return replace(ruling, kind=owners[fold(name)].id)
        message = f"no owner called '{shorten(name)}' takes part in this battle"
        hint = nearest_name(name, [owner.name for owner in owners.values()], self.faults)
        self.fault(order, "unknown-owner", message, hint, Fault.ILLEGAL)
        return None

    def weeks(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        """The weeks of the way to the next node."""
        words = [token.text for token in operands if token.text.lower() not in ("week", "weeks")]
        if len(words) == 1 and WEEKS.fullmatch(words[0]):
            return replace(ruling, value=int(words[0]))
        self.fault(order, "no-weeks", f"{quoted(order)} names no number of weeks")
        return None

    def ships(self, order: Order, operands: tuple[Token, ...], ruling: Ruling) -> Ruling | None:
        """The ships that have something aboard, or are prizes somewhere."""
        ids = self.naming.ships(order, operands)
        for id_ in ids:
            for verb in PRIZES if ruling.verb in PRIZES else (ruling.verb,):
                if first := self.given.get(f"{verb} {id_}"):
                    message = f"line {first.line} rules already on {id_}: {quoted(first)}"
                    self.fault(order, "ruled-twice", message, "Keep one of the two.", Fault.INCONSISTENT)
            self.given.setdefault(f"{ruling.verb} {id_}", order)
        return replace(ruling, subjects=ids) if ids else None
