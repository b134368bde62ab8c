"""Verify a report: fight it again from its machine block and compare it line by line; explain one of its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from flagplot import __version__
from flagplot.core.commitment import KeyOrigin, commitment
from flagplot.core.dice import FORMAT
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.desk.battle import KIND, Papers, Verdict, fight_docket, read_docket
from flagplot.desk.commit import read_line
from flagplot.formats.compare import Difference, first_difference
from flagplot.formats.machine import find
from flagplot.formats.text import WIDTHS
from flagplot.formats.writers import FORMATS, Format


@dataclass(frozen=True)
class Written:
    """How a report was written."""

    form: Format
    width: int


@dataclass(frozen=True)
class Verification:
    """What came of fighting a report again.

    ``difference`` is the first line that is not as it was fought, None where there is none; ``posted`` says whether the
    commitment that was posted fits the report's secret, None where none was shown; ``made_by`` is the version of
    Flagplot
    that wrote the report.
    """

    verdict: Verdict
    difference: Difference | None
    posted: bool | None
    made_by: str

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the report."""
        return self.difference is None and self.posted is not False

    @property
    def dice(self) -> int:
        """How many dice were rolled again."""
        return sum(cast.draw.n for event in self.verdict.fought.events for cast in event.casts)


def verify(text: str, source: str, posted: str | None = None) -> Verification:
    """Fight the battle of a report again; ``posted`` is any text that holds the line ``flagplot commit`` printed.

    Raises ``Refused`` for a report without a sound machine block, or made by other rules than this version's.
    """
    verdict, written, made_by = refight(text, source)
    # A text file that an editor saved without its last line end says the same.
    difference = first_difference(text.rstrip("\n"), verdict.write(written.form, written.width).rstrip("\n"))
    return Verification(verdict, difference, _fits(verdict, posted), made_by)


def refight(text: str, source: str) -> tuple[Verdict, Written, str]:
    """The verdict that a report was written from, how it was written, and by which version."""
    faults = Faults()
    block = find(text, source, faults)
    faults.settle()
    assert block is not None
    try:
        return _refight(block, source)
    except (KeyError, TypeError, ValueError, AttributeError):
        message = "the machine block is not that of a battle report"
        raise Refused(
            [Refusal(code="strange-block", fault=Fault.DAMAGED, where=source, message=message, mend="Is it a report?")]
        ) from None


def _refight(block: dict[str, Any], source: str) -> tuple[Verdict, Written, str]:
    if block["kind"] != KIND:
        raise ValueError(block["kind"])
    made_by = str(block["flagplot"])
    if block["dice_format"] != FORMAT:
        message = f"the report's dice are of format {block['dice_format']}, this version rolls format {FORMAT}"
        raise Refused([_conflict("dice-format", source, message, made_by)])
    form, width = block["written"]["form"], block["written"]["width"]
    if form not in FORMATS or type(width) is not int or width not in WIDTHS:
        raise ValueError(form)
    secret = bytes.fromhex(block["secret"]) or None
    origin = KeyOrigin(str(block["battle"]), str(block["orders_digest"]), secret)
    papers = _papers(block["papers"])
    try:
        earlier = None
        if "corrects" in block:
            before = _papers(block["corrects"])
            earlier = fight_docket(before, read_docket(before, Faults()), origin)
        verdict = fight_docket(papers, read_docket(papers, Faults()), origin, earlier)
    except Refused as refused:
        told = refused.refusals[0]
        message = f"the battle's own papers are refused now: {told.where}: {told.message}"
        raise Refused([_conflict("other-rules", source, message, made_by)]) from None
    return verdict, Written(cast(Format, form), width), made_by


def _papers(value: dict[str, Any]) -> Papers:
    def paper(entry: dict[str, Any]) -> Paper:
        if not isinstance(entry["name"], str) or not isinstance(entry["text"], str):
            raise TypeError("a paper is a name and a text")
        return Paper(entry["name"], entry["text"])

    book = None if value["book"] is None else paper(value["book"])
    return Papers(paper(value["scenario"]), book, tuple(paper(entry) for entry in value["orders"]))


def _conflict(code: str, source: str, message: str, made_by: str) -> Refusal:
    mend = f"Verify it with the version that made it: {made_by} (this is {__version__})."
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
        if found.made_by != __version__:
            lines.append(f"  The report was made by version {found.made_by}, this is {__version__}.")
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
        "made_by": found.made_by,
        "result": found.verdict.result_digest,
    }


def _line(line: str | None) -> str:
    return "(it has ended)" if line is None else repr(line)
