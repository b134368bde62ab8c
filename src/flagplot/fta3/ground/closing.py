"""The end of a quarter: what the moderator decides, and the end of the war."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagplot.core.citation import carries_out
from flagplot.fta3.ground.forces import CONTINUE
from flagplot.fta3.ground.occupation import suppresses
from flagplot.fta3.ground.weighing import having
from flagplot.fta3.play.sentences import some

if TYPE_CHECKING:
    from flagplot.fta3.ground.campaign import GroundCampaign


@carries_out("fta3", "ground-withdrawal", "ground-time")
def close_quarter(war: GroundCampaign) -> None:
    """After each phase the moderator judges whether a side gives up, and how long the phase has taken.

    Without his word the sequence stops. A side without any battalion left has lost the war by itself.
    """
    time = war.scenario.entry("ground-time", quarter=war.quarter)
    if time is not None:
        text = f"The moderator rules that this phase took {time.word}: {time.reason}."
        war.log.enter(None, text, time)
    gone = [s for s in range(2) if not any(g.total - g.destroyed for g in war.field.groups[s])]
    if gone:
        _end(war, "destroyed", [s for s in range(2) if s not in gone], "every battalion against it is destroyed")
        return
    entry = war.scenario.entry("ground-withdrawal", quarter=war.quarter)
    if entry is None:
        what = f"whether a side withdraws or surrenders after quarter {war.quarter}, and how long the phase took"
        text = f"The moderator has to say {what}."
        rules = ("ground-withdrawal", "ground-time", "stats/morale")
        war.log.note("stop", None, text, rules=rules, rule="ground-withdrawal", subject="")
        war.wait(what, rules)
        return
    told = f": {entry.reason}" if entry.reason else ""
    if entry.word == CONTINUE:
        war.log.note("after", None, f"The war goes on{told}.", word=CONTINUE, reason=entry.reason)
        if war.quarter >= war.scenario.quarter_limit:
            _end(war, "limit", [], "the agreed last quarter has been fought")
            return
        war.quarter += 1
        war.next = 0
        return
    id_, _, word = entry.word.partition(" ")
    s = next(s for s, side in enumerate(war.scenario.sides) if side.id == id_)
    text = f"{war.scenario.sides[s].name} {word}{told}."
    war.log.note("after", s, text, word=word, reason=entry.reason)
    _end(war, word, [1 - s], f"{war.scenario.sides[s].name} {word}")


def _end(war: GroundCampaign, reason: str, holders: list[int], why: str) -> None:
    """The war is over; ``holders`` are those who are left in possession of the place."""
    war.next = None
    s = holders[0] if len(holders) == 1 else None
    if s is None:
        war.log.note("end", None, f"The war is over undecided: {why}.", reason=reason)
        return
    war.log.note("end", s, f"The war is over: {war.scenario.sides[s].name} holds the field, {why}.", reason=reason)
    _police(war, s)


@carries_out("fta3", "traits/military-police", "traits/military-police/beyond")
def _police(war: GroundCampaign, s: int) -> None:
    """What the holder's military police do in a territory whose CI is known; another number is the moderator's."""
    ci = war.scenario.ci
    battalions = having("military police", war.field.bands[s], war.field.ashore(s))
    if ci is None or not battalions:
        return
    name = war.scenario.sides[s].name
    held = suppresses(battalions, ci)
    does = "hold down what a foreign ethos would cost" if held else "are too few to hold it down"
    text = f"{name}: {some(battalions, 'battalion')} of military police in a territory of {ci} CI {does}."
    war.log.note("police", s, text, battalions=battalions, ci=ci, suppressed=int(held))
    if battalions == ci:
        return
    rule = "traits/military-police/beyond"
    entry = war.scenario.entry(rule)
    if entry is None:
        what = f"what {battalions} battalions of military police achieve where {ci} are needed"
        war.log.note("stop", s, f"The moderator has to say {what}.", rules=(rule,), rule=rule, subject="")
        war.wait(what, (rule,))
        return
    text = f"The moderator enters what they achieve: {entry.reason}."
    war.log.enter(s, text, entry)
