"""Fire from orbit, ship by ship, and the answer of GTO networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagplot.fta3.battle import codes
from flagplot.fta3.ground import log as purposes
from flagplot.fta3.ground.air import struck
from flagplot.fta3.ground.forces import ATTACKER, GroundScenario
from flagplot.fta3.ground.ortillery import answer, answering, battalions_hit, gto_need
from flagplot.fta3.ground.weighing import GTO, Target, cover, having, ordered, targets, worst_first
from flagplot.fta3.papers.forces import Ship
from flagplot.fta3.play.sentences import at_least, some

if TYPE_CHECKING:
    from flagplot.fta3.ground.campaign import GroundCampaign


def bombard(war: GroundCampaign) -> None:
    """Each ship with ortillery fires once a quarter, the attacker's first."""
    for s, ship in firing_order(war.scenario):
        if war.orders[s].bombards(war.quarter) and war.field.hp[ship.id] > 0:
            _fire(war, s, ship)


def firing_order(scenario: GroundScenario) -> list[tuple[int, Ship]]:
    """The ships with ortillery, each with the number of its side: the attacker's first, the largest first."""
    found = [(s, ship) for s in range(2) for ship in scenario.sides[s].ships if ship.fitted.bombards]
    able = [(s, ship) for s, ship in found if ship.hp is not None]
    return sorted(
        able, key=lambda each: (scenario.sides[each[0]].role != ATTACKER, -battalions_hit(each[1].hull), each[1].id)
    )


def _fire(war: GroundCampaign, s: int, ship: Ship) -> None:
    """One ship against battalions of its victim's choice."""
    t = 1 - s
    fit, bands, orders = war.field.ashore(t), war.field.bands[t], war.orders[t]
    under = cover(bands, fit, orders.wanted("cover", war.quarter))
    order = ordered(bands, orders.wanted("offer", war.quarter), worst_first)
    hit = targets(under, order, battalions_hit(ship.hull))
    n = sum(target.battalions for target in hit)
    if not n:
        return
    name = war.scenario.labels[ship.id]
    war.log.note("ortillery", s, f"{name} fires at {some(n, 'battalion')} from orbit.", ship=ship.id, battalions=n)
    networks = having(GTO, bands, fit)
    for target in hit:
        _strike(war, t, target)
    firing = answering(networks, sum(target.layers * target.battalions for target in hit))
    if firing:
        _answer(war, s, ship, firing)


def _strike(war: GroundCampaign, t: int, target: Target) -> None:
    """The saves of the battalions of a target: first that of the networks over them, then the damage save."""
    unit, n = war.scenario.sides[t].units[target.group], target.battalions
    if target.layers:
        need = gto_need(target.layers)
        rolled = war.log.roll(purposes.GTO_SAVE, t, unit.id, n, need, unit.name)
        escaped = rolled.reaching(need)
        over = some(target.layers, "GTO network")
        text = f"{unit.name} under {over}, {some(n, 'die', 'dice')}, {at_least(need)}: {escaped or 'none'} unharmed."
        war.log.note(
            "gto-save",
            t,
            text,
            [rolled.cast],
            unit=unit.id,
            dice=n,
            need=need,
            escaped=escaped,
            layers=target.layers,
        )
        n -= escaped
    if n:
        losses = struck(war, t, target.group, n, "ortillery-save", purposes.ORTILLERY, ())
        groups = war.field.groups[t]
        groups[target.group] = groups[target.group].struck(*losses)


def _answer(war: GroundCampaign, s: int, ship: Ship, networks: int) -> None:
    """Stand-off attacks of the networks that defend the ship's targets."""
    volley = answer(networks, ship.hull.protection or 0)
    name = war.scenario.labels[ship.id]
    rolled = war.log.roll(purposes.RETURN_FIRE, 1 - s, ship.id, volley.attacks, volley.need, f"at {name}")
    pierces, critical = rolled.reaching(volley.need), rolled.reaching(codes.NATURAL)
    damage = pierces * volley.damage
    hp = war.field.hp[ship.id] = war.field.hp[ship.id] - damage
    fire, pierce = "fires" if networks == 1 else "fire", "pierces" if pierces == 1 else "pierce"
    text = (
        f"{some(networks, 'GTO network')} {fire} back at {name}, {some(volley.attacks, 'attack')} of {volley.damage}, "
        f"{at_least(volley.need)}: {pierces or 'none'} {pierce}, {damage} damage, {hp} HP left."
    )
    war.log.note(
        "return-fire",
        1 - s,
        text,
        [rolled.cast],
        ship=ship.id,
        dice=volley.attacks,
        need=volley.need,
        pierces=pierces,
        damage=damage,
        hp=hp,
        critical=critical,
    )
    if hp <= 0:
        war.log.note("ship-killed", s, f"{name} is mission killed, at {hp} HP.", ship=ship.id, hp=hp)
