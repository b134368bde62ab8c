"""The index of rule numbers: the printed contents, every number that the text cites, and where a number stands.

A number is written as the text writes it (531.12); the contents print ``531.30`` for what the text calls (531.3), and
both are the same number here. Only the contents' two places are cut so: (531.120) is a number of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine import rulebook
from flagplot.engine.rulebook import Rule, Rulebook, Status

NUMBER = re.compile(r"(?P<hundred>[1-9][0-9]{2})(?:\.(?P<part>[0-9]{1,4}))?(?:-?(?P<letter>[A-Z][0-9]?))?")

GROUPS = frozenset({100, 200, 300, 410, 420, 430, 500, 600, 650, 700, 750, 800})
"""The headings of the contents that stand over whole groups of rules, such as 410.0 over 411.0."""


class Index(NamedTuple):
    """The contents by number (title and book, empty where none is named), how often each number is cited in the
    text, and the citations that the text gets wrong (number cited, place, number meant, reading).
    """

    contents: Mapping[str, tuple[str, str]]
    cited: Mapping[str, int]
    mended: tuple[Mapping[str, str], ...]
    books: Mapping[str, str]


class Place(NamedTuple):
    """Where a rule number stands; ``title`` is empty for a number that is cited but not in the contents.

    ``book`` is the code of the product whose rule it is, empty where it is not told. ``above`` are the numbers
    and titles over it, outermost first. ``mended`` tells of citations of this number that mean another.
    """

    number: str
    title: str
    book: str
    above: tuple[str, ...]
    cited: int
    in_contents: bool
    mended: tuple[str, ...]


@cache
def index() -> Index:
    """The index as data."""
    data = tomllib.loads(files("flagplot.fe").joinpath("data/index.toml").read_text(encoding="utf-8"))
    contents = {number: (title, book) for number, title, book in data["contents"]}
    return Index(contents, data["cited"], tuple(data["mended"]), data["books"])


@cache
def told_rules() -> Mapping[str, Rule]:
    """The rules that the wing tells of in its own words, by id."""
    return rulebook.load((files("flagplot.fe") / "data" / "rules.toml").read_bytes()).rules


@carries_out("fe", "contents/numbers")
def normal(text: str) -> str:
    """The number as this index writes it: ``(531.30)`` and ``531.3`` give 531.3, ``531`` and ``531.00`` give 531.0.

    A letter behind it stays off, since the contents print none. Empty for what is no number.
    """
    found = NUMBER.fullmatch(text.strip().strip("()"))
    if found is None:
        return ""
    part = found["part"] or "0"
    if len(part) == 2:
        part = part.rstrip("0") or "0"
    return f"{found['hundred']}.{part}"


def above(number: str) -> Iterator[str]:
    """The numbers that a number stands under, nearest first: 531.122 gives 531.12, 531.1, 531.0, 500.0."""
    hundred, part = number.split(".")
    for length in range(len(part) - 1, 0, -1):
        yield f"{hundred}.{part[:length]}"
    if part != "0":
        yield f"{hundred}.0"
    group = f"{max((each for each in GROUPS if each <= int(hundred)), default=0)}.0"
    if group not in (number, f"{hundred}.0"):
        yield group


@carries_out("fe", "contents/books")
def book_of(number: str) -> str:
    """The code of the product that a rule belongs to, of itself or of the nearest rule above it; empty if unsaid."""
    contents = index().contents
    return next((contents[each][1] for each in (number, *above(number)) if each in contents and contents[each][1]), "")


@carries_out("fe", "contents/cited")
def locate(text: str) -> Place:
    """Where a rule stands, by its number or its title; raises ``Refused`` for one that the rulebook has nowhere."""
    found, known = index(), index().contents
    number = normal(text)
    if not number:
        titles = {title.casefold(): each for each, (title, _) in known.items()}
        number = titles.get(text.strip().casefold(), "")
        if not number:
            faults = Faults()
            mend = _near([title for title, _ in known.values()], text)
            faults.add("unknown-rule", text, "no rule has this number or title", fault=Fault.MALFORMED, mend=mend)
            faults.settle()
    if number not in known and number not in found.cited and number not in told_rules():
        faults = Faults()
        over = next((each for each in above(number) if each in known), "")
        mend = f"The nearest above it is {over}, {known[over][0]}." if over else ""
        faults.add(
            "unknown-rule", text, "the rulebook neither lists nor cites this number", fault=Fault.MALFORMED, mend=mend
        )
        faults.settle()
    headings = tuple(f"{each} {known[each][0]}" for each in above(number) if each in known)[::-1]
    mended = tuple(
        f"cited in {each['in']} where {each['meant']} is meant ({each['reading']})"
        for each in found.mended
        if each["cited"] == number
    )
    title = known[number][0] if number in known else ""
    return Place(number, title, book_of(number), headings, found.cited.get(number, 0), number in known, mended)


def about(words: str) -> Mapping[str, str]:
    """The rules whose title, in the contents or as the wing tells it, has these words: titles by number, in order.

    Empty for a number, and for the whole of a title, which ``locate`` finds.
    """
    wanted, known = words.strip().casefold(), index().contents
    titles = {number: title for number, (title, _) in known.items()}
    for rule in told_rules().values():
        if number := normal(rule.id.partition("/")[0]):
            titles.setdefault(number, rule.title)
    if not wanted or normal(words) or wanted in {title.casefold() for title in titles.values()}:
        return {}
    found = [number for number, title in titles.items() if wanted in title.casefold()]
    return {number: titles[number] for number in sorted(found, key=_order)}


@carries_out("fe", "contents/missing")
def missing() -> list[str]:
    """The numbers that the text cites and the contents, with whatever stands above them, know nothing of."""
    found = index()
    return [number for number in found.cited if not any(each in found.contents for each in _family(number))]


def with_names(told: Rulebook) -> Rulebook:
    """The rulebook with every number of the index that it doesn't tell of, as rules that are named only.

    Numbers come in their order, each under the nearest number above it, with its parts (302.4/percent) behind it; rules
    without a number stand at the end.
    """
    parts: dict[str, list[Rule]] = {}
    for rule in told.rules.values():
        parts.setdefault(normal(rule.id.partition("/")[0]), []).append(rule)
    slugs = parts.pop("", [])
    rules: dict[str, Rule] = {}
    for number in sorted({*index().contents, *index().cited, *parts}, key=_order):
        over = next((each for each in above(number) if each in rules), "")
        if number not in told.rules:
            rules[number] = _named(number, over)
        for rule in sorted(parts.get(number, ()), key=lambda rule: rule.id != number):
            section = rule.section or (over if rule.id == number else number)
            rules[rule.id] = replace(rule, section=section)
    rules.update({rule.id: rule for rule in slugs})
    return Rulebook(system=told.system, page=told.page, rules=rules)


def _named(number: str, section: str) -> Rule:
    """A rule of which the rulebook gives no more than a title or a citation."""
    found = index()
    title, book = found.contents.get(number, ("", ""))
    times = found.cited.get(number, 0)
    told = []
    if title:
        told.append(f"Listed in the contents{f' ({found.books[book]})' if book else ''}.")
    if times:
        told.append(f"Cited {'once' if times == 1 else f'{times} times'} in the text.")
    return Rule(
        id=number,
        title=title or f"Rule {number}",
        section=section,
        text=" ".join(told) or "Known by its parts alone.",
        declared=Status.NAMED_ONLY,
        pending="",
        note="",
    )


def _family(number: str) -> tuple[str, ...]:
    """The number and those above it, the hundred's heading left out."""
    hundred = number.split(".")[0]
    return (number, *(each for each in above(number) if each.startswith(f"{hundred}.")))


def _order(number: str) -> tuple[int, str]:
    hundred, part = number.split(".")
    return int(hundred), "" if part == "0" else part


def _near(titles: list[str], word: str) -> str:
    hint = nearest(word, titles)
    return hint if hint.startswith("Did you mean") else "Give a number such as 531.12, or a title of the contents."
