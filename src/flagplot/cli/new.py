"""``flagplot new``: begin a campaign or game from its sheet."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.argument("campaign", type=click.Path(path_type=Path))
@json_option
def new(sheet: Path, campaign: Path, as_json: bool) -> None:
    """Begin the campaign of SHEET, a TOML file, in the folder CAMPAIGN, which must not be there yet.

    The sheet names its system: bp, or fta3 for a game of fleets and treasuries. Every fault of it is told at once;
    whatever it does not give and has a default is told as assumed.
    """
    from flagplot.core.canonical import canonical_json
    from flagplot.desk import games

    if games.system_of_sheet(sheet) == "fta3":
        _new_year(sheet, campaign, as_json=as_json)
        return

    from flagplot.desk import campaign as desk

    game = desk.new(sheet, campaign)
    if as_json:
        click.echo(canonical_json({"name": game.head.name, "system": game.head.system, "pieces": len(game.world) - 1}))
        return
    click.echo(f"{campaign}: {game.head.name}, {len(game.world) - 1} units and craft.")
    for text in game.head.settings["assumed"]:
        click.echo(f"Assumed: {text}")


def _new_year(sheet: Path, folder: Path, *, as_json: bool) -> None:
    """Begin a game of fta3."""
    from flagplot.core.canonical import canonical_json
    from flagplot.desk import year as desk
    from flagplot.fta3.play.sentences import some

    game, office = desk.opened(desk.new(sheet, folder).folder)
    counts = {kind: sum(1 for _ in office.of(kind)) for kind in desk.COUNTED}
    if as_json:
        named = {desk.COUNTED[kind]: number for kind, number in counts.items()}
        click.echo(canonical_json({"name": game.head.name, "system": game.head.system, **named}))
        return
    told = ", ".join(some(number, kind, desk.COUNTED[kind]) for kind, number in counts.items())
    click.echo(f"{folder}: {game.head.name}, year {office.year}: {told}.")
