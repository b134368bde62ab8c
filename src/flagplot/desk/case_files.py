"""Rule cases run from files: a ruleset's own, or those that players wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.core.report import Column, Entry, Node, Report, Section, Table, Text
from flagplot.core.textfile import read_file, source_name
from flagplot.desk.rulesets import cases_of, chosen, own_cases
from flagplot.engine.case import Case, CaseResult
from flagplot.engine.cases import check, load, run
from flagplot.engine.ruleset import Ruleset


@dataclass(frozen=True)
class Trial:
    """A case and the ruleset it is about."""

    ruleset: Ruleset
    case: Case

    def run(self) -> Outcome:
        """Ask or fight the case."""
        return Outcome(self.ruleset.id, run(self.case, self.ruleset))

    def has(self, text: str) -> bool:
        """Whether ``text`` occurs in its id, its title or one of its rules; capitals do not matter."""
        return any(text.casefold() in each.casefold() for each in (self.case.id, self.case.title, *self.case.rules))


@dataclass(frozen=True)
class Outcome:
    """What came of a case of the ruleset ``system``."""

    system: str
    result: CaseResult

    def as_dict(self) -> dict[str, Any]:
        """The outcome as JSON takes it; ``message`` is empty for a case that passed."""
        case = self.result.case
        return {
            "system": self.system,
            "id": case.id,
            "title": case.title,
            "where": case.where,
            "passed": self.result.passed,
            "message": self.result.message,
        }


def trials(paths: Sequence[Path | str] = (), text: str = "") -> list[Trial]:
    """The cases of the files (``-``: standard input), or every ruleset's own without one; only those that have
    ``text``.

    Raises ``Refused`` with every fault of all files: unreadable ones, a file without a case, ids given twice, names
    that the ruleset does not know; and where no case has ``text``.
    """
    faults = Faults()
    found = [*_of_files(paths, faults)] if paths else _own(faults)
    faults.settle()
    kept = [trial for trial in found if trial.has(text)]
    if not kept:
        message = f"none of the {len(found)} cases has '{text}' in its id, its title or its rules"
        faults.add("no-such-case", "-k", message, fault=Fault.MALFORMED, mend="Give less of the word, or another.")
    faults.settle()
    return kept


def report(outcomes: Sequence[Outcome], *, verbose: bool = False) -> Report:
    """Each case that failed, with what was there instead; before that each case at all, if ``verbose``; a count."""
    parts: list[Node] = []
    if verbose:
        rows = tuple(
            ("passed" if each.result.passed else "FAILED", each.result.case.id, each.result.case.title)
            for each in outcomes
        )
        parts.append(Table("", (Column("result"), Column("case"), Column("title")), rows))
    failed = [each.result for each in outcomes if not each.result.passed]
    if failed:
        entries = (
            Entry(number, f"{each.case.id}: {each.case.title}", detail=(each.case.where, *each.message.splitlines()))
            for number, each in enumerate(failed, start=1)
        )
        parts.append(Section("Failed", tuple(entries)))
    count = len(outcomes)
    told = f"{count - len(failed)} passed, {len(failed)} failed" if failed else "all passed"
    parts.append(Text(f"{count} case{'' if count == 1 else 's'}: {told}."))
    return Report("Rule cases", tuple(parts))


def _own(faults: Faults) -> list[Trial]:
    """Every ruleset's own cases; a fault where there is none at all."""
    found = [Trial(ruleset, case) for ruleset in chosen(None) for case in own_cases(ruleset)]
    if not found:
        folders = ", ".join(str(cases_of(ruleset)) for ruleset in chosen(None))
        faults.add("no-cases", folders, "no case was found", fault=Fault.DAMAGED, mend="Name a file of cases.")
    return found


def _of_files(paths: Iterable[Path | str], faults: Faults) -> Iterator[Trial]:
    """The cases of the files as far as they can be run; faults are added."""
    first: dict[tuple[str, str], Case] = {}
    for path in paths:
        try:
            cases = _cases(path, faults)
            ruleset = _ruleset_of(cases)
            check(cases, ruleset)
        except Refused as refused:
            faults.found += refused.refusals
            continue
        for case in cases:
            earlier = first.setdefault((ruleset.id, case.id), case)
            if earlier is not case:
                message = f"there is a second case '{case.id}'; the first is at {earlier.where}"
                faults.add("double-id", case.where, message, fault=Fault.INCONSISTENT, mend="Give it another number.")
            yield Trial(ruleset, case)


def _cases(path: Path | str, faults: Faults) -> list[Case]:
    """The cases of one file; a fault where there is none."""
    text, where = read_file(path, faults), source_name(path)
    if text is None:
        return []
    cases = load(text, where)
    if not cases:
        mend = "Begin each with [[case]]."
        faults.add("no-cases", where, "there is no case in this file", fault=Fault.DAMAGED, mend=mend)
    return cases


def _ruleset_of(cases: Sequence[Case]) -> Ruleset:
    """The ruleset that knows most of the rules which the cases name."""
    named = [id_ for case in cases for id_ in case.rules]
    return max(chosen(None), key=lambda ruleset: sum(id_ in ruleset.rulebook.rules for id_ in named))
