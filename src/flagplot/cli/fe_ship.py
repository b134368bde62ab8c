"""``flagplot fe ship``: one type of a ship table."""

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("designator")
@click.option("--empire", default="generic", metavar="EMPIRE", help="Whose ship it is; those that all have without it.")
@click.option("--table", metavar="FILE", help="The ship table; the fleet invented for trying without it.")
@json_option
def ship(designator: str, empire: str, table: str | None, as_json: bool) -> None:
    """Show the type DESIGNATOR of a ship table: factors, command rating, what is aboard, what it costs."""
    from flagplot.desk.fe_units import ship as ask

    put(ask(designator, empire, paper_at(table) if table else None), as_json=as_json)
