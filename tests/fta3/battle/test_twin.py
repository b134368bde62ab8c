"""Both engines fight the same battles: interpreted, compiled with every event, compiled without a word.

The battles are random arrays, which also mix what papers, those of ``test_twin_of_papers``, seldom bring together.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from flagplot.engine import kernel, kernel_cache
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle import sampling
from flagplot.fta3.battle.cloak import is_hidden
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance
from flagplot.fta3.battle.state import Battle, keep
from flagplot.fta3.play import engines

Builder = Callable[..., Battle]

BATTLES = 500
LEAST_OF_A_KIND = 20
SOURCE = Path(__file__).parents[3] / "src"

pytestmark = pytest.mark.slow

HULLS = [("BB", 33), ("CA", 16), ("CB", 16), ("CL", 12), ("FF", 8), ("XX", 0)]


def random_setting(seed: int, most_ships: int = 9) -> dict[str, Any]:
    """What ``build`` makes a battle of, always the same for a seed."""
    r = Random(seed)
    hulls = {name: _hull(r, name, weight) for name, weight in HULLS}
    owners = [r.randint(1, 3) for _ in range(2)]
    fleets = [[_ship(r, hulls, owners[s]) for _ in range(r.randint(1, most_ships))] for s in range(2)]
    for fleet in fleets:
        fleet[0]["arrives"] = 1
    present = sorted({ship["hull"] for fleet in fleets for ship in fleet})
    for ship in (ship for fleet in fleets for ship in fleet):
        ship["never"] = tuple(hull for hull in ship["never"] if hull in present)
        ship["prefer"] = tuple(r.sample(present, r.randint(0, len(present))))
    rulings = [
        [r.randrange(3), r.randrange(2), r.choice([-1, 0, 1]), r.randint(1, 2), r.randint(2, 6), r.randint(-3, 3)]
        for _ in range(r.choice([0, 0, 1, 4]))
    ]
    return {
        "red": fleets[0],
        "blue": fleets[1],
        "wings": tuple([_wing(r, owners[s]) for _ in range(r.randint(0, 3))] for s in range(2)),
        "speeds": (r.randint(1, 3), r.randint(1, 3)),
        "bitter_end": (int(r.random() < 0.3), int(r.random() < 0.3)),
        "force": tuple([r.choice([-1, -1, 20, 50, 90]) for _ in range(owners[s])] for s in range(2)),
        "rulings": rulings,
        "key": r.getrandbits(64),
        "commit": r.randrange(2),
        "centres": r.randrange(2),
        "standoff_kills": r.randrange(2),
        "flanked": r.randrange(2),
        "stag": r.randrange(2),
        "cloaks": r.randrange(2),
        "draw_hidden": r.randrange(2),
        "form": r.randrange(2),
        "battle_type": r.randrange(2),
        "round_limit": r.choice([3, 30]),
        "last_round": r.choice([-1, -1, -1, 2]),
    }


def _hull(r: Random, name: str, weight: int) -> dict[str, Any]:
    return {
        "hull": name,
        "weight": weight,
        "hp": r.choice([20, 60, 161]),
        "attacks": r.choice([0, 1, 5, 11, 17, 40]),
        "damage": r.choice([2, 6, 12]),
        "weapon": r.randrange(3),
        "avoidance": r.choice([2, 8, 12, 18, 25]),
        "protection": r.choice([2, 9, 13, 19, 25]),
        "standoff": r.choice([0, 0, 3, 8]),
        "standoff_damage": r.choice([4, 6, 9]),
        "flak": r.choice([0, 2, -1]),
        "centre": r.choice([0, 0, 1, 3]),
        "pace": r.randrange(4),
        "hangars": r.choice([0, 4, 9]),
        "cloak": r.choice([0, 0, k.REGULAR, k.DEEP]),
        "sensors": r.choice([0, 1, 1, 2]),
        "stag": r.choice([0, 2]),
        "protects": r.choice([0, 1]),
        "hit": r.choice([(0, 0), (1, -2)]),
        "pierce": r.choice([0, 3]),
        "never": tuple(r.sample([hull for hull, _ in HULLS], r.choice([0, 0, 0, 1, 2]))),
    }


def _ship(r: Random, hulls: dict[str, dict[str, Any]], owners: int) -> dict[str, Any]:
    hull = r.choice(list(hulls.values()))
    return {
        **hull,
        "owner": r.randrange(owners),
        "leave": r.choice([-1, -1, 10, 25, 50]),
        "range": r.randrange(3),
        "arrives": r.choice([1, 1, 1, 2, 3]),
        "hold": r.choice([0, 0, 1]),
        "hold_standoff": r.randrange(2),
        "pursue": r.randrange(2),
        "guards": r.randrange(2),
        "now": r.choice([None, max(1, hull["hp"] // 2)]),
    }


def _wing(r: Random, owners: int) -> dict[str, Any]:
    return {
        "number": r.randint(0, 20),
        "level": r.randint(3, 6),
        "owner": r.randrange(owners),
        "commit": r.choice([0, 30, 50, 100]),
        "runs": r.choice([0, 0, 1, 3]),
        "rolls": r.choice([0, 1, 1, 2]),
        "dogfight": r.choice([0, -2, 3]),
        "strike": r.choice([0, -2, 1]),
        "hunts": r.randrange(2),
        "prey": r.choice([(), ((("CA", "FF"), 0), (("BB", "CL", "CB"), 25))]),
    }


@pytest.fixture(scope="module")
def draw(battle: Builder) -> Builder:
    """Builds a random battle by its seed."""

    def drawn(seed: int, most_ships: int = 9, **changes: Any) -> Battle:
        return battle(**{**random_setting(seed, most_ships), "trace_rows": 20_000, **changes})

    return drawn


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory, cache_home: str) -> Iterator[Any]:
    """The compiled engine as it is used: built here, and left for the tests that only use it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cold")))
        engines.compiled.cache_clear()
        assert not engines.is_warm()
        engine, built = engines.compiled(), engines.folder()
        assert engines.is_warm()
    if kernel_cache.opens(engines.folder()):
        shutil.copytree(built, engines.folder(), dirs_exist_ok=True)
    yield engine
    engines.compiled.cache_clear()


