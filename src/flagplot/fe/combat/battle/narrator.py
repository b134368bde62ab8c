"""What happens in a battle as events, each by its step and rules; its dice; its sealed choices."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from enum import IntEnum
from hashlib import sha256

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Event, Modifier, Part
from flagplot.core.sources import Address, Draw, Source, roller_number


class Phase(IntEnum):
    """The phases of dice addresses; a number is never given to another."""

    VARIABLE = 1
    DAMAGE = 2
    CAPTURE = 3
    PURSUIT = 4
    ATTACK_FORCE = 5
    STASIS = 6
    EVASION = 10
    CLOAK = 11
    GROUND = 20
    SMALL_SCALE = 30
    PRIME_TEAM = 40


class Narrator:
    """The events of a battle so far."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.events: list[Event] = []

    def tell(
        self,
        round_: int,
        step: str,
        kind: str,
        text: str,
        rules: tuple[Citation, ...],
        facts: Mapping[str, int | str],
        *,
        casts: tuple[Cast, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
        parts: tuple[Part, ...] = (),
    ) -> None:
        """Add an event."""
        event = Event(
            seq=len(self.events) + 1,
            round=round_,
            step=step,
            kind=kind,
            facts=facts,
            citations=rules,
            text=text,
            casts=casts,
            modifiers=modifiers,
            parts=parts,
        )
        self.events.append(event)

    def roll(
        self,
        round_: int,
        phase: Phase,
        side: int,
        roller: str,
        purpose: str,
        who: str,
        rule: Citation,
        *,
        dice: int = 1,
    ) -> tuple[int, Cast]:
        """The sum of six-sided dice of a roller, and what they were rolled for."""
        draw = Draw(Address(round_, phase, side, roller_number(roller)), 0, dice, 6)
        faces = self.source.faces(draw)
        total = sum(faces)
        return total, Cast(draw, purpose, who, None, f"{total}", rule)


def seal(salt: str, key: str, answer: str) -> tuple[str, str]:
    """A nonce of a side for one question, and the digest that binds it to its answer: ``nonce``, ``key``, ``answer`` on
    a line each, under SHA-256. The nonce comes from the side's salt and gives nothing of it away.
    """
    nonce = hmac.digest(salt.encode(), key.encode(), "sha256").hex()[:32]
    return nonce, sha256(f"{nonce}\n{key}\n{answer}".encode()).hexdigest()
