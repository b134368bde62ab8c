"""How far a search or the odds have come, on one line of standard error that is written over and over."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from flagplot.engine.battle import RowForm
    from flagplot.odds.tally import Tally

EVERY = 0.25
"""Seconds between two looks."""


class Line:
    """A line that is written over; nothing where it is to be quiet or nobody looks."""

    def __init__(self, *, quiet: bool) -> None:
        self.shown = 0.0
        self.quiet = quiet or not sys.stderr.isatty()

    @property
    def is_due(self) -> bool:
        """Whether somebody looks, and has not just seen something."""
        return not self.quiet and monotonic() - self.shown >= EVERY

    def put(self, text: str) -> None:
        """What the line says now, unless it is too soon after the last."""
        if self.is_due:
            self.shown = monotonic()
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    def say(self, text: str) -> None:
        """A line that stays."""
        if not self.quiet:
            click.echo(f"\r\x1b[K{text}", err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.shown:
            click.echo("\r\x1b[K", nl=False, err=True)


class Counter(Line):
    """Shows the results so far, each with its interval."""

    def __init__(self, form: RowForm, *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self.form = form

    def show(self, tally: Tally) -> None:
        """One look at a tally."""
        if not self.is_due:
            return
        from flagplot.odds.report import interval, percent
        from flagplot.odds.summary import summarise

        told = [
            f"{name} {percent(share.chance)} ({interval(share)})"
            for name, share in zip(self.form.sides, summarise(self.form, tally).results, strict=False)
        ]
        self.put(f"{tally.n} battles: {', '.join(told)}")
