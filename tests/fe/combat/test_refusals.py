"""What players may not do in a battle: refused with code, gap, rule and a legal answer, and nothing has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, MAULER, STATION, battle, dice, ships, side

from flagplot.core.refusal import Refusal, Refused
from flagplot.core.sources import Keyed
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.field import ATTACKER
from flagplot.fe.combat.battle.setup import Entrant
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.directed import conceivable


def until(found: HexBattle, step: str) -> HexBattle:
    """The battle at a question of a step, everything before answered as laid down."""
    while (question := found.next_decision()) is not None and f"/{step}/" not in question.key:
        found.choose(question.spell(question.default))
    assert question is not None, f"{step} asks nothing"
    return found


def all_refused(found: HexBattle, answer: str) -> tuple[Refusal, ...]:
    """The refusals of an answer, behind which the battle asks the same as before."""
    before = found.next_decision()
    with pytest.raises(Refused) as caught:
        found.choose(answer)
    assert found.next_decision() is before
    return caught.value.refusals


def refused(found: HexBattle, answer: str) -> Refusal:
    """The one refusal of an answer."""
    (refusal,) = all_refused(found, answer)
    return refusal


def told(refusal: Refusal) -> tuple[str, str, str]:
    """Code, gap and rule."""
    assert refusal.mend
    return refusal.code, refusal.gap, str(refusal.citation).removeprefix("fe ")


def by_player(attacker: Entrant, defender: Entrant, **more: Any) -> HexBattle:
    """A battle whose attacker is a player."""
    plan = battle(attacker, defender, dice([3], (6, 6)), **more)
    return HexBattle(plan.setup, plan.narrator.source, by_orders=(1,))


FLEET = side("Lyran", [*ships("ca", 12, CRUISER), *ships("ff", 2, FRIGATE)], flagship="ca-1")
ENEMY = side("Kzinti", ships("bc", 4, CRUISER))


def test_a_flagship_below_the_three_highest_ratings() -> None:
    found = until(by_player(FLEET, ENEMY), "5-3D")
    refusal = refused(found, "ff-1")
    assert told(refusal) == ("no-flagship", "5 short", "302.32")
    assert "Choose ca-1" in refusal.mend


def test_more_ships_than_the_flagship_leads() -> None:
    found = until(by_player(FLEET, ENEMY), "5-3E")
    refusal = refused(found, ", ".join(f"1 ca-{number}" for number in range(1, 12)))
    assert told(refusal) == ("too-many-ships", "2 over", "302.3/size")
    assert refusal.mend == "Leave 2 out."


def test_fewer_ships_than_must_fight_by_the_rule_of_the_minimum() -> None:
    found = until(by_player(FLEET, ENEMY), "5-3E")
    assert told(refused(found, "1 ca-1, 1 ca-2")) == ("too-few-ships", "2 short", "302.36")


def test_an_intensity_that_there_is_not() -> None:
    found = until(by_player(FLEET, ENEMY), "5-3X2")
    assert told(refused(found, "5")) == ("wrong-intensity", "1 too high", "304.1")
    assert told(refused(found, "0")) == ("wrong-intensity", "1 too low", "304.1")


FEW = ("too-few-consorts", "1 short", "304.1/minimum")
LOW = ("intensity-too-low", "1 short", "304.1/minimum")


@pytest.mark.parametrize(("consorts", "own", "expected"), [(1, 4, [FEW]), (2, 1, [LOW]), (1, 1, [LOW, FEW])])
def test_a_mauler_without_consorts_or_at_too_low_an_intensity(
    consorts: int, own: int, expected: list[tuple[str, str, str]]
) -> None:
    """Both intensities must be more than three together, and the enemy has chosen two; two consorts are needed."""
    attackers = [*ships("mlr", 1, {**MAULER, "attack": 40}), *ships("ca", consorts, CRUISER)]
    attacker = side("Klingon", attackers, intensity=(own,), directed=(), leave_out=())
    found = until(by_player(attacker, side("Kzinti", ships("ff", 4, FRIGATE))), "5-5B")
    assert [told(each) for each in all_refused(found, "ff-1 kill by mauler")] == expected


def station_battle() -> HexBattle:
    """A crippled battle station, a carrier with an escort, a cruiser, under the guns of a player's ten cruisers."""
    station = combatant({"id": "BATS", **STATION, "crippled": True})
    group = [combatant({"id": "cv", **CARRIER}), *ships("ffe", 2, FRIGATE, carrier="cv", escort=True)]
    attacker = side("Lyran", ships("ca", 8, CRUISER), stay_at_base=True, intensity=(4,), directed=())
    defender = side("Kzinti", [station, *group, *ships("bc", 1, CRUISER)], accept_approach=False)
    return until(by_player(attacker, defender), "5-5B")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("BATS step", ("no-incremental-damage", "", "308.861")),
        ("BATS cripple", ("crippled-already", "", "302.5/kill")),
        ("cv kill", ("behind-escorts", "2 escorts too many", "308.122/order")),
        ("cv cripple the group", ("too-dear", "", "302.5/price")),
    ],
)
def test_what_damage_cannot_be_directed_at(answer: str, expected: tuple[str, str, str]) -> None:
    found = station_battle()
    question = found.next_decision()
    assert question is not None
    if answer == "cv cripple the group":
        price = 2 * (8 + 4 + 4)
        expected = (expected[0], f"{price - found.field.camps[1].incoming} short", expected[2])
        assert found.field.camps[1].incoming < price
    assert told(refused(found, answer)) == expected


