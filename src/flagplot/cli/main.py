"""The ``flagplot`` command: a group whose verbs are loaded one by one, so that ``--help`` waits for none of them.

Nothing but Click and the standard library may be imported here at the top.
"""

import os
from importlib import import_module
from typing import Any

import click

from flagplot import __version__

VERBS = {
    "demo": ("flagplot.cli.demo:demo", "Fight the example battle and print the report."),
    "battle": ("flagplot.cli.battle:battle", "Adjudicate one battle from a scenario and the sides' orders."),
    "duel": ("flagplot.cli.duel:duel", "Play a small battle decision by decision; save, go on, take back."),
    "new": ("flagplot.cli.new:new", "Begin a campaign from its sheet."),
    "resolve": ("flagplot.cli.resolve:resolve", "Take a campaign through one movement phase."),
    "odds": ("flagplot.cli.odds:odds", "Tell the chances of a battle, and tell any of its samples in full."),
    "sweep": ("flagplot.cli.sweep:sweep", "Compare orders, forces, readings or rulings in the same dice."),
    "advise": ("flagplot.cli.advise:advise", "Search for the best orders, the smallest or the best force."),
    "check": ("flagplot.cli.check:check", "Read orders, books and scenarios; tell every fault at once."),
    "import": ("flagplot.cli.import_:import_", "Turn a sheet into a book, a fleet or a map; tell what changes."),
    "export": ("flagplot.cli.export:export", "Write the tables of a report, or a book, for a spreadsheet."),
    "commit": ("flagplot.cli.commit:commit", "Draw a secret and print the line to post before orders close."),
    "verify": ("flagplot.cli.verify:verify", "Fight a reported battle again and compare it line by line."),
    "report": ("flagplot.cli.report:report", "Write a report in another format: for a board, a page, print."),
    "explain": ("flagplot.cli.explain:explain", "Say why an event of a report came about, die by die."),
    "replay": ("flagplot.cli.replay:replay", "Tell a reported battle round by round."),
    "luck": ("flagplot.cli.luck:luck", "Tell how lucky a battle was: in all, by phase, face by face."),
    "roll": ("flagplot.cli.roll:roll", "Roll dice that anyone can roll again."),
    "rules": ("flagplot.cli.rules:rules", "List the rules of a system: status, functions, cases."),
    "readings": ("flagplot.cli.readings:readings", "List what a rulebook leaves open and how it is read."),
    "settings": (
        "flagplot.cli.settings:settings",
        "List the figures that a rulebook leaves out, and their sources.",
    ),
    "warm": ("flagplot.cli.warm:warm", "Build the engine that fights many battles, before it is waited for."),
    "test": ("flagplot.cli.test:test", "Run rule cases from TOML files."),
    "fta3": ("flagplot.cli.fta3:fta3", "Look-ups of From the Ashes 3: supply, repair."),
    "fe": ("flagplot.cli.fe:fe", "Look-ups of Federation & Empire: tables, bases, units, rules."),
    "bp": ("flagplot.cli.bp:bp", "Look-ups of Border Patrol: patrol ships, carriers, crew chiefs."),
}


class Verbs(click.Group):
    """A group that knows its verbs by a table of ``module:function`` and one line of help."""

    verbs = VERBS

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the table, which is the order in which a newcomer meets them."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one verb, or None for a word that is no verb."""
        if cmd_name not in self.verbs:
            return None
        module, function = self.verbs[cmd_name][0].split(":")
        command: click.Command = getattr(import_module(module), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs from the table, loading none."""
        with formatter.section("Verbs"):
            formatter.write_dl([(verb, text) for verb, (_, text) in self.verbs.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb; for an unknown word name the nearest."""
        word = args[0]
        if word not in self.verbs and not word.startswith("-") and not ctx.resilient_parsing:
            from flagplot.core.refusal import nearest

            ctx.fail(f"No such verb '{word}'. {nearest(word, self.verbs)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out the verb; whatever is refused or broken off ends in plain words and an exit code."""
        from flagplot.cli.errors import plain_endings

        with plain_endings(ctx):
            return super().invoke(ctx)


@click.group(cls=Verbs, subcommand_metavar="VERB [ARGS]...", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Referee, battle computer and campaign office for strategic space-empire games.

    Exit codes: 0 fine, 1 orders refused, 2 bad usage, 3 damaged file, 4 rules conflict.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
