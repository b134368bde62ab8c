"""``flagplot explain``: why an event came about."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("report", type=click.Path(path_type=Path))
@click.argument("event", type=int)
@json_option
def explain(report: Path, event: int, as_json: bool) -> None:
    """Tell of event number EVENT of REPORT its rules, how its number was made up, and each die."""
    from flagplot.core.canonical import canonical_json
    from flagplot.core.refusal import Faults
    from flagplot.core.textfile import REPORT_LIMIT, read_file, source_name
    from flagplot.desk.explain import as_dict, explanation, find_event
    from flagplot.formats.writers import write

    faults = Faults()
    text = read_file(report, faults, REPORT_LIMIT)
    faults.settle()
    verdict, found = find_event(text or "", Path(source_name(report)).name, event)
    click.echo(
        canonical_json(as_dict(verdict, found)) if as_json else write(explanation(verdict, found), "text"), nl=as_json
    )