def test_every_conceivable_aim_is_either_open_or_refused() -> None:
    found = station_battle()
    line = found.field.camps[1].force
    assert line is not None
    wanted = {f"{target} {aim.value}" for target, aim in conceivable(line)}
    opened, barred = choices.aims(found.field, ATTACKER), choices.barred_aims(found.field, ATTACKER)
    assert wanted == {*opened, *barred}
    assert not {*opened} & {*barred}


def test_a_stasis_field_below_its_intensity_is_told_with_gap_and_remedy() -> None:
    ship = combatant({"id": "c7a", **CRUISER, "designator": "C7A", "stasis": True})
    attacker = side("Klingon", [ship, *ships("d", 4, CRUISER)], intensity=(2,), stasis=("bc-1",))
    found = battle(attacker, side("Kzinti", ships("bc", 3, CRUISER), stasis=(), retreat_after=1), Keyed(1))
    assert found.next_decision() is None
    barred = next(event for event in found.events() if event.kind == "stasis-barred")
    assert "needs an intensity of 3 of its user, and there is 2 (1 short)" in barred.text
    assert "choose 3" in barred.text


def test_a_group_that_does_not_break_is_not_frozen() -> None:
    ship = combatant({"id": "c7a", **CRUISER, "designator": "C7A", "stasis": True})
    cargo = combatant({"id": "3fe-1", **FRIGATE, "designator": "3FE", "empire": "romulan"})
    attacker = side("Klingon", [ship, *ships("d", 4, CRUISER)], intensity=(4,), leave_out=())
    found = until(by_player(attacker, side("Romulan", [cargo, *ships("ke", 3, CRUISER)])), "5-4A7A")
    assert told(refused(found, "3fe-1")) == ("unbreakable-group", "", "550.3/stasis")
    found.choose("ke-1")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"empire": "romulan", "stasis": True}, ("romulan-stasis", "", "312.31")),
        ({"category": "police", "captured": True}, ("cannot-be-captured", "", "531.22")),
        ({"fighters": 6, "craft": {"fighters": 3, "heavy": 3}}, ("mixed-squadron", "3 over", "530.113")),
        ({"heavy": 8, "pfs": 6, "craft": {"heavy": 8, "pfs": 6}}, ("two-kinds", "", "530.113")),
        (
            {"fighters": 6, "crippled": True, "craft": {"fighters": 6}},
            ("too-many-craft", "3 over", "501.5/crippled-carrier"),
        ),
    ],
)
def test_units_that_there_cannot_be(given: Mapping[str, Any], expected: tuple[str, str, str]) -> None:
    unit = combatant({"id": "odd", **CRUISER, **given})
    with pytest.raises(Refused) as caught:
        battle(side("A", [unit]), ENEMY, dice([]))
    assert [told(each) for each in caught.value.refusals] == [expected]


def test_instructions_that_can_never_be_followed_are_refused_before_the_battle() -> None:
    wrong = side("Lyran", [*ships("ca", 4, CRUISER), *ships("ff", 1, FRIGATE)], flagship="ff-1", intensity=(2, 5))
    with pytest.raises(Refused) as caught:
        battle(wrong, ENEMY, dice([]))
    assert [told(each) for each in caught.value.refusals] == [
        ("no-flagship", "5 short", "302.32"),
        ("wrong-intensity", "1 too high", "304.1"),
    ]
