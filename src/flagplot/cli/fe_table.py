"""``flagplot fe table``: a table of the rulebook, or one cell of it."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


def read_wishes(words: tuple[str, ...]) -> dict[str, str]:
    """``--bir 7 --die=4`` as a table of heads and values; a usage error for anything else."""
    wanted: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        key, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not key or not (equals or left):
            raise click.UsageError(f"'{word}' is no column with its value: write --bir 7.")
        wanted[key.replace("-", " ")] = value if equals else left.pop(0)
    return wanted


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("name", required=False)
@click.argument("wanted", nargs=-1, type=click.UNPROCESSED, metavar="[--COLUMN VALUE]...")
@json_option
def table(name: str | None, wanted: tuple[str, ...], as_json: bool) -> None:
    """Show the table NAME, or the rows and columns of it that fit: fe table 300 --bir 7 --die 4. Without NAME, list
    them all. A NAME is an id, a title, or the number of the rule that prints the table.
    """
    from flagplot.desk import fe_lookups as desk

    wishes = read_wishes(wanted)
    put(desk.tables() if name is None else desk.table(name, wishes), as_json=as_json)
