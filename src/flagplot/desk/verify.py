"""Verify a report: fight it again from its machine block and compare it line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from flagplot import __version__
from flagplot.core.commitment import DIGITS, commitment
from flagplot.core.dice import FORMAT
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.core.textfile import check_text
from flagplot.desk.arena import KINDS
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct
from flagplot.desk.commit import read_line
from flagplot.formats.boards.parts import find_block, find_parts, first_other_letter
from flagplot.formats.boards.posts import START
from flagplot.formats.boards.wording import wording
from flagplot.formats.compare import Difference, first_difference, unquoted
from flagplot.formats.machine import find
from flagplot.formats.plain import one_line
from flagplot.formats.writers import BOARDS, Style

Compared: TypeAlias = Literal["lines", "words", "result"]
"""What of a report is held against the battle fought again: a PDF is known by its machine block alone."""


@dataclass(frozen=True)
class Written:
    """How a report was written, by which version of Flagplot, and the digest of the result that it tells."""

    style: Style
    made_by: str
    result: str


@dataclass(frozen=True)
class Verification:
    """What came of fighting a report again.

    ``difference`` is the first line, of the paper ``source``, that is not as it was fought, None where there is none;
    ``true`` says that nothing but quote marks and blanks around lines differs. ``posted`` says whether the commitment
    that was posted fits the report's secret, None where none was shown.
    """

    verdict: Verdict
    compared: Compared
    source: str
    difference: Difference | None
    true: bool
    posted: bool | None

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the report."""
        return self.true and self.posted is not False

    @property
    def dice(self) -> int:
        """How many dice were rolled again."""
        return sum(cast.draw.n for _, cast, _, _ in self.verdict.encounter.casts())


def verify(text: str, source: str, posted: str | None = None) -> Verification:
    """Fight the battle of a report again, as ``verify_papers`` does, from one text."""
    return verify_papers([Paper(source, text)], posted)


def verify_papers(papers: Sequence[Paper], posted: str | None = None) -> Verification:
    """Fight the battle of a report again; ``posted`` is any text that holds the line ``flagplot commit`` printed.

    The papers are one report, or posts that hold all its parts among whatever else, in any order. Raises ``Refused``
    for a report without a sound machine block, of which parts are missing, or made by other rules than this version's.
    """
    verdict, written = _refought(papers)
    fits = _fits(verdict, posted)
    if written.style.form in BOARDS:
        return replace(_compare_posts(papers, verdict, written), posted=fits)
    if len(papers) > 1:
        faults = Faults()
        message = "this is no part of the report in the others: only posts come in parts"
        faults.add("several-reports", papers[1].name, message, fault=Fault.DAMAGED, mend="Give one report.")
        faults.settle()
    if written.style.form == "pdf":
        _check_result(verdict, written, papers[0].name)
        return Verification(verdict, "result", papers[0].name, None, True, fits)
    return replace(_compare_lines(papers[0], verdict, written), posted=fits)


def _compare_lines(paper: Paper, verdict: Verdict, written: Written) -> Verification:
    """A report of one text against the one that is written now."""
    # A text file that an editor saved without its last line end says the same.
    told, fought = paper.text.rstrip("\n"), _write(verdict, written).rstrip("\n")
    difference = first_difference(told, fought)
    quoted = written.style.form != "json" and first_difference(unquoted(told), unquoted(fought)) is None
    return Verification(verdict, "lines", paper.name, difference, difference is None or quoted, None)


def _compare_posts(papers: Sequence[Paper], verdict: Verdict, written: Written) -> Verification:
    """What stands between the marks of a report's parts, word by word, against those that are written now."""
    faults = Faults()
    parts = find_parts(papers, faults)
    if parts == []:
        message = "there is the machine block of a report here, but none of its parts with their marks"
        mend = f"A part begins with a line such as {START.format(seal='1c19b6f3', part=1, parts=3)}."
        faults.add("missing-parts", papers[0].name, message, fault=Fault.DAMAGED, mend=mend)
    faults.settle()
    fought = find_parts([Paper("fought", _write(verdict, written))], faults)
    assert parts
    assert fought
    if parts[0].seal != fought[0].seal:
        line, name = parts[0].line(0), parts[0].paper.name
        return Verification(verdict, "words", name, Difference(line, parts[0].mark, fought[0].mark), False, None)
    other = first_other_letter(parts, fought)
    if other is None:
        return Verification(verdict, "words", "", None, True, None)
    part, place = other.old or (parts[-1], len(parts[-1].letters))
    told = part.told(place) if other.old else None
    difference = Difference(part.line(place), told, other.new and other.new[0].told(other.new[1]))
    return Verification(verdict, "words", part.paper.name, difference, False, None)


