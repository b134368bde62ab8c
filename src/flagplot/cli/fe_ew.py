"""``flagplot fe ew``: a base's attack factor by its electronic warfare."""

import click

from flagplot.cli.answers import put, reading_option
from flagplot.cli.options import json_option


@click.command()
@click.argument("base")
@click.option("--owner", default="generic", metavar="EMPIRE", help="Whose base it is; its drones may keep a floor.")
@click.option("--against", default="", metavar="EMPIRE", help="Read the rows' labels as the enemy it fights.")
@reading_option("fe")
@json_option
def ew(base: str, owner: str, against: str, readings: dict[str, str], as_json: bool) -> None:
    """Tell the attack factors of BASE (SB, SBX, STB, STX, BATS, BTX, BS, BSX) at each setting, on both its sides."""
    from flagplot.desk.fe_bases import ew as ask

    put(ask(base, owner, against, readings), as_json=as_json)
