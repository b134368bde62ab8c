"""``flagplot fe intensity``: how hard both sides of a battle hex should fight."""

from pathlib import Path

import click

from flagplot.cli.answers import put, worth_option
from flagplot.cli.options import json_option, orders_option

GAMES = ("round", "kept", "fresh")


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@worth_option
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(GAMES),
    help="One round; the whole battle with one choice; or with a fresh choice in each round. Repeat it. [all]",
)
@json_option
def intensity(
    scenario: Path, orders: tuple[Path, ...], worth: tuple[str, ...], games: tuple[str, ...], as_json: bool
) -> None:
    """Solve the choice of intensities in SCENARIO, which both sides make at the same time: how often to play each so
    that the enemy can do nothing about it, and what that brings.
    """
    from flagplot.desk.fe_intensity import intensity as ask

    put(ask(scenario, orders, worth=worth, games=games or GAMES), as_json=as_json)
