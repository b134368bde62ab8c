"""``flagplot fe siege``: how many ships a base takes."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from flagplot.cli.answers import put
from flagplot.cli.options import json_option, orders_option

SURELY = "surely"


class Wanted(click.ParamType[Fraction]):
    """A chance such as ``90%`` or ``0.9``, or ``surely``; exact."""

    name = "chance"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The chance as a fraction above 0, up to 1."""
        text = str(value)
        if text == SURELY:
            return Fraction(1)
        try:
            share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except (ValueError, ZeroDivisionError):
            self.fail(f"'{text}' is no chance; write 90%, 0.9 or {SURELY}.", param, ctx)
        if not 0 < share <= 1:
            self.fail(f"'{text}' is not above 0 and up to 100 %.", param, ctx)
        return share


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option()
@click.option("--ship", "ships", multiple=True, required=True, metavar="CODE", help="A kind of ship. Repeat it.")
@click.option("--base", default="", metavar="ID", help="The base, where the defender has several.")
@click.option("--chance", type=Wanted(), default=SURELY, show_default=True, help="How likely it has to be: 90%.")
@click.option("--rounds", type=click.IntRange(1, 100), metavar="N", help="Within so many rounds.")
@click.option("--most", type=click.IntRange(1, 24), default=12, show_default=True, help="Ships that there are.")
@click.option("--worst", is_flag=True, help="Against the worst electronic warfare and intensity of the defender.")
@json_option
def siege(
    scenario: Path,
    orders: tuple[Path, ...],
    ships: tuple[str, ...],
    base: str,
    chance: Fraction,
    rounds: int | None,
    most: int,
    worst: bool,
    as_json: bool,
) -> None:
    """Find the smallest force of some kinds, in place of the attacker's, that destroys the base of SCENARIO."""
    from flagplot.cli.counting import Line
    from flagplot.desk.fe_siege import siege as ask

    with Line(quiet=as_json) as line:
        found = ask(
            scenario,
            orders,
            ships=ships,
            base=base,
            chance=chance,
            rounds=rounds,
            most=most,
            worst=worst,
            watch=line.put,
        )
    put(found, as_json=as_json)
