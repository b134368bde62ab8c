"""Options that the questions of Border Patrol share."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from flagplot.core.papers import Paper
    from flagplot.desk.bp_answer import Answer


def read_pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``ID=OPTION`` of each ``--reading`` as a table."""
    chosen = {}
    for value in values:
        id_, equals, option = value.partition("=")
        if not equals:
            raise click.BadParameter(f"'{value}' is no reading with its option: write ID=OPTION.")
        chosen[id_.strip()] = option.strip()
    return chosen


reading_option = click.option(
    "--reading",
    "readings",
    multiple=True,
    callback=read_pairs,
    metavar="ID=OPTION",
    help="Another option of a reading; 'flagplot readings bp' lists them.",
)
"""Add ``--reading ID=OPTION`` (parameter ``readings``, a table)."""


def paper_at(path: str) -> "Paper":
    """The text of a file, or of standard input for ``-``; raises ``Refused`` where it cannot be had."""
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults

    faults = Faults()
    paper = read_paper(path, faults)
    faults.settle()
    assert paper is not None
    return paper


def put(answer: "Answer", *, as_json: bool) -> None:
    """Print an answer for people, or as one JSON value."""
    from flagplot.core.canonical import canonical_json
    from flagplot.formats.writers import write

    click.echo(canonical_json(answer.values) if as_json else write(answer.report, "text").rstrip())
