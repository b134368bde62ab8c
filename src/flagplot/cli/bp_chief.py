"""``flagplot bp chief``: what a crew chief brings at his rating."""

import click

from flagplot.cli.answers import put, reading_option
from flagplot.cli.options import json_option

COUNT = click.IntRange(0, 1000)


@click.command()
@click.option("--rating", type=int, required=True, help="His rating, 0 to 9.")
@click.option("--crews", type=COUNT, required=True, help="The unit's deck crews (Annex #7G; two where it has none).")
@click.option("--alive", type=COUNT, help="Those of them alive; all, where it is left out.")
@click.option("--emergency", type=COUNT, default=0, help="Deck crews made in battle.")
@click.option(
    "--quality",
    type=click.Choice(["poor", "normal", "outstanding"]),
    default="normal",
    show_default=True,
    help="The unit's crew quality.",
)
@click.option("--boxes", type=COUNT, default=1, show_default=True, help="Intact shuttle and fighter boxes.")
@click.option("--spare", type=COUNT, help="Spare shuttles by Annex #3.")
@click.option("--unavailable", type=COUNT, help="Craft made unavailable by V18.842.")
@click.option(
    "--instead",
    type=click.Choice(["V20.72", "V20.73"]),
    multiple=True,
    help="What a base takes instead of V12.45 or V12.46.",
)
@click.option("--converting", is_flag=True, help="He is making a crew unit into a deck crew.")
@reading_option("bp")
@json_option
def chief(
    rating: int,
    crews: int,
    alive: int | None,
    emergency: int,
    quality: str,
    boxes: int,
    spare: int | None,
    unavailable: int | None,
    instead: tuple[str, ...],
    converting: bool,
    readings: dict[str, str],
    as_json: bool,
) -> None:
    """Show all that a deck crew chief brings to his unit (V12.44 to V12.49)."""
    from flagplot.border_patrol.crew_chief.card import Unit
    from flagplot.border_patrol.crew_chief.chief import Quality
    from flagplot.desk.bp_chief import cards

    unit = Unit(
        id="chief",
        rating=rating,
        quality=Quality(quality),
        crews=crews,
        alive=crews if alive is None else alive,
        emergency=emergency,
        intact_boxes=boxes,
        spare=spare,
        down=unavailable,
        takes_v20=frozenset(instead),
        converting=converting,
    )
    put(cards([unit], readings), as_json=as_json)
