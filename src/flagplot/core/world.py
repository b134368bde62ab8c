"""A world: entities by stable id, each with fields, and the changes that lead from one world to the next.

A world is a plain mapping ``{id: {field: value}}`` of what JSON holds, without floats; fractions are texts (``"3/8"``).
Nobody alters one in place: ``apply`` gives a new one that shares whatever did not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from flagplot.core.canonical import digest

Value: TypeAlias = Any
"""None (no such field), a truth value, an integer, a text, or a list or table of these."""

World: TypeAlias = Mapping[str, Mapping[str, Value]]


class Change(NamedTuple):
    """One field of one entity before and after; None stands for a field that is not there."""

    entity: str
    field: str
    before: Value
    after: Value

    @property
    def inverse(self) -> Change:
        """The change that takes this one back."""
        return Change(self.entity, self.field, self.after, self.before)


class DriftError(Exception):
    """A change whose ``before`` is not what the world holds: the log and the world have come apart."""


def apply(world: World, changes: Iterable[Change]) -> World:
    """The world after the changes, in their order; raises ``DriftError`` where one does not fit.

    An entity comes to be with its first field and is gone with its last.
    """
    after = dict(world)
    own: dict[str, dict[str, Value]] = {}
    for change in changes:
        entity = own.setdefault(change.entity, dict(after.get(change.entity, {})))
        found = entity.get(change.field)
        if found != change.before or isinstance(found, bool) != isinstance(change.before, bool):
            what = f"{change.entity}.{change.field}"
            raise DriftError(f"{what} is {found!r} and not {change.before!r}, so it cannot become {change.after!r}")
        if change.after is None:
            entity.pop(change.field, None)
        else:
            entity[change.field] = change.after
        after[change.entity] = entity
        if not entity:
            del after[change.entity]
    return after


def alter(world: World, entity: str, **fields: Value) -> tuple[Change, ...]:
    """The changes that give an entity these field values; fields that have them already need none."""
    known = world.get(entity, {})
    pairs = ((field, known.get(field), value) for field, value in fields.items())
    return tuple(Change(entity, field, before, after) for field, before, after in pairs if before != after)


def state_hash(world: World) -> str:
    """The SHA-256 of the whole world, whatever order it was built in."""
    return digest({id_: dict(fields) for id_, fields in world.items()})
