"""``flagplot fta3 repair``: what mending a ship costs and takes, and where it may be done."""

from pathlib import Path

import click

from flagplot.cli.options import json_option

LEVELS = ("fine", "light", "medium", "heavy")
PLACES = ("forward-base", "supply-point", "ally", "home")


@click.command()
@click.argument("hull")
@click.option("--from", "level", required=True, type=click.Choice(LEVELS[1:]), help="The damage that the ship has.")
@click.option(
    "--to", type=click.Choice(LEVELS[:3]), default="fine", show_default=True, help="What is to be left of it."
)
@click.option("--at", "place", type=click.Choice(PLACES), help="Where the ship lies; all places are told without it.")
@click.option(
    "--book", type=click.Path(path_type=Path), metavar="FILE", help="Your ship book; the demonstration's without it."
)
@json_option
def repair(hull: str, level: str, to: str, place: str | None, book: Path | None, as_json: bool) -> None:
    """Say what repairing a ship of HULL costs and takes, level by level, and where each may be mended."""
    from flagplot.core.canonical import canonical_json
    from flagplot.core.refusal import Faults
    from flagplot.desk.repair import as_dict, look_up, report
    from flagplot.desk.sheets import read_sheet
    from flagplot.formats.writers import write

    faults = Faults()
    paper = read_sheet(book, faults) if book is not None else None
    faults.settle()
    found = look_up(hull, level, to, place, paper, faults)
    click.echo(canonical_json(as_dict(found)) if as_json else write(report(found), "text"), nl=as_json)
