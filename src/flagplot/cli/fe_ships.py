"""``flagplot fe ships``: read a ship table, and tell every fault by its cell."""

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("table", metavar="[TABLE]", required=False)
@json_option
def ships(table: str | None, as_json: bool) -> None:
    """Read the ship table TABLE (CSV or TOML; -: standard input) and say what it holds; without one, the fleet that is
    invented for trying.
    """
    from flagplot.desk.fe_units import ships as ask

    put(ask(paper_at(table) if table else None), as_json=as_json)
