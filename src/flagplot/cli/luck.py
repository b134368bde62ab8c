"""``flagplot luck``: whether it was the dice."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="REPORT...")
@click.option("--samples", type=click.IntRange(1, 1 << 40), metavar="N", help="Where sampling is needed, so many.")
@json_option
def luck(reports: tuple[Path, ...], samples: int | None, as_json: bool) -> None:
    """Tell how lucky the battle of REPORT was: in all, by phase, and face by face. Several are added up.

    The chance of doing worse is exact where the battle is small enough, else an interval from samples. Each battle is
    fought again from its machine block, and must have the result that the block names; whether the text is as it was
    fought, 'flagplot verify' says.
    """
    from flagplot.cli.progress import progress
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT, read_file, source_name
    from flagplot.desk import luck as desk
    from flagplot.desk.verify import read_earlier
    from flagplot.formats.writers import write
    from flagplot.odds.sampling import Target

    faults = Faults()
    read = [
        read_earlier(read_file(report, faults, REPORT_LIMIT), Path(source_name(report)).name, faults)
        for report in reports
    ]
    desk.refuse_twice(
        [(report.name, verdict) for report, verdict in zip(reports, read, strict=True) if verdict], faults
    )
    faults.settle()
    verdicts = [verdict for verdict in read if verdict is not None]
    target = None if samples is None else Target(samples=samples)
    with progress(len(verdicts), quiet=as_json) as bar:
        fortune = desk.luck(verdicts, target, lambda answer: bar.update(1))
    click.echo(write(fortune.report(), "json" if as_json else "text", facts=fortune.as_dict()), nl=False)
