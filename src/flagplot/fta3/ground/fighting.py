"""The fight of a quarter: what the forces weigh, leadership, the battle roll, and the damage saves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flagplot.core.rounding import decimal
from flagplot.fta3.ground import log as purposes
from flagplot.fta3.ground.air import told, verdict_of
from flagplot.fta3.ground.forces import GroundScenario
from flagplot.fta3.ground.log import Rolled
from flagplot.fta3.ground.resolution import air_bonus, lead, winner
from flagplot.fta3.ground.saves import Faces, Losses, Saves, faces, forced_again, kept
from flagplot.fta3.ground.weighing import (
    Part,
    having,
    open_first,
    ordered,
    roll_parts,
    save_parts,
    save_rolls,
    scale,
    total,
)
from flagplot.fta3.play.sentences import some

if TYPE_CHECKING:
    from flagplot.fta3.ground.campaign import GroundCampaign


def weigh(war: GroundCampaign) -> bool:
    """Record what both sides bring to the phase; whether there is a fight at all."""
    field = war.field
    field.fit = [field.ashore(s) for s in range(2)]
    if not all(map(sum, field.fit)):
        idle = [side.name for side, fit in zip(war.scenario.sides, field.fit, strict=True) if not sum(fit)]
        war.log.note("no-fight", None, f"There is no fight: {' and '.join(idle)} has no fit battalion ashore.")
        return False
    field.scales = [scale(field.bands[s], field.fit[s]) for s in range(2)]
    for s, side in enumerate(war.scenario.sides):
        own = field.scales[s]
        text = (
            f"{side.name} fights with {some(own.battalions, 'battalion')}: mean battle value "
            f"{decimal(own.value, 2)}, mobility {decimal(own.mobility, 2)}, firepower {decimal(own.firepower, 2)}."
        )
        war.log.note(
            "force",
            s,
            text,
            battalions=own.battalions,
            value=str(own.value),
            mobility=str(own.mobility),
            firepower=str(own.firepower),
        )
    for s in range(2):
        _hold_the_air(war, s)
    return True


def _hold_the_air(war: GroundCampaign, s: int) -> None:
    """Wings on air superiority, less those that the enemy's air defense counters."""
    field = war.field
    wings = field.aloft[s]
    countered = min(wings, having("air defense", field.bands[1 - s], field.fit[1 - s]))
    field.air[s] = air_bonus(wings, countered)
    if wings:
        text = (
            f"{war.scenario.sides[s].name}: {some(wings, 'wing')} on air superiority, {countered or 'none'} countered "
            f"by air defense: {field.air[s]:+d} to the battle roll."
        )
        war.log.note("air-superiority", s, text, wings=wings, countered=countered, bonus=field.air[s])


def plan_bonus(scenario: GroundScenario, side: str, quarter: int) -> int:
    """What the moderator has entered for a side's plan: the latest that holds in a quarter, otherwise nothing (R53)."""
    found = [
        entry
        for entry in scenario.entries
        if entry.rule == "leadership" and entry.subject == side and entry.quarter <= quarter
    ]
    return max(found, key=lambda entry: entry.quarter).value if found else 0


def resolve(war: GroundCampaign) -> None:
    """Leadership, then the battle roll."""
    sides, field = war.scenario.sides, war.field
    plans = [plan_bonus(war.scenario, side.id, war.quarter) for side in sides]
    rolled = [
        war.log.roll(purposes.LEADERSHIP, s, "", 1, None, side.name, "the higher total leads")
        for s, side in enumerate(sides)
    ]
    first, second = (each.faces[0] for each in rolled)
    leads = (lead(first, plans[0], second, plans[1]), lead(second, plans[1], first, plans[0]))
    ahead = next((s for s in range(2) if leads[s]), None)
    ending = "nobody leads" if ahead is None else f"{sides[ahead].name} leads by {leads[ahead]}"
    text = f"Leadership: {sides[0].name} {first}{plans[0]:+d}, {sides[1].name} {second}{plans[1]:+d}: {ending}."
    planned = [Part(f"{side.name}'s plan", plan, "leadership") for side, plan in zip(sides, plans, strict=True)]
    war.log.note(
        "leadership",
        ahead,
        text,
        [each.cast for each in rolled],
        planned,
        face=first,
        enemy_face=second,
        lead=max(leads),
    )
    parts = [
        (
            *roll_parts(field.scales[s], field.scales[1 - s], war.orders[s].priority(war.quarter), field.air[s]),
            Part("leadership", leads[s], "leadership"),
        )
        for s in range(2)
    ]
    _battle_roll(war, parts)


def _battle_roll(war: GroundCampaign, parts: Sequence[tuple[Part, ...]]) -> None:
    sides = war.scenario.sides
    dice = [
        war.log.roll(purposes.RESOLUTION, s, "", 1, None, side.name, "the higher total wins")
        for s, side in enumerate(sides)
    ]
    one, other = (each.faces[0] for each in dice)
    totals = one + total(parts[0]), other + total(parts[1])
    war.field.result = winner(*totals)
    won = {1: 0, -1: 1, 0: None}[war.field.result]
    ending = "a tie: nobody has lost" if won is None else f"{sides[won].name} wins the phase"
    text = (
        f"Battle roll: {sides[0].name} {one}{total(parts[0]):+d} is {totals[0]}, "
        f"{sides[1].name} {other}{total(parts[1]):+d} is {totals[1]}: {ending}."
    )
    named = [
        Part(f"{side.name}: {part.name}", part.value, part.rule)
        for side, each in zip(sides, parts, strict=True)
        for part in each
    ]
    war.log.note(
        "resolution",
        won,
        text,
        [each.cast for each in dice],
        named,
        face=one,
        enemy_face=other,
        total=totals[0],
        enemy_total=totals[1],
    )


