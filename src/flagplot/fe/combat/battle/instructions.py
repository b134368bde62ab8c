"""Instructions that outlast a round: what a side answers unless its player does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flagplot.fe.combat.allocation import Loss
from flagplot.fe.combat.small_scale import RETREAT, Casualty

NONE = "none"
SUPPORT = "support"
LANDED = " landed"
ALL = "all"


@dataclass(frozen=True, kw_only=True)
class Instructions:
    """What a side has laid down; what it has not is asked.

    ``intensity``: the choice of each round, the last for all that follow. ``directed``: what to aim at, in order
    (``kzinti-ff-1 kill``, ``SB step by mauler``), ``none`` for nothing; without it the question is asked where
    anything can be paid. ``losses``: in which order to give up: a unit's id, a way (``craft``, ``step``, ``cripple``,
    ``destroy``) or both (``ff-1 cripple``); in small-scale combat ``retreat`` as well. ``retreat_after``: the round
    behind which to leave; ``retreat_below``: the part of the first ship equivalents below which to;
    ``pass_partial_grids``: whether to leave hexes of partial grids out of the choice then (302.73, priority 3C).
    ``offer_approach`` and ``accept_approach`` are for bases. ``pursue``: whether to go after cripples that retreat.
    ``withdraw``: who leaves before combat (302.1), ``all`` for whoever may; ``withdraw_opposed``: who does so although
    it is opposed; ``oppose_withdrawal``: whether to oppose that of the enemy. ``evade``: who tries to evade by cloak,
    ``all`` for whoever can; ``avoid_approach``: whether to go to the base without an approach battle by cloak;
    ``cloak_attack``: whether to use cloaks in attack, ``cloak_success`` and ``cloak_failure`` what that then does.

    ``x_warfare``: the electronic warfare that X-ships add, by ship. ``shock_factors``: the factors that ships subject
    to shock use, all of those that are not named. ``use_captured``: whether captured ships add to the own result;
    ``plans_round``: the round in which to use stolen war plans, 0 for none. ``mauler_capture``: the ships that a mauler
    tries to capture instead of directing damage, the first of them that it can; ``all`` for any.

    ``attack_force``: the base at which a special attack force is spent. ``stasis``: whom each stasis field tries to
    freeze, attempt by attempt. ``keep_craft``: whether craft of lost battalions go where there is room, or are lost
    with them.

    On the ground: ``assault`` is what each battalion of ground troops attacks, battalion by battalion and then from the
    beginning again: a unit, ``landed`` behind it if its ship lands, ``support`` for the attack before, ``none``;
    ``defend`` likewise: what those that do not attack defend. ``buy_gces``: the ship that is given a battalion, round
    by round. ``fill_with_gces``: the ships to which battalions go first after an assault; none where all stay.

    ``repair`` is the most steps of each base that are repaired in a round. ``scuttle`` are units that are scuttled from
    the round ``scuttle_after`` on, without one as soon as they are crippled.

    In a pursuit: ``pursuers`` and ``against_slow`` are who goes after cripples and slow units, the strongest where
    nobody is named; ``drop_cripples`` the carriers of mixed groups that leave their cripples behind, ``come_along`` the
    uncrippled ships that are pursued with the cripples, ``stay_with_slow`` whether escorts stay with slow units.

    ``places``: who stands outside the command (``sc-1 free scout``). ``craft_first``: which craft fight where not all
    may (``cv-2``, ``heavy``, ``cv-2 heavy``). ``drones``: the most drone factors to pay in a round. ``reserve``: points
    of command that are kept for later hexes, while as many others are spent as there are units for. ``admirals`` and
    ``generals``: the unit that each is to be aboard, in their order, or ``leader``. ``prime_teams``: what each is to
    do, in their order (``capture ca-1``, ``none``). ``fill_with_craft``: the ships that are filled with the fighters
    and PFs of others behind a round, in their order. ``rescue_tugs`` and ``rescue``: the tugs that are there to rescue
    ships, and whom, the first that is crippled. ``tow``: who takes repair docks in tow as a retreat is announced.

    At a capital: ``mobile`` are the units of the defender's mobile force, ``stations`` the systems of others;
    ``systems`` are those that the attacker attacks round by round, the last one in all that follow.
    """

    flagship: str = ""
    leave_out: tuple[str, ...] | None = None
    formation: str = ""
    command_points: int | None = None
    reserve: int | None = None
    places: tuple[str, ...] | None = None
    craft_first: tuple[str, ...] = ()
    drones: int | None = None
    admirals: tuple[str, ...] = ()
    generals: tuple[str, ...] = ()
    prime_teams: tuple[str, ...] | None = None
    fill_with_craft: tuple[str, ...] | None = None
    rescue_tugs: tuple[str, ...] = ()
    rescue: tuple[str, ...] | None = None
    tow: tuple[str, ...] | None = None
    intensity: tuple[int, ...] = ()
    ew: int | None = None
    directed: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    offer_approach: bool | None = None
    accept_approach: bool | None = None
    stay_at_base: bool | None = None
    retreat_after: int | None = None
    retreat_below: Fraction | None = None
    retreat_to: str = ""
    pass_partial_grids: bool | None = None
    pursue: bool | None = None
    withdraw: tuple[str, ...] | None = None
    withdraw_opposed: tuple[str, ...] | None = None
    oppose_withdrawal: bool | None = None
    evade: tuple[str, ...] | None = None
    avoid_approach: bool | None = None
    cloak_attack: bool | None = None
    cloak_success: Mapping[str, int] | None = None
    cloak_failure: Mapping[str, int] | None = None
    x_warfare: Mapping[str, int] | None = None
    shock_factors: Mapping[str, int] | None = None
    use_captured: bool | None = None
    plans_round: int | None = None
    mauler_capture: tuple[str, ...] | None = None
    attack_force: str | None = None
    stasis: tuple[str, ...] | None = None
    keep_craft: bool | None = None
    pursuers: tuple[str, ...] | None = None
    against_slow: tuple[str, ...] | None = None
    drop_cripples: tuple[str, ...] | None = None
    come_along: tuple[str, ...] | None = None
    stay_with_slow: bool | None = None
    mobile: tuple[str, ...] | None = None
    stations: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[str, ...] = ()
    assault: tuple[str, ...] | None = None
    defend: tuple[str, ...] | None = None
    buy_gces: tuple[str, ...] | None = None
    repair: int = 0
    scuttle: tuple[str, ...] = ()
    scuttle_after: int | None = None
    fill_with_gces: tuple[str, ...] | None = None

    def intensity_of(self, round_: int) -> int | None:
        """The choice for a round."""
        return self.intensity[min(round_, len(self.intensity)) - 1] if self.intensity else None

    def system_of(self, round_: int) -> str | None:
        """The system to attack in a round."""
        return self.systems[min(round_, len(self.systems)) - 1] if self.systems else None

    def ew_of(self, possible: Collection[int]) -> int | None:
        """What a base puts into electronic warfare: as laid down, or the most it can; None where nothing is."""
        return None if self.ew is None else min(self.ew, max(possible))

    def aim(self, possible: Iterable[str]) -> str | None:
        """The first priority that can be paid; None where none applies."""
        known = {*possible, NONE}
        return next((each for each in self.directed if each in known), None)

    def next_loss(self, open_now: Sequence[Loss]) -> Loss | None:
        """The first thing to be given up by the order laid down, the cheapest among equals; None where none applies."""
        for wanted in self.losses:
            fitting = [loss for loss in open_now if _is_meant(loss, wanted)]
            if fitting:
                return min(fitting, key=lambda loss: loss.points)
        return None

    def next_casualty(self, found: Sequence[Casualty], *, may_retreat: bool) -> str | None:
        """How to take a casualty by the same order, in which ``retreat`` may stand; None where none applies."""
        for wanted in self.losses:
            if wanted == RETREAT and may_retreat:
                return RETREAT
            fitting = next((each.id for each in found if wanted in (each.id, each.unit, each.way.value)), None)
            if fitting is not None:
                return fitting
        return None

    def scuttles(self, id_: str, round_: int, *, crippled: bool) -> bool:
        """Whether a unit is to be scuttled now."""
        return id_ in self.scuttle and (crippled if self.scuttle_after is None else round_ >= self.scuttle_after)

    def retreats(self, round_: int, now: Fraction, first: Fraction) -> bool | None:
        """Whether to leave behind a round; None where nothing is laid down."""
        if self.retreat_after is None and self.retreat_below is None:
            return None
        late = self.retreat_after is not None and round_ >= self.retreat_after
        return late or (self.retreat_below is not None and now < self.retreat_below * first)


def among(wanted: tuple[str, ...] | None, there: Iterable[str]) -> dict[str, int]:
    """The units of a list of ids that are there, ``all`` being every one, as the answer of a share-out."""
    return {id_: int(wanted is not None and (id_ in wanted or ALL in wanted)) for id_ in there}


def _is_meant(loss: Loss, wanted: str) -> bool:
    """Whether an entry of the order names a loss: by its way, its unit, both, or its whole id."""
    by_unit = wanted.startswith(loss.unit)  # which most are not: their names need not be put together
    return wanted == loss.way or (by_unit and wanted in (loss.unit, f"{loss.unit} {loss.way}", loss.id))


def task_of(number: int, laid_down: tuple[str, ...] | None, possible: Collection[str]) -> str | None:
    """What the battalion of a number (from 0) does by a list that begins anew at its end; None without a list."""
    if laid_down is None:
        return None
    wanted = laid_down[number % len(laid_down)] if laid_down else NONE
    return wanted if wanted in possible else NONE
