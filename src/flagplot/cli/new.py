"""``flagplot new``: begin a campaign from its sheet."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.argument("campaign", type=click.Path(path_type=Path))
@json_option
def new(sheet: Path, campaign: Path, as_json: bool) -> None:
    """Begin the campaign of SHEET, a TOML file, in the folder CAMPAIGN, which must not be there yet.

    Every fault of the sheet is told at once; whatever it does not give and has a default is told as assumed.
    """
    from flagplot.core.canonical import canonical_json
    from flagplot.desk import campaign as desk

    game = desk.new(sheet, campaign)
    if as_json:
        click.echo(canonical_json({"name": game.head.name, "system": game.head.system, "pieces": len(game.world) - 1}))
        return
    click.echo(f"{campaign}: {game.head.name}, {len(game.world) - 1} units and craft.")
    for text in game.head.settings["assumed"]:
        click.echo(f"Assumed: {text}")
