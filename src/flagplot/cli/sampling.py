"""Options that the verbs share which fight many battles."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from flagplot.cli.options import Function

if TYPE_CHECKING:
    from flagplot.odds.crew import Crew


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


def crew_options(otherwise: str) -> Callable[[Function], Function]:
    """Add ``--threads``, ``--processes`` and ``--scheduler`` (parameters of these names), of which ``crew_of`` makes a
    crew; ``otherwise`` tells who works without any.
    """
    number = click.IntRange(1, 1024)
    threads = click.option("--threads", type=number, metavar="N", help=f"Work in so many threads. [{otherwise}]")
    processes = click.option("--processes", type=number, metavar="N", help="Work in so many processes.")
    address = "Work on the Dask cluster with this scheduler."
    scheduler = click.option("--scheduler", metavar="ADDRESS", help=address)
    return lambda function: threads(processes(scheduler(function)))


def check_crew(threads: int | None, processes: int | None, scheduler: str | None) -> None:
    """Refuse more than one crew."""
    if sum(given is not None for given in (threads, processes, scheduler)) > 1:
        raise click.UsageError("--threads, --processes and --scheduler exclude each other.")


def crew_of(threads: int | None, processes: int | None, scheduler: str | None) -> "Crew | None":
    """The crew that is asked for."""
    from flagplot.odds import crew

    if threads is not None:
        return crew.threads(threads)
    if processes is not None:
        return crew.processes(processes)
    return None if scheduler is None else crew.cluster(scheduler)


def quarters_option(default: int | None) -> Callable[[Function], Function]:
    """Add ``--quarters`` (parameter ``quarters``): how long a ground war is followed."""
    of = "Of a ground war: after how many quarters of fighting. [1]"
    return click.option("--quarters", default=default, type=click.IntRange(1, 40), metavar="N", help=of)


def chart_option(what: str) -> Callable[[Function], Function]:
    """Add ``--chart`` (parameter ``chart``): a picture of ``what``, written beside the report."""
    return click.option(
        "--chart",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"Draw the {what}, too: .svg, .png, .pdf or .json.",
    )
