"""How the extra deck crew actions of a turn are dealt out to crews, by halves (V12.44)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flagplot.border_patrol.crew_chief.benefits import extra_actions, usable_halves
from flagplot.border_patrol.crew_chief.chief import Quality
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults, nearest

RULE = Citation("bp", "V12.44")


@dataclass(frozen=True, kw_only=True)
class Turn:
    """Deck crews at the start of a turn: the full complement, those alive of it by id, and emergency crews by id.

    ``rests`` is true while the chief can give no extra actions: he is converting, or has no intact box.
    """

    complement: int
    regular: tuple[str, ...]
    converted: tuple[str, ...] = ()
    rests: bool = False


@dataclass(frozen=True, kw_only=True)
class Extra:
    """Extra actions of a turn: how many there are, and how many halves of them crews can take."""

    actions: int
    halves: int

    @property
    def usable(self) -> Fraction:
        """The actions that crews can take."""
        return Fraction(self.halves, 2)

    @property
    def lost(self) -> Fraction:
        """The actions that nobody can take."""
        return self.actions - self.usable


def extra_of(turn: Turn, rating: int, quality: Quality, options: Options) -> Extra:
    """The extra actions of a turn; emergency crews receive none, and count as the readings have it."""
    if turn.rests:
        return Extra(actions=0, halves=0)
    crews = crews_counted(turn, options)
    extra = extra_actions(rating, crews, quality)
    return Extra(actions=extra, halves=usable_halves(extra, len(turn.regular)))


@carries_out("bp", "V12.44")
def crews_counted(turn: Turn, options: Options) -> int:
    """The deck crews that go into the root."""
    crews = len(turn.regular) if options["crews-counted"] == "survivors" else turn.complement
    return crews + (len(turn.converted) if options["converted-count"] == "counted" else 0)


@carries_out("bp", "V12.44")
def check_allocation(dealt: Mapping[str, int], turn: Turn, extra: Extra, where: str, faults: Faults) -> None:
    """Refuse half actions dealt to crews that cannot take them, to one crew more than one, or more than there are."""
    most: int = printed()["V12.44"]["most_extra_halves"]
    for crew, halves in dealt.items():
        place = f"{where}, crew {crew}"
        if crew in turn.converted:
            mend = f"Deal it to a regular crew: {_names(turn.regular)}."
            message = "a crew made in battle gets no extra action, nor does the chief who works as one"
            faults.add("emergency-crew", place, message, mend=mend, citation=RULE)
        elif crew not in turn.regular:
            mend = nearest(crew, turn.regular)
            faults.add("unknown-crew", place, "there is no such crew at the start of the turn", mend=mend)
        if halves < 0:
            faults.add("below-zero", place, "half actions cannot be taken away", mend="0 at least.", citation=RULE)
        if halves > most:
            message = f"with {Fraction(halves, 2)} extra it would do {1 + Fraction(halves, 2)} actions, and may do 3/2"
            gap = f"{Fraction(halves - most, 2)} action too many"
            mend = "Half an action is the most; deal the other half to another crew."
            faults.add("over-three-halves", place, message, gap=gap, mend=mend, citation=RULE)
    total = sum(dealt.values())
    if total > 2 * extra.actions:
        message = f"{Fraction(total, 2)} extra actions are dealt and there are {extra.actions}"
        gap, mend = f"{Fraction(total, 2) - extra.actions} too many", f"Deal at most {extra.usable}."
        faults.add("too-many-extra", where, message, gap=gap, mend=mend, citation=RULE)


def _names(crews: Collection[str]) -> str:
    return ", ".join(crews) or "none is left"
