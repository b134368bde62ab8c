"""Battles of forces drawn at random, both sides answering at random: whatever happens, nothing is lost on the way."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.fe.papers.kit import table

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed
from flagplot.engine.question import Answer, Pick, Question
from flagplot.fe.combat.battle.field import Camp
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.papers.docket import open_hex_docket
from flagplot.fe.units.category import Category
from flagplot.fe.units.ship import ShipType
from flagplot.fe.units.ship_table import read_table

FLEET = tuple(read_table(table().text, table().name, Faults()))
EMPIRES = ("federation", "klingon", "romulan", "kzinti", "lyran", "hydran", "gorn")
BASES = ("BATS", "SB", "BS", "STB", "SBX", "BTX", "PLANET 2xPDU", "BATS PLANET PDU", "FRD", "")
COMPANY = ("SAF CMD", "LTH", "FTL", "LTF CMD", "SAD", "FHS", "", "")
STILL_THERE = ("crippled", "devastated", "ground troops lost")
HEAD = """\
ruleset = "fe"
hex = "1202"
table = "demo"
date = "Spring Y182"
[settings]
ew-points-per-shift = "2"
small-scale-differential = "4: 1, 8: 2, -4: -1"
small-scale-warfare = "1: -1, 3: -2"
"""


def side(draw: random.Random, empire: str, *, phasing: bool) -> Iterator[str]:
    """The lines of a side: up to nine of its ships, some crippled, a base or company, what it has, where it may go."""
    own = [each for each in FLEET if each.empire == empire]
    kinds = [draw.choice(own) for _ in range(draw.choice((2, 3, 5, 9)))]
    units = [f"{kind.designator}{'-' if _may_be_crippled(kind) and draw.random() < 0.2 else ''}" for kind in kinds]
    first = f"{empire}-{kinds[0].designator.lower()}-1"
    yield f'[[side]]\nempire = "{empire}"\nphasing = {str(phasing).lower()}'
    yield f'units = "{" ".join(units)} {draw.choice(COMPANY if phasing else BASES)}"'
    yield f"command_points = {draw.randint(0, 2)}\nwar_plans = {str(draw.random() < 0.3).lower()}"
    yield f'prime_teams = "{first}"\ngces_to_buy = {draw.randint(0, 1)}'
    if any(kind.scout for kind in kinds):
        scout = next(kind for kind in kinds if kind.scout)
        yield f'warfare = {{ "{empire}-{scout.designator.lower()}-1" = {draw.randint(1, 4)} }}'
    for label in draw.sample(("1201", "1203", "1302"), draw.randint(0, 3)):
        yield f'[[side.around]]\nhex = "{label}"\npath = {draw.randint(1, 3)}'


def _may_be_crippled(kind: ShipType) -> bool:
    return kind.category is Category.SHIP and kind.has_crippled_side


def drawn(draw: random.Random) -> Setup | None:
    """A battle hex that the papers allow; None where they do not."""
    attacker, defender = draw.sample(EMPIRES, 2)
    lines = [*side(draw, attacker, phasing=True), *side(draw, defender, phasing=False)]
    docket = open_hex_docket(Paper("battle.toml", HEAD + "\n".join(lines)), [], table(), Faults(), accepted=True)
    return docket.setup if docket else None


def answered(question: Question, draw: random.Random) -> str:
    """A legal answer: what is offered, which has to be one, or another."""
    offered = question.spell(question.default)
    assert question.read(offered, "", Faults()) is not None, f"{question.key} offers '{offered}'"
    if draw.random() < 0.5:
        return offered
    if isinstance(question.form, Pick):
        return draw.choice(question.form.options).id
    other: Answer = {row.id: draw.randint(0, row.most) for row in question.form.rows}
    return question.spell(other) if question.read(question.spell(other), "", Faults()) else offered


def fought(setup: Setup, key: int, draw: random.Random) -> HexBattle:
    """The battle to its end."""
    battle = HexBattle(setup, Keyed(key), by_orders=())
    while (question := battle.next_decision()) is not None:
        battle.choose(answered(question, draw))
    return battle


def refuse_lost_units(camp: Camp) -> None:
    """Each unit that came is there, has evaded, or is gone in one way; and so is each of its craft."""
    went = [gone for gone in camp.history if gone.how not in STILL_THERE]
    left = [
        *camp.units,
        *camp.evaded,
        *(gone.unit for gone in went if gone.how in ("retreated", "withdrew", "rescued")),
    ]
    ids = [each.id for each in (*camp.units, *camp.evaded, *(gone.unit for gone in went))]
    assert Counter(ids) == Counter(each.id for each in camp.entrant.units)
    assert all(number >= 0 for each in left for number in each.craft.values())
    lost: Counter[Craft] = Counter()
    for gone in camp.craft_gone:
        lost[gone.kind] += gone.number
    assert craft_of(left) + lost == craft_of(camp.entrant.units)


def craft_of(units: Iterable[Combatant]) -> Counter[Craft]:
    """All craft of some units."""
    found: Counter[Craft] = Counter()
    for each in units:
        found.update(each.craft)
    return +found


def refuse_lost_points(battle: HexBattle, side: int) -> None:
    """What a side scored is spent on directed damage, resolved by the other or carried by it, unless that is void."""
    owed, camp = Fraction(0), battle.field.camps[1 - side]
    for event in battle.events():
        facts = event.facts
        if event.kind in ("nothing-carried", "withdrawn") and facts["side"] == 1 - side:
            return
        if event.kind == "damage" and facts["side"] == side:
            owed += int(facts["points"])
        if event.kind == "directed" and facts["side"] == side:
            price = re.search(r"directs (\S+) points", event.text)
            assert price is not None
            owed -= Fraction(price[1])
        if "resolves" in facts and facts["side"] == 1 - side:
            owed -= Fraction(str(facts["resolves"]))
    assert owed == camp.carried.plus - camp.carried.minus


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=1, max_value=10**6))
def test_nothing_is_lost_whatever_both_sides_do(seed: int) -> None:
    draw = random.Random(seed)
    setup = drawn(draw)
    assume(setup is not None)
    assert setup is not None
    battle = fought(setup, seed, draw)
    assert battle.over
    for number, camp in enumerate(battle.field.camps):
        refuse_lost_units(camp)
        refuse_lost_points(battle, number)
    again, faults = HexBattle(setup, Keyed(seed), by_orders=()), Faults()
    again.play(battle.answers, "record", faults)
    assert faults.found == []
    assert again.next_decision() is None
    assert again.events() == battle.events()
