"""Settings: figures that play cannot do without and the rulebook does not give, each with where its value comes from.

A referee accepts the list as it stands before anything is played: the digest of the accepted values goes into the
game's file, and a game whose values have another digest is not played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from flagplot.core.canonical import digest
from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults, nearest


class Source(StrEnum):
    """Where a value comes from, from the surest to the one that a table has made for itself."""

    SEED = "seed"
    RULING = "ruling"
    RECOLLECTION = "recollection"
    TABLE_RULE = "table rule"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One figure.

    ``value`` is its text ("1/2", "3", "entered"), empty while nobody has given one, which must be done before play.
    ``rule`` is the number that it belongs to, ``note`` who says so. ``part`` is the part of the game that asks it,
    where that may be played by itself.
    """

    id: str
    title: str
    rule: str
    value: str
    source: Source
    note: str
    part: str = ""


def load(source: str | bytes, where: str = "settings.toml") -> dict[str, Setting]:
    """The settings of a catalogue file by id, in its order; raises ``Refused`` with every fault."""
    faults = Faults()
    head, entries = read_entries(source, "setting", where, faults)
    head.text("system")
    head.finish()
    found: dict[str, Setting] = {}
    for entry in entries:
        setting = _setting(entry)
        if setting.id in found:
            entry.fault("double-id", f"there is a second setting '{setting.id}'", mend="Give it another id.")
        found[setting.id] = setting
    faults.settle()
    return found


def choose(
    catalogue: Mapping[str, Setting], wanted: Mapping[str, str], where: str, faults: Faults
) -> dict[str, Setting]:
    """Every setting with the value that a table wants, which makes it a table rule, else its own."""
    chosen = dict(catalogue)
    for id_, value in wanted.items():
        if id_ not in chosen:
            mend = nearest(id_, chosen)
            faults.add("unknown-setting", where, f"there is no setting '{id_}'", fault=Fault.CONFLICT, mend=mend)
        elif not value.strip():
            mend = f"Write {id_}=VALUE."
            faults.add("no-value", where, f"the setting '{id_}' is given no value", fault=Fault.MALFORMED, mend=mend)
        elif value.strip() != chosen[id_].value:
            chosen[id_] = replace(chosen[id_], value=value.strip(), source=Source.TABLE_RULE, note="set by the table")
    return chosen


def of_part(settings: Mapping[str, Setting], part: str) -> dict[str, Setting]:
    """The settings that one part of the game asks, all of them for no part."""
    return {id_: setting for id_, setting in settings.items() if part in ("", setting.part)}


def accepted_digest(settings: Mapping[str, Setting]) -> str:
    """What a referee writes into the game's file to accept the values: the first 16 digits of their digest."""
    return digest({id_: setting.value for id_, setting in settings.items()})[:16]


def refuse_unaccepted(
    settings: Mapping[str, Setting], accepted: str, where: str, faults: Faults, *, how: str = ""
) -> None:
    """Refuse to play with a setting that has no value, or with a list that the referee has not accepted.

    ``how`` is the command that lists them.
    """
    for id_, setting in settings.items():
        if not setting.value:
            mend = f"Give it a value: {id_} = …; see rule {setting.rule}."
            message = f"nobody has said: {setting.title}"
            faults.add("setting-without-value", where, message, fault=Fault.CONFLICT, mend=mend)
    if accepted != accepted_digest(settings):
        message = "the settings are not accepted as they stand" if accepted else "the settings are not accepted"
        mend = f'Read them{f" ({how})" if how else ""}, then write accepted = "{accepted_digest(settings)}".'
        faults.add("settings-not-accepted", where, message, fault=Fault.CONFLICT, mend=mend)


def _setting(entry: Entry) -> Setting:
    setting = Setting(
        id=entry.text("id"),
        title=entry.text("title"),
        rule=entry.text("rule"),
        value=entry.text("value", required=False),
        source=Source(entry.word("source", [source.value for source in Source])),
        note=entry.text("note"),
        part=entry.text("part", required=False),
    )
    entry.finish()
    return setting
