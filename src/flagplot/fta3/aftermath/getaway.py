"""Who is run down, who gets away, and what becomes of write-offs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flagplot.core.event import Cast, Modifier
from flagplot.fta3.aftermath.check import Chase, undecided
from flagplot.fta3.aftermath.ended import Ended
from flagplot.fta3.aftermath.flight import (
    LOST,
    WRITE_OFF,
    bars_pursuit,
    escape_level,
    extra_supply,
    flight_row,
    flight_total,
    shielded_total,
    write_off_equipment_need,
)
from flagplot.fta3.aftermath.inquest import MODERATOR, Inquest
from flagplot.fta3.aftermath.run_down import run_down_need, weeks_away
from flagplot.fta3.aftermath.salvage import sale, strip_share
from flagplot.fta3.aftermath.telling import FLIGHTS
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.after_rulings import Bonus
from flagplot.fta3.papers.afterwards import SELL
from flagplot.fta3.play.outcomes import leaves_near_dead
from flagplot.fta3.play.purposes import CASUALTY, FLIGHT, RUN_DOWN, Purpose
from flagplot.fta3.printed import rows_told


def settle_chases(inquest: Inquest) -> None:
    """Carry out every pursuit that was ordered, and ask about every other that could be."""
    chased = {chase.prey.ship.id: chase for chase in inquest.chases}
    for id_, ship in inquest.ships.items():
        if not inquest.check.runs(ship):
            continue
        chase, name = chased.get(id_), inquest.name(ship)
        if id_ in inquest.facts.shields and ship.is_killed and ship.owner.id not in inquest.decisions:
            about, choices = f"{name} has a character shield", (f"spend-shield {name}", "take the roll")
            inquest.ask(about, "flight/modifiers", ship.owner.name, *choices)
            inquest.waiting.add(id_)
        elif bars_pursuit(shielded=inquest.spends_shield(ship)):
            if chase is not None:
                inquest.log.note("pursuit-barred", ship.side, {"ship": id_, "pursuers": len(chase.pursuers)})
        elif chase is not None:
            _chase(inquest, chase)
        elif able := undecided(ship, inquest.ships.values(), inquest.decisions):
            order = f"run-down {name} with SHIPS to destroy, or to capture"
            inquest.ask(f"{name} could be run down", "running-down", inquest.names(able), order, "let-go others")
            inquest.waiting.add(id_)
    _send_convoys(inquest)


def _chase(inquest: Inquest, chase: Chase) -> None:
    """Roll for one pursuit; the prey is caught or gets clear, and the pursuers are gone either way."""
    prey, id_ = chase.prey, chase.prey.ship.id
    need = run_down_need()
    cast, (face,) = inquest.log.cast(RUN_DOWN, prey.side, id_, need=need)
    caught = face >= need
    weight = sum(each.ship.hull.weight for each in chase.pursuers)
    facts = {"pursuers": len(chase.pursuers), "weight": weight, "face": face, "need": need, "caught": int(caught)}
    inquest.log.note("run-down", 1 - prey.side, {"ship": id_, **facts}, casts=(cast,))
    if caught and chase.capture:
        captor = next(each for each in chase.pursuers if each.ship.fitted.boards).owner.id
        inquest.prizes[id_] = captor
        inquest.end(prey, "prize", holder=captor)
        inquest.log.note("captured", 1 - prey.side, {"ship": id_, "owner": captor})
        for each in chase.pursuers:
            inquest.assign(each, "escorts")
            inquest.log.note("escorting", each.side, {"ship": each.ship.id})
        return
    if caught:
        inquest.end(prey, "destroyed")
        inquest.log.note("destroyed", 1 - prey.side, {"ship": id_})
    weeks = inquest.facts.weeks
    away = k.NONE if weeks is None else weeks_away(weeks)
    for each in chase.pursuers:
        inquest.assign(each, "away", **({} if away == k.NONE else {"weeks": away}))
        inquest.log.note("absent", each.side, {"ship": each.ship.id, "weeks": away})
    if weeks is None:
        about = f"How long those are away who went after {inquest.name(prey)}"
        inquest.ask(about, "running-down/absence", MODERATOR, "transit-weeks N")


def _send_convoys(inquest: Inquest) -> None:
    """Ships that were to go with the prizes do, if their side has taken any."""
    captors = {1 - inquest.ships[id_].side for id_ in inquest.prizes}
    for ship in inquest.ships.values():
        decided = inquest.decisions.get(ship.owner.id)
        if decided is not None and ship.ship.id in decided.convoy and ship.side in captors:
            inquest.assign(ship, "escorts")
            inquest.log.note("escorting", ship.side, {"ship": ship.ship.id})


def settle_flights(inquest: Inquest) -> None:
    """Roll for every killed ship that is no hulk, was not caught, and waits for nobody's word."""
    for id_, ship in inquest.ships.items():
        if not ship.is_killed or ship.is_hulk:
            continue
        if id_ in inquest.waiting:
            inquest.end(ship, "open")
        elif "fate" not in inquest.state.get(id_, {}):
            _fly(inquest, ship)


