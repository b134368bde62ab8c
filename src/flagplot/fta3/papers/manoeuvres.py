"""Orders that move fleets before the battle: elements with their own speed, intents, deep-space interception."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import check_name, fold, nearest_name, slug
from flagplot.engine.operands import entries, is_word, joined, place, quoted
from flagplot.engine.orders import Block, Order
from flagplot.engine.tokens import Token
from flagplot.fta3.papers.forces import Owner, Scenario, Ship
from flagplot.fta3.papers.operands import spell_name
from flagplot.fta3.papers.standing import ALL, ElementOrder, Intent, Standing
from flagplot.fta3.papers.verbs import AT, EXAMPLES, INTENTS, RULES, SIZES
from flagplot.fta3.play.elements import KEPT_NAMES, can_fight, drafts_of, kept, part_of

SPEED = re.compile(r"\d{1,3}")


class Manoeuvres:
    """Reads manoeuvres of one owner, whose ships must be known: without a fleet the orders are only echoed."""

    def __init__(self, source: str, owner: Owner | None, faults: Faults) -> None:
        self.source, self.owner, self.faults = source, owner, faults
        self.placed: dict[str, str] = {}

    def element(self, order: Order) -> tuple[ElementOrder, str] | None:
        """``element NAME [at SPEED] [INTENT]: ships``, and its canonical line; None and a fault where it is none."""
        colons = [place for place, token in enumerate(order.operands) if token.is_mark(":")]
        if not colons:
            self.fault(order, "no-element", f"{quoted(order)} does not say which ships it consists of")
            return None
        head, rest = list(order.operands[: colons[0]]), order.operands[colons[0] + 1 :]
        intent: Intent | None = None
        speed: int | None = None
        while head:
            if intent is None and any(is_word(head[-1], word) for word in INTENTS):
                intent = Intent(head.pop().text.lower())
            elif speed is None and len(head) > 1 and is_word(head[-2], AT):
                number = head.pop().text
                head.pop()
                if not SPEED.fullmatch(number):
                    self.fault(order, "no-speed", f"'{shorten(number)}' is no speed of an element")
                    return None
                speed = int(number)
            else:
                break
        name = self.name(order, head)
        if not name:
            return None
        ships, told = self.ships(order, rest)
        for ship in ships:
            self.place(order, ship, name, speed)
        pace, aim = "" if speed is None else f" {AT} {speed}", "" if intent is None else f" {intent}"
        line = f"element {_spelt(name)}{pace}{aim}: {', '.join(told)}"
        return ElementOrder(name, frozenset(ship.id for ship in ships), speed, intent), line

    def name(self, order: Order, head: Sequence[Token]) -> str:
        """The name of an element; empty and a fault where it is none, or none that a report can tell from others."""
        name = joined(head)
        odd = next((token for token in head if token.is_mark(",") or _is_reserved(token)), None)
        if not name or odd:
            why = f"has '{odd.text}' in its name" if odd else "gives the element no name"
            self.fault(order, "no-element", f"{quoted(order)} {why}")
            return ""
        if slug(name) in KEPT_NAMES:
            message = f"'{shorten(name)}' is what reports call the ships that are in no element, or fall behind"
            self.fault(order, "kept-name", message, Fault.ILLEGAL, "Choose another name.")
            return ""
        found = len(self.faults.found)
        check_name(name, f"{self.source}, line {order.line}", self.faults)
        return name if len(self.faults.found) == found else ""

    def place(self, order: Order, ship: Ship, name: str, speed: int | None) -> None:
        """Put a ship into an element, which must be its only one and not too fast for it."""
        if ship.id in self.placed:
            message = f"{ship.name} is in the elements {self.placed[ship.id]} and {name}"
            self.fault(order, "two-elements", message, Fault.INCONSISTENT, "Name it in one of them.")
        self.placed.setdefault(ship.id, name)
        if speed is not None and ship.hull.speed < speed:
            message = f"{ship.name} makes {ship.hull.speed}, the element {name} declares {speed}"
            gap, mend = f"{speed - ship.hull.speed} too fast", f"Declare {ship.hull.speed} or less."
            self.fault(order, "too-fast", message, Fault.ILLEGAL, mend, gap)

    def intercept(self, order: Order) -> tuple[frozenset[str], str]:
        """``intercept all`` or the ships that go out, and the canonical line; fixed defences stay."""
        ships, told = self.ships(order, order.operands)
        everybody = set(told) == {ALL}
        for ship in ships:
            if ship.hull.speed == 0 and (not everybody or not any(each.hull.speed for each in ships)):
                message = f"{ship.name} is a fixed defence and cannot go out"
                self.fault(order, "fixed-defence", message, Fault.ILLEGAL, "Leave it out.")
        return frozenset(ship.id for ship in ships if ship.hull.speed), f"intercept {', '.join(told)}"

    def ships(self, order: Order, tokens: Iterable[Token]) -> tuple[list[Ship], list[str]]:
        """The owner's ships by name, kind or ``all``, each once; and the list as it is spelt."""
        found: dict[str, Ship] = {}
        told: list[str] = []
        listed = entries(tokens)
        if not listed:
            self.fault(order, "no-ships-named", f"{quoted(order)} names no ship")
        for entry in listed:
            ships, spelt = self.named(order, joined(entry))
            found |= {ship.id: ship for ship in ships}
            if spelt in told:
                message = f"'{shorten(spelt)}' is named twice in {quoted(order)}"
                self.fault(order, "named-twice", message, Fault.INCONSISTENT, "Keep one of the two.")
            told.append(spelt)
        return list(found.values()), sorted(told)

    def named(self, order: Order, name: str) -> tuple[Sequence[Ship], str]:
        """The ship of a name, or all of a kind; and how it is spelt."""
        if self.owner is None:
            return (), spell_name(name)
        for ship in self.owner.ships:
            if fold(ship.name) == fold(name):
                return (ship,), spell_name(ship.name)
        if fold(name) == ALL:
            return self.owner.ships, ALL
        of_kind = [ship for ship in self.owner.ships if _is_of(ship, name)]
        if of_kind:
            hull = of_kind[0].hull
            return of_kind, hull.code if fold(hull.code) == fold(name) else hull.size.value
        names = [*(ship.name for ship in self.owner.ships), *SIZES, ALL]
        message = f"{self.owner.name} has no ship '{shorten(name)}' and none of such a kind"
        self.fault(order, "not-your-ship", message, Fault.ILLEGAL, nearest_name(name, names, self.faults))
        return (), name

    def fault(
        self, order: Order, code: str, message: str, fault: Fault = Fault.MALFORMED, mend: str = "", gap: str = ""
    ) -> None:
        """One fault of an order."""
        verb = order.verb.text
        mend = mend or f"Write for instance: {EXAMPLES[verb]}."
        where = f"{self.source}, line {order.line}"
        citation = Citation("fta3", RULES[verb])
        self.faults.add(code, where, message, fault=fault, mend=mend, gap=gap, citation=citation)


