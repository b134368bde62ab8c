"""``flagplot fe where``: where a rule stands."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


@click.command()
@click.argument("rule", nargs=-1)
@json_option
def where(rule: tuple[str, ...], as_json: bool) -> None:
    """Tell where RULE, a number or a title of the contents, stands: its book, what is above it, what cites it. Words
    out of titles list the rules that have them. Without any, list the numbers that are missing and the citations that
    mean another.
    """
    from flagplot.desk import fe_lookups as desk

    put(desk.where(" ".join(rule)) if rule else desk.oddities(), as_json=as_json)
