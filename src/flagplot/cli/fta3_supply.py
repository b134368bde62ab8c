"""``flagplot fta3 supply``: the year's supply bill of a deployment."""

import json
from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("star_map", metavar="MAP", type=click.Path(path_type=Path))
@click.argument("deployment", type=click.Path(path_type=Path))
@click.option("--polity", default="", help="Whose units they are, where the file does not say.")
@click.option("--year", default=0, type=click.IntRange(min=0), help="The year, where the file does not say.")
@click.option(
    "--years",
    default=1,
    show_default=True,
    type=click.IntRange(1, 100),
    help="Over how many like years a new base is reckoned.",
)
@json_option
def supply(star_map: Path, deployment: Path, polity: str, year: int, years: int, as_json: bool) -> None:
    """Tell what every unit of DEPLOYMENT burns on MAP in a year, and what one more base would save."""
    from flagplot.desk.supply import outlook
    from flagplot.formats.writers import write

    found = outlook(star_map, deployment, polity=polity, year=year, years=years)
    if as_json:
        click.echo(json.dumps(found.as_dict(), sort_keys=True, ensure_ascii=False))
    else:
        click.echo(write(found.report(), "text"), nl=False)
