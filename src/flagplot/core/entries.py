"""Entries of a TOML file: a head and one kind of table, read field by field, each fault told with its place."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.textfile import check_text
from flagplot.core.toml import load

Value = TypeVar("Value")

MOST = 10**9
"""No count of anything is higher; Python refuses to write numbers of some thousand digits."""


FRACTION = re.compile(
    r"(?:(?P<whole>[0-9]{1,9})(?:\s+|$))?(?:(?P<above>[0-9]{1,9})\s*/\s*(?P<below>[0-9]{1,9}))?(?<!^)"
)


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

    def number(self, key: str, *, least: int = 0, most: int = MOST, default: int | None = None) -> int:
        """A whole number between limits; one without a default is required."""
        value = self._value(key, default is None, default if default is not None else least)
        if type(value) is int and least <= value <= most:
            return value
        return self._wrong_kind(key, f"a whole number from {least} to {most}", least)

    def fraction(self, key: str) -> Fraction | None:
        """An exact amount of nothing or more: a whole number, or a text such as "5/8" or "2 5/8"; None where absent."""
        if not self.has(key):
            return None
        value = self.values[key]
        if type(value) is int and 0 <= value <= MOST:
            return Fraction(value)
        found = FRACTION.fullmatch(value.strip()) if isinstance(value, str) else None
        if found and int(found["below"] or 1):
            return int(found["whole"] or 0) + Fraction(int(found["above"] or 0), int(found["below"] or 1))
        return self._wrong_kind(key, 'a whole number, or a fraction in quotes such as "5/8"', None)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Yes or no, written ``true`` or ``false``."""
        value = self._value(key, False, default)
        return value if isinstance(value, bool) else self._wrong_kind(key, "true or false", default)

    def word(self, key: str, choices: Iterable[str], *, default: str = "") -> str:
        """One of a few words; one without a default is required."""
        known = list(choices)
        value = self._value(key, not default, default or known[0])
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self.fault("unknown-word", f"'{value}' is no value of '{key}'", mend=nearest(value, known))
            return default or known[0]
        return self._wrong_kind(key, f"one of {', '.join(known)} in quotes", default or known[0])

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
