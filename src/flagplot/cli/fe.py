"""``flagplot fe``: the tables and lists of Federation & Empire, looked up in ten seconds."""

import click

from flagplot.cli.main import Verbs

VERBS = {
    "table": ("flagplot.cli.fe_table:table", "A table of the rulebook, or one cell of it."),
    "ew": ("flagplot.cli.fe_ew:ew", "A base's attack factor by its electronic warfare."),
    "sids": ("flagplot.cli.fe_sids:sids", "The incremental damage steps of a base."),
    "sfg": ("flagplot.cli.fe_sfg:sfg", "What an attempt of a stasis field comes to."),
    "abbreviation": ("flagplot.cli.fe_abbreviation:abbreviation", "What a code of a ship or unit stands for."),
    "node": ("flagplot.cli.fe_node:node", "Whether something is a node of strategic movement."),
    "ship": ("flagplot.cli.fe_ship:ship", "A type of a ship table: factors, rating, cost."),
    "ships": ("flagplot.cli.fe_ships:ships", "Read a ship table; tell every fault by its cell."),
    "force": ("flagplot.cli.fe_force:force", "Ships in shorthand, and what they come to."),
    "counter": ("flagplot.cli.fe_counter:counter", "What the symbols of a counter say."),
    "date": ("flagplot.cli.fe_date:date", "The turn of a date, the date of a turn."),
    "where": ("flagplot.cli.fe_where:where", "Where a rule stands: title, book, headings above it."),
    "round": ("flagplot.cli.fe_round:round_", "The first round of a battle hex, exactly."),
    "intensity": ("flagplot.cli.fe_intensity:intensity", "How hard both sides should fight."),
    "target": ("flagplot.cli.fe_target:target", "At whom to direct damage."),
    "siege": ("flagplot.cli.fe_siege:siege", "How many ships a base takes."),
}


class Questions(Verbs):
    """The look-ups of Federation & Empire."""

    verbs = VERBS


@click.group(cls=Questions, subcommand_metavar="QUESTION [ARGS]...")
def fe() -> None:
    """Look up the tables and lists of Federation & Empire; what the rulebook leaves out is said to be so."""
