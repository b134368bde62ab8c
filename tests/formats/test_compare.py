"""The first line in which two reports differ."""

import base64
import json
import zlib

import pytest

from flagplot.formats.compare import Difference, first_difference, unquoted
from flagplot.formats.machine import BEGIN, END, encode

VALUE = {"ships": ["alice/hood", "bob/swift"] * 50, "round": 3}
REPORT = f"Battle\n\nHood fires.\n{encode(VALUE)}\nafter\n"


def packed_by_another_zlib() -> str:
    """The report as a machine writes it whose zlib packs less tightly."""
    head = "\n".join(encode(VALUE).split("\n")[:3])
    data = json.dumps(VALUE, sort_keys=True, separators=(",", ":")).encode()
    coded = base64.b64encode(zlib.compress(data, 0)).decode()
    rows = "\n".join(coded[start : start + 76] for start in range(0, len(coded), 76))
    return f"Battle\n\nHood fires.\n{head}\n{rows}\n{END}\nafter\n"


def test_a_report_is_equal_to_itself() -> None:
    assert first_difference(REPORT, REPORT) is None
    assert first_difference("", "") is None


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("a\nb\n", "a\nc\n", (2, "b", "c")),
        ("a\nb\n", "a\nb", (3, "", None)),
        ("a", "a\nb\n", (2, None, "b")),
        ("a\n b", "a\nb", (2, " b", "b")),
        ("a \nb", "a\nb", (1, "a ", "a")),
        ("a\r\nb", "a\nb", (1, "a\r", "a")),
        ("a\x0bb", "a\nb", (1, "a\x0bb", "a")),
    ],
)
def test_the_first_line_that_differs(old: str, new: str, difference: tuple[int, str | None, str | None]) -> None:
    assert first_difference(old, new) == Difference(*difference)


def test_how_zlib_packed_makes_no_difference() -> None:
    other = packed_by_another_zlib()
    assert other != REPORT
    assert first_difference(other, REPORT) is None
    assert first_difference(other.replace("after", "later"), REPORT) == Difference(
        REPORT.split("\n").index("after") + 1, "later", "after"
    )


def test_any_changed_letter_makes_a_difference() -> None:
    for index, letter in enumerate(REPORT):
        changed = "A" if letter != "A" else "B"
        old = REPORT[:index] + changed + REPORT[index + 1 :]
        line = REPORT[:index].count("\n") + 1
        difference = first_difference(old, REPORT)
        assert difference is not None, index
        assert difference.line == line


def test_rows_broken_elsewhere_make_a_difference() -> None:
    row = REPORT.split("\n").index(BEGIN) + 4
    lines = REPORT.split("\n")
    broken = [*lines[: row - 1], lines[row - 1][:4], lines[row - 1][4:], *lines[row:]]
    assert first_difference("\n".join(broken), REPORT) == Difference(row, lines[row - 1][:4], lines[row - 1])


def test_a_blank_within_the_block_makes_a_difference() -> None:
    row = REPORT.split("\n").index(BEGIN) + 4
    lines = REPORT.split("\n")
    lines[row - 1] += " "
    difference = first_difference("\n".join(lines), REPORT)
    assert difference is not None
    assert difference.line == row


@pytest.mark.parametrize("before", ["", "> ", ">> ", "| ", "\u00a0", "\t"])
@pytest.mark.parametrize("behind", ["", "  ", "\u00a0", "\r"])
def test_a_quotation_is_taken_off(before: str, behind: str) -> None:
    quoted = "\n\n".join(f"{before}{line}{behind}" for line in REPORT.split("\n"))
    assert unquoted(quoted) == unquoted(REPORT)


@pytest.mark.parametrize("other", ["Hood  fires.", "Hoodfires.", "Hood\nfires.", "Hood > fires."])
def test_what_stands_within_a_line_is_no_quotation(other: str) -> None:
    assert unquoted(REPORT.replace("Hood fires.", other)) != unquoted(REPORT)
