"""``flagplot battle``: two order files to a verdict."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, orders_option, report_options


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@click.option(
    "--aftermath",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What a player decided once the battle was over: a file or a pasted post. Repeat it for each.",
)
@click.option("--secret", type=click.Path(path_type=Path), metavar="FILE", help="The secret that was promised.")
@click.option(
    "--again",
    type=click.Path(path_type=Path),
    metavar="REPORT",
    help="Fight corrected papers with the dice of this report; tell what changed, ship by ship.",
)
@click.option("--hold-back", is_flag=True, help="Leave secret and machine block out until the aftermath is settled.")
@report_options
@json_option
def battle(
    scenario: Path,
    orders: tuple[Path, ...],
    aftermath: tuple[Path, ...],
    secret: Path | None,
    again: Path | None,
    hold_back: bool,
    form: str,
    width: int | None,
    length: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Adjudicate the battle of SCENARIO and print the report.

    Who sends no orders fights by the plan 'defend', and the report says so; a battle of Federation & Empire waits where
    nothing is laid down. Without --secret the report is headed "uncommitted dice": they follow from the orders alone,
    so whoever has these could have known them.

    The aftermath is settled as far as rulings in the scenario and --aftermath have decided it; the dice of the battle
    stay as they are. Players who are still to decide must not know the secret, which foretells their dice: --hold-back
    leaves it out of a first report.
    """
    if secret is not None and again is not None:
        raise click.UsageError("--again takes its dice from the report: leave --secret out.")
    if hold_back and secret is None:
        raise click.UsageError("--hold-back keeps a secret: give it with --secret.")

    from flagplot.cli.options import put
    from flagplot.core.commitment import read_secret
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT, read_file, source_name
    from flagplot.desk.battle import adjudicate, correct, read_papers
    from flagplot.desk.verify import read_earlier

    faults = Faults()
    papers = read_papers(scenario, orders, faults, aftermath)
    promised = read_secret(secret, faults) if secret is not None else None
    earlier = None
    if again is not None:
        earlier = read_earlier(read_file(again, faults, REPORT_LIMIT), Path(source_name(again)).name, faults)
    if papers is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    verdict = adjudicate(papers, promised, faults) if earlier is None else correct(papers, earlier, faults)
    put(verdict, "json" if as_json else form, width, out, length, held_back=hold_back)