def lost(result: int, s: int) -> bool:
    """Whether side ``s`` lost a phase of this result, as the first side sees it."""
    return result == (-1 if s == 0 else 1)


def save(war: GroundCampaign) -> None:
    """Every battalion that fought makes its save, both sides at the same time."""
    field, reading = war.field, war.scenario.readings["breakthrough"]
    field.losses = []
    for s in range(2):
        t = 1 - s
        beaten = lost(field.result, s)
        parts = save_parts(field.scales[s], field.scales[t], war.orders[s].priority(war.quarter), beaten)
        order = ordered(field.bands[s], war.orders[t].wanted("breach", war.quarter), open_first)
        breakthroughs = having("breakthrough", field.bands[t], field.fit[t])
        rolls = save_rolls(field.bands[s], field.fit[s], order, breakthroughs, reading)
        losses = [_saves(war, s, i, each, parts) for i, each in enumerate(rolls)]
        again = forced_again(breakthroughs, won=beaten, reading=reading)
        if again:
            _force_again(war, s, losses, order, again, parts)
        field.losses.append(losses)


def _saves(war: GroundCampaign, s: int, i: int, rolls: Saves, parts: Sequence[Part]) -> Losses:
    """The saves of one unit; a battalion with two dice has its second at the same number as its first."""
    n, twice = sum(rolls), rolls.worse + rolls.better
    if not n:
        return Losses(0, 0)
    unit, limits = war.scenario.sides[s].units[i], faces(total(parts))
    verdict = verdict_of(limits)
    first = war.log.roll(purposes.SAVE, s, unit.id, n, None, unit.name, verdict)
    results, casts = list(first.faces), [first.cast]
    if twice:
        which = "worse" if rolls.worse else "better"
        second = war.log.roll(purposes.SECOND_SAVE, s, unit.id, twice, None, unit.name, f"the {which} is kept")
        casts.append(second.cast)
        for place, face in enumerate(second.faces, rolls.single):
            results[place] = kept(results[place], face, worse=bool(rolls.worse))
    losses = _read(results, limits)
    how = ""
    if twice:
        rule, which = ("Breakthrough", "worse") if rolls.worse else ("Dig In", "better")
        how = f" ({twice} with two dice by {rule}, the {which} kept)"
    text = f"{unit.name}: {some(n, 'save')}{how}, {verdict}: {told(*losses)}."
    rules = ("saves/breakthrough",) * bool(rolls.worse) + ("saves/dig-in",) * bool(rolls.better)
    war.log.note(
        "save",
        s,
        text,
        casts,
        parts,
        rules,
        unit=unit.id,
        dice=n,
        twice=twice,
        exhausted=losses.exhausted,
        destroyed=losses.destroyed,
        need=limits.exhausted,
        more=limits.destroyed,
    )
    return losses


def _read(results: Sequence[int], limits: Faces) -> Losses:
    destroyed = sum(face >= limits.destroyed for face in results)
    return Losses(sum(face >= limits.exhausted for face in results) - destroyed, destroyed)


def again_plan(
    fit: Sequence[int], losses: Sequence[Losses], dug_in: Sequence[bool], order: Sequence[int], again: int
) -> list[tuple[int, int, int]]:
    """Whose saves a victor has repeated: unit, battalions that came out fit, battalions that came out exhausted.

    Those that came out fit first, then the exhausted; never the dug in, on whom the two traits cancel each other out.
    """
    open_ones = [i for i in order if not dug_in[i]]
    fine, spent = dict.fromkeys(open_ones, 0), dict.fromkeys(open_ones, 0)
    for i in open_ones:
        fine[i] = min(again, fit[i] - losses[i].exhausted - losses[i].destroyed)
        again -= fine[i]
    for i in open_ones:
        spent[i] = min(again, losses[i].exhausted)
        again -= spent[i]
    return [(i, fine[i], spent[i]) for i in open_ones if fine[i] + spent[i]]


def _force_again(
    war: GroundCampaign, s: int, losses: list[Losses], order: Sequence[int], again: int, parts: Sequence[Part]
) -> None:
    """Saves that the victor has repeated: the second result stands."""
    dug_in = ["dig in" in each.traits for each in war.field.bands[s]]
    limits = faces(total(parts))
    for i, fine, spent in again_plan(war.field.fit[s], losses, dug_in, order, again):
        unit, n = war.scenario.sides[s].units[i], fine + spent
        rolled: Rolled = war.log.roll(purposes.FORCED_SAVE, s, unit.id, n, None, unit.name, verdict_of(limits))
        found = _read(rolled.faces, limits)
        losses[i] = Losses(losses[i].exhausted - spent + found.exhausted, losses[i].destroyed + found.destroyed)
        text = f"{unit.name}: {some(n, 'save')} repeated, {verdict_of(limits)}: {told(*found)}."
        war.log.note(
            "forced-save",
            s,
            text,
            [rolled.cast],
            parts,
            unit=unit.id,
            dice=n,
            exhausted=found.exhausted,
            destroyed=found.destroyed,
            need=limits.exhausted,
            more=limits.destroyed,
        )
