"""Which hexes block supply and retrograde, by who is in them and beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of


@dataclass(frozen=True, kw_only=True)
class Occupation:
    """Who is in a hex and beside it. Fighters count only if they could react to it."""

    enemies: bool = False
    friendly_ships: bool = False
    friendly_others: bool = False
    beside_enemy_ships: bool = False
    beside_enemy_fighters: bool = False
    beside_friends: bool = False


class Blocks(NamedTuple):
    """Whether a hex blocks supply and retrograde, None where that does not arise; ``row`` is that of the chart."""

    supply: bool
    retrograde: bool | None
    row: str


@carries_out("fe", "play-aid/blocking")
def blocks(hex_: Occupation, options: Options) -> Blocks:
    """What the chart says of a hex; one with nobody in it or beside it blocks nothing and has no row."""
    friends = hex_.friendly_ships or hex_.friendly_others
    rows = charts_of("economics")["blocking"].rows
    if hex_.enemies:
        row = rows[1] if friends else rows[0]
    elif hex_.friendly_ships and hex_.beside_enemy_ships:
        row = rows[2]
    elif hex_.friendly_others and hex_.beside_enemy_ships:
        row = rows[3]
    elif not friends and hex_.beside_enemy_ships:
        row = rows[5] if hex_.beside_friends else rows[4]
    elif not friends and hex_.beside_enemy_fighters:
        row = rows[7] if hex_.beside_friends else rows[6]
        if hex_.beside_friends and options["fighters-block-supply"] == "as-ships":
            return Blocks(False, False, row[0])
    else:
        return Blocks(False, False, "")
    return Blocks(row[1] == "Yes", None if row[2] == "N/A" else row[2] == "Yes", row[0])
