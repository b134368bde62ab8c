"""The moderator's rulings as a report tells them."""

from __future__ import annotations

from flagplot.core.report import Listing, Section, Text
from flagplot.fta3.papers import after_rulings as after
from flagplot.fta3.papers.forces import Ruling, Scenario
from flagplot.fta3.play.sentences import some

OWNERS = {
    after.HOLDS_FIELD: "{} holds the field where the battle leaves it open",
    after.FINDS_DATA: "{} learns from the hulks",
}
SHIPS = {
    after.TROOPS: "{} with troops aboard",
    after.SHIELD: "{} with a character shield",
    after.PRIZE_HOME: "{} brought home as a prize",
    after.PRIZE_RETAKEN: "{} taken back from its captors",
}


def rulings_section(scenario: Scenario) -> Section:
    """What the moderator has ruled."""
    items = [Text(f"{_told(scenario, ruling)}: {ruling.reason}.") for ruling in scenario.rulings]
    for side in scenario.sides:
        if side.bitter_end:
            items.append(Text(f"The fighters of {side.name} fight to the bitter end: {side.bitter_end}."))
    return Section("Rulings of the moderator", (Listing(tuple(items)),))


def _told(scenario: Scenario, ruling: Ruling) -> str:
    """One ruling without its reason."""
    labels = scenario.labels()
    whom = ", ".join(labels[id_] for id_ in ruling.subjects) or scenario.sides[ruling.side].name
    if ruling.verb == "modifier":
        span = "" if ruling.kind in after.AFTER_KINDS else f", {_span(ruling)}"
        return f"{ruling.value:+d} to {ruling.kind} for {whom}{span}"
    if ruling.verb == "arrives":
        return f"{whom} to arrive in round {ruling.first}"
    if ruling.verb == "ends":
        return f"The battle ends after round {ruling.last}"
    if ruling.verb == after.HOME_GROUND:
        return f"Friendly territory of {'nobody' if ruling.kind == after.NOBODY else whom}"
    if ruling.verb in OWNERS:
        owner = next(owner for _, owner in scenario.owners() if owner.id == ruling.kind)
        return OWNERS[ruling.verb].format(owner.name)
    if ruling.verb == after.TRANSIT:
        return f"{some(ruling.value, 'week')} to the next node"
    return SHIPS[ruling.verb].format(whom)


def _span(ruling: Ruling) -> str:
    """The rounds in which a modifier is in force, in words."""
    if not ruling.last:
        return "the whole battle"
    return f"round {ruling.first}" if ruling.first == ruling.last else f"rounds {ruling.first} to {ruling.last}"
