"""``flagplot bp stores``: how long a carrier's stores last."""

from fractions import Fraction

import click

from flagplot.cli.answers import put, reading_option
from flagplot.cli.options import json_option

MOST_CRAFT = 1000
CRAFT = click.IntRange(0, MOST_CRAFT)


def _boxes(ctx: click.Context, param: click.Parameter, value: str) -> Fraction:
    from flagplot.border_patrol.wording import read_number

    number = read_number(value)
    if number is None:
        raise click.BadParameter(f"'{value}' is no number of boxes: write 7, 3/8, 2.5 or '2 1/2'.")
    return number


def _others(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """``KIND=NUMBER`` of each ``--craft`` as a table."""
    from flagplot.border_patrol.craft import Kind
    from flagplot.core.refusal import nearest

    counts: dict[str, int] = {}
    for value in values:
        kind, _, number = value.partition("=")
        if kind not in list(Kind):
            raise click.BadParameter(f"There is no craft '{kind}'. {nearest(kind, Kind)}")
        if not number.isdecimal() or int(number[:9]) > MOST_CRAFT:
            raise click.BadParameter(f"'{value}' has no number from 0 to {MOST_CRAFT}: write {kind}=3.")
        counts[kind] = counts.get(kind, 0) + int(number[:9])
    return counts


@click.command()
@click.option("--fighters", type=CRAFT, default=0, help="Fighters aboard.")
@click.option("--heavy", type=CRAFT, default=0, help="Heavy fighters.")
@click.option("--pf", type=CRAFT, default=0, help="Patrol ships, interceptors among them.")
@click.option("--craft", "others", multiple=True, callback=_others, metavar="KIND=N", help="Others: bomber=3.")
@click.option("--stock", required=True, callback=_boxes, metavar="BOXES", help="Cargo boxes in stock.")
@click.option("--auxiliary", default="0", callback=_boxes, metavar="BOXES", help="Boxes of a designated auxiliary.")
@reading_option("bp")
@json_option
def stores(
    fighters: int,
    heavy: int,
    pf: int,
    others: dict[str, int],
    stock: Fraction,
    auxiliary: Fraction,
    readings: dict[str, str],
    as_json: bool,
) -> None:
    """Say how long a stock lasts out of supply (V12.35): an eighth of a box for a fighter and movement phase, a quarter
    for a heavy one, a half for a patrol ship.
    """
    from flagplot.border_patrol.craft import Kind
    from flagplot.desk.bp_stores import stores as ask

    counts = {Kind.FIGHTER: fighters, Kind.HEAVY_FIGHTER: heavy, Kind.PF: pf}
    for kind, number in others.items():
        counts[Kind(kind)] = counts.get(Kind(kind), 0) + number
    put(ask(counts, stock, auxiliary, readings), as_json=as_json)
