"""``flagplot advise``: which orders, which force."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from flagplot.cli.options import json_option, orders_option, report_options
from flagplot.cli.sampling import check_crew, crew_of, crew_options, seed_option

if TYPE_CHECKING:
    from flagplot.desk.advice import Search
    from flagplot.desk.advice_report import Advice

UNKNOWN = "unknown"


class Chance(click.ParamType[float]):
    """A chance such as ``80%`` or ``0.8``."""

    name = "chance"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The chance as a number between 0 and 1."""
        text = str(value)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            self.fail(f"'{text}' is no chance; write 80% or 0.8.", param, ctx)
        if not 0 < share < 1:
            self.fail(f"'{text}' is not between 0 and 100 %.", param, ctx)
        return share


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("--side", required=True, help="Who is advised: A, B, a side's name, or an owner's.")
@orders_option("Orders as they are: a file or a pasted post. Repeat it for each; - is standard input.")
@click.option(
    "--against", metavar="FILE|unknown", help="The enemy's orders, or 'unknown' where he chooses at the same time."
)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="LINE",
    help="Candidates of your own, as for a sweep: 'Red: plan {press | raid}'. Several make a grid.",
)
@click.option("--force", "forces", multiple=True, metavar="SHIPS", help="A force to try: '2 CA + 3 FF'. Repeat it.")
@click.option("--smallest", type=Chance(), metavar="CHANCE", help="Of those, the smallest that wins so often: 80%.")
@click.option("--budget", multiple=True, metavar="AMOUNT", help="The best force for it: 'cost 900, years 2'.")
@click.option("--hull", "hulls", multiple=True, metavar="CODE", help="Buy such ships alone. Repeat it.")
@click.option(
    "--aim", default="win", show_default=True, help="What counts: win, or margin (of weight killed and lost)."
)
@click.option(
    "--battles", type=click.IntRange(1, 1 << 38), metavar="N", help="Fight no more than that. [40000; of a hex 4000]"
)
@seed_option
@crew_options("one a core")
@report_options
@json_option
def advise(
    scenario: Path,
    side: str,
    orders: tuple[Path, ...],
    against: str | None,
    varied: tuple[str, ...],
    forces: tuple[str, ...],
    smallest: float | None,
    budget: tuple[str, ...],
    hulls: tuple[str, ...],
    aim: str,
    battles: int | None,
    seed: int,
    threads: int | None,
    processes: int | None,
    scheduler: str | None,
    form: str,
    width: int | None,
    length: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Search for the best orders for a side in the battle of SCENARIO, or for its smallest or best force.

    Candidates are fought in the same dice, fewer of them more often, and the last few again in fresh dice: every pick
    comes with an interval and with the battles that it took.
    """
    if (smallest is None) != (not forces):
        raise click.UsageError("--smallest CHANCE goes with a list of forces: --force SHIPS, several times.")
    if bool(budget) + bool(forces) + bool(varied) > 1:
        raise click.UsageError("--budget, --smallest and --vary are different questions; ask one at a time.")
    if hulls and not budget:
        raise click.UsageError("--hull goes with --budget.")
    check_crew(threads, processes, scheduler)

    from flagplot.cli.counting import Line
    from flagplot.cli.options import put_report
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.desk.advice import Search, find_owner
    from flagplot.desk.advice_report import as_dict, report_of
    from flagplot.desk.battle import read_papers
    from flagplot.desk.odds import question
    from flagplot.desk.what_if import variants, with_orders_of
    from flagplot.odds.points import read_aim

    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    enemy = None if against in (None, UNKNOWN) else read_paper(against, faults)
    if papers is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    asked = question(papers, seed=seed, faults=faults)
    if enemy is not None:
        asked = variants(asked, [with_orders_of(enemy)])[1].question
    s, owner = find_owner(asked, side, "--side")
    crew = crew_of(threads, processes, scheduler) or asked.oracle.crew()
    with Line(quiet=as_json) as line:
        search = Search(
            asked=asked,
            owner=owner,
            side=s,
            aim=read_aim(aim),
            battles=asked.oracle.BATTLES if battles is None else battles,
            crew=crew,
            watch=line.put,
            notice=line.say,
        )
        answer = _ask(search, varied, forces, smallest, budget, hulls, unknown=against == UNKNOWN)
    put_report(report_of(answer), as_dict(answer), "json" if as_json else form, width, out, length)


def _ask(
    search: "Search",
    varied: tuple[str, ...],
    forces: tuple[str, ...],
    smallest: float | None,
    budget: tuple[str, ...],
    hulls: tuple[str, ...],
    *,
    unknown: bool,
) -> "Advice":
    """The question that these options ask."""
    from flagplot.desk.advice import best_mixture, best_orders, find_owner
    from flagplot.desk.force_advice import best_force, read_budget, smallest_force

    if smallest is not None:
        return smallest_force(search, forces, smallest)
    if budget:
        return best_force(search, read_budget(budget), hulls)
    if unknown:
        return best_mixture(search, find_owner(search.asked, "AB"[1 - search.side], "--against unknown")[1], varied)
    return best_orders(search, varied)
