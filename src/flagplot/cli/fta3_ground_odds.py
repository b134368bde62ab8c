"""``flagplot fta3 ground-odds``: what may become of a ground war."""

import json
from pathlib import Path

import click

from flagplot.cli.options import json_option, orders_option


@click.command("ground-odds")
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option("A side's orders; repeat it.")
@click.option(
    "--quarters", default=1, show_default=True, type=click.IntRange(1, 40), help="After how many quarters of fighting."
)
@click.option(
    "--samples",
    default=500,
    show_default=True,
    type=click.IntRange(100, 100_000),
    help="How many wars to fight where the chances cannot be exact.",
)
@json_option
def ground_odds(scenario: Path, orders: tuple[Path, ...], quarters: int, samples: int, as_json: bool) -> None:
    """Tell the chances of the ground war of SCENARIO by the orders of both sides.

    They are exact for a quarter of any size, and for more quarters while there are no more than a million states to be
    kept side by side. Beyond that the war is fought many times, and the answer says so.
    """
    from flagplot.desk.ground_odds import ground_outlook
    from flagplot.formats.writers import write

    found = ground_outlook(scenario, orders, quarters=quarters, samples=samples)
    if as_json:
        click.echo(json.dumps(found.as_dict(), sort_keys=True, ensure_ascii=False))
    else:
        click.echo(write(found.report(), "text"), nl=False)
