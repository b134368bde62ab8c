"""What of a battle the chain does not hold, so that it has to be sampled."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.fe.combat.battle.conditions import CONDITIONS, Facts, approach_is_possible
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.small_scale import is_small
from flagplot.fe.combat.chances.muster import UncoveredError, beginning
from flagplot.fe.combat.force import standing
from flagplot.fe.combat.leaving import may_withdraw

HELD = frozenset(
    {
        "opening",
        "base",
        "approach-possible",
        "electronic-warfare",
        "fighting-retreat",
        "minus-points",
        "plus-points",
        "phasing-may-direct",
        "non-phasing-may-direct",
        "phasing-damage",
        "non-phasing-damage",
        "damaged-base",
        "scuttling",
        "transfers",
    }
)
"""Conditions of steps that the chain carries out, or that change nothing that it holds."""

IN_ROUND = {
    "stasis": "stasis fields",
    "attack-force": "special attack forces",
    "x-ships": "X-ships and X-bases",
    "shock-ships": "ships that are subject to shock",
    "captured-ships": "captured ships or stolen plans",
    "cloaked-defenders": "evasion by cloak",
    "cloaked-attackers": "cloaks that avoid the approach battle",
    "cloaks-in-attack": "cloaks in attack",
}
BEHIND_ROUND = {"troops": "ground assaults", "ground-units": "ground troops that can be moved between ships"}
"""How other conditions that hold when a battle begins are told; the latter bear on what follows the damage alone."""


def uncovered(setup: Setup) -> tuple[str, ...]:
    """What of a battle the chain does not hold; none where it is exact."""
    return _told(setup, whole=True)


def uncovered_round(setup: Setup) -> tuple[str, ...]:
    """What of the first round, up to its losses, cannot be reckoned exactly."""
    return _told(setup, whole=False)


def _told(setup: Setup, *, whole: bool) -> tuple[str, ...]:
    try:
        field = beginning(setup)
    except UncoveredError as error:
        return (str(error),)
    reasons = [*_of_battle(field), *(each for camp in field.camps for each in _of_side(camp))]
    if whole:
        reasons += _behind_round(field)
    return tuple(dict.fromkeys(reasons))


def _of_battle(field: Field) -> Iterator[str]:
    """What of the first round it does not hold, of both sides."""
    setup, attacker, defender = field.setup, field.camps[ATTACKER], field.camps[DEFENDER]
    if setup.entries or setup.present:
        yield "entries by hand"
    if field.systems:
        yield "a capital of several systems"
    if is_small(field):
        yield "small-scale combat"
    if setup.settings.fixed_intensity is not None or setup.settings.may_raise:
        yield "settings that fix or raise intensities (304.4, 304.5)"
    holding = Facts(field)
    for condition in CONDITIONS:
        if condition in holding and condition not in HELD | setup.present | set(BEHIND_ROUND):
            yield IN_ROUND.get(condition, f"what is done where there is '{condition}'")
    if any(each.unit.type.is_base for each in attacker.units):
        yield "a base that attacks"
    if defender.entrant.instructions.withdraw != () and any(map(may_withdraw, defender.units)):
        yield f"{defender.entrant.name} does not say that nobody withdraws before combat"
    if defender.bases and attacker.entrant.instructions.stay_at_base is not True:
        yield "an attacker who may leave before combat at a base"
    if approach_is_possible(field) and defender.entrant.instructions.accept_approach is not False:
        yield "approach battles"


def _of_side(camp: Camp) -> Iterator[str]:
    """What of the first round it does not hold, of one side."""
    name, given = camp.entrant.name, camp.entrant.instructions
    if any(each.unit.type.mauler for each in camp.units):
        yield f"maulers of {name}, whose shock is entered"
    if any(each.unit.type.cloak for each in camp.units):
        yield f"cloaks of {name}"
    if not given.intensity or not given.losses or not given.directed:
        yield f"{name} lays no intensities, losses or directed damage down"


def _behind_round(field: Field) -> Iterator[str]:
    """What follows the losses of a round, and the chain does not hold."""
    holding = Facts(field)
    yield from (told for condition, told in BEHIND_ROUND.items() if condition in holding)
    for camp in field.camps:
        name, given = camp.entrant.name, camp.entrant.instructions
        if any(not each.unit.type.is_base for each in (*camp.bases, *filter(standing, camp.units))):
            yield "planets and other units that are treated as bases"
        if given.fill_with_craft:
            yield f"craft of {name} that change ships"
        if camp.people:
            yield f"officers or Prime Teams of {name}"
        if camp.entrant.gces_to_buy:
            yield f"ground troops that {name} may buy"
        if given.repair or given.scuttle:
            yield f"bases that {name} repairs in combat, or units that it scuttles"
        if camp.mobile and given.pursue is not False:
            yield f"a pursuit by {name}"
        if camp.mobile and given.retreat_after is None and given.retreat_below is None:
            yield f"{name} lays no retreat down"
