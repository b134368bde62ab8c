"""Standing orders at work: ``choose`` answers whatever the next step asks, for both sides."""

from flagplot.core.citation import carries_out
from flagplot.engine.marks import merge
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.casualties import force_withdraws, reaches_withdrawal
from flagplot.fta3.battle.pairing import may_pair
from flagplot.fta3.battle.policy_fighters import (
    choose_hunts,
    choose_interceptors,
    choose_launch,
    choose_losses,
    choose_returns,
    choose_strikes,
)
from flagplot.fta3.battle.protect import may_draw
from flagplot.fta3.battle.shooting import (
    fitted_to_hit,
    fitted_to_pierce,
    needed,
    target_of,
    to_hit_bonus,
    to_pierce_bonus,
)
from flagplot.fta3.battle.standoff import split, takes_stand_off
from flagplot.fta3.battle.state import (
    Battle,
    Bookmarks,
    Choices,
    Fleet,
    Grid,
    Orders,
    Readings,
    Ships,
    Sides,
    Tables,
)


@merge
def choose(b: Battle, step: int) -> None:
    """Fill in the choices that ``step`` is about to carry out."""
    if step == k.LAUNCH:
        choose_launch(b.fleet, b.orders, b.choices)
    elif step == k.INTERCEPT:
        choose_interceptors(b.fleet, b.wings, b.orders, b.choices, b.tables, b.readings, b.cells)
    elif step == k.LOSSES:
        choose_losses(b.fleet, b.wings, b.sides, b.choices)
    elif step == k.FIRST_STRIKE:
        choose_hunts(b.fleet, b.ships, b.wings, b.orders, b.choices, b.tables, b.cells[k.RUN])
        choose_strikes(b.fleet, b.ships, b.wings, b.orders, b.choices, b.cells[k.RUN])
    elif step == k.VOLLEY:
        choose_volleys(b.fleet, b.ships, b.orders, b.choices)
    elif step == k.STAND_OFF:
        choose_split(b.fleet, b.ships, b.orders, b.choices, b.volleys)
    elif step == k.POSITION:
        open_bookmarks(b.fleet, b.bookmarks)
    elif step == k.PICK:
        choose_pick(b.fleet, b.ships, b.orders, b.choices, b.bookmarks, b.cells)
    elif step == k.FLANK:
        choose_flanks(b.fleet, b.ships, b.sides, b.orders, b.choices, b.bookmarks)
    elif step == k.RANGE:
        choose_ranges(b.fleet, b.ships, b.sides, b.orders, b.choices, b.bookmarks, b.tables, b.cells)
    elif step == k.DISENGAGE:
        choose_leavers(b.fleet, b.ships, b.sides, b.orders, b.choices)
    elif step == k.PROTECT:
        choose_protectors(b.fleet, b.ships, b.orders, b.choices, b.tables, b.readings)
    elif step == k.FIRE:
        choose_aims(b.fleet, b.ships, b.sides, b.orders, b.choices, b.readings)
    elif step == k.STRIKE:
        choose_strikes(b.fleet, b.ships, b.wings, b.orders, b.choices, k.NONE)
    elif step == k.RETURN:
        choose_returns(b.fleet, b.wings, b.sides, b.choices)


@carries_out("fta3", "stand-off/split")
def choose_split(fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, volleys: Grid) -> None:
    """The player's own split where he has given one that fits what has come, else the rule's."""
    for s in range(2):
        if orders.own_split[s] == 1 and fits(fleet, ships, orders, volleys, s) == 1:
            for i in range(fleet.size[s]):
                for g in range(volleys.shape[1]):
                    choices.split[s, i, g] = orders.allotted[s, i, g]
        else:
            split(fleet, ships, volleys, choices, s)


