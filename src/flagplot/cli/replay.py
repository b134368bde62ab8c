"""``flagplot replay``: a battle by rounds."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("report", type=click.Path(path_type=Path))
@click.option(
    "--round",
    "round_",
    type=click.IntRange(min=0),
    metavar="N",
    help="Only this round; 0 is before the first, and the aftermath.",
)
@click.option("--engagement", type=click.IntRange(min=1), metavar="N", help="Only this one, where there were several.")
@click.option("--dice", is_flag=True, help="Tell every die, too.")
@json_option
def replay(report: Path, round_: int | None, engagement: int | None, dice: bool, as_json: bool) -> None:
    """Tell the battle of REPORT round by round: hit points before and after each, and all that happened in it.

    The battle is fought again from the machine block, and must have the result that the block names; whether the text
    is as it was fought, 'flagplot verify' says.
    """
    from flagplot.core.canonical import canonical_json
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT, read_file, source_name
    from flagplot.desk import replay as desk
    from flagplot.desk.verify import refought
    from flagplot.formats.writers import write

    faults = Faults()
    text = read_file(report, faults, REPORT_LIMIT)
    faults.settle()
    source = Path(source_name(report)).name
    verdict = refought(text or "", source)
    chosen = desk.scenes(verdict, source, engagement, round_)
    told = (
        canonical_json(desk.as_dict(verdict, chosen, dice=dice))
        if as_json
        else write(desk.replay(verdict, chosen, dice=dice), "text")
    )
    click.echo(told, nl=as_json)
