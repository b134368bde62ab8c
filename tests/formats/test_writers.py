"""The JSON writer, and each writer under its name."""

import json

import pytest

from flagplot.core.report import Report, Text, as_dict
from flagplot.formats.json_report import write_json
from flagplot.formats.markdown import write_markdown
from flagplot.formats.text import write_text
from flagplot.formats.writers import FORMATS, write

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
    assert FORMATS == ("text", "markdown", "json")
    assert write(REPORT, "text") == write_text(REPORT, 100)
    assert write(REPORT, "text", width=40) == write_text(REPORT, 40) != write_text(REPORT, 100)
    assert write(REPORT, "markdown") == write_markdown(REPORT)
    assert write(REPORT, "json") == write_json(REPORT, {})
    assert write(REPORT, "json", facts={"a": 1}) == write_json(REPORT, {"a": 1})
