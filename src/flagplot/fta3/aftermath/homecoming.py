"""Who comes home: fighters to their hangars, prizes to their captor's territory or back to their owner."""

from __future__ import annotations

from flagplot.core.citation import Citation
from flagplot.fta3.aftermath.ended import Ended
from flagplot.fta3.aftermath.flight import LOST
from flagplot.fta3.aftermath.getaway import come_home, roll_flight
from flagplot.fta3.aftermath.inquest import MODERATOR, Inquest
from flagplot.fta3.aftermath.landing import is_lost, surplus_by_level, without_hangar
from flagplot.fta3.aftermath.prizes import (
    RECOVERED,
    SCUTTLED,
    WORTHLESS,
    prize_equipment_need,
    prize_row,
    prize_share,
    recapture_row,
)
from flagplot.fta3.aftermath.telling import PRIZES, Facts
from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.damage import Level
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.outcomes import status_of
from flagplot.fta3.play.purposes import PRIZE, RECAPTURE
from flagplot.fta3.printed import rows_told


def settle_landings(inquest: Inquest) -> None:
    """Land the fighters of every engagement, side by side."""
    for fought in inquest.fights:
        for s, side in enumerate(fought.scenario.sides):
            fighters = {owner.id: sum(_flown(fought, s, owner).values()) for owner in side.owners}
            rooms = {owner.id: _room(fought, owner) for owner in side.owners}
            surplus = without_hangar(fighters, rooms)
            for owner in sorted(side.owners, key=lambda each: each.id):
                if fighters[owner.id]:
                    facts: Facts = {"owner": owner.id, "fighters": fighters[owner.id], "room": rooms[owner.id]}
                    inquest.log.note("landing", s, {"surplus": surplus[owner.id], **facts})
                if surplus[owner.id]:
                    _strand(inquest, fought, s, owner, surplus[owner.id])


def _flown(fought: Fought, s: int, owner: Owner) -> dict[str, int]:
    """The fighters of an owner that live and have not surrendered, by the id of their wing."""
    wings = fought.battle.wings
    return {
        wing.id: int(wings.flying[s, w] + wings.aboard[s, w])
        for w, wing in enumerate(fought.roster.wings[s])
        if wing in owner.wings
    }


def _room(fought: Fought, owner: Owner) -> int:
    """The hangars of an owner's ships that live and took part, those that withdrew included."""
    afloat = [ship for ship in owner.ships if status_of(fought, ship) in (k.ACTIVE, k.WITHDRAWN)]
    return sum(ship.hull.hangars for ship in afloat)


def _strand(inquest: Inquest, fought: Fought, s: int, owner: Owner, surplus: int) -> None:
    """Fighters of an owner that find no hangar: lost, or ashore on friendly ground."""
    friendly = inquest.facts.friendly
    if friendly is None:
        about = f"Whether {owner.name}'s fighters without a hangar, {surplus} in number, can land on friendly territory"
        choices = (f"home-ground {inquest.scenario.sides[s].name}", "home-ground nobody")
        inquest.ask(about, "land-fighters", MODERATOR, *choices)
        return
    lost = is_lost(friendly=s in friendly)
    flown = _flown(fought, s, owner)
    by_level = {wing.level: wing.id for wing in owner.wings}
    left = surplus_by_level({level: flown[id_] for level, id_ in by_level.items()}, surplus)
    for level, n in left.items():
        if n:
            inquest.state.setdefault(by_level[level], {})["stranded" if lost else "ashore"] = n
            inquest.log.note("no-hangar", s, {"wing": by_level[level], "fighters": n, "lost": int(lost)})


def settle_prizes(inquest: Inquest) -> None:
    """Roll for every prize that is home or was taken back; ask where the others are."""
    facts = inquest.facts
    for id_ in sorted((facts.home | facts.retaken) - set(inquest.prizes)):
        citation = Citation("fta3", "prizes")
        prizes = ", ".join(inquest.log.names[each] for each in sorted(inquest.prizes))
        mend = f"Prizes are: {prizes}." if prizes else "There is no prize."
        inquest.faults.add("no-prize", "rulings", f"{inquest.log.names[id_]} is no prize", mend=mend, citation=citation)
    for id_, captor in sorted(inquest.prizes.items()):
        ship = inquest.ships[id_]
        if id_ in facts.home:
            _bring_home(inquest, ship, captor)
        elif id_ in facts.retaken:
            _retake(inquest, ship)
        else:
            name = inquest.name(ship)
            choices = (f"prize-home {name}", f"prize-retaken {name}")
            inquest.ask(f"The prize {name} is under way", "prizes", MODERATOR, *choices)


def _bring_home(inquest: Inquest, ship: Ended, captor: str) -> None:
    """A prize in its captor's territory."""
    id_, s = ship.ship.id, inquest.side_of(captor)
    cast, (face,) = inquest.log.cast(PRIZE, ship.side, id_, verdict=rows_told("prizes"))
    row = prize_row(face)
    inquest.log.note("prize", s, {"ship": id_, "owner": captor, "face": face, "row": row}, casts=(cast,))
    if row == RECOVERED:
        inquest.end(ship, "serves", holder=captor, level=Level.HEAVY.value)
        inquest.log.note("prize-serves", s, {"ship": id_, "owner": captor, "level": Level.HEAVY.value})
        return
    inquest.end(ship, "wreck" if row == WORTHLESS else "broken-up", holder=captor)
    if row != WORTHLESS:
        money, di = (inquest.worth(ship, prize_share(), di=of_di) for of_di in (False, True))
        if money is not None and di is not None:
            inquest.log.note("prize-yield", s, {"ship": id_, "owner": captor, "money": money, "di": di})
            inquest.won(captor, ship, "prize", money, di, "at once")
    inquest.strip_equipment(ship, captor, prize_equipment_need(), PRIZES, "prizes/advanced-equipment")


def _retake(inquest: Inquest, ship: Ended) -> None:
    """A prize that its owner took back rolls for its flight once more."""
    total, row, casts, added = roll_flight(inquest, ship, RECAPTURE, {})
    row = recapture_row(row)
    inquest.log.note(
        "recapture", ship.side, {"ship": ship.ship.id, "total": total, "row": row}, casts=casts, modifiers=added
    )
    if row in (LOST, SCUTTLED):
        inquest.end(ship, row)
    else:
        come_home(inquest, ship, row)
