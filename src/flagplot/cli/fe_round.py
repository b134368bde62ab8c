"""``flagplot fe round``: the first round of a battle hex, exactly."""

from pathlib import Path

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option, orders_option


@click.command("round")
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@click.option("--pairs", is_flag=True, help="List the chance of each pair of damage, on both sides together.")
@json_option
def round_(scenario: Path, orders: tuple[Path, ...], pairs: bool, as_json: bool) -> None:
    """Tell the exact chances of the first round of SCENARIO: the damage on both sides, and what becomes of each unit by
    the instructions.
    """
    from flagplot.desk.fe_round import first_round

    put(first_round(scenario, orders, with_pairs=pairs), as_json=as_json)
