"""``flagplot fta3 ground-odds``: what may become of a ground war."""

import json
from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command("ground-odds")
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option(
    "--orders", multiple=True, type=click.Path(path_type=Path), metavar="FILE", help="A side's orders; repeat it."
)
@click.option(
    "--quarters", default=1, show_default=True, type=click.IntRange(1, 40), help="After how many quarters of fighting."
)
@json_option
def ground_odds(scenario: Path, orders: tuple[Path, ...], quarters: int, as_json: bool) -> None:
    """Tell the exact chances of the ground war of SCENARIO by the orders of both sides.

    One quarter can be of any size. A campaign of more is refused where more than a million states would have to be
    kept side by side: it then has to be sampled.
    """
    from flagplot.desk.ground_odds import ground_outlook
    from flagplot.formats.writers import write

    found = ground_outlook(scenario, orders, quarters=quarters)
    if as_json:
        click.echo(json.dumps(found.as_dict(), sort_keys=True, ensure_ascii=False))
    else:
        click.echo(write(found.report(), "text"), nl=False)
