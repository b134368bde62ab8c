"""Rare turns of a battle: a group of which a part has left, slow units that are gone before anybody attacks them, a
fighting retreat with weapons that ask for an intensity, a stasis field that rolls by another type's rows.
"""

from __future__ import annotations

from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, MAULER, battle, ships, side

from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed
from flagplot.engine.question import Question
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.field import ATTACKER
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.charts.retreat import RetreatHex

HEXES = (RetreatHex(label="1302", path=2),)


def at(found: HexBattle, step: str, **answers: str) -> Question:
    """The next question of a step, everything before answered as it is offered or as told by its step."""
    while (question := found.next_decision()) is not None and f"/{step}/" not in question.key:
        found.choose(answers.get(question.key.split("/")[1].replace("-", "_"), question.spell(question.default)))
    assert question is not None, f"{step} asks nothing"
    return question


def player(found: HexBattle) -> HexBattle:
    """The same battle with a player on each side."""
    return HexBattle(found.setup, found.narrator.source, by_orders=())


def with_group(*others: object) -> HexBattle:
    """A carrier with a cruiser and a frigate for escorts, the rest of its side as told."""
    escorts = [*ships("me", 1, CRUISER, carrier="cv-1"), *ships("ff", 1, FRIGATE, carrier="cv-1")]
    units = [*ships("cv", 1, CARRIER), *escorts, *others]
    return player(
        battle(side("Lyran", ships("ca", 3, CRUISER)), side("Kzinti", units, around=HEXES), Keyed(1))  # type: ignore[arg-type]
    )


def test_a_group_whose_frigate_withdraws_is_offered_another() -> None:
    question = at(with_group(*ships("dd", 1, FRIGATE)), "5-3C", **{"5_1A": "1 ff-1"})
    assert question.spell(question.default) == "1 me-1, 1 dd-1"
    assert question.read(question.spell(question.default), "", Faults()) is not None


def test_a_group_that_nothing_mends_is_offered_to_part() -> None:
    question = at(with_group(*ships("bc", 1, CRUISER)), "5-3C", **{"5_1A": "1 ff-1"})
    assert question.spell(question.default) == "nothing"
    assert question.read("nothing", "", Faults()) is not None


def test_slow_units_that_were_scuttled_in_the_pursuit_are_not_attacked() -> None:
    convoy = combatant({"id": "convoy-1", "category": "convoy", "attack": 2, "defence": 6, "crippled_defence": 3})
    fleeing = side("Lyran", [*ships("ca", 6, CRUISER), convoy], retreat_after=1, around=HEXES)
    hunters = side("Kzinti", ships("bc", 8, CRUISER, fast=True), pursue=True)
    found = player(battle(fleeing, hunters, Keyed(3)))
    while (question := found.next_decision()) is not None:
        scuttles = question.key == "R2/5-6X9/0"
        found.choose("1 convoy-1" if scuttles else question.spell(question.default))
    assert [event.facts["unit"] for event in found.events() if event.kind == "scuttled"] == ["convoy-1"]
    assert "5-8G" not in found.visits
    assert found.over


def test_who_blocks_a_fighting_retreat_may_use_his_mauler() -> None:
    """Its intensities are 0 and 10 (302.772), and a mauler asks for more than three of both sides together."""
    units = [*ships("m", 1, MAULER), *ships("ca", 8, {**CRUISER, "attack": 30})]
    enemy = side("Kzinti", ships("bc", 9, CRUISER), directed=())
    found = player(battle(side("Lyran", units), enemy, Keyed(1), fighting_retreat=ATTACKER + 1))
    question = at(found, "5-5B")
    assert [camp.intensity for camp in found.field.camps] == [10, 0]
    assert "bc-1 kill by mauler" in str(question.as_dict()["pick"])


def test_a_field_rolls_by_the_rows_of_a_type_that_is_called_like_its_own() -> None:
    """C9A as the C10A, where the table reads it so (H11)."""
    fields = ships("c9", 1, CRUISER, designator="C9A", stasis=True)
    attacker = side("Klingon", [*fields, *ships("d7", 3, CRUISER)], intensity=(4,))
    setup = battle(attacker, side("Kzinti", ships("bc", 3, CRUISER)), Keyed(1), readings={"stasis-rows": "as-paired"})
    assert at(player(setup), "5-4A7A").key == "R1/5-4A7A/0/c9-1/1"
    printed = player(battle(attacker, side("Kzinti", ships("bc", 3, CRUISER)), Keyed(1)))
    at(printed, "5-6A")
    assert not any("5-4A7A" in answered.key for answered in printed.answers)
