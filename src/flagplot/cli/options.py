"""Options that several verbs share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

JSON = "flagplot.json"  # where a context keeps whether the answer is to be JSON


def json_option(function: Function) -> Function:
    """Add ``--json`` (parameter ``as_json``): one JSON value on standard output, refusals included."""
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        is_eager=True,
        callback=_remember,
        help="Answer with one JSON value on standard output.",
    )(function)


def _remember(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    ctx.meta[JSON] = value
    return value
