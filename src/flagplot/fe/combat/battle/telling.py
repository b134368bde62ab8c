"""A battle of one hex as a report: its rounds step by step, each line with its rule, and its ledger."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from flagplot.core.event import Event
from flagplot.core.report import Entry, Node, Report, Roll, Section
from flagplot.fe.combat.battle.ledger import account, losses
from flagplot.fe.combat.battle.table import HexBattle


def hex_report(battle: HexBattle) -> Report:
    """The report of a battle, finished or not."""
    attacker, defender = (entrant.name for entrant in battle.setup.sides)
    children: list[Node] = [*rounds(battle), losses(battle), account(battle)]
    dice = _dice(battle)
    if dice:
        children.append(Section("Dice", tuple(dice)))
    return Report(f"Battle at {battle.setup.hex}: {attacker} attacks {defender}", tuple(children))


def rounds(battle: HexBattle) -> Iterator[Section]:
    for number, events in groupby(battle.events(), key=lambda event: event.round):
        yield Section(f"Round {number}", tuple(_entry(event) for event in events))


def _entry(event: Event) -> Entry:
    detail = [", ".join(f"{part.name} {part.value}" for part in event.parts)] if event.parts else []
    detail += [f"{part.name} {part.value:+d}" for part in event.modifiers if part.value]
    detail += [f"{cast.purpose}: {cast.verdict}" for cast in event.casts]
    if "digest" in event.facts:
        detail.append(f"digest {event.facts['digest']}")
    if event.facts.get("nonce"):
        detail.append(f"nonce {event.facts['nonce']}")
    return Entry(event.seq, f"{event.step} {event.text}", event.rules, tuple(detail))


def _dice(battle: HexBattle) -> Iterator[Roll]:
    for event in battle.events():
        for cast in event.casts:
            address = cast.draw.address
            yield Roll(
                round=event.round,
                purpose=cast.purpose,
                who=cast.who,
                sides=cast.draw.sides,
                faces=battle.narrator.source.faces(cast.draw),
                need=None,
                citation=cast.citation,
                address=f"{address.round}.{int(address.phase)}.{address.side}.{address.roller}",
            )
