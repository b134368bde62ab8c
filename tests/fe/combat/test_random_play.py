"""Random battles by random answers: whatever is legal is carried through, and what is not says how to mend it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, HEX, MAULER, PLAIN, STARBASE, STATION

from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import Keyed
from flagplot.engine.question import Pick, Question
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.battle.telling import hex_report
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.force import Combatant
from flagplot.fe.options import options
from flagplot.fe.units.category import Category
from flagplot.formats.text import write_text

SEEDS = range(24)
KINDS: tuple[Mapping[str, Any], ...] = (
    CRUISER,
    {**CRUISER, "cloak": True},
    {**CRUISER, "x_ship": True},
    {**CRUISER, "shock": True},
    {**CRUISER, "fast": True},
    {**CRUISER, "captured": True},
    {**CRUISER, "crippled": True},
    {**CRUISER, "designator": "C7A", "stasis": True},
    MAULER,
    CARRIER,
    FRIGATE,
    {**FRIGATE, "escort": True},
    {**FRIGATE, "scout": True},
    {**FRIGATE, "crippled": True, "cloak": True},
    {**FRIGATE, "designator": "3FE"},
    {"category": "auxiliary", "attack": 1, "defence": 4, "crippled_defence": 2, "command": 1},
    {"category": "convoy", "attack": 1, "defence": 6, "crippled_defence": 3},
    {"category": "police", "attack": 1, "defence": 2, "command": 2},
    {"category": "special-attack-force", "defence": 6, "crippled_defence": 3},
)
CLOAKED = KINDS[1]
BASES: tuple[Mapping[str, Any], ...] = (
    STATION,
    STARBASE,
    {**STATION, "designator": "BTX", "x_ship": True, "defence": 18, "crippled_defence": 9},
)
AROUND = (
    RetreatHex(label="1101", path=2),
    RetreatHex(label="1102", path=1, main_grid=False),
    RetreatHex(label="1203", path=2, enemy_units=1, enemy_equivalents=Fraction(1), friendly_equivalents=Fraction(3)),
)


def fleet(luck: random.Random, name: str, *, base: bool) -> tuple[Combatant, ...]:
    """Some units, now and then cloaked as a whole, with a base or without."""
    number, cloaked = luck.randint(1, 9), luck.random() < 0.3
    found = [
        combatant({"id": f"{name}-{each}", **(CLOAKED if cloaked else luck.choice(KINDS))}) for each in range(number)
    ]
    if base and luck.random() < 0.5:
        found.append(combatant({"id": f"{name}-base", **luck.choice(BASES)}))
    return tuple(found)


def entrant(luck: random.Random, name: str, units: tuple[Combatant, ...]) -> Entrant:
    """A side that lays nothing down, with this or that on top."""
    ships = tuple(each.id for each in units if each.unit.type.category is Category.SHIP)
    return Entrant(
        name=name,
        units=units,
        command_points=luck.choice((0, 2)),
        war_plans=luck.random() < 0.3,
        around=AROUND if luck.random() < 0.5 else (),
        prime_teams=ships[: luck.randint(0, 2)],
        admirals=ships[:1] if luck.random() < 0.3 else (),
        warfare={each.id: 2 for each in units if each.unit.type.scout},
    )


def random_answer(luck: random.Random, question: Question, round_: int) -> str:
    """What somebody says who has not read the rules; in the first rounds he seldom leaves."""
    if luck.random() < 0.25 or (question.what == "retreat" and round_ < 4 and luck.random() < 0.7):
        return question.spell(question.default)
    if isinstance(question.form, Pick):
        return luck.choice(question.form.options).id
    rows = [row.id for row in question.form.rows if row.most]
    most = max(question.form.least, min(question.form.most, len(rows)))
    chosen = luck.sample(rows, min(luck.randint(question.form.least, most), len(rows)))
    return ", ".join(f"1 {id_}" for id_ in chosen) or "nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_legal_is_carried_through_and_replays(seed: int) -> None:
    luck = random.Random(seed)
    sides = (
        entrant(luck, "A", fleet(luck, "a", base=False)),
        entrant(luck, "D", fleet(luck, "d", base=True)),
    )
    setup = Setup(
        hex=HEX,
        sides=sides,
        options=options({"fighting-retreat-rows": luck.choice(("own", "added"))}),
        settings=PLAIN._replace(small_scale=luck.choice((0, 0, 0, 3))),
        fighting_retreat=luck.choice((None, None, None, 0, 1)),
    )
    battle, refusals = HexBattle(setup, Keyed(seed), by_orders=()), []
    while (question := battle.next_decision()) is not None:
        try:
            battle.choose(random_answer(luck, question, battle.field.round))
        except Refused as refused:
            refusals += refused.refusals
            battle.choose(question.spell(question.default))
    assert all(each.message and each.mend for each in refusals)
    again, faults = HexBattle(setup, Keyed(seed), by_orders=()), Faults()
    again.play(battle.answers, "the record", faults)
    faults.settle()
    assert again.next_decision() is None
    assert again.events() == battle.events()
    assert write_text(hex_report(battle))
