"""Battles of one hex: told as before, checked by hand where it counts, sealed, replayed, refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest
from tests.fe.combat.battles import fleets, kit
from tests.fe.combat.battles.collection import FOLDER, GOLDEN, played, told

from flagplot.core.event import Event
from flagplot.core.refusal import Faults, Refused
from flagplot.core.report import Entry, walk
from flagplot.core.sources import Keyed
from flagplot.engine.battle import Battle
from flagplot.engine.sequence import Kind
from flagplot.fe.combat.battle.setup import Entry as ByHand
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.battle.telling import hex_report
from flagplot.fe.sequence import combat_phase
from flagplot.formats.compare import first_difference

NAMES = list(GOLDEN)
HOW = "to renew, if it is meant: python -m tests.fe.combat.battles.collection"


def kinds(battle: HexBattle, *wanted: str) -> list[tuple[int, str, str]]:
    """Round, kind and unit (or side) of the events of some kinds."""
    found = [event for event in battle.events() if event.kind in wanted]
    return [(event.round, event.kind, str(event.facts.get("unit", event.facts.get("side")))) for event in found]


@pytest.mark.parametrize("name", NAMES)
def test_a_battle_is_told_as_before(name: str) -> None:
    now = told(played(name))
    before = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    difference = first_difference(before, now)
    assert difference is None, f"{name}.txt, line {difference.line}:\n- {difference.old}\n+ {difference.new}\n{HOW}"


@pytest.mark.parametrize("name", NAMES)
def test_every_line_has_a_rule_and_every_die_of_the_script_falls(name: str) -> None:
    battle = played(name)
    assert battle.over
    entries = [node for node in walk(hex_report(battle)) if isinstance(node, Entry)]
    assert entries
    assert [entry.text for entry in entries if not entry.citations] == []
    assert battle.narrator.source.unused() == []


@pytest.mark.parametrize("name", NAMES)
def test_the_answers_are_the_whole_saved_game(name: str) -> None:
    battle, again, faults = played(name), GOLDEN[name](), Faults()
    again = HexBattle(again.setup, again.narrator.source, by_orders=())
    again.play(battle.answers, "the record", faults)
    faults.settle()
    assert again.next_decision() is None
    assert again.events() == battle.events()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_sealed_is_committed_before_anything_is_shown_and_holds(name: str) -> None:
    events = played(name).events()
    digests: dict[str, str] = {}
    for event in events:
        if event.kind == "sealed":
            digests[str(event.facts["key"])] = str(event.facts["digest"])
        if event.kind == "shown":
            key = str(event.facts["key"])
            text = f"{event.facts['nonce']}\n{key}\n{event.facts['answer']}"
            assert sha256(text.encode()).hexdigest() == digests.pop(key)
    assert digests == {}
    order = [event.kind for event in events if event.kind in ("sealed", "shown") and event.step == "5-3X2"]
    assert order == ["sealed", "sealed", "shown", "shown"] * (len(order) // 4)


def test_twenty_one_points_kill_a_lone_station_and_its_damage_is_rounded_from_eighteen() -> None:
    battle = played("lone_station")
    damage = [
        (event.round, event.facts["side"], event.facts["points"]) for event in battle.events() if event.kind == "damage"
    ]
    # Row 4: 4 gives 8, 27.5 % of 32 is 8.8; 6 gives 10, 32.5 % of 18 is 5.85. The rest with what is left of both.
    assert damage[:2] == [(1, 0, 9), (1, 1, 6)]
    assert kinds(battle, "crippled", "destroyed") == [
        (1, "crippled", "ca-1"),
        (2, "crippled", "BATS"),
        (3, "destroyed", "BATS"),
        (3, "destroyed", "ca-1"),
    ]


def test_a_carrier_falls_behind_its_escorts_one_of_which_is_captured() -> None:
    fates = kinds(played("carrier_group"), "crippled", "destroyed", "capture")
    assert [unit for _, kind, unit in fates if kind == "destroyed"] == ["ffe-1", "ffe-2", "cv"]
    assert [gone.how for gone in played("carrier_group").field.camps[1].history][:1] == ["captured"]


def test_a_mauler_pays_nine_points_for_a_step_and_shock_is_asked_of_the_rulebook() -> None:
    battle = played("mauler")
    directed = [event for event in battle.events() if event.kind == "directed"]
    assert [(event.facts["aim"], event.facts["mauler"]) for event in directed] == [("step", "mlr-1")]
    assert "directs 9 points" in directed[0].text
    assert (1, "shock", "mlr-1") in kinds(battle, "shock")
    assert battle.field.camps[1].bases[0].unit.sids == 1


def test_in_an_approach_battle_the_base_takes_no_part_and_the_attacker_may_leave_before_the_base() -> None:
    battle = played("approach")
    forces = [event.text for event in battle.events() if event.kind == "force" and event.facts["side"] == 1]
    assert forces == ["Kzinti fights with bc-1, bc-2"]
    assert kinds(battle, "base-declined", "retreated") == [(2, "base-declined", "None"), (2, "retreated", "0")]


def test_a_fighting_retreat_reads_row_0_against_row_10() -> None:
    battle = played("fighting_retreat")
    damage = [(event.facts["side"], event.facts["result"]) for event in battle.events() if event.kind == "damage"]
    assert damage == [(0, 16), (1, 6)]
    assert "5-3X2" not in battle.visits


def test_the_battles_visit_every_step_that_is_not_by_hand() -> None:
    visited = {step for name in NAMES for step in played(name).visits}
    countable = {step.id for step in combat_phase().steps.values() if step.kind not in (Kind.BY_HAND, Kind.HEADING)}
    assert countable - visited == set()


def test_seven_cripples_and_two_whole_ships_are_caught_by_six() -> None:
    battle = played("pursuit")
    forces = [event.text for event in battle.events() if event.kind == "force" and event.step == "5-8E"]
    assert forces[0].count("d-") == 6
    assert forces[1].count("cl-") == 7
    assert forces[1].count("bc-") == 2
    assert battle.visits["5-8F"] == 1
    assert kinds(battle, "pursuit", "retreated") == [(1, "pursuit", "0"), (2, "retreated", "1")]


def test_two_ships_that_roll_a_two_do_not_catch_anybody() -> None:
    battle = played("let_go")
    assert "5-8F" not in battle.visits
    assert kinds(battle, "retreated") == [(1, "retreated", "1")]


def test_no_more_than_six_ships_pursue() -> None:
    plan = GOLDEN["pursuit"]()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=(1,))
    while (question := battle.next_decision()) is not None and "5-8A" not in question.key:
        battle.choose("yes" if "5-7B" in question.key else question.spell(question.default))
    assert question is not None
    with pytest.raises(Refused) as caught:
        battle.choose(", ".join(f"1 d-{number}" for number in range(1, 9) if battle.field.camps[0].find(f"d-{number}")))
    assert [each.code for each in caught.value.refusals] == ["too-many"]


def test_a_pursuit_that_fails_still_runs_the_convoy_down() -> None:
    battle = played("slow_units")
    assert "5-8F" not in battle.visits
    assert battle.visits["5-8G"] == 1
    forces = [event.text for event in battle.events() if event.kind == "force" and event.step == "5-8G"]
    assert forces == ["Klingon is in the pursuit with d-3, d-4, d-5, d-6", "Kzinti is in the pursuit with convoy"]
    assert (2, "destroyed", "convoy") in kinds(battle, "destroyed")


def test_a_station_left_behind_owes_what_its_fleet_has_not_paid() -> None:
    """14 points cripple it by three steps of four and leave two, which come on top of the next round's 15."""
    battle = played("left_behind")
    assert kinds(battle, "retreated", "base-left") == [(1, "retreated", "1"), (1, "base-left", "1")]
    plus = [event.facts["points"] for event in battle.events() if event.kind == "plus-points"]
    assert plus == ["17"]
    assert battle.field.round == 2


