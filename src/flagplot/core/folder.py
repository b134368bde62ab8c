"""A game on disk: a folder with the world as it began, the log of all that happened since, and the orders.

``world.json``
    One line of canonical JSON: ruleset, name, settings, readings, and every entity as the game began. Never changed.
``events.jsonl``
    The log, a record a line. The first is chained to ``world.json``, each other to the one before it, so that the world
    of now follows from the two files and a change of either is found.
``orders/T5-M3/``
    The orders of step ``M3`` of turn 5, a text for each sender; ``T5-M3.undone-120`` those that record 120 undid.

Files are written under another name, read again and then put in place, so that a game is never half written.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flagplot.core.canonical import canonical_json
from flagplot.core.log import Deed, Record, fold, inverses, line_digest, read_log, write_records
from flagplot.core.refusal import Fault, Faults
from flagplot.core.textfile import LIMIT, read_file
from flagplot.core.world import World, state_hash

VERSION = 1
WORLD = "world.json"
LOG = "events.jsonl"
ORDERS = "orders"
MOST = 256 * LIMIT
"""The most bytes of a log: some hundred thousand records."""

UNDONE = "undone"
"""The kind of the record that takes a step back, and the step that it stands under."""

STATE = "state"
"""The fact that holds the hash of the world behind a record, where one does."""


@dataclass(frozen=True, kw_only=True)
class Head:
    """What a game is: the short name of its ruleset, its own name, settings, and the options of its readings."""

    system: str
    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as it was read: its head, the world it began with, its log, and the world of now."""

    folder: Path
    head: Head
    start: World
    records: tuple[Record, ...]
    world: World
    prev: str

    def after(self, deeds: Iterable[Deed], *, turn: int, step: str) -> Game:
        """The game with the deeds of a step in its log; nothing is written. A deed's change that does not fit is a
        ``Refused``.
        """
        records = write_records(deeds, turn=turn, step=step, after=len(self.records), prev=self.prev)
        faults = Faults()
        world = fold(self.world, records, LOG, faults)
        faults.settle()
        prev = line_digest(records[-1].line()) if records else self.prev
        return replace(self, records=(*self.records, *records), world=world, prev=prev)

    def steps(self) -> list[tuple[Record, ...]]:
        """The records of each step that stands, in order: those that were undone, and their undoing, left out."""
        standing: list[list[Record]] = []
        last: tuple[int, str] | None = None
        for record in self.records:
            if record.deed.kind == UNDONE:
                standing.pop()
                last = None
            elif (record.turn, record.step) == last:
                standing[-1].append(record)
            else:
                standing.append([record])
                last = (record.turn, record.step)
        return [tuple(step) for step in standing]

    def undone(self, reason: str, faults: Faults) -> Game | None:
        """The game with its last step taken back, which is a record with a reason; None and a fault where it cannot be.

        The step itself stays in the log.
        """
        steps = self.steps()
        if not reason.strip():
            faults.add("no-reason", "undo", "a step is taken back for a reason", mend="Say why, in a sentence.")
        if not steps:
            faults.add("nothing-to-undo", str(self.folder), "no step has been resolved that could be taken back")
        if faults.found:
            return None
        first, last = steps[-1][0], steps[-1][-1]
        deed = Deed(
            kind=UNDONE,
            actor="referee",
            text=f"Turn {first.turn} {first.step} (records {first.seq} to {last.seq}) is taken back: {reason.strip()}",
            facts={"first": first.seq, "last": last.seq, "reason": reason.strip()},
            changes=tuple(inverses(steps[-1])),
        )
        return self.after([deed], turn=last.turn, step=UNDONE)


def create(folder: Path, head: Head, world: World) -> Game:
    """A new game in a folder that is not there yet, or is empty; raises ``Refused`` where something is."""
    faults = Faults()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        mend = "Name a folder that is not there yet."
        faults.add("folder-in-use", str(folder), "there is something here already", mend=mend)
    faults.settle()
    line = _head_line(head, world)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ORDERS).mkdir(exist_ok=True)
    put(folder / LOG, "")
    put(folder / WORLD, line + "\n")
    return Game(folder=folder, head=head, start=world, records=(), world=world, prev=line_digest(line))


