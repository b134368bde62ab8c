"""The dice of a ground war as exact chances: what saves, GTO networks, fighters, rolls and recovery can come to.

The numbers come from the rule functions that the referee's play asks; only the dice are reckoned instead of rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import product
from operator import add

from flagplot.engine.chances import Chances, certain, successes, thirds
from flagplot.fta3.battle.fighters import dogfight_need
from flagplot.fta3.ground import codes as k
from flagplot.fta3.ground.landing import after_insertion, insertion_need
from flagplot.fta3.ground.ortillery import gto_need
from flagplot.fta3.ground.resolution import lead, winner
from flagplot.fta3.ground.saves import Faces, Losses, Saves, countered, faces, recovered, recovery_need
from flagplot.fta3.play.setup import tables

Sweep = tuple[int, int]
"""What is left, while units are gone through in order: recoveries that assault troops can prevent, places in MASH."""


def reaching(need: int, sides: int) -> int:
    """How many faces of a die reach a number."""
    return max(0, min(sides, sides + 1 - need))


def ways(limits: Faces, dice: int, *, worse: bool) -> tuple[int, int, int]:
    """Of the pairs of faces, or the faces of a single die, how many leave a battalion fit, exhausted, destroyed."""
    found = []
    for need in limits:
        reached = reaching(need, k.D20)
        if dice == 1:
            found.append(reached)
        else:
            found.append(k.D20**2 - (k.D20 - reached) ** 2 if worse else reached**2)
    harmed, destroyed = found
    return k.D20**dice - harmed, harmed - destroyed, destroyed


def after_recovery(shares: tuple[int, int, int]) -> tuple[int, int, int]:
    """The same shares of a battalion with engineers that nobody counters."""
    fit, exhausted, destroyed = shares
    back = reaching(recovery_need(), k.D6)
    out = k.D6 - back
    return k.D6 * fit + back * exhausted, out * exhausted + back * destroyed, out * destroyed


@cache
def save_chances(rolls: Saves, modifier: int, *, recover: bool = False) -> Chances[Losses]:
    """The losses of a unit's saves; those that ``recover`` are engineers whom no assault troops counter."""
    limits = faces(modifier)
    losses: Chances[Losses] = certain(Losses(0, 0))
    for n, dice, worse in ((rolls.single, 1, False), (rolls.worse, 2, True), (rolls.better, 2, False)):
        if n:
            shares = ways(limits, dice, worse=worse)
            more = thirds(n, after_recovery(shares) if recover else shares)
            losses = losses.along(more, lambda lost, m: Losses(lost.exhausted + m[0], lost.destroyed + m[1]))
    return losses


@cache
def landing_losses(n: int, modifier: int, insertion: bool) -> Chances[Losses]:
    """The losses of ``n`` battalions that fighters catch landing, after Insertion where the unit has it."""
    losses = save_chances(Saves(n, 0, 0), modifier)
    if not insertion:
        return losses
    reached = reaching(insertion_need(), k.D6)

    def saved(lost: Losses) -> Chances[Losses]:
        fit, raised = successes(lost.exhausted, reached, k.D6), successes(lost.destroyed, reached, k.D6)
        return fit.along(raised, lambda f, r: after_insertion(lost, f, r))

    return losses.then(saved)


@cache
def orbital_losses(n: int, layers: int) -> Chances[Losses]:
    """The losses of ``n`` battalions under fire from orbit, and under so many networks."""
    if not layers:
        return save_chances(Saves(n, 0, 0), 0)
    escaped = successes(n, reaching(gto_need(layers), k.D6), k.D6)
    return escaped.then(lambda e: save_chances(Saves(n - e, 0, 0), 0))


@cache
def kill_chances(levels: tuple[tuple[int, int], ...], most: int) -> Chances[int]:
    """Kills of wings in a dogfight, as pairs of tech level and number; no more than ``most``."""
    kills: Chances[int] = certain(0)
    for level, n in levels:
        more = successes(n, reaching(int(dogfight_need(tables().dogfight, level)), k.D20), k.D20)
        kills = kills.along(more, add)
    return kills.map(lambda n: min(n, most))


@cache
def result_chances(bonuses: tuple[int, int], plans: tuple[int, int]) -> Chances[int]:
    """Who wins the phase, as the first side sees it, with what both add to their d20 and to their d6."""
    found: dict[int, int] = {}
    for first, second in product(range(1, k.D6 + 1), repeat=2):
        one_leads = lead(first, plans[0], second, plans[1])
        other_leads = lead(second, plans[1], first, plans[0])
        for one, other in product(range(1, k.D20 + 1), repeat=2):
            result = winner(one + bonuses[0] + one_leads, other + bonuses[1] + other_leads)
            found[result] = found.get(result, 0) + 1
    return Chances(found, k.D6**2 * k.D20**2)


@cache
def fit_again(assaults: int, lost: Losses) -> Chances[tuple[Losses, int]]:
    """A unit's losses once engineers have made exhausted battalions fit, and the assault battalions left over."""
    stopped = countered(assaults, lost)
    back = successes(lost.exhausted - stopped.exhausted, reaching(recovery_need(), k.D6), k.D6)
    return back.map(lambda n: (recovered(lost, n, 0), assaults - sum(stopped)))


@cache
def raised(assaults: int, lost: Losses) -> Chances[Losses]:
    """A unit's losses once engineers have made destroyed battalions exhausted; ``assaults`` as before the unit."""
    stopped = countered(assaults, Losses(0, lost.destroyed))
    back = successes(lost.destroyed - stopped.destroyed, reaching(recovery_need(), k.D6), k.D6)
    return back.map(lambda n: recovered(lost, 0, n))


def unit_sweep(losses: Chances[Losses], engineers: bool, carry: Sweep) -> Chances[tuple[Losses, Sweep]]:
    """What is left of a unit's losses after engineers and MASH, and what they leave for the next unit.

    ``engineers`` says whether the unit has any whose recovery is not in ``losses`` yet.
    """
    assaults, places = carry
    if engineers:
        fit = losses.then(partial(fit_again, assaults))
        after = fit.then(lambda now: raised(assaults, now[0]).map(lambda lost: (lost, now[1])))
    else:
        after = losses.map(lambda lost: (lost, assaults))

    def brought_back(found: tuple[Losses, int]) -> tuple[Losses, Sweep]:
        lost, left = found
        n = min(places, lost.exhausted)
        return Losses(lost.exhausted - n, lost.destroyed), (left, places - n)

    return after.map(brought_back)


def joint(losses: Sequence[Chances[Losses]], most: int) -> Chances[tuple[Losses, ...]]:
    """The losses of several units together."""
    found: Chances[tuple[Losses, ...]] = certain(())
    for each in losses:
        found = found.along(each, lambda before, lost: (*before, lost), most)
    return found