def _write(verdict: Verdict, written: Written) -> str:
    styled = written.style
    return verdict.write(styled.form, styled.width, styled.length)


def read_earlier(text: str | None, source: str, faults: Faults) -> Verdict | None:
    """The verdict of a report that is to be corrected; None where it cannot be had, and ``faults`` says why."""
    if text is None:
        return None
    try:
        return refought(text, source)
    except Refused as refused:
        faults.found += refused.refusals
        return None


def refought(text: str, source: str) -> Verdict:
    """The verdict of a report; raises ``Refused`` also where it does not come out as the report tells."""
    return refought_papers([Paper(source, text)])


def refought_papers(papers: Sequence[Paper]) -> Verdict:
    """The same of a report that may be in several posts."""
    verdict, written = _refought(papers)
    _check_result(verdict, written, papers[0].name)
    return verdict


def _check_result(verdict: Verdict, written: Written, source: str) -> None:
    if verdict.result_digest != written.result:
        message = "the battle does not come out as this report tells it"
        raise Refused([_conflict("other-result", source, message, written.made_by)])


def refight(text: str, source: str) -> tuple[Verdict, Written]:
    """The verdict that a report was written from, and how it was written.

    The dice key is made anew from the secret and the first papers: nothing that a report says of it is believed.
    """
    return _refought([Paper(source, text)])


def _refought(papers: Sequence[Paper]) -> tuple[Verdict, Written]:
    faults = Faults()
    block = _find_block(papers, faults)
    faults.settle()
    assert block is not None
    source = papers[0].name
    battles, secret, written = _unpacked(block, source)
    try:
        return _fought(battles, secret, written.made_by), written
    except Refused as refused:
        told = refused.refusals[0]
        message = f"the battle's own papers are refused now: {told.where}: {told.message}"
        raise Refused([_conflict("other-rules", source, message, written.made_by)]) from None


def _find_block(papers: Sequence[Paper], faults: Faults) -> dict[str, Any] | None:
    """The value of the machine block: by its lines where they are whole, else by its letters in all parts."""
    strict = Faults()
    if len(papers) == 1 and (block := find(papers[0].text, papers[0].name, strict)):
        return block
    broken, loose = Faults(), Faults()
    parts = find_parts(papers, broken)
    if any(refusal.code == "too-large" for refusal in broken.found):
        faults.found += strict.found or broken.found
        return None
    texts = [part.letters for part in parts or ()] or [wording(paper.text).letters for paper in papers]
    block = find_block("".join(texts), ", ".join(paper.name for paper in papers), loose)
    if block is None:
        # Of several accounts of what is wrong the one that helps: what is amiss with the parts, then the block's line.
        faults.found += broken.found or (loose.found if parts else strict.found or loose.found)
    return block


def _fought(papers: Sequence[Papers], secret: bytes | None, made_by: str) -> Verdict:
    """The battle of the first papers, corrected by each of those that follow."""
    verdict = adjudicate(papers[0], secret)
    for corrected in papers[1:]:
        verdict = correct(corrected, verdict)
    return replace(verdict, made_by=made_by)


