"""``flagplot bp cap``: how many Coalition fighters the Orion Pirates may have."""

import click

from flagplot.cli.answers import put, reading_option
from flagplot.cli.options import json_option

COUNT = click.IntRange(0, 1_000_000)


@click.command()
@click.argument("total", type=COUNT)
@click.option("--coalition", type=COUNT, default=0, help="How many of them are of Coalition make.")
@click.option("--alliance-bought", type=COUNT, default=0, help="Fighters of Alliance make bought at the same time.")
@reading_option("bp")
@json_option
def cap(total: int, coalition: int, alliance_bought: int, readings: dict[str, str], as_json: bool) -> None:
    """Say how many of TOTAL fighters of the Orion Pirates may be of Coalition make (V12.54), and how many more they may
    buy.
    """
    from flagplot.desk.bp_cap import cap as ask

    put(ask(total, coalition, alliance_bought, readings), as_json=as_json)
