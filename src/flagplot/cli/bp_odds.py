"""``flagplot bp odds``: a stranded patrol ship's chance to reach each goal."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("craft")
@click.option(
    "--campaign",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="FOLDER",
    help="The campaign; the current folder where there is none.",
)
@json_option
def odds(craft: str, campaign: Path, as_json: bool) -> None:
    """Tell the exact chance of CRAFT to reach each of its nearest goals by each legal route, and the best (V12.12)."""
    from flagplot.core.canonical import canonical_json
    from flagplot.desk.bp_stranded import odds
    from flagplot.formats.writers import write

    report, values = odds(campaign, craft)
    click.echo(canonical_json(values) if as_json else write(report, "text").rstrip())
