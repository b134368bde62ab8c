"""The interception in deep space: defenders of a fixed objective go out to meet the attackers, and may miss them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import partial

from flagplot.core.citation import Citation, carries_out
from flagplot.core.event import Modifier
from flagplot.core.sources import Source
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.forces import Owner, Scenario, Ship
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.elements import can_fight, kept, part_of, room_for_fighters, slowest_speed
from flagplot.fta3.play.engagements import Engagement, Log, Prebattle
from flagplot.fta3.play.purposes import INTERCEPT
from flagplot.fta3.play.sentences import some
from flagplot.fta3.printed import printed

FIVE_A_POINT = "five-a-point"


@dataclass(frozen=True)
class Interception:
    """What came of the roll: both totals, and the rounds that the attacker has before the interceptors arrive."""

    attacker: int
    defender: int
    free_rounds: int


@carries_out("fta3", "out-manoeuvre")
def intercepts_at_once(attacker: int, defender: int) -> bool:
    """Attackers slower than the intercepting fleet are met without a roll."""
    return attacker < defender


@carries_out("fta3", "out-manoeuvre")
def interception(speeds: tuple[int, int], faces: tuple[int, int], reading: str) -> Interception:
    """Attacker and interceptor by their speeds and faces: ties go to the interceptor, who has +5 at equal speed (R8b).

    An attacker two or more faster rolls as one that is one faster, or adds 5 for each further point (R8).
    """
    lead, step = speeds[0] - speeds[1], int(printed()["out-manoeuvre"]["equal_speed"])
    attacker = faces[0] + (step * max(0, lead - 1) if reading == FIVE_A_POINT else 0)
    defender = faces[1] + (step if lead == 0 else 0)
    return Interception(attacker, defender, max(0, attacker - defender))


@carries_out("fta3", "out-manoeuvre")
def arrival(ship: Ship, free_rounds: int) -> int:
    """The round in which a ship that went out is at the objective; who is ruled to come later still does (R9)."""
    return max(ship.arrives, free_rounds + 1)


def meet_at_objective(scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> Prebattle:
    """A battle for a fixed objective, unless its defender has ordered an interception that succeeds."""
    for s, side in enumerate(scenario.sides):
        out = frozenset().union(*(standings[owner.id].intercept for owner in side.owners))
        if out:
            return _Sortie(scenario, s, out, source).meet()
    return Prebattle((Engagement("", scenario),))


class _Sortie:
    """Ships of side ``s`` go out to meet the attackers."""

    def __init__(self, scenario: Scenario, s: int, out: frozenset[str], source: Source) -> None:
        self.scenario, self.s, self.out = scenario, s, out
        side = scenario.sides[s]
        self.name, self.attackers = side.name, scenario.sides[1 - s].name
        self.close = frozenset(ship.id for ship in side.ships) - out
        gone = [ship for ship in side.ships if ship.id in out]
        self.speeds = (slowest_speed(scenario.sides[1 - s].ships), slowest_speed(gone))
        self.log = Log(scenario, source)

    def meet(self) -> Prebattle:
        """What comes of it: a mobile battle, or one for the objective to which the interceptors come late."""
        if intercepts_at_once(*self.speeds):
            text = f"{self.name} intercepts in deep space: the attackers are slower, {self.speeds[0]} against "
            self.log.note("intercepted", self.s, f"{text}{self.speeds[1]}.")
            return self.in_deep_space()
        verdict = "the higher total has its way"
        attacker, defender = (
            self.log.cast(INTERCEPT, s, k.FORCE, who, verdict)
            for s, who in ((1 - self.s, self.attackers), (self.s, self.name))
        )
        faces = (self.log.face(attacker), self.log.face(defender))
        result = interception(self.speeds, faces, self.scenario.readings["faster-attacker"])
        totals = f"Interception in deep space: {self.attackers} {result.attacker}, {self.name} {result.defender}: "
        facts = {"attacker": result.attacker, "defender": result.defender}
        added = {
            "equal speed, for the interceptor": result.defender - faces[1],
            "speed of the attacker": result.attacker - faces[0],
        }
        citation = Citation("fta3", "out-manoeuvre")
        modifiers = tuple(Modifier(name, value, citation) for name, value in added.items() if value)
        if not result.free_rounds:
            text = f"{totals}{self.name} meets the attackers."
            self.log.note("intercepted", self.s, text, (attacker, defender), modifiers, **facts)
            return self.in_deep_space()
        free = some(result.free_rounds, "round")
        text = f"{totals}the attackers have {free} before {self.name}'s fleet is there."
        facts["rounds"] = result.free_rounds
        self.log.note("out-manoeuvred", self.s, text, (attacker, defender), modifiers, **facts)
        return self.at_objective(result.free_rounds)

    def at_objective(self, free_rounds: int) -> Prebattle:
        """The battle for the objective; where nobody defends it, it begins once the interceptors are there."""
        without = part_of(self.scenario, self.s, partial(kept, self.close), partial(_flies, self.close, self.out))
        if not can_fight(without.sides[self.s]):
            passed = f"{some(free_rounds, 'round')} {'passes' if free_rounds == 1 else 'pass'}"
            text = f"Nobody defends close to the objective: {passed} there before the battle begins."
            self.log.note("unopposed", self.s, text, rounds=free_rounds)
            return self.end(self.scenario)

        def there(ship: Ship) -> Ship:
            return replace(ship, arrives=arrival(ship, free_rounds)) if ship.id in self.out else ship

        return self.end(part_of(self.scenario, self.s, there, partial(_flies, self.close, self.out)))

    def in_deep_space(self) -> Prebattle:
        """A mobile battle between the attackers and those who went out."""
        scenario = part_of(self.scenario, self.s, partial(kept, self.out), partial(_flies, self.out, self.close))
        if self.close:
            ships = some(len(self.close), "ship")
            verbs = "stays close and meets" if len(self.close) == 1 else "stay close and meet"
            self.log.note("stays-close", self.s, f"{ships} of {self.name} {verbs} nobody.", ships=len(self.close))
        first, second = (slowest_speed(side.ships) for side in scenario.sides)
        return self.end(replace(scenario, battle_type="mobile", speeds=(first, second)))

    def end(self, scenario: Scenario) -> Prebattle:
        """The one engagement that it comes to."""
        return Prebattle((Engagement("", scenario),), tuple(self.log.events))


def _flies(there: Set[str], elsewhere: Set[str], owner: Owner) -> bool:
    """Whether an owner's fighters are with the first of two parts of his side's ships."""
    return room_for_fighters(owner, there) >= room_for_fighters(owner, elsewhere)
