"""A NamedTuple of arrays, laid out in memory as a compiled kernel reads it: in 64-bit words, without gaps.

An integer is a word. An array of int64, in C order and writable, is its two owners (none), its number of items, the
size of one, its address, its shape and its strides, which is how numba has it. A NamedTuple is its fields, one after
another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np

WORD = 8
ARRAY_HEAD = 5


@dataclass(frozen=True)
class Form:
    """What kind of value: ``fields`` for a NamedTuple, ``dimensions`` for an array, neither for an integer."""

    name: str = "int"
    dimensions: int = 0
    fields: tuple[tuple[str, Form], ...] = ()

    @cached_property
    def words(self) -> int:
        """How many words a value takes."""
        if self.fields:
            return sum(field.words for _, field in self.fields)
        return ARRAY_HEAD + 2 * self.dimensions if self.dimensions else 1

    @cached_property
    def _places(self) -> dict[str, int]:
        ends = accumulate((field.words for _, field in self.fields), initial=0)
        return {name: place for (name, _), place in zip(self.fields, ends, strict=False)}

    def place(self, name: str) -> int:
        """How many words stand before a field."""
        return self._places[name]


def form_of(value: Any) -> Form:
    """The form of a value; TypeError for one that a kernel does not take."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return Form(type(value).__name__, 0, tuple((name, form_of(getattr(value, name))) for name in value._fields))
    if isinstance(value, np.ndarray):
        return Form("array", value.ndim)
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return Form()
    raise TypeError(f"a kernel takes integers, arrays and NamedTuples of them, no {type(value).__name__}")


def words_of(value: Any, form: Form) -> Any:
    """The words of a value, as an array; they are good for as long as the value lives.

    Raises TypeError for a value of another form, or an array that is not int64, in C order and writable.
    """
    words = np.empty(form.words, np.int64)
    words[:] = list(_words(value, form, form.name))
    return words


def _words(value: Any, form: Form, where: str) -> Iterator[int]:
    if form.fields:
        if type(value).__name__ != form.name or value._fields != tuple(name for name, _ in form.fields):
            raise TypeError(f"{where}: {type(value).__name__} instead of {form.name}")
        for (name, field), part in zip(form.fields, value, strict=True):
            yield from _words(part, field, f"{where}.{name}")
    elif form.dimensions:
        fits = isinstance(value, np.ndarray) and value.dtype == np.int64 and value.ndim == form.dimensions
        if not (fits and value.flags.carray):
            raise TypeError(f"{where}: no writable int64 array of {form.dimensions} dimensions in C order")
        yield from (0, 0, value.size, WORD, value.ctypes.data, *value.shape, *value.strides)
    else:
        if form_of(value) != form:
            raise TypeError(f"{where}: no integer")
        yield int(value)
