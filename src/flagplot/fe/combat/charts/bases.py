"""Bases in battle: attack factors by electronic warfare, incremental damage (308.8), repair points (420.42)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults, nearest
from flagplot.fe.empires import Empire
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of

EW = Citation("fe", "play-aid/base-ew")
SIDS = Citation("fe", "308.8")

NAMES = {"starbase": "SB", "sector base (stb)": "STB", "battle station (bats)": "BATS", "base station (bs)": "BS"}
"""How the chart calls a base in its first rows, and the code that it goes by."""

OTHER_CODES = {"BTS": "BATS", "SFB": "SF", "STARBASE": "SB"}


class Row(NamedTuple):
    """A row of the charts: the base, its side, the empires whose drones keep a floor, and the attack at EW 1, 2, …

    An attack is None where the rulebook prints none.
    """

    base: str
    crippled: bool
    drones: frozenset[Empire]
    attacks: tuple[int | None, ...]


FLOORS = {
    "Kzinti": frozenset({Empire.KZINTI}),
    "Fed-Klingon": frozenset({Empire.FEDERATION, Empire.KLINGON}),
    "Kzinti-Fed-Klingon": frozenset({Empire.KZINTI, Empire.FEDERATION, Empire.KLINGON}),
    "Fed-Kzinti": frozenset({Empire.FEDERATION, Empire.KZINTI}),  # of the BSX; whether a Klingon one too is reading H81
}


@cache
def listed_rows() -> tuple[Row, ...]:
    """The rows of the list of electronic warfare ratings; what it prints in several lines is one row."""
    found: dict[tuple[str, bool, str], list[int]] = {}
    for label, _, attacks in charts_of("bases")["base-ew"].rows:
        head, _, floor = label.partition(" vs ")
        crippled = head.startswith("Crippled ")
        name = head.removeprefix("Crippled ")
        base = NAMES.get(name.casefold(), name)
        found.setdefault((base, crippled, floor), []).extend(int(each) for each in attacks.split(", ") if each)
    rows = []
    for (base, crippled, floor), listed in found.items():
        values: list[int | None] = [*listed]
        if base == "BSX" and crippled:  # cut off in print; half of 16, as its steps say (reading H03)
            values = [8, None]
        rows.append(Row(base, crippled, FLOORS.get(floor, frozenset()), tuple(values)))
    return tuple(rows)


@cache
def aid_rows() -> tuple[Row, ...]:
    """The rows of the play aid, its reversed head put right (reading H01): of SB, SBX and BTX."""
    floors = {"Attack": frozenset(), "A-Kzin": FLOORS["Kzinti"], "A-K/F": FLOORS["Fed-Klingon"]}
    rows = []
    for base, kind, *cells in charts_of("bases")["starbase-ew"].rows:
        printed = cells[:6]
        while printed and printed[-1] == "-":
            printed.pop()
        pairs = [cell.partition("/")[::2] for cell in reversed(printed)]
        if pairs:
            whole = tuple(int(first) if first.isdigit() else None for first, _ in pairs)
            halves = tuple(int(second) for _, second in pairs if second)
            rows += [Row(base, False, floors[kind], whole), Row(base, True, floors[kind], halves)]
    return tuple(rows)


@carries_out("fe", "play-aid/base-ew")
def attacks_of(
    base: str,
    owner: Empire,
    options: Options,
    where: str,
    faults: Faults,
    *,
    crippled: bool = False,
    against: Empire | None = None,
) -> tuple[int | None, ...]:
    """The attack factors of a base at EW 1, 2, … as far as it has settings; None for one that is not printed.

    The drones of some empires need no power, so that their bases keep a floor: of its owner by default, of the enemy
    it fights (``against``) where the label of the row is read so. Refused for a base without a row.
    """
    code = code_of(base)
    empire = (against or Empire.GENERIC) if options["base-ew-label"] == "against" else owner
    own = [row for row in _rows(code, options) if row.crippled is crippled]
    if not own:
        known = dict.fromkeys(row.base for row in (*listed_rows(), *aid_rows()))
        mend = f"See rule 313 and the ship tables. {nearest(base, known)}"
        message = f"the charts have no {'crippled side' if _rows(code, options) else 'row'} of {base}"
        faults.add("not-in-the-data", where, message, mend=mend, citation=EW)
        return ()
    plain = next(row.attacks for row in own if not row.drones)
    found = next((row.attacks for row in own if empire in row.drones), plain)
    if options["base-ew-order"] == "play-aid":
        most = max(len(row.attacks) for row in _rows(code, options))
        return (*(None,) * (most - len(found)), *reversed(found))
    return found


def code_of(base: str) -> str:
    """The code of a base in capitals, with other spellings (BTS) put right."""
    word = " ".join(base.upper().split())
    return OTHER_CODES.get(word, NAMES.get(word.casefold(), word))


def _rows(code: str, options: Options) -> Iterator[Row]:
    """The rows of a base, from the list where it has them, else from the play aid."""
    rows = [row for row in listed_rows() if row.base == code] or [row for row in aid_rows() if row.base == code]
    for row in rows:
        if code == "BSX" and row.drones and options["klingon-bsx"] == "floor":
            yield row._replace(drones=row.drones | {Empire.KLINGON})
        elif code == "BTX" and not row.crippled and options["btx-electronic-warfare"] == "as-stx":
            yield row._replace(attacks=tuple(5 if each is None else each for each in row.attacks))
        else:
            yield row


INFERRED_POINTS = frozenset({"SFX"})
"""Bases whose steps are printed without the points that one resolves."""


class Steps(NamedTuple):
    """Incremental damage of a base: steps that cripple it, further ones that destroy it (None: by ordinary damage
    alone), and the points that a voluntary step resolves.
    """

    base: str
    cripple: int
    destroy: int | None
    points: Fraction
    rule: str

    @property
    def defence(self) -> Fraction:
        """What the steps that cripple it come to."""
        return self.cripple * self.points

    @property
    def crippled_defence(self) -> Fraction:
        """What the rest comes to; for a base that takes no more steps, half of the first."""
        return self.defence / 2 if self.destroy is None else self.destroy * self.points


@cache
def listed_steps() -> Mapping[str, Steps]:
    """The bases that are damaged in steps, by their codes."""
    return {
        code: Steps(code, int(cripple), None if destroy == "-" else int(destroy), Fraction(points), rule)
        for code, cripple, destroy, points, rule in charts_of("bases")["sids"].rows
    }


@carries_out("fe", "308.82", "308.861", "308.862", "308.863", "523.412")
def steps_of(base: str, where: str, faults: Faults) -> Steps | None:
    """The steps of a base; one without SIDS, and a stellar fortress without X, is refused."""
    listed = listed_steps()
    found = listed.get(code_of(base))
    if found is None:
        mend = f"See rule 308.8. {nearest(base, listed)}"
        faults.add("not-in-the-data", where, f"the steps of {base} are not in the data", mend=mend, citation=SIDS)
    return found


@carries_out("fe", "308.811")
def directed_rate(steps: Steps, options: Options, *, mauler: bool) -> tuple[int, Fraction]:
    """How often the points of a step are paid to direct one: four times, twice with a mauler; and those points.

    Of a starbase that comes to 18, 9 with a mauler; of other bases to the like of their own step, or flat to the same.
    """
    starbase = steps.base in ("SB", "SBX")
    flat = starbase or options["directed-step-price"] == "flat"
    return 2 if mauler else 4, Fraction(9, 2) if flat else steps.points


def directed_price(steps: Steps, options: Options, *, mauler: bool) -> Fraction:
    """The damage points of one directed step."""
    times, points = directed_rate(steps, options, mauler=mauler)
    return times * points


@carries_out("fe", "308.82/limit")
def refuse_steps(steps: Steps, count: int, where: str, faults: Faults, *, crippled: bool, by_marines: int = 0) -> None:
    """Refuse directed steps: more than one a round besides one of Marines, or any on a side that takes none."""
    if crippled and steps.destroy is None:
        message = f"a crippled {steps.base} takes no incremental damage"
        mend = f"Damage it as any unit: {steps.crippled_defence} points destroy it."
        faults.add("no-incremental-damage", where, message, mend=mend, citation=Citation("fe", steps.rule))
    over = count - by_marines - 1 if by_marines <= 1 else count - 2
    if over > 0 or by_marines > 1:
        message = f"{count} steps are scored on one base in a round"
        mend = "One by directed damage and a second by Marines alone."
        faults.add("too-many-steps", where, message, gap=f"{max(over, 1)} too many", mend=mend, citation=SIDS)


class Repair(NamedTuple):
    """Repair points a turn, further ones for field repairs, and whether one damaged X-ship may be mended instead."""

    points: int
    field: int
    or_x_ship: bool


CODES = {
    "STB": "Sector Bases",
    "STX": "X-Sector Base",
    "SB": "Starbases",
    "SBX": "X-Starbases",
    "SF": "Stellar Fortresses",
    "BS": "Base Stations",
    "BSX": "X-Base Station",
    "BATS": "Battle Stations",
    "BTX": "X-Battle Stations",
    "MB": "Mobile Bases",
    "OB": "Operational Bases",
}


@carries_out("fe", "420.42", "play-aid/other-repair", "523.422")
def repair_of(unit: str, options: Options, where: str, faults: Faults) -> Repair | None:
    """What a base or another unit repairs in a turn, by its code or its printed name."""
    charts, word = charts_of("bases"), code_of(unit)
    name = CODES.get(word, unit).casefold()
    for chart in ("repair-major", "repair-smaller"):
        for label, points in charts[chart].rows:
            if label.casefold() == name:
                return Repair(int(points), 0, word == "BTX")
    for label, points, field in charts["repair-field"].rows:
        if label.casefold() == unit.casefold():
            both = field if options["task-force-repair"] == "two-allowances" else ""
            return Repair(int(points), int(both or 0), False)
    known = [*CODES, *(row[0] for row in charts["repair-field"].rows)]
    mend = f"See rule 420.42. {nearest(unit, known)}"
    message = f"the repair points of {unit} are not in the data"
    faults.add("not-in-the-data", where, message, mend=mend, citation=Citation("fe", "420.42"))
    return None
