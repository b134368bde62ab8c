"""``flagplot fe sids``: the incremental damage steps of a base."""

import click

from flagplot.cli.answers import put, reading_option
from flagplot.cli.options import json_option


@click.command()
@click.argument("base")
@reading_option("fe")
@json_option
def sids(base: str, readings: dict[str, str], as_json: bool) -> None:
    """Tell how many steps cripple and destroy BASE, and what each resolves or costs."""
    from flagplot.desk.fe_bases import sids as ask

    put(ask(base, readings), as_json=as_json)
