"""The verbs of a movement phase: who may use each, an example, and the rule that it bears on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

MASTER = "master"
"""Who tells what other sections decide: movement of units, battles, supply, dice rolled at the table."""


class Verb(NamedTuple):
    """An example of the verb's form, the word that parts its operands (empty: none), and its rule."""

    example: str
    keyword: str
    rule: str


TEAM_VERBS: Mapping[str, Verb] = {
    "run": Verb("run ace to lexington, or: run ace via 0304", "to|via", "V12.12"),
    "hold": Verb("hold ace", "", "V12.12"),
    "surrender": Verb("surrender ace to drakkar", "to", "V12.16"),
    "save": Verb("save wasp-1 by saratoga, or: save wasp-1 by saratoga, tow", "by", "V12.02"),
    "serve": Verb("serve saratoga: wasp-1, wasp-2", ":", "V12.32"),
    "draw": Verb("draw saratoga from mule, saratoga", "from", "V12.34"),
    "first": Verb("first saratoga, lexington", "", "V12.34"),
    "designate": Verb("designate mule for saratoga, lexington", "for", "V12.34"),
    "halves": Verb("halves saratoga: 1, 2, 3", ":", "V12.44"),
    "emergency": Verb("emergency ace", "", "V12.13"),
    "reaction": Verb("reaction ace", "", "V12.13"),
    "cloak": Verb("cloak ace", "", "V12.04"),
}
MASTER_VERBS: Mapping[str, Verb] = {
    "move": Verb("move saratoga to 0305", "to", ""),
    "destroyed": Verb("destroyed saratoga saving wasp-1, wasp-2", "saving", "V12.02"),
    "captured": Verb("captured wasp-1 by drakkar", "by", "V12.23"),
    "crippled": Verb("crippled ace", "", "V12.14"),
    "hit": Verb("hit saratoga: bay-1, bay-2", ":", "V12.43"),
    "fate": Verb("fate saratoga dead, or: fate saratoga lives", "", "V12.43"),
    "supply": Verb("supply saratoga out", "", "V12.31"),
    "idle": Verb("idle wasp-1, wasp-2", "", "V12.35"),
    "die": Verb("die ace 4", "", "V12.14"),
}
VERBS = (*TEAM_VERBS, *MASTER_VERBS)
KEYWORDS = ("to", "via", "by", "from", "for", "saving")
WORDS = (*KEYWORDS, "in", "out", "dock", "land", "tow", "crew", "none", "dead", "lives")
