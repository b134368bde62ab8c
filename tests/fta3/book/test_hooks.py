"""Hooks: how effects are written, and what several on one figure come to."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flagplot.core.citation import Citation, citations_of
from flagplot.core.refusal import Fault, Faults, Refusal
from flagplot.core.rounding import half_up
from flagplot.fta3.book.hooks import HOOKS, Better, Effect, Form, Hook, read_effect, resolve
from flagplot.fta3.ruleset import FTA3

WEIGHT, TO_HIT = HOOKS["weight"], HOOKS["to-hit"]
HALF = Effect("weight", times=Fraction(1, 2))


def effect(text: str) -> Effect:
    faults = Faults()
    found = read_effect(text, "here", faults)
    faults.settle()
    assert found is not None
    return found


def refusal(text: str) -> Refusal:
    faults = Faults()
    assert read_effect(text, "book.toml, fitting 'x', key effects", faults) is None
    (found,) = faults.found
    assert found.where == "book.toml, fitting 'x', key effects"
    return found


# The order of numbers and factors


def test_a_light_cruiser_of_twelve_less_two_and_halved_weighs_five() -> None:
    """E28: not 12/2 - 2 = 4."""
    assert resolve(12, [effect("weight -2"), effect("weight x1/2")], WEIGHT) == 5
    assert resolve(12, [effect("weight x1/2"), effect("weight -2")], WEIGHT) == 5


def test_the_order_is_the_worse_one_where_more_is_better() -> None:
    assert resolve(0, [effect("to-hit +2"), effect("to-hit x2")], TO_HIT) == 2
    assert resolve(4, [effect("hangars -2"), effect("hangars x2")], HOOKS["hangars"]) == 4


def test_one_of_a_kind_needs_no_order() -> None:
    assert resolve(12, [effect("weight -2")], WEIGHT) == 10
    assert resolve(33, [effect("weight x1/2")], WEIGHT) == 17
    assert resolve(12, [], WEIGHT) == 12


def test_all_numbers_are_added_and_all_factors_multiplied_and_rounded_once() -> None:
    halves = [HALF, HALF]
    assert resolve(5, halves, WEIGHT) == 1  # 1.25; rounded twice it would be 2
    assert resolve(0, [Effect("to-hit", 3), Effect("to-hit", -1)], TO_HIT) == 2
    assert resolve(10, [Effect("weight", -2), Effect("weight", -1), HALF], WEIGHT) == 4  # 3.5 against 2


def test_halves_go_away_from_zero_below_it_too() -> None:
    assert resolve(0, [Effect("to-hit", -1), Effect("to-hit", times=Fraction(1, 2))], TO_HIT) == -1
    assert resolve(-3, [Effect("to-hit", times=Fraction(1, 2))], TO_HIT) == -2


def test_no_figure_leaves_its_limits() -> None:
    assert resolve(1, [Effect("weight", -2)], WEIGHT) == 0
    assert resolve(0, [Effect("first-strikes", 9)], HOOKS["first-strikes"]) == 6
    assert resolve(1, [Effect("sensor-dice", -3)], HOOKS["sensor-dice"]) == 0


NUMBERS = [hook for hook in HOOKS.values() if hook.form is Form.NUMBER]
HOOK = st.sampled_from(NUMBERS)
PLUS = st.integers(-20, 20).map(lambda plus: Effect("x", plus))
TIMES = st.fractions(0, 4, max_denominator=6).map(lambda times: Effect("x", times=times))
EFFECTS = st.lists(PLUS | TIMES, max_size=5)


def is_no_better(one: int, other: int, hook: Hook) -> bool:
    return one <= other if hook.better is Better.MORE else one >= other


def within(value: Fraction | int, hook: Hook) -> int:
    return min(hook.most, max(hook.least, half_up(value)))


@given(st.integers(0, 200), EFFECTS, HOOK)
def test_what_comes_out_is_never_better_than_either_order(base: int, effects: list[Effect], hook: Hook) -> None:
    added_first = multiplied_first = Fraction(base)
    for each in effects:
        added_first += each.plus
        multiplied_first *= each.times
    for each in effects:
        added_first *= each.times
        multiplied_first += each.plus
    found = resolve(base, effects, hook)
    assert is_no_better(found, within(added_first, hook), hook)
    assert is_no_better(found, within(multiplied_first, hook), hook)
    assert found in (within(added_first, hook), within(multiplied_first, hook))


@given(st.integers(0, 200), HOOK, st.integers(1, 20), st.fractions(0, 1, max_denominator=6))
def test_a_benefit_by_itself_never_hurts(base: int, hook: Hook, plus: int, share: Fraction) -> None:
    assume(hook.least <= base <= hook.most)
    more = hook.better is Better.MORE
    for benefit in (Effect("x", plus if more else -plus), Effect("x", times=1 + share if more else 1 - share)):
        assert is_no_better(base, resolve(base, [benefit], hook), hook)


@given(st.integers(0, 200), EFFECTS, HOOK, st.integers(0, 20))
def test_a_number_in_the_owner_s_favour_never_hurts_among_others(
    base: int, effects: list[Effect], hook: Hook, plus: int
) -> None:
    benefit = Effect("x", plus if hook.better is Better.MORE else -plus)
    assert is_no_better(resolve(base, effects, hook), resolve(base, [*effects, benefit], hook), hook)


@given(st.integers(0, 200), st.permutations([Effect("x", 3), Effect("x", -7), HALF, HALF]), HOOK)
def test_the_order_of_rows_changes_nothing(base: int, effects: list[Effect], hook: Hook) -> None:
    assert resolve(base, effects, hook) == resolve(base, sorted(effects, key=str), hook)


def test_stacking_is_carried_out_here() -> None:
    assert citations_of(resolve) == (Citation("fta3", "stacking"),)


# How effects are written


@pytest.mark.parametrize(
    ("text", "found", "told"),
    [
        ("to-hit +1", Effect("to-hit", 1), "+1"),
        ("to-hit 1", Effect("to-hit", 1), "+1"),
        ("To_Hit: -2", Effect("to-hit", -2), "-2"),
        ("to-hit = −2", Effect("to-hit", -2), "-2"),
        ("weight x1/2", Effect("weight", times=Fraction(1, 2)), "x1/2"),
        ("weight × 2", Effect("weight", times=Fraction(2)), "x2"),
        ("hangars x0", Effect("hangars", times=Fraction(0)), "x0"),
        ("to-pierce +n", Effect("to-pierce", 1, counted=True), "+n"),
        ("to-pierce n", Effect("to-pierce", 1, counted=True), "+n"),
        ("supply -N", Effect("supply", -1, counted=True), "-n"),
        ("protect yes", Effect("protect", words=("yes",)), "yes"),
        ("protect", Effect("protect", words=("yes",)), "yes"),
        ("cloak Deep", Effect("cloak", words=("deep",)), "deep"),
        ("never-pairs-with BB, capital", Effect("never-pairs-with", words=("bb", "capital")), "bb, capital"),
    ],
)
def test_effect_is_read_and_told(text: str, found: Effect, told: str) -> None:
    assert effect(text) == found
    assert str(effect(text)) == told


def test_n_stands_for_the_number_that_is_given_and_for_one_where_none_is() -> None:
    assert effect("to-pierce +n").given(3) == Effect("to-pierce", 3)
    assert effect("supply -n").given(4) == Effect("supply", -4)
    assert effect("direction-centre +n").given(0) == Effect("direction-centre", 1)
    assert effect("to-hit +2").given(5) == Effect("to-hit", 2)


def test_unknown_hook_comes_with_the_nearest_and_the_list() -> None:
    told = refusal("to-hitt +1")
    assert (told.code, told.mend.split("?")[0]) == ("unknown-hook", "Did you mean 'to-hit'")
    assert all(name in told.mend for name in HOOKS)
    assert refusal("zzz +1").mend.count("Known") == 1
    assert refusal("+1").code == "unknown-hook"


@pytest.mark.parametrize(
    "text",
    [
        "to-hit",
        "to-hit yes",
        "to-hit +1.5",
        "to-hit 1/2",
        "to-hit +1001",
        "to-hit x1/0",
        "to-hit x-1",
        "to-hit +nn",
        "protect +1",
        "protect no",
        "cloak",
        "cloak yes",
        "cloak deep, regular",
        "never-pairs-with",
        "never-pairs-with ,",
        "weight x",
    ],
)
def test_value_of_another_form_is_refused_with_the_rule_of_the_hook(text: str) -> None:
    told = refusal(text)
    assert (told.code, told.fault) == ("wrong-effect", Fault.MALFORMED)
    assert told.citation == HOOKS[text.split()[0]].citation
    assert told.mend.startswith("Write ")


@given(st.text(max_size=30), st.sampled_from([*HOOKS, ""]))
def test_arbitrary_text_is_an_effect_or_a_fault(text: str, hook: str) -> None:
    faults = Faults()
    assert (read_effect(f"{hook} {text}", "here", faults) is None) == bool(faults.found)


# The table


def test_every_hook_names_a_rule_and_says_what_it_changes() -> None:
    for hook in HOOKS.values():
        assert hook.rule in FTA3.rulebook.rules, hook.name
        assert hook.help.endswith("."), hook.name
        assert bool(hook.choices) == (hook.form is Form.CHOICE)
        assert hook.least <= hook.base <= hook.most
