"""``flagplot bp purchase``: check a purchase paper."""

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("paper", metavar="PAPER")
@click.option("--book", required=True, metavar="BOOK", help="The fighter book, CSV or TOML.")
@json_option
def purchase(paper: str, book: str, as_json: bool) -> None:
    """Check PAPER, a TOML file of one Team's purchases and captures (-: standard input), by V12.24 and V12.52 to
    V12.57: every fault at once, or a receipt with prices.
    """
    from flagplot.desk.bp_purchase import purchase as check

    put(check(paper_at(paper), paper_at(book)), as_json=as_json)
