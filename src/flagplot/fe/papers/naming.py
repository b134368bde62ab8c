"""Units by the names that a paper gives them: their ids, or these without the empire where only one is so called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from flagplot.core.refusal import Fault
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold
from flagplot.fe.papers.spots import Spot


class Whose(StrEnum):
    """Whose units a key speaks of."""

    OWN = "own"
    ENEMY = "enemy"


@dataclass(frozen=True)
class Names:
    """The ids of the units of both sides, as the ``side`` at hand names them. ``complete``: whether all of them could
    be read; where not, an unknown name is let pass, since its fault has been told. ``free``: nobody is known, and any
    name is taken for an id.
    """

    ids: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]
    complete: bool = True
    free: bool = False
    side: int = 0

    def of(self, side: int) -> Names:
        """The same as another side names them."""
        return replace(self, side=side)

    def side_named(self, name: str, spot: Spot) -> int | None:
        """The side of a name."""
        folded = [fold(label) for label in self.labels]
        if fold(name) in folded:
            return folded.index(fold(name))
        mend = f"Write {' or '.join(self.labels)}."
        spot.refuse("unknown-side", f"there is no side '{shorten(name)}'", mend=mend)
        return None

    def unit(self, name: str, whose: Whose, spot: Spot) -> str | None:
        """The id of a unit; None and a fault where there is none, or more than one."""
        word = fold(name)
        if self.free:
            return word
        ids = self.ids[self.side if whose is Whose.OWN else 1 - self.side]
        found = [id_ for id_ in ids if id_ == word] or [id_ for id_ in ids if id_.endswith(f"-{word}")]
        if len(found) == 1:
            return found[0]
        if found:
            mend = f"Write {' or '.join(found)}."
            spot.refuse("unclear-unit", f"'{shorten(name)}' may be any of them", mend=mend)
        elif self.complete:
            message = f"there is no {whose} unit '{shorten(name)}'"
            spot.refuse("unknown-unit", message, fault=Fault.ILLEGAL, mend=_apart(name, ids) or _near(word, ids))
        return None

    def every(self) -> tuple[str, ...]:
        """All ids, and all of them without the empire."""
        ids = [id_ for side in self.ids for id_ in side]
        return (*ids, *(id_.partition("-")[2] for id_ in ids))


def _apart(name: str, ids: Sequence[str]) -> str:
    """Several units written as one, with commas between; empty where they are not all there."""
    words = name.split()
    known = all(any(id_ == fold(word) or id_.endswith(f"-{fold(word)}") for id_ in ids) for word in words)
    return f"Put commas between: {', '.join(words)}." if known and len(words) > 1 else ""


def _near(word: str, ids: Sequence[str]) -> str:
    """A few ids that may be meant: those of the same letters, else the first."""
    stem = word.rstrip("0123456789").strip("-").rpartition("-")[2]
    alike = [id_ for id_ in ids if stem and f"-{stem}-" in id_] or list(ids)
    told = ", ".join(alike[:8])
    return f"There {'is' if len(alike) == 1 else 'are'} {told}{' and others' if len(alike) > 8 else ''}."
