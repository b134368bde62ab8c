"""Cloaked ships: how they are found, when they may fire and be fired on, and what that does to piercing."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Choices, Fleet, Readings, Ships, Tables, Wings
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "cloak-detection")
def hunters_needed(tables: Tables, speed: int) -> int:
    """Fighters that find a cloaked ship: five for each point of its speed, and at least one."""
    return max(1, tables.hunters * speed)


@carries_out("fta3", "launch-fighters/from-cloak")
def decloak_to_launch(fleet: Fleet, ships: Ships, wings: Wings, round_: int, trace: Trace) -> None:
    """A regular cloak drops to launch: fighters leave open hangars and deep cloaks first, then the roomiest carrier."""
    for s in range(2):
        for o in range(fleet.owners[s]):
            left = 0
            for w in range(fleet.wings[s]):
                if fleet.wing_owner[s, w] == o:
                    left += wings.flying[s, w]
            for i in range(fleet.size[s]):
                if (
                    fleet.owner[s, i] == o
                    and fleet.arrives[s, i] == k.FIRST_ROUND
                    and (ships.hidden[s, i] == 0 or fleet.cloak[s, i] == k.DEEP)
                ):
                    left -= fleet.hangars[s, i]
            for _ in range(fleet.size[s] * fleet.cloaked[s]):
                roomiest = k.NONE
                for i in range(fleet.size[s]):
                    if (
                        fleet.owner[s, i] == o
                        and fleet.arrives[s, i] == k.FIRST_ROUND
                        and ships.hidden[s, i] == 1
                        and fleet.cloak[s, i] == k.REGULAR
                        and fleet.hangars[s, i] > 0
                        and (roomiest == k.NONE or fleet.hangars[s, i] > fleet.hangars[s, roomiest])
                    ):
                        roomiest = i
                if left > 0 and roomiest != k.NONE:
                    left -= fleet.hangars[s, roomiest]
                    decloak(ships, s, roomiest, k.LAUNCH, round_, trace)


def decloak(ships: Ships, s: int, i: int, why: int, round_: int, trace: Trace) -> None:
    """A regular cloak that is dropped stays down for the rest of the battle (R30)."""
    ships.hidden[s, i] = 0
    note(trace, k.E_DECLOAK, round_, s, i, k.NONE, why, k.NONE, k.NONE, k.NONE)


@carries_out("fta3", "cloak-detection")
def hunt(fleet: Fleet, ships: Ships, tables: Tables, choices: Choices, run: int, round_: int, trace: Trace) -> None:
    """Fighters sent to look for a cloaked ship find it if there are enough of them; there is no roll (R17)."""
    for s in range(2):
        t = 1 - s
        for i in range(fleet.size[t]):
            n = k.ZERO
            for w in range(fleet.wings[s]):
                n += choices.hunt[s, w, i]
            if n > 0:
                need = hunters_needed(tables, fleet.pace[t, i])
                found = min(n // need, k.YES)
                if found == 1:
                    ships.found[t, i] = 1
                    if fleet.cloak[t, i] == k.REGULAR:
                        ships.hidden[t, i] = 0
                note(trace, k.E_HUNT, round_, s, run, i, n, need, ships.found[t, i], k.NONE)


def is_hidden(ships: Ships, s: int, i: int) -> int:
    """1 while a cloaked ship is neither decloaked nor found by fighters this round."""
    if ships.hidden[s, i] == 1 and ships.found[s, i] == 0:
        return 1
    return 0


@carries_out("fta3", "sensor-check", "sensor-check/subhunter")
def detects_with(dice: Dice, tables: Tables, phase: int, side: int, roller: int, n: int) -> int:
    """How many of a ship's sensor dice detect; one is enough, so that a subhunter keeps the better of its two."""
    found, _ = d.count(dice, phase, side, roller, k.START, n, k.D20, tables.sensors, tables.sensors)
    return found


@carries_out("fta3", "sensor-check")
def sensor_checks(fleet: Fleet, ships: Ships, tables: Tables, round_: int, dice: Dice, trace: Trace) -> None:
    """Every ship engaged with a cloaked one rolls to detect it: its target, and each cloaked ship that flanks it."""
    for s in range(2):
        t = 1 - s
        for i in range(fleet.size[s]):
            ships.sees[s, i] = 0
            ships.seen[s, i] = 0
        for i in range(fleet.size[s]):
            if ships.status[s, i] == k.ACTIVE:
                target = ships.partner[s, i]
                if target == k.NONE:
                    target = ships.flanked[s, i]
                n = fleet.sensor_dice[s, i]
                if (
                    n > 0
                    and target != k.NONE
                    and ships.status[t, target] == k.ACTIVE
                    and is_hidden(ships, t, target) == 1
                ):
                    found = detects_with(dice, tables, k.D_SENSOR, s, fleet.roller[s, i], n)
                    ships.sees[s, i] = min(found, k.YES)
                    note(trace, k.E_SENSOR, round_, s, i, target, n, tables.sensors, found, k.NONE)
    for s in range(2):
        t = 1 - s
        for i in range(fleet.size[s]):
            flanked = ships.flanked[s, i]
            if (
                ships.status[s, i] == k.ACTIVE
                and is_hidden(ships, s, i) == 1
                and flanked != k.NONE
                and ships.status[t, flanked] == k.ACTIVE
                and fleet.sensor_dice[t, flanked] > 0
            ):
                n = fleet.sensor_dice[t, flanked]
                found = detects_with(dice, tables, k.D_SENSED, t, fleet.roller[s, i], n)
                ships.seen[s, i] = min(found, k.YES)
                note(trace, k.E_SENSED, round_, t, flanked, i, n, tables.sensors, found, k.NONE)


