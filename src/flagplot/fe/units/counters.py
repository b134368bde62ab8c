"""The symbols of a counter (100.6) as a line of text, read with errors that point at the character, and printed.

■ escort, ◆ scout, ◇ survey ship (a scout diamond of the wrong colour), ✚ mauler, ▲ half a fighter factor, ● plasmatic
pulsar; 6 fighter factors, 8H6 heavy and standard ones, [6] spare ones, <4> drone factors; A, C, D, DD, F, G, GG, H, ND,
P, S, T, U as printed. Order and blanks do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults

RULE = Citation("fe", "100.6")

SIGNS = {"■": "escort", "◆": "scout", "◇": "survey", "✚": "mauler", "●": "pulsar"}
TRIANGLE = "▲"
OTHER_SIGNS = {"▪": "■", "□": "■", "♦": "◆", "♢": "◇", "+": "✚", "†": "✚", "△": "▲", "•": "●", "○": "●"}
"""Other signs that people have on their keyboards or in their fonts."""

LETTERS = {
    "A": "stasis",
    "C": "cloak",
    "F": "fast",
    "P": "pfs",
    "S": "shock",
    "T": "tug",
    "U": "theater",
    "H": "heavy_carrier",
    "ND": "not_deployed",
}
_TOKEN = re.compile(
    r"(?P<blank>\s+)|\[(?P<spare>\d{1,2})\]|<(?P<drones>\d{1,2})>|(?P<heavy>\d{1,2})H(?P<mixed>\d{1,2})?"
    r"|(?P<fighters>\d{1,2})|(?P<letters>ND|[ACDFGHPSTU])|(?P<sign>[■◆◇✚●▲])"
)


@dataclass(frozen=True, kw_only=True)
class Symbols:
    """What the symbols of one counter say; ``half`` is the number of triangles, ``troops`` of battalions."""

    escort: bool = False
    scout: bool = False
    survey: bool = False
    mauler: bool = False
    pulsar: bool = False
    half: int = 0
    fighters: int = 0
    heavy: int = 0
    spare: int = 0
    drones: int = 0
    stasis: bool = False
    cloak: bool = False
    diplomats: int = 0
    fast: bool = False
    troops: int = 0
    heavy_carrier: bool = False
    not_deployed: bool = False
    pfs: bool = False
    shock: bool = False
    tug: bool = False
    theater: bool = False


MOST = {"half": 2, "troops": 9, "diplomats": 2}
"""How often what may stand more than once may stand."""


@carries_out("fe", "100.6/symbols")
def read_symbols(text: str, where: str, faults: Faults) -> Symbols | None:
    """The symbols of a line; None and a fault for each character that is none, or that says a thing again."""
    line = "".join(OTHER_SIGNS.get(char, char) for char in text)
    values: dict[str, int] = {}
    before = len(faults.found)
    at = 0
    while at < len(line):
        found = _TOKEN.match(line, at)
        place = f"{where}, character {at + 1}"
        if found is None:
            message, mend = _strange(line[at]), _mend(line[at])
            faults.add("no-symbol", place, message, fault=Fault.MALFORMED, mend=mend, citation=RULE)
            at += 1
            if line[at - 1] in "[<":  # the number behind a bracket belongs to it
                at += len(line) - at - len(line[at:].lstrip("0123456789"))
            continue
        for name, value in _meaning(found).items():
            most = MOST.get(name)
            if name in values and (most is None or values[name] >= most):
                message = f"'{found.group()}' stands here once more"
                mend = f"At most {most}." if most else "Leave one of them."
                faults.add("double-symbol", place, message, fault=Fault.INCONSISTENT, mend=mend, citation=RULE)
            else:
                values[name] = values.get(name, 0) + value
        at = found.end()
    if len(faults.found) > before:
        return None
    flags = {name for name, value in vars(Symbols()).items() if isinstance(value, bool)}
    return Symbols(**{name: bool(value) if name in flags else value for name, value in values.items()})  # type: ignore[arg-type]


def _meaning(found: re.Match[str]) -> dict[str, int]:
    """What one token says, by the field of ``Symbols``."""
    if found["blank"]:
        return {}
    if found["heavy"]:
        return {"heavy": int(found["heavy"]), **({"fighters": int(found["mixed"])} if found["mixed"] else {})}
    for name in ("spare", "drones", "fighters"):
        if found[name]:
            return {name: int(found[name])}
    if found["sign"]:
        return {"half": 1} if found["sign"] == TRIANGLE else {SIGNS[found["sign"]]: 1}
    letter = found["letters"]
    return {"troops": 1} if letter == "G" else {"diplomats": 1} if letter == "D" else {LETTERS[letter]: 1}


def _strange(char: str) -> str:
    if char in "[<":
        return f"'{char}' opens what holds no number or is not closed"
    if char in "]>":
        return f"'{char}' closes what was not opened"
    return f"'{char}' is no symbol of a counter"


def _mend(char: str) -> str:
    if char in "[]":
        return "Spare fighters are written [6]."
    if char in "<>":
        return "Drone factors are written <4>."
    if char.upper() in "ACDFGHNPSTU" and char != char.upper():
        return f"Write '{char.upper()}'."
    return "Known: ■ ◆ ◇ ✚ ▲ ● 6 8H6 [6] <4> A C D F G H ND P S T U."


@carries_out("fe", "100.6/print")
def print_symbols(symbols: Symbols) -> str:
    """The symbols as a line: signs, then fighters, then letters in their order."""
    signs = "".join(sign for sign, name in SIGNS.items() if getattr(symbols, name)) + TRIANGLE * symbols.half
    fighters = f"{symbols.heavy}H" if symbols.heavy else ""
    fighters += str(symbols.fighters) if symbols.fighters else ""
    boxes = f"[{symbols.spare}]" if symbols.spare else ""
    boxes += f"<{symbols.drones}>" if symbols.drones else ""
    every = {**{letter: int(getattr(symbols, name)) for letter, name in LETTERS.items()}}
    every |= {"D": symbols.diplomats, "G": symbols.troops}
    letters = "".join(letter * count for letter, count in sorted(every.items()))
    return " ".join(part for part in (signs, fighters, boxes, letters) if part)


def explain(symbols: Symbols) -> Mapping[str, str]:
    """What each symbol of a counter means, for people."""
    meanings = {
        "escort": "may escort carriers",
        "scout": "scout",
        "survey": "survey ship (542.0)",
        "mauler": "mauler (308.4)",
        "pulsar": "plasmatic pulsar, of the ISC alone",
        "stasis": "stasis field generator (312.0)",
        "cloak": "cloaking device, of an Orion ship",
        "fast": "fast ship (525.1)",
        "heavy_carrier": "carries heavy fighters, or F-111",
        "not_deployed": "not deployed, of a stored mobile base",
        "pfs": "tender for PFs (103.3)",
        "shock": "subject to shock (311.2)",
        "tug": "tug",
        "theater": "theater transport, may carry a pod but not use it",
    }
    told = {name: meaning for name, meaning in meanings.items() if getattr(symbols, name)}
    counts = {
        "fighters": "fighter factors",
        "heavy": "heavy fighter factors (530.0)",
        "half": "half fighter factors, which count in pairs",
        "spare": "spare fighter factors (526.31)",
        "drones": "drone bombardment factors",
        "diplomats": "diplomatic teams (540.0)",
        "troops": "battalions (521.21)",
    }
    return told | {name: f"{n} {meaning}" for name, meaning in counts.items() if (n := getattr(symbols, name))}


@carries_out("fe", "100.6/half")
def whole_factors(triangles: Iterable[int]) -> int:
    """The fighter factors that the triangles of the ships of one battle force come to: one for two."""
    return sum(triangles) // 2
