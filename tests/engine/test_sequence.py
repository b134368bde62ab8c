"""The cursor on a sequence of play: what comes next, what is passed over, where it leads, what is refused."""

from __future__ import annotations

import pytest

from flagplot.core.refusal import Faults, Refused
from flagplot.engine.sequence import Cursor, load

HEAD = """
system = "demo"
title = "A round"
conditions = { war = "there is war", lost = "somebody lost", chase = "somebody flees" }
"""


def step(id_: str, **fields: str) -> str:
    lines = {"id": f'"{id_}"', "title": f'"Step {id_}"', "actor": '"red"', "kind": '"decision"', **fields}
    return "[[step]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items())


ROUND = HEAD + "".join(
    (
        step("1", kind='"heading"'),
        step("1A", rules='["10.1"]'),
        step("1B", when='["war"]', then='["end if lost"]'),
        step("2", when='["war", "not lost"]', repeats='"1A through 1B if chase"', then='["1 if not lost"]'),
        step("3"),
    )
)


def walk(facts_of: list[set[str]], start: Cursor) -> list[str]:
    """The steps that are taken under the facts of each turn."""
    cursor, taken = start, []
    for facts in facts_of:
        at = cursor.step(facts)
        taken.append(at.id if at else "")
        if at:
            cursor = cursor.reached(facts).after(facts)
    return taken


def test_headings_and_steps_whose_condition_fails_are_passed_over() -> None:
    assert walk([set()] * 3, Cursor(load(ROUND))) == ["1A", "3", ""]


def test_what_is_passed_over_is_told_with_the_condition_that_fails() -> None:
    cursor = Cursor(load(ROUND), at=2)
    assert [(skip.step.id, skip.condition) for skip in cursor.skipped({"lost"})] == [("1B", "war"), ("2", "war")]
    assert [(skip.step.id, skip.condition) for skip in cursor.skipped({"war"})] == []


def test_a_jump_is_taken_where_its_condition_holds_and_a_loop_comes_back() -> None:
    war = {"war"}
    assert walk([war] * 5, Cursor(load(ROUND))) == ["1A", "1B", "2", "1A", "1B"]
    assert walk([war, war, war, {"war", "lost"}, {"war", "lost"}, set()], Cursor(load(ROUND))) == [
        *("1A", "1B", "2"),
        *("1A", "1B", ""),
    ]


def test_a_passage_is_played_again_and_its_end_is_no_end_of_the_whole() -> None:
    cursor = Cursor(load(ROUND), at=3)
    chase = {"war", "chase"}
    cursor = cursor.after(chase)
    assert cursor.step(chase).id == "1A"  # type: ignore[union-attr]
    cursor = cursor.after(chase)
    over = {"war", "lost"}  # 1B would end the sequence, and here ends the passage; step 2 leads on to 3
    cursor = cursor.after(over)
    assert (cursor.step(over).id, cursor.passages) == ("3", ())  # type: ignore[union-attr]


def test_what_is_due_takes_no_jump() -> None:
    cursor = Cursor(load(ROUND))
    assert [each.id for each in cursor.due({"war"})] == ["1A", "1B", "2", "3"]
    assert [each.id for each in cursor.due(set())] == ["1A", "3"]


@pytest.mark.parametrize(
    ("id_", "code", "told"),
    [
        ("1A", "", ""),
        ("3", "out-of-step", "Next is 1A (red): Step 1A."),
        ("2", "out-of-step", "there is war"),
        ("9", "unknown-step", "there is no step '9'"),
    ],
)
def test_an_action_out_of_step_is_refused(id_: str, code: str, told: str) -> None:
    faults = Faults()
    Cursor(load(ROUND)).refuse_other(id_, set(), "the order", faults)
    assert [each.code for each in faults.found] == ([code] if code else [])
    assert told in "".join(map(str, faults.found))


def test_behind_the_end_nothing_is_finished_and_every_action_refused() -> None:
    over = Cursor(load(ROUND), at=5)
    assert over.step(set()) is None
    with pytest.raises(ValueError, match="over"):
        over.after(set())
    faults = Faults()
    over.refuse_other("3", set(), "the order", faults)
    assert "The sequence is over." in str(faults.found[0])


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"when": '["peace"]'}, "unknown-condition"),
        ({"then": '["7"]'}, "unknown-step"),
        ({"then": '["1A if peace"]'}, "unknown-condition"),
        ({"then": '["1A when war"]'}, "wrong-jump"),
        ({"repeats": '"3 through 1A"'}, "wrong-passage"),
        ({"repeats": '"1A"'}, "wrong-passage"),
        ({"kind": '"guess"'}, "unknown-word"),
        ({"speed": "3"}, "unknown-field"),
    ],
)
def test_a_faulty_step_is_refused_with_its_line(fields: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as caught:
        load(ROUND + step("4", **fields), "demo.toml")
    assert [each.code for each in caught.value.refusals] == [code]
    assert caught.value.refusals[0].where.startswith("demo.toml:")


def test_two_steps_of_one_id_and_a_file_without_steps_are_refused() -> None:
    with pytest.raises(Refused, match="'3' is taken"):
        load(ROUND + step("3"))
    with pytest.raises(Refused, match="no step here"):
        load(HEAD)
