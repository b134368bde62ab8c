"""``flagplot bp wall``: Border Patrol's tables to print."""

from typing import Any, cast

import click

from flagplot.cli.answers import reading_option


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="How the tables are written.",
)
@reading_option("bp")
def wall(form: str, readings: dict[str, str]) -> None:
    """Write the tables for the wall: life-support checks, stores, what a crew chief brings, the pirates' share."""
    from flagplot.desk.bp_wall import wall as tables
    from flagplot.formats.writers import write

    click.echo(write(tables(readings), cast(Any, form)).rstrip())
