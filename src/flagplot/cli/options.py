"""Options that several verbs share."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

if TYPE_CHECKING:
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


def put(verdict: "Verdict", form: str, width: int, out: Path | None, *, held_back: bool = False) -> None:
    """Print a report, or write it whole to a file."""
    text = verdict.write(cast(Any, form), width, held_back=held_back)
    if out is None:
        click.echo(text, nl=False)
        return
    write_whole(out, text)
    click.echo(f"{out}: {verdict.headline}", err=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file under another name first and then swap it in, so that no half of it is ever there."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        error.filename = str(path)  # the name that the user knows
        raise
