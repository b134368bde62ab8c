"""What becomes of a crew chief whose box is hit, as a campaign enters it (V12.43)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from flagplot.border_patrol.crew_chief.card import Unit, card_of
from flagplot.border_patrol.crew_chief.chief import rolls_for_fate
from flagplot.border_patrol.happening import Happening
from flagplot.border_patrol.options import Options
from flagplot.core.citation import Citation

RULES = (Citation("bp", "V12.43"),)


def suffer_hits(
    unit: Unit, box: str, hit: Collection[str], lives: bool | None, options: Options
) -> tuple[Unit, tuple[Happening, ...]]:
    """The unit after boxes of it were hit, its chief at work in ``box``, and what is to be told.

    ``lives`` is the outcome of the fate roll, which V17.94 gives and not this section: None while nobody has rolled.
    """
    if unit.rating is None or not rolls_for_fate(box, hit):
        return unit, ()
    facts: dict[str, int | str] = {"box": box, "rating": unit.rating}
    if lives is None:
        text = f"{unit.id}: the crew chief was in {box}, which is hit; his fate is to be rolled by V17.94."
        return unit, (Happening("fate-open", unit.id, facts, RULES, text),)
    if lives:
        text = f"{unit.id}: the crew chief was in {box}, which is hit, and lives."
        return unit, (Happening("chief-lives", unit.id, facts, RULES, text),)
    card = card_of(unit, options)
    text = (
        f"{unit.id}: the crew chief (rating {unit.rating}) was killed in {box}. {card.extra.usable} extra actions "
        "a turn and all else that he brought are gone; no weapons officer can become a chief."
    )
    return replace(unit, rating=None), (Happening("chief-killed", unit.id, facts, RULES, text),)
