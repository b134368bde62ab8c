"""``flagplot bp stores``: how long a carrier's stores last."""

from fractions import Fraction

import click

from flagplot.cli.bp_options import put, reading_option
from flagplot.cli.options import json_option

CRAFT = click.IntRange(0, 1000)


def _boxes(ctx: click.Context, param: click.Parameter, value: str) -> Fraction:
    try:
        return Fraction(value.strip())
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(f"'{value}' is no number of boxes: write 7, 3/8 or 2.5.") from None


@click.command()
@click.option("--fighters", type=CRAFT, default=0, help="Fighters aboard.")
@click.option("--heavy", type=CRAFT, default=0, help="Heavy fighters.")
@click.option("--pf", type=CRAFT, default=0, help="Patrol ships, interceptors among them.")
@click.option("--support", type=CRAFT, default=0, help="Bombers, shuttles and SWACs, which use nothing by default.")
@click.option("--stock", required=True, callback=_boxes, metavar="BOXES", help="Cargo boxes in stock.")
@click.option("--auxiliary", default="0", callback=_boxes, metavar="BOXES", help="Boxes of a designated auxiliary.")
@reading_option
@json_option
def stores(
    fighters: int,
    heavy: int,
    pf: int,
    support: int,
    stock: Fraction,
    auxiliary: Fraction,
    readings: dict[str, str],
    as_json: bool,
) -> None:
    """Say how long a stock lasts out of supply (V12.35): an eighth of a box for a fighter and movement phase, a quarter
    for a heavy one, a half for a patrol ship.
    """
    from flagplot.border_patrol.craft import Kind
    from flagplot.desk.bp_questions import stores as ask

    counts = {Kind.FIGHTER: fighters, Kind.HEAVY_FIGHTER: heavy, Kind.PF: pf, Kind.BOMBER: support}
    put(ask(counts, stock, auxiliary, readings), as_json=as_json)