def _unpacked(block: dict[str, Any], source: str) -> tuple[list[Papers], bytes | None, Written]:
    """What a machine block holds: the papers, those that were fought first in front; the secret; how it was written."""
    try:
        if block["kind"] not in KINDS:
            raise ValueError("of another kind")
        made_by = _text(block["flagplot"])
        if block["dice_format"] != FORMAT:
            message = f"the report's dice are of format {block['dice_format']}, this version rolls format {FORMAT}"
            raise Refused([_conflict("dice-format", source, message, made_by)])
        written = dict(block["written"])
        length = written.get("length", 0)
        if type(written["width"]) is not int or type(length) is not int:
            raise TypeError("no number")
        styled = Style(written["form"], written["width"], length)
        secret = bytes.fromhex(block["secret"])
        if len(secret) not in (0, DIGITS // 2):
            raise ValueError("no secret")
        result = _text(block["result"])
        papers = [_papers(each) for each in (*block["corrects"][::-1], block["papers"])]
    except (KeyError, TypeError, ValueError):
        message = "the machine block is not that of a battle report"
        raise Refused(
            [Refusal(code="strange-block", fault=Fault.DAMAGED, where=source, message=message, mend="Is it a report?")]
        ) from None
    return papers, secret or None, Written(styled, made_by, result)


def _papers(value: dict[str, Any]) -> Papers:
    book = None if value["book"] is None else _paper(value["book"])
    fittings = _paper(value["fittings"]) if "fittings" in value else None
    army = _paper(value["army"]) if "army" in value else None
    aftermath = tuple(map(_paper, value.get("aftermath", ())))
    answers = _paper(value["answers"]) if "answers" in value else None
    orders = tuple(map(_paper, value["orders"]))
    return Papers(_paper(value["scenario"]), book, orders, fittings, army, aftermath, answers)


def _paper(value: dict[str, Any]) -> Paper:
    """A paper such as a file could have held; anything else is a ValueError."""
    paper = Paper(_text(value["name"]), _text(value["text"]))
    if check_text(paper.text, paper.name, Faults()) != paper.text:
        raise ValueError("no plain text")
    return paper


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _conflict(code: str, source: str, message: str, made_by: str) -> Refusal:
    mend = f"Take the version that made it: {made_by} (this is {__version__})."
    if made_by == __version__:
        mend = "It names this very version as its maker: its machine block was changed."
    return Refusal(code=code, fault=Fault.CONFLICT, where=source, message=message, mend=mend)


def _fits(verdict: Verdict, posted: str | None) -> bool | None:
    """Whether the posted line promised this battle's secret."""
    if posted is None:
        return None
    promise, secret = read_line(posted), verdict.origin.secret
    return secret is not None and promise.is_for(verdict.origin.battle) and promise.digest == commitment(secret)


def told(found: Verification, source: str) -> list[str]:
    """What came of it, in lines; ``source`` is what all that was read is called."""
    lines = []
    dice, difference = f"with {found.dice} dice", found.difference
    if found.compared == "result":
        lines.append(f"{source}: the machine block is sound, and its battle comes out as it says, {dice}.")
        lines.append("The words of a PDF are not compared: write the report again, or compare another format.")
    elif difference is None and found.compared == "words":
        lines.append(f"{source}: every word between its marks is as it was fought again, {dice}.")
        lines.append("What stands outside them, a story or a greeting, is the writer's own.")
    elif difference is None:
        lines.append(f"{source}: every line is as it was fought again, {dice}.")
    elif found.true:
        lines.append(f"{source}: behind quote marks and blanks every line is as it was fought again, {dice}.")
    else:
        lines.append(f"{found.source}, line {difference.line}: this is not what was fought.")
        lines.append(f"  the report: {_line(difference.old)}")
        lines.append(f"  fought:     {_line(difference.new)}")
        if found.verdict.made_by != __version__:
            made_by = one_line(found.verdict.made_by)
            lines.append(f"  The report was made by version {made_by}, this is {__version__}.")
    secret = found.verdict.origin.secret
    if found.posted is not None:
        lines.append(
            "The commitment that was posted fits its secret."
            if found.posted
            else "The commitment that was posted does NOT fit this battle and its secret."
        )
    elif secret:
        lines.append(f"Its secret fits the commitment {commitment(secret)}: compare that with what was posted.")
    else:
        lines.append("Its dice are uncommitted: nothing was promised before the orders closed.")
    return lines


def as_dict(found: Verification) -> dict[str, Any]:
    """The same as plain values."""
    difference = found.difference
    return {
        "holds": found.holds,
        "dice": found.dice,
        "compared": found.compared,
        "true": found.true,
        "difference": difference
        and {"file": found.source, "line": difference.line, "report": difference.old, "fought": difference.new},
        "commitment_fits": found.posted,
        "made_by": found.verdict.made_by,
        "result": found.verdict.result_digest,
    }


def _line(line: str | None) -> str:
    return "(it has ended)" if line is None else repr(line)
