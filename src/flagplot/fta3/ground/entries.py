"""What a moderator enters for a ground war: one line each, with the heading it is for and his reason."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, slug
from flagplot.fta3.ground.forces import CONTINUE, SURRENDERS, WITHDRAWS, Entry, GroundSide

EXAMPLES = {
    "after": "after 1: continue; or: after 2: Red withdraws: its supply is cut",
    "time": "time 1: three weeks: a brigade dropped on a battalion",
    "plan": "plan Red +2: a feint that worked; or: plan Red +2 from 2: a feint",
    "morale": "morale 1st Marines 3: fresh from a victory; or: morale 1st Marines 1 from 2: no mail for months",
    "quality": "quality Old Guard 3: elite since Tarsis",
    "keyword": "keyword Old Guard: its keyword does nothing on this world",
    "trait": "trait void jockey: no effect on a planet",
    "supply": "supply assault: two more for each battalion",
    "transport": "transport Guam lost from 2: sunk by raiders",
    "police": "police: three battalions keep half the territory quiet",
}
"""The verbs, with an example each."""

NAMED_TRAITS = {
    "void jockey": "traits/void-jockey",
    "secured": "traits/secured",
    "science": "traits/science",
}
"""Traits that the page names and gives no number for, with their rules."""

_QUARTER = r"(?:\s+from\s+(?P<quarter>\d{1,4}))?"
_SHAPES = {
    "after": re.compile(r"(?P<quarter>\d{1,4})\s*:\s*(?P<what>[^:]+?)(?:\s*:\s*(?P<reason>.+))?"),
    "time": re.compile(r"(?P<quarter>\d{1,4})\s*:\s*(?P<what>[^:]+?)\s*:\s*(?P<reason>.+)"),
    "plan": re.compile(rf"(?P<who>.+?)\s+(?P<value>[+-]?\d{{1,2}}){_QUARTER}\s*:\s*(?P<reason>.+)"),
    "morale": re.compile(rf"(?P<who>.+?)\s+(?P<value>[0-4]){_QUARTER}\s*:\s*(?P<reason>.+)"),
    "quality": re.compile(r"(?P<who>.+?)\s+(?P<value>[0-4])\s*:\s*(?P<reason>.+)"),
    "keyword": re.compile(r"(?P<who>[^:]+?)\s*:\s*(?P<reason>.+)"),
    "trait": re.compile(r"(?P<what>[^:]+?)\s*:\s*(?P<reason>.+)"),
    "supply": re.compile(r"assault\s*:\s*(?P<reason>.+)"),
    "transport": re.compile(rf"(?P<who>.+?)\s+lost{_QUARTER}\s*:\s*(?P<reason>.+)"),
    "police": re.compile(r":?\s*(?P<reason>.+)"),
}
_RULES = {
    "after": "ground-withdrawal",
    "time": "ground-time",
    "plan": "leadership",
    "morale": "stats/morale",
    "quality": "stats/quality/elite",
    "keyword": "ground/keywords",
    "supply": "traits/assault/supply",
    "transport": "ground/transport",
    "police": "traits/military-police/beyond",
}


def read_entries_of(text: str, where: str, sides: Sequence[GroundSide], faults: Faults) -> tuple[Entry, ...]:
    """The entries of a text, one a line; blank lines and remarks behind ``#`` are passed over."""
    found: dict[tuple[str, str, int], Entry] = {}
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.partition("#")[0].strip()
        if not plain:
            continue
        place = f"{where}, line {number}"
        entry = _entry(plain, number, place, sides, faults)
        if entry is None:
            continue
        key = (entry.rule, entry.subject, entry.quarter)
        if key in found:
            message = f"line {found[key].line} has entered this already"
            faults.add("entered-twice", place, message, fault=Fault.INCONSISTENT, mend="Keep one of the two.")
        found[key] = entry
    return tuple(found.values())


def _entry(line: str, number: int, place: str, sides: Sequence[GroundSide], faults: Faults) -> Entry | None:
    word = re.match(r"\w+", line)
    verb = word[0].casefold() if word else ""
    if verb not in EXAMPLES:
        message = f"an entry begins with a verb, and '{shorten(verb or line)}' is none"
        faults.add("no-verb", place, message, fault=Fault.MALFORMED, mend=nearest(verb, EXAMPLES))
        return None
    match = _SHAPES[verb].fullmatch(line[len(verb) :].strip())
    if match is None:
        message = f"'{shorten(line)}' cannot be read"
        mend = f"Write for instance: {EXAMPLES[verb]}."
        faults.add("strange-entry", place, message, fault=Fault.MALFORMED, mend=mend)
        return None
    told = match.groupdict()
    quarter = int(told.get("quarter") or 0)
    reason = told.get("reason") or ""
    rule, subject, value, what = _RULES.get(verb, ""), "", int(told.get("value") or 0), told.get("what") or ""
    if verb == "after":
        return _after(quarter, what, reason, number, place, sides, faults)
    if verb == "trait":
        rule = NAMED_TRAITS.get(what.casefold(), "")
        if not rule:
            message, mend = f"'{shorten(what)}' is no trait left to the moderator", nearest(what, NAMED_TRAITS)
            faults.add("unknown-trait", place, message, mend=mend)
            return None
    elif verb == "plan":
        subject = _known(told["who"], {fold(side.name): side.id for side in sides}, "side", place, faults)
    elif verb == "transport":
        listed = (each.name for side in sides for each in side.transports or ())
        subject = _known(told["who"], {fold(name): slug(name) for name in listed}, "transport", place, faults)
    elif "who" in told:
        units = {fold(unit.name): unit.id for side in sides for unit in side.units}
        subject = _known(told["who"], units, "unit", place, faults)
    if "who" in told and not subject:
        return None
    return Entry(rule=rule, line=number, reason=reason, subject=subject, quarter=quarter, value=value, word=what)


def _after(
    quarter: int, what: str, reason: str, number: int, place: str, sides: Sequence[GroundSide], faults: Faults
) -> Entry | None:
    """What happens after a quarter: it goes on, or a side withdraws or surrenders."""
    if fold(what) == CONTINUE:
        return Entry(rule="ground-withdrawal", line=number, reason=reason, quarter=quarter, word=CONTINUE)
    name, _, word = what.rpartition(" ")
    side = next((side for side in sides if fold(side.name) == fold(name)), None)
    if word.casefold() not in (WITHDRAWS, SURRENDERS) or side is None or not reason:
        names = " or ".join(side.name for side in sides)
        message = f"'{shorten(what)}' does not say how it goes on"
        mend = f"continue; or {names}, then withdraws or surrenders, a colon and the reason."
        faults.add(
            "strange-entry",
            place,
            message,
            fault=Fault.MALFORMED,
            mend=mend,
            citation=Citation("fta3", "ground-withdrawal"),
        )
        return None
    return Entry(
        rule="ground-withdrawal", line=number, reason=reason, quarter=quarter, word=f"{side.id} {word.casefold()}"
    )


def _known(name: str, known: dict[str, str], what: str, place: str, faults: Faults) -> str:
    id_ = known.get(fold(name), "")
    if not id_:
        message = f"no {what} is called '{shorten(name)}'"
        faults.add(f"unknown-{what}", place, message, mend=nearest(slug(name), known))
    return id_
