"""Standing orders at work: ``choose`` answers whatever the next step asks, for both sides."""

from flagplot.core.citation import carries_out
from flagplot.engine.marks import merge
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.fighters import flying, least_committed, most_engaged
from flagplot.fta3.battle.shooting import needed, target_of, to_hit_bonus, to_pierce_bonus
from flagplot.fta3.battle.standoff import split
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
    Wings,
)
from flagplot.fta3.battle.strikes import most_strikers


@merge
def choose(b: Battle, step: int) -> None:
    """Fill in the choices that ``step`` is about to carry out."""
    if step == k.LAUNCH:
        choose_launch(b.fleet, b.orders, b.choices)
    elif step == k.INTERCEPT:
        choose_interceptors(b.fleet, b.wings, b.orders, b.choices, b.tables, b.readings, b.cells)
    elif step == k.LOSSES:
        choose_losses(b.fleet, b.wings, b.sides, b.choices)
    elif step == k.STAND_OFF:
        choose_split(b.fleet, b.ships, b.orders, b.choices, b.volleys)
    elif step == k.POSITION:
        open_bookmarks(b.fleet, b.bookmarks)
    elif step == k.PICK:
        choose_pick(b.fleet, b.ships, b.orders, b.choices, b.bookmarks, b.cells)
    elif step == k.FLANK:
        choose_flanks(b.fleet, b.ships, b.orders, b.choices, b.bookmarks)
    elif step == k.RANGE:
        choose_ranges(b.fleet, b.ships, b.orders, b.choices, b.tables)
    elif step == k.FIRE:
        choose_aims(b.fleet, b.ships, b.orders, b.choices, b.readings)
    elif step == k.STRIKE:
        choose_strikes(b.fleet, b.ships, b.wings, b.orders, b.choices)
    elif step == k.RETURN:
        choose_returns(b.fleet, b.wings, b.sides, b.choices)


