"""Hooks: where a trait, module, doctrine or quirk can take hold of a battle, and how several on one hook add up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import prod

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.rounding import half_up
from flagplot.engine.columns import shorten

MOST_ADDED = 1000
MOST_RUNS = 6  # more would share dice with one another: see the reading "catapult"


class Bearer(StrEnum):
    """Whose figure a hook changes."""

    SHIP = "a ship"
    FIGHTERS = "all fighters of an owner"


class Form(StrEnum):
    """What is written beside a hook."""

    NUMBER = "a signed number or a factor: +1, -2, x1/2; +n and -n stand for the number given with the name"
    FLAG = "yes"
    CHOICE = "one of a few words"
    KINDS = "hull codes and sizes, with commas between"


class Better(StrEnum):
    """Which way is good for the owner."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, kw_only=True)
class Hook:
    """One place where effects take hold: what it changes, whose, in which form, and within which limits.

    ``base`` is the figure before any effect where no hull has one. ``rule`` is a slug of the rulebook.
    """

    name: str
    help: str
    bearer: Bearer = Bearer.SHIP
    form: Form = Form.NUMBER
    choices: tuple[str, ...] = ()
    better: Better = Better.MORE
    base: int = 0
    least: int = -MOST_ADDED
    most: int = MOST_ADDED
    rule: str

    @property
    def citation(self) -> Citation:
        """The rule as a reference."""
        return Citation("fta3", self.rule)

    @property
    def is_number(self) -> bool:
        """Whether it changes a figure."""
        return self.form is Form.NUMBER


REGULAR, DEEP = "regular", "deep"

_TABLE = (
    Hook(name="to-hit", help="Added to its rolls to hit.", rule="to-hit/other-bonuses"),
    Hook(name="to-hit-close", help="Added to its rolls to hit at close range.", rule="to-hit/other-bonuses"),
    Hook(name="to-hit-far", help="Added to its rolls to hit at far range.", rule="to-hit/other-bonuses"),
    Hook(
        name="to-pierce",
        help="Added to its rolls to pierce in regular fire, never in stand-off attacks.",
        rule="to-pierce/other-bonuses",
    ),
    Hook(
        name="detected-bonus",
        help="Added against a ship that it has detected under a cloak of either kind.",
        rule="shooting-at-cloaks/stag",
    ),
    Hook(
        name="sensor-dice",
        help="Dice of its sensor check, one before any effect; one that detects is enough.",
        base=1,
        least=0,
        most=10,
        rule="sensor-check/subhunter",
    ),
    Hook(name="cloak", help="Its cloak.", form=Form.CHOICE, choices=(REGULAR, DEEP), rule="subhunting"),
    Hook(name="protect", help="It may draw the fire of a flanker onto itself.", form=Form.FLAG, rule="protect"),
    Hook(
        name="never-pairs-with",
        help="Enemies that it is never paired with.",
        form=Form.KINDS,
        rule="pair-off/traits",
    ),
    Hook(
        name="strike-die-against",
        help="Added to the die of an enemy fighter that strikes it, to the fighter's harm.",
        rule="fighter-strike/flak",
    ),
    Hook(
        name="strike-die",
        help="Added to the dice of own fighters that strike ships, to their harm.",
        bearer=Bearer.FIGHTERS,
        better=Better.LESS,
        rule="fighter-strike",
    ),
    Hook(
        name="first-strikes",
        help="First-strike runs at the start of the battle.",
        bearer=Bearer.FIGHTERS,
        least=0,
        most=MOST_RUNS,
        rule="first-strike",
    ),
    Hook(
        name="dogfight-rolls",
        help="Dice of each fighter in a dogfight, one before any effect.",
        bearer=Bearer.FIGHTERS,
        base=1,
        least=0,
        most=6,
        rule="dogfight",
    ),
    Hook(name="dogfight-bonus", help="Added to each dogfight die.", bearer=Bearer.FIGHTERS, rule="dogfight"),
    Hook(
        name="direction-centre",
        help="Killed squadrons may return at the end of the round; one reading asks how many it can handle.",
        least=0,
        rule="reconstitution",
    ),
    Hook(
        name="weight",
        help="Its weight, in everything that asks for one.",
        better=Better.LESS,
        least=0,
        most=100_000,
        rule="stacking",
    ),
    Hook(
        name="supply",
        help="The weight that its supply is reckoned on, if that is to be another.",
        better=Better.LESS,
        least=0,
        most=100_000,
        rule="supply-limits/long-legs",
    ),
    Hook(name="hangars", help="Fighters that it can carry.", least=0, most=10_000, rule="land-fighters"),
    Hook(name="fate", help="Added to its flight roll once it is killed.", rule="flight/modifiers"),
    Hook(
        name="advanced-equipment",
        help="Pieces of it that are salvaged from a wreck by a roll each: +1, or +n.",
        least=0,
        most=50,
        rule="overkill/advanced-equipment",
    ),
    Hook(name="boarding", help="It can capture what it runs down.", form=Form.FLAG, rule="running-down/capture"),
    Hook(name="ortillery", help="It can fire at targets on the ground.", form=Form.FLAG, rule="ortillery"),
    Hook(
        name="regeneration",
        help="It comes out of a successful flight one level less damaged.",
        form=Form.FLAG,
        rule="flight/regeneration",
    ),
)
HOOKS: Mapping[str, Hook] = {hook.name: hook for hook in _TABLE}


