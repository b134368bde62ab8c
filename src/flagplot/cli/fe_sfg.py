"""``flagplot fe sfg``: what an attempt of a stasis field comes to."""

import click

from flagplot.cli.answers import put, reading_option
from flagplot.cli.options import json_option


@click.command()
@click.argument("type_", metavar="TYPE")
@click.option("--attempt", type=click.IntRange(1, 9), default=1, show_default=True, help="Which attempt of the round.")
@click.option("--roll", type=click.IntRange(-9, 20), help="The modified roll; every one where it is left out.")
@reading_option("fe")
@json_option
def sfg(type_: str, attempt: int, roll: int | None, readings: dict[str, str], as_json: bool) -> None:
    """Tell what an attempt to freeze by a ship or base of TYPE comes to."""
    from flagplot.desk.fe_bases import sfg as ask

    put(ask(type_, attempt, roll, readings), as_json=as_json)