def choose_launch(fleet: Fleet, orders: Orders, choices: Choices) -> None:
    """As many fighters as ordered."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            choices.launch[s, w] = orders.launch[s, w]


def choose_interceptors(
    fleet: Fleet, wings: Wings, orders: Orders, choices: Choices, tables: Tables, readings: Readings, cells: Grid
) -> None:
    """With a tech lead, as many as ordered between the least and all; they engage all they can. The best fly first."""
    ours = 0
    theirs = 0
    for s in range(2):
        if s == 0:
            ours = flying(fleet, wings, s)
        else:
            theirs = flying(fleet, wings, s)
    for s in range(2):
        own = ours
        enemy = theirs
        if s == 1:
            own = theirs
            enemy = ours
        n = min(own, enemy)
        leader = cells[k.LEAD]
        if leader != k.NONE and n > 0:
            if leader == s:
                n = commitment(fleet, wings, orders, tables, readings, s, own, enemy)
            else:
                committed = commitment(fleet, wings, orders, tables, readings, leader, enemy, own)
                n = most_engaged(enemy, own, committed, k.YES, tables.reach)
        for w in range(fleet.wings[s]):
            choices.engage[s, w] = min(n, wings.flying[s, w])
            n -= choices.engage[s, w]


@carries_out("fta3", "fighter-interception/tech-advantage")
def commitment(
    fleet: Fleet, wings: Wings, orders: Orders, tables: Tables, readings: Readings, s: int, own: int, enemy: int
) -> int:
    """Fighters that a side with the tech lead sends: its orders name a percentage of the way from the least to all."""
    least = least_committed(own, enemy, k.YES, readings.commit, tables.reach)
    share = 0
    for w in range(fleet.wings[s]):
        share += orders.commit[s, w] * wings.flying[s, w]
    return least + (2 * (min(own, enemy) - least) * share + 100 * own) // (200 * own)


def choose_losses(fleet: Fleet, wings: Wings, sides: Sides, choices: Choices) -> None:
    """The lowest tech level dies first."""
    for s in range(2):
        n = sides.kills[1 - s]
        for back in range(fleet.wings[s]):
            w = fleet.wings[s] - 1 - back
            choices.fall[s, w] = min(n, wings.engaged[s, w])
            n -= choices.fall[s, w]


def choose_split(fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, volleys: Grid) -> None:
    """The player's own split where he has given one, else the rule's."""
    for s in range(2):
        if orders.own_split[s] == 1:
            for i in range(fleet.size[s]):
                for g in range(volleys.shape[1]):
                    choices.split[s, i, g] = orders.allotted[s, i, g]
        else:
            split(fleet, ships, volleys, choices, s)


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
    own = bookmarks.front[s]
    while ships.status[s, own] != k.ACTIVE or ships.partner[s, own] != k.NONE:
        own += 1
    bookmarks.front[s] = own
    choices.pick[0] = own
    choices.pick[1] = k.NONE
    for place in range(orders.prefer.shape[2]):
        if choices.pick[1] == k.NONE:
            kind = orders.prefer[s, own, place]
            other = bookmarks.kind[1 - s, kind]
            end = fleet.kind_end[1 - s, kind]
            while other < end and (ships.status[1 - s, other] != k.ACTIVE or ships.partner[1 - s, other] != k.NONE):
                other += 1
            bookmarks.kind[1 - s, kind] = other
            if other < end:
                choices.pick[1] = other


@carries_out("fta3", "mass-combat/targeting")
def choose_flanks(fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, bookmarks: Bookmarks) -> None:
    """Each ship left over joins the pairs of the kind that its orders put first, one after another."""
    for s in range(2):
        t = 1 - s
        for kind in range(fleet.kind_first.shape[1]):
            bookmarks.kind[t, kind] = fleet.kind_first[t, kind]
        for i in range(fleet.size[s]):
            choices.flank[s, i] = k.NONE
            if ships.status[s, i] == k.ACTIVE and ships.partner[s, i] == k.NONE:
                for place in range(orders.prefer.shape[2]):
                    if choices.flank[s, i] == k.NONE:
                        kind = orders.prefer[s, i, place]
                        first = fleet.kind_first[t, kind]
                        n = fleet.kind_end[t, kind] - first
                        for step in range(n):
                            other = first + (bookmarks.kind[t, kind] - first + step) % n
                            if (
                                choices.flank[s, i] == k.NONE
                                and ships.status[t, other] == k.ACTIVE
                                and ships.partner[t, other] != k.NONE
                            ):
                                choices.flank[s, i] = other
                        if choices.flank[s, i] != k.NONE:
                            bookmarks.kind[t, kind] = choices.flank[s, i] + 1


def choose_ranges(fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, tables: Tables) -> None:
    """As ordered; *best* weighs what the ship expects to do against what its partner does in return."""
    for s in range(2):
        for i in range(fleet.size[s]):
            choices.range[s, i] = k.CLOSE
            target = target_of(ships, s, i)
            if ships.status[s, i] == k.ACTIVE and target != k.NONE:
                choices.range[s, i] = orders.range[s, i]
                if orders.range[s, i] == k.BEST:
                    close = balance(fleet, ships, tables, s, i, target, k.CLOSE)
                    far = balance(fleet, ships, tables, s, i, target, k.FAR)
                    choices.range[s, i] = k.CLOSE
                    if far > close:
                        choices.range[s, i] = k.FAR


def balance(fleet: Fleet, ships: Ships, tables: Tables, s: int, i: int, target: int, range_: int) -> int:
    """Expected damage of a ship at a range, less its partner's in return, in four-hundredths of a HP."""
    gain = expected_damage(fleet, tables, s, i, target, range_)
    if ships.partner[s, i] == target:
        gain -= expected_damage(fleet, tables, 1 - s, target, i, range_)
    return gain


