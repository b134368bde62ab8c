"""``flagplot resolve``: take a campaign through one movement phase, or a game of fta3 through a quarter or year."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from flagplot.cli.options import json_option, orders_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flagplot.border_patrol.campaign.decisions import Decision

OPEN = "…"
"""How the order of a choice ends that has to be completed by hand."""


@click.command()
@click.argument("campaign", type=click.Path(path_type=Path))
@orders_option(
    "Orders of a Team, a polity, the master; repeat it for each. Else those that lie in the campaign's folder."
)
@click.option(
    "--battle",
    "battles",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="REPORT",
    help="fta3: the report of a battle of this quarter, posts of one report in one file; repeat it for each.",
)
@click.option("--year", "whole_year", is_flag=True, help="fta3: play all quarters left, with what lies in the folder.")
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
    battles: tuple[Path, ...],
    whole_year: bool,
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
    """Resolve what comes next in CAMPAIGN, a folder that 'flagplot new' made, and print its report.

    That is a movement phase of bp, or a quarter of fta3. Every decision that an owner left open is told with what was
    assumed. Nothing is written unless all is in order.
    """
    if undo is not None and (orders or secret or by_hand or preview or ask or battles or whole_year):
        raise click.UsageError("--undo stands alone.")
    if preview and ask:
        raise click.UsageError("--preview shows what would be asked: take one of --preview and --ask.")
    if whole_year and (orders or battles):
        raise click.UsageError("--year takes the orders and reports that lie in the folder.")
    if by_hand and secret:
        raise click.UsageError("--by-hand and --secret both say where dice come from: take one of them.")

    from flagplot.desk import games

    if games.system_of_folder(campaign) == "fta3":
        _refuse("fta3", {"--secret": secret, "--by-hand": by_hand, "--ask": ask, "--preview": preview, "--for": team})
        _resolve_quarters(campaign, orders, battles, undo, form, width, whole_year=whole_year, as_json=as_json)
        return
    _refuse("bp", {"--battle": battles, "--year": whole_year})

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


def _refuse(system: str, options: dict[str, object]) -> None:
    """Refuse options that a system has not."""
    given = [option for option, value in options.items() if value]
    if given:
        raise click.UsageError(f"{', '.join(given)}: a game of {system} has no such option.")


def _resolve_quarters(
    folder: Path,
    orders: "Sequence[Path]",
    battles: "Sequence[Path]",
    undo: str | None,
    form: Literal["text", "markdown"],
    width: int,
    *,
    whole_year: bool,
    as_json: bool,
) -> None:
    """Play the next quarter of a game of fta3, or the year; or take the last quarter back."""
    from flagplot.core.canonical import canonical_json
    from flagplot.desk import resolve, year
    from flagplot.formats.writers import write

    if undo is not None:
        record, aside = year.undo(folder, undo)
        told = write(resolve.undone_report(record, aside), "text", width=width)
        click.echo(record.line() if as_json else told, nl=as_json)
        return
    played = year.resolve_year(folder) if whole_year else year.resolve(folder, orders, battles)
    if as_json:
        click.echo(canonical_json(played.as_dict()))
    else:
        click.echo(write(played.report(), form, width=width), nl=False)
