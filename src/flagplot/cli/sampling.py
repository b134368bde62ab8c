"""Options that the verbs share which fight many battles."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from flagplot.cli.options import Function


class Percent(click.ParamType[float]):
    """A share such as ``0.5%`` or ``0.005``."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The share as a number between 0 and 1."""
        if isinstance(value, float):
            return value
        try:
            share = float(value.removesuffix("%")) / (100 if value.endswith("%") else 1)
        except ValueError:
            self.fail(f"'{value}' is no share; write 0.5% or 0.005.", param, ctx)
        if not 0 < share < 0.5:
            self.fail(f"'{value}' is not between 0 and 50 %.", param, ctx)
        return share


def error_option(of: str) -> Callable[[Function], Function]:
    """Add ``--error`` (parameter ``error``): the half-width at which to stop, a share; ``of`` ends its help."""
    return click.option("--error", type=Percent(), metavar="SHARE", help=f"Stop at such a half-width of {of}")


def time_option(function: Function) -> Function:
    """Add ``--time`` (parameter ``seconds``): when to stop, in seconds."""
    return click.option(
        "--time", "seconds", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="Stop after so long."
    )(function)


def seed_option(function: Function) -> Function:
    """Add ``--seed`` (parameter ``seed``): the key of the dice of dice format 1."""
    return click.option(
        "--seed", type=click.IntRange(0, (1 << 63) - 1), default=1812, show_default=True, help="Which dice."
    )(function)


def threads_option(otherwise: str) -> Callable[[Function], Function]:
    """Add ``--threads`` (parameter ``threads``): threads of this machine; ``otherwise`` tells what None comes to."""
    return click.option(
        "--threads", type=click.IntRange(1, 1024), metavar="N", help=f"Work in so many threads. [{otherwise}]"
    )


def chart_option(what: str) -> Callable[[Function], Function]:
    """Add ``--chart`` (parameter ``chart``): a picture of ``what``, written beside the report."""
    return click.option(
        "--chart",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"Draw the {what}, too: .svg, .png, .pdf or .json.",
    )
