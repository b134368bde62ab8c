"""``flagplot resolve``: take a campaign through one movement phase."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("campaign", type=click.Path(path_type=Path))
@click.option(
    "--orders",
    "orders",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A Team's or the campaign master's orders; repeat it for each. Else those that lie in the campaign's folder.",
)
@click.option("--secret", type=click.Path(path_type=Path), metavar="FILE", help="The secret that was promised.")
@click.option("--by-hand", is_flag=True, help="All dice were rolled at the table and stand in the orders.")
@click.option("--preview", is_flag=True, help="Show what is to be decided and rolled; change nothing.")
@click.option("--undo", metavar="REASON", help="Take the last phase back.")
@click.option("--for", "team", default="", metavar="TEAM", help="Show only what this Team may see.")
@click.option("--width", type=click.IntRange(40, 120), default=100, show_default=True, help="Columns of the report.")
@json_option
def resolve(
    campaign: Path,
    orders: tuple[Path, ...],
    secret: Path | None,
    by_hand: bool,
    preview: bool,
    undo: str | None,
    team: str,
    width: int,
    as_json: bool,
) -> None:
    """Resolve the next movement phase of CAMPAIGN, a folder that 'flagplot new' made, and print its report.

    Every decision that an owner left open is told with what was assumed. Nothing is written unless all is in order.
    """
    if undo is not None and (orders or secret or by_hand or preview):
        raise click.UsageError("--undo stands alone.")
    if by_hand and secret:
        raise click.UsageError("--by-hand and --secret both say where dice come from: take one of them.")

    from flagplot.core.canonical import canonical_json
    from flagplot.core.commitment import read_secret
    from flagplot.core.refusal import Faults
    from flagplot.desk import resolve as desk
    from flagplot.formats.writers import write

    if undo is not None:
        record, aside = desk.undo(campaign, undo)
        report = desk.undone_report(record, aside)
        click.echo(record.line() if as_json else write(report, "text", width=width), nl=as_json)
        return
    faults = Faults()
    promised = read_secret(secret, faults) if secret is not None else None
    faults.settle()
    found = (
        desk.preview(campaign, orders) if preview else desk.resolve(campaign, orders, secret=promised, by_hand=by_hand)
    )
    if as_json:
        click.echo(canonical_json(found.as_dict()))
    else:
        click.echo(write(found.report(team), "text", width=width), nl=False)
