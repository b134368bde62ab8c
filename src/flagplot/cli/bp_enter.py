"""``flagplot bp enter``: enter a purchase paper into a campaign."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("campaign", type=click.Path(path_type=Path))
@click.argument("paper", type=click.Path(path_type=Path))
@click.option("--book", required=True, type=click.Path(path_type=Path), metavar="BOOK", help="The fighter book.")
@json_option
def enter(campaign: Path, paper: Path, book: Path, as_json: bool) -> None:
    """Enter the purchases and captures of PAPER into CAMPAIGN, if they are legal (V12.24, V12.52 to V12.57)."""
    from flagplot.core.canonical import canonical_json
    from flagplot.desk.campaign import enter_purchase

    game, records = enter_purchase(campaign, paper, book)
    if as_json:
        values = [{"seq": each.seq, "kind": each.deed.kind, **each.deed.facts} for each in records]
        click.echo(canonical_json({"events": values, "log": game.prev}))
        return
    for record in records:
        rules = ", ".join(rule.id for rule in record.deed.citations)
        click.echo(f"{record.seq}. {record.deed.text} [{rules}]")
