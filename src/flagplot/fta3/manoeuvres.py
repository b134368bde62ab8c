"""Orders that move fleets before the battle: elements with their own speed, intents, deep-space interception."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.orders import Block, Order
from flagplot.engine.tokens import Token
from flagplot.fta3.forces import Owner, Scenario, Ship
from flagplot.fta3.names import fold, nearest_name
from flagplot.fta3.operands import entries, is_word, joined
from flagplot.fta3.standing import ALL, ElementOrder, Intent, Standing, is_kind
from flagplot.fta3.verbs import AT, EXAMPLES, INTENTS, RULES, SIZES


class Manoeuvres:
    """Reads manoeuvres of one owner, whose ships must be known: without a fleet the orders are only echoed."""

    def __init__(self, source: str, owner: Owner | None, faults: Faults) -> None:
        self.source, self.owner, self.faults = source, owner, faults
        self.placed: dict[str, str] = {}

    def element(self, order: Order) -> ElementOrder | None:
        """``element NAME [at SPEED] [INTENT]: ships``; None and a fault where it is none."""
        colons = [place for place, token in enumerate(order.operands) if token.is_mark(":")]
        if not colons:
            self.fault(order, "no-element", f"'{shorten(order)}' does not say which ships it consists of")
            return None
        head, rest = list(order.operands[: colons[0]]), order.operands[colons[0] + 1 :]
        intent = Intent.FIGHT
        if head and any(is_word(head[-1], word) for word in INTENTS):
            intent = Intent(head.pop().text.lower())
        speed: int | None = None
        if len(head) >= 2 and is_word(head[-2], AT):
            number = head.pop().text
            head.pop()
            if not number.isdigit() or len(number) > 3:
                self.fault(order, "no-speed", f"'{shorten(number)}' is no speed")
                return None
            speed = int(number)
        name = joined(head)
        if not name:
            self.fault(order, "no-element", f"'{shorten(order)}' gives the element no name")
            return None
        ships = self.ships(order, rest)
        for ship in ships:
            if ship.id in self.placed:
                message = f"{ship.name} is in the elements {self.placed[ship.id]} and {name}"
                self.fault(order, "two-elements", message, Fault.INCONSISTENT, "Name it in one of them.")
            self.placed[ship.id] = name
            if speed is not None and ship.hull.speed < speed:
                message = f"{ship.name} makes {ship.hull.speed}, the element {name} declares {speed}"
                gap = f"{speed - ship.hull.speed} too fast"
                self.fault(order, "too-fast", message, Fault.ILLEGAL, f"Declare {ship.hull.speed} or less.", gap)
        return ElementOrder(name, frozenset(ship.id for ship in ships), speed, intent)

    def intercept(self, order: Order) -> frozenset[str]:
        """``intercept all`` or the ships that go out; fixed defences stay."""
        ships = self.ships(order, order.operands)
        named_all = len(order.operands) == 1 and is_word(order.operands[0], ALL)
        for ship in ships:
            if ship.hull.speed == 0 and not named_all:
                message = f"{ship.name} is a fixed defence and cannot go out"
                self.fault(order, "fixed-defence", message, Fault.ILLEGAL, "Leave it out.")
        return frozenset(ship.id for ship in ships if ship.hull.speed)

    def ships(self, order: Order, tokens: Iterable[Token]) -> list[Ship]:
        """The owner's ships by name, kind or ``all``, each once."""
        found: dict[str, Ship] = {}
        listed = entries(tokens)
        if not listed:
            self.fault(order, "no-ships-named", f"'{shorten(order)}' names no ship")
        for entry in listed:
            for ship in self.named(order, joined(entry)):
                found[ship.id] = ship
        return list(found.values())

    def named(self, order: Order, name: str) -> Sequence[Ship]:
        if self.owner is None:
            return ()
        exact = [ship for ship in self.owner.ships if fold(ship.name) == fold(name)]
        kind = [ship for ship in self.owner.ships if fold(name) == ALL or _is_of(ship, name)]
        if not exact and not kind:
            names = [*(ship.name for ship in self.owner.ships), *SIZES, ALL]
            message = f"{self.owner.name} has no ship '{shorten(name)}' and none of such a kind"
            self.fault(order, "not-your-ship", message, Fault.ILLEGAL, nearest_name(name, names, self.faults))
        return exact or kind

    def fault(
        self, order: Order, code: str, message: str, fault: Fault = Fault.MALFORMED, mend: str = "", gap: str = ""
    ) -> None:
        verb = order.verb.text
        mend = mend or f"Write for instance: {EXAMPLES[verb]}."
        where = f"{self.source}, line {order.line}"
        citation = Citation("fta3", RULES[verb])
        self.faults.add(code, where, message, fault=fault, mend=mend, gap=gap, citation=citation)


def check_manoeuvres(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """Refuse manoeuvres that the type of battle does not know, and two sides that both go out to intercept."""
    out: list[str] = []
    for _, owner in scenario.owners():
        standing = standings[owner.id]
        if not standing.sent:
            continue
        where = blocks[fold(owner.name)].source
        if scenario.battle_type == "fixed" and (standing.elements or standing.intent is not Intent.FIGHT):
            message = f"{owner.name} splits up or avoids action, but the battle is for a fixed objective"
            mend = "Leave element and intent out; to meet the attackers in deep space order: intercept."
            faults.add("no-elements-here", where, message, mend=mend, citation=Citation("fta3", "battle-type"))
        if standing.intercept:
            out.append(owner.name)
            if scenario.battle_type != "fixed":
                message = f"{owner.name} orders an interception, but there is no fixed objective to defend"
                mend = 'Leave it out, or let the scenario say: battle = "fixed".'
                faults.add("no-objective", where, message, mend=mend, citation=Citation("fta3", "out-manoeuvre"))
    sides = {s for s, owner in scenario.owners() if owner.name in out}
    if len(sides) > 1:
        message = f"{' and '.join(out)} of both sides go out to intercept"
        mend = "Only the defender of the objective does."
        citation = Citation("fta3", "out-manoeuvre")
        faults.add("two-interceptions", "orders", message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)


def _is_of(ship: Ship, name: str) -> bool:
    """Whether a ship is of a hull or size, however that is spelt."""
    return fold(ship.hull.code) == fold(name) or is_kind(ship.hull, fold(name))
