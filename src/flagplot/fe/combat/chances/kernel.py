"""The rounds of a battle over all states of both sides at once: the loops of the chain, interpreted or compiled.

A state of a side is a number; what a state shows the enemy (combat potential, electronic warfare) is its kind. All is
looked up in tables that the rule functions have filled. Chances are whole numbers over a common denominator, the number
of falls of the dice so far; where one word would be too short, several hold their digits to the base 2**32.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Grid = Any  # an int64 array

DICE = 6
"""Falls of one die: the most damages that a kind can score at one row."""

UNKNOWN = -1
BASE_BITS = 32
BASE_MASK = (1 << BASE_BITS) - 1

BRANCH, ROUND, ALIVE, ENDS, MISSING, LEAST, MOST = range(7)
"""Places among the counters; ``LEAST`` and ``MOST`` are the states of the first side that a round reaches."""

OVER, LACKING, FULL, WIDE = range(4)
"""Why the rounds stop: nobody goes on, a table lacks entries, no room for ends, words too short for the next round."""


class Side(NamedTuple):
    """One side: the state after each damage, or ``UNKNOWN``; where such an entry was wanted; the kind of each state;
    the first round behind which it no longer fights, 0 where nobody is left.
    """

    after: Grid  # [state, damage]
    wanted: Grid  # [state, damage]
    kind: Grid  # [state]
    until: Grid  # [state]


class Fire(NamedTuple):
    """What one side scores: its shift by both kinds, then how many different damages there are, each with the number of
    faces that score it.
    """

    shift: Grid  # [kind, enemy kind]
    number: Grid  # [row, kind, shift]
    damage: Grid  # [row, kind, shift, DICE]
    faces: Grid  # [row, kind, shift, DICE]


class Course(NamedTuple):
    """The rows of both sides by branch, round (from 1 on) and case.

    A branch is what is settled for the whole battle, a case what each round settles anew, as often as ``weight`` says.
    """

    rows: Grid  # [branch, round, case, side]
    weight: Grid  # [case]
    last: int  # the round behind which the battle is broken off
    widest: int  # the last round for which the words are long enough


class Room(NamedTuple):
    """Pairs of states that fight on, pairs that have ended, and working space, which is left empty.

    ``weight`` and ``ended_weight`` hold as many words for each pair as ``words`` says, and so do the ``cells``, one for
    each pair of states that there is. ``behind`` is how many pairs have ended by the end of each round.
    """

    first: Grid  # [pair]
    second: Grid  # [pair]
    weight: Grid  # [pair * words]
    ended_first: Grid  # [end]
    ended_second: Grid  # [end]
    ended_weight: Grid  # [end * words]
    behind: Grid  # [round]
    cells: Grid  # [first state * second state * words]
    aim: Grid  # [DICE]
    share: Grid  # [DICE]
    words: int


class Board(NamedTuple):
    """All that a run takes."""

    attacker: Side
    defender: Side
    fire: Fire
    answer: Fire
    course: Course
    room: Room


def run(board: Board, counters: Grid) -> int:
    """Fight round after round from the pairs that are alive, until there are none or something is wanting; which it is.

    A round that stops for want of anything has changed nothing, and is fought again by the next run.
    """
    course, room = board.course, board.room
    while counters[ALIVE] > 0:
        if counters[ROUND] > course.widest:
            return WIDE
        counters[LEAST], counters[MOST], counters[MISSING] = board.attacker.kind.size, UNKNOWN, 0
        for case in range(course.weight.size):
            spread(board, counters, case)
        if counters[MISSING] > 0:
            wipe(board, counters)
            return LACKING
        if room.words > 1:
            carry(board, counters)
        if not settle(board, counters):
            wipe(board, counters)
            return FULL
        room.behind[counters[ROUND]] = counters[ENDS]
        counters[ROUND] += 1
    return OVER


def spread(board: Board, counters: Grid, case: int) -> None:
    """Spread the weight of each pair over the cells of those that a round may make of it, in one case of the round.

    Arrays have names of their own here, which spares looking them up.
    """
    attacker, defender, fire, answer, room = board.attacker, board.defender, board.fire, board.answer, board.room
    first, second, weight, cells = room.first, room.second, room.weight, room.cells
    kinds_a, kinds_b, after_a, after_b = attacker.kind, defender.kind, attacker.after, defender.after
    number_a, damage_a, faces_a = fire.number, fire.damage, fire.faces
    number_b, damage_b, faces_b = answer.number, answer.damage, answer.faces
    shift_a, shift_b, aim, share = fire.shift, answer.shift, room.aim, room.share
    words, width, times = room.words, defender.kind.size, board.course.weight[case]
    row_a = board.course.rows[counters[BRANCH], counters[ROUND], case, 0]
    row_b = board.course.rows[counters[BRANCH], counters[ROUND], case, 1]
    least, most, missing = counters[LEAST], counters[MOST], counters[MISSING]
    for pair in range(counters[ALIVE]):
        a, b = first[pair], second[pair]
        kind_a, kind_b = kinds_a[a], kinds_b[b]
        way_a, way_b = shift_a[kind_a, kind_b], shift_b[kind_b, kind_a]
        shots = number_a[row_a, kind_a, way_a]
        for shot in range(shots):
            damage = damage_a[row_a, kind_a, way_a, shot]
            aim[shot] = after_b[b, damage]
            share[shot] = faces_a[row_a, kind_a, way_a, shot] * times
            if aim[shot] == UNKNOWN:
                defender.wanted[b, damage] = 1
                missing += 1
        for shot in range(number_b[row_b, kind_b, way_b]):
            damage = damage_b[row_b, kind_b, way_b, shot]
            to = after_a[a, damage]
            if to == UNKNOWN:
                attacker.wanted[a, damage] = 1
                missing += 1
            if missing > 0:
                continue
            least, most = min(least, to), max(most, to)
            faces = faces_b[row_b, kind_b, way_b, shot]
            if words == 1:
                whole = weight[pair] * faces
                for each in range(shots):
                    cells[to * width + aim[each]] += whole * share[each]
            else:
                for each in range(shots):
                    cell, ways = (to * width + aim[each]) * words, faces * share[each]
                    for word in range(words):
                        cells[cell + word] += weight[pair * words + word] * ways
    counters[LEAST], counters[MOST], counters[MISSING] = least, most, missing


def wipe(board: Board, counters: Grid) -> None:
    """Empty the cells that were reached."""
    room = board.room
    width = board.defender.kind.size * room.words
    for place in range(counters[LEAST] * width, (counters[MOST] + 1) * width):
        room.cells[place] = 0


def carry(board: Board, counters: Grid) -> None:
    """Bring each word of the weights below the base."""
    cells, words, width = board.room.cells, board.room.words, board.defender.kind.size
    for cell in range(counters[LEAST] * width, (counters[MOST] + 1) * width):
        for place in range(cell * words, cell * words + words - 1):
            cells[place + 1] += cells[place] >> BASE_BITS
            cells[place] &= BASE_MASK


def settle(board: Board, counters: Grid) -> bool:
    """Part the cells that were reached into pairs that fight on and pairs that have ended, and empty them; False, with
    nothing changed, where there may be no room for all that have ended.
    """
    room, now = board.room, counters[ROUND]
    cells, words, width = room.cells, room.words, board.defender.kind.size
    alive, ended = 0, counters[ENDS]
    if ended + (counters[MOST] + 1 - counters[LEAST]) * width > room.ended_first.size:
        return False
    for a in range(counters[LEAST], counters[MOST] + 1):
        for b in range(width):
            cell = (a * width + b) * words
            if is_empty(cells, cell, words):
                continue
            if has_ended(board, now, a, b):
                room.ended_first[ended], room.ended_second[ended] = a, b
                move(cells, cell, room.ended_weight, ended * words, words)
                ended += 1
            else:
                room.first[alive], room.second[alive] = a, b
                move(cells, cell, room.weight, alive * words, words)
                alive += 1
    counters[ALIVE], counters[ENDS] = alive, ended
    return True


def has_ended(board: Board, now: int, a: int, b: int) -> bool:
    """Whether the battle ends behind a round with a pair of states."""
    return bool(now >= board.course.last or board.attacker.until[a] <= now or board.defender.until[b] <= now)


def is_empty(cells: Grid, cell: int, words: int) -> bool:
    """Whether no weight has come to a cell."""
    word = 0
    while word < words and cells[cell + word] == 0:
        word += 1
    return word == words


def move(cells: Grid, cell: int, to: Grid, place: int, words: int) -> None:
    """Move the weight of a cell to a place of another array."""
    for word in range(words):
        to[place + word] = cells[cell + word]
        cells[cell + word] = 0
