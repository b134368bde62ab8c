"""A rulebook as the map of the code: its rules in page order, who carries them out, and how far each is done."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import FunctionType, ModuleType
from typing import Any

from flagplot.core.citation import MARK, citations_of
from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults, nearest

_PART = r"(?:[a-z0-9]+(?:-[a-z0-9]+)*|[A-Z]?[0-9]+(?:\.[0-9]+)*[A-Z]?)"
SLUG = re.compile(rf"{_PART}(?:/{_PART})*")  # a slug of our own, or the number that a rulebook prints: V12.14


class Status(StrEnum):
    """How far a rule is carried out."""

    DONE = "done"  # functions carry it out and cases show it
    BY_HAND = "by hand"  # the sequence stops and logs what the referee enters
    NAMED_ONLY = "named only"  # the rulebook gives no more than a title
    TEXT_ONLY = "text only"  # no mechanism: an introduction or an example
    NOT_YET = "not yet"


DECLARED = (Status.BY_HAND, Status.NAMED_ONLY, Status.TEXT_ONLY)


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One heading of the rulebook, or a part of one that has a mechanism of its own.

    ``section`` is the id of the rule it stands under, empty at the top. ``text`` is our paraphrase. ``declared`` is the
    status of a rule that nothing computes; ``pending`` says what is still missing of one that is computed in part.
    """

    id: str
    title: str
    section: str
    text: str
    declared: Status | None
    pending: str
    note: str

    def status(self, *, functions: int, cases: int) -> Status:
        """Its status, given how many functions carry it out and how many cases show it."""
        if self.declared is not None:
            return self.declared
        return Status.DONE if functions and cases and not self.pending else Status.NOT_YET


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules of one system by id, in page order; ``page`` is the title of what is paraphrased."""

    system: str
    page: str
    rules: Mapping[str, Rule]

    def top(self, id_: str) -> str:
        """The id of the topmost heading that a rule stands under, which may be its own."""
        section = self.rules[id_].section
        return self.top(section) if section else id_


def load(source: str | bytes, where: str = "rules.toml") -> Rulebook:
    """The rulebook of a file of ``[[rule]]`` tables; raises ``Refused`` with every fault.

    Ids are unique slugs, and a rule stands after the one it names as its section.
    """
    faults = Faults()
    head, entries = read_entries(source, "rule", where, faults)
    system = page = ""
    if head.values or entries:
        system, page = head.text("system"), head.text("page")
        head.finish()
    rules: dict[str, Rule] = {}
    for entry in entries:
        rule = _rule(entry)
        if rule.id in rules:
            entry.fault("double-id", f"there is a second rule '{rule.id}'", mend="Give it another id.")
        if rule.section and rule.section not in rules:
            mend = nearest(rule.section, rules)
            entry.fault("unknown-section", f"no rule '{rule.section}' stands before '{rule.id}'", mend=mend)
        rules[rule.id] = rule
    if not entries and not faults.found:
        head.fault("empty", "there is no rule here", mend="Begin each with [[rule]].")
    faults.settle()
    return Rulebook(system=system, page=page, rules=rules)


def functions_of(rulebook: Rulebook, package: str) -> dict[str, tuple[FunctionType, ...]]:
    """The functions of ``package`` that carry out each rule, by rule id in page order; rules without any are left out.

    Every module of the package is imported. Raises ``Refused`` for a mark that names an unknown rule or another system,
    or a rule in which nothing is to compute, and for a mark on anything but a plain function (a decorator over the mark
    would hide the function from the proof).
    """
    faults = Faults()
    found: dict[str, list[FunctionType]] = {id_: [] for id_ in rulebook.rules}
    for name, item in _marked(package):
        where = f"{name}.{getattr(item, '__qualname__', type(item).__name__)}"
        if not isinstance(item, FunctionType) or hasattr(item, "__wrapped__"):
            mend = "Take the decorator off, or put the mark on the function inside."
            faults.add("not-a-function", where, "only a plain function can carry out a rule", mend=mend)
            continue
        for citation in citations_of(item):
            rule = rulebook.rules.get(citation.id)
            if citation.system != rulebook.system:
                message = f"it is marked for '{citation.system}' inside '{rulebook.system}'"
                faults.add("other-system", where, message, fault=Fault.INCONSISTENT)
            elif rule is None:
                message = f"it is marked for a rule '{citation.id}' that is not in the rulebook"
                mend = nearest(citation.id, rulebook.rules)
                faults.add("unknown-rule", where, message, fault=Fault.INCONSISTENT, mend=mend)
            elif rule.declared in (Status.TEXT_ONLY, Status.NAMED_ONLY):
                message = f"it is marked for '{rule.id}', which is called {rule.declared}"
                mend = "Take the status out of the rulebook, or the mark off."
                faults.add("nothing-to-do", where, message, fault=Fault.INCONSISTENT, mend=mend)
            else:
                found[rule.id].append(item)
    faults.settle()
    return {id_: tuple(functions) for id_, functions in found.items() if functions}


def _rule(entry: Entry) -> Rule:
    """The rule of one entry; its faults are added to the entry's."""
    id_ = entry.text("id")
    if id_ and not SLUG.fullmatch(id_):
        mend = "Write small letters, digits, hyphens, and / for a part; or the number that is printed."
        entry.fault("wrong-id", f"'{id_}' is no slug", mend=mend)
    if not entry.has("section"):
        entry.fault("missing-field", "the field 'section' is missing", mend='Write "" for a rule at the top.')
    word = entry.text("status", required=False)
    declared = next((status for status in DECLARED if status == word), None)
    if word and declared is None:
        mend = f"{nearest(word, DECLARED)} The others are computed."
        entry.fault("wrong-status", f"'{word}' cannot be declared", mend=mend)
    rule = Rule(
        id=id_,
        title=entry.text("title"),
        section=entry.text("section") if entry.values.get("section") else "",
        text=entry.text("text"),
        declared=declared,
        pending=entry.text("pending", required=False),
        note=entry.text("note", required=False),
    )
    if rule.declared and rule.pending:
        entry.fault("status-and-pending", f"'{id_}' is {rule.declared}, so nothing is pending", mend="Keep one.")
    entry.finish()
    return rule


def _marked(package: str) -> Iterator[tuple[str, Any]]:
    """Module name and object for everything that carries a mark, each once, in the module that defines it."""
    for module in _modules(package):
        own = [item for item in vars(module).values() if getattr(item, "__module__", "") == module.__name__]
        inside = [member for item in own if isinstance(item, type) for member in vars(item).values()]
        marked = {id(item): item for item in (*own, *inside) if hasattr(item, MARK)}
        for item in marked.values():
            yield module.__name__, item


def _modules(package: str) -> Iterator[ModuleType]:
    """The package and every module below it, imported, in the order of their names."""
    root = importlib.import_module(package)
    yield root
    names = {found.name for found in pkgutil.walk_packages(root.__path__, f"{package}.")}
    for name in sorted(names):
        yield importlib.import_module(name)
