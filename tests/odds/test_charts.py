"""Charts: what they show, that they can be drawn, and what cannot be written."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from flagplot.core.refusal import Refused
from flagplot.odds.charts import interval_chart, kind_of, loss_chart, render
from flagplot.odds.picture import draw_intervals
from flagplot.odds.tally import count_rows


@pytest.fixture(scope="module")
def chart(toy: Any) -> dict[str, Any]:
    return loss_chart(toy.form, count_rows(toy.form, toy.rows(0, 700), 0), "Toy")


def test_it_shows_every_loss_with_its_share_and_what_is_reached(chart: dict[str, Any]) -> None:
    red, blue = chart["vconcat"]
    assert (red["title"], blue["title"]) == ("Red", "Blue")
    assert red["data"]["values"] == [
        {"value": 0, "share": round(5 / 7, 9), "reached": round(5 / 7, 9)},
        {"value": 30, "share": round(2 / 7, 9), "reached": 1.0},
    ]
    assert chart["description"]


def test_both_sides_have_one_scale(chart: dict[str, Any]) -> None:
    scales = {json.dumps(layer["encoding"]["x"]["scale"]) for panel in chart["vconcat"] for layer in panel["layer"]}
    assert len(scales) == 1
    assert json.loads(scales.pop())["domain"] == [0, 33]


def test_it_is_drawn_without_colour(chart: dict[str, Any]) -> None:
    """Bars and line differ in shade, form and dashes, so neither print nor any eye loses one of them."""
    colours = set(re.findall(r"#[0-9a-f]{6}", json.dumps(chart)))
    assert colours
    for colour in colours:
        assert colour[1:3] == colour[3:5] == colour[5:7]
    assert '"strokeDash"' in json.dumps(chart)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("json", b"{")])
def test_it_is_drawn_in_every_form(kind: str, start: bytes, chart: dict[str, Any]) -> None:
    assert render(chart, kind).startswith(start)


def test_the_ending_says_what_it_becomes() -> None:
    assert [kind_of(Path(name)) for name in ("a.svg", "b.PNG", "c.x.pdf")] == ["svg", "png", "pdf"]
    for name in ("chart.gif", "chart", "svg"):
        with pytest.raises(Refused) as refused:
            kind_of(Path(name))
        assert refused.value.refusals[0].code == "unknown-picture"


def test_a_missing_extra_is_named_with_its_command(chart: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(Refused) as refused:
        render(chart, "png")
    assert refused.value.refusals[0].code == "missing-extra"
    assert "flagplot[charts]" in refused.value.refusals[0].mend
    assert render(chart, "json")


def test_intervals_are_drawn_in_the_order_that_is_given() -> None:
    rows = [("zebra", 0.5, 0.4, 0.6), ("ant", 0.25, 0.1, 0.4)]
    spec = interval_chart(rows, "What if", "Red wins")
    assert spec["data"]["values"][1] == {"name": "ant", "chance": 0.25, "low": 0.1, "high": 0.4}
    bars = spec["layer"][1]["encoding"]
    assert (bars["y"]["sort"], bars["x2"]) == (["zebra", "ant"], {"field": "high"})
    assert spec["layer"][0]["data"]["values"] == spec["data"]["values"][:1]
    svg = render(spec, "svg").decode()
    assert svg.index("zebra") < svg.index("ant")


def test_intervals_in_a_terminal() -> None:
    *lines, scale = draw_intervals(
        [("first", 0.5, 0.25, 0.75), ("no", 0.0, 0.0, 0.1), ("yes", 1.0, 0.9, 1.0)]
    ).splitlines()
    assert lines[0] == "first  |          ----------o---------          |"
    assert [line[line.index("|") + 1 :].index("o") for line in lines] == [20, 0, 39]
    assert len({len(line) for line in lines}) == 1
    assert scale.endswith("100 %")
