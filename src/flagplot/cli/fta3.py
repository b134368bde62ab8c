"""``flagplot fta3``: look-ups of *From the Ashes 3* alone."""

import click

from flagplot.cli.main import Verbs

VERBS = {
    "supply": ("flagplot.cli.fta3_supply:supply", "What a deployment burns, and which base would pay."),
    "ground-odds": ("flagplot.cli.fta3_ground_odds:ground_odds", "What may become of a ground war."),
    "repair": ("flagplot.cli.fta3_repair:repair", "What a repair costs and takes, and where it may be done."),
}


class LookUps(Verbs):
    """The look-ups, loaded one by one."""

    verbs = VERBS


@click.group(cls=LookUps, subcommand_metavar="QUESTION [ARGS]...")
def fta3() -> None:
    """Look up the rules of From the Ashes 3 beside its battles."""