@carries_out("fta3", "stand-off/split")
def fits(fleet: Fleet, ships: Ships, orders: Orders, volleys: Grid, s: int) -> int:
    """1 if a player's split shares out just the attacks that come, over just the ships that take them.

    Cloaks and first strikes may have made others of both than when he ordered it.
    """
    total = 0
    for g in range(volleys.shape[1]):
        short = volleys[1 - s, g]
        total += short
        for i in range(fleet.size[s]):
            short -= orders.allotted[s, i, g]
        if short != 0:
            return 0
    takers = 0
    bare = 0
    for i in range(fleet.size[s]):
        share = 0
        for g in range(volleys.shape[1]):
            share += orders.allotted[s, i, g]
        if takes_stand_off(ships, s, i) == 1:
            takers += 1
            bare += share == 0
        elif share > 0:
            return 0
    if bare > 0 and total >= takers:
        return 0
    return 1


def open_bookmarks(fleet: Fleet, bookmarks: Bookmarks) -> None:
    """A new round of picks: read every list from its beginning."""
    for s in range(2):
        bookmarks.front[s] = 0
        for kind in range(fleet.kind_first.shape[1]):
            bookmarks.kind[s, kind] = fleet.kind_first[s, kind]


@carries_out("fta3", "mass-combat/targeting")
def choose_pick(
    fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, bookmarks: Bookmarks, cells: Grid
) -> None:
    """The heaviest free ship takes the first free enemy of the kind that its orders put first."""
    s = cells[k.PICKER]
    choosy = fleet.choosy[0] + fleet.choosy[1]
    own = bookmarks.front[s]
    choices.pick[1] = k.NONE
    while choices.pick[1] == k.NONE and own < fleet.size[s]:
        if ships.status[s, own] == k.ACTIVE and ships.partner[s, own] == k.NONE:
            choices.pick[0] = own
            choices.pick[1] = preferred_enemy(fleet, ships, orders, bookmarks, s, own, choosy)
        if choices.pick[1] == k.NONE:
            own += 1
            if choosy == 0:
                bookmarks.front[s] = own


@carries_out("fta3", "mass-combat/targeting")
def preferred_enemy(
    fleet: Fleet, ships: Ships, orders: Orders, bookmarks: Bookmarks, s: int, own: int, choosy: int
) -> int:
    """The first free enemy that a ship may be paired with, by its list of kinds; NONE where traits forbid all."""
    t = 1 - s
    for place in range(orders.prefer.shape[2]):
        kind = orders.prefer[s, own, place]
        other = bookmarks.kind[t, kind]
        if choosy > 0:
            other = fleet.kind_first[t, kind]
        end = fleet.kind_end[t, kind]
        while other < end and (
            ships.status[t, other] != k.ACTIVE
            or ships.partner[t, other] != k.NONE
            or (choosy > 0 and may_pair(fleet, s, own, other) == 0)
        ):
            other += 1
        if choosy == 0:
            bookmarks.kind[t, kind] = other
        if other < end:
            return other  # type: ignore[no-any-return]
    return k.NONE


@carries_out("fta3", "mass-combat/targeting")
def choose_flanks(
    fleet: Fleet, ships: Ships, sides: Sides, orders: Orders, choices: Choices, bookmarks: Bookmarks
) -> None:
    """Each ship left over joins the pairs of the kind that its orders put first, one after another."""
    for s in range(2):
        t = 1 - s
        if sides.free[s] > 0:
            for kind in range(fleet.kind_first.shape[1]):
                bookmarks.kind[t, kind] = fleet.kind_first[t, kind]
            for i in range(fleet.size[s]):
                choices.flank[s, i] = k.NONE
                if ships.status[s, i] == k.ACTIVE and ships.partner[s, i] == k.NONE:
                    for place in range(orders.prefer.shape[2]):
                        kind = orders.prefer[s, i, place]
                        other = next_paired(fleet, ships, bookmarks, t, kind)
                        if other != k.NONE:
                            choices.flank[s, i] = other
                            bookmarks.kind[t, kind] = other + 1
                            break


