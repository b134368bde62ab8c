"""The dice of a phase of a campaign, laid open so that anyone can roll them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flagplot.border_patrol.campaign.casting import PURPOSES, TABLE
from flagplot.core.commitment import commitment, key_of
from flagplot.core.dice import FORMAT
from flagplot.core.log import Record
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.sources import roller_number
from flagplot.desk.campaign import opened
from flagplot.desk.resolve import BEGUN


def dice(folder: Path, phase: str, secret: bytes | None) -> dict[str, Any]:
    """The dice of a phase such as ``T5-M4``, with the secret behind them, as ``verifier.py`` reads them.

    Dice that were rolled at the table are left out. Raises ``Refused`` for a phase that has not been resolved, or was
    rolled at the table, and for a secret that is not the one behind it.
    """
    game, _ = opened(folder)
    faults = Faults()
    known = {f"T{step[0].turn}-{step[0].step}": step for step in game.steps() if step[0].deed.kind == BEGUN}
    if phase not in known:
        mend = nearest(phase, known)
        faults.add("unknown-phase", phase, "no such phase has been resolved", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    facts = known[phase][0].deed.facts
    if not facts["key"]:
        faults.add("no-key", phase, "its dice were all rolled at the table", mend="Its report tells them.")
    elif secret is None and facts["commitment"]:
        faults.add("no-secret", phase, "its dice come from a secret", mend="Give it when it may be known.")
    elif f"{key_of(secret or b'', facts['message']):016x}" != facts["key"]:
        message = "this is not the secret behind the dice of this phase"
        faults.add("other-secret", phase, message, mend=f"Its commitment is {facts['commitment'] or 'none'}.")
    faults.settle()
    return {
        "dice": {
            "format": FORMAT,
            "secret": secret.hex() if secret else "",
            "commitment": commitment(secret) if secret else "",
            "message": facts["message"],
            "key": facts["key"],
            "draws": list(_draws(known[phase])),
        }
    }


def _draws(records: tuple[Record, ...]) -> Iterator[dict[str, Any]]:
    """Each die that came from the key, once: ships of a flotilla may share one."""
    told: set[str] = set()
    for record in records:
        for throw in record.deed.throws:
            if throw.source == TABLE or throw.source in told:
                continue
            told.add(throw.source)
            yield {
                "sample": 0,
                "round": int(record.step.removeprefix("M")),
                "phase": PURPOSES[throw.purpose].phase,
                "side": 0,
                "roller": roller_number(throw.who),
                "start": 0,
                "sides": throw.sides,
                "faces": [throw.face],
                "purpose": throw.purpose,
                "who": throw.who,
            }
