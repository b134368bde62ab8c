"""``flagplot report``: a report in another format."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, report_options


@click.command()
@click.argument("reports", metavar="REPORT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@report_options
@json_option
def report(
    reports: tuple[Path, ...],
    form: str,
    width: int | None,
    length: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Write REPORT, or the posts that hold it, in another format: for a board, a page, a printer.

    The battle is fought again from the machine block, and must have the result that the block names; whether the text
    is as it was fought, 'flagplot verify' says.
    """
    from flagplot.cli.options import put
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT
    from flagplot.desk.verify import refought_papers

    faults = Faults()
    papers = [paper for each in reports if (paper := read_paper(each, faults, REPORT_LIMIT))]
    faults.settle()
    put(refought_papers(papers), "json" if as_json else form, width, out, length)
