"""A hex in two paragraphs: plain sentences for a moderator to dress up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flagplot.core.rounding import decimal
from flagplot.fe.combat.battle.fates import CAPTURED, Fate, fates
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp
from flagplot.fe.combat.force import ship_equivalents
from flagplot.fe.papers.playing import HexFought


def story(fought: HexFought, outcome: str) -> tuple[str, str]:
    """Who met where; then who lost what, and how it ended, which is ``outcome``."""
    attacker, defender = (_brought(fought.battle.field.camps[side]) for side in (ATTACKER, DEFENDER))
    opening = f"{attacker} attacks {defender} at {fought.docket.setup.hex}."
    return opening, " ".join([*_losses(fought), outcome])


def _brought(camp: Camp) -> str:
    units = camp.entrant.units
    force = decimal(ship_equivalents(units), 1)
    return f"{camp.entrant.name} with {_counted(len(units), 'unit')} ({force} ship equivalents)"


def _losses(fought: HexFought) -> Iterator[str]:
    for camp in fought.battle.field.camps:
        found = list(fates(camp))
        lost = [fate for fate in found if fate.is_lost]
        crippled = sum(fate.unit.unit.crippled for fate in found if not fate.is_lost)
        told = _listed(lost) if lost else "no unit"
        captured = sum(fate.how == CAPTURED for fate in lost)
        more = f", {captured} of them captured" if captured else ""
        yield f"{camp.entrant.name} loses {told}{more}, and has {_counted(crippled, 'cripple')} left."


def _listed(lost: list[Fate]) -> str:
    """Units by their designators, those that are alike together."""
    counts = Counter(fate.unit.unit.type.designator for fate in lost)
    return ", ".join(f"{number} {designator}" for designator, number in counts.items())


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
