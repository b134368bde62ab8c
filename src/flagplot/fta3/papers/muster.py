"""The moderator's short hand for forces: ``3 FF Swift, Sure, Stout; Sure at light damage; Swift with lucky`` and
``12 TL5, 6 TL4``.

A name with a comma, a semicolon or a ``#`` in it goes in double quotes; ``#`` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.engine.columns import Row, shorten
from flagplot.engine.names import check_name, fold, nearest_name, slug, tidy
from flagplot.fta3.book.damage import Level, starting_hp
from flagplot.fta3.book.fitting_lists import check_quirks, read_names
from flagplot.fta3.book.fittings import Fitting, Sort, built_in
from flagplot.fta3.book.ships import Hull, Size, at_tech_level
from flagplot.fta3.papers.forces import Ship, Wing

MOST_SHIPS = 1000
"""In one line."""

MOST_SHIPS_A_SIDE = 2000
MOST_FIGHTERS = 10_000
"""Of one owner and tech level: each rolls a die of its own, and the dice of one address are numbered."""

FIGHTER_LEVELS = range(1, 7)
EVERY_SHIP = "all"
"""In a clause: every ship of the line. No ship can be called so."""

COUNT = r"(?P<count>[+-]?\d++(?:[.,/]\d+)?)"
SHIPS = re.compile(rf"{COUNT}?\s*(?P<code>[^\W\d][^\s,;:\"]*)\s*:?(?P<names>.*)")
AT = re.compile(r"(?P<names>.+) at (?P<level>\w+)(?: damage)?", re.IGNORECASE)
WITH = re.compile(r"(?P<names>.+) with (?P<quirks>.+)", re.IGNORECASE)
FIGHTERS = re.compile(rf"{COUNT}\s*(?:x\s*)?TL\s*(?P<level>[+-]?\d++(?:\.\d+)?)", re.IGNORECASE)
WHOLE = re.compile(r"\+?\d{1,9}")
SHAPE = "Write a count, a hull and names, for instance: 3 FF Swift, Sure, Stout; Sure at light damage."
LEVELS = {level.value: level for level in Level}


class Line(NamedTuple):
    """One line of a list of ships: so many of a hull, the first of them named, and clauses on damage and quirks.

    ``quirks_at`` is where its quirks stand, if that is another place than the line's.
    """

    hull: Hull
    number: int
    names: list[str]
    clauses: list[str]
    where: str
    quirks_at: str = ""


@dataclass
class Muster:
    """Reads the forces of one owner; ``where`` names the owner for refusals, ``room`` is for how many ships."""

    owner_id: str
    tl: int
    hulls: Mapping[str, Hull]
    where: str
    faults: Faults
    room: int = MOST_SHIPS_A_SIDE
    fittings: Mapping[str, Fitting] = field(default_factory=built_in)
    ships: dict[str, Ship] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folded = {code.casefold(): hull for code, hull in self.hulls.items()}

    def read_ships(self, texts: Iterable[str]) -> tuple[Ship, ...]:
        """All ships of the owner from lines of text."""
        tidied = [(number, _without_comment(text)) for number, text in enumerate(texts, 1)]
        lines = [self.read_line(text, f"{self.where}, ships, line {number}") for number, text in tidied if text]
        return self.enlist([line for line in lines if line])

    def read_rows(self, rows: Iterable[Row]) -> tuple[Ship, ...]:
        """All ships of the owner from the rows of a sheet: each one ship, or several of one hull."""
        return self.enlist([self.read_row(row) for row in rows if row.text("hull")])

    def read_row(self, row: Row) -> Line:
        """What one row lists. Only where it lists several do commas part their names."""
        several = (row.number("number") or 1) > 1
        cell, where = tidy(row.text("name")), row.where("name")
        names = [self.name(name, where) for name in (_cut(cell, ",") if several else [cell]) if name]
        count = None if row.number("number") is None and names else str(row.number("number") or 1)
        clauses = [f"{EVERY_SHIP} at {row.text('damage')}"] if row.text("damage") else []
        if row.items("quirks"):
            clauses.append(f"{EVERY_SHIP} with {', '.join(row.items('quirks'))}")
        hull = self.hull(row.text("hull"), row.where("hull"))
        number = self.count(count, names, row.where("number"))
        return Line(hull, number, names, clauses, where, row.where("quirks"))

    @carries_out("fta3", "enumerate-fleets")
    def enlist(self, lines: Sequence[Line]) -> tuple[Ship, ...]:
        """All ships of the owner in the order of the lines; unnamed ones are numbered by hull.

        A number is never given to two ships, nor one that makes the name of another ship, in whatever line that stands.
        """
        listed = sum(line.number for line in lines)
        if listed > self.room:
            message, gap = f"{listed} ships are too many", f"{listed - self.room} too many"
            mend = f"At most {MOST_SHIPS_A_SIDE} on a side."
            self.faults.add("too-many-ships", f"{self.where}, ships", message, gap=gap, mend=mend)
            return ()
        taken = {slug(name) for line in lines for name in line.names}
        last: dict[str, int] = {}
        for line in lines:
            names = list(line.names)
            while len(names) < line.number:
                last[line.hull.code] = last.get(line.hull.code, 0) + 1
                name = f"{line.hull.code} {last[line.hull.code]}"
                if slug(name) not in taken:
                    names.append(name)
            on_quirks = [clause for clause in line.clauses if WITH.fullmatch(clause) and not _level_of(clause)]
            levels = self.levels([clause for clause in line.clauses if clause not in on_quirks], names, line.where)
            quirks = self.quirks(on_quirks, names, line)
            for name in names:
                level = levels.get(fold(name), levels.get(EVERY_SHIP))
                self.enter(line.hull, name, level, quirks.get(fold(name), quirks.get(EVERY_SHIP, ())), line.where)
        return tuple(self.ships.values())

    def read_line(self, text: str, where: str) -> Line | None:
        """What one line lists; with a fault, the nearest thing to it, so that its ships are known to other lines."""
        head, *clauses = _cut(text, ";") or [""]
        match = SHIPS.fullmatch(head)
        if match is None:
            self.refuse("malformed-ships", where, f"'{shorten(text)}' is no list of ships", SHAPE, Fault.MALFORMED)
            return None
        names = [self.name(name, where) for name in _cut(match["names"], ",")]
        hull = self.hull(match["code"], where)
        return Line(hull, self.count(match["count"], names, where), names, clauses, where)

    def name(self, text: str, where: str) -> str:
        """A ship's name without its quotes; refused where it is none."""
        name = _unquoted(text)
        if '"' in name:
            mend = "Put a name in quotes as a whole, or write it without any."
            self.refuse("malformed-ships", where, f"a quote is not closed: {shorten(name)}", mend, Fault.MALFORMED)
        elif fold(name) == EVERY_SHIP:
            message = f"no ship can be called '{name}', which means every ship of the line"
            self.refuse("bad-name", where, message, "Choose another name.")
        else:
            check_name(name, where, self.faults)
        return name

    def hull(self, code: str, where: str) -> Hull:
        """The hull as built at the owner's tech level; one that does not fight, with a fault, where there is none."""
        hull = self.folded.get(code.casefold())
        if hull is None:
            message = f"there is no hull '{shorten(code)}' in the book"
            self.refuse(
                "unknown-hull", where, message, nearest_name(code, self.hulls, self.faults), rule="enumerate-fleets"
            )
            return Hull(code=code, name=code, size=Size.OTHER)
        try:
            return at_tech_level(hull, self.tl)
        except Refused as refused:
            for refusal in refused.refusals:
                message = f"{hull.code}: {refusal.message}"
                self.faults.add(
                    refusal.code, where, message, fault=refusal.fault, mend=refusal.mend, citation=refusal.citation
                )
            return Hull(code=hull.code, name=hull.name, size=hull.size)

    def count(self, text: str | None, names: list[str], where: str) -> int:
        """How many ships a line lists; as many as it names where it does not say, or says what cannot be."""
        if text is None:
            if not names:
                self.refuse("malformed-ships", where, "there is neither a count nor a name", SHAPE, Fault.MALFORMED)
            return len(names)
        if not WHOLE.fullmatch(text) or not 1 <= int(text) <= MOST_SHIPS:
            message = f"{shorten(text)} is no number of ships"
            self.refuse("bad-count", where, message, f"A whole number from 1 to {MOST_SHIPS}.", rule="enumerate-fleets")
            return len(names)
        if len(names) > int(text):
            gap = f"{len(names) - int(text)} names too many"
            message = f"{len(names)} ships are named and {int(text)} listed"
            self.faults.add(
                "too-many-names", where, message, fault=Fault.INCONSISTENT, gap=gap, mend="Is a comma or a count wrong?"
            )
        return max(int(text), len(names))

    def levels(self, clauses: Iterable[str], names: list[str], where: str) -> dict[str, Level]:
        """Damage levels by folded name, from clauses such as ``Sure at light damage``."""
        found: dict[str, Level] = {}
        for clause in clauses:
            match, level = AT.fullmatch(clause), _level_of(clause)
            if match is None or level is None:
                mend = f"Write for instance: Sure at light damage ({', '.join(LEVELS)})."
                message = f"'{shorten(clause)}' is no damage level"
                self.refuse("malformed-damage", where, message, mend, Fault.MALFORMED)
                continue
            for name in self.meant(match["names"], names, where):
                if fold(name) in found:
                    message = f"the damage of '{shorten(name)}' is told twice"
                    self.refuse("double-damage", where, message, "Keep one of the two.", Fault.INCONSISTENT)
                found[fold(name)] = level
        return found

    def quirks(self, clauses: Iterable[str], names: list[str], line: Line) -> dict[str, tuple[str, ...]]:
        """Quirks by folded name, from clauses such as ``Kent with lucky, stubborn``."""
        found: dict[str, tuple[str, ...]] = {}
        for match in filter(None, map(WITH.fullmatch, clauses)):
            where = line.quirks_at or line.where
            quirks = read_names(_cut(match["quirks"], ","), Sort.QUIRK, where, self.fittings, self.faults)
            check_quirks(quirks, line.hull, where, self.fittings, self.faults)
            for name in self.meant(match["names"], names, line.where):
                if fold(name) in found:
                    message = f"the quirks of '{shorten(name)}' are told twice"
                    self.refuse("double-quirks", line.where, message, "Keep one of the two.", Fault.INCONSISTENT)
                found[fold(name)] = quirks
        return found

    def meant(self, text: str, names: list[str], where: str) -> list[str]:
        """The names in front of a clause, which are those of ships of its line, or ``all``."""
        known = {fold(name) for name in names} | {EVERY_SHIP}
        found = [_unquoted(name) for name in _cut(text, ",")]
        for name in found:
            if fold(name) not in known:
                message = f"'{shorten(name)}' is not among the ships of this line"
                self.refuse("unknown-ship", where, message, nearest_name(name, [*names, EVERY_SHIP], self.faults))
        return found

    def enter(self, hull: Hull, name: str, level: Level | None, quirks: tuple[str, ...], where: str) -> None:
        """One ship, with the HP of its damage level."""
        id_ = f"{self.owner_id}/{slug(name)}"
        if id_ in self.ships:
            other = self.ships[id_].name
            message = f"there are two ships '{name}'"
            if other != name:
                message = f"the ships '{name}' and '{other}' differ in marks alone"
            self.refuse("double-name", where, message, "Give one of them another name.", Fault.INCONSISTENT)
            return
        known = self.hulls.get(hull.code)
        if known is not None and known.hp is None and level is not None:
            message = f"'{name}' has no hit points in the book and so no damage level"
            mend = "Leave her damage out, or enter her hit points in the book."
            self.refuse("no-hit-points", where, message, mend, rule="damage-levels")
        hp = None if hull.hp is None else starting_hp(level or Level.FINE, hull.hp)
        level = None if hp is None else level or Level.FINE
        self.ships[id_] = Ship(id=id_, name=name, hull=hull, hp=hp, level=level, quirks=quirks)

    def read_fighters(self, lines: Iterable[str]) -> tuple[Wing, ...]:
        """The fighters of the owner, one wing for each tech level."""
        numbers: dict[int, int] = {}
        for number, line in enumerate(lines, 1):
            where = f"{self.where}, fighters, line {number}"
            for part in _cut(_without_comment(line), ",;"):
                match = FIGHTERS.fullmatch(part)
                if match is None:
                    mend = "Write for instance: 12 TL5, 6 TL4."
                    message = f"'{shorten(part)}' is no number of fighters"
                    self.refuse("malformed-fighters", where, message, mend, Fault.MALFORMED)
                    continue
                level = int(match["level"]) if WHOLE.fullmatch(match["level"]) else 0
                if level not in FIGHTER_LEVELS:
                    message = f"TL{shorten(match['level'])} is no tech level of fighters"
                    self.refuse("bad-tech-level", where, message, "A whole number from 1 to 6.", rule="tech-levels")
                count = int(match["count"]) if WHOLE.fullmatch(match["count"]) else MOST_FIGHTERS + 1
                if count > MOST_FIGHTERS:
                    message = f"{shorten(match['count'])} is no number of fighters"
                    mend = f"A whole number from 0 to {MOST_FIGHTERS}."
                    self.refuse("bad-count", where, message, mend, rule="launch-fighters")
                elif level in FIGHTER_LEVELS:
                    numbers[level] = numbers.get(level, 0) + count
        for level, count in numbers.items():
            if count > MOST_FIGHTERS:
                message, gap = f"{count} fighters of TL{level} are too many", f"{count - MOST_FIGHTERS} too many"
                citation = Citation("fta3", "launch-fighters")
                mend = f"At most {MOST_FIGHTERS} of an owner and tech level."
                self.faults.add("bad-count", f"{self.where}, fighters", message, gap=gap, mend=mend, citation=citation)
        return tuple(
            Wing(id=f"{self.owner_id}/tl{level}", level=level, number=number)
            for level, number in sorted(numbers.items(), reverse=True)
            if number
        )

    def refuse(
        self, code: str, where: str, message: str, mend: str, fault: Fault = Fault.ILLEGAL, rule: str = ""
    ) -> None:
        """Note a fault, with the rule it breaks if there is one."""
        citation = Citation("fta3", rule) if rule else None
        self.faults.add(code, where, message, fault=fault, mend=mend, citation=citation)


def _level_of(clause: str) -> Level | None:
    """The damage level that a clause ends with."""
    match = AT.fullmatch(clause)
    return LEVELS.get(match["level"].lower()) if match else None


def _without_comment(text: str) -> str:
    match = re.match(r'(?:"[^"]*"|[^#])*', tidy(text))
    return match[0].strip() if match else ""


def _cut(text: str, marks: str) -> list[str]:
    """What stands between marks that are in no double quotes; blank pieces are left out."""
    return [piece for found in re.findall(rf'(?:"[^"]*"|[^{marks}])+', text) if (piece := found.strip())]


def _unquoted(name: str) -> str:
    """A name without the quotes around it."""
    whole = len(name) >= 2 and name[0] == name[-1] and name[0] in "\"'" and name[0] not in name[1:-1]
    return name[1:-1].strip() if whole else name
