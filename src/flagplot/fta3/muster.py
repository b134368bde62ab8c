"""The moderator's short hand for forces: ``3 FF Swift, Sure, Stout; Sure at light damage`` and ``12 TL5, 6 TL4``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, Refused, nearest
from flagplot.fta3.damage import Level, starting_hp
from flagplot.fta3.forces import Ship, Wing
from flagplot.fta3.ships import Hull, at_tech_level

MOST_SHIPS = 1000
MOST_FIGHTERS = 10_000
FIGHTER_LEVELS = range(1, 7)

SHIPS = re.compile(r"(?P<count>[+-]?\d+(?:[.,/]\d+)?)?\s*(?P<code>[^\s,;]+)(?P<names>.*)", re.DOTALL)
CLAUSE = re.compile(r"(?P<names>.+?)\s+at\s+(?P<level>\w+)(?:\s+damage)?", re.IGNORECASE | re.DOTALL)
FIGHTERS = re.compile(r"(?P<count>[+-]?\d+(?:\.\d+)?)\s*(?:x\s*)?TL\s*(?P<level>-?\d+(?:\.\d+)?)", re.IGNORECASE)
SHAPE = "Write a count, a hull and names, for instance: 3 FF Swift, Sure, Stout; Sure at light damage."
LEVELS = {level.value: level for level in Level}


@dataclass
class Muster:
    """Reads the forces of one owner; ``where`` names the owner for refusals."""

    owner_id: str
    tl: int
    hulls: Mapping[str, Hull]
    where: str
    faults: Faults
    ships: list[Ship] = field(default_factory=list)

    @carries_out("fta3", "enumerate-fleets")
    def read_ships(self, lines: Iterable[str]) -> tuple[Ship, ...]:
        """All ships of the owner; unnamed ones are numbered by hull."""
        for number, line in enumerate(lines, 1):
            if line.split("#")[0].strip():
                self.read_line(line.split("#")[0].strip(), f"{self.where}, ships, line {number}")
        return tuple(self.ships)

    def read_line(self, line: str, where: str) -> None:
        head, *clauses = [part.strip() for part in line.split(";")]
        match = SHIPS.fullmatch(head)
        if match is None:
            self.refuse("malformed-ships", where, f"'{line}' is no list of ships", SHAPE, Fault.MALFORMED)
            return
        names = [name.strip().strip("\"'").strip() for name in match["names"].split(",") if name.strip()]
        hull = self.hull(match["code"], where)
        count = self.count(match["count"], names, where)
        if hull is None or count is None:
            return
        levels = self.levels(clauses, names, where)
        for name in [*names, *self.numbered(hull.code, count - len(names))]:
            self.enter(hull, name, levels.get(name.casefold(), levels.get("all")), where)

    def hull(self, code: str, where: str) -> Hull | None:
        """The hull as built at the owner's tech level."""
        folded = {known.casefold(): known for known in self.hulls}
        if code.casefold() not in folded:
            message = f"there is no hull '{code}' in the book"
            self.refuse("unknown-hull", where, message, nearest(code, self.hulls), rule="enumerate-fleets")
            return None
        try:
            return at_tech_level(self.hulls[folded[code.casefold()]], self.tl)
        except Refused as refused:
            for refusal in refused.refusals:
                message = f"{code}: {refusal.message}"
                self.faults.add(
                    refusal.code, where, message, fault=refusal.fault, mend=refusal.mend, citation=refusal.citation
                )
            return None

    def count(self, text: str | None, names: list[str], where: str) -> int | None:
        """How many ships a line lists; as many as it names where it does not say."""
        if text is None:
            if not names:
                self.refuse("malformed-ships", where, "there is neither a count nor a name", SHAPE, Fault.MALFORMED)
                return None
            return len(names)
        if not re.fullmatch(r"\+?\d+", text) or not 1 <= int(text) <= MOST_SHIPS:
            message = f"{text} is no number of ships"
            self.refuse("bad-count", where, message, f"A whole number from 1 to {MOST_SHIPS}.", rule="enumerate-fleets")
            return None
        if len(names) > int(text):
            gap = f"{len(names) - int(text)} names too many"
            message = f"{len(names)} ships are named and {int(text)} listed"
            self.faults.add(
                "too-many-names", where, message, fault=Fault.INCONSISTENT, gap=gap, mend="Is a comma or a count wrong?"
            )
            return None
        return int(text)

    def numbered(self, code: str, count: int) -> list[str]:
        """The names of unnamed ships: the hull and the next free number."""
        taken = {ship.name.casefold() for ship in self.ships}
        names: list[str] = []
        number = 1
        while len(names) < count:
            if f"{code} {number}".casefold() not in taken:
                names.append(f"{code} {number}")
            number += 1
        return names

    def levels(self, clauses: Iterable[str], names: list[str], where: str) -> dict[str, Level]:
        """Damage levels by name, from clauses such as ``Sure at light damage``."""
        known = {name.casefold() for name in names} | {"all"}
        found: dict[str, Level] = {}
        for clause in filter(None, clauses):
            match = CLAUSE.fullmatch(clause)
            level = LEVELS.get(match["level"].lower()) if match else None
            if match is None or level is None:
                mend = f"Write for instance: Sure at light damage ({', '.join(LEVELS)})."
                self.refuse("malformed-damage", where, f"'{clause}' is no damage level", mend, Fault.MALFORMED)
                continue
            for name in (part.strip().strip("\"'") for part in match["names"].split(",")):
                if name.casefold() not in known:
                    message = f"'{name}' is not among the ships of this line"
                    self.refuse("unknown-ship", where, message, nearest(name, [*names, "all"]))
                found[name.casefold()] = level
        return found

    def enter(self, hull: Hull, name: str, level: Level | None, where: str) -> None:
        """One ship, with the HP of its damage level."""
        id_ = f"{self.owner_id}/{slug(name)}"
        if any(ship.id == id_ for ship in self.ships):
            message = f"there are two ships '{name}'"
            self.refuse("double-name", where, message, "Give one of them another name.", Fault.INCONSISTENT)
            return
        if hull.hp is None and level is not None:
            message = f"'{name}' has no hit points in the book and so no damage level"
            self.refuse("no-hit-points", where, message, "Enter its hit points in the book.", rule="damage-levels")
        hp = None if hull.hp is None else starting_hp(level or Level.FINE, hull.hp)
        self.ships.append(Ship(id=id_, name=name, hull=hull, hp=hp, level=None if hp is None else level or Level.FINE))

    def read_fighters(self, text: str) -> tuple[Wing, ...]:
        """The fighters of the owner, one wing for each tech level."""
        where = f"{self.where}, fighters"
        numbers: dict[int, int] = {}
        for part in filter(None, (part.strip() for part in re.split(r"[,\n]", text))):
            match = FIGHTERS.fullmatch(part)
            if match is None:
                mend = "Write for instance: 12 TL5, 6 TL4."
                self.refuse("malformed-fighters", where, f"'{part}' is no number of fighters", mend, Fault.MALFORMED)
                continue
            if not match["count"].lstrip("+").isdigit() or int(match["count"]) > MOST_FIGHTERS:
                message = f"{match['count']} is no number of fighters"
                mend = f"A whole number from 0 to {MOST_FIGHTERS}."
                self.refuse("bad-count", where, message, mend, rule="launch-fighters")
                continue
            if not match["level"].isdigit() or int(match["level"]) not in FIGHTER_LEVELS:
                message = f"TL{match['level']} is no tech level of fighters"
                self.refuse("bad-tech-level", where, message, "A whole number from 1 to 6.", rule="tech-levels")
                continue
            numbers[int(match["level"])] = numbers.get(int(match["level"]), 0) + int(match["count"])
        return tuple(
            Wing(id=f"{self.owner_id}/tl{level}", level=level, number=number)
            for level, number in sorted(numbers.items(), reverse=True)
            if number
        )

    def refuse(
        self, code: str, where: str, message: str, mend: str, fault: Fault = Fault.ILLEGAL, rule: str = ""
    ) -> None:
        citation = Citation("fta3", rule) if rule else None
        self.faults.add(code, where, message, fault=fault, mend=mend, citation=citation)


def slug(name: str) -> str:
    """The id that a name makes: lower case, with a hyphen for whatever is neither letter nor figure."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.casefold()).split())
