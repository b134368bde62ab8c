"""Entries of a TOML file: a head and one kind of table, read field by field, each fault told with its place."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.textfile import check_text
from flagplot.core.toml import load

Value = TypeVar("Value")

MOST = 10**9
"""No count of anything is higher; Python refuses to write numbers of some thousand digits."""


@dataclass
class Entry:
    """One table of a file, or its head: ``values`` as TOML gives them, ``where`` the file and line it begins at.

    Reading a field of the wrong kind, or a required one that is missing, adds a fault and gives an empty value, so that
    the reader can go on. ``finish`` adds one for every field that nobody asked for.
    """

    where: str
    values: dict[str, Any]
    faults: Faults
    asked: set[str] = field(default_factory=set)

    def has(self, key: str) -> bool:
        """Whether the field is there; counts as having asked for it."""
        self.asked.add(key)
        return key in self.values

    def text(self, key: str, *, required: bool = True) -> str:
        """A string that is not empty; an optional one that is absent is ''."""
        value = self._value(key, required, "")
        if not isinstance(value, str) or (key in self.values and not value.strip()):
            return self._wrong_kind(key, "some text in quotes", "")
        return value

    def texts(self, key: str, *, required: bool = True) -> tuple[str, ...]:
        """A list of strings; a required one has at least one."""
        value = self._value(key, required, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return self._wrong_kind(key, "a list of texts in quotes", ())
        if required and key in self.values and not value:
            return self._wrong_kind(key, "a list with at least one text", ())
        return tuple(value)

    def table(self, key: str, *, required: bool = True) -> dict[str, Any]:
        """A table of anything."""
        value = self._value(key, required, {})
        return value if isinstance(value, dict) else self._wrong_kind(key, "a table", {})

    def named_texts(self, key: str, *, required: bool = True) -> dict[str, str]:
        """A table whose values are strings."""
        value = self.table(key, required=required)
        if not all(isinstance(item, str) for item in value.values()):
            return self._wrong_kind(key, "a table of texts in quotes", {})
        return value

    def tables(self, key: str, *, required: bool = True) -> tuple[dict[str, Any], ...]:
        """A list of tables."""
        value = self._value(key, required, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            return self._wrong_kind(key, "a list of tables", ())
        return tuple(value)

    def count(self, key: str) -> int | None:
        """A whole number of at least one and at most ``MOST``, or None where the field is absent."""
        if not self.has(key):
            return None
        value = self.values[key]
        if type(value) is int and 1 <= value <= MOST:
            return value
        self._wrong_kind(key, f"a whole number from 1 to {MOST}", None)
        return None

    def fault(self, code: str, message: str, *, fault: Fault = Fault.MALFORMED, mend: str = "") -> None:
        """Add a fault at this entry."""
        self.faults.add(code, self.where, message, fault=fault, mend=mend)

    def finish(self) -> None:
        """Add a fault for each field that was not asked for: it is misspelt or belongs elsewhere."""
        for key in self.values:
            if key not in self.asked:
                self.fault("unknown-field", f"there is no field '{key}' here", mend=nearest(key, sorted(self.asked)))

    def _value(self, key: str, required: bool, default: Any) -> Any:
        if not self.has(key) and required:
            self.fault("missing-field", f"the field '{key}' is missing", mend=f"Add {key} = ….")
        return self.values.get(key, default)

    def _wrong_kind(self, key: str, wanted: str, empty: Value) -> Value:
        self.fault("wrong-kind", f"the field '{key}' is not what it should be", mend=f"Write {wanted}.")
        return empty


def read_entries(source: str | bytes, kind: str, where: str, faults: Faults) -> tuple[Entry, list[Entry]]:
    """The head of a TOML file and its tables ``[[kind]]``, in the order of the file.

    A file that is no plain text or no TOML is one fault (damaged) and has neither. Line numbers are found by counting
    the headers of the tables, and left out where the text of a field contains such a header too.
    """
    head = Entry(where, {}, faults)
    text = check_text(source, where, faults)
    if text is None:
        return head, []
    try:
        values = load(text)
    except ValueError as error:  # a number of thousands of digits included
        mend = "Mend that line first."
        if r"'\n'" in str(error):
            mend += ' A text of several lines stands between three quotes: """.'
        faults.add("not-toml", where, f"this is not TOML: {error}", fault=Fault.DAMAGED, mend=mend)
        return head, []
    found = values.pop(kind, [])
    head.values = values
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        head.fault("wrong-kind", f"'{kind}' is not a list of tables", mend=f"Begin each with [[{kind}]].")
        return head, []
    header = re.compile(rf"\s*\[\[\s*{re.escape(kind)}\s*\]\]")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if header.match(line)]
    places: Iterable[str] = (f"{where}:{line}" for line in lines)
    if len(lines) != len(found):
        places = (f"{where}, {kind} {number}" for number in range(1, len(found) + 1))
    return head, [Entry(place, item, faults) for place, item in zip(places, found, strict=True)]
