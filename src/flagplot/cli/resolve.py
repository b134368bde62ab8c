"""``flagplot resolve``: take a campaign through one movement phase."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from flagplot.cli.options import json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flagplot.border_patrol.campaign.decisions import Decision

OPEN = "…"
"""How the order of a choice ends that has to be completed by hand."""


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
@click.option("--ask", is_flag=True, help="Ask for every decision that no order answers.")
@click.option("--preview", is_flag=True, help="Show what is to be decided and rolled; change nothing.")
@click.option("--undo", metavar="REASON", help="Take the last phase back.")
@click.option("--for", "team", default="", metavar="TEAM", help="Show only what this Team may see.")
@click.option("--format", "form", type=click.Choice(["text", "markdown"]), default="text", help="How it is written.")
@click.option("--width", type=click.IntRange(40, 120), default=100, show_default=True, help="Columns of the report.")
@json_option
def resolve(
    campaign: Path,
    orders: tuple[Path, ...],
    secret: Path | None,
    by_hand: bool,
    ask: bool,
    preview: bool,
    undo: str | None,
    team: str,
    form: Literal["text", "markdown"],
    width: int,
    as_json: bool,
) -> None:
    """Resolve the next movement phase of CAMPAIGN, a folder that 'flagplot new' made, and print its report.

    Every decision that an owner left open is told with what was assumed. Nothing is written unless all is in order.
    """
    if undo is not None and (orders or secret or by_hand or preview or ask):
        raise click.UsageError("--undo stands alone.")
    if preview and ask:
        raise click.UsageError("--preview shows what would be asked: take one of --preview and --ask.")
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
    if team:
        desk.check_team(campaign, team)
    faults = Faults()
    promised = read_secret(secret, faults) if secret is not None else None
    faults.settle()
    if preview:
        found: desk.Preview | desk.Resolved = desk.preview(campaign, orders)
    else:
        answers = _ask(desk.preview(campaign, orders).prepared.decisions) if ask else None
        found = desk.resolve(campaign, orders, answers=answers, secret=promised, by_hand=by_hand)
    if as_json:
        click.echo(canonical_json(found.as_dict(team)))
    else:
        click.echo(write(found.report(team), form, width=width), nl=False)


def _ask(decisions: "Sequence[Decision]") -> dict[str, list[str]]:
    """Ask for each decision that no order answers; the orders that come of it, by Team. Nothing typed: as assumed."""
    answers: dict[str, list[str]] = {}
    for decision in decisions:
        if not decision.assumed:
            continue
        click.echo(f"{decision.who}, {decision.piece}: {decision.question} [{decision.citation.id}]", err=True)
        for number, choice in enumerate(decision.choices, 1):
            click.echo(f"  {number}. {choice.meaning}", err=True)
        numbers = click.IntRange(0, len(decision.choices))
        chosen = click.prompt(f"  0 for what is assumed ({decision.answer})", type=numbers, default=0, err=True)
        if chosen:
            order = decision.choices[chosen - 1].order
            if order.endswith(OPEN):
                start = order.removesuffix(OPEN)
                order = start + click.prompt(f"  {start.rstrip()}", prompt_suffix=" ", err=True)
            answers.setdefault(decision.who, []).append(order)
    return answers
