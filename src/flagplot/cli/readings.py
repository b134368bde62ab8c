"""``flagplot readings``: what a rulebook leaves open."""

import json

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("system", required=False)
@click.argument("label", metavar="[ID]", required=False)
@json_option
def readings(system: str | None, label: str | None, as_json: bool) -> None:
    """List what the rulebook of SYSTEM, or of every system, leaves open and how it is read.

    With ID, or a number such as R12, show one reading in full.
    """
    from flagplot.desk import readings as desk
    from flagplot.desk.rulesets import chosen
    from flagplot.formats.writers import write

    found = [(ruleset, desk.readings(ruleset, label)) for ruleset in chosen(system)]
    if as_json:
        click.echo(json.dumps([desk.as_dict(ruleset, each) for ruleset, readings in found for each in readings]))
    else:
        reports = (
            desk.report(ruleset, readings[0]) if label else desk.list_report(ruleset, readings)
            for ruleset, readings in found
        )
        click.echo("\n\n".join(write(report, "text").rstrip() for report in reports))
