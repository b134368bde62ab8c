"""``flagplot fe date``: the turn of a date, and the date of a turn."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


@click.command()
@click.argument("when", nargs=-1, required=True)
@click.option("--start", default="", metavar="DATE", help="The date of turn 1; Fall Y168 without it.")
@json_option
def date(when: tuple[str, ...], start: str, as_json: bool) -> None:
    """Tell turn, year and season of WHEN: Y175, Fall Y175, turn #25."""
    from flagplot.desk.fe_units import date as ask

    put(ask(" ".join(when), start), as_json=as_json)
