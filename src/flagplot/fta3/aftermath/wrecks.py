"""The hulks of a day, one after another: what each is worth, and to whom."""

from __future__ import annotations

from flagplot.core.citation import Citation
from flagplot.fta3.aftermath.ended import Ended
from flagplot.fta3.aftermath.hulks import (
    INTACT,
    WORTHLESS,
    hulk_equipment_need,
    hulk_row,
    hulk_share,
    slow_share,
)
from flagplot.fta3.aftermath.inquest import MODERATOR, Inquest
from flagplot.fta3.aftermath.telling import HULKS, Facts
from flagplot.fta3.book.damage import Level
from flagplot.fta3.papers.afterwards import SERVE
from flagplot.fta3.play.purposes import HULK
from flagplot.fta3.printed import printed, rows_told


def settle_wrecks(inquest: Inquest) -> None:
    """Roll for every hulk, and give it to whoever holds the field."""
    told: set[int] = set()
    for ship in inquest.ships.values():
        if not ship.is_hulk:
            continue
        id_, holder = ship.ship.id, inquest.check.holder(ship.engagement)
        if ship.engagement not in told:
            told.add(ship.engagement)
            _tell_holder(inquest, ship, holder)
        cast, (face,) = inquest.log.cast(HULK, ship.side, id_, verdict=rows_told("overkill/hulk-roll"))
        row = hulk_row(face)
        facts: Facts = {"ship": id_, "critical": int(ship.critical), "hp": ship.hp, "face": face, "row": row}
        inquest.log.note("hulk", ship.side, facts, casts=(cast,))
        if row == WORTHLESS:
            inquest.end(ship, "wreck")
        elif not holder:
            inquest.end(ship, "hulk")
        elif row == INTACT:
            _settle_intact(inquest, ship, holder)
        else:
            _settle_salvage(inquest, ship, holder)
    _tell_data(inquest, hulks=bool(told))


def _tell_data(inquest: Inquest, *, hulks: bool) -> None:
    """What hulks teach is for the moderator alone: log what he says, or ask him."""
    data = inquest.facts.data
    if data and not hulks:
        message, citation = "there is no hulk from which anybody could learn", Citation("fta3", "overkill")
        inquest.faults.add("no-hulk", "rulings", message, mend="Leave finds-data out.", citation=citation)
    for owner, found in sorted(data.items()):
        for what in found:
            inquest.log.note("technical-data", inquest.side_of(owner), {"owner": owner, "what": what})
    if hulks and not data:
        inquest.ask(
            "Whether the hulks teach anybody anything", "overkill/technical-data", MODERATOR, "finds-data OWNER"
        )


def _tell_holder(inquest: Inquest, ship: Ended, holder: str) -> None:
    """Say who has the hulks of an engagement, or ask."""
    if holder:
        inquest.log.note("holds-field", inquest.side_of(holder), {"owner": holder})
    else:
        owners = [owner for side in inquest.fights[ship.engagement].scenario.sides for owner in side.owners]
        choices = [f"holds-field {owner.name}" for owner in owners]
        about = f"Who holds the field on which {inquest.name(ship)} drifts"
        inquest.ask(about, "overkill", MODERATOR, *choices)


def _settle_salvage(inquest: Inquest, ship: Ended, holder: str) -> None:
    """What the holder of the field has from a hulk at once, and after a quarter's work."""
    id_, s = ship.ship.id, inquest.side_of(holder)
    inquest.end(ship, "salvaged", holder=holder)
    money = inquest.worth(ship, hulk_share(), di=False)
    if money is not None:
        inquest.log.note("hulk-salvage", s, {"ship": id_, "owner": holder, "money": money})
        inquest.won(holder, ship, "salvage of a hulk", money, 0, "at once")
    inquest.strip_equipment(ship, holder, hulk_equipment_need(), HULKS, "overkill/advanced-equipment")
    decided = inquest.decisions.get(holder)
    if decided is None:
        about = f"Whether anybody stays for a quarter to work on {inquest.name(ship)}"
        inquest.ask(about, "overkill/slow-salvage", inquest.log.names[holder], "hold-field SHIPS", "leave it unguarded")
        return
    percent = slow_share(held=any(inquest.ships[each].engagement == ship.engagement for each in decided.holds))
    if not percent:
        inquest.log.note("picked-clean", s, {"ship": id_, "owner": holder})
        return
    di = inquest.worth(ship, percent, di=True)
    if di is not None:
        quarters = int(printed()["overkill/slow-salvage"]["quarters"])
        inquest.log.note("slow-salvage", s, {"ship": id_, "owner": holder, "di": di, "quarters": quarters})
        inquest.won(holder, ship, "a quarter's work on a hulk", 0, di, "after a quarter")


def _settle_intact(inquest: Inquest, ship: Ended, holder: str) -> None:
    """A hulk that is remarkably whole serves its finder, or is left."""
    id_, s = ship.ship.id, inquest.side_of(holder)
    decided = inquest.decisions.get(holder)
    choice = decided.hulks.get(id_) if decided is not None else None
    if choice is None:
        name = inquest.name(ship)
        inquest.end(ship, "hulk", holder=holder)
        about = f"{name} could be pressed into service"
        who = inquest.log.names[holder]
        inquest.ask(about, "overkill/hulk-roll", who, f"hulk {name}: serve", f"hulk {name}: leave")
    elif choice.word == SERVE:
        inquest.end(ship, "serves", holder=holder, level=Level.HEAVY.value)
        inquest.log.note("hulk-serves", s, {"ship": id_, "owner": holder, "level": Level.HEAVY.value})
    else:
        inquest.end(ship, "left", holder=holder)
        inquest.log.note("hulk-left", s, {"ship": id_, "owner": holder})
