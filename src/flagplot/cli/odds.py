"""``flagplot odds``: the chances of a battle."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from flagplot.cli.options import json_option, orders_option, report_options
from flagplot.cli.sampling import (
    chart_option,
    check_crew,
    crew_of,
    crew_options,
    error_option,
    quarters_option,
    seed_option,
    time_option,
)

if TYPE_CHECKING:
    from flagplot.core.refusal import Faults
    from flagplot.core.report import Report
    from flagplot.desk.battle import Papers
    from flagplot.odds.sampling import Target


class Slice(click.ParamType[tuple[int, int]]):
    """``I/N``: the I-th of N parts."""

    name = "slice"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Part and parts."""
        if isinstance(value, tuple):
            return value
        part, _, parts = value.partition("/")
        if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
            self.fail(f"'{value}' is no slice; write 2/8 for the second of eight.", param, ctx)
        return int(part), int(parts)


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@click.option(
    "--duel",
    "answers",
    type=click.Path(path_type=Path),
    metavar="ANSWERS",
    help="From where a duel stands after these answers; the rest by standing orders.",
)
@click.option("--secret", type=click.Path(path_type=Path), metavar="FILE", help="The secret of the duel.")
@click.option("--samples", type=click.IntRange(1, 1 << 40), metavar="N", help="Fight so many battles.")
@error_option("the interval. [1%]")
@time_option
@seed_option
@crew_options("one at first, then processes")
@click.option("--open", "wanted", metavar="N", help="Tell one sample: its number, 'median' or 'worst:SIDE:5%'.")
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="FILE", help="Keep the tally there, and go on from it."
)
@click.option("--slice", "part", type=Slice(), metavar="I/N", help="Only this part of --samples; --resume keeps it.")
@click.option(
    "--merge", "parts", multiple=True, type=click.Path(path_type=Path), metavar="FILE", help="Add up kept tallies."
)
@chart_option("losses")
@quarters_option(None)
@report_options
@json_option
@click.pass_context
def odds(
    ctx: click.Context,
    scenario: Path,
    orders: tuple[Path, ...],
    answers: Path | None,
    secret: Path | None,
    samples: int | None,
    error: float | None,
    seconds: float | None,
    seed: int,
    threads: int | None,
    processes: int | None,
    scheduler: str | None,
    wanted: str | None,
    resume: Path | None,
    part: tuple[int, int] | None,
    parts: tuple[Path, ...],
    chart: Path | None,
    quarters: int | None,
    form: str,
    width: int | None,
    length: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Tell the chances of the battle of SCENARIO, or of a ground war, without fighting it.

    The answer is exact where that can be had, else from samples, each of which is a battle with dice of its own that
    --open tells in full. The dice are never those of a verdict. Ctrl-C ends it with what there is until then.
    """
    check_crew(threads, processes, scheduler)
    if part is not None and (samples is None or resume is None):
        raise click.UsageError("--slice is a part of --samples, and --resume says where it is kept.")
    if secret is not None and answers is None:
        raise click.UsageError("--secret is that of a --duel: odds have dice of their own.")
    if parts and (part or resume or samples or error or seconds):
        raise click.UsageError("--merge adds up what is there and samples nothing more.")

    from flagplot.cli.counting import Counter
    from flagplot.cli.options import put_report
    from flagplot.core.commitment import read_secret
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import write_whole
    from flagplot.desk import odds as desk
    from flagplot.desk.arena import GROUND, place_of
    from flagplot.desk.battle import read_papers
    from flagplot.odds.charts import kind_of, render
    from flagplot.odds.tally import Tally

    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    if papers is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    form = "json" if as_json else form
    if place_of(papers.scenario.text) == GROUND:
        if any((answers, error, seconds, threads, processes, scheduler, resume, part, parts, chart)):
            raise click.UsageError("Of a ground war tell --quarters, --samples, --seed and --open alone.")
        report, facts = _of_war(papers, quarters or 1, samples, seed, wanted, faults)
        put_report(report, facts, form, width, out, length)
        return
    if quarters is not None:
        raise click.UsageError("--quarters goes with a ground war.")
    if answers is None:
        asked = desk.question(papers, seed=seed, faults=faults)
    else:
        from flagplot.desk.duel_odds import question_of_duel

        record = read_paper(answers, faults)
        promised = read_secret(secret, faults) if secret is not None else None
        asked = question_of_duel(replace(papers, answers=record), promised, seed=seed, faults=faults)
    if chart is not None:
        kind_of(chart)
    choice = None if wanted is None else desk.wanted_sample(asked, wanted, samples)
    if isinstance(choice, int):
        put_report(desk.opened(asked, choice, Tally()), {}, form, width, out, length)
        return
    crew = crew_of(threads, processes, scheduler)
    answer = desk.merged(asked, parts) if parts else None
    if answer is None and not (samples or part or resume or wanted):
        answer = desk.exact(asked)
    if answer is None:
        first, samples = desk.slice_of(samples, *part) if samples and part else (0, samples)
        with Counter(asked.form, quiet=as_json) as counter:
            answer = desk.sample(
                asked,
                _target(samples, error, seconds),
                crew,
                first=first,
                kept=resume,
                watch=counter.show,
                notice=counter.say,
            )
    if chart is not None:
        write_whole(chart, render(answer.chart(), kind_of(chart)))
    if choice is None:
        put_report(answer.report(), answer.as_dict(), form, width, out, length)
    else:
        put_report(desk.opened(asked, choice, answer.tally), {}, form, width, out, length)
    if answer.stopped:
        from flagplot.cli.errors import INTERRUPTED

        ctx.exit(INTERRUPTED)


def _of_war(
    papers: "Papers", quarters: int, samples: int | None, seed: int, wanted: str | None, faults: "Faults"
) -> tuple["Report", dict[str, Any]]:
    """The chances of a ground war, or one sample of it, told."""
    from flagplot.desk.ground_odds import ground_outlook, war_opened

    if wanted is not None:
        return war_opened(papers, wanted, quarters=quarters, samples=samples, seed=seed, faults=faults), {}
    found = ground_outlook(papers, quarters=quarters, samples=samples, seed=seed, faults=faults)
    return found.report(), found.as_dict()


def _target(samples: int | None, error: float | None, seconds: float | None) -> "Target":
    from flagplot.desk.odds import ERROR
    from flagplot.odds.sampling import MOST_SAMPLES, Target

    if samples is None and error is None and seconds is None:
        error = ERROR
    return Target(samples=samples or MOST_SAMPLES, half_width=error, seconds=seconds)
