"""Pictures in a page: drawn where that can be, with their text beside them either way."""

from __future__ import annotations

import json
import re
import sys
from xml.etree import ElementTree

import pytest

from flagplot.core.report import Block, Report
from flagplot.formats.pages.drawing import drawn
from flagplot.formats.writers import write
from flagplot.odds.charts import interval_chart

ROWS = [("as it is", 0.5, 0.4, 0.6), ('<script>alert("x")</script> & Co.', 0.2, 0.1, 0.3)]
SPEC = json.dumps(interval_chart(ROWS, "What if", "Red wins"))


def test_a_page_has_the_drawing_and_its_text() -> None:
    page = write(Report("What if", (Block("|--o--|", SPEC),)), "html")
    (figure,) = re.findall(r"<figure>(.*)</figure>", page)
    picture = ElementTree.fromstring(figure)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "as it is" in "".join(picture.itertext())
    assert "|--o--|" in page
    assert "<script" not in page
    assert not re.search(r'(?:href|src)="', figure)


def test_other_blocks_have_none() -> None:
    assert "<figure>" not in write(Report("Plain", (Block("text"),)), "html")


def test_without_the_extra_the_text_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert drawn(SPEC) == ""
    assert "|--o--|" in write(Report("What if", (Block("|--o--|", SPEC),)), "html")


def test_text_and_markdown_keep_to_the_text() -> None:
    for form in ("text", "markdown"):
        written = write(Report("What if", (Block("|--o--|", SPEC),)), form)  # type: ignore[arg-type]
        assert "|--o--|" in written
        assert "vega" not in written