def _fly(inquest: Inquest, ship: Ended) -> None:
    """One flight: a die, or a character shield in its place."""
    if inquest.spends_shield(ship):
        total = shielded_total()
        row = flight_row(total)
        inquest.log.note("flight", ship.side, {"ship": ship.ship.id, "shield": 1, "total": total, "row": row})
    else:
        total, row, casts, added = roll_flight(inquest, ship, FLIGHT, inquest.facts.flights)
        inquest.log.note(
            "flight",
            ship.side,
            {"ship": ship.ship.id, "shield": 0, "total": total, "row": row},
            casts=casts,
            modifiers=added,
        )
    _follow(inquest, ship, row)


class Flown(NamedTuple):
    """How a flight fell: the total, the row that it brings, the die, and what was added to it."""

    total: int
    row: str
    casts: tuple[Cast, ...]
    added: tuple[Modifier, ...]


def roll_flight(inquest: Inquest, ship: Ended, purpose: Purpose, ruled: Mapping[str, list[Bonus]]) -> Flown:
    """Roll on the table of flight for one ship; ``ruled`` are the moderator's modifiers by ship id."""
    added = inquest.bonuses(ship, ruled)
    cast, (face,) = inquest.log.cast(purpose, ship.side, ship.ship.id, verdict=rows_told("flight"))
    total = flight_total(face, sum(part.value for part in added))
    return Flown(total, flight_row(total), (cast,), added)


def settle_casualties(inquest: Inquest) -> None:
    """Roll for who left a mass battle near death, where the moderator orders it; ask about the rest."""
    for id_, ship in inquest.ships.items():
        near = leaves_near_dead(inquest.fights[ship.engagement], ship.ship, ship.hp)
        if not near or "fate" in inquest.state.get(id_, {}):
            continue
        name = inquest.name(ship)
        if id_ not in inquest.facts.casualties:
            about = f"{name} left with less than 10 % of its HP"
            order = f"modifier casualty +0: {name}"
            inquest.ask(about, "mass-combat/near-dead", MODERATOR, order, "no roll")
            continue
        if id_ in inquest.waiting:
            continue
        total, row, casts, added = roll_flight(inquest, ship, CASUALTY, inquest.facts.casualties)
        inquest.log.note("casualty", ship.side, {"ship": id_, "total": total, "row": row}, casts=casts, modifiers=added)
        _follow(inquest, ship, row)


def _follow(inquest: Inquest, ship: Ended, row: str) -> None:
    """What comes of a row of the table of flight."""
    if row == LOST:
        inquest.end(ship, "lost")
    elif row == WRITE_OFF:
        _write_off(inquest, ship)
    else:
        come_home(inquest, ship, row)


def come_home(inquest: Inquest, ship: Ended, row: str) -> None:
    """A ship that got away, with the damage that it keeps and the supply that it burns."""
    level = escape_level(row, regenerates=ship.ship.fitted.regenerates).value
    supply = extra_supply(row, ship.ship.fitted.supply)
    inquest.end(ship, "escaped", level=level, **({"supply": supply} if supply else {}))
    inquest.log.note("escape", ship.side, {"ship": ship.ship.id, "level": level, "supply": supply})


def _write_off(inquest: Inquest, ship: Ended) -> None:
    """A derelict is stripped or sold, as its owner has decided; its advanced equipment is rolled for either way."""
    id_, owner, name = ship.ship.id, ship.owner.id, inquest.name(ship)
    inquest.strip_equipment(ship, owner, write_off_equipment_need(), FLIGHTS, "flight/write-off")
    decided = inquest.decisions.get(owner)
    choice = decided.write_offs.get(id_) if decided is not None else None
    if choice is None:
        inquest.end(ship, "write-off")
        choices = (f"write-off {name}: strip", f"write-off {name}: sell")
        inquest.ask(f"{name} is a write-off", "flight/write-off", ship.owner.name, *choices)
    elif choice.word == SELL:
        inquest.end(ship, "sold")
        hull = ship.ship.hull
        money = None if hull.cost is None else sale(hull.cost, hull.tl, inquest.scenario.readings["sale-tech-level"])
        if money is None:
            about = (
                f"What locals pay for {name}: the book has no price of its hull, or the page no factor for its level"
            )
            inquest.ask(about, "flight/write-off", MODERATOR)
        else:
            inquest.log.note("sold", ship.side, {"ship": id_, "owner": owner, "money": money})
            inquest.won(owner, ship, "sale of a write-off", money, 0, "at once")
    else:
        inquest.end(ship, "stripped")
        money, di = (inquest.worth(ship, strip_share(), di=of_di) for of_di in (False, True))
        if money is not None and di is not None:
            inquest.log.note("stripped", ship.side, {"ship": id_, "owner": owner, "money": money, "di": di})
            inquest.won(owner, ship, "salvage of a write-off", money, di, "once it is in safe territory")
