"""Which step asks which questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flagplot.fta3.battle import codes as k
from flagplot.fta3.duel import fighters, manoeuvre
from flagplot.fta3.duel.view import Dialogue, View

DIALOGUES: Mapping[int, Callable[[View], Dialogue]] = {
    k.LAUNCH: fighters.launches,
    k.INTERCEPT: fighters.interceptions,
    k.LOSSES: fighters.losses,
    k.FIRST_STRIKE: fighters.first_strikes,
    k.VOLLEY: manoeuvre.volleys,
    k.STAND_OFF: manoeuvre.stand_off,
    k.PICK: manoeuvre.picks,
    k.FLANK: manoeuvre.flanks,
    k.RANGE: manoeuvre.choose_range,
    k.DISENGAGE: manoeuvre.departures,
    k.PROTECT: manoeuvre.protections,
    k.FIRE: manoeuvre.aims,
    k.STRIKE: fighters.strikes,
    k.RETURN: fighters.returns,
}
"""Steps that are not here decide nothing. Each dialogue finds the choices of the standing orders filled in."""


def dialogue(view: View) -> Dialogue:
    """The questions of the view's step, each asked once the one before it is answered."""
    asks = DIALOGUES.get(view.step)
    if asks is not None:
        yield from asks(view)
