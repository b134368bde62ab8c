"""``flagplot warm``: build the compiled engine before it is waited for."""

import click

from flagplot.cli.options import json_option


@click.command()
@json_option
def warm(as_json: bool) -> None:
    """Build the compiled engine that fights many battles, and keep it for later runs.

    It takes some twenty seconds, once for each version of Flagplot, Python and Numba, and on each kind of processor.
    Whatever needs the engine builds it by itself; this only does so earlier.
    """
    from flagplot.core.canonical import canonical_json
    from flagplot.desk import warm as desk

    if not desk.is_warm():
        click.echo("Building the engine for many battles; this is done once and takes some twenty seconds.", err=True)
    warmth = desk.warm()
    click.echo(canonical_json(desk.as_dict(warmth)) if as_json else "\n".join(desk.told(warmth)))
