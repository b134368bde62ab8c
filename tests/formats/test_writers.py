"""The JSON writer, and each writer under its name."""

import json
from typing import cast

import pytest

from flagplot.core.report import Report, Text, as_dict
from flagplot.formats.boards.posts import joined, write_posts
from flagplot.formats.json_report import write_json
from flagplot.formats.markdown import write_markdown
from flagplot.formats.pages.html import write_html
from flagplot.formats.text import write_text
from flagplot.formats.writers import BOARDS, FORMATS, Format, Style, style, write

REPORT = Report("Tau Ceti é", (Text("long " * 12),))


def test_json_has_one_value_a_line_with_sorted_keys() -> None:
    assert (
        write_json(Report("é", ()), {"machine": {"b": 1, "a": []}, "alpha": None})
        == """\
{
 "alpha": null,
 "machine": {
  "a": [],
  "b": 1
 },
 "report": {
  "banner": [],
  "children": [],
  "kind": "report",
  "story": [],
  "title": "é"
 }
}
"""
    )


def test_json_holds_the_tree() -> None:
    assert json.loads(write_json(REPORT, {})) == {"report": as_dict(REPORT)}


def test_a_fact_cannot_take_the_place_of_the_tree() -> None:
    with pytest.raises(ValueError, match="'report'"):
        write_json(REPORT, {"report": {}})


def test_a_number_unknown_to_json_is_an_error() -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_json(REPORT, {"chance": float("nan")})


def test_each_format_has_its_writer() -> None:
    assert write(REPORT, "text") == write_text(REPORT, 100)
    assert write(REPORT, "text", width=40) == write_text(REPORT, 40) != write_text(REPORT, 100)
    assert write(REPORT, "markdown") == write_markdown(REPORT)
    assert write(REPORT, "json") == write_json(REPORT, {})
    assert write(REPORT, "json", facts={"a": 1}) == write_json(REPORT, {"a": 1})
    assert write(REPORT, "html") == write_html(REPORT)
    for form, board in BOARDS.items():
        posts = write_posts(REPORT, board, board.width, board.length)
        assert write(REPORT, cast(Format, form)) == joined(posts)
    assert set(FORMATS) == {"text", "markdown", "json", "html", "pdf", *BOARDS}


def test_a_pdf_is_no_text() -> None:
    with pytest.raises(ValueError, match="PDF"):
        write(REPORT, "pdf")


def test_a_style_has_what_a_board_is_used_to() -> None:
    assert style("text").as_dict() == {"form": "text", "width": 100}
    assert style("discord").as_dict() == {"form": "discord", "width": 60, "length": 2000}
    assert style("discus").as_dict() == {"form": "discus", "width": 80}
    assert style("xenforo", 50, 150_000).as_dict() == {"form": "xenforo", "width": 50, "length": 150_000}


@pytest.mark.parametrize(
    ("form", "width", "length"),
    [("odt", 80, 0), ("text", 39, 0), ("discord", 121, 2000), ("text", 80, 2000), ("xenforo", 80, 999), ("pdf", 0, 0)],
)
def test_what_no_writer_could_follow_is_an_error(form, width: int, length: int) -> None:
    with pytest.raises(ValueError, match=r"format|width|cut"):
        Style(form, width, length)
