"""Numbered rule cases: TOML that asks a question or fights a battle with scripted dice, and says what must come.

The form of a file::

    [[case]]
    id = "pair-off/2"            # a rule of the case, a stroke, a number
    rules = ["pair-off"]         # the rules it shows
    title = "…"
    reading = "R25"              # label, if it shows a reading; with option = "…" if one of its options
    example = "E7"               # label, if it is a worked example

    # either a question …
    ask = "commit_limits"
    given = {own = 10, enemy = 10, lead = true}
    expect = {low = 5, high = 10}           # or refused = "code"

    # … or a battle
    scenario = '''…'''
    orders = {Alice = '''…'''}
    afterwards = {Alice = '''…'''}                     # what she orders once the battle is over
    dice = ["R1 position Red: 15"]
    rounds = 2
    events = [{kind = "paired", ship = "alice/hood"}]   # in this order, others may come between
    never = [{kind = "fled"}]
    state = {"alice/hood" = {hp = 120}}                 # or refused = ["code", …], all of them and no other

Fractions are strings ("1/2"). Keys that are not mentioned may be anything.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults, Refusal, Refused, nearest
from flagplot.core.textfile import read_file
from flagplot.engine.case import Case, CaseResult
from flagplot.engine.matching import differences, event_faults, state_faults
from flagplot.engine.ruleset import Ruleset

QUESTION_FIELDS = ("ask", "given", "expect")
BATTLE_FIELDS = ("scenario", "orders", "afterwards", "dice", "rounds", "events", "never", "state")


def load(source: str | bytes, where: str) -> list[Case]:
    """The cases of one file; raises ``Refused`` with every fault."""
    faults = Faults()
    cases = _read(source, where, faults)
    faults.settle()
    return cases


def load_folder(folder: Path) -> list[Case]:
    """The cases of every ``.toml`` file in the folder and below, in the order of the files' names.

    Raises ``Refused`` with every fault of all files: unreadable ones, no case at all, and ids given twice.
    """
    faults = Faults()
    cases: list[Case] = []
    for path in sorted(folder.rglob("*.toml")):
        text = read_file(path, faults)
        if text is not None:
            cases += _read(text, str(path), faults)
    first: dict[str, Case] = {}
    for case in cases:
        if case.id in first:
            message = f"there is a second case '{case.id}'; the first is at {first[case.id].where}"
            faults.add("double-id", case.where, message, fault=Fault.INCONSISTENT, mend="Give it another number.")
        first.setdefault(case.id, case)
    if not cases and not faults.found:
        mend = "Put .toml files with [[case]] tables there."
        faults.add("no-cases", str(folder), "no case was found", fault=Fault.DAMAGED, mend=mend)
    faults.settle()
    return cases


def check(cases: Iterable[Case], ruleset: Ruleset) -> None:
    """Refuse cases that name a rule, reading, option or question that the ruleset does not have, with the nearest."""
    faults = Faults()
    for case in cases:
        for id_ in case.rules:
            _known(id_, ruleset.rulebook.rules, "rule", case, faults)
        reading = ruleset.reading(case.reading)
        if case.reading and reading is None:
            _known(case.reading, ruleset.readings, "reading", case, faults)
        if case.option and reading:
            _known(case.option, reading.options, "option", case, faults)
        if case.ask and _known(case.ask, ruleset.questions, "question", case, faults):
            try:
                inspect.signature(ruleset.questions[case.ask]).bind(**case.given)
            except TypeError as error:
                message = f"'{case.id}' gives what '{case.ask}' does not take: {error}"
                faults.add("wrong-given", case.where, message, fault=Fault.MALFORMED)
    faults.settle()


def run(case: Case, ruleset: Ruleset) -> CaseResult:
    """Ask or fight the case and compare; what the code under test raises fails the case and is kept in ``error``."""
    try:
        missed = _fight(case, ruleset) if case.is_battle else _ask(case, ruleset)
    except Exception as error:
        return CaseResult(case=case, passed=False, message=f"{type(error).__name__}: {error}", error=error)
    return CaseResult(case=case, passed=not missed, message="\n".join(missed))


def _ask(case: Case, ruleset: Ruleset) -> list[str]:
    """Ask the question; the expectations that failed."""
    try:
        answer = ruleset.questions[case.ask](**case.given)
    except Refused as refused:
        return _refusal_faults(case, refused.refusals)
    if case.refused is not None:
        return _refusal_faults(case, ())
    return differences(case.expect, answer)


def _fight(case: Case, ruleset: Ruleset) -> list[str]:
    """Fight the battle; the expectations that failed."""
    outcome = ruleset.play_case(case)
    if case.refused is not None or outcome.refusals:
        return _refusal_faults(case, outcome.refusals)
    return event_faults(case.events, case.never, outcome.events) + state_faults(case.state, outcome.state)


def _refusal_faults(case: Case, refusals: Sequence[Refusal]) -> list[str]:
    """Whether exactly the expected codes were refused."""
    expected, found = set(case.refused or ()), {refusal.code for refusal in refusals}
    if expected == found:
        return []
    told = "".join(f"\n  {refusal}" for refusal in refusals)
    wanted, came = (", ".join(sorted(codes)) or "nothing" for codes in (expected, found))
    return [f"{wanted} should be refused, but {came} was{told}"]


def _read(source: str | bytes, where: str, faults: Faults) -> list[Case]:
    """The cases of one file as far as they can be read; faults are added."""
    head, entries = read_entries(source, "case", where, faults)
    head.finish()
    return [_case(entry) for entry in entries]


def _case(entry: Entry) -> Case:
    """The case of one entry; its faults are added to the entry's."""
    state = entry.table("state", required=False)
    case = Case(
        id=entry.text("id"),
        rules=entry.texts("rules"),
        title=entry.text("title"),
        where=entry.where,
        reading=entry.text("reading", required=False),
        option=entry.text("option", required=False),
        example=entry.text("example", required=False),
        ask=entry.text("ask", required=False),
        given=entry.table("given", required=False),
        expect=entry.table("expect", required=False),
        scenario=entry.text("scenario", required=False),
        orders=entry.named_texts("orders", required=False),
        afterwards=entry.named_texts("afterwards", required=False),
        dice=entry.texts("dice", required=False),
        rounds=entry.count("rounds"),
        events=entry.tables("events", required=False),
        never=entry.tables("never", required=False),
        state={id_: wanted for id_, wanted in state.items() if isinstance(wanted, dict)},
        refused=_codes(entry),
    )
    if len(case.state) != len(state):
        entry.fault("wrong-kind", "each entity of 'state' is a table", mend='Write "alice/hood" = {hp = 120}.')
    if case.id and case.rules and case.id.rpartition("/")[0] not in case.rules:
        mend = f"Call it {case.rules[0]}/ and a number."
        entry.fault("wrong-id", f"'{case.id}' does not begin with one of its rules", mend=mend)
    if case.option and not case.reading:
        entry.fault("option-without-reading", "an option is named but no reading", mend="Add reading = ….")
    _check_form(case, entry)
    if _has_float(entry.values):
        mend = 'Write a whole number, or a fraction as text: "1/2".'
        entry.fault("float", "a rule knows no number with a decimal point", mend=mend)
    entry.finish()
    return case


