"""An aftermath under way: who ended how, what was decided, what has been told, and what is won and still open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.refusal import Faults
from flagplot.core.sources import Source
from flagplot.fta3.aftermath.check import Check
from flagplot.fta3.aftermath.ended import Ended, ended, equipment_of
from flagplot.fta3.aftermath.fates import Open, Yielded
from flagplot.fta3.aftermath.salvage import salvaged
from flagplot.fta3.aftermath.telling import Facts, Log
from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.outfit import named
from flagplot.fta3.papers.after_rulings import Bonus, facts_of
from flagplot.fta3.papers.afterwards import Afterwards
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.purposes import EQUIPMENT

MODERATOR = "the moderator"


class Inquest:
    """Everything that the steps of an aftermath share."""

    def __init__(
        self,
        scenario: Scenario,
        fights: Sequence[Fought],
        decisions: Mapping[str, Afterwards],
        source: Source,
        faults: Faults,
    ) -> None:
        self.scenario, self.fights, self.decisions, self.faults = scenario, tuple(fights), decisions, faults
        self.facts = facts_of(scenario)
        self.ships = ended(fights)
        self.check = Check(scenario, self.fights, self.ships, decisions, self.facts, faults)
        self.chases = self.check.all()
        self.log = Log(scenario, source)
        self.state: dict[str, dict[str, int | str]] = {}
        self.yields: list[Yielded] = []
        self.open: list[Open] = []
        self.prizes: dict[str, str] = {}
        """The captor of each captured ship, both by id."""
        self.waiting: set[str] = set()
        """Ships whose fate waits for a decision that comes before it."""

    def end(self, ship: Ended, fate: str, **facts: int | str) -> None:
        """Write down what became of a ship; what is said later outweighs what was said before."""
        entry = self.state.setdefault(ship.ship.id, {})
        if "level" not in facts:
            entry.pop("level", None)
        entry.update({"fate": fate, **facts})

    def assign(self, ship: Ended, duty: str, **facts: int | str) -> None:
        """Write down what a living ship is sent to do."""
        self.state.setdefault(ship.ship.id, {}).update({"duty": duty, **facts})

    def spends_shield(self, ship: Ended) -> bool:
        """Whether a ship's owner has it spend a character shield."""
        decided = self.decisions.get(ship.owner.id)
        return decided is not None and ship.ship.id in decided.shields

    def side_of(self, owner: str) -> int:
        """The number of an owner's side."""
        return next(s for s, each in self.scenario.owners() if each.id == owner)

    def ask(self, about: str, rule: str, who: str, *choices: str) -> None:
        """List a decision that nobody has made."""
        self.open.append(Open(about, rule, who, choices))

    def tell_open(self) -> None:
        """Write down, behind all that happened, what nobody has decided."""
        for each in self.open:
            facts = {"about": each.about, "who": each.who, "choices": " or ".join(each.choices)}
            self.log.note("open", k.NONE, facts, rules=(each.rule,))

    def name(self, ship: Ended) -> str:
        """What a ship is called."""
        return self.log.names[ship.ship.id]

    def names(self, ids: Iterable[str]) -> str:
        """Owners or ships by name, in a row."""
        return " and ".join(self.log.names[id_] for id_ in ids)

    def worth(self, ship: Ended, percent: int, *, di: bool) -> int | None:
        """A share of a ship's price in $, or in DI; None, and an open question, where the book or the page lacks it."""
        hull = ship.ship.hull
        price, what = (hull.di, "DI") if di else (hull.cost, "price in $")
        if price is None:
            about = f"What {percent} % of {self.name(ship)} comes to: the book has no {what} of the hull {hull.code}"
            self.ask(about, "salvage-tech-level", MODERATOR)
            return None
        found = salvaged(price, percent, hull.tl)
        if found is None:
            about = f"What {percent} % of {self.name(ship)} comes to: there is no factor for TL{hull.tl}"
            self.ask(about, "salvage-tech-level", MODERATOR)
        return found

    def won(self, owner: str, ship: Ended, how: str, money: int, di: int, when: str) -> None:
        """Book what an owner has from a ship."""
        self.yields.append(Yielded(owner, ship.ship.id, how, money, di, when))

    def strip_equipment(self, ship: Ended, owner: str, need: int, step: str, rule: str) -> None:
        """Roll for every piece of advanced equipment of a ship, each its own die."""
        start = 0
        for piece, n in equipment_of(ship.ship):
            cast, faces = self.log.cast(EQUIPMENT, ship.side, ship.ship.id, start=start, n=n, need=need, rule=rule)
            saved = sum(face >= need for face in faces)
            facts: Facts = {
                "ship": ship.ship.id,
                "owner": owner,
                "piece": piece,
                "dice": n,
                "need": need,
                "saved": saved,
            }
            self.log.note("equipment", ship.side, facts, casts=(cast,), step=step, rules=(rule,))
            start += n

    def bonuses(self, ship: Ended, ruled: Mapping[str, list[Bonus]]) -> tuple[Modifier, ...]:
        """What is added to a flight roll, by name: what the ship is fitted with, and the moderator's modifiers."""
        citation = Citation("fta3", "flight/modifiers")
        fitted = ship.ship.fitted
        parts = named(fitted.parts, fitted.fate, "fate")
        told = [(f"ruling: {reason}", value) for value, reason in ruled.get(ship.ship.id, ())]
        return tuple(Modifier(name, value, citation) for name, value in (*parts, *told) if value)
