"""``flagplot bp cards``: the crew chief's card of every unit of a roster."""

import click

from flagplot.cli.bp_options import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("roster", metavar="ROSTER")
@json_option
def cards(roster: str, as_json: bool) -> None:
    """Print the card of each unit in ROSTER, a TOML file of units and officers (-: standard input), that has a crew
    chief; units that may have none, and posts held twice, are refused.
    """
    from flagplot.desk.bp_papers import roster as make

    put(make(paper_at(roster)), as_json=as_json)
