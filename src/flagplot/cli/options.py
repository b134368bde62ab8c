"""Options that several verbs share."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

if TYPE_CHECKING:
    from flagplot.core.report import Report
    from flagplot.desk.battle import Verdict

Function = TypeVar("Function", bound=Callable[..., Any])

JSON = "flagplot.json"  # where a context keeps whether the answer is to be JSON


def json_option(function: Function) -> Function:
    """Add ``--json`` (parameter ``as_json``): one JSON value on standard output, refusals included."""
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        is_eager=True,
        callback=_remember,
        help="Answer with one JSON value on standard output.",
    )(function)


def _remember(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    ctx.meta[JSON] = value
    return value


def report_options(function: Function) -> Function:
    """Add ``--format`` (``form``), ``--width`` and ``--out`` for verbs that write a report."""
    for option in (
        click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the report there."),
        click.option(
            "--width", type=click.IntRange(40, 120), default=100, show_default=True, help="Columns of a text report."
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "markdown", "json"]),
            default="text",
            show_default=True,
            help="How the report is written.",
        ),
    ):
        function = option(function)
    return function


def put(verdict: "Verdict", form: str, width: int, out: Path | None) -> None:
    """Print a report, or write it whole to a file: under another name first, so that no half of it is ever there."""
    _put(verdict.write(cast(Any, form), width), verdict.headline, out)


def put_report(report: "Report", facts: Mapping[str, Any], form: str, width: int, out: Path | None) -> None:
    """Print any other report, or write it to a file; ``facts`` stand in JSON alone."""
    from flagplot.formats.writers import write

    _put(write(report, cast(Any, form), width=width, facts=facts), report.title, out)


def _put(text: str, headline: str, out: Path | None) -> None:
    if out is None:
        click.echo(text, nl=False)
        return
    from flagplot.core.textfile import write_whole

    write_whole(out, text)
    click.echo(f"{out}: {headline}", err=True)
