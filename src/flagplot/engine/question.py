"""What a player is asked in the middle of a battle or turn, what may be answered, and the answer held against that.

A question has one of two forms. A ``Pick`` wants one of some options. A ``Share`` wants numbers for some rows: ten
fighters on this ship, four on that one. Either knows every legal answer, what each comes to, and why another is not
allowed; so a terminal, a web page, a bot and an answer file are served by the same question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest

NOTHING = "nothing"
_ENTRY = re.compile(r"(?P<number>\d{1,9})\s+(?P<row>\S.*)")

Shares = Mapping[str, int]
Answer = str | Shares


@dataclass(frozen=True)
class Option:
    """One thing that may be answered: its stable id, what people call it, and what it would come to."""

    id: str
    label: str
    consequence: str = ""


@dataclass(frozen=True)
class Complaint:
    """What is wrong with an answer: code, message, by how much, how to mend it, and the rule if not the question's."""

    code: str
    message: str
    gap: str = ""
    mend: str = ""
    citation: Citation | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.gap})" if self.gap else self.message


Bar = str | tuple[Complaint, ...]
"""Why an answer can't be had: in a few words, or in full, every fault with its gap and rule."""


def in_words(bar: Bar) -> str:
    """A bar as one text."""
    return bar if isinstance(bar, str) else "; ".join(map(str, bar))


