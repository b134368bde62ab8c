"""How far a verb that takes its time has come."""

import sys
from typing import TYPE_CHECKING

import click

from flagplot.formats.plain import one_line

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


def progress(steps: int, *, quiet: bool) -> "ProgressBar[str]":
    """A bar of so many steps on standard error, to be told each as ``update(1, "what it is")``.

    It shows nothing if ``quiet`` or where standard error is no terminal.
    """
    return click.progressbar(
        [""] * steps,
        length=steps,
        hidden=quiet or not steps or not sys.stderr.isatty(),
        item_show_func=lambda item: one_line(item or ""),
        show_eta=False,
        show_pos=True,
        file=sys.stderr,
    )
