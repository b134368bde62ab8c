"""What happened, as rows of integers that a narrator turns into sentences. Faces need no rows: the address is asked
again.
"""

from typing import Any, NamedTuple

from flagplot.fta3.battle import codes as k

ON = 1


class Trace(NamedTuple):
    """``rows`` [row, T_WIDTH] and ``head`` [1], the number of rows noted, counted even past the end of the buffer."""

    rows: Any
    head: Any


def note(
    trace: Trace, event: int, round_: int, side: int, ship: int, other: int, a: int, b: int, c: int, d: int
) -> None:
    """Note one event; the narrator's table names what ``a`` to ``d`` mean for it."""
    if ON:
        row = trace.head[0]
        if row < trace.rows.shape[0]:
            trace.rows[row, k.T_EVENT] = event
            trace.rows[row, k.T_ROUND] = round_
            trace.rows[row, k.T_SIDE] = side
            trace.rows[row, k.T_SHIP] = ship
            trace.rows[row, k.T_OTHER] = other
            trace.rows[row, k.T_A] = a
            trace.rows[row, k.T_B] = b
            trace.rows[row, k.T_C] = c
            trace.rows[row, k.T_D] = d
        trace.head[0] = row + 1
