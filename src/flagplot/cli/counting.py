"""How far the odds have come, on one line of standard error that is written over and over."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from flagplot.engine.battle import RowForm
    from flagplot.odds.tally import Tally

EVERY = 0.25
"""Seconds between two looks."""


class Counter:
    """Shows the first result with its interval; nothing where it is to be quiet or nobody looks."""

    def __init__(self, form: RowForm, *, quiet: bool) -> None:
        self.form, self.shown = form, 0.0
        self.quiet = quiet or not sys.stderr.isatty()

    def show(self, tally: Tally) -> None:
        """One look at a tally."""
        if self.quiet or monotonic() - self.shown < EVERY:
            return
        from flagplot.odds.report import interval, percent
        from flagplot.odds.summary import summarise

        self.shown = monotonic()
        told = [
            f"{name} {percent(share.chance)} ({interval(share)})"
            for name, share in zip(self.form.sides, summarise(self.form, tally).results, strict=False)
        ]
        click.echo(f"\r\x1b[K{tally.n} battles: {', '.join(told)}", nl=False, err=True)

    def say(self, text: str) -> None:
        """A line that stays."""
        if not self.quiet:
            click.echo(f"\r\x1b[K{text}", err=True)

    def __enter__(self) -> Counter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.shown:
            click.echo("\r\x1b[K", nl=False, err=True)
