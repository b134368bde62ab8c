"""A reported battle held against the game: whether it was fought by this game's ships as they are, and is settled."""

from __future__ import annotations

from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.fta3.aftermath.fates import Open
from flagplot.fta3.papers.forces import Owner, Ship
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.year.lookup import damage_told
from flagplot.fta3.year.office import BATTLE, POLITY, SHIP, WING, Office

GONE = ("wreck", "salvaged", "left", "lost", "stripped", "sold", "destroyed", "broken-up", "scuttled")
ESCAPED, SERVES = "escaped", "serves"
"""Fates after which a ship is gone, is still her owner's, and is her captor's; any other waits for a decision."""

LEFT_TO_THE_MODERATOR = ("overkill/technical-data", "mass-combat/near-dead")
"""Questions of an aftermath that may stay open: nothing in the books waits for their answer."""


class Reported(NamedTuple):
    """A verified battle report: what refusals call it, the digest of its result, and the battle itself."""

    name: str
    digest: str
    encounter: Encounter

    @property
    def id(self) -> str:
        """The id of the entry in the world that tells that it was entered."""
        return f"{BATTLE}/{self.digest[:16]}"


def holds_up(open_: Open) -> bool:
    """Whether an open question of an aftermath has to be answered before the battle can be entered."""
    return bool(open_.choices) and open_.rule not in LEFT_TO_THE_MODERATOR


def check_report(report: Reported, office: Office, faults: Faults) -> None:
    """Refuse a battle of another game, entered before, of ships that are not as they are here, or not settled."""
    check = _Check(report, office, faults)
    entered = office.world.get(report.id)
    if entered is not None:
        message = f"it was entered in quarter {entered['quarter']} of year {entered['year']}"
        check.refuse("entered-before", message, "Leave it out.")
        return
    for _, owner in report.encounter.scenario.owners():
        if f"{POLITY}/{owner.id}" in office.world:
            check.owner(owner)
        else:
            check.refuse("other-game", f"{owner.name} is no polity of this game", "Enter a battle of this game.")
    check.aftermath()


class _Check:
    def __init__(self, report: Reported, office: Office, faults: Faults) -> None:
        self.report, self.office, self.faults = report, office, faults

    def refuse(self, code: str, message: str, mend: str, rule: str = "") -> None:
        citation = Citation("fta3", rule) if rule else None
        self.faults.add(code, self.report.name, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)

    def owner(self, owner: Owner) -> None:
        """One polity's tech level, ships and fighters."""
        tl = int(self.office.polity(owner.id)["tl"])
        if owner.tl != tl:
            message, mend = f"{owner.name} fought at TL{owner.tl}, here it is at TL{tl}", f"Write tl = {tl}."
            self.refuse("other-tech-level", message, f"{mend} Then fight it again.", "tech-levels")
        for ship in owner.ships:
            self.ship(owner, ship)
        for wing in owner.wings:
            fields = self.office.world.get(wing.id, {})
            number = int(fields["number"]) if fields.get("kind") == WING else 0
            if wing.number > number:
                message = f"{owner.name} fought with {wing.number} fighters of TL{wing.level}, and has {number}"
                self.refuse("other-fighters", message, "Mend the scenario and fight it again.", "launch-fighters")

    def ship(self, owner: Owner, ship: Ship) -> None:
        """One ship: hers, of her hull, out of the yard, with the damage that she has."""
        fields = self.office.world.get(ship.id)
        if fields is None or fields["kind"] != SHIP or fields["hull"] != ship.hull.code:
            message = f"{owner.name} has no {ship.hull.code} '{ship.name}'"
            self.refuse("other-game", message, "Was she lost or captured before? Mend the scenario, fight it again.")
        elif self.office.in_yard(fields):
            mend = "Take her out of the scenario and fight it again."
            self.refuse("in-the-yard", f"{ship.name} is in the yard", mend, "repair/time")
        elif ship.level is not None and fields["damage"] != ship.level.value:
            message = f"{ship.name} began with {damage_told(ship.level)}, and has {damage_told(fields['damage'])}"
            self.refuse("other-damage", message, "Mend the scenario and fight it again.", "fighting-while-damaged")

    def aftermath(self) -> None:
        """Whether all is decided that the books wait for."""
        aftermath = self.report.encounter.aftermath
        mend = "Settle it: flagplot battle with --aftermath and rulings, then enter that report."
        if self.report.encounter.fights and not aftermath.is_settled:
            self.refuse("unsettled", "its aftermath is not settled", mend, "flight")
        for each in filter(holds_up, aftermath.open):
            self.refuse("unsettled", f"still to be decided: {each.about}", mend, each.rule)