@pytest.fixture(scope="module")
def traced(draw: Builder, cache_home: str) -> Any:
    """The compiled engine with every event, which also watches its indices."""
    b = draw(0)
    return kernel.compiled(sampling.run, (b, 0, 1, engines.rows(b, 1)), checked=True)


def changing(b: Battle) -> dict[str, Any]:
    """Every array that a battle changes, but for the trace."""
    named = {"memory": b.memory}
    return named | {f"choices.{name}": array for name, array in b.choices._asdict().items()}


def fought(engine: engines.Run, b: Battle, first: int = 0, count: int = 1) -> Any:
    rows = engines.rows(b, count)
    engine(b, first, count, rows)
    return rows


def told(b: Battle) -> list[list[int]]:
    """The rows of the trace."""
    assert b.trace.head[0] <= len(b.trace.rows)
    return list(b.trace.rows[: int(b.trace.head[0])].tolist())


def test_random_battles_are_the_same_for_all_three(draw: Builder, silent: engines.Run, traced: engines.Run) -> None:
    """Rows, every array, every event; and the battles are various enough to mean anything."""
    kinds: Counter[int] = Counter()
    reasons: Counter[int] = Counter()
    for seed in range(BATTLES):
        first = Random(seed).choice([0, 1, 2**31 + 5, 2**63 - 1])
        plain, quick, full = draw(seed), draw(seed), draw(seed)
        row = fought(engines.interpreted, plain, first)
        assert fought(silent, quick, first).tolist() == row.tolist(), seed
        assert fought(traced, full, first).tolist() == row.tolist(), seed
        for name, array in changing(plain).items():
            assert np.array_equal(array, changing(quick)[name]), (seed, name)
            assert np.array_equal(array, changing(full)[name]), (seed, name)
        assert told(full) == told(plain), seed
        assert quick.trace.head[0] == 0
        kinds.update(row[k.T_EVENT] for row in told(plain))
        reasons[int(plain.cells[k.REASON])] += 1
    assert {event: kinds[event] for event in range(k.EVENTS) if kinds[event] < LEAST_OF_A_KIND} == {}
    assert set(reasons) == {k.DESTROYED, k.FLED, k.BOTH_GONE, k.RULED, k.STALEMATE, k.LIMIT}