@dataclass(frozen=True)
class Pick:
    """One of the options. ``barred`` says of other ids why they can't be had; ``labels`` what people call those."""

    options: tuple[Option, ...]
    barred: Mapping[str, Bar] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One line of a share-out: its id, what people call it, the most it takes, and what each unit there does."""

    id: str
    label: str
    most: int
    consequence: str = ""


@dataclass(frozen=True)
class Share:
    """Numbers for rows, ``least`` to ``most`` of ``unit`` in all; ``check`` finds what else a rule forbids."""

    rows: tuple[Row, ...]
    least: int
    most: int
    unit: str
    barred: Mapping[str, Bar] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[Shares], Iterable[Complaint]] | None = None


@dataclass(frozen=True)
class Question:
    """One decision.

    ``key`` is its address in a record of answers, ``who`` the player or side that decides, ``default`` the answer of
    the standing orders, which is always a legal one.
    """

    key: str
    who: str
    side: int
    what: str
    citations: tuple[Citation, ...]
    form: Pick | Share
    default: Answer

    @property
    def forced(self) -> bool:
        """Whether only one answer is legal, so that nobody need be asked."""
        if isinstance(self.form, Pick):
            return len(self.form.options) == 1
        rows = [row for row in self.form.rows if row.most]
        return self.form.most == 0 or (self.form.least == self.form.most and len(rows) == 1)

    def read(self, text: str, where: str, faults: Faults) -> Answer | None:
        """The answer that a text gives, by ids or by the names people use; None and every fault where it is no legal
        one.
        """
        before = len(faults.found)
        answer: Answer | None
        if isinstance(self.form, Pick):
            answer = self._picked(self.form, text, where, faults)
        else:
            answer = self._shared(self.form, text, where, faults)
        return None if len(faults.found) > before else answer

    def spell(self, answer: Answer) -> str:
        """An answer as the text that ``read`` understands, by ids."""
        if isinstance(answer, str):
            return answer
        return ", ".join(f"{number} {id_}" for id_, number in answer.items() if number) or NOTHING

    def label(self, answer: Answer) -> str:
        """An answer as people would say it."""
        named = {choice.id: choice.label for choice in self._choices()}
        if isinstance(answer, str):
            return named[answer]
        return ", ".join(f"{number} {named[id_]}" for id_, number in answer.items() if number) or NOTHING

    def as_dict(self) -> dict[str, object]:
        """For a page or a bot: the question with all that may be answered, as plain values."""
        form: dict[str, object]
        if isinstance(self.form, Pick):
            form = {"pick": [vars(option) for option in self.form.options]}
        else:
            share = self.form
            rows = [vars(row) for row in share.rows]
            form = {"share": rows, "least": share.least, "most": share.most, "unit": share.unit}
        return {
            "key": self.key,
            "who": self.who,
            "what": self.what,
            "rules": [str(citation) for citation in self.citations],
            "barred": {id_: in_words(bar) for id_, bar in self.form.barred.items()},
            "default": self.spell(self.default),
            **form,
        }

    def _choices(self) -> tuple[Option, ...] | tuple[Row, ...]:
        return self.form.options if isinstance(self.form, Pick) else self.form.rows

    def _picked(self, form: Pick, text: str, where: str, faults: Faults) -> str | None:
        return self._find(text.strip(), where, faults)

    def _shared(self, form: Share, text: str, where: str, faults: Faults) -> Shares | None:
        shares = dict.fromkeys((row.id for row in form.rows), 0)
        before = len(faults.found)
        for entry in _entries(text):
            matched = _ENTRY.fullmatch(_in_full(form, entry))
            if not matched:
                message = f"'{entry}' is no number with a name"
                mend = f"Write it as '{form.rows[0].most} {form.rows[0].label}'." if form.rows else ""
                faults.add("no-share", where, message, fault=Fault.MALFORMED, mend=mend)
                continue
            id_ = self._find(matched["row"].strip(), where, faults)
            if id_ is not None:
                shares[id_] += int(matched["number"])
        if len(faults.found) > before:
            return None
        for complaint in self._complaints(form, shares):
            faults.add(
                complaint.code,
                where,
                complaint.message,
                gap=complaint.gap,
                mend=complaint.mend or f"By the standing orders: {self.label(self.default)}.",
                citation=complaint.citation or self._rule,
            )
        return shares

    def _complaints(self, form: Share, shares: Shares) -> Iterator[Complaint]:
        for row in form.rows:
            over = shares[row.id] - row.most
            if over > 0:
                yield Complaint("too-many", f"{row.label} takes {row.most} {form.unit} at most", f"{over} too many")
        total = sum(shares.values())
        if total > form.most:
            yield Complaint(
                "too-many", f"there are {form.most} {form.unit} to give out at most", f"{total - form.most} too many"
            )
        elif total < form.least:
            yield Complaint("too-few", f"{form.least} {form.unit} must be given out", f"{form.least - total} too few")
        elif form.check is not None:
            yield from form.check(shares)

    def _find(self, word: str, where: str, faults: Faults) -> str | None:
        """The id of a choice by id or label; None and a fault where there is none, or where it is barred."""
        named = _names((choice.id, choice.label) for choice in self._choices())
        found = named.get(word.casefold(), ())
        if len(found) == 1:
            return found[0]
        if found:
            message = f"'{word}' could be more than one: {', '.join(found)}"
            faults.add("ambiguous", where, message, fault=Fault.MALFORMED, mend="Use the id.")
            return None
        labels = dict(self.form.labels)
        barred = _names((id_, labels.get(id_, id_)) for id_ in self.form.barred).get(word.casefold(), ())
        if barred:
            self._refuse(self.form.barred[barred[0]], word, where, faults)
            return None
        hint = nearest(word, [choice.label for choice in self._choices()])
        faults.add("unknown-answer", where, f"'{word}' is no answer here", fault=Fault.MALFORMED, mend=hint)
        return None

    def _refuse(self, bar: Bar, word: str, where: str, faults: Faults) -> None:
        """Every fault of an answer that is barred."""
        complaints = (Complaint("not-allowed", f"'{word}': {bar}"),) if isinstance(bar, str) else bar
        for each in complaints:
            mend = each.mend or f"What may be answered: {self._told()}."
            citation = each.citation or self._rule
            faults.add(each.code, where, each.message, gap=each.gap, mend=mend, citation=citation)

    def _told(self) -> str:
        labels = [choice.label for choice in self._choices()]
        return ", ".join(labels) if labels else NOTHING

    @property
    def _rule(self) -> Citation | None:
        return self.citations[0] if self.citations else None


def _entries(text: str) -> list[str]:
    entries = [" ".join(entry.split()) for entry in text.split(",")]
    return [] if entries == [NOTHING] else [entry for entry in entries if entry]


def _in_full(form: Share, entry: str) -> str:
    """An entry with its number: a name alone is one of it, where there can be no more."""
    single = {name.casefold() for row in form.rows if row.most == 1 for name in (row.id, row.label)}
    return f"1 {entry}" if entry.casefold() in single else entry


def _names(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Ids by every name they go by, folded."""
    found: dict[str, tuple[str, ...]] = {}
    for id_, label in pairs:
        for name in {id_.casefold(), label.casefold()}:
            found[name] = (*found.get(name, ()), id_)
    return found