def _check_form(case: Case, entry: Entry) -> None:
    """A case asks or fights, not both, and expects something: an answer, or a refusal."""
    if bool(case.ask) == case.is_battle:
        mend = "Give one of 'ask' and 'scenario'."
        entry.fault("ask-or-fight", "a case either asks a question or fights a battle", mend=mend)
        return
    for key in QUESTION_FIELDS if case.is_battle else BATTLE_FIELDS:
        if key in entry.values:
            kind = "battle" if case.is_battle else "question"
            entry.fault("field-of-other-form", f"'{key}' does not belong to a {kind}", mend="Leave it out.")
    answered = bool(case.expect or case.events or case.never or case.state)
    if answered == (case.refused is not None):
        mend = "Give 'refused' alone, or what must come."
        entry.fault("expects-nothing", "a case expects either a refusal or an answer", mend=mend)


def _codes(entry: Entry) -> tuple[str, ...] | None:
    """The codes that should be refused: one text or a list of them."""
    if not entry.has("refused"):
        return None
    if isinstance(entry.values["refused"], str):
        return (entry.text("refused"),)
    return entry.texts("refused")


def _has_float(value: Any) -> bool:
    """Whether there is a float anywhere in the value."""
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    if isinstance(value, list):
        return any(map(_has_float, value))
    return isinstance(value, float)


def _known(name: str, names: Iterable[str], kind: str, case: Case, faults: Faults) -> bool:
    """Whether the name is one of ``names``; if not, a fault with the nearest."""
    known = list(names)
    if name not in known:
        message = f"'{case.id}' names a {kind} '{name}' that there is not"
        faults.add(f"unknown-{kind}", case.where, message, fault=Fault.INCONSISTENT, mend=nearest(name, known))
    return name in known
