"""The ledger of a battle: what each side lost unit by unit, and its account in economic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.event import Event
from flagplot.core.report import Column, Table
from flagplot.fe.combat.battle.field import Camp
from flagplot.fe.combat.battle.people import Rank
from flagplot.fe.combat.battle.records import Gone
from flagplot.fe.combat.battle.rescue import SAVED
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.battle.withdrawal import WITHDREW
from flagplot.fe.combat.prices import craft_price, expense, hull_price, in_points, repair_cost
from flagplot.fe.combat.settings import Settings
from flagplot.fe.units.police import Loss

UNKNOWN = "not in the data"
UNPRICED = ("retreated", WITHDREW, SAVED, Loss.RETURNED.value)
"""What becomes of units at no cost: they leave the hex unharmed, or are mended by the police (531.22)."""
TROOPS = "ground troops lost"
SPENT = ("command points", "drone bomb", "GCE", "repair")


class Line(NamedTuple):
    """One line: the unit, what became of it, in which round (None for the end), the price (None: not in the data), the
    item of the account that it belongs to, empty for none, and how many of that it is.
    """

    unit: str
    fate: str
    round: int | None
    price: Fraction | None
    item: str
    number: int = 1


def lines(camp: Camp, settings: Settings) -> Iterator[Line]:
    """What a side lost, in the order in which it did."""
    last = {gone.unit.id: gone for gone in camp.history if gone.how not in UNPRICED and gone.how != TROOPS}
    for gone in camp.history:
        yield _line(gone, gone is last.get(gone.unit.id))
    for lost in camp.craft_gone:
        each = craft_price(lost.kind, lost.host.unit.type)
        price = None if each is None else each * lost.number
        yield Line(lost.host.id, f"{lost.number} {lost.kind} lost", lost.round, price, "craft", lost.number)
    for base in camp.units:
        if base.unit.sids:
            steps = base.unit.sids
            price = repair_cost((settings.step_repair or 0) * steps)
            yield Line(base.id, f"{steps} {'step' if steps == 1 else 'steps'}", None, price, "steps of bases", steps)


def _line(gone: Gone, final: bool) -> Line:
    """One entry of the history; what a unit came to last is what it costs."""
    own, unit = gone.unit.unit.type, gone.unit.id
    if gone.how in UNPRICED or (not final and gone.how != TROOPS):
        return Line(unit, gone.how, gone.round, Fraction(0), "")
    if gone.how == TROOPS:
        price = expense("GCE", 1) if not own.troops else None
        return Line(unit, gone.how, gone.round, price, "ground troops")
    if gone.how == "crippled":
        return Line(unit, gone.how, gone.round, repair_cost(own.repair), "cripples")
    if gone.how == "devastated":
        return Line(unit, gone.how, gone.round, None, "planets")
    return Line(unit, gone.how, gone.round, hull_price(own), "units")


def losses(battle: HexBattle, *, left: bool = True) -> Table:
    """What each side lost, with its price where that is in the data, and what is ``left``."""
    columns = (
        Column("side"),
        Column("unit"),
        Column("fate"),
        Column("round", "right"),
        Column("EP", "right"),
    )
    rows = []
    for camp in battle.field.camps:
        for line in lines(camp, battle.setup.settings):
            price = UNKNOWN if line.price is None else in_points(line.price) if line.item else ""
            rows.append((camp.entrant.name, line.unit, line.fate, str(line.round or ""), price))
        if left:
            rows.append((camp.entrant.name, "in the hex", _left(camp), "", ""))
    return Table("Losses", columns, tuple(rows))


def _left(camp: Camp) -> str:
    named = [f"{each.id}{'-' if each.unit.crippled else ''}" for each in camp.units]
    named += [f"{each.id} by cloak" for each in camp.evaded]
    return ", ".join(named) or "nobody"


class Entry(NamedTuple):
    """An item of the account: how many, their sum as far as it is known, and how many entries are not in the data."""

    item: str
    number: int
    known: Fraction
    unknown: int

    @property
    def told(self) -> str:
        """The sum in words."""
        if not self.unknown:
            return in_points(self.known)
        return f"{in_points(self.known)} and {self.unknown} {UNKNOWN}" if self.known else UNKNOWN


def account(battle: HexBattle) -> Table:
    """What the battle cost each side in economic points, item by item and in all."""
    rows = []
    for side, camp in enumerate(battle.field.camps):
        entries = [entry for entry in entries_of(battle, side) if entry.number]
        for entry in entries:
            rows.append((camp.entrant.name, entry.item, str(entry.number), entry.told))
        total = Entry("in all", 0, sum((each.known for each in entries), Fraction(0)), sum(e.unknown for e in entries))
        rows.append((camp.entrant.name, total.item, "", total.told))
        if camp.taken:
            names = ", ".join(each.id for each in camp.taken)
            rows.append((camp.entrant.name, f"ships taken: {names}", str(len(camp.taken)), ""))
    columns = (Column("side"), Column("item"), Column("number", "right"), Column("EP", "right"))
    cited = (Citation("fe", "752.0"), Citation("fe", "play-aid/costs"), Citation("fe", "439.1"))
    return Table("Account", columns, tuple(rows), cited)


def entries_of(battle: HexBattle, side: int) -> Iterator[Entry]:
    """The items of a side's account, empty ones included; salvage stands against what was lost."""
    camp = battle.field.camps[side]
    every = list(lines(camp, battle.setup.settings))
    for item in ("units", "cripples", "planets", "steps of bases", "craft", "ground troops"):
        own = [line for line in every if line.item == item]
        yield _entry(item, [line.price for line in own], sum(line.number for line in own))
    teams = len(camp.entrant.prime_teams) - sum(each.rank is Rank.TEAM for each in camp.people)
    yield _entry("Prime Teams", [expense("Prime Team", 1)] * teams, teams)
    told = [event for event in battle.events() if event.facts.get("side") == side]
    for what in SPENT:
        number = sum(int(event.facts["number"]) for event in told if _is_charge(event, what))
        price = expense(what, number)
        yield Entry(what, number, price or Fraction(0), int(price is None))
    salvaged = [Fraction(str(event.facts["points"])) for event in told if event.kind == "salvage"]
    yield _entry("salvage", [-points for points in salvaged], len(salvaged))


def _is_charge(event: Event, what: str) -> bool:
    return event.kind == "charge" and event.facts["what"] == what


def _entry(item: str, prices: Sequence[Fraction | None], number: int) -> Entry:
    known = [price for price in prices if price is not None]
    return Entry(item, number, sum(known, Fraction(0)), len(prices) - len(known))
