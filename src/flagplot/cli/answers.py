"""What the look-ups of a system share: the option for readings, texts from files, printing an answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from flagplot.core.papers import Paper
    from flagplot.desk.answer import Answer

Function = TypeVar("Function", bound=Callable[..., Any])


def read_pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``ID=OPTION`` of each ``--reading`` as a table."""
    chosen = {}
    for value in values:
        id_, equals, option = value.partition("=")
        if not equals:
            raise click.BadParameter(f"'{value}' is no reading with its option: write ID=OPTION.")
        chosen[id_.strip()] = option.strip()
    return chosen


def reading_option(system: str) -> Callable[[Function], Function]:
    """Add ``--reading ID=OPTION`` (parameter ``readings``, a table) for the readings of a system."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        callback=read_pairs,
        metavar="ID=OPTION",
        help=f"Another option of a reading; 'flagplot readings {system}' lists them.",
    )


def worth_option(function: Function) -> Function:
    """Add ``--worth`` (parameter ``worth``): what units are worth to whoever asks."""
    return click.option(
        "--worth",
        multiple=True,
        metavar="UNIT=N",
        help="What is lost with a unit or type, and behind a colon what when it is crippled: CA=10:4. Repeat it. "
        "[economic points]",
    )(function)


def paper_at(path: str) -> "Paper":
    """The text of a file, a sheet too, or of standard input for ``-``; raises ``Refused`` where it cannot be had."""
    from flagplot.core.refusal import Faults
    from flagplot.desk.sheets import read_sheet

    faults = Faults()
    paper = read_sheet(path, faults)
    faults.settle()
    assert paper is not None
    return paper


def put(answer: "Answer", *, as_json: bool) -> None:
    """Print an answer for people, or as one JSON value."""
    from flagplot.core.canonical import canonical_json
    from flagplot.formats.text import write_text

    click.echo(canonical_json(answer.values) if as_json else write_text(answer.report).rstrip())
