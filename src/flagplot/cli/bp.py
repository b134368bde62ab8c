"""``flagplot bp``: questions about Border Patrol that are answered in ten seconds, most of them without a campaign."""

import click

from flagplot.cli.main import Verbs

VERBS = {
    "pf": ("flagplot.cli.bp_pf:pf", "The life-support check of a stranded patrol ship."),
    "odds": ("flagplot.cli.bp_odds:odds", "A stranded craft's chance to reach each goal, and the best route."),
}


class Questions(Verbs):
    """The look-ups of Border Patrol."""

    verbs = VERBS


@click.group(cls=Questions, subcommand_metavar="QUESTION [ARGS]...")
def bp() -> None:
    """Look up the rules of Border Patrol for fighters and fast patrol ships (V12)."""
