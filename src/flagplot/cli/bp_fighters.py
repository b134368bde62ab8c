"""``flagplot bp fighters``: read a fighter book."""

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("book", metavar="BOOK")
@json_option
def fighters(book: str, as_json: bool) -> None:
    """Read BOOK, the campaign's fighter models as CSV or TOML, and show them with their prices; every fault is told by
    its cell.
    """
    from flagplot.desk.bp_purchase import fighters as read

    put(read(paper_at(book)), as_json=as_json)