@pytest.mark.parametrize(("ships", "battles"), [(40, 12), (200, 4)])
def test_large_battles_are_the_same(draw: Builder, silent: engines.Run, ships: int, battles: int) -> None:
    for seed in range(1000, 1000 + battles):
        plain, quick = draw(seed, ships), draw(seed, ships)
        assert fought(silent, quick).tolist() == fought(engines.interpreted, plain).tolist()
        assert np.array_equal(plain.memory, quick.memory)


@pytest.mark.parametrize("times", [1, 7])
def test_more_ships_may_fire_and_more_dice_be_rolled_than_at_one_go(
    battle: Builder, silent: engines.Run, times: int
) -> None:
    """Each block of dice, and each of its halves, is passed over where no ship has as many; then ships fill up."""
    fleet = [{"attacks": attacks, "hp": 5000} for attacks in (1, 8, 9, 16, 17, 24, 25, 31, 32, 33, 500)] * times
    plain, quick = battle(fleet, fleet), battle(fleet, fleet)
    assert (2 * len(fleet) > k.SHOTS) == (times > 1)
    assert fought(silent, quick, 0, 3).tolist() == fought(engines.interpreted, plain, 0, 3).tolist()
    few = [{"attacks": attacks, "hp": 500} for attacks in (3, 5)] * times
    assert fought(silent, battle(few, few)).tolist() == fought(engines.interpreted, battle(few, few)).tolist()


def test_any_step_may_be_the_start(draw: Builder, silent: engines.Run) -> None:
    """What a sample begins with is where the battle stood when it was kept: also in the middle of a round."""
    for seed in range(40):
        plain, quick = draw(seed), draw(seed)
        for b in (plain, quick):
            for _ in range(seed):
                if b.cells[k.STEP] != k.OVER:
                    choose(b, int(b.cells[k.STEP]))
                    advance(b, int(b.cells[k.STEP]))
            keep(b)
        assert fought(silent, quick, 5, 3).tolist() == fought(engines.interpreted, plain, 5, 3).tolist()


def test_a_sample_fought_alone_is_the_one_of_the_row(draw: Builder, silent: engines.Run) -> None:
    first, count = 2**31 + 7, 50
    b = draw(3)
    rows = fought(silent, b, first, count)
    assert len({tuple(row) for row in rows.tolist()}) > 1
    for n in (0, 17, 49):
        assert fought(engines.interpreted, draw(3), first + n).tolist() == [rows[n].tolist()]


def test_battles_that_take_turns_keep_to_their_own_arrays(draw: Builder, silent: engines.Run) -> None:
    """Each is laid out for the compiled engine once."""
    fighters = [engines.Fighter(draw(seed)) for seed in (3, 8)]
    told = [fighter.fight(first, 3).tolist() for first in (0, 3) for fighter in fighters]
    expected = [fought(engines.interpreted, draw(seed), first, 3).tolist() for first in (0, 3) for seed in (3, 8)]
    assert told == expected


def test_slices_and_threads_give_the_same_rows(draw: Builder, silent: engines.Run) -> None:
    whole = fought(silent, draw(8), 0, 400)
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda first: fought(silent, draw(8), first, 50), range(0, 400, 50))
    assert np.array_equal(whole, np.concatenate(list(parts)))


@pytest.mark.parametrize("copy", [copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))], ids=["copied", "pickled"])
def test_a_copy_is_a_battle_of_its_own(draw: Builder, copy: Callable[[Battle], Battle]) -> None:
    whole = fought(engines.interpreted, draw(8), 0, 6).tolist()
    b = draw(8)
    fought(engines.interpreted, b)
    other = copy(b)
    assert fought(engines.interpreted, other, 0, 6).tolist() == whole
    assert np.shares_memory(other.memory, other.ships.hp)
    assert not np.shares_memory(other.memory, b.memory)


def test_rows_tell_how_the_battle_ended(draw: Builder) -> None:
    for seed in range(20):
        b = draw(seed)
        (row,) = fought(engines.interpreted, b)
        ships, wings = b.ships.hp.shape[1], b.wings.lost.shape[1]
        assert row[: sampling.HEAD].tolist() == [b.cells[k.WINNER], b.cells[k.ROUND], b.cells[k.REASON]]
        for grid, array in ((sampling.FATE, b.ships.status), (sampling.HP, b.ships.hp)):
            column = sampling.ship_columns(ships, grid)
            assert np.array_equal(row[column : column + 2 * ships].reshape(2, ships), array)
        flying = b.wings.flying + b.wings.aboard
        for grid, array in ((sampling.LEFT, flying), (sampling.LOST, b.wings.lost)):
            column = sampling.wing_columns(ships, wings, grid)
            assert np.array_equal(row[column : column + 2 * wings].reshape(2, wings), array)
        assert len(row) == sampling.wing_columns(ships, wings, sampling.WING_GRIDS)


