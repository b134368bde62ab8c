"""``flagplot fe counter``: what the symbols of a counter say."""

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option


@click.command()
@click.argument("symbols", nargs=-1, required=True)
@json_option
def counter(symbols: tuple[str, ...], as_json: bool) -> None:
    """Explain the SYMBOLS of a counter, such as '◆ 8H6 <4> GG': ■ escort, ◆ scout, ◇ survey, ✚ mauler, ▲ half a
    factor, ● pulsar.
    """
    from flagplot.desk.fe_units import counter as ask

    put(ask(" ".join(symbols)), as_json=as_json)
