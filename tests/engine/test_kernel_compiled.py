"""What is compiled, where it is kept, and what it takes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core import dice as d
from flagplot.engine import kernel, kernel_cache
from flagplot.engine.kernel_words import form_of, words_of

MONTH = 30 * 24 * 3600


class Inner(NamedTuple):
    """Part of a state."""

    grid: Any
    number: int


class State(NamedTuple):
    """What a kernel is given."""

    row: Any
    inner: Inner
    number: int


def state() -> State:
    return State(np.arange(3), Inner(np.arange(6).reshape(2, 3), 7), -1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of compiled kernels."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "flagplot" / "kernels"


@pytest.fixture
def fresh() -> Iterator[None]:
    """Fingerprints are found anew."""
    kernel_cache.fingerprint.cache_clear()
    yield
    kernel_cache.fingerprint.cache_clear()


# --- Dice, compiled: small enough to be compiled again and again ------------------------------------------------------

ARGUMENTS = (d.keyed(3), 1, 0, 5, 3, 20)


@pytest.mark.slow
def test_a_compiled_function_does_what_the_interpreted_one_does() -> None:
    face = kernel.compiled(d.face, ARGUMENTS)

    @given(
        st.integers(0, 2**64 - 1),
        st.integers(0, 2**63 - 1),
        st.integers(0, 255),
        st.integers(0, 1),
        st.integers(0, 999),
    )
    def same(key: int, sample: int, phase: int, side: int, number: int) -> None:
        dice = d.at(d.keyed(key), sample, 7)
        for sides in (6, 20, 100):
            place = (phase, side, 2**31 - 1, number, sides)
            assert face(dice, *place) == d.face(dice, *place)

    same()


@pytest.mark.slow
def test_constants_may_be_others_in_the_twin_alone() -> None:
    other = kernel.compiled(d.face, ARGUMENTS, {"flagplot.core.dice.FRACTION_DICE": 2})
    # Die 3 now comes from the second fraction, where die 9 stood.
    dice = [d.at(ARGUMENTS[0], sample, 0) for sample in range(200)]
    assert [other(each, 1, 0, 5, 3, 20) for each in dice] == [d.face(each, 1, 0, 5, 9, 20) for each in dice]
    assert d.FRACTION_DICE == 8
    with pytest.raises(ValueError, match="not enough values"):
        kernel.compiled(d.face, ARGUMENTS, {"flagplot.core.nowhere.FRACTION_DICE": 2})


@pytest.mark.slow
def test_it_is_warm_once_it_has_been_compiled(folder: Path) -> None:
    assert not kernel.is_warm(d.face, ARGUMENTS)
    face = kernel.compiled(d.face, ARGUMENTS)
    assert kernel.is_warm(d.face, ARGUMENTS)
    assert not kernel.is_warm(d.face, ARGUMENTS, checked=True)
    assert not kernel.is_warm(d.pair, ARGUMENTS)
    place = kernel.folder_of(d.face, ARGUMENTS)
    assert place.parent == folder
    assert place.stat().st_mode & 0o777 == folder.stat().st_mode & 0o777 == 0o700
    again = kernel.compiled(d.face, ARGUMENTS)
    assert (len(again.dispatcher.stats.cache_hits), len(again.dispatcher.stats.cache_misses)) == (1, 0)
    assert again(*ARGUMENTS) == face(*ARGUMENTS) == d.face(*ARGUMENTS)
    # Compiled for another kind of processor, it is not.
    (place / kernel_cache.READY).write_text("another")
    assert not kernel.is_warm(d.face, ARGUMENTS)


@pytest.mark.slow
def test_where_others_may_write_nothing_is_kept_nor_read(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert kernel.compiled(d.face, ARGUMENTS)(*ARGUMENTS) == d.face(*ARGUMENTS)
    assert not kernel.is_warm(d.face, ARGUMENTS)


@pytest.mark.slow
def test_other_types_are_refused_rather_than_compiled() -> None:
    face = kernel.compiled(d.face, ARGUMENTS)
    for wrong in (20.0, True, None, np.arange(1)):
        with pytest.raises(TypeError):
            face(ARGUMENTS[0], 1, 0, 5, 3, wrong)
    with pytest.raises(TypeError, match="no bool"):
        face(ARGUMENTS[0]._replace(sample=True), *ARGUMENTS[1:])
    with pytest.raises(TypeError, match="instead of Dice"):
        face(state(), *ARGUMENTS[1:])


# --- The kernel is closed ---------------------------------------------------------------------------------------------


def test_the_kernel_is_what_imports_reach() -> None:
    assert set(kernel_cache.sources("flagplot.core.dice")) == {"flagplot.core.dice"}
    reached = set(kernel_cache.sources("flagplot.fta3.battle.sampling"))
    assert {"flagplot.core.dice", "flagplot.fta3.battle.position", "flagplot.engine.marks"} <= reached
    assert not reached & {"flagplot", "flagplot.fta3", "flagplot.fta3.play.setup", "flagplot.engine.kernel"}


@pytest.mark.parametrize(
    ("entry", "outside"), [("flagplot.core.sources", "hashlib"), ("flagplot.core.rounding", "fractions")]
)
def test_an_import_from_outside_is_refused_by_name(entry: str, outside: str) -> None:
    with pytest.raises(ImportError, match=f"imports {outside}, which is outside the kernel") as refused:
        kernel_cache.sources(entry)
    assert refused.value.name == outside


def test_a_fingerprint_is_that_of_all_sources_and_options(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = "flagplot.fta3.battle.sampling"
    seen = {kernel_cache.fingerprint(entry, ""), kernel_cache.fingerprint(entry, "checked")}
    read = kernel_cache._source
    for changed in ("flagplot.core.dice", "flagplot.fta3.battle.position", entry):
        kernel_cache.fingerprint.cache_clear()
        monkeypatch.setattr(kernel_cache, "_source", lambda name, c=changed: read(name) + "#" * (name == c))
        seen.add(kernel_cache.fingerprint(entry, ""))
    assert len(seen) == 5
    monkeypatch.setattr(kernel_cache, "_source", read)
    kernel_cache.fingerprint.cache_clear()
    assert kernel_cache.fingerprint(entry, "") in seen


def test_what_nobody_used_for_a_month_goes_when_a_new_one_comes(folder: Path) -> None:
    old, recent = folder / "old", folder / "recent"
    assert kernel_cache.opens(old)
    assert kernel_cache.opens(recent)
    os.utime(old, (0, time() - MONTH - 100))
    os.utime(recent, (0, time() - MONTH + 100))
    assert kernel_cache.opens(recent)
    assert old.exists()
    assert kernel_cache.opens(folder / "new")
    assert not old.exists()
    assert recent.exists()


def test_a_folder_that_cannot_be_made_is_none(folder: Path) -> None:
    folder.parent.parent.joinpath("flagplot").write_text("a file is in the way")
    assert not kernel_cache.opens(folder / "new")


# --- Words ------------------------------------------------------------------------------------------------------------


def test_a_value_is_laid_out_without_gaps() -> None:
    value = state()
    form = form_of(value)
    words = words_of(value, form).tolist()
    assert words[:7] == [0, 0, 3, 8, value.row.ctypes.data, 3, 8]
    inner = form.place("inner")
    assert inner == 7
    assert words[inner : inner + 9] == [0, 0, 6, 8, value.inner.grid.ctypes.data, 2, 3, 24, 8]
    assert words[inner + 9 :] == [7, -1]
    assert len(words) == form.words
    assert dict(form.fields)["inner"].place("number") == 9


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        (state()._replace(row=np.arange(3, dtype=np.int32)), "State.row"),
        (state()._replace(row=np.arange(6)[::2]), "State.row"),
        (state()._replace(row=np.zeros((2, 2), np.int64)), "State.row"),
        (state()._replace(row=5), "State.row"),
        (state()._replace(inner=Inner(np.zeros((3, 2), np.int64).T, 7)), "State.inner.grid"),
        (state()._replace(inner=state()), "State.inner"),
        (state()._replace(number=True), "no bool"),
        (state()._replace(number=1.0), "no float"),
        (state()._replace(number=np.arange(1)), "State.number"),
    ],
)
def test_a_value_of_another_form_is_refused_by_its_place(changed: State, where: str) -> None:
    with pytest.raises(TypeError, match=where):
        words_of(changed, form_of(state()))


def test_an_array_that_must_not_be_written_is_refused() -> None:
    value = state()
    value.row.flags.writeable = False
    with pytest.raises(TypeError, match=r"State\.row"):
        words_of(value, form_of(value))


def test_numba_is_not_loaded_before_something_is_compiled() -> None:
    program = "import sys, flagplot.engine.kernel\nprint('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(Path(kernel.__file__).parents[2])}
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "False\n"