def test_an_attack_force_waits_for_its_intensity_and_is_spent_on_four_steps() -> None:
    """A six less one for electronic warfare is a five, which scores four steps unless the force is disrupted."""
    battle = played("attack_force")
    told = kinds(battle, "attack-force-barred", "attack-force")
    assert told == [(1, "attack-force-barred", "saf"), (2, "attack-force", "saf")]
    strikes = [event for event in battle.events() if event.step == "5-5E"]
    # Damage of the first round has marked three of six steps, so that the third of the strike cripples.
    wanted = ["attack-force-strikes", "step", "step", "crippled", "step", "destroyed"]
    assert [event.kind for event in strikes] == wanted
    assert strikes[0].facts["steps"] == 4
    assert battle.field.camps[0].find("saf") is None


def test_frozen_ships_neither_fight_nor_are_hit_and_a_breakdown_frees_them() -> None:
    battle = played("stasis")
    assert kinds(battle, "stasis", "frozen", "breakdown") == [
        *[(1, "stasis", "c7a")] * 3,
        (1, "frozen", "bc-3"),
        *[(2, "stasis", "c7a")] * 3,
        (2, "breakdown", "0"),
    ]
    potential = [event.facts["potential"] for event in battle.events() if event.kind == "potential"]
    assert potential[1] == "32"  # six ships of eight, two of them frozen
    hit = {unit for round_, _, unit in kinds(battle, "crippled", "destroyed") if round_ == 1}
    assert not hit & {"bc-1", "bc-3"}
    shifts = [(event.step, event.facts["shift"]) for event in battle.events() if event.kind == "shift"]
    assert shifts[:4] == [("5-4A2", -2), ("5-4A2", 0), ("5-4A7F", 0), ("5-4A7F", 0)]


def test_it_is_a_battle_as_the_engine_knows_them() -> None:
    plan = fleets.lone_station()
    battle: Battle = HexBattle(plan.setup, plan.narrator.source, by_orders=())
    decision = battle.decision()
    assert decision is not None
    assert (battle.sequence[decision.step].name, decision.who) == ("5-2B1", ("Lyran",))
    steps = 0
    while battle.step is not None:
        battle.advance()
        steps += 1
    assert battle.decision() is None
    assert battle.events() == played("lone_station").events()
    assert steps > 10


