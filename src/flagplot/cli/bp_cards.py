"""``flagplot bp cards``: the crew chief's card of every unit of a roster or a campaign."""

from pathlib import Path

import click

from flagplot.cli.answers import paper_at, put
from flagplot.cli.options import json_option


@click.command()
@click.argument("roster", metavar="ROSTER")
@click.option("--team", default="", help="Of a campaign, the cards of this Team alone.")
@json_option
def cards(roster: str, team: str, as_json: bool) -> None:
    """Print the card of each unit that has a crew chief: in ROSTER, a TOML file of units and officers (-: standard
    input), or in a campaign, if ROSTER is its folder. Units that may have none, and posts held twice, are refused.
    """
    from flagplot.desk.bp_cards import campaign_cards
    from flagplot.desk.bp_cards import roster as make

    if Path(roster).is_dir():
        put(campaign_cards(Path(roster), team), as_json=as_json)
    elif team:
        raise click.UsageError("--team is for a campaign: name its folder.")
    else:
        put(make(paper_at(roster)), as_json=as_json)
