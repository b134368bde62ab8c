"""``flagplot fe node``: whether something is a node of strategic movement."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


@click.command()
@click.argument("what", nargs=-1, required=True)
@json_option
def node(what: tuple[str, ...], as_json: bool) -> None:
    """Tell whether a unit or place (WHAT: a name or code, such as convoy or BATS) is a node."""
    from flagplot.desk.fe_lookups import node as ask

    put(ask(" ".join(what)), as_json=as_json)
