"""Standing orders of fighters: launch, interception, losses, hunts and strikes, returns."""

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import hunters_needed, is_hidden
from flagplot.fta3.battle.fighters import flying, interception_choice, least_committed, most_engaged
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Orders, Readings, Ships, Sides, Tables, Wings
from flagplot.fta3.battle.strikes import most_strikers


def choose_launch(fleet: Fleet, orders: Orders, choices: Choices) -> None:
    """As many fighters as ordered."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            choices.launch[s, w] = orders.launch[s, w]


def choose_interceptors(
    fleet: Fleet, wings: Wings, orders: Orders, choices: Choices, tables: Tables, readings: Readings, cells: Grid
) -> None:
    """With a tech lead, as many as ordered between the least and all; they engage all they can. The best fly first."""
    ours = k.ZERO
    theirs = k.ZERO
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
    least = least_committed(own, enemy, k.YES, interception_choice(readings), tables.reach)
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


def flies_run(fleet: Fleet, s: int, w: int, run: int) -> int:
    """1 if a wing takes part in a first-strike run, or in the regular strikes where ``run`` is NONE."""
    if run == k.NONE or fleet.wing_runs[s, w] > run:
        return 1
    return 0


def choose_hunts(
    fleet: Fleet, ships: Ships, wings: Wings, orders: Orders, choices: Choices, tables: Tables, run: int
) -> None:
    """Wings ordered to hunt look for cloaked ships, the heaviest first, as long as there are enough of them to find
    it.
    """
    for s in range(2):
        t = 1 - s
        for w in range(fleet.wings[s]):
            for i in range(fleet.size[t]):
                choices.hunt[s, w, i] = 0
        if fleet.cloaked[t] == 1:
            for i in range(fleet.size[t]):
                if ships.status[t, i] == k.ACTIVE and is_hidden(ships, t, i) == 1:
                    need = hunters_needed(tables, fleet.pace[t, i])
                    ready = 0
                    for w in range(fleet.wings[s]):
                        if orders.hunts[s, w] == 1 and flies_run(fleet, s, w, run) == 1:
                            ready += spare(fleet, wings, choices, s, w)
                    if ready >= need:
                        for w in range(fleet.wings[s]):
                            if orders.hunts[s, w] == 1 and flies_run(fleet, s, w, run) == 1:
                                n = min(need, spare(fleet, wings, choices, s, w))
                                choices.hunt[s, w, i] = n
                                need -= n


def spare(fleet: Fleet, wings: Wings, choices: Choices, s: int, w: int) -> int:
    """Fighters of a wing that are neither in the dogfight nor on a hunt."""
    n: int = wings.flying[s, w] - wings.engaged[s, w]
    for i in range(fleet.size[1 - s]):
        n -= choices.hunt[s, w, i]
    return n


@carries_out("fta3", "first-strike/redirection")
def choose_strikes(fleet: Fleet, ships: Ships, wings: Wings, orders: Orders, choices: Choices, run: int) -> None:
    """Free fighters go down their target list, as many on each ship as its weight allows."""
    for s in range(2):
        t = 1 - s
        for w in range(fleet.wings[s]):
            for i in range(fleet.size[t]):
                choices.strike[s, w, i] = 0
        for w in range(fleet.wings[s]):
            left = wings.flying[s, w] - wings.engaged[s, w]
            if run != k.NONE:
                left = spare(fleet, wings, choices, s, w)
            if left > 0 and flies_run(fleet, s, w, run) == 1:
                for criterion in range(orders.criteria[s, w] + 1):
                    for i in range(fleet.size[t]):
                        if left == 0:
                            break
                        if (
                            ships.status[t, i] == k.ACTIVE
                            and ships.hp[t, i] > 0
                            and is_hidden(ships, t, i) == 0
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
