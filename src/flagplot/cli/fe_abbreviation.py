"""``flagplot fe abbreviation``: what a code of a ship or unit stands for."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


@click.command()
@click.argument("code")
@click.option("--empire", default="", metavar="EMPIRE", help="Of this empire alone.")
@json_option
def abbreviation(code: str, empire: str, as_json: bool) -> None:
    """Tell what CODE stands for in each empire that has it."""
    from flagplot.desk.fe_lookups import abbreviation as ask

    put(ask(code, empire), as_json=as_json)
