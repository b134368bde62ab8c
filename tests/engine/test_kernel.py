"""The interpreted twin of a kernel: the same functions, some of them exchanged wherever they are called."""

import math
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core import dice as d
from flagplot.core import sources
from flagplot.engine import kernel
from flagplot.engine.kernel import rebound
from flagplot.engine.marks import merge
from flagplot.fta3.battle import codes, position, sequence, shooting


def module(name: str, source: str, package: str = "flagplot", **imported: object) -> ModuleType:
    """A module of the project, with what it has imported."""
    made = ModuleType(f"{package}.toy.{name}")
    vars(made).update(imported)
    exec(source, vars(made))
    return made


def six() -> int:
    return 6


@pytest.fixture
def low() -> ModuleType:
    return module("low", "def roll():\n    return 1\n\ndef twice():\n    return 2 * roll()\n")


# --- Where the exchanged function is called -------------------------------------------------------------------------


def test_a_function_that_the_entry_itself_calls(low: ModuleType) -> None:
    assert rebound(low.twice, {low.roll: six})() == 12


def test_the_entry_itself(low: ModuleType) -> None:
    assert rebound(low.roll, {low.roll: six}) is six


@pytest.mark.parametrize("levels", [1, 2, 5])
def test_a_function_called_by_name_at_any_depth(low: ModuleType, levels: int) -> None:
    call = low.twice
    for level in range(levels):
        call = module(f"level{level}", "def up():\n    return 10 * call()\n", call=call).up
    assert rebound(call, {low.roll: six})() == 12 * 10**levels
    assert call() == 2 * 10**levels


@pytest.mark.parametrize("levels", [1, 2, 5])
def test_a_function_called_through_its_module_at_any_depth(low: ModuleType, levels: int) -> None:
    below, name = low, "twice"
    for level in range(levels):
        below, name = module(f"level{level}", f"def up():\n    return 10 * below.{name}()\n", below=below), "up"
    assert rebound(below.up, {low.roll: six})() == 12 * 10**levels
    assert below.up() == 2 * 10**levels


def test_a_function_imported_under_another_name_and_through_a_module(low: ModuleType) -> None:
    high = module("high", "def both():\n    return die(), low.roll(), low.twice()\n", low=low, die=low.roll)
    assert rebound(high.both, {low.roll: six})() == (6, 6, 12)
    assert high.both() == (1, 1, 2)


def test_several_exchanges_at_once(low: ModuleType) -> None:
    high = module("high", "def both():\n    return low.roll() + 100 * flip()\n\ndef flip():\n    return 0\n", low=low)
    assert rebound(high.both, {low.roll: six, high.flip: lambda: 1})() == 106


def test_exchanges_may_be_methods(low: ModuleType) -> None:
    class Tally:
        asked = 0

        def roll(self) -> int:
            self.asked += 1
            return self.asked

    tally = Tally()
    high = module("high", "def both():\n    return low.roll(), low.roll()\n", low=low)
    assert rebound(high.both, {low.roll: tally.roll})() == (1, 2)
    assert tally.asked == 2


def test_what_stands_in_is_not_itself_changed(low: ModuleType) -> None:
    """So a stand-in may ask the function that it replaces."""
    high = module("high", "def once():\n    return low.roll()\n", low=low)
    assert rebound(high.once, {low.roll: lambda: 100 + low.roll()})() == 101


def test_without_exchanges_the_copy_does_what_the_original_does(low: ModuleType) -> None:
    copy = rebound(low.twice, {})
    assert copy is not low.twice
    assert copy() == 2


# --- Cycles ---------------------------------------------------------------------------------------------------------


def test_a_function_that_calls_itself(low: ModuleType) -> None:
    source = "def fall(n):\n    return 0 if n == 0 else roll() + fall(n - 1)\n"
    assert rebound(module("high", source, roll=low.roll).fall, {low.roll: six})(4) == 24


def test_functions_that_call_each_other(low: ModuleType) -> None:
    source = "def ping(n):\n    return n and pong(n - 1)\n\ndef pong(n):\n    return roll() + (n and ping(n - 1))\n"
    high = module("high", source, roll=low.roll)
    assert rebound(high.ping, {low.roll: six})(4) == 12
    assert rebound(high.ping, {high.pong: lambda n: -n})(4) == -3


def test_modules_whose_functions_import_each_other_by_name(low: ModuleType) -> None:
    ping = module("ping", "def ping(n):\n    return n and pong(n - 1)\n")
    pong = module("pong", "def pong(n):\n    return roll() + (n and ping(n - 1))\n", ping=ping.ping, roll=low.roll)
    vars(ping)["pong"] = pong.pong
    assert rebound(ping.ping, {low.roll: six})(4) == 12
    assert ping.ping(4) == 2


def test_modules_that_import_each_other(low: ModuleType) -> None:
    ping = module("ping", "def ping(n):\n    return n and b.pong(n - 1)\n")
    pong = module("pong", "def pong(n):\n    return a.roll() + (n and a.ping(n - 1))\n", a=ping)
    # The order of names must not matter: the partner comes before what has to be exchanged.
    vars(ping).update(b=pong, roll=low.roll)
    assert rebound(ping.ping, {low.roll: six})(4) == 12
    assert ping.ping(4) == 2


# --- What is shared, and what is left alone ---------------------------------------------------------------------------


class Reading(NamedTuple):
    value: int


