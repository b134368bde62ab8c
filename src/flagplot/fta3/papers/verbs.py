"""The verbs of a player's orders, an example and a rule for each, and the named plans written in them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from flagplot.core.refusal import Faults
from flagplot.engine.orders import Order, read_lines
from flagplot.fta3.book.ships import Size
from flagplot.fta3.papers.standing import ALL, ANY, BEST, CLOSE, FAR, FIRE, HOLD, NO, YES, Intent

DEFAULT_PLAN = "defend"
SIZES = tuple(size.value for size in Size)
RANGES = (CLOSE, FAR, BEST)
INTENTS = tuple(intent.value for intent in Intent)
WORDS = {"range": RANGES, "cloak": (FIRE, HOLD), "volley": (FIRE, HOLD), "pursue": (YES, NO)}
"""Verbs that give each kind of ship one of a few words."""

FORCE, NEVER, AT, DAMAGED, NONE, LEAST = "force", "never", "at", "damaged", "none", "least"

EXAMPLES = {
    "plan": "plan defend",
    "speed": "speed 2",
    "target": "target cruiser: capital, CA, escort",
    "range": "range all: best",
    "withdraw": "withdraw escort at 25%, or: withdraw force at 50%, or: withdraw capital never",
    "launch": "launch all, or: launch 6",
    "commit": "commit all, or: commit least, or: commit 50%",
    "strike": "strike CVL, capital damaged 50%, cruiser",
    "split": "split Hood 10x6, Swift 1x6 2x4",
    "cloak": "cloak escort: hold, or: cloak all: fire",
    "volley": "volley all: hold",
    "hunt": "hunt yes, or: hunt no",
    "protect": "protect escort: capital, Hood",
    "pursue": "pursue capital: no",
    "element": "element Raiders chase: Swift, Hood, or: element Runners at 1 avoid: escort",
    "intent": "intent avoid, or: intent chase, or: intent fight",
    "intercept": "intercept all, or: intercept Hood, escort",
    "salt": "salt correct horse battery",
}
VERBS = tuple(EXAMPLES)
RESERVED = frozenset(
    {*VERBS, *SIZES, *RANGES, ALL, ANY, FIRE, HOLD, YES, NO, *INTENTS, FORCE, NEVER, AT, DAMAGED, NONE, LEAST}
)
"""What no hull can be called, or orders would mean two things."""

RULES = {
    "speed": "declare-speed",
    "target": "mass-combat/targeting",
    "range": "pair-off/range",
    "withdraw": "mass-combat/withdrawal",
    "launch": "launch-fighters",
    "commit": "fighter-interception/tech-advantage",
    "strike": "mass-combat/fighter-targets",
    "split": "stand-off/split",
    "cloak": "decloaking",
    "volley": "stand-off/cloaked",
    "hunt": "cloak-detection",
    "protect": "protect",
    "pursue": "disengage",
    "element": "declare-speed",
    "intent": "avoid-action",
    "intercept": "out-manoeuvre",
}


def words(hulls: Iterable[str]) -> set[str]:
    """Operands that are no misspelt verbs; ``hulls`` are the codes of a book."""
    return {*RESERVED, *hulls, *plans()}


@dataclass(frozen=True)
class Plan:
    """A named plan: what it is for, and its orders."""

    name: str
    text: str
    orders: tuple[Order, ...]


@cache
def plans() -> Mapping[str, Plan]:
    """The named plans of ``data/plans.toml``."""
    text = files("flagplot.fta3").joinpath("data/plans.toml").read_text(encoding="utf-8")
    found, faults = {}, Faults()
    for entry in tomllib.loads(text)["plan"]:
        orders = read_lines(entry["orders"], f"plan {entry['name']}", VERBS, faults)
        found[entry["name"]] = Plan(entry["name"], entry["text"], orders)
    faults.settle()
    return found
