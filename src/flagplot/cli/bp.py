"""``flagplot bp``: questions about Border Patrol that are answered in ten seconds, most of them without a campaign."""

import click

from flagplot.cli.main import Verbs

VERBS = {
    "pf": ("flagplot.cli.bp_pf:pf", "The life-support check of a stranded patrol ship."),
    "odds": ("flagplot.cli.bp_odds:odds", "A stranded craft's chance to reach each goal, and the best route."),
    "stores": ("flagplot.cli.bp_stores:stores", "How long a carrier's stores last out of supply."),
    "cap": ("flagplot.cli.bp_cap:cap", "How many Coalition fighters the Orion Pirates may have."),
    "chief": ("flagplot.cli.bp_chief:chief", "What a crew chief brings at his rating."),
    "wall": ("flagplot.cli.bp_wall:wall", "Tables to print for the wall."),
    "cards": ("flagplot.cli.bp_cards:cards", "The crew chief's card of every unit of a roster."),
    "deck-log": ("flagplot.cli.bp_deck_log:deck_log", "Audit a log of deck crew actions."),
    "fighters": ("flagplot.cli.bp_fighters:fighters", "Read a fighter book; tell every fault by its cell."),
    "dice": ("flagplot.cli.bp_dice:dice", "Lay the dice of a phase of a campaign open."),
    "enter": ("flagplot.cli.bp_enter:enter", "Enter a purchase paper into a campaign."),
    "purchase": ("flagplot.cli.bp_purchase:purchase", "Check a purchase paper against a fighter book."),
}


class Questions(Verbs):
    """The look-ups of Border Patrol."""

    verbs = VERBS


@click.group(cls=Questions, subcommand_metavar="QUESTION [ARGS]...")
def bp() -> None:
    """Look up the rules of Border Patrol for fighters and fast patrol ships (V12)."""
