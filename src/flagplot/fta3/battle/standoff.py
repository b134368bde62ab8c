"""Stand-off attacks: who takes how many, and what they do. At the start of the battle only."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.casualties import kill
from flagplot.fta3.battle.cloak import decloak, is_hidden
from flagplot.fta3.battle.damage import apply
from flagplot.fta3.battle.shooting import needed
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Readings, Ships, Sides
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "stand-off", "stand-off/cloaked")
def list_volleys(
    fleet: Fleet, ships: Ships, choices: Choices, grades: Grid, volleys: Grid, round_: int, trace: Trace
) -> None:
    """Count the stand-off attacks of each side by grade of damage; a regular cloak drops to make them, a deep one
    not.
    """
    for s in range(2):
        for g in range(grades.shape[1]):
            volleys[s, g] = 0
        for i in range(fleet.size[s]):
            if ships.status[s, i] == k.ACTIVE and fleet.standoff_attacks[s, i] > 0 and choices.hold[s, i] == 0:
                if ships.hidden[s, i] == 1 and fleet.cloak[s, i] == k.REGULAR:
                    decloak(ships, s, i, k.VOLLEY, round_, trace)
                for g in range(grades.shape[1]):
                    if grades[s, g] == fleet.standoff_damage[s, i]:
                        volleys[s, g] += fleet.standoff_attacks[s, i]


@carries_out("fta3", "stand-off/split")
def takes_stand_off(ships: Ships, s: int, i: int) -> int:
    """1 if a ship is among those that the attacks are split over: still in the battle and not hidden (R21)."""
    if ships.status[s, i] == k.ACTIVE and is_hidden(ships, s, i) == 0:
        return 1
    return 0


@carries_out("fta3", "stand-off/split")
def split(fleet: Fleet, ships: Ships, volleys: Grid, choices: Choices, s: int) -> None:
    """Split the enemy's attacks over side ``s``: one on each ship, heaviest first, then by the share of weight (R20).

    Each further attack goes to the ship furthest below its quota of attacks x weight / total weight. Damage may be
    placed freely: the highest goes to the heaviest ships.
    """
    total = 0
    for g in range(volleys.shape[1]):
        total += volleys[1 - s, g]
    left = total
    weight = 0
    for i in range(fleet.size[s]):
        for g in range(volleys.shape[1]):
            choices.split[s, i, g] = 0
        if takes_stand_off(ships, s, i) == 1:
            weight += fleet.weight[s, i]
            if left > 0:
                choices.split[s, i, 0] = 1
                left -= 1
    for _ in range(left):
        most = 0
        chosen = k.NONE
        for i in range(fleet.size[s]):
            short = total * fleet.weight[s, i] - choices.split[s, i, 0] * weight
            if (chosen == k.NONE or short > most) and takes_stand_off(ships, s, i) == 1:
                most = short
                chosen = i
        if chosen != k.NONE:
            choices.split[s, chosen, 0] += 1
    grade = 0
    used = 0
    for i in range(fleet.size[s]):
        share = choices.split[s, i, 0]
        choices.split[s, i, 0] = 0
        for _ in range(share):
            for _ in range(volleys.shape[1]):
                if used == volleys[1 - s, grade] and grade < volleys.shape[1] - 1:
                    grade += 1
                    used = 0
            choices.split[s, i, grade] += 1
            used += 1


@carries_out("fta3", "stand-off")
def stand_off(
    fleet: Fleet, ships: Ships, choices: Choices, grades: Grid, cells: Grid, dice: Dice, trace: Trace
) -> None:
    """Stand-off attacks hit by themselves and roll to pierce without any bonus (R19); both sides at the same time."""
    for s in range(2):
        t = 1 - s
        for i in range(fleet.size[t]):
            start = k.ZERO
            need = needed(fleet.protection[t, i], k.NO_BONUS)
            for g in range(grades.shape[1]):
                n = choices.split[t, i, g]
                if n > 0:
                    pierces, natural = d.count(
                        dice, k.D_STAND_OFF, s, fleet.roller[t, i], start, n, k.D20, need, k.NATURAL
                    )
                    ships.taken[t, i] += pierces * grades[s, g]
                    ships.critical[t, i] += natural
                    cells[k.HARM] = 1
                    note(trace, k.E_STAND_OFF, cells[k.ROUND], s, g, i, n, need, pierces, start)
                    start += n
    apply(fleet, ships, cells[k.ROUND], k.STAND_OFF, trace)


@carries_out("fta3", "stand-off")
def recognise_kills(fleet: Fleet, ships: Ships, sides: Sides, readings: Readings, round_: int, trace: Trace) -> None:
    """Ships killed at stand-off range are out before pairing, unless R22 is read otherwise."""
    if readings.standoff_kills == k.OUT:
        kill(fleet, ships, sides, round_, trace)
