"""``flagplot verify``: whether a report is what its papers and dice make."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("report", type=click.Path(path_type=Path))
@click.option("--commitment", metavar="TEXT", help="The line that was posted before the orders closed, or its post.")
@json_option
@click.pass_context
def verify(ctx: click.Context, report: Path, commitment: str | None, as_json: bool) -> None:
    """Fight the battle of REPORT again from its machine block and compare it line by line.

    Exit code 0 if every line is as it was fought, else 3 and the first line that is not.
    """
    from flagplot.core.canonical import canonical_json
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT, read_file, source_name
    from flagplot.desk.verify import as_dict, told, verify

    faults = Faults()
    text = read_file(report, faults, REPORT_LIMIT)
    faults.settle()
    source = Path(source_name(report)).name
    found = verify(text or "", source, commitment)
    click.echo(canonical_json(as_dict(found)) if as_json else "\n".join(told(found, source)))
    if not found.holds:
        ctx.exit(3)
