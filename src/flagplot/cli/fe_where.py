"""``flagplot fe where``: where a rule stands."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


@click.command()
@click.argument("rule", nargs=-1, required=True)
@json_option
def where(rule: tuple[str, ...], as_json: bool) -> None:
    """Tell where RULE, a number or a title of the contents, stands: its book, what is above it, what cites it."""
    from flagplot.desk.fe_lookups import where as ask

    put(ask(" ".join(rule)), as_json=as_json)
