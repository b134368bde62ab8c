"""``flagplot verify``: whether a report is what its papers and dice make, in one file or in the posts of a board."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("reports", metavar="REPORT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--commitment", metavar="TEXT", help="The line that was posted before the orders closed, or its post.")
@json_option
@click.pass_context
def verify(ctx: click.Context, reports: tuple[Path, ...], commitment: str | None, as_json: bool) -> None:
    """Fight the battle of REPORT again from its machine block and compare it, line by line or a post word by word.

    Of a report in several posts give all, in any order, quoted or not, in one file or in many. Exit code 0 if all is as
    it was fought, else 3 and the first line that is not.
    """
    from flagplot.core.canonical import canonical_json
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT
    from flagplot.desk.verify import as_dict, told, verify_papers

    faults = Faults()
    papers = [paper for report in reports if (paper := read_paper(report, faults, REPORT_LIMIT))]
    faults.settle()
    found = verify_papers(papers, commitment)
    source = ", ".join(paper.name for paper in papers)
    click.echo(canonical_json(as_dict(found)) if as_json else "\n".join(told(found, source)))
    if not found.holds:
        ctx.exit(3)
