"""A battle of one hex as a report: its rounds step by step, each line with its rule, and the ledger of losses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from flagplot.core.event import Event
from flagplot.core.report import Column, Entry, Node, Report, Roll, Section, Table
from flagplot.fe.combat.battle.field import Camp
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.battle.withdrawal import WITHDREW
from flagplot.fe.units.police import Loss
from flagplot.fe.units.ship import Route, ShipType

UNKNOWN = "not in the data"
UNPRICED = ("retreated", WITHDREW, Loss.RETURNED.value)
"""What becomes of units at no cost: they leave the hex unharmed, or are mended by the police (531.22)."""
REPAIR_POINT = Fraction(1, 2)
"""Economic points for a point of repair."""


def hex_report(battle: HexBattle) -> Report:
    """The report of a battle, finished or not."""
    attacker, defender = (entrant.name for entrant in battle.setup.sides)
    children: list[Node] = [*rounds(battle), ledger(battle)]
    dice = _dice(battle)
    if dice:
        children.append(Section("Dice", tuple(dice)))
    return Report(f"Battle at {battle.setup.hex}: {attacker} attacks {defender}", tuple(children))


def rounds(battle: HexBattle) -> Iterator[Section]:
    for number, events in groupby(battle.events(), key=lambda event: event.round):
        yield Section(f"Round {number}", tuple(_entry(event) for event in events))


def _entry(event: Event) -> Entry:
    detail = [f"{part.name} {part.value:+d}" for part in event.modifiers if part.value]
    detail += [f"{cast.purpose}: {cast.verdict}" for cast in event.casts]
    if "digest" in event.facts:
        detail.append(f"digest {event.facts['digest']}")
    if event.facts.get("nonce"):
        detail.append(f"nonce {event.facts['nonce']}")
    return Entry(event.seq, f"{event.step} {event.text}", event.rules, tuple(detail))


def ledger(battle: HexBattle, *, left: bool = True) -> Table:
    """What each side lost, with its price in economic points where the ship table gives one, and what is ``left``."""
    columns = (
        Column("side"),
        Column("unit"),
        Column("fate"),
        Column("round", "right"),
        Column("EP", "right"),
    )
    rows = []
    for camp in battle.field.camps:
        for gone in camp.history:
            price = "" if gone.how in UNPRICED else loss_price(gone.unit.unit.type, gone.how)
            rows.append((camp.entrant.name, gone.unit.id, gone.how, str(gone.round), price))
        if left:
            rows.append((camp.entrant.name, "in the hex", _left(camp), "", ""))
    return Table("Losses", columns, tuple(rows))


def loss_price(type_: ShipType, how: str) -> str:
    """What a loss costs: the schedule's price of a ship that is gone, the repair of a cripple; or that nobody knows."""
    if how == "crippled":
        return str(type_.repair * REPAIR_POINT) if type_.repair else UNKNOWN
    price = next((cost.total for cost in type_.costs if cost.route is Route.SCHEDULE), None)
    return UNKNOWN if price is None else str(price)


def _left(camp: Camp) -> str:
    named = [f"{each.id}{'-' if each.unit.crippled else ''}" for each in camp.units]
    named += [f"{each.id} by cloak" for each in camp.evaded]
    return ", ".join(named) or "nobody"


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
