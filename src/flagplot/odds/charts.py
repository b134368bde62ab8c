"""Charts of an answer as Vega-Lite, drawn in greys and dashes so that print and every eye can read them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.battle import RowForm
from flagplot.odds.tally import Histogram, Tally

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
KINDS = ("svg", "png", "pdf", "json")
BAR, LINE = "#9a9a9a", "#000000"
PNG_SCALE = 2


def loss_chart(form: RowForm, tally: Tally, title: str) -> dict[str, Any]:
    """What each side loses in the first currency: a bar for each value's share, a dashed line for all up to it."""
    currency = form.currencies[0]
    losses = [tally[f"loss/{currency}/{s}"] for s in range(2)]
    most = max(1, *(value for histogram in losses for value in histogram.bins))
    panels = [
        _panel(side, f"{currency} lost", histogram, most) for side, histogram in zip(form.sides, losses, strict=True)
    ]
    told = f"For each side a histogram of the {currency} lost, and the share of battles in which no more was lost."
    return {
        "$schema": SCHEMA,
        "title": {"text": title, "subtitle": "bars: so much lost; dashed line: no more than that lost"},
        "description": told,
        "background": "white",
        "vconcat": panels,
        "config": {"axis": {"labelFontSize": 12, "titleFontSize": 12}, "font": "sans-serif"},
    }


def side_chart(what: str, histogram: Histogram) -> dict[str, Any]:
    """What one side loses, as ``loss_chart`` draws it, with a scale of its own; there must be a value."""
    panel = _panel("", what, histogram, max(1, *histogram.bins))
    del panel["title"]
    told = f"A histogram of the {what}, and the share of battles in which no more was lost."
    return {"$schema": SCHEMA, "description": told, "background": "white", **panel}


def interval_chart(rows: Sequence[tuple[str, float, float, float]], title: str, what: str) -> dict[str, Any]:
    """A point for each (name, chance, lower end, upper end), on a line that is its interval.

    A dashed line stands where the first of them does, so that one sees what lies beside it.
    """
    names = ("name", "chance", "low", "high")
    values = [dict(zip(names, (row[0], *(round(share, 9) for share in row[1:])), strict=True)) for row in rows]
    order = list(dict.fromkeys(row[0] for row in rows))
    y = {"field": "name", "type": "nominal", "title": None, "sort": order, "axis": {"labelLimit": 400}}
    x = {"field": "low", "type": "quantitative", "title": what, "scale": {"domain": [0, 1]}, "axis": {"format": ".0%"}}
    return {
        "$schema": SCHEMA,
        "title": {"text": title, "subtitle": "points: chance; bars: 95 % interval; dashed: the first case"},
        "description": f"For each case the chance that {what}, with its interval.",
        "background": "white",
        "width": 480,
        "height": {"step": 28},
        "data": {"values": values},
        "layer": [
            {
                "data": {"values": values[:1]},
                "mark": {"type": "rule", "color": LINE, "strokeDash": [6, 3]},
                "encoding": {"x": {"field": "chance", "type": "quantitative"}},
            },
            {
                "mark": {"type": "bar", "color": BAR, "stroke": LINE, "strokeWidth": 0.5, "height": 8},
                "encoding": {"y": y, "x": x, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "color": LINE, "size": 50, "opacity": 1},
                "encoding": {"y": y, "x": {"field": "chance", "type": "quantitative"}},
            },
        ],
        "config": {"axis": {"labelFontSize": 12, "titleFontSize": 12}, "font": "sans-serif"},
    }


def _panel(side: str, what: str, histogram: Histogram, most: int) -> dict[str, Any]:
    """One side's chart; those of both sides have the same scale, up to ``most``."""
    reached, rows = 0.0, []
    for value in sorted(histogram.bins):
        share = histogram.bins[value].times / histogram.total
        reached += share
        rows.append({"value": value, "share": round(share, 9), "reached": round(min(1.0, reached), 9)})
    scale = {"domain": [0, most], "nice": False, "padding": 8}
    x = {"field": "value", "type": "quantitative", "title": what, "scale": scale, "axis": {"tickMinStep": 1}}
    percent = {
        "axis": {"format": ".0%"},
        "scale": {"domain": [0, 1]},
        "type": "quantitative",
        "title": "share of battles",
    }
    bars = {
        "mark": {"type": "bar", "color": BAR, "stroke": LINE, "strokeWidth": 0.5, "width": 8},
        "encoding": {"x": x, "y": {"field": "share", **percent}},
    }
    line = {
        "mark": {
            "type": "line",
            "color": LINE,
            "strokeDash": [6, 3],
            "interpolate": "step-after",
            "point": {"color": LINE},
        },
        "encoding": {"x": x, "y": {"field": "reached", **percent}},
    }
    return {"title": side, "width": 480, "height": 180, "data": {"values": rows}, "layer": [bars, line]}


def kind_of(path: Path) -> str:
    """What a chart is written as, by the ending of its file's name; refused for any other ending."""
    kind = path.suffix.removeprefix(".").casefold()
    if kind not in KINDS:
        faults = Faults()
        message = f"no chart can be written as '{path.suffix or path.name}'"
        mend = f"{nearest(kind, KINDS)} The ending of the name says which."
        faults.add("unknown-picture", str(path), message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    return kind


def render(spec: dict[str, Any], kind: str) -> bytes:
    """A chart as the bytes of a file; refused where the extra that draws is not installed."""
    if kind == "json":
        return (json.dumps(spec, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()
    try:
        import vl_convert
    except ImportError:
        faults = Faults()
        mend = "Install it: pip install 'flagplot[charts]'"
        faults.add("missing-extra", "--chart", "what draws charts is not installed", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    if kind == "svg":
        return str(vl_convert.vegalite_to_svg(spec)).encode()
    if kind == "png":
        return bytes(vl_convert.vegalite_to_png(spec, scale=PNG_SCALE))
    return bytes(vl_convert.vegalite_to_pdf(spec))