def check_manoeuvres(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """Refuse manoeuvres that the type of battle does not know, and owners or sides that contradict one another.

    ``blocks`` are the orders by folded name of the owner.
    """
    for _, owner in scenario.owners():
        standing = standings[owner.id]
        if not standing.sent:
            continue
        block = blocks[fold(owner.name)]
        if scenario.battle_type == "fixed" and (standing.elements or standing.intent not in (None, Intent.FIGHT)):
            where = place(block, "element" if standing.elements else "intent")
            message = f"{owner.name} splits up or avoids action, but the battle is for a fixed objective"
            mend = "Leave element and intent out; to meet the attackers in deep space order: intercept."
            faults.add("no-elements-here", where, message, mend=mend, citation=Citation("fta3", "battle-type"))
        if scenario.battle_type != "fixed" and standing.intercept:
            where = place(block, "intercept")
            message = f"{owner.name} orders an interception, but there is no fixed objective to defend"
            mend = 'Leave it out, or let the scenario say: battle = "fixed".'
            faults.add("no-objective", where, message, mend=mend, citation=Citation("fta3", "out-manoeuvre"))
    _check_intents(scenario, standings, blocks, faults)
    _check_sorties(scenario, standings, blocks, faults)


def _check_intents(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """The owners of a side must agree what their main body, and each element that they share, is about."""
    for side in scenario.sides:
        for draft in drafts_of(side, standings):
            if len(draft.intents) > 1:
                speaking = next(owner for owner in side.owners if standings[owner.id].sent)
                where = blocks[fold(speaking.name)].source
                message = (
                    f"the owners of {side.name} order their {draft.name} to {' and to '.join(sorted(draft.intents))}"
                )
                mend, citation = "Agree on one of them.", Citation("fta3", "avoid-action")
                faults.add("two-intents", where, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)


def _check_sorties(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """One side goes out to intercept, with a ship that can fight."""
    citation = Citation("fta3", "out-manoeuvre")
    going: dict[str, str] = {}
    for s, side in enumerate(scenario.sides):
        out = frozenset[str]().union(*(standings[owner.id].intercept for owner in side.owners))
        if not out:
            continue
        first = next(owner for owner in side.owners if standings[owner.id].intercept)
        going[side.name] = where = place(blocks[fold(first.name)], "intercept")
        sortie = part_of(scenario, s, partial(kept, out), lambda owner: False)
        if not can_fight(sortie.sides[s]):
            message = f"none of the ships that {side.name} sends out has hit points and is there from the start"
            mend = "Name one that can fight, or leave the order out."
            faults.add("no-interceptors", where, message, mend=mend, citation=citation)
    if len(going) > 1:
        message, where = f"{' and '.join(going)} both go out to intercept", list(going.values())[-1]
        mend = "Only the defender of the objective does."
        faults.add("two-interceptions", where, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)


def _is_of(ship: Ship, name: str) -> bool:
    """Whether a ship is of a hull or size, however that is spelt."""
    return fold(name) in (fold(ship.hull.code), ship.hull.size.value)


def _is_reserved(token: Token) -> bool:
    """Whether a token would be read as a part of the order, not of a name."""
    return any(is_word(token, word) for word in (AT, *INTENTS))


def _spelt(name: str) -> str:
    """An element's name as an order has to write it."""
    reserved = any(_is_reserved(Token(word, 0, 0)) for word in name.split())
    return str(Token(name, 0, 0, quoted=True)) if reserved else spell_name(name)
