"""``flagplot settings``: figures that a rulebook does not give, with their sources."""

import click

from flagplot.cli.answers import put, read_pairs
from flagplot.cli.options import json_option


@click.command()
@click.argument("system")
@click.option(
    "--set",
    "wanted",
    multiple=True,
    callback=read_pairs,
    metavar="ID=VALUE",
    help="The table's own value of a setting.",
)
@click.option("--part", default="", metavar="PART", help="Only what this part of the game asks, such as combat.")
@json_option
def settings(system: str, wanted: dict[str, str], part: str, as_json: bool) -> None:
    """List the figures that play of SYSTEM needs and its rulebook does not give, with value and source, and the line by
    which a referee accepts them; nothing is played before that.
    """
    from flagplot.desk.rulesets import ruleset
    from flagplot.desk.settings import settings as ask

    put(ask(ruleset(system), wanted, part), as_json=as_json)
