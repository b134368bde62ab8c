"""Before a mobile battle: who brings whom to action, who gets away, and which elements fight which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from functools import partial

from flagplot.core.citation import carries_out
from flagplot.core.sources import Source, roller_number
from flagplot.fta3.papers.forces import Owner, Scenario
from flagplot.fta3.papers.standing import Intent, Standing
from flagplot.fta3.play.deep_space import meet_at_objective
from flagplot.fta3.play.elements import Element, can_fight, elements_of, kept, part_of, room_for_fighters
from flagplot.fta3.play.engagements import Engagement, Log, Prebattle
from flagplot.fta3.play.purposes import AVOID
from flagplot.fta3.play.sentences import some

JOIN = "join"
ABOUT = {Intent.FIGHT: "seeks battle", Intent.AVOID: "avoids battle", Intent.CHASE: "gives chase"}

Meeting = tuple[list[Element], list[Element]]
"""The elements of the first and of the second side that meet one another."""


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


def meet(scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> Prebattle:
    """Bring the fleets together as ordered, with the dice of round 0."""
    if scenario.battle_type == "fixed":
        return meet_at_objective(scenario, standings, source)
    return _Mobile(scenario, standings, source).meet()


class _Mobile:
    """The elements of both sides in open space; each meets the enemy once at most."""

    def __init__(self, scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> None:
        self.scenario = scenario
        self.sides = [side.name for side in scenario.sides]
        self.log = Log(scenario, source)
        self.elements = [elements_of(scenario, standings, s) for s in range(2)]
        self.meetings: list[Meeting] = []
        self.homes = {owner.id: self.home_of(s, owner) for s, owner in scenario.owners()}

    def meet(self) -> Prebattle:
        """The engagements; nothing is told where two whole fleets simply seek battle."""
        if all(len(listed) == 1 and listed[0].intent is Intent.FIGHT for listed in self.elements):
            return Prebattle((self.engagement("", (self.elements[0], self.elements[1])),))
        for listed in self.elements:
            for element in listed:
                self.tell(element)
        for s in range(2):
            self.chase(s)
        self.close_in()
        self.join()
        engagements = [found for meeting in self.meetings if (found := self.fought(meeting))]
        for listed in self.elements:
            for element in listed:
                if not self.has_met(element):
                    self.log.note(
                        "goes-free", element.side, f"{self.called(element)} meets nobody.", element=element.id
                    )
        return Prebattle(tuple(engagements), tuple(self.log.events))

    def chase(self, s: int) -> None:
        """The chasers of side ``s`` go after what avoids it: first for prey that they are sure of, then by a roll.

        Who seeks battle gives chase, too, where every enemy avoids it.
        """
        prey = [element for element in self.elements[1 - s] if element.intent is Intent.AVOID]
        all_avoid = len(prey) == len(self.elements[1 - s])
        intents = (Intent.CHASE, Intent.FIGHT) if all_avoid else (Intent.CHASE,)
        chasers = [element for element in self.elements[s] if element.intent in intents]
        # The slowest choose first, so that as many as possible have somebody whom they are sure of.
        chasers.sort(key=lambda element: (element.speed, element.id))
        for catch in (self.run_down, self.try_to_catch):
            for chaser in chasers:
                caught = None if self.has_met(chaser) or not prey else catch(chaser, prey)
                if caught is not None:
                    prey.remove(caught)
                    self.meetings.append(([chaser], [caught]) if s == 0 else ([caught], [chaser]))

    def run_down(self, chaser: Element, prey: list[Element]) -> Element | None:
        """The fastest prey that a chaser is sure of, of several the heaviest; None where there is none."""
        sure = [element for element in prey if contact(chaser.speed, element.speed) is Contact.CERTAIN]
        if not sure:
            return None
        caught = max(sure, key=lambda element: (element.speed, element.weight, element.id))
        speeds = f"speed {chaser.speed}, runs down {self.called(caught)}, speed {caught.speed}"
        text = f"{self.called(chaser)}, {speeds}."
        self.log.note("brought-to-action", chaser.side, text, element=chaser.id, other=caught.id)
        return caught

    def try_to_catch(self, chaser: Element, prey: list[Element]) -> Element | None:
        """The heaviest prey of the chaser's own speed, if it does not get away; None, too, where all are faster."""
        equal = [element for element in prey if contact(chaser.speed, element.speed) is Contact.ROLLED]
        if equal:
            return self.roll(chaser, max(equal, key=lambda element: (element.weight, element.id)))
        slowest = min(element.speed for element in prey)
        text = f"{self.called(chaser)}, speed {chaser.speed}, is too slow for its prey, which makes {slowest} or more."
        self.log.note("outrun", chaser.side, text, element=chaser.id, speed=chaser.speed, slowest=slowest)
        return None

    def roll(self, chaser: Element, hunted: Element) -> Element | None:
        """Two of one speed roll for it: the prey, unless it gets away."""
        casts = tuple(
            self.log.cast(
                AVOID,
                one.side,
                roller_number(f"{one.id} against {other.id}"),
                self.called(one),
                "who avoids must be higher",
            )
            for one, other in ((chaser, hunted), (hunted, chaser))
        )
        face, other_face = (self.log.face(cast) for cast in casts)
        gone = escapes(other_face, face)
        what = f"{self.called(hunted)} tries to avoid {self.called(chaser)} at equal speed"
        ending = "it gets away" if gone else "it is brought to action"
        text = f"{what}, {other_face} against {face}: {ending}."
        self.log.note(
            "avoids" if gone else "brought-to-action",
            chaser.side,
            text,
            casts,
            element=chaser.id,
            other=hunted.id,
            face=face,
            other_face=other_face,
        )
        return None if gone else hunted

    def close_in(self) -> None:
        """Those of both sides that seek battle meet one another; where a side has none, its idle chasers do."""
        first, second = (
            [element for element in listed if element.intent is Intent.FIGHT]
            or [element for element in listed if element.intent is Intent.CHASE and not self.has_met(element)]
            for listed in self.elements
        )
        if first and second:
            self.meetings.append((first, second))

    def join(self) -> None:
        """Willing elements that met nobody join their side where the enemy is heaviest, or stay out, as is read."""
        if self.scenario.readings["who-joins"] != JOIN or not self.meetings:
            return
        idle = [
            element
            for listed in self.elements
            for element in listed
            if element.intent is not Intent.AVOID and not self.has_met(element)
        ]
        heaviest = [self.heaviest(s) for s in range(2)]
        for element in idle:
            joined = heaviest[element.side][element.side]
            text = f"{self.called(element)} has met nobody and joins {self.told(joined)}."
            self.log.note("joins", element.side, text, element=element.id)
            joined.append(element)

    def heaviest(self, s: int) -> Meeting:
        """The meeting in which the enemy of side ``s`` is heaviest; of equal ones the first."""
        return max(self.meetings, key=lambda meeting: sum(enemy.weight for enemy in meeting[1 - s]))

    def fought(self, meeting: Meeting) -> Engagement | None:
        """The engagement of a meeting; None where one of the two has nothing that fights or can be fought."""
        engagement = self.engagement(f"{self.told(meeting[0])} against {self.told(meeting[1])}", meeting)
        helpless = [part for part, side in zip(meeting, engagement.scenario.sides, strict=True) if not can_fight(side)]
        for part in helpless:
            text = f"{self.told(part)} cannot fight or be fought: the moderator says what becomes of it."
            self.log.note("helpless", part[0].side, text, element=part[0].id)
        return None if helpless else engagement

    def engagement(self, name: str, meeting: Meeting) -> Engagement:
        """The scenario of one meeting: the ships of its elements, and the lowest speed declared on each side."""
        scenario = self.scenario
        for s, part in enumerate(meeting):
            ships = frozenset().union(*(element.ships for element in part))
            scenario = part_of(scenario, s, partial(kept, ships), partial(self.fly_with, part))
        first, second = (min(element.speed for element in part) for part in meeting)
        return Engagement(name, replace(scenario, speeds=(first, second)))

    def home_of(self, s: int, owner: Owner) -> str:
        """The element that an owner's fighters fly with: it has most of his hangars, or else of his weight."""
        home = max(
            self.elements[s],
            key=lambda element: (room_for_fighters(owner, element.ships), element.weight, element.id),
        )
        return home.id

    def fly_with(self, elements: list[Element], owner: Owner) -> bool:
        """Whether an owner's fighters fly with one of these elements."""
        return self.homes[owner.id] in {element.id for element in elements}

    def has_met(self, element: Element) -> bool:
        """Whether an element is in any meeting so far."""
        return any(element in part for meeting in self.meetings for part in meeting)

    def tell(self, element: Element) -> None:
        ships = some(len(element.ships), "ship")
        declared = f"declares speed {element.speed} and {ABOUT[element.intent]}"
        self.log.note(
            "element",
            element.side,
            f"{self.called(element)}: {ships}, weight {element.weight}, {declared}.",
            element=element.id,
            ships=len(element.ships),
            weight=element.weight,
            speed=element.speed,
            intent=element.intent.value,
        )

    def called(self, element: Element) -> str:
        return f"{self.sides[element.side]}'s {element.name}"

    def told(self, elements: list[Element]) -> str:
        return " and ".join(map(self.called, elements))
