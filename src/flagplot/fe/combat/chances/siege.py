"""How many ships for that base: the smallest force that destroys it surely, or with a given chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from flagplot.core.refusal import Faults, Refused
from flagplot.fe.combat.battle.checks import check_setup
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.instructions import NONE, Instructions
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.chances.chain import chain_of
from flagplot.fe.combat.chances.ledger import MOST_ROUNDS
from flagplot.fe.combat.chances.muster import UncoveredError
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST
from flagplot.fe.combat.directed import Aim
from flagplot.fe.combat.force import Combatant, complement
from flagplot.fe.combat.potential import base_settings
from flagplot.fe.combat.prices import hull_price
from flagplot.fe.units.ship import ShipType, Unit

SURELY = Fraction(1)
LOSSES = ("craft", "cripple", "destroy")

PLANS: tuple[tuple[Aim, ...], ...] = ((), (Aim.KILL,), (Aim.STEP, Aim.KILL))
"""At what the attacker may direct damage throughout: nothing, the base once it is crippled, its steps as well. What is
directed pays twice to four times as much as what its owner has to give up.
"""

Force = tuple[ShipType, ...]


class Defence(NamedTuple):
    """What the defender chooses: electronic warfare of his bases, and his intensity; None for what he has laid down."""

    warfare: int | None = None
    intensity: int | None = None


class Trial(NamedTuple):
    """A force, the chance that it destroys the base, at what it directs damage for that, against which defence, and how
    many of its ships are destroyed on average; ``reason`` says why there is no chance, where the chain does not hold
    the battle.
    """

    force: Force
    chance: Fraction = Fraction(0)
    aims: tuple[Aim, ...] = ()
    defence: Defence = Defence()
    lost: Fraction = Fraction(0)
    reason: str = ""


class Siege(NamedTuple):
    """What is asked: the base by its id, the kinds of ship, the chance, the rounds and the ships there are at most, and
    whether the defender chooses what is worst for the attacker of all that he may keep through the battle.
    """

    base: str
    kinds: Sequence[ShipType]
    chance: Fraction = SURELY
    rounds: int = MOST_ROUNDS
    ships: int = 12
    worst: bool = False


def smallest(setup: Setup, siege: Siege, watch: Callable[[str], object] = lambda told: None) -> tuple[Trial, ...]:
    """The trials of all forces, by number of ships and the cheapest first, up to the number of which one is enough."""
    trials: list[Trial] = []
    for number in range(1, siege.ships + 1):
        watch(f"{number} ship{'s' * (number > 1)}")
        found = [try_force(setup, siege, force) for force in _forces(siege.kinds, number)]
        trials += found
        if any(trial.chance >= siege.chance for trial in found):
            break
    return tuple(trials)


def _forces(kinds: Sequence[ShipType], number: int) -> list[Force]:
    """Every force of so many ships, cheapest first; those without a price last."""

    def price(force: Force) -> tuple[bool, Fraction]:
        prices = [hull_price(type_) for type_ in force]
        return None in prices, sum((each or Fraction(0) for each in prices), Fraction(0))

    return sorted(combinations_with_replacement(kinds, number), key=price)


def try_force(setup: Setup, siege: Siege, force: Force) -> Trial:
    """The chance of a force by the plan that serves it best, each against the worst defence where that is asked for."""
    try:
        return max((_worst(setup, siege, force, aims) for aims in PLANS), key=lambda trial: (trial.chance, -trial.lost))
    except UncoveredError as error:
        return Trial(force, reason=str(error))
    except Refused as refused:
        return Trial(force, reason=refused.refusals[0].message)


def _worst(setup: Setup, siege: Siege, force: Force, aims: tuple[Aim, ...]) -> Trial:
    """The chance against the worst defence; none is tried behind one that shows that the force is too small."""
    worst: Trial | None = None
    for defence in _defences(setup) if siege.worst else (Defence(),):
        trial = _fight(setup, siege, force, aims, defence)
        worst = trial if worst is None or trial.chance < worst.chance else worst
        if worst.chance < siege.chance:
            break
    assert worst is not None
    return worst


def _defences(setup: Setup) -> Iterator[Defence]:
    """Everything that the defender may keep through the battle: the most warfare and the least intensity first."""
    known = {ew for each in setup.sides[DEFENDER].units for ew in base_settings(each, setup.options)}
    settings: list[int | None] = [*sorted(known, reverse=True)] or [None]
    for warfare, intensity in product(settings, range(LOWEST, HIGHEST + 1)):
        yield Defence(warfare, intensity)


def _fight(setup: Setup, siege: Siege, force: Force, aims: tuple[Aim, ...], defence: Defence) -> Trial:
    """One force with one plan against one defence."""
    attacker, defender = besieger(setup.sides[ATTACKER], siege, force, aims), besieged(setup.sides[DEFENDER], defence)
    fought, faults = replace(setup, sides=(attacker, defender)), Faults()
    check_setup(fought, faults)
    faults.settle()
    odds = chain_of(fought).battle()
    chance = odds.chance(DEFENDER, siege.base, "destroyed")
    lost = sum((odds.chance(ATTACKER, each.id, "destroyed") for each in attacker.units), Fraction(0))
    return Trial(force, chance, aims, defence, lost)


def besieger(attacker: Entrant, siege: Siege, force: Force, aims: tuple[Aim, ...] = ()) -> Entrant:
    """The attacker with a force of these ships, all craft aboard: it stays until the base is gone or its rounds are
    over, and directs damage at the base to these ends. His intensities hold, if he has laid any down.
    """
    units = [Unit(id=f"{type_.id}-{number}", type=type_) for number, type_ in enumerate(force, 1)]
    told = Instructions(
        intensity=attacker.instructions.intensity or (HIGHEST,),
        directed=(*(f"{siege.base} {aim}" for aim in aims), NONE),
        losses=LOSSES,
        leave_out=(),
        stay_at_base=True,
        retreat_after=siege.rounds,
        pursue=False,
        withdraw=(),
        cloak_attack=False,
    )
    ships = tuple(Combatant(unit=each, craft=complement(each)) for each in units)
    return Entrant(name=attacker.name, units=ships, instructions=told)


def besieged(defender: Entrant, defence: Defence) -> Entrant:
    """The defender with what he chooses in place of what he has laid down of it."""
    given = defender.instructions
    changed = replace(
        given,
        ew=given.ew if defence.warfare is None else defence.warfare,
        intensity=given.intensity if defence.intensity is None else (defence.intensity,),
    )
    return replace(defender, instructions=changed)