def test_classes_constants_and_arrays_are_shared(low: ModuleType) -> None:
    table = np.zeros(3, np.int64)
    names: list[str] = []
    source = "def see():\n    roll()\n    return Reading, table, names, Reading(3)\n"
    high = module("high", source, roll=low.roll, Reading=Reading, table=table, names=names)
    cls, array, listed, reading = rebound(high.see, {low.roll: six})()
    assert cls is Reading
    assert type(reading) is Reading
    assert array is table
    assert listed is names


def test_functions_from_outside_the_project_are_not_copied(low: ModuleType) -> None:
    outside = module("outside", "def ask():\n    return roll()\n", package="elsewhere", roll=low.roll)
    source = "def see():\n    return ask, ask(), outside.ask(), math.gcd(roll(), 4)\n"
    high = module("high", source, ask=outside.ask, outside=outside, math=math, roll=low.roll)
    ask, by_name, by_module, own = rebound(high.see, {low.roll: six})()
    assert ask is outside.ask
    assert (by_name, by_module) == (1, 1)
    assert own == 2


def test_the_originals_are_untouched(low: ModuleType) -> None:
    high = module("high", "def both():\n    return roll() + low.twice()\n", low=low, roll=low.roll)
    before = {name: dict(vars(each)) for name, each in {"low": low, "high": high}.items()}
    codes_before = {id(function): function.__code__ for function in (low.roll, low.twice, high.both)}
    assert rebound(high.both, {low.roll: six})() == 18
    assert {"low": vars(low), "high": vars(high)} == before
    assert all(vars(high)[name] is value for name, value in before["high"].items())
    assert all(vars(low)[name] is value for name, value in before["low"].items())
    assert {id(function): function.__code__ for function in (low.roll, low.twice, high.both)} == codes_before
    assert high.both() == 3


def test_two_twins_do_not_share_their_exchanges(low: ModuleType) -> None:
    sixes, hundreds = rebound(low.twice, {low.roll: six}), rebound(low.twice, {low.roll: lambda: 100})
    assert (sixes(), hundreds(), low.twice()) == (12, 200, 2)


def test_a_fresh_copy_has_the_code_that_a_function_has_now(low: ModuleType) -> None:
    high = module("high", "def once():\n    return low.twice()\n", low=low)
    old = rebound(high.once, {low.roll: six})
    kept = low.twice.__code__
    low.twice.__code__ = (lambda: -1).__code__
    assert rebound(high.once, {low.roll: six})() == -1
    assert old() == 12
    low.twice.__code__ = kept
    assert rebound(high.once, {low.roll: six})() == 12


# --- Any net of calls -------------------------------------------------------------------------------------------------


@st.composite
def nets(draw: st.DrawFn) -> tuple[list[list[tuple[int, bool]]], set[int]]:
    """For each function the later ones that it calls, by name or through the module; and which are exchanged."""
    n = draw(st.integers(1, 7))
    calls = [
        draw(st.lists(st.tuples(st.integers(i + 1, n - 1), st.booleans()), max_size=3)) if i + 1 < n else []
        for i in range(n)
    ]
    return calls, draw(st.sets(st.integers(0, n - 1)))


@given(nets())
def test_in_any_net_of_calls_exactly_the_exchanged_functions_are_others(
    net: tuple[list[list[tuple[int, bool]]], set[int]],
) -> None:
    calls, exchanged = net
    made: dict[int, ModuleType] = {}
    for i in reversed(range(len(calls))):
        terms = [f"m{j}.f{j}()" if through else f"f{j}()" for j, through in calls[i]]
        imported = {f"m{j}": made[j] for j, _ in calls[i]} | {f"f{j}": vars(made[j])[f"f{j}"] for j, _ in calls[i]}
        made[i] = module(f"m{i}", f"def f{i}():\n    return [{i}, {', '.join(terms)}]\n", **imported)

    def expected(i: int, changed: set[int]) -> object:
        return -i if i in changed else [i, *(expected(j, changed) for j, _ in calls[i])]

    functions = {i: vars(made[i])[f"f{i}"] for i in made}
    twin = rebound(functions[0], {functions[i]: (lambda i=i: -i) for i in exchanged})
    assert twin() == expected(0, exchanged)
    assert functions[0]() == expected(0, set())


# --- The battle itself ------------------------------------------------------------------------------------------------


def test_the_battle_is_a_project_whose_dice_can_be_exchanged() -> None:
    script = sources.Scripted(
        {sources.Address(4, codes.D_POSITION, side, 0): [faces] for side, faces in ((0, 3), (1, 17))}
    )
    twin = rebound(position.position, {d.face: script.face})
    assert twin.__globals__["d"].pair(d.at(d.keyed(1), 0, 4), codes.D_POSITION, 0, 0, 20) == (3, 17)
    assert position.position.__globals__["d"] is d
    assert d.pair.__globals__["face"] is d.face


def test_the_battle_is_reached_from_its_first_function_to_its_dice() -> None:
    asked: list[int] = []
    twin = rebound(sequence.advance, {d.count: lambda *address: asked.append(1)})
    fire = twin.__globals__["shoot"].__globals__["fire_one"]
    assert fire.__code__ is shooting.fire_one.__code__
    fire.__globals__["d"].count()
    assert asked == [1]


# --- Marks ------------------------------------------------------------------------------------------------------------


def test_a_merge_mark_leaves_the_function_as_it_is() -> None:
    def plain() -> int:
        return 3

    assert merge(plain) is plain
    assert plain() == 3
    assert sequence.advance.__merge__ is True  # type: ignore[attr-defined]
    assert not hasattr(kernel.rebound, "__merge__")
