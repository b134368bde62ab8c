"""Reports as PDF: made from data, the same every time, and refused in words where the extra is missing."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.refusal import Refused
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Report, Roll, Section, Table, Text
from flagplot.formats.pages.pdf import write_pdf

HIT = Citation("fta3", "to-hit")


def report_of(text: str) -> Report:
    """A report with a text wherever one can stand."""
    nodes = (
        Text(text, (HIT,)),
        Section(text, (Section(text, (Section(text, (Section(text, (Section(text, ()),)),)),)),)),
        Listing((Text(text, (HIT,)), Text(text))),
        Entry(1, text, (HIT,), (text, text)),
        Fields(((text, text),)),
        Table(text, (Column(text), Column("R1", "right")), ((text, text),), (HIT,)),
        Table("", (Column("c"),), ()),
        Table(text, tuple(Column(str(number)) for number in range(12)), (("1",) * 12,)),
        Roll(1, text, text, 20, (3, 20), 12, HIT, text),
        Roll(1, text, text, 20, (3,), None, HIT, text),
        Block(f"a\n {text}"),
    )
    return Report(text, nodes, (text,), (text, text))


@pytest.fixture(scope="module", autouse=True)
def _needs_typst() -> None:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")


def test_a_report_is_a_pdf_and_the_same_again() -> None:
    pdf = write_pdf(report_of("Hood"))
    assert pdf.startswith(b"%PDF-1.")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert write_pdf(report_of("Hood")) == pdf


@pytest.mark.slow
@settings(max_examples=15)
@given(st.text(st.characters(codec="utf-8") | st.sampled_from('#$*_[]{}()@<>\\/"`~=-+'), max_size=12))
def test_no_text_is_read_as_typst(text: str) -> None:
    assert write_pdf(report_of(text)).startswith(b"%PDF")


def test_what_typst_would_run_is_text() -> None:
    plain = write_pdf(report_of("xpanic(1)"))
    assert abs(len(write_pdf(report_of("#panic(1)"))) - len(plain)) < 2000


def test_a_picture_of_the_first_page() -> None:
    assert write_pdf(report_of("Hood"), "png").startswith(b"\x89PNG")


def test_without_typst_the_command_that_adds_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refused) as caught:
        write_pdf(report_of("Hood"))
    (refusal,) = caught.value.refusals
    assert refusal.code == "missing-extra"
    assert "pip install 'flagplot[pdf]'" in refusal.mend
