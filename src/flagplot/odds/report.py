"""The answer as a neutral report, and as plain values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flagplot.core.report import Block, Column, Fields, Node, Report, Section, Table, Text
from flagplot.engine.battle import Fate, RowForm
from flagplot.odds.charts import side_chart
from flagplot.odds.method import Method
from flagplot.odds.picture import draw
from flagplot.odds.summary import QUANTILES, Share, Spread, Summary
from flagplot.odds.tally import Tally

FATES = {Fate.STAYED: "in the battle", Fate.LOST: "lost", Fate.LEFT: "left", Fate.AWAY: "not engaged"}
PICTURE = "Each row: its share, then the share of all battles up to it, at which the line | stands."


def report_of(
    title: str, form: RowForm, tally: Tally, summary: Summary, method: Method, banner: tuple[str, ...] = ()
) -> Report:
    """The whole answer as a tree."""
    children = (
        Section("Result", (_results(form, summary),)),
        Section("Losses", tuple(_losses(form, tally, summary))),
        Section("Ships", (_survival(form, summary),)),
        Section("Length and ending", (Text(_length(summary)), _endings(form, summary))),
        Section("Method", (Fields(method.pairs),)),
    )
    return Report(title, children, banner)


def as_dict(form: RowForm, summary: Summary, method: Method) -> dict[str, Any]:
    """The answer as plain values; chances from 0 to 1."""
    return {
        "results": {name: share_dict(share) for name, share in zip(_result_names(form), summary.results, strict=True)},
        "losses": [
            {"side": form.sides[loss.side], "in": loss.currency, "of": loss.most, **_spread_dict(loss.spread)}
            for loss in summary.losses
        ],
        "units": [
            {
                "id": each.unit.id,
                "name": each.unit.name,
                "side": form.sides[each.unit.side],
                "survives": share_dict(each.survives),
                "fates": {FATES[fate]: share_dict(each.fates[fate]) for fate in Fate},
            }
            for each in summary.survival
        ],
        "rounds": _spread_dict(summary.length),
        "endings": [{"ending": form.endings[place], **share_dict(share)} for place, share in summary.endings],
        "method": method.as_dict(),
    }


def share_dict(share: Share) -> dict[str, Any]:
    """A chance with its interval."""
    ends = [round(share.low, 9), round(share.high, 9)]
    return {"chance": round(share.chance, 9), "interval": ends, "count": share.count}


def percent(share: float) -> str:
    """A chance for people; what is neither impossible nor certain never looks so."""
    told = f"{100 * share:.1f}"
    if told == "0.0" and share > 0:
        return "<0.1 %"
    return ">99.9 %" if told == "100.0" and share < 1 else f"{told} %"


def interval(share: Share) -> str:
    """The interval for people; an exact chance with more places instead."""
    if share.count is None:
        return f"exactly {100 * share.chance:.4f} %"
    return f"{percent(share.low)} to {percent(share.high)}"


def _result_names(form: RowForm) -> tuple[str, str, str]:
    return f"{form.sides[0]} wins", f"{form.sides[1]} wins", "nobody wins"


def _results(form: RowForm, summary: Summary) -> Table:
    columns = (Column("Result"), Column("Chance", "right"), Column("95 % interval"), Column("Samples", "right"))
    named = zip(_result_names(form), summary.results, strict=True)
    return Table("Who wins", columns, tuple((name, *_chance_cells(share)) for name, share in named))


def _chance_cells(share: Share) -> tuple[str, str, str]:
    return percent(share.chance), interval(share), "" if share.count is None else str(share.count)


def _losses(form: RowForm, tally: Tally, summary: Summary) -> Iterator[Node]:
    columns = (
        Column("Side"),
        Column("Lost"),
        *(Column(name, "right") for name in ("Of", "Mean", *(f"{q} %" for q in QUANTILES))),
    )
    rows = tuple(
        (form.sides[loss.side], loss.currency, str(loss.most), *_spread_cells(loss.spread)) for loss in summary.losses
    )
    yield Table("Losses: mean, and what is not exceeded in so many of 100 battles", columns, rows)
    currency = form.currencies[0]
    for s, side in enumerate(form.sides):
        histogram, what = tally[f"loss/{currency}/{s}"], f"{currency} lost"
        picture = Block(draw(histogram), json.dumps(side_chart(what, histogram), sort_keys=True))
        yield Section(f"{side}: {what}", (Text(PICTURE), picture))


def _spread_cells(spread: Spread) -> tuple[str, ...]:
    return f"{spread.mean:.1f}", *map(str, spread.quantiles)


def _spread_dict(spread: Spread) -> dict[str, Any]:
    return {
        "mean": round(spread.mean, 9),
        "quantiles": {str(q): value for q, value in zip(QUANTILES, spread.quantiles, strict=True)},
    }


def _survival(form: RowForm, summary: Summary) -> Table:
    columns = (
        Column("Side"),
        Column("Ship"),
        Column("Kind"),
        Column("Survives", "right"),
        Column("95 % interval"),
        *(Column(FATES[fate].capitalize(), "right") for fate in (Fate.LOST, Fate.LEFT, Fate.STAYED, Fate.AWAY)),
    )
    rows = tuple(
        (
            form.sides[each.unit.side],
            each.unit.name,
            each.unit.kind,
            percent(each.survives.chance),
            interval(each.survives),
            *(percent(each.fates[fate].chance) for fate in (Fate.LOST, Fate.LEFT, Fate.STAYED, Fate.AWAY)),
        )
        for each in summary.survival
    )
    return Table("What becomes of each ship", columns, rows)


def _length(summary: Summary) -> str:
    low, _, middle, _, high = summary.length.quantiles
    return (
        f"It lasts {summary.length.mean:.1f} rounds in the mean, {middle} in the middle, {low} to {high} in 90 of 100."
    )


def _endings(form: RowForm, summary: Summary) -> Table:
    columns = (Column("Ending"), Column("Chance", "right"), Column("95 % interval"), Column("Battles", "right"))
    rows = tuple((form.endings[place], *_chance_cells(share)) for place, share in summary.endings)
    return Table("How it ends", columns, rows)
