"""Fighters over a landing: interception, dogfight, attacks on landing battalions; and the landing itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flagplot.fta3.battle.fighters import dogfight_need
from flagplot.fta3.ground import log as purposes
from flagplot.fta3.ground.forces import GroundScenario
from flagplot.fta3.ground.landing import (
    after_insertion,
    can_land,
    committed,
    has_lead,
    insertion_need,
    interdiction_modifier,
    wave,
)
from flagplot.fta3.ground.saves import Faces, Losses, faces
from flagplot.fta3.ground.weighing import Part, ordered, worst_first
from flagplot.fta3.play.sentences import at_least, some
from flagplot.fta3.play.setup import tables

if TYPE_CHECKING:
    from flagplot.core.event import Cast
    from flagplot.fta3.ground.campaign import GroundCampaign
    from flagplot.fta3.play.purposes import Purpose


def meet(war: GroundCampaign) -> None:
    """Fighters of both sides meet; those that no enemy holds are free."""
    commits = [orders.commits(war.quarter) for orders in war.orders]
    engaged = engaged_wings(war.scenario, commits, war.field.flying)
    sides = war.scenario.sides
    for s, side in enumerate(sides):
        flying = sum(war.field.flying[s])
        sent = sum(engaged[s])
        war.field.free[s] = flying - sent
        if flying:
            text = f"{side.name}: {sent} of {some(flying, 'wing')} in the dogfight, {flying - sent} free."
            war.log.note("interception", s, text, engaged=sent, flying=flying)
    if any(map(sum, engaged)):
        kills = [_kills(war, s, engaged) for s in range(2)]
        for s in range(2):
            _fall(war, s, engaged[s], kills[1 - s])


def engaged_wings(scenario: GroundScenario, commits: Sequence[int], flying: Sequence[Sequence[int]]) -> list[list[int]]:
    """How many of each wing are in the dogfight, by what the orders commit in percent; the best fly first."""
    weights = [
        (sum(numbers), sum(n * wing.level for n, wing in zip(numbers, side.wings, strict=True)))
        for numbers, side in zip(flying, scenario.sides, strict=True)
    ]
    leader = 1 if has_lead(weights[1], weights[0]) else 0
    option = scenario.readings["interception-commit"]
    sent, caught = committed(weights[leader], weights[1 - leader], commits[leader], option)
    wanted = [sent, caught] if leader == 0 else [caught, sent]
    return [in_order(wanted[s], flying[s]) for s in range(2)]


def in_order(n: int, room: Sequence[int]) -> list[int]:
    """``n`` taken from several, from each as much as it has, the first first."""
    taken = []
    for most in room:
        taken.append(min(n, most))
        n -= taken[-1]
    return taken


def _kills(war: GroundCampaign, s: int, engaged: list[list[int]]) -> int:
    """Each engaged fighter rolls once; no more are killed than are engaged."""
    kills = 0
    for wing, n in zip(war.scenario.sides[s].wings, engaged[s], strict=True):
        if n:
            need = int(dogfight_need(tables().dogfight, wing.level))
            name = f"{war.scenario.sides[s].name}'s TL{wing.level} wings"
            rolled = war.log.roll(purposes.DOGFIGHT, s, wing.id, n, need, name)
            hit = rolled.reaching(need)
            kills += hit
            text = f"{name}: {some(n, 'die', 'dice')} in the dogfight, {at_least(need)}: {some(hit, 'kill')}."
            parts = (
                Part("number of the dogfight", int(tables().dogfight), "dogfight"),
                Part("tech level of the wings", wing.level, "dogfight"),
            )
            war.log.note("dogfight", s, text, [rolled.cast], parts, wing=wing.id, dice=n, need=need, kills=hit)
    return min(kills, sum(engaged[1 - s]))


def _fall(war: GroundCampaign, s: int, engaged: list[int], kills: int) -> None:
    """The lowest tech level is lost first."""
    side = war.scenario.sides[s]
    lost = fallen(kills, engaged)
    for w in reversed(range(len(side.wings))):
        n = lost[w]
        if n:
            left = war.field.flying[s][w] = war.field.flying[s][w] - n
            text = f"{side.name}'s TL{side.wings[w].level} wings: {n} shot down, {left} left."
            war.log.note("fighters-lost", s, text, wing=side.wings[w].id, fighters=n, flying=left)


def fallen(kills: int, engaged: Sequence[int]) -> list[int]:
    """How many of each wing kills cost: the lowest tech level, which stands last, is lost first."""
    return in_order(kills, engaged[::-1])[::-1]


def land(war: GroundCampaign) -> None:
    """Units that are ordered to and have transports land under the attacks of free enemy fighters."""
    field = war.field
    field.aloft = list(field.free)
    for s, side in enumerate(war.scenario.sides):
        landing = []
        for i, unit in enumerate(side.units):
            group = field.groups[s][i]
            if field.landed[s][i] or not group.fit + group.resting:
                continue
            if not war.orders[s].lands(unit.id, war.quarter):
                continue
            if can_land(side, unit, war.quarter):
                landing.append(i)
            elif war.quarter == 1:
                text = f"{unit.name} cannot land: it has no transport in the system."
                war.log.note("no-transport", s, text, unit=unit.id)
        if not landing:
            continue
        wings = war.orders[1 - s].interdicts(war.quarter, field.free[1 - s])
        field.aloft[1 - s] = field.free[1 - s] - wings
        _interdict(war, s, landing, wings)
        for i in landing:
            field.landed[s][i] = True
            unit, group = side.units[i], field.groups[s][i]
            ashore = group.total - group.destroyed
            text = f"{unit.name} is ashore: {some(ashore, 'battalion')}, {group.fit} fit."
            war.log.note("landed", s, text, unit=unit.id, battalions=ashore)


def _interdict(war: GroundCampaign, s: int, landing: list[int], wings: int) -> None:
    """Waves of wings against the landing battalions, one battalion each; their owner picks which."""
    bands = war.field.bands[s]
    order = [i for i in ordered(bands, war.orders[s].wanted("offer", war.quarter), worst_first) if i in landing]
    modifier = interdiction_modifier(war.scenario.readings["interdiction-sign"])
    while wings:
        fit = [war.field.groups[s][i].fit for i in order]
        n = wave(wings, sum(fit))
        if not n:
            return
        wings -= n
        for i, hit in zip(order, in_order(n, fit), strict=True):
            if hit:
                parts = (Part("caught landing", modifier, "ground-fighters/interdiction"),)
                losses = struck(war, s, i, hit, "interdiction", purposes.INTERDICTION, parts)
                if "insertion" in bands[i].traits:
                    losses = _insertion(war, s, i, losses)
                war.field.groups[s][i] = war.field.groups[s][i].struck(*losses)


def struck(war: GroundCampaign, s: int, i: int, n: int, kind: str, purpose: Purpose, parts: tuple[Part, ...]) -> Losses:
    """The saves of ``n`` battalions of a unit against fire from the air or from orbit, told as an event."""
    unit = war.scenario.sides[s].units[i]
    limits = faces(sum(part.value for part in parts))
    verdict = verdict_of(limits)
    rolled = war.log.roll(purpose, s, unit.id, n, None, unit.name, verdict)
    destroyed = rolled.reaching(limits.destroyed)
    exhausted = rolled.reaching(limits.exhausted) - destroyed
    how = "caught landing" if kind == "interdiction" else "under fire from orbit"
    text = f"{unit.name}, {how}: {some(n, 'save')}, {verdict}: {told(exhausted, destroyed)}."
    war.log.note(
        kind,
        s,
        text,
        [rolled.cast],
        parts,
        unit=unit.id,
        dice=n,
        exhausted=exhausted,
        destroyed=destroyed,
        need=limits.exhausted,
        more=limits.destroyed,
    )
    return Losses(exhausted, destroyed)


def verdict_of(limits: Faces) -> str:
    """How the faces of a save are read, in words."""
    return f"exhausted from {limits.exhausted}, destroyed from {limits.destroyed}"


def told(exhausted: int, destroyed: int) -> str:
    """Losses in words."""
    return f"{exhausted or 'none'} exhausted, {destroyed or 'none'} destroyed"


def _insertion(war: GroundCampaign, s: int, i: int, losses: Losses) -> Losses:
    """A die for each battalion lost to the fighters, those for the destroyed first."""
    n = losses.exhausted + losses.destroyed
    if not n:
        return losses
    unit, need = war.scenario.sides[s].units[i], insertion_need()
    rolled = war.log.roll(purposes.INSERTION, s, unit.id, n, need, unit.name)
    raised = sum(face >= need for face in rolled.faces[: losses.destroyed])
    fit = sum(face >= need for face in rolled.faces[losses.destroyed :])
    text = (
        f"{unit.name} is trained for insertion, {some(n, 'die', 'dice')}, {at_least(need)}: "
        f"{fit or 'none'} of {losses.exhausted} exhausted fit after all, "
        f"{raised or 'none'} of {losses.destroyed} destroyed only exhausted."
    )
    casts: list[Cast] = [rolled.cast]
    war.log.note("insertion", s, text, casts, unit=unit.id, dice=n, fit=fit, raised=raised)
    return after_insertion(losses, fit, raised)