def open_game(folder: Path, faults: Faults) -> Game | None:
    """The game of a folder; None where it cannot be read, or was changed by another hand, and ``faults`` says why."""
    source = folder / WORLD
    if not source.is_file():
        mend = f"A game is a folder with {WORLD} in it; 'flagplot new' makes one."
        faults.add("no-game", str(folder), "there is no game here", fault=Fault.DAMAGED, mend=mend)
        return None
    text = read_file(source, faults, MOST)
    log = read_file(folder / LOG, faults, MOST) if (folder / LOG).is_file() and (folder / LOG).stat().st_size else ""
    if text is None or log is None:
        return None
    line = text.rstrip("\n")
    try:
        value = json.loads(line)
        head = Head(system=value["system"], name=value["name"], settings=value["settings"], readings=value["readings"])
        start: World = value["world"]
        if value["v"] != VERSION or _head_line(head, start) != line:
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        mend = "Put back a copy of the file that nobody has changed."
        faults.add("no-world", str(source), "this is not the world of a game", fault=Fault.DAMAGED, mend=mend)
        return None
    before = len(faults.found)
    prev = line_digest(line)
    records = read_log(log, str(folder / LOG), faults, prev)
    world = _folded(start, records, str(folder / LOG), faults)
    if len(faults.found) > before:
        return None
    last = line_digest(records[-1].line()) if records else prev
    return Game(folder=folder, head=head, start=start, records=tuple(records), world=world, prev=last)


def save(game: Game, known: int) -> None:
    """Write the log of a game opened with ``known`` records; raises ``Refused`` if another hand wrote since."""
    path = game.folder / LOG
    faults = Faults()
    before = path.read_text(encoding="utf-8")
    lines = before.splitlines()
    if len(lines) != known or (game.records[known:] and known and line_digest(lines[-1]) != game.records[known].prev):
        message = "the log was written by somebody else since it was read"
        faults.add("changed-meanwhile", str(path), message, fault=Fault.DAMAGED, mend="Do it again.")
    faults.settle()
    put(path, before + "".join(f"{record.line()}\n" for record in game.records[known:]))


def put(path: Path, text: str) -> None:
    """Write a file whole or not at all: under another name, read again, then put in place."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if Path(name).read_text(encoding="utf-8") != text:
            raise OSError(f"{path}: what was written cannot be read again")
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def orders_of(folder: Path, turn: int, step: str) -> list[Path]:
    """The order files that lie in the game's folder for a step, by name."""
    return sorted((folder / ORDERS / f"T{turn}-{step}").glob("*.txt"))


def file_orders(folder: Path, turn: int, step: str, papers: Sequence[tuple[str, str]]) -> None:
    """Keep the orders of a step, each a name and a text, in the game's folder; one of the same name is replaced."""
    home = folder / ORDERS / f"T{turn}-{step}"
    home.mkdir(parents=True, exist_ok=True)
    for name, text in papers:
        put(home / f"{name.removesuffix('.txt')}.txt", text)


def set_aside_orders(folder: Path, turn: int, step: str, seq: int) -> Path | None:
    """Put the orders of a step that record ``seq`` undid out of the way; where they now lie, None if there are none."""
    home = folder / ORDERS / f"T{turn}-{step}"
    if not home.is_dir():
        return None
    aside = home.with_name(f"{home.name}.{UNDONE}-{seq}")
    home.rename(aside)
    return aside


def _head_line(head: Head, world: World) -> str:
    return canonical_json(
        {
            "v": VERSION,
            "system": head.system,
            "name": head.name,
            "settings": dict(head.settings),
            "readings": dict(head.readings),
            "world": {id_: dict(fields) for id_, fields in world.items()},
        }
    )


def _folded(start: World, records: Sequence[Record], where: str, faults: Faults) -> World:
    """The world after the records; the last hash that they tell of must be that of the world there."""
    told = max((number for number, record in enumerate(records) if STATE in record.deed.facts), default=None)
    if told is None:
        return fold(start, records, where, faults)
    world = fold(start, records[: told + 1], where, faults)
    if not faults.found and state_hash(world) != records[told].deed.facts[STATE]:
        message = "the world that follows from the log is not the one that was there"
        faults.add("drift", f"{where}:{told + 1}", message, fault=Fault.DAMAGED)
    return fold(world, records[told + 1 :], where, faults)
