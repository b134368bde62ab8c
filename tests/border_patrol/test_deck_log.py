"""The deck log: impulses as they are written, faults all at once, and an audit that any opponent can make."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.border_patrol.crew_chief.audit import Audit, audit
from flagplot.border_patrol.crew_chief.deck_log import first_impulse, on_paper, read_log, turn_of, works
from flagplot.core.refusal import Faults, Refused

HEAD = 'unit = "Hermes"\nrating = 7\ncrews = ["1", "2", "3", "4", "5", "6"]\nboxes = ["F1", "F2"]\n'


def action(crew: str, start: str, finish: str, craft: str = "A", work: str = "repair", more: str = "") -> str:
    return (
        f'\n[[action]]\ncrew = "{crew}"\ncraft = "{craft}"\nbox = "F1"\nwork = "{work}"\n'
        f'start = "{start}"\nfinish = "{finish}"\n{more}\n'
    )


def check(text: str) -> tuple[Audit | None, list[str]]:
    faults = Faults()
    try:
        log = read_log(text, "log.toml", faults)
    except Refused as refused:
        return None, [fault.code for fault in refused.refusals]
    found = None if faults.found else audit(log, faults)
    return found, [fault.code for fault in faults.found]


@given(st.integers(1, 999), st.integers(1, 32))
def test_impulses_are_written_as_they_are_read(turn: int, impulse: int) -> None:
    number = first_impulse(turn) + impulse - 1
    assert on_paper(number) == f"{turn}.{impulse}"
    assert turn_of(number) == turn


@pytest.mark.parametrize("text", ["1", "1.0", "1.33", "0.5", "1,5", "x", "1.5.2", "-1.5", "1000.1"])
def test_what_is_no_impulse_is_refused(text: str) -> None:
    found, codes = check(HEAD + action("1", text, "1.32"))
    assert found is None
    assert codes == ["not-an-impulse"]


def test_an_impulse_with_a_point_is_text() -> None:
    _, codes = check(HEAD + action("1", "1.1", "1.32").replace('"1.1"', "1.1"))
    assert codes == ["wrong-kind"]


def test_every_work_has_a_rule_and_a_cost() -> None:
    assert {work.halves for work in works().values()} == {1, 2, 4}
    assert all(re.fullmatch(r"J4\.8\d+", work.rule.id) for work in works().values())


def test_every_fault_is_told_at_once() -> None:
    text = HEAD.replace("rating = 7", "rating = 12")
    text += action("1", "1.1", "1.30") + action("9", "1.1", "1.32") + action("2", "1.1", "1.32", work="repare")
    found, codes = check(text)
    assert found is None
    assert codes == ["rating-out-of-range", "unknown-work"]
    found, codes = check(text.replace("12", "7").replace("repare", "repair"))
    assert codes == ["wrong-duration", "unknown-crew", "crowded-craft"]


def test_crews_are_named_once_and_none_is_called_chief() -> None:
    assert check(HEAD.replace('"2"', '"1"') + action("3", "1.1", "1.32"))[1] == ["double-crew", "double-crew"]
    assert check(HEAD.replace('"2"', '"chief"') + action("3", "1.1", "1.32"))[1] == ["double-crew"]


def test_a_break_outside_its_action_is_refused() -> None:
    text = HEAD + action("1", "1.1", "1.32", more='interrupted = "2.1"')
    assert check(text)[1] == ["broken-off-elsewhere"]


def test_a_dead_chief_gives_nothing_from_the_next_turn_on() -> None:
    text = HEAD + action("1", "1.1", "1.32") + action("1", "2.1", "2.32") + '\n[[killed]]\ncrew = "chief"\nat = "1.5"\n'
    found, _ = check(text)
    assert found is not None
    assert [each.extra.actions for each in found.turns] == [3, 0]
    late = '\n[[killed]]\ncrew = "2"\nat = "1.2"\n\n[[conversion]]\ncrew = "E"\nstart = "{}"\n'
    assert check(text + late.format("2.1"))[1] == ["chief-dead"]


def test_a_conversion_ends_with_its_chief() -> None:
    """A log tells what happened, so a conversion that the chief does not live to finish is void and not a fault."""
    text = HEAD + action("1", "1.1", "1.32")
    for name, at in (("2", "1.2"), ("chief", "1.9")):
        text += f'\n[[killed]]\ncrew = "{name}"\nat = "{at}"\n'
    text += '\n[[conversion]]\ncrew = "E"\nstart = "1.5"\n'
    found, codes = check(text)
    assert found is not None
    assert codes == []
    assert check(text + action("E", "3.1", "3.32", "B"))[1] == ["never-a-crew"]


def test_known_work_does_not_say_its_cost_again() -> None:
    assert check(HEAD + action("1", "1.1", "1.32", more="halves = 3"))[1] == ["halves-known"]


def test_names_that_the_log_does_not_know() -> None:
    text = HEAD + action("1", "1.1", "1.32").replace('"F1"', '"F9"')
    text += '\n[[killed]]\ncrew = "Bob"\nat = "1.2"\n\n[[destroyed]]\nbox = "F8"\nat = "1.2"\n'
    assert sorted(check(text)[1]) == ["unknown-box", "unknown-box", "unknown-crew"]


@given(
    st.lists(
        st.tuples(st.sampled_from("123456"), st.integers(1, 3), st.sampled_from(["A", "B", "C", "D"]), st.booleans()),
        max_size=12,
    )
)
def test_a_legal_log_never_deals_more_than_there_is(rows: list[tuple[str, int, str, bool]]) -> None:
    text = HEAD
    for crew, turn, craft, extra in rows:
        text += action(crew, f"{turn}.1", f"{turn}.{16 if extra else 32}", craft, more="extra = true" if extra else "")
    found, codes = check(text) if rows else (None, [])
    if found is not None and not codes:
        for each in found.turns:
            assert each.dealt <= each.extra.halves
        for turn in range(1, 4):
            for crew in "123456":
                done = [line for line in found.lines if line.action.crew == crew and turn_of(line.action.start) == turn]
                assert sum(1 if line.action.extra else 2 for line in done) <= 3
        assert sum(task.halves for task in found.tasks) == sum(line.credit for line in found.lines)


@given(st.lists(st.text(alphabet='abc[]=".1 \n', max_size=25), max_size=6))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    check(HEAD + action("1", "1.1", "1.32") + "\n".join(lines))
