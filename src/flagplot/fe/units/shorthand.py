"""The players' shorthand for ships: ``2xD7 D5- F5L``, a minus for a crippled one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from flagplot.core.refusal import Fault, Faults

_WORD = re.compile(r"[^\s,;]+")
_SHIPS = re.compile(r"(?:(?P<count>[1-9][0-9]{0,2})x)?(?P<designator>[A-Za-z1-9][A-Za-z0-9]*\+?)(?P<crippled>-)?")
MOST = 200
"""Ships in one line of shorthand; no hex holds more."""


class Ships(NamedTuple):
    """So many ships of a designator, all crippled or none of them."""

    number: int
    designator: str
    crippled: bool


def read_ships(text: str, where: str, faults: Faults) -> list[Ships]:
    """The ships of a line, in its order; each word that says none is a fault at its first wrong character."""
    found: list[Ships] = []
    for word in _WORD.finditer(text):
        match = _SHIPS.match(word.group())
        if match is not None and match.end() == len(word.group()):
            count = int(match["count"] or 1)
            found.append(Ships(count, match["designator"].upper(), match["crippled"] is not None))
            continue
        place = f"{where}, character {word.start() + (match.end() if match else 0) + 1}"
        message = f"'{word.group()}' is no ship"
        mend = "Write 2xD7 for two, D5- for a crippled one."
        faults.add("no-ship", place, message, fault=Fault.MALFORMED, mend=mend)
    total = sum(ships.number for ships in found)
    if total > MOST:
        faults.add("too-many-ships", where, f"these are {total} ships", gap=f"{total - MOST} too many")
        return []
    return found


def write_ships(ships: Iterable[Ships]) -> str:
    """The shorthand of ships, those that are alike together in the order of the first."""
    counts: dict[tuple[str, bool], int] = {}
    for number, designator, crippled in ships:
        counts[designator, crippled] = counts.get((designator, crippled), 0) + number
    return " ".join(
        f"{f'{count}x' if count > 1 else ''}{designator}{'-' if crippled else ''}"
        for (designator, crippled), count in counts.items()
    )
