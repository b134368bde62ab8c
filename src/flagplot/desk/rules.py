"""The rules of a ruleset for people and programs: where each stands, and the proof of those that are called done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Block, Fields, Listing, Node, Report, Section, Text
from flagplot.desk.rulesets import nearest_of_many, own_cases
from flagplot.engine import proof
from flagplot.engine.proof import Survival
from flagplot.engine.rulebook import Status
from flagplot.engine.ruleset import Ruleset, Standing, standings
from flagplot.formats.text import WIDTH, wrapped

INDENT = 2  # columns for each section that a rule stands under


def rules(ruleset: Ruleset, id_: str | None = None) -> list[Standing]:
    """Where each rule stands, in page order, or only the one with this id.

    Raises ``Refused`` for an unknown id and for faults of the ruleset's own cases.
    """
    if id_ is not None and id_ not in ruleset.rulebook.rules:
        faults = Faults()
        mend = nearest_of_many(id_, list(ruleset.rulebook.rules), f"flagplot rules {ruleset.id}")
        message = f"there is no rule '{id_}'"
        faults.add("unknown-rule", ruleset.id, message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    found = standings(ruleset, own_cases(ruleset))
    return [standing for standing in found if id_ in (None, standing.rule.id)]


def as_dict(ruleset: Ruleset, standing: Standing) -> dict[str, Any]:
    """One rule as JSON takes it: functions as ``module:function``, cases and readings by id."""
    rule = standing.rule
    return {
        "system": ruleset.id,
        "id": rule.id,
        "title": rule.title,
        "status": standing.status.value,
        "functions": list(map(_name, standing.functions)),
        "cases": [case.id for case in standing.cases],
        "section": rule.section,
        "pending": rule.pending,
        "text": rule.text,
        "note": rule.note,
        "readings": [reading.id for reading in _readings(ruleset, standing)],
    }


def list_report(ruleset: Ruleset, found: Sequence[Standing]) -> Report:
    """A line for each rule, indented by section, and a count by status at the end."""
    lines = [_row("status", "functions", "cases", "rule")]
    for standing in found:
        rule = standing.rule
        indent = " " * (INDENT * _depth(ruleset, standing))
        functions, cases = (str(len(each) or "-") for each in (standing.functions, standing.cases))
        row = _row(standing.status, functions, cases, indent)
        lines += wrapped(f"{rule.title} [{rule.id}]", WIDTH, row, " " * (len(row) + 4))
        if rule.pending:
            under = " " * (len(row) + 2)
            lines += wrapped(f"pending: {rule.pending}", WIDTH, under, f"{under}  ")
    counts = Counter(standing.status for standing in found)
    told = ", ".join(f"{counts[status]} {status}" for status in Status if counts[status])
    return Report(
        f"{ruleset.title} ({ruleset.id})",
        (
            Text(f"The rules of the page “{ruleset.rulebook.page}” in its order."),
            Block("\n".join(lines)),
            Text(f"{_count(len(found), 'rule')}: {told}."),
        ),
    )


def report(ruleset: Ruleset, standing: Standing) -> Report:
    """One rule in full."""
    rule = standing.rule
    pairs = [("rule", f"{ruleset.id} {rule.id}"), ("page", ruleset.rulebook.page)]
    if rule.section:
        above = ruleset.rulebook.rules[rule.section]
        pairs.append(("under", f"{above.title} [{above.id}]"))
    pairs.append(("status", standing.status))
    pairs += [(name, text) for name, text in (("pending", rule.pending), ("note", rule.note)) if text]
    parts: list[Node] = [Text(rule.text), Fields(tuple(pairs))]
    sections = {
        "Functions": [_name(function) for function in standing.functions],
        "Cases": [f"{case.id}: {case.title}" for case in standing.cases],
        "Readings that bear on it": [in_force(reading) for reading in _readings(ruleset, standing)],
    }
    parts += [Section(title, (Listing(tuple(map(Text, items))),)) for title, items in sections.items() if items]
    return Report(rule.title, tuple(parts))


def in_force(reading: Reading) -> str:
    """One reading in a line: what it is called and what is done unless a scenario chooses otherwise."""
    name = f"{reading.number} {reading.id}".strip()
    if reading.is_note:
        return f"{name}: {reading.taken}"
    return f"{name} = {reading.default}: {reading.options[reading.default]}"


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What the proof of one ruleset found: the rules called ``done``, and each removal that no case noticed."""

    system: str
    done: tuple[str, ...]
    survivals: tuple[Survival, ...]

    @property
    def holds(self) -> bool:
        """Whether there is something to prove and all of it is proved."""
        return bool(self.done) and not self.survivals

    @property
    def summary(self) -> str:
        """The outcome in one line."""
        if not self.done:
            return f"{self.system}: no rule is called done, so there is nothing to prove"
        done = f"{self.system}: {_count(len(self.done), 'rule')} called done"
        if self.survivals:
            return f"{done}, {_count(len(self.survivals), 'removal')} of a function that no case notices"
        return f"{done}, every function of each is missed by a case"

    def as_dict(self) -> dict[str, Any]:
        """The proof as JSON takes it."""
        survivals = [
            {"rule": each.rule, "function": each.function, "removal": each.removal.value} for each in self.survivals
        ]
        return {"system": self.system, "holds": self.holds, "done": list(self.done), "survivors": survivals}


def done_among(found: Sequence[Standing]) -> list[str]:
    """The ids of the rules that are called done."""
    return [standing.rule.id for standing in found if standing.status is Status.DONE]


def prove(ruleset: Ruleset, found: Sequence[Standing], progress: Callable[[str], None] | None = None) -> Proof:
    """Take each function of the done rules among ``found`` away and see whether their cases notice.

    ``progress`` is told the id of each rule as its trials begin. Raises ``Refused`` where a case fails by itself or a
    function cannot be taken away.
    """
    done = done_among(found)
    cases = {case.id: case for standing in found for case in standing.cases}
    survivals = proof.prove(ruleset, cases.values(), done, progress) if done else []
    return Proof(system=ruleset.id, done=tuple(done), survivals=tuple(survivals))


def _readings(ruleset: Ruleset, standing: Standing) -> list[Reading]:
    """The readings that bear on a rule."""
    return [reading for reading in ruleset.readings.values() if standing.rule.id in reading.rules]


def _name(function: FunctionType) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _depth(ruleset: Ruleset, standing: Standing) -> int:
    """How many sections a rule stands under."""
    depth, section = 0, standing.rule.section
    while section:
        depth, section = depth + 1, ruleset.rulebook.rules[section].section
    return depth


def _row(status: str, functions: str, cases: str, rule: str) -> str:
    """One line of the list in its columns."""
    return f"{status:<10}  {functions:>9}  {cases:>5}  {rule}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
