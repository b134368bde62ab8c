"""Keys of a paper, and tables of them read: what each holds, what it is for, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flagplot.core.refusal import Fault, nearest
from flagplot.engine.columns import shorten
from flagplot.fe.papers.kinds import Kind
from flagplot.fe.papers.naming import Names
from flagplot.fe.papers.spots import Spot


@dataclass(frozen=True)
class Key:
    """One key: its name in TOML, what it holds, what that is. ``field``: what its value is called in the battle, the
    name itself where it is empty.
    """

    name: str
    kind: Kind
    help: str
    rule: str = ""
    field: str = ""
    example: str = ""
    required: bool = False

    @property
    def verb(self) -> str:
        """The key as the verb of an order."""
        return self.name.replace("_", "-")

    @property
    def target(self) -> str:
        """What its value is called in the battle."""
        return self.field or self.name


def read_keys(values: Mapping[str, Any], keys: Iterable[Key], spot: Spot, names: Names) -> dict[str, Any]:
    """The values of a table by what they are called in the battle; whatever is wrong is told, and left out."""
    by_name = {key.name: key for key in keys}
    refuse_unknown(values, by_name, spot)
    found: dict[str, Any] = {}
    for name, key in by_name.items():
        if name in values:
            here = spot.at(name, rule=key.rule, what=f"{spot.what}, {name}" if spot.what else name)
            value = key.kind.read(values[name], here, names)
            if value is not None:
                found[key.target] = value
        elif key.required:
            message = f"the key '{name}' is missing: {key.help}"
            spot.refuse("missing-field", message, mend=f"Write {name} = {key.example}.")
    return found


def refuse_unknown(values: Iterable[str], known: Iterable[str], spot: Spot) -> None:
    """Refuse every key that there is not."""
    names = list(known)
    for name in values:
        if name not in names:
            message = f"there is no key '{shorten(name)}' here"
            spot.at(name).refuse("unknown-field", message, mend=nearest(name, names))


@dataclass(frozen=True)
class Rows:
    """A list of tables, each of which has ``keys`` of its own and makes one thing of its values."""

    keys: tuple[Key, ...]
    make: Callable[..., Any]
    holds = "tables with keys of their own"

    def read(self, value: Any, spot: Spot, names: Names) -> tuple[Any, ...] | None:
        """What the tables make."""
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            mend = f"Begin each with [[{spot.path[-1]}]], within a side [[side.{spot.path[-1]}]]."
            spot.refuse("wrong-kind", "this is no list of tables", fault=Fault.MALFORMED, mend=mend)
            return None
        found = []
        for number, each in enumerate(value):
            here, before = spot.at(number, what=f"{spot.what} {number + 1}"), len(spot.faults.found)
            values = read_keys(each, self.keys, here, names)
            if len(spot.faults.found) == before:
                found.append(self.make(**values))
        return tuple(found)