def detects(ships: Ships, s: int, i: int, target: int) -> int:
    """1 if a ship has detected this round the cloaked enemy that it is engaged with."""
    detected: int = k.NO
    if ships.partner[s, i] == target or ships.flanked[s, i] == target:
        detected = ships.sees[s, i]
    elif ships.flanked[1 - s, target] == i:
        detected = ships.seen[1 - s, target]
    return detected


def is_detected_by(ships: Ships, s: int, i: int, enemy: int) -> int:
    """1 if the enemy has detected this cloaked ship this round."""
    detected: int = k.NO
    if ships.flanked[s, i] == enemy:
        detected = ships.seen[s, i]
    elif ships.partner[s, i] == enemy or ships.flanked[1 - s, enemy] == i:
        detected = ships.sees[1 - s, enemy]
    return detected


@carries_out("fta3", "sensor-check/cloak-against-cloak")
def opens_fire(fleet: Fleet, ships: Ships, choices: Choices, s: int, i: int, target: int) -> int:
    """1 if a ship fires of its own accord: it has attacks, does not hold them, and can see what it aims at."""
    if fleet.attacks[s, i] == 0 or choices.hold[s, i] == 1:
        return 0
    if is_hidden(ships, 1 - s, target) == 1 and detects(ships, s, i, target) == 0:
        return 0
    return 1


@carries_out("fta3", "shooting-at-cloaks")
def answers_fire(fleet: Fleet, ships: Ships, choices: Choices, s: int, i: int, target: int) -> int:
    """1 if a ship may shoot back at one it had not detected: a regular cloak drops when it fires, a deep one does
    not.
    """
    if fleet.attacks[s, i] == 0 or choices.hold[s, i] == 1:
        return 0
    if fleet.cloak[1 - s, target] == k.REGULAR and ships.fired[1 - s, target] == 1:
        return 1
    return 0


@carries_out("fta3", "shooting-at-cloaks")
def settle_fire(fleet: Fleet, ships: Ships, choices: Choices) -> None:
    """Who fires this round: those that can see what they aim at, then those that answer a regular cloak, one another's
    answers too.
    """
    for s in range(2):
        for i in range(fleet.size[s]):
            ships.fired[s, i] = 0
            if has_target(ships, choices, s, i) == 1:
                ships.fired[s, i] = opens_fire(fleet, ships, choices, s, i, choices.aim[s, i])
    more = fleet.cloaked[0] + fleet.cloaked[1]
    while more > 0:
        more = 0
        for s in range(2):
            for i in range(fleet.size[s]):
                if (
                    ships.fired[s, i] == 0
                    and has_target(ships, choices, s, i) == 1
                    and answers_fire(fleet, ships, choices, s, i, choices.aim[s, i]) == 1
                ):
                    ships.fired[s, i] = 1
                    more += 1


def has_target(ships: Ships, choices: Choices, s: int, i: int) -> int:
    """1 if a ship aims at an enemy, and both are still in the battle."""
    target = choices.aim[s, i]
    if ships.status[s, i] == k.ACTIVE and target != k.NONE and ships.status[1 - s, target] == k.ACTIVE:
        return 1
    return 0


@carries_out("fta3", "decloaking")
def is_ambush(ships: Ships, s: int, i: int, victim: int) -> int:
    """1 if a ship fires from under cloak at one that has not detected it."""
    if is_hidden(ships, s, i) == 1 and is_detected_by(ships, s, i, victim) == 0:
        return 1
    return 0


@carries_out("fta3", "decloaking", "shooting-at-cloaks")
def cloak_bonus(fleet: Fleet, ships: Ships, tables: Tables, readings: Readings, s: int, i: int, target: int) -> int:
    """What cloaks add to piercing: for one undetected by its victim, and against a regular cloak that was detected."""
    bonus = 0
    if is_ambush(ships, s, i, target) == 1:
        bonus += tables.cloak
    if (
        fleet.cloak[1 - s, target] == k.REGULAR
        and is_hidden(ships, 1 - s, target) == 1
        and detects(ships, s, i, target) == 1
    ):
        bonus += tables.cloak
    if readings.cloaks == k.ONE_BONUS:
        bonus = min(bonus, tables.cloak)
    return bonus


@carries_out("fta3", "shooting-at-cloaks/stag")
def stag_bonus(fleet: Fleet, ships: Ships, s: int, i: int, target: int) -> int:
    """What a STAG module adds against a ship it has detected under any cloak."""
    bonus: int = k.NO
    if fleet.stag[s, i] != 0 and is_hidden(ships, 1 - s, target) == 1 and detects(ships, s, i, target) == 1:
        bonus = fleet.stag[s, i]
    return bonus


@carries_out("fta3", "decloaking")
def drop_cloaks(fleet: Fleet, ships: Ships, round_: int, trace: Trace) -> None:
    """After the fire of a round: a regular cloak that has fired is down; deep cloaks and those that held are hidden."""
    for s in range(2):
        for i in range(fleet.size[s]):
            if ships.fired[s, i] == 1 and ships.hidden[s, i] == 1 and fleet.cloak[s, i] == k.REGULAR:
                decloak(ships, s, i, k.FIRE, round_, trace)
