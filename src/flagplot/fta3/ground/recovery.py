"""After the saves: engineers, unless assault troops prevent it, then MASH."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagplot.fta3.ground import log as purposes
from flagplot.fta3.ground.air import told
from flagplot.fta3.ground.saves import Losses, countered, recovered, recovery_need, restored
from flagplot.fta3.ground.weighing import best_first, having, ordered
from flagplot.fta3.play.sentences import at_least, some

if TYPE_CHECKING:
    from flagplot.fta3.ground.campaign import GroundCampaign


def recover(war: GroundCampaign) -> None:
    """Both sides recover what they can; what is left of their losses then counts."""
    for s in range(2):
        losses = war.field.losses[s]
        _engineers(war, s, losses)
        _mash(war, s, losses)
        groups = war.field.groups[s]
        for i, each in enumerate(losses):
            groups[i] = groups[i].struck(*each)


def _engineers(war: GroundCampaign, s: int, losses: list[Losses]) -> None:
    """A die for each battalion of engineers that was exhausted or destroyed and that no assault troops counter.

    Dice for the destroyed come first.
    """
    field, t = war.field, 1 - s
    assaults = having("assault", field.bands[t], field.fit[t])
    need = recovery_need()
    for i in ordered(field.bands[s], war.orders[t].wanted("counter", war.quarter), best_first):
        lost = losses[i]
        if "engineers" not in field.bands[s][i].traits or not sum(lost):
            continue
        unit = war.scenario.sides[s].units[i]
        stopped = countered(assaults, lost)
        if sum(stopped):
            assaults -= sum(stopped)
            text = f"Assault troops counter the engineers of {unit.name}: {told(*stopped)} may not recover."
            war.log.note("countered", t, text, unit=unit.id, exhausted=stopped.exhausted, destroyed=stopped.destroyed)
        exhausted, destroyed = lost.exhausted - stopped.exhausted, lost.destroyed - stopped.destroyed
        n = exhausted + destroyed
        if not n:
            continue
        rolled = war.log.roll(purposes.RECOVERY, s, unit.id, n, need, unit.name)
        raised = sum(face >= need for face in rolled.faces[:destroyed])
        fit = sum(face >= need for face in rolled.faces[destroyed:])
        losses[i] = recovered(lost, fit, raised)
        text = (
            f"Engineers of {unit.name}, {some(n, 'die', 'dice')}, {at_least(need)}: {fit or 'none'} of {exhausted} "
            f"exhausted fit again, {raised or 'none'} of {destroyed} destroyed only exhausted."
        )
        war.log.note("engineers", s, text, [rolled.cast], unit=unit.id, dice=n, fit=fit, raised=raised)


def _mash(war: GroundCampaign, s: int, losses: list[Losses]) -> None:
    """Exhausted battalions that are brought back to the line, three for each battalion with MASH that fought."""
    field = war.field
    left = restored(having("mash", field.bands[s], field.fit[s]))
    for i in ordered(field.bands[s], war.orders[s].wanted("restore", war.quarter), best_first):
        n = min(left, losses[i].exhausted)
        if n:
            left -= n
            losses[i] = Losses(losses[i].exhausted - n, losses[i].destroyed)
            unit = war.scenario.sides[s].units[i]
            text = f"MASH brings {some(n, 'exhausted battalion')} of {unit.name} back to the line."
            war.log.note("mash", s, text, unit=unit.id, battalions=n)
