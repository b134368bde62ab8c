"""The moderator's modifiers."""

from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Rulings


def ruled(rulings: Rulings, kind: int, side: int, ship: int, round_: int) -> int:
    """Sum of the modifiers of one kind that are in force for a ship (or, where ``ship`` is NONE, for its side)."""
    if rulings.active[kind, side] == 0:
        return 0
    return sum_ruled(rulings, kind, side, ship, round_)


def sum_ruled(rulings: Rulings, kind: int, side: int, ship: int, round_: int) -> int:
    """The same where the side has a ruling of the kind at all."""
    total = 0
    for r in range(rulings.rows.shape[0]):
        row = rulings.rows[r]
        if (
            row[k.R_KIND] == kind
            and row[k.R_SIDE] == side
            and (row[k.R_SHIP] == k.NONE or row[k.R_SHIP] == ship)
            and row[k.R_FROM] <= round_ <= row[k.R_TO]
        ):
            total += row[k.R_VALUE]
    return total
