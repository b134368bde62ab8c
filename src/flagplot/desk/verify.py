"""Verify a report: fight it again from its machine block and compare it line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from flagplot import __version__
from flagplot.core.commitment import DIGITS, commitment
from flagplot.core.dice import FORMAT
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.core.textfile import check_text
from flagplot.desk.battle import KIND, Papers, Verdict, adjudicate, correct
from flagplot.desk.commit import read_line
from flagplot.formats.compare import Difference, first_difference
from flagplot.formats.machine import find
from flagplot.formats.plain import one_line
from flagplot.formats.text import WIDTHS
from flagplot.formats.writers import FORMATS, Format


@dataclass(frozen=True)
class Written:
    """How a report was written, by which version of Flagplot, and the digest of the result that it tells."""

    form: Format
    width: int
    made_by: str
    result: str


@dataclass(frozen=True)
class Verification:
    """What came of fighting a report again.

    ``difference`` is the first line that is not as it was fought, None where there is none; ``posted`` says whether the
    commitment that was posted fits the report's secret, None where none was shown.
    """

    verdict: Verdict
    difference: Difference | None
    posted: bool | None

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the report."""
        return self.difference is None and self.posted is not False

    @property
    def dice(self) -> int:
        """How many dice were rolled again."""
        return sum(cast.draw.n for _, cast, _, _ in self.verdict.encounter.casts())


def verify(text: str, source: str, posted: str | None = None) -> Verification:
    """Fight the battle of a report again; ``posted`` is any text that holds the line ``flagplot commit`` printed.

    Raises ``Refused`` for a report without a sound machine block, or made by other rules than this version's.
    """
    verdict, written = refight(text, source)
    # A text file that an editor saved without its last line end says the same.
    difference = first_difference(text.rstrip("\n"), verdict.write(written.form, written.width).rstrip("\n"))
    return Verification(verdict, difference, _fits(verdict, posted))


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
    verdict, written = refight(text, source)
    if verdict.result_digest != written.result:
        message = "the battle does not come out as this report tells it"
        raise Refused([_conflict("other-result", source, message, written.made_by)])
    return verdict


def refight(text: str, source: str) -> tuple[Verdict, Written]:
    """The verdict that a report was written from, and how it was written.

    The dice key is made anew from the secret and the first papers: nothing that a report says of it is believed.
    """
    faults = Faults()
    block = find(text, source, faults)
    faults.settle()
    assert block is not None
    papers, secret, written = _unpacked(block, source)
    try:
        return _fought(papers, secret, written.made_by), written
    except Refused as refused:
        told = refused.refusals[0]
        message = f"the battle's own papers are refused now: {told.where}: {told.message}"
        raise Refused([_conflict("other-rules", source, message, written.made_by)]) from None


def _fought(papers: Sequence[Papers], secret: bytes | None, made_by: str) -> Verdict:
    """The battle of the first papers, corrected by each of those that follow."""
    verdict = adjudicate(papers[0], secret)
    for corrected in papers[1:]:
        verdict = correct(corrected, verdict)
    return replace(verdict, made_by=made_by)


def _unpacked(block: dict[str, Any], source: str) -> tuple[list[Papers], bytes | None, Written]:
    """What a machine block holds: the papers, those that were fought first in front; the secret; how it was written."""
    try:
        if block["kind"] != KIND:
            raise ValueError("of another kind")
        made_by = _text(block["flagplot"])
        if block["dice_format"] != FORMAT:
            message = f"the report's dice are of format {block['dice_format']}, this version rolls format {FORMAT}"
            raise Refused([_conflict("dice-format", source, message, made_by)])
        form, width = block["written"]["form"], block["written"]["width"]
        if form not in FORMATS or width not in WIDTHS:
            raise ValueError("written in no known way")
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
    return papers, secret or None, Written(cast(Format, form), width, made_by, result)


def _papers(value: dict[str, Any]) -> Papers:
    book = None if value["book"] is None else _paper(value["book"])
    fittings = _paper(value["fittings"]) if "fittings" in value else None
    army = _paper(value["army"]) if "army" in value else None
    return Papers(_paper(value["scenario"]), book, tuple(map(_paper, value["orders"])), fittings, army)


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
    """What came of it, in lines."""
    lines = []
    if found.difference is None:
        lines.append(f"{source}: every line is as it was fought again, with {found.dice} dice.")
    else:
        lines.append(f"{source}, line {found.difference.line}: this is not what was fought.")
        lines.append(f"  the report: {_line(found.difference.old)}")
        lines.append(f"  fought:     {_line(found.difference.new)}")
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
        "difference": difference and {"line": difference.line, "report": difference.old, "fought": difference.new},
        "commitment_fits": found.posted,
        "made_by": found.verdict.made_by,
        "result": found.verdict.result_digest,
    }


def _line(line: str | None) -> str:
    return "(it has ended)" if line is None else repr(line)