def next_paired(fleet: Fleet, ships: Ships, bookmarks: Bookmarks, t: int, kind: int) -> int:
    """The next ship of a kind that is in a pair, from the bookmark on and round to it; NONE where there is none."""
    other = bookmarks.kind[t, kind]
    for _ in range(fleet.kind_first[t, kind], fleet.kind_end[t, kind]):
        if other == fleet.kind_end[t, kind]:
            other = fleet.kind_first[t, kind]
        if ships.status[t, other] == k.ACTIVE and ships.partner[t, other] != k.NONE:
            return other  # type: ignore[no-any-return]
        other += 1
    return k.NONE


def choose_ranges(
    fleet: Fleet,
    ships: Ships,
    sides: Sides,
    orders: Orders,
    choices: Choices,
    bookmarks: Bookmarks,
    tables: Tables,
    cells: Grid,
) -> None:
    """As ordered, for those who have the choice: flankers, and the position winner's half of each pair."""
    for s in range(2):
        wins = s == cells[k.POSITION_WINNER]
        if wins or sides.free[s] > 0:
            for i in range(fleet.size[s]):
                target = target_of(ships, s, i)
                chooses = wins or ships.partner[s, i] == k.NONE
                if chooses and ships.status[s, i] == k.ACTIVE and target != k.NONE:
                    choices.range[s, i] = orders.range[s, i]
                    if orders.range[s, i] == k.BEST:
                        choices.range[s, i] = best_range(fleet, ships, bookmarks, tables, s, i, target)


def best_range(fleet: Fleet, ships: Ships, bookmarks: Bookmarks, tables: Tables, s: int, i: int, target: int) -> int:
    """*Best* weighs what the ship expects to do at far range rather than close against what its partner does in return.

    Pairs last, and what is weighed never changes: once for each enemy is enough.
    """
    number = weighs(ships, s, i, target)
    if bookmarks.weighed[s, i] != number:
        bookmarks.weighed[s, i] = number
        bookmarks.lean[s, i] = far_lead(fleet, ships, tables, s, i, target)
    if bookmarks.lean[s, i] > 0:
        return k.FAR
    return k.CLOSE


def weighs(ships: Ships, s: int, i: int, target: int) -> int:
    """A number for an enemy and whether it is the ship's partner; never 0."""
    number: int = 2 * target + 1
    if ships.partner[s, i] == target:
        number += 1
    return number


def far_lead(fleet: Fleet, ships: Ships, tables: Tables, s: int, i: int, target: int) -> int:
    """How much better a ship fares at far range than close: its own gain less its partner's."""
    lead = far_gain(fleet, tables, s, i, target)
    if ships.partner[s, i] == target:
        lead -= far_gain(fleet, tables, 1 - s, target, i)
    return lead


def far_gain(fleet: Fleet, tables: Tables, s: int, i: int, target: int) -> int:
    """How much more damage a ship expects of its fire at far range than close, in four-hundredths of a HP."""
    power = expected_of_hit(fleet, tables, s, i, target)
    return power * (hit_face(fleet, tables, s, i, target, k.CLOSE) - hit_face(fleet, tables, s, i, target, k.FAR))


def hit_face(fleet: Fleet, tables: Tables, s: int, i: int, target: int, range_: int) -> int:
    """The face that a ship needs to hit an enemy at a range, as far as can be foreseen."""
    to_hit = to_hit_bonus(tables, fleet.weapon[s, i], range_) + fitted_to_hit(fleet, s, i, range_)
    return needed(fleet.avoidance[1 - s, target], to_hit)


def expected_of_hit(fleet: Fleet, tables: Tables, s: int, i: int, target: int) -> int:
    """What a ship's fire would do to an enemy if every attack hit, in twentieths of a HP."""
    to_pierce = to_pierce_bonus(tables, fleet.weapon[s, i]) + fitted_to_pierce(fleet, s, i)
    pierce = needed(fleet.protection[1 - s, target], to_pierce)
    expected: int = fleet.attacks[s, i] * fleet.damage[s, i] * (21 - pierce)
    return expected


def expected_damage(fleet: Fleet, tables: Tables, s: int, i: int, target: int, range_: int) -> int:
    """Expected damage of one ship's fire on an enemy, in four-hundredths of a HP."""
    return expected_of_hit(fleet, tables, s, i, target) * (21 - hit_face(fleet, tables, s, i, target, range_))