@dataclass(frozen=True)
class Effect:
    """What one fitting does at one hook: adds ``plus``, multiplies by ``times``, or says ``words``.

    ``counted`` marks a ``plus`` of 1 or -1 that stands for so many times the number given with the fitting.
    """

    hook: str
    plus: int = 0
    times: Fraction = Fraction(1)
    words: tuple[str, ...] = ()
    counted: bool = False

    def given(self, number: int) -> Effect:
        """The effect with the number that stands with the fitting; 0 is none, and counts as one where one may stand."""
        return Effect(self.hook, self.plus * (number or 1)) if self.counted else self

    def __str__(self) -> str:
        if self.words:
            return ", ".join(self.words)
        if self.counted:
            return "+n" if self.plus > 0 else "-n"
        return f"{self.plus:+d}" if self.times == 1 else f"x{self.times}"


@carries_out("fta3", "stacking")
def resolve(base: int, effects: Iterable[Effect], hook: Hook) -> int:
    """``base`` after all numbers and factors on a hook, in the order less good for the owner, within its limits.

    All numbers are added up and all factors multiplied; the result is rounded once, at the end.
    """
    told = list(effects)
    added, factor = sum(effect.plus for effect in told), prod((effect.times for effect in told), start=Fraction(1))
    orders = (base + added) * factor, base * factor + added
    worse = min(orders) if hook.better is Better.MORE else max(orders)
    return max(hook.least, min(hook.most, half_up(worse)))


_EFFECT = re.compile(r"(?P<hook>[\w-]+)\s*[:=]?\s*(?P<value>.*)")
_ADDED = re.compile(r"(?P<sign>[+-]?)(?P<number>[0-9]{1,9}|n)")
_FACTOR = re.compile(r"[x×*]\s*(?P<over>[0-9]{1,3})(?:\s*/\s*(?P<under>[0-9]{1,3}))?")


def read_effect(text: str, where: str, faults: Faults) -> Effect | None:
    """The effect that ``to-hit +1`` or ``weight x1/2`` writes; None, and a fault, where there is none in it."""
    match = _EFFECT.fullmatch(text.strip().casefold().replace("−", "-"))
    name = match["hook"].replace("_", "-") if match else shorten(text)
    if match is None or name not in HOOKS:
        known = f"Known: {', '.join(HOOKS)}."
        hint = nearest(name, HOOKS)
        mend = hint if hint == known else f"{hint} {known}"
        faults.add("unknown-hook", where, f"there is no hook '{name}'", mend=mend)
        return None
    hook = HOOKS[name]
    effect = _READERS[hook.form](hook, match["value"])
    if effect is None:
        form = f"one of: {', '.join(hook.choices)}" if hook.choices else hook.form.value
        message = f"'{shorten(match['value'])}' cannot stand beside the hook '{name}'"
        faults.add("wrong-effect", where, message, fault=Fault.MALFORMED, mend=f"Write {form}.", citation=hook.citation)
    return effect


def _read_number(hook: Hook, value: str) -> Effect | None:
    added, factor = _ADDED.fullmatch(value), _FACTOR.fullmatch(value)
    if added:
        sign = -1 if added["sign"] == "-" else 1
        if added["number"] == "n":
            return Effect(hook.name, sign, counted=True)
        return Effect(hook.name, sign * int(added["number"])) if int(added["number"]) <= MOST_ADDED else None
    if factor and int(factor["under"] or 1):
        return Effect(hook.name, times=Fraction(int(factor["over"]), int(factor["under"] or 1)))
    return None


def _read_flag(hook: Hook, value: str) -> Effect | None:
    return Effect(hook.name, words=("yes",)) if value in ("", "yes", "true") else None


def _read_choice(hook: Hook, value: str) -> Effect | None:
    return Effect(hook.name, words=(value,)) if value in hook.choices else None


def _read_kinds(hook: Hook, value: str) -> Effect | None:
    kinds = tuple(kind.strip() for kind in value.split(",") if kind.strip())
    return Effect(hook.name, words=kinds) if kinds else None


_READERS = {Form.NUMBER: _read_number, Form.FLAG: _read_flag, Form.CHOICE: _read_choice, Form.KINDS: _read_kinds}
