"""Advice as a report and as plain values: every pick with its interval and with the battles that it took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flagplot.advice.arms import FRESH
from flagplot.advice.forces import Trial, Verdict
from flagplot.advice.halving import Choice, Finalist
from flagplot.core.report import Block, Column, Fields, Node, Report, Section, Table, Text
from flagplot.desk.advice import BestOrders, Mixture, Search
from flagplot.desk.force_advice import BestForce, SmallestForce
from flagplot.desk.odds import method_of
from flagplot.desk.what_if import Variant
from flagplot.odds.method import Method
from flagplot.odds.points import Points, aim_told
from flagplot.odds.report import interval, percent
from flagplot.odds.summary import Share
from flagplot.odds.tally import Tally

Advice = BestOrders | Mixture | SmallestForce | BestForce

FINALS = (
    "The last few were tried again in fresh dice, the same for all of them; only those count in the figures here, "
    "whose 95 % intervals hold all together. A lead whose interval holds 0 may be luck."
)
SEARCHED = "successive halving with the same dice for all, every die rolled by the rules' own code"
GAMED = "a matrix game by linear programming with a double oracle, the same dice in each cell"
TRIED = "one force after another until one is enough, each until its interval lies on one side"


def report_of(advice: Advice) -> Report:
    """The advice as a tree."""
    name = advice.search.asked.recipe.docket.scenario.name
    match advice:
        case BestOrders():
            return Report(f"Orders for {advice.search.owner.name}: {name}", _best_orders(advice))
        case Mixture():
            return Report(f"Orders for {advice.search.owner.name} against unknown orders: {name}", _mixture(advice))
        case SmallestForce():
            return Report(f"The smallest force for {advice.search.owner.name}: {name}", _smallest(advice))
        case BestForce():
            return Report(f"The best force for {advice.search.owner.name}: {name}", _best_force(advice))


def as_dict(advice: Advice) -> dict[str, Any]:
    """The advice as plain values; chances from 0 to 1, points from -1 to 1."""
    facts: dict[str, Any] = {
        "owner": advice.search.owner.name,
        "aim": advice.search.aim,
        "battles": advice.battles if isinstance(advice, Mixture | SmallestForce) else advice.choice.battles,
        "method": _method(advice).as_dict(),
    }
    match advice:
        case BestOrders() | BestForce():
            facts["candidates"] = len(advice.variants)
            facts["finalists"] = [
                {
                    "case": advice.variants[each.index].told,
                    "worth": _points(each.fresh, each.interval),
                    "behind_the_pick": _points(each.behind, each.behind.difference(each.z)),
                    "in_the_search": {"mean": round(each.search.mean, 9), "samples": each.search.n},
                }
                for each in advice.choice.finalists
            ]
            if isinstance(advice, BestForce):
                facts["budget"] = dict(advice.budget)
        case Mixture():
            facts["ours"] = dict(_played(advice.ours, advice.solution.rows))
            facts["theirs"] = dict(_played(advice.theirs, advice.solution.columns))
            facts["value"] = round(advice.solution.value, 9)
            facts["fresh"] = _points(advice.fresh, advice.fresh.interval())
            facts["pairs"] = {"measured": advice.solution.cells, "of": len(advice.ours) * len(advice.theirs)}
            facts["whole_matrix"] = advice.solution.whole
        case SmallestForce():
            facts["chance"] = advice.chance
            facts["forces"] = [
                {
                    "force": variant.told,
                    "verdict": trial.verdict.value,
                    "won": trial.won,
                    "battles": trial.battles,
                    "interval": [round(end, 9) for end in trial.interval] if trial.battles else None,
                }
                for variant, trial in zip(advice.variants, advice.trials, strict=True)
            ]
    return facts


def _best_orders(advice: BestOrders) -> tuple[Node, ...]:
    search, pick = advice.search, advice.variants[advice.choice.pick.index]
    sheet = pick.question.oracle.sheet(pick.question.recipe.docket, search.owner)
    told = f"The best of {len(advice.variants)} orders that were tried: {pick.told}."
    return (
        Section("Result", (Text(told), _finals(search, advice.variants, advice.choice), Text(FINALS))),
        Section("Orders to send", (Block(sheet.rstrip()),)),
        _origin(advice, advice.choice.battles),
    )


def _best_force(advice: BestForce) -> tuple[Node, ...]:
    pick = advice.variants[advice.choice.pick.index]
    budget = ", ".join(f"{name} {amount}" for name, amount in advice.budget.items())
    told = f"The best of {len(advice.variants)} forces for {budget}: {pick.told}."
    return (
        Section("Result", (Text(told), _finals(advice.search, advice.variants, advice.choice), Text(FINALS))),
        _origin(advice, advice.choice.battles),
    )


def _finals(search: Search, variants: Sequence[Variant], choice: Choice) -> Table:
    columns = (
        Column("Case"),
        Column("Worth", "right"),
        Column("Interval"),
        Column("The pick leads by", "right"),
        Column("Interval"),
        Column("In the search", "right"),
    )
    rows = tuple(_final(variants[each.index].told, each, first=n == 0) for n, each in enumerate(choice.finalists))
    return Table(f"The last few by worth: {aim_told(search.aim, search.asked.form)}", columns, rows)


def _final(told: str, each: Finalist, *, first: bool) -> tuple[str, ...]:
    lead = ("", "") if first else (_signed(each.behind.mean), _ends(each.behind.difference(each.z)))
    searched = f"{_signed(each.search.mean)} in {each.search.n}" if each.search.n else ""
    return told, _signed(each.fresh.mean), _ends(each.interval), *lead, searched


def _mixture(advice: Mixture) -> tuple[Node, ...]:
    search = advice.search
    fresh = f"{_signed(advice.fresh.mean)} (95 % interval {_ends(advice.fresh.interval())})"
    told = (
        f"Drawn by these chances, the orders of {search.owner.name} hold {_signed(advice.solution.value)} in the "
        f"battles of the search, whichever of the others' orders they meet; in fresh dice both mixtures came to "
        f"{fresh}. That is the {aim_told(search.aim, search.asked.form)}."
    )
    found = advice.solution
    pairs = len(advice.ours) * len(advice.theirs)
    how = f"{found.cells} of {pairs} pairs of orders were fought, {advice.each} battles each."
    if found.whole:
        how += " The answers went on changing, so that the whole matrix was measured."
    return (
        Section(
            "Result",
            (
                Text(told),
                _chances(f"Orders for {search.owner.name}", advice.ours, found.rows),
                _chances(f"What {advice.enemy.name} does best", advice.theirs, found.columns),
                Text(how),
            ),
        ),
        _origin(advice, advice.battles),
    )


def _chances(caption: str, names: Sequence[str], chances: Iterable[float]) -> Table:
    rows = tuple((name, percent(chance)) for name, chance in _played(names, chances))
    return Table(caption, (Column("Orders"), Column("Chance", "right")), rows)


def _played(names: Sequence[str], chances: Iterable[float]) -> list[tuple[str, float]]:
    """Those that are played at all, likeliest first."""
    pairs = [(name, round(float(chance), 9)) for name, chance in zip(names, chances, strict=True) if chance > 0]
    return sorted(pairs, key=lambda pair: -pair[1])


def _smallest(advice: SmallestForce) -> tuple[Node, ...]:
    wanted = percent(advice.chance)
    enough = [v.told for v, t in zip(advice.variants, advice.trials, strict=True) if t.verdict is Verdict.ENOUGH]
    told = f"The smallest that wins with {wanted}: {enough[0]}." if enough else f"None is sure to win with {wanted}."
    columns = (
        Column("Force"),
        Column("Wins", "right"),
        Column("95 % interval"),
        Column("Battles", "right"),
        Column("It is"),
    )
    rows = tuple(_trial(v.told, t) for v, t in zip(advice.variants, advice.trials, strict=True))
    return Section("Result", (Text(told), Table("Smallest force first", columns, rows))), _origin(
        advice, advice.battles
    )


def _trial(told: str, trial: Trial) -> tuple[str, ...]:
    if not trial.battles:
        return told, "", "", "", trial.verdict.value
    share = Share(trial.won / trial.battles, *trial.interval, trial.won)
    return told, percent(share.chance), interval(share), str(trial.battles), trial.verdict.value


def _origin(advice: Advice, battles: int) -> Section:
    return Section("Method", (Fields((("battles", str(battles)), *_method(advice).pairs)),))


def _method(advice: Advice) -> Method:
    """The samples told are those that the figures come from."""
    match advice:
        case BestOrders() | BestForce():
            first, count, detail = FRESH, advice.choice.pick.fresh.n, SEARCHED
        case Mixture():
            first, count, detail = FRESH, advice.fresh.n, GAMED
        case SmallestForce():
            first, count, detail = 0, max(trial.battles for trial in advice.trials), TRIED
    return method_of(advice.search.asked, Tally(((first, first + count),)), "sampled", detail)


def _points(points: Points, ends: tuple[float, float]) -> dict[str, Any]:
    return {"mean": round(points.mean, 9), "interval": [round(end, 9) for end in ends], "samples": points.n}


def _signed(share: float) -> str:
    return f"{100 * share:+.1f} %"


def _ends(ends: tuple[float, float]) -> str:
    return f"{_signed(ends[0])} to {_signed(ends[1])}"
