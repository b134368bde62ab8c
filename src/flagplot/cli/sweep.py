"""``flagplot sweep``: what if."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, orders_option, report_options
from flagplot.cli.sampling import (
    chart_option,
    check_crew,
    crew_of,
    crew_options,
    error_option,
    seed_option,
    time_option,
)


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="LINE",
    help="A change with alternatives: 'Red: withdraw escort at {25% | 50%}'. Several make a grid.",
)
@click.option(
    "--instead",
    "instead",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A case with these orders in place of those of the same owners. Repeat it for more cases.",
)
@click.option("--side", default="A", show_default=True, help="Whose chances are told: A, B or a side's name.")
@click.option("--samples", type=click.IntRange(1, 1 << 39), metavar="N", help="Fight each case so many times. [1000]")
@error_option("every difference.")
@time_option
@seed_option
@crew_options("one a core")
@chart_option("chances")
@report_options
@json_option
@click.pass_context
def sweep(
    ctx: click.Context,
    scenario: Path,
    orders: tuple[Path, ...],
    varied: tuple[str, ...],
    instead: tuple[Path, ...],
    side: str,
    samples: int | None,
    error: float | None,
    seconds: float | None,
    seed: int,
    threads: int | None,
    processes: int | None,
    scheduler: str | None,
    chart: Path | None,
    form: str,
    width: int | None,
    length: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compare variants of the battle of SCENARIO in the same dice, each with the battle as it is.

    A change gives an owner another order ('Red: plan {press | raid}') or other ships, fighters, tl or doctrines ('Red:
    ships {2 CA | 1 CA + 3 FF}'), takes an option ('reading interception-commit {half | all}') or adds a ruling ('ruling
    modifier hit {+1 | +2}: Red because "a pilot"'). Ctrl-C ends it with what there is until then.
    """
    if not varied and not instead:
        raise click.UsageError("Say what is to be compared: --vary LINE or --instead FILE.")
    check_crew(threads, processes, scheduler)

    from flagplot.cli.counting import Line
    from flagplot.cli.options import put_report
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import write_whole
    from flagplot.desk import sweep as desk
    from flagplot.desk.battle import read_papers
    from flagplot.desk.odds import question
    from flagplot.desk.what_if import grid_of, variants, with_orders_of
    from flagplot.odds.charts import kind_of, render
    from flagplot.odds.sampling import MOST_SAMPLES, Target
    from flagplot.odds.summary import read_side

    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    others = [paper for path in instead if (paper := read_paper(path, faults))]
    if papers is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    asked = question(papers, seed=seed, faults=faults)
    if chart is not None:
        kind_of(chart)
    whose = read_side(asked.form, side, "--side")
    cases = variants(asked, [*(grid_of(varied) if varied else ()), *map(with_orders_of, others)])
    if samples is None and error is None and seconds is None:
        samples = desk.SAMPLES
    crew = crew_of(threads, processes, scheduler) or asked.oracle.crew()
    with Line(quiet=as_json) as line:
        answer = desk.sweep(
            cases,
            whose,
            Target(samples=samples or MOST_SAMPLES, half_width=error, seconds=seconds),
            crew,
            watch=line.put,
            notice=line.say,
        )
    if chart is not None:
        write_whole(chart, render(answer.chart(), kind_of(chart)))
    put_report(answer.report(), answer.as_dict(), "json" if as_json else form, width, out, length)
    if answer.stopped:
        from flagplot.cli.errors import INTERRUPTED

        ctx.exit(INTERRUPTED)
