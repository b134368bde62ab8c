"""Before the battle: who brings whom to action, who gets away, and whether a deep-space interception succeeds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from flagplot.core.citation import Citation, carries_out
from flagplot.core.event import Cast, Event, Modifier
from flagplot.core.sources import Address, Draw, Source, roller_number
from flagplot.fta3.battle import codes as k
from flagplot.fta3.elements import Element, elements_of, slowest
from flagplot.fta3.forces import FROM_THE_START, Owner, Scenario, Ship, Side
from flagplot.fta3.purposes import AVOID, INTERCEPT, Purpose
from flagplot.fta3.sentences import some
from flagplot.fta3.standing import Intent, Standing

EQUAL_SPEED = 5
MOST_SPEED_PENALTY = "five-a-point"
JOIN = "join"


class Contact(Enum):
    """Whether one element can bring another to action that avoids it."""

    CERTAIN = "certain"
    ROLLED = "rolled"
    NONE = "none"


@carries_out("fta3", "avoid-action")
def contact(pursuer: int, prey: int) -> Contact:
    """A faster pursuer brings its prey to action, an equal one rolls, a slower one cannot (R6)."""
    if pursuer > prey:
        return Contact.CERTAIN
    return Contact.ROLLED if pursuer == prey else Contact.NONE


@carries_out("fta3", "avoid-action")
def escapes(prey: int, pursuer: int) -> bool:
    """Whether the faces let the prey go: it must roll strictly higher (R7)."""
    return prey > pursuer


@dataclass(frozen=True)
class Interception:
    """What came of a deep-space interception: the totals, and the rounds that the attacker has before it arrives."""

    attacker: int
    defender: int
    free_rounds: int


@carries_out("fta3", "out-manoeuvre")
def intercepts_at_once(attacker: int, defender: int) -> bool:
    """Attackers slower than the intercepting fleet are met without a roll."""
    return attacker < defender


@carries_out("fta3", "out-manoeuvre")
def interception(speeds: tuple[int, int], faces: tuple[int, int], reading: str) -> Interception:
    """Attacker and defender by their speeds and faces: ties go to the interceptor, its lead at equal speed is 5 (R8b).

    An attacker two or more faster rolls as one that is one faster, or adds 5 for each further point (R8).
    """
    lead = speeds[0] - speeds[1]
    attacker = faces[0] + (EQUAL_SPEED * max(0, lead - 1) if reading == MOST_SPEED_PENALTY else 0)
    defender = faces[1] + (EQUAL_SPEED if lead == 0 else 0)
    return Interception(attacker, defender, max(0, attacker - defender))


@dataclass(frozen=True)
class Engagement:
    """One battle of the day: its own scenario with the ships that meet in it, and the elements of each side."""

    name: str
    scenario: Scenario
    elements: tuple[tuple[Element, ...], tuple[Element, ...]]


@dataclass(frozen=True)
class Prebattle:
    """How the fleets met: the engagements, what happened before them, and the elements that met nobody."""

    engagements: tuple[Engagement, ...]
    events: tuple[Event, ...] = ()
    free: tuple[Element, ...] = ()


def meet(scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> Prebattle:
    """Bring the fleets together as ordered, with the dice of round 0."""
    return _Meeting(scenario, standings, source).meet()


class _Meeting:
    def __init__(self, scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> None:
        self.scenario, self.standings, self.source = scenario, standings, source
        self.sides = [side.name for side in scenario.sides]
        self.events: list[Event] = []
        self.homes: dict[str, str] = {}

    def meet(self) -> Prebattle:
        if self.scenario.battle_type == "fixed":
            return self.meet_at_objective()
        elements = [elements_of(self.scenario, self.standings, s) for s in range(2)]
        self.find_homes(elements)
        if all(len(listed) == 1 and listed[0].intent is Intent.FIGHT for listed in elements):
            return Prebattle((self.engagement("", elements[0], elements[1]),))
        for listed in elements:
            for element in listed:
                self.tell_element(element)
        meetings = self.chases(elements) + self.main_meeting(elements)
        self.join(elements, meetings)
        engagements = []
        for ours, theirs in meetings:
            name = f"{self.told(ours)} against {self.told(theirs)}"
            engagement = self.engagement(name, ours, theirs)
            helpless = [
                part for part, side in zip((ours, theirs), engagement.scenario.sides, strict=True) if not _armed(side)
            ]
            for part in helpless:
                text = f"{self.told(part)} cannot fight or be fought: the moderator says what becomes of it."
                self.note("helpless", "enumerate-fleets", {"element": part[0].id}, text)
            if not helpless:
                engagements.append(engagement)
        met = {element.id for meeting in meetings for part in meeting for element in part}
        free = tuple(element for listed in elements for element in listed if element.id not in met)
        for element in free:
            self.note("goes-free", "avoid-action", {"element": element.id}, f"{self.called(element)} meets nobody.")
        return Prebattle(tuple(engagements), tuple(self.events), free)

    def chases(self, elements: list[list[Element]]) -> list[tuple[list[Element], list[Element]]]:
        """Each chaser, the slowest first, runs down the fastest prey it is sure of; else it rolls for one as fast."""
        meetings: list[tuple[list[Element], list[Element]]] = []
        for s in range(2):
            prey = [element for element in elements[1 - s] if element.intent is Intent.AVOID]
            others = [element for element in elements[1 - s] if element.intent is not Intent.AVOID]
            for chaser in sorted(elements[s], key=lambda element: (element.speed, element.id)):
                if chaser.intent is Intent.AVOID or (others and chaser.intent is not Intent.CHASE):
                    continue
                caught = self.catch(chaser, prey)
                if caught is not None:
                    prey.remove(caught)
                    pair = ([chaser], [caught])
                    meetings.append(pair if s == 0 else (pair[1], pair[0]))
        return meetings

    def catch(self, chaser: Element, prey: list[Element]) -> Element | None:
        """The prey that a chaser brings to action; None where it has nobody to catch or its prey got away."""
        sure = [element for element in prey if contact(chaser.speed, element.speed) is Contact.CERTAIN]
        if sure:
            caught = max(sure, key=lambda element: (element.speed, element.weight, element.id))
            text = (
                f"{self.called(chaser)}, speed {chaser.speed}, runs down {self.called(caught)}, speed {caught.speed}."
            )
            self.note("brought-to-action", "avoid-action", {"element": chaser.id, "other": caught.id}, text)
            return caught
        equal = [element for element in prey if contact(chaser.speed, element.speed) is Contact.ROLLED]
        if not equal:
            return None
        hunted = max(equal, key=lambda element: (element.weight, element.id))
        casts = tuple(self.cast(AVOID, one, other) for one, other in ((chaser, hunted), (hunted, chaser)))
        faces = [self.face(cast) for cast in casts]
        gone = escapes(faces[1], faces[0])
        text = (
            f"{self.called(hunted)} tries to avoid {self.called(chaser)} at equal speed, {faces[1]} against "
            f"{faces[0]}: {'it gets away' if gone else 'it is brought to action'}."
        )
        facts: dict[str, int | str] = {
            "element": chaser.id,
            "other": hunted.id,
            "face": faces[0],
            "other_face": faces[1],
        }
        self.note("avoids" if gone else "brought-to-action", "avoid-action", facts, text, casts)
        return None if gone else hunted

    def main_meeting(self, elements: list[list[Element]]) -> list[tuple[list[Element], list[Element]]]:
        """Elements of both sides that want to fight meet one another."""
        willing = [[element for element in listed if element.intent is Intent.FIGHT] for listed in elements]
        return [(willing[0], willing[1])] if willing[0] and willing[1] else []

    def join(self, elements: list[list[Element]], meetings: list[tuple[list[Element], list[Element]]]) -> None:
        """Willing elements that met nobody join their side where the enemy is heaviest, or stay out, as is read."""
        if self.scenario.readings["who-joins"] != JOIN or not meetings:
            return
        met = {element.id for meeting in meetings for part in meeting for element in part}
        for s in range(2):
            for element in elements[s]:
                if element.intent is not Intent.AVOID and element.id not in met:
                    joined = max(meetings, key=lambda meeting: sum(enemy.weight for enemy in meeting[1 - s]))
                    joined[s].append(element)
                    text = f"{self.called(element)} has met nobody and joins {self.told(joined[s][:-1])}."
                    self.note("joins", "declare-speed", {"element": element.id}, text)

    def meet_at_objective(self) -> Prebattle:
        """A fixed objective, whose defender may have ordered a deep-space interception."""
        for s, side in enumerate(self.scenario.sides):
            out = {id_ for owner in side.owners for id_ in self.standings[owner.id].intercept}
            if out:
                return self.intercept(s, out)
        return Prebattle((Engagement("", self.scenario, ((), ())),))

    def intercept(self, s: int, out: set[str]) -> Prebattle:
        """Defenders of side ``s`` go out to meet the attackers; who is left defends close to the objective."""
        side, t = self.scenario.sides[s], 1 - s
        ships = [ship for ship in side.ships if ship.id in out]
        speeds = (slowest(self.scenario.sides[t].ships), slowest(ships))
        if intercepts_at_once(*speeds):
            text = f"{side.name} intercepts in deep space: the attackers are slower, {speeds[0]} against {speeds[1]}."
            self.note("intercepted", "out-manoeuvre", {"side": side.name}, text)
            return self.deep_space(s, out)
        casts = (self.side_cast(t), self.side_cast(s))
        faces = (self.face(casts[0]), self.face(casts[1]))
        result = interception(speeds, faces, self.scenario.readings["faster-attacker"])
        totals = f"{self.sides[t]} {result.attacker}, {self.sides[s]} {result.defender}"
        facts: dict[str, int | str] = {"side": side.name, "attacker": result.attacker, "defender": result.defender}
        modifiers = tuple(
            Modifier(name, value, Citation("fta3", "out-manoeuvre"))
            for name, value in (
                ("equal speed, for the interceptor", result.defender - faces[1]),
                ("speed of the attacker", result.attacker - faces[0]),
            )
            if value
        )
        if not result.free_rounds:
            text = f"Interception in deep space: {totals}: {side.name} meets the attackers."
            self.note("intercepted", "out-manoeuvre", facts, text, casts, modifiers)
            return self.deep_space(s, out)
        rounds = some(result.free_rounds, "round")
        text = f"Interception in deep space: {totals}: the attackers have {rounds} before {side.name}'s fleet is there."
        facts["rounds"] = result.free_rounds
        self.note("out-manoeuvred", "out-manoeuvre", facts, text, casts, modifiers)
        close = [ship for owner in side.owners for ship in owner.combatants if ship.id not in out]
        if not any(ship.arrives == FROM_THE_START for ship in close):
            text = f"Nobody defends close to the objective: {rounds} pass there before the battle begins."
            self.note("unopposed", "out-manoeuvre", {"side": side.name, "rounds": result.free_rounds}, text)
            return Prebattle((Engagement("", self.scenario, ((), ())),), tuple(self.events))
        late = dict.fromkeys(out, result.free_rounds + 1)
        scenario = _with_ships(
            self.scenario, s, lambda ship: replace(ship, arrives=late.get(ship.id, ship.arrives)), lambda owner: True
        )
        return Prebattle((Engagement("", scenario, ((), ())),), tuple(self.events))

    def deep_space(self, s: int, out: set[str]) -> Prebattle:
        """A mobile battle between the attackers and those that went out."""
        close = {ship.id for ship in self.scenario.sides[s].ships} - out
        scenario = _with_ships(
            self.scenario,
            s,
            partial(_kept, out),
            lambda owner: _room(owner, out) >= _room(owner, close),
        )
        scenario = replace(scenario, battle_type="mobile")
        speeds = tuple(slowest(side.ships) for side in scenario.sides)
        return Prebattle(
            (Engagement("", replace(scenario, speeds=(speeds[0], speeds[1])), ((), ())),), tuple(self.events)
        )

    def engagement(self, name: str, ours: list[Element], theirs: list[Element]) -> Engagement:
        """The scenario of one meeting: the ships of its elements, and the lowest speed declared on each side."""
        scenario = self.scenario
        for s, part in enumerate((ours, theirs)):
            ships = frozenset().union(*(element.ships for element in part))
            scenario = _with_ships(
                scenario, s, partial(_kept, ships), partial(self.fly_with, frozenset(element.id for element in part))
            )
        speeds = (min(element.speed for element in ours), min(element.speed for element in theirs))
        return Engagement(name, replace(scenario, speeds=speeds), (tuple(ours), tuple(theirs)))

    def find_homes(self, elements: list[list[Element]]) -> None:
        """The fighters of an owner fly with the element that has most of his hangars, or else of his weight."""
        for s, owner in self.scenario.owners():
            home = max(elements[s], key=lambda element: (_room(owner, element.ships), element.id))
            self.homes[owner.id] = home.id

    def fly_with(self, elements: frozenset[str], owner: Owner) -> bool:
        """Whether an owner's fighters fly with one of these elements."""
        return self.homes[owner.id] in elements

    def tell_element(self, element: Element) -> None:
        intent = {Intent.FIGHT: "seeks battle", Intent.AVOID: "avoids battle", Intent.CHASE: "gives chase"}[
            element.intent
        ]
        ships = some(len(element.ships), "ship")
        text = f"{self.called(element)}: {ships}, weight {element.weight}, declares speed {element.speed} and {intent}."
        self.note("element", "declare-speed", {"element": element.id, "speed": element.speed}, text)

    def called(self, element: Element) -> str:
        return f"{self.sides[element.side]}'s {element.name}"

    def told(self, elements: list[Element]) -> str:
        return " and ".join(self.called(element) for element in elements)

    def cast(self, purpose: Purpose, one: Element, other: Element) -> Cast:
        roller = roller_number(f"{one.id} against {other.id}")
        draw = Draw(Address(0, purpose.phase, one.side, roller), k.START, 1, purpose.sides)
        return Cast(draw, purpose.name, self.called(one), None, "who avoids must be higher", purpose.citation)

    def side_cast(self, s: int) -> Cast:
        draw = Draw(Address(0, INTERCEPT.phase, s, k.FORCE), k.START, 1, INTERCEPT.sides)
        return Cast(draw, INTERCEPT.name, self.sides[s], None, "the higher total has its way", INTERCEPT.citation)

    def face(self, cast: Cast) -> int:
        return self.source.faces(cast.draw)[0]

    def note(
        self,
        kind: str,
        rule: str,
        facts: Mapping[str, int | str],
        text: str,
        casts: tuple[Cast, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        self.events.append(
            Event(
                seq=len(self.events) + 1,
                round=0,
                step="before the battle",
                kind=kind,
                facts=dict(facts),
                citations=(Citation("fta3", rule),),
                text=text,
                casts=casts,
                modifiers=modifiers,
            )
        )


def _with_ships(
    scenario: Scenario, s: int, change: Callable[[Ship], Ship | None], flies: Callable[[Owner], bool]
) -> Scenario:
    """The scenario with the ships of one side changed or left out; owners without any are left out with them.

    ``flies`` says of an owner whether his fighters go with this part of his ships.
    """
    owners = []
    for owner in scenario.sides[s].owners:
        ships = tuple(changed for ship in owner.ships if (changed := change(ship)) is not None)
        if ships:
            owners.append(replace(owner, ships=ships, wings=owner.wings if flies(owner) else ()))
    sides = list(scenario.sides)
    sides[s] = replace(scenario.sides[s], owners=tuple(owners))
    return replace(scenario, sides=(sides[0], sides[1]))


def _armed(side: Side) -> bool:
    """Whether a side has a ship with hit points from the start."""
    return any(ship.arrives == FROM_THE_START for owner in side.owners for ship in owner.combatants)


def _kept(ships: Collection[str], ship: Ship) -> Ship | None:
    """The ship, if it is among those listed."""
    return ship if ship.id in ships else None


def _room(owner: Owner, ships: Collection[str]) -> tuple[int, int]:
    """Hangars, then weight, of those of an owner's ships that are listed: where his fighters fly from."""
    there = [ship for ship in owner.ships if ship.id in ships]
    return sum(ship.hull.hangars for ship in there), sum(ship.hull.weight for ship in there)