def test_what_killed_a_ship_is_told_though_the_battle_goes_on(draw: Builder) -> None:
    found = 0
    for seed in range(60):
        b = draw(seed)
        (row,) = fought(engines.interpreted, b)
        column = sampling.ship_columns(b.ships.hp.shape[1], sampling.CRITICAL)
        critical = row[column : column + b.ships.hp.size].reshape(b.ships.hp.shape)
        for event in told(b):
            if event[k.T_EVENT] == k.E_KILLED:
                assert critical[event[k.T_SIDE], event[k.T_SHIP]] == event[k.T_B]
                found += event[k.T_B] > 0 and event[k.T_ROUND] < b.cells[k.ROUND]
    assert found > 10


def test_an_index_below_nothing_is_found_where_indices_are_watched(draw: Builder) -> None:
    """Interpreted it would read from the end, and compiled from anywhere."""
    ships = draw(3).ships
    watched = kernel.compiled(is_hidden, (ships, 0, 0), checked=True)
    assert watched(ships, 1, 0) == is_hidden(ships, 1, 0)
    for place in ((0, -1), (-1, 0), (0, ships.hidden.shape[1]), (2, 0)):
        with pytest.raises(IndexError):
            watched(ships, *place)


# --- What was compiled ------------------------------------------------------------------------------------------------


def test_each_function_is_compiled_once(silent: Any) -> None:
    """Another version of one would mean that somewhere a literal is handed on."""
    todo, found = [silent.dispatcher.py_func.__globals__["function"]], {}
    while todo:
        dispatcher = todo.pop()
        if dispatcher.py_func.__qualname__ not in found:
            found[dispatcher.py_func.__qualname__] = len(dispatcher.signatures)
            spaces = [dispatcher.py_func.__globals__]
            spaces += [vars(each) for each in spaces[0].values() if type(each) is type(sys)]
            todo += [each for space in spaces for each in space.values() if hasattr(each, "py_func")]
    assert {name: versions for name, versions in found.items() if versions > 1} == {}
    assert sum(found.values()) > 100


def test_the_code_counts_no_references_and_knows_no_fractions(silent: Any) -> None:
    (text,) = silent.dispatcher.inspect_llvm().values()
    assert [word for word in ("NRT_", "double", " float ") if word in text] == []


def test_a_second_process_only_loads_it(silent: Any) -> None:
    program = (
        "from flagplot.fta3.play import engines\n"
        "warm = engines.is_warm()\n"
        "stats = engines.compiled().dispatcher.stats\n"
        "print(warm, len(stats.cache_hits), len(stats.cache_misses))"
    )
    assert _python("-c", program) == "True 1 0\n"
    answer = json.loads(_python("-m", "flagplot", "warm", "--json"))
    assert answer["built"] is False
    assert answer["folder"] == str(engines.folder())


def test_without_a_compiler_the_silent_twin_fights_the_same_battles(draw: Builder) -> None:
    """All shots at once, interpreted: numbers that wrap or turn into fractions in one of the two would show."""
    program = (
        "import pickle, sys, warnings\n"
        "warnings.simplefilter('error')\n"
        "from flagplot.fta3.play import engines\n"
        "engine = engines.compiled()\n"
        "for b, rows in pickle.load(sys.stdin.buffer):\n"
        "    fought = engines.rows(b, 1)\n"
        "    engine(b, 0, 1, fought)\n"
        "    assert fought.tolist() == rows\n"
    )
    battles = []
    for seed in range(25):
        rows = fought(engines.interpreted, draw(seed)).tolist()
        battles.append((draw(seed, trace_rows=1), rows))
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", program], input=pickle.dumps(battles), env=environment, check=True)


def test_fighting_interpreted_loads_no_compiler() -> None:
    program = "import sys, flagplot.fta3.play.engines\nprint('numba' in sys.modules)"
    assert _python("-c", program) == "False\n"


def _python(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