def expected_damage(fleet: Fleet, tables: Tables, s: int, i: int, target: int, range_: int) -> int:
    """Expected damage of one ship's fire on an enemy, in four-hundredths of a HP."""
    weapon = fleet.weapon[s, i]
    hit = needed(fleet.avoidance[1 - s, target], to_hit_bonus(tables, weapon, range_))
    pierce = needed(fleet.protection[1 - s, target], to_pierce_bonus(tables, weapon))
    expected: int = fleet.attacks[s, i] * fleet.damage[s, i] * (21 - hit) * (21 - pierce)
    return expected


def choose_aims(fleet: Fleet, ships: Ships, orders: Orders, choices: Choices, readings: Readings) -> None:
    """A ship fires at its partner; where R27 lets it answer a flanker, at the kind that its orders put first."""
    for s in range(2):
        for i in range(fleet.size[s]):
            choices.aim[s, i] = k.NONE
            if ships.status[s, i] == k.ACTIVE:
                choices.aim[s, i] = target_of(ships, s, i)
    if readings.flanked == k.MAY_ANSWER:
        for s in range(2):
            t = 1 - s
            for j in range(fleet.size[t]):
                target = ships.flanked[t, j]
                if (
                    ships.status[t, j] == k.ACTIVE
                    and target != k.NONE
                    and liking(orders, s, target, fleet.kind[t, j])
                    < liking(orders, s, target, fleet.kind[t, choices.aim[s, target]])
                ):
                    choices.aim[s, target] = j


def liking(orders: Orders, s: int, i: int, kind: int) -> int:
    """Place of a kind in a ship's target list, the preferred at 0."""
    found = k.NONE
    for place in range(orders.prefer.shape[2]):
        if found == k.NONE and orders.prefer[s, i, place] == kind:
            found = place
    return found


@carries_out("fta3", "mass-combat/fighter-targets")
def meets(fleet: Fleet, ships: Ships, orders: Orders, s: int, w: int, criterion: int, i: int) -> int:
    """1 if enemy ship ``i`` meets a criterion of the fighters' target list; past its end every ship does."""
    t = 1 - s
    if criterion == orders.criteria[s, w]:
        return 1
    lost = fleet.hp_max[t, i] - ships.hp[t, i]
    if (
        orders.prey[s, w, criterion, fleet.kind[t, i]] == 1
        and 100 * lost >= orders.wounded[s, w, criterion] * fleet.hp_max[t, i]
    ):
        return 1
    return 0


def choose_strikes(fleet: Fleet, ships: Ships, wings: Wings, orders: Orders, choices: Choices) -> None:
    """Free fighters go down their target list, as many on each ship as its weight allows."""
    for s in range(2):
        t = 1 - s
        for w in range(fleet.wings[s]):
            for i in range(fleet.size[t]):
                choices.strike[s, w, i] = 0
        for w in range(fleet.wings[s]):
            left = wings.flying[s, w] - wings.engaged[s, w]
            if left > 0:
                for criterion in range(orders.criteria[s, w] + 1):
                    for i in range(fleet.size[t]):
                        if (
                            left > 0
                            and ships.status[t, i] == k.ACTIVE
                            and ships.hp[t, i] > 0
                            and meets(fleet, ships, orders, s, w, criterion, i) == 1
                        ):
                            room = most_strikers(fleet.weight[t, i])
                            for v in range(fleet.wings[s]):
                                room -= choices.strike[s, v, i]
                            n = max(0, min(left, room))
                            choices.strike[s, w, i] += n
                            left -= n


def choose_returns(fleet: Fleet, wings: Wings, sides: Sides, choices: Choices) -> None:
    """The highest tech level comes back first."""
    for s in range(2):
        for o in range(fleet.owners[s]):
            n = sides.owed[s, o]
            for w in range(fleet.wings[s]):
                if fleet.wing_owner[s, w] == o:
                    choices.back[s, w] = min(n, wings.fallen[s, w])
                    n -= choices.back[s, w]