def choose_aims(fleet: Fleet, ships: Ships, sides: Sides, orders: Orders, choices: Choices, readings: Readings) -> None:
    """Who is under cloak holds its fire if ordered. A ship fires at its partner; where R27 lets it answer a flanker,
    at the kind that its orders put first.
    """
    for s in range(2):
        for i in range(fleet.size[s]):
            choices.aim[s, i] = k.NONE
            choices.hold[s, i] = orders.hold[s, i] * ships.hidden[s, i]
            if ships.status[s, i] == k.ACTIVE:
                choices.aim[s, i] = target_of(ships, s, i)
    if readings.flanked == k.MAY_ANSWER:
        for s in range(2):
            t = 1 - s
            if sides.free[t] > 0:
                for j in range(fleet.size[t]):
                    target = ships.flanked[t, j]
                    if ships.status[t, j] == k.ACTIVE and target != k.NONE and ships.status[s, target] == k.ACTIVE:
                        aim = choices.aim[s, target]
                        if (
                            ships.status[t, aim] != k.ACTIVE
                            or prefers(orders, s, target, fleet.kind[t, j], fleet.kind[t, aim]) == 1
                        ):
                            choices.aim[s, target] = j


def prefers(orders: Orders, s: int, i: int, kind: int, other: int) -> int:
    """1 if a kind stands before another in a ship's target list."""
    for place in range(orders.prefer.shape[2]):
        listed = orders.prefer[s, i, place]
        if listed == other:
            return 0
        if listed == kind:
            return 1
    return 0


def choose_volleys(fleet: Fleet, ships: Ships, orders: Orders, choices: Choices) -> None:
    """A regular cloak is kept up, rather than dropped for stand-off attacks, where that is ordered."""
    for s in range(2):
        for i in range(fleet.size[s]):
            choices.hold[s, i] = 0
            if fleet.cloak[s, i] == k.REGULAR and ships.hidden[s, i] == 1:
                choices.hold[s, i] = orders.hold_standoff[s, i]


def choose_leavers(fleet: Fleet, ships: Ships, sides: Sides, orders: Orders, choices: Choices) -> None:
    """Ships try to leave at the thresholds at which they would withdraw in the mass form; pursuit is as ordered."""
    for s in range(2):
        for i in range(fleet.size[s]):
            o = fleet.owner[s, i]
            choices.pursue[s, i] = orders.pursue[s, i]
            choices.leave[s, i] = 0
            if fleet.pace[s, i] > 0 and (
                reaches_withdrawal(ships.hp[s, i], fleet.hp_max[s, i], orders.leave[s, i]) == 1
                or force_withdraws(sides.gone[s, o], sides.arrived[s, o], orders.force[s, o]) == 1
            ):
                choices.leave[s, i] = 1


def choose_protectors(
    fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, tables: Tables, readings: Readings
) -> None:
    """Each protector draws the flanker that threatens a ship in its care most, of those that nobody has drawn yet."""
    for s in range(2):
        t = 1 - s
        for i in range(fleet.size[s]):
            choices.protect[s, i] = k.NONE
            most = 0
            if fleet.protects[s, i] == 1:
                for j in range(fleet.size[t]):
                    ward = ships.flanked[t, j]
                    if (
                        ward != k.NONE
                        and may_draw(fleet, ships, readings, s, i, j) == 1
                        and orders.guards[s, i, ward] == 1
                        and is_taken(choices, s, i, j) == 0
                    ):
                        threat = expected_damage(fleet, tables, t, j, ward, ships.range[t, j])
                        if threat > most:
                            most = threat
                            choices.protect[s, i] = j


def is_taken(choices: Choices, s: int, i: int, flanker: int) -> int:
    """1 if a protector before ship ``i`` has chosen this flanker."""
    for other in range(i):
        if choices.protect[s, other] == flanker:
            return 1
    return 0
