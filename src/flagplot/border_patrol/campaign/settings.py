"""What a campaign has settled: map, terrain, movement phases, schedule; and what of that nobody gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.options import options as chosen_options
from flagplot.border_patrol.stranded.run import Schedule
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.folder import Head
from flagplot.core.hexmap import HexMap, Offset, Order, Top


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a campaign as values.

    ``phases`` is the number of movement phases in a Turn, ``schedule`` the table of V8.90 as far as it bears on
    stranded patrol ships. ``assumed`` says in sentences what of all this is a default. ``options`` are the readings.
    """

    board: HexMap
    terrain: Mapping[str, Terrain]
    phases: int
    schedule: Schedule
    teams: tuple[str, ...]
    assumed: tuple[str, ...]
    options: Options

    def terrain_at(self, hex_: str) -> Terrain:
        """What fills a hex; empty space where the sheet says nothing."""
        return self.terrain.get(hex_, Terrain.EMPTY_SPACE)

    def hexes_in(self, allowance: int, phase: int) -> int:
        """How many hexes a ship of an allowance may cross in a phase of the Turn."""
        return self.schedule.get(allowance, {}).get(phase, 0)


def as_plain(
    board: HexMap,
    terrain: Mapping[str, Terrain],
    phases: int,
    schedule: Schedule,
    teams: tuple[str, ...],
    assumed: tuple[str, ...],
) -> dict[str, Any]:
    """Settings as a game's head keeps them."""
    return {
        "map": {
            "columns": board.columns,
            "rows": board.rows,
            "first_column": board.first_column,
            "first_row": board.first_row,
            "digits": board.digits,
            "top": board.top.value,
            "offset": board.offset.value,
            "order": board.order.value,
            "rows_up": board.rows_up,
            "missing": sorted(board.missing),
        },
        "terrain": {hex_: kind.value for hex_, kind in sorted(terrain.items())},
        "phases": phases,
        "schedule": {str(boma): {str(phase): n for phase, n in by.items()} for boma, by in schedule.items()},
        "teams": list(teams),
        "assumed": list(assumed),
    }


def settings_of(head: Head) -> Settings:
    """The settings of a game's head; raises ``Refused`` for readings that this version does not know."""
    plain = head.settings
    board = plain["map"]
    return Settings(
        board=HexMap(
            columns=board["columns"],
            rows=board["rows"],
            first_column=board["first_column"],
            first_row=board["first_row"],
            digits=board["digits"],
            top=Top(board["top"]),
            offset=Offset(board["offset"]),
            order=Order(board["order"]),
            rows_up=board["rows_up"],
            missing=frozenset(board["missing"]),
        ),
        terrain={hex_: Terrain(kind) for hex_, kind in plain["terrain"].items()},
        phases=plain["phases"],
        schedule={int(boma): {int(phase): n for phase, n in by.items()} for boma, by in plain["schedule"].items()},
        teams=tuple(plain["teams"]),
        assumed=tuple(plain["assumed"]),
        options=chosen_options(head.readings, "world.json"),
    )
