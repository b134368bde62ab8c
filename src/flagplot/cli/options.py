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


def orders_option(
    help: str = "A side's orders: a file or a pasted post. Repeat it for each; - is standard input.",
) -> Callable[[Function], Function]:
    """Add ``--orders`` (parameter ``orders``): files or pasted posts, in the order in which they are given."""
    return click.option("--orders", "orders", multiple=True, type=click.Path(path_type=Path), metavar="FILE", help=help)


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
    """Add ``--format`` (``form``), ``--width``, ``--post-length`` (``length``) and ``--out`` for writers of reports."""
    from flagplot.formats.writers import FORMATS  # a look-up without reports loads no writer but its own

    for option in (
        click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the report there."),
        click.option(
            "--post-length",
            "length",
            type=click.IntRange(min=1000),
            metavar="N",
            help="The most characters of a post, if not those that such a board has by default.",
        ),
        click.option(
            "--width",
            type=click.IntRange(40, 120),
            help="Columns of a text report (100) or of a post's aligned tables (80; 60 on Discord).",
        ),
        click.option(
            "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How it is written."
        ),
    ):
        function = option(function)
    return function


def sheet_options(function: Function) -> Function:
    """Add ``--book``, ``--fittings`` and ``--ruleset``: what a sheet is read against."""
    for option in (
        click.option("--ruleset", default="fta3", show_default=True, metavar="ID", help="Whose kinds of sheets."),
        click.option(
            "--fittings",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="A sheet of fittings that goes with a ship book.",
        ),
        click.option(
            "--book",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="The ship book of a fleet; else the demonstration's.",
        ),
    ):
        function = option(function)
    return function


def put(
    verdict: "Verdict",
    form: str,
    width: int | None,
    out: Path | None,
    length: int | None = None,
    *,
    held_back: bool = False,
) -> None:
    """Print a report, or write it whole to a file; a PDF needs one."""
    _check_form(form, out, length)
    if form == "pdf":
        _put(verdict.write_pdf(held_back=held_back), verdict.headline, out)
    else:
        _put(verdict.write(cast(Any, form), width, length, held_back=held_back), verdict.headline, out)


def put_report(
    report: "Report",
    facts: Mapping[str, Any],
    form: str,
    width: int | None,
    out: Path | None,
    length: int | None = None,
) -> None:
    """Print any other report, or write it to a file; ``facts`` stand in JSON alone."""
    from flagplot.formats.pages.pdf import write_pdf
    from flagplot.formats.writers import write

    _check_form(form, out, length)
    if form == "pdf":
        _put(write_pdf(report), report.title, out)
    else:
        _put(write(report, cast(Any, form), width=width, length=length, facts=facts), report.title, out)


def _check_form(form: str, out: Path | None, length: int | None) -> None:
    from flagplot.formats.writers import BOARDS

    if length is not None and form not in BOARDS:
        raise click.UsageError(f"--post-length is for posts: {', '.join(BOARDS)}.")
    if form == "pdf" and out is None:
        raise click.UsageError("A PDF is no text: name a file with --out.")


def _put(data: str | bytes, headline: str, out: Path | None) -> None:
    if out is None:
        click.echo(data, nl=False)
        return
    from flagplot.core.textfile import write_whole

    write_whole(out, data)
    click.echo(f"{out}: {headline}", err=True)
