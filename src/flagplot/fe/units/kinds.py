"""What annex 756 says of a kind of unit: whether it is a ship, slow, like a base, a node of strategic movement."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of
from flagplot.fe.units.category import BASES, STANDING, Category

SPELLINGS = {
    "sb": "starbase",
    "sbx": "starbase",
    "sf": "stellar fortress",
    "sfx": "stellar fortress",
    "stb": "sector base",
    "stx": "sector base",
    "bats": "battle station",
    "btx": "battle station",
    "bs": "base station",
    "bsx": "base station",
    "mb": "mobile base",
    "ob": "operational base",
    "ltf": "logistics task force",
    "frd": "fleet repair dock",
    "frx": "fleet repair dock",
    "prd": "planetary repair dock",
    "fdu": "forward defense unit",
    "saf": "special attack force",
    "tg": "tug",
}
"""Codes and the names that the annex has for them; an X-version is as its unit."""


class Node(NamedTuple):
    """Whether a unit or place is a node of strategic movement, and what else the annex says of it."""

    name: str
    is_node: bool
    remark: str


def name_of(word: str) -> str:
    """The name that the annex has for a word: codes, plurals and X-versions put right."""
    folded = " ".join(word.casefold().split()).removeprefix("x-")
    folded = SPELLINGS.get(folded, folded)
    if folded.endswith("ies"):
        return f"{folded.removesuffix('ies')}y"
    return folded.removesuffix("s") if folded != "bats" else folded


@cache
def _listed(chart: str, name: str) -> bool:
    return any(row[0] == name for row in charts_of("lists")[chart].rows)


@cache
def _name(category: Category) -> str:
    return category.value.replace("-", " ")


@carries_out("fe", "756.0")
def is_ship(category: Category) -> bool:
    """Whether a kind of unit is a ship as the rules use the word."""
    return category is not Category.ATTRITION_UNIT and not _listed("non-ships", _name(category))


@carries_out("fe", "756.1")
def is_slow(category: Category, *, towed: bool = False, overloaded: bool = False) -> bool:
    """Whether a unit retreats as a slow one; ``towed`` is for a repair dock, ``overloaded`` for a tug."""
    name = _name(category)
    if category is Category.SHIP:
        return overloaded and _listed("slow-units", "overloaded tug")
    return _listed("slow-units", f"{name} in tow" if towed else name)


@carries_out("fe", "756.3")
def is_base_like(category: Category, *, supplies: bool = False, deploys: bool = False, attacked: bool = False) -> bool:
    """Whether a unit that is no base is treated as one when combat comes to it (302.2).

    ``supplies`` and ``deploys`` are for a tug as supply point, or setting up a mobile base; ``attacked`` is for a
    special attack force.
    """
    if category is Category.SHIP:
        return (supplies or deploys) and _listed("base-like", "tug")
    return _listed("base-like", _name(category)) and (category is not Category.SPECIAL_ATTACK_FORCE or attacked)


@carries_out("fe", "302.211")
def is_at_base(category: Category, *, supplies: bool = False, deploys: bool = False) -> bool:
    """Whether a unit is fought in a base battle alone: bases, what is treated as one, and the defense units of planets.

    ``supplies`` and ``deploys`` are for a tug as supply point, or setting up a mobile base.
    """
    like = is_base_like(category, supplies=supplies, deploys=deploys)
    return like or category in BASES or category is Category.DEFENSE_UNIT


@carries_out("fe", "756.3/non-mobile")
def stays_behind(category: Category, *, towed: bool = False) -> bool:
    """Whether a unit cannot leave a hex, so that it stays when its side retreats; ``towed`` is for a repair dock."""
    return category in STANDING and not (category is Category.FLEET_REPAIR_DOCK and towed)


@carries_out("fe", "301.911")
def may_scuttle(category: Category, options: Options) -> bool:
    """Whether an owner may scuttle a unit of a kind in the steps for it (2B11, 5-6X9, 10D); a planet never."""
    if category is Category.PLANET:
        return False
    return category not in BASES or options["scuttling-bases"] == "allowed"


@carries_out("fe", "756.21", "756.22")
def node_of(word: str, faults: Faults) -> Node | None:
    """Whether a unit or place is a node, by its name or code; what the annex does not tell of is refused."""
    chart = charts_of("lists")["nodes"]
    name = name_of(word)
    for place, node, remark in chart.rows:
        if place == name:
            return Node(place, node == "yes", remark)
    mend = f"See rule 756.2. {nearest(name, [row[0] for row in chart.rows])}"
    message = f"the list of nodes says nothing of '{word}'"
    rule = Citation("fe", "756.2")
    faults.add("not-in-the-data", word, message, fault=Fault.MALFORMED, mend=mend, citation=rule)
    return None
