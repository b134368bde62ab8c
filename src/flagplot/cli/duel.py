"""``flagplot duel``: a battle played at the terminal, decision by decision."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from flagplot.cli.options import json_option, orders_option, report_options

if TYPE_CHECKING:
    from flagplot.core.refusal import Refused
    from flagplot.desk.duel import Table
    from flagplot.engine.question import Question

HELP = """Answer with a number of the list, a name, or an id; for a share-out with numbers and names: 10 Hood, 4 Raven.
Enter takes the answer of the standing orders.
  /undo   take the last answer back; possible until dice fall
  /board  how every unit stands
  /quit   leave; with --answers the duel can be taken up again"""


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option("A side's standing orders, which its defaults come from. Repeat it for each.")
@click.option("--secret", type=click.Path(path_type=Path), metavar="FILE", help="The secret that was promised.")
@click.option(
    "--answers",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The record of the duel: read where it is there, kept up to date with every answer.",
)
@click.option("--by-orders", multiple=True, metavar="SIDE", help="A side that its standing orders play.")
@report_options
@json_option
def duel(
    scenario: Path,
    orders: tuple[Path, ...],
    secret: Path | None,
    answers: Path | None,
    by_orders: tuple[str, ...],
    form: str,
    width: int | None,
    length: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play the battle of SCENARIO, of the small form or of a hex, decision by decision, and print its report.

    Every question lists what may be answered, what it comes to, and the rule. With --json nothing is asked: the
    decision at hand is printed with all that has happened, for a program that writes the answers file.
    """
    from flagplot.cli.options import put
    from flagplot.core.commitment import read_secret
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.desk.battle import read_papers
    from flagplot.desk.duel import open_table

    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    promised = read_secret(secret, faults) if secret is not None else None
    record = read_paper(answers, faults) if answers is not None and answers.exists() else None
    if papers is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    table = open_table(replace(papers, answers=record), promised, by_orders=by_orders, faults=faults)
    if as_json and table.duel.next_decision() is not None:
        click.echo(json.dumps(table.as_dict(), sort_keys=True, ensure_ascii=False))
        return
    _play(table, answers)
    if table.duel.next_decision() is None:
        put(table.verdict(), "json" if as_json else form, width, out, length)


def _play(table: Table, answers: Path | None) -> None:
    """Ask until the duel is over or the player has had enough."""
    from flagplot.core.refusal import Refused
    from flagplot.core.textfile import write_whole

    table.duel.next_decision()
    events = table.duel.events()
    # Who takes a duel up again wants to see how its round began.
    told = sum(event.round < events[-1].round for event in events)
    while (question := table.duel.next_decision()) is not None:
        told = _tell(table, told)
        _show(question)
        try:
            text = click.prompt(f"{question.who}", default="", show_default=False, err=True).strip()
        except click.Abort:  # the end of the input: a script that has no more to say, or Ctrl-D
            click.echo("", err=True)
            break
        try:
            if text == "/quit":
                break
            elif text == "/board":
                _board(table)
            elif text == "/undo":
                taken = table.duel.undo()
                table.duel.next_decision()
                told = len(table.duel.events())
                click.echo(f"Taken back: {taken.key}: {taken.text}", err=True)
            elif text.startswith("/"):
                click.echo(HELP, err=True)
            else:
                table.duel.choose(_spelt(question, text))
        except Refused as refused:
            _refuse(refused)
        if answers is not None:
            write_whole(answers, table.record().text)
    _tell(table, told)
    if answers is not None:
        write_whole(answers, table.record().text)
    left = table.duel.next_decision()
    if left is not None:
        where = f" The answers so far are in {answers}." if answers is not None else ""
        click.echo(f"Not over: next is {left.key}.{where}", err=True)


def _tell(table: Table, told: int) -> int:
    """Print what has happened since; how many events have been told."""
    from flagplot.formats.plain import one_line

    events = table.duel.events()
    for event in events[told:]:
        rules = ", ".join(citation.id for citation in event.rules)
        click.echo(f"  {one_line(event.text)}  [{rules}]", err=True)
    return len(events)


def _show(question: Question) -> None:
    """Print a question with everything that may be answered."""
    from flagplot.engine.question import Pick
    from flagplot.formats.plain import one_line

    rules = ", ".join(citation.id for citation in question.citations)
    click.echo("", err=True)
    click.secho(f"{one_line(question.key)}: {one_line(question.what)}  [{rules}]", bold=True, err=True)
    if isinstance(question.form, Pick):
        for number, option in enumerate(question.form.options, 1):
            click.echo(f"  {number:2} {one_line(option.label)}  {one_line(option.consequence)}".rstrip(), err=True)
    else:
        share = question.form
        for row in share.rows:
            click.echo(f"   0-{row.most} {one_line(row.label)}  {one_line(row.consequence)}".rstrip(), err=True)
        limits = str(share.most) if share.least == share.most else f"{share.least} to {share.most}"
        click.echo(f"  {limits} {share.unit} in all", err=True)
    click.echo(f"  Enter: {one_line(question.label(question.default))}   /help: what else there is", err=True)


def _spelt(question: Question, text: str) -> str:
    """What was typed as an answer: the default for nothing, an option for its number in the list."""
    from flagplot.engine.question import Pick

    if not text:
        return question.spell(question.default)
    if isinstance(question.form, Pick) and text.isdecimal():
        numbered = {str(number): option.id for number, option in enumerate(question.form.options, 1)}
        return numbered.get(text, text)
    return text


def _board(table: Table) -> None:
    from flagplot.formats.plain import one_line

    for side, name, state in table.board():
        click.echo(f"  {one_line(side)}: {one_line(name)}  {one_line(state)}".rstrip(), err=True)


def _refuse(refused: Refused) -> None:
    from flagplot.cli.errors import spoken

    for refusal in refused.refusals:
        click.echo(spoken(refusal), err=True)
