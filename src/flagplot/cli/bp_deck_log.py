"""``flagplot bp deck-log``: audit a log of deck crew actions."""

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command("deck-log")
@click.argument("log", metavar="LOG")
@json_option
def deck_log(log: str, as_json: bool) -> None:
    """Audit LOG, a TOML file of deck crew actions with their first and last impulses (-: standard input): times, crews,
    boxes, extra actions, conversions. An opponent can do the same.
    """
    from flagplot.desk.bp_deck_log import deck_log as audit

    put(audit(paper_at(log)), as_json=as_json)
