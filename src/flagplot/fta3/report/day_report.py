"""The report of a day: one battle told in full, or how the fleets met and each engagement in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flagplot.core.readings import Reading
from flagplot.core.report import Entry, Listing, Node, Report, Section, Text
from flagplot.engine.telling import dice_section, readings_section
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.report.after_report import aftermath_section
from flagplot.fta3.report.reporting import (
    DEMONSTRATION,
    final_state,
    forces_section,
    hit_points_section,
    luck_section,
    orders_section,
    outcome,
    round_sections,
    summary_nodes,
)
from flagplot.fta3.report.rulings_told import rulings_section
from flagplot.fta3.report.story import story

NOBODY_MET = "No battle is fought: nobody who sought battle met an enemy."


def report_of(
    encounter: Encounter,
    catalogue: Mapping[str, Reading],
    banner: Sequence[str],
    opening: Sequence[Node],
    remarks: Sequence[Text],
    closing: Sequence[Node],
) -> Report:
    """The whole report.

    ``banner`` goes on top, ``opening`` before the verdict, ``remarks`` tell how orders were read, ``closing`` (seals,
    machine block) ends it.
    """
    scenario = encounter.scenario
    ruled = scenario.rulings or any(side.bitter_end for side in scenario.sides)
    detail: list[Node] = [
        orders_section(scenario, encounter.standings, remarks),
        *([rulings_section(scenario)] if ruled else []),
        *_story(encounter),
        *([aftermath_section(encounter)] if encounter.aftermath.is_settled else []),
        readings_section(scenario.readings, encounter.events, catalogue),
        *([luck_section(encounter.fights[0])] if len(encounter.fights) == 1 else []),
        dice_section(encounter.casts()),
        *closing,
    ]
    return Report(
        scenario.name,
        (*opening, _verdict(encounter), *map(_folded, detail)),
        (*banner, DEMONSTRATION) if scenario.invented else tuple(banner),
        story(encounter, day_outcome(encounter)),
    )


def _folded(node: Node) -> Node:
    """What a reader in a hurry may leave unopened."""
    return replace(node, folded=True) if isinstance(node, Section) else node


def day_outcome(encounter: Encounter) -> str:
    """How it all ended, in a sentence or two for each engagement."""
    if not encounter.fights:
        return NOBODY_MET
    if len(encounter.fights) == 1:
        return outcome(encounter.fights[0])
    return " ".join(f"Engagement {n}: {outcome(fought)}" for n, fought in enumerate(encounter.fights, 1))


def day_state(encounter: Encounter) -> dict[str, dict[str, int | str]]:
    """Every ship and wing at the end by id, as ``final_state``; who met nobody is as it came.

    A settled aftermath adds the fate of killed ships, what pursuers are sent to do, and fighters without a hangar.
    """
    state: dict[str, dict[str, int | str]] = {}
    for _, owner in encounter.scenario.owners():
        for ship in owner.combatants:
            if encounter.fight_of(ship.id) is None:
                state[ship.id] = {"hp": ship.hp or 0, "status": "not-engaged"}
        for wing in owner.wings:
            if encounter.fight_of(wing.id) is None:
                state[wing.id] = {"flying": 0, "aboard": wing.number, "lost": 0, "surrendered": 0}
    for fought in encounter.fights:
        state |= final_state(fought)
    for id_, more in encounter.aftermath.state.items():
        # A ship with a fate has the damage level that this gives, or none.
        before = {name: value for name, value in state[id_].items() if name != "level" or "fate" not in more}
        state[id_] = {**before, **more}
    return state


def _verdict(encounter: Encounter) -> Section:
    if len(encounter.fights) == 1:
        return Section("Verdict", summary_nodes(encounter.fights[0], settled=encounter.aftermath.is_settled))
    if not encounter.fights:
        return Section("Verdict", (Text(NOBODY_MET),))
    outcomes = tuple(Text(f"{_title(encounter, n)}: {outcome(fought)}") for n, fought in enumerate(encounter.fights, 1))
    return Section("Verdict", (Listing(outcomes),))


def _story(encounter: Encounter) -> list[Node]:
    """What happened, from the meeting of the fleets on; several engagements stand under a heading each."""
    parts: list[Node] = []
    if encounter.prebattle.events:
        entries = tuple(Entry(event.seq, event.text, event.rules) for event in encounter.prebattle.events)
        parts.append(Section("Before the battle", entries))
    if len(encounter.fights) == 1:
        return [*parts, *_battle(encounter.fights[0])]
    for n, fought in enumerate(encounter.fights, 1):
        summary = summary_nodes(fought, settled=encounter.aftermath.is_settled)
        told = (*summary, *_battle(fought), luck_section(fought))
        parts.append(Section(_title(encounter, n), told))
    return parts


def _battle(fought: Fought) -> tuple[Node, ...]:
    return (forces_section(fought), hit_points_section(fought), *round_sections(fought))


def _title(encounter: Encounter, number: int) -> str:
    return f"Engagement {number}, {encounter.prebattle.engagements[number - 1].name}"
