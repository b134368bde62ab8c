"""``flagplot fe force``: ships in the players' shorthand, and what they come to."""

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("ships", nargs=-1, required=True)
@click.option("--empire", default="generic", metavar="EMPIRE", help="Whose ships they are.")
@click.option("--table", metavar="FILE", help="The ship table; the fleet invented for trying without it.")
@json_option
def force(ships: tuple[str, ...], empire: str, table: str | None, as_json: bool) -> None:
    """Add up SHIPS in shorthand, such as 2xD7 D5- F5L, a minus for a crippled one."""
    from flagplot.desk.fe_units import force as ask

    put(ask(" ".join(ships), empire, paper_at(table) if table else None), as_json=as_json)