def setup(**changes: Any) -> Setup:
    """The setup of the battle of a lone station, changed."""
    found: Setup = replace(fleets.lone_station().setup, **changes)
    return found


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (ByHand(1, "5-5B", 0, "damage", Fraction(1), "why"), "not-by-hand"),
        (ByHand(1, "5-4A1", 0, "speed", Fraction(1), "why"), "unknown-word"),
        (ByHand(1, "5-5A", 0, "row", Fraction(1), "why"), "too-late"),
        (ByHand(1, "5-6F", 0, "damage", Fraction(1), "why"), "too-late"),
        (ByHand(1, "5-4A1", 0, "row", Fraction(1), " "), "no-reason"),
    ],
)
def test_an_entry_that_cannot_do_what_it_says_is_refused(entry: ByHand, code: str) -> None:
    with pytest.raises(Refused) as caught:
        HexBattle(setup(entries=(entry,)), Keyed(1))
    assert [each.code for each in caught.value.refusals] == [code]


def test_an_entry_by_hand_changes_potential_row_or_damage() -> None:
    """SWACs take 12 points of combat potential, a penal ship one of damage: 27.5 % of 20 is 5.5, so 6, and then 5."""
    entries = (
        ByHand(1, "5-4C1", 0, "potential", Fraction(-12), "SWACs"),
        ByHand(1, "5-5A", 0, "damage", Fraction(-1), "a penal ship"),
    )
    present = frozenset({"changed-potential", "penal-ships"})
    battle = HexBattle(setup(entries=entries, present=present), fleets.lone_station().narrator.source)
    while battle.next_decision() is not None:
        pytest.fail("the instructions answer all")
    first = next(event for event in battle.events() if event.kind == "damage")
    assert (first.facts["side"], first.facts["points"]) == (0, 6)
    assert losses_of_round(battle.events(), 1, "BATS") == 5


def losses_of_round(events: tuple[Event, ...], round_: int, unit: str) -> Fraction:
    """What the losses of a unit in a round resolve."""
    found = [event for event in events if event.round == round_ and event.facts.get("unit") == unit]
    return sum((Fraction(str(event.facts["resolves"])) for event in found if "resolves" in event.facts), Fraction(0))


def test_a_setup_that_is_not_legal_is_refused_with_every_fault() -> None:
    ships, side, combatant = kit.ships, kit.side, kit.combatant
    full = combatant({"id": "cv", "fighters": 6, "crippled": True, "craft": {"fighters": 6}, "size_class": 3})
    lone = combatant({"id": "ff", "carrier": "nobody"})
    with pytest.raises(Refused) as caught:
        HexBattle(setup(sides=(side("A", [full, full, lone]), side("B", ships("x", 0, {})))), Keyed(1))
    assert {each.code for each in caught.value.refusals} == {"double-id", "nobody", "too-many-craft", "unknown-unit"}


def test_players_are_asked_where_nothing_is_laid_down_and_an_illegal_answer_changes_nothing() -> None:
    battle = HexBattle(setup(), fleets.lone_station().narrator.source, by_orders=(1,))
    question = battle.next_decision()
    assert question is not None
    assert question.key == "R1/5-2B1/0"
    assert question.default == "yes"  # who has come to a base fights there unless he says otherwise
    with pytest.raises(Refused):
        battle.choose("perhaps")
    assert battle.next_decision() is question
    for answer in ("yes", "ca-1"):
        battle.choose(answer)
    with pytest.raises(Refused) as caught:
        battle.choose("1 ca-1, 1 ca-2")  # half of a rating of eight must fight
    assert [each.code for each in caught.value.refusals] == ["too-few-ships"]
    battle.choose("1 ca-1, 1 ca-2, 1 ca-3, 1 ca-4")
    battle.choose("none")
    with pytest.raises(Refused):
        battle.choose("5")
    battle.choose("4")
    battle.next_decision()
    assert [event.facts["answer"] for event in battle.events() if event.kind == "shown" and event.step == "5-3X2"] == [
        "4",
        "2",
    ]


def test_a_record_of_another_battle_is_refused_at_its_first_strange_answer() -> None:
    battle, faults = fleets.approach(), Faults()
    battle = HexBattle(battle.setup, battle.narrator.source, by_orders=())
    battle.play(played("points_carried").answers, "the record", faults)
    assert [each.code for each in faults.found] == ["other-decision"]


def test_keyed_dice_give_the_same_battle_twice_and_sides_fight_until_one_is_gone() -> None:
    ships, side, cruiser = kit.ships, kit.side, kit.CRUISER
    attacker, defender = side("A", ships("a", 8, cruiser), intensity=(4,)), side("B", ships("b", 6, cruiser))

    def fought() -> HexBattle:
        found = HexBattle(setup(sides=(attacker, defender)), Keyed(7))
        assert found.next_decision() is None
        return found

    first = fought()
    assert first.events() == fought().events()
    assert not all(camp.units for camp in first.field.camps)
    assert first.field.round < 20
