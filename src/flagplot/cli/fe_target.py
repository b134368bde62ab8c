"""``flagplot fe target``: at whom to direct damage in a battle hex."""

from pathlib import Path

import click

from flagplot.cli.answers import put, worth_option
from flagplot.cli.options import json_option, orders_option


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@click.option("--side", required=True, help="Who directs damage: A, B, or a side's name.")
@worth_option
@click.option("--battle", "whole", is_flag=True, help="What each aim gains in the whole battle, too.")
@json_option
def target(
    scenario: Path, orders: tuple[Path, ...], side: str, worth: tuple[str, ...], whole: bool, as_json: bool
) -> None:
    """Tell what each aim of directed damage in SCENARIO gains on average, the best first."""
    from flagplot.desk.fe_targets import target as ask

    put(ask(scenario, orders, side=side, worth=worth, whole=whole), as_json=as_json)
