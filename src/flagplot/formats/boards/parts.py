"""Posts read back: the parts of one report found in any text, put in order, and its machine block in their letters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.formats.boards.posts import START
from flagplot.formats.boards.wording import Wording, first_other, wording
from flagplot.formats.machine import BEGIN, COLUMNS, find
from flagplot.formats.machine import END as END_OF_BLOCK

MARK = re.compile(r"(Endof)?Flagplotreport([0-9a-f]{8})\(([1-9][0-9]{0,3})/([1-9][0-9]{0,3})\)")
BLOCK = re.compile(
    r"-?BEGINFLAGPLOTBLOCK-?sha256:([0-9a-f]{64})length:([0-9]{1,12})"
    r"([A-Za-z+/][A-Za-z0-9+/ ]*={0,2})-?ENDFLAGPLOTBLOCK"
)


LONGEST = 16 * 1024 * 1024
"""The most characters of posts that are read: those of four hundred ships have half of it."""

WHOLE = "Take the posts again from where they were first posted, whole."


class Part(NamedTuple):
    """One part of a report: ``letters`` are those between its marks, from ``start`` on in the wording of its paper."""

    seal: str
    number: int
    of: int
    letters: str
    paper: Paper
    wording: Wording
    start: int

    @property
    def mark(self) -> str:
        """The mark it begins with."""
        return START.format(seal=self.seal, part=self.number, parts=self.of)

    def line(self, place: int) -> int:
        """The line of its paper, from 1, in which the letter at ``place`` stands."""
        return self.wording.line(self.start + place)

    def told(self, place: int) -> str:
        """That line as it stands in the paper."""
        return self.paper.text.split("\n")[self.line(place) - 1]

    def where(self, place: int) -> str:
        """Paper and line of the letter at ``place``."""
        return f"{self.paper.name}, line {self.line(place)}"


def find_parts(papers: Sequence[Paper], faults: Faults) -> list[Part] | None:
    """All parts of the one report that the papers hold, in order; empty where no paper has the marks of any.

    None where they are not whole, and ``faults`` says what is missing: a part, the end of one, or agreement on which
    report it is. A part that is there twice, letter by letter, counts once.
    """
    found: dict[int, Part] = {}
    before = len(faults.found)
    if sum(len(paper.text) for paper in papers) > LONGEST:
        message = f"these posts have more than {LONGEST} characters"
        faults.add("too-large", papers[0].name, message, fault=Fault.DAMAGED, mend="Give those of one report.")
        return None
    first: Part | None = None
    for part in (part for paper in papers for part in _parts_of(paper, faults)):
        first = first or part
        if (part.seal, part.of) != (first.seal, first.of):
            message = (
                f"this is part {part.number} of {part.of} of the report {part.seal}, "
                f"and there are parts of the report {first.seal} in {first.of}"
            )
            mend = "Give the parts of one report."
            faults.add("mixed-parts", part.where(0), message, fault=Fault.DAMAGED, mend=mend)
        elif part.number not in found:
            found[part.number] = part
        elif found[part.number].letters != part.letters:
            at = first_other(found[part.number].letters, part.letters) or 0
            message = f"part {part.number} is there twice, and not alike: see {found[part.number].where(at)}"
            mend = "Keep the one that was posted."
            faults.add("unlike-parts", part.where(at), message, fault=Fault.DAMAGED, mend=mend)
    if first is not None and (missing := [n for n in range(1, first.of + 1) if n not in found]):
        named = ", ".join(str(number) for number in missing[:20]) + (", …" if missing[20:] else "")
        where = ", ".join(dict.fromkeys(paper.name for paper in papers))
        message = f"part {named} of {first.of} of the report {first.seal} is missing"
        mend, gap = "Give the posts that hold it too.", f"{len(missing)} short"
        faults.add("missing-parts", where, message, fault=Fault.DAMAGED, mend=mend, gap=gap)
    return [found[number] for number in sorted(found)] if len(faults.found) == before else None


def _parts_of(paper: Paper, faults: Faults) -> Iterator[Part]:
    """The parts that a paper holds. Marks within a part are text: somebody may be called so."""
    found = wording(paper.text)
    marks = list(MARK.finditer(found.letters))
    ends: dict[tuple[str | Any, ...], list[re.Match[str]]] = defaultdict(list)
    for mark in reversed(marks):
        if mark[1]:
            ends[mark.group(2, 3, 4)].append(mark)
    end = 0
    for mark in marks:
        if mark.start() < end:
            continue
        seal, number, of = mark[2], int(mark[3]), int(mark[4])
        name = f"part {number} of {of} of the report {seal}"
        where = f"{paper.name}, line {found.line(mark.start())}"
        if mark[1] or number > of:
            message = f"{name} ends here, and does not begin" if mark[1] else f"there can be no {name}"
            faults.add("broken-part", where, message, fault=Fault.DAMAGED, mend=WHOLE)
            continue
        closings = ends[mark.group(2, 3, 4)]
        while closings and closings[-1].start() < mark.end():
            closings.pop()
        if not closings:
            message = f"{name} begins here, and has no end"
            faults.add("broken-part", where, message, fault=Fault.DAMAGED, mend=WHOLE)
            continue
        closing = closings[-1]
        end = closing.end()
        yield Part(seal, number, of, found.letters[mark.end() : closing.start()], paper, found, mark.end())


class Other(NamedTuple):
    """Where two reports part: in which part and at which letter of each; None for one that has ended."""

    old: tuple[Part, int] | None
    new: tuple[Part, int] | None


def first_other_letter(old: Sequence[Part], new: Sequence[Part]) -> Other | None:
    """The first letter in which the parts of two reports differ, None where there is none.

    How zlib packed the machine block makes no difference, since its digest says what it packed.
    """
    one, other = _Told(old), _Told(new)
    place = first_other(one.letters, other.letters)
    return None if place is None else Other(one.at(place), other.at(place))


class _Told:
    """The letters of all parts, without those of the compressed machine block."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        whole = "".join(part.letters for part in parts)
        block = BLOCK.search(whole)
        self.cut, end = block.span(3) if block else (len(whole), len(whole))
        self.left_out = end - self.cut
        self.letters = whole[: self.cut] + whole[end:]

    def at(self, place: int) -> tuple[Part, int] | None:
        """The part of a letter, and its place in it."""
        place += self.left_out if place >= self.cut else 0
        for part in self.parts:
            if place < len(part.letters):
                return part, place
            place -= len(part.letters)
        return None


def find_block(letters: str, where: str, faults: Faults) -> dict[str, Any] | None:
    """The value of the machine block among letters; None where there is none or it is damaged, as ``faults`` then say.

    A value that comes back is letter by letter the one that was packed.
    """
    blocks = list(BLOCK.finditer(letters.replace(" ", "")))
    if not blocks:
        faults.add("no-block", where, "there is no whole machine block here", fault=Fault.DAMAGED, mend=WHOLE)
        return None
    if len({block[0] for block in blocks}) > 1:
        message = f"there are {len(blocks)} machine blocks here"
        faults.add("several-blocks", where, message, fault=Fault.DAMAGED, mend="Give the parts of one report.")
        return None
    sha, length, coded = blocks[0].groups()
    rows = (coded[start : start + COLUMNS] for start in range(0, len(coded), COLUMNS))
    own = Faults()
    value = find("\n".join([BEGIN, f"sha256: {sha}", f"length: {length}", *rows, END_OF_BLOCK]), where, own)
    # The lines that find names are those of the block as it was laid out again here.
    faults.found += [replace(refusal, where=where) for refusal in own.found]
    return value
