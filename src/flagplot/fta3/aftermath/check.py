"""Decisions held against what came of the battle: who may be run down by whom, and what else cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.fta3.aftermath.ended import Ended, winners
from flagplot.fta3.aftermath.hulks import holder_of
from flagplot.fta3.aftermath.run_down import lacks_to_capture, speed_short, weight_short
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.after_rulings import Facts
from flagplot.fta3.papers.afterwards import Afterwards, Pursuit
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.outcomes import leaves_near_dead

STATUS = {k.KILLED: "was killed", k.WITHDRAWN: "has withdrawn", k.ABSENT: "had not arrived"}


@dataclass(frozen=True)
class Chase:
    """Ships of one side after one prey, whoever sent them; ``where`` is the first order for it."""

    prey: Ended
    pursuers: tuple[Ended, ...]
    capture: bool
    where: str


def can_chase(ship: Ended, prey: Ended) -> bool:
    """Whether a ship is there to go after a prey of the same engagement, and fast enough; fixed defences go nowhere."""
    there = ship.is_there and ship.engagement == prey.engagement and ship.side != prey.side
    pace = ship.ship.hull.speed
    return there and pace > 0 and not speed_short(pace, prey.ship.hull.speed)


class Check:
    """Holds decisions against a battle; every fault goes to ``faults``."""

    def __init__(
        self,
        scenario: Scenario,
        fights: tuple[Fought, ...],
        ships: Mapping[str, Ended],
        decisions: Mapping[str, Afterwards],
        facts: Facts,
        faults: Faults,
    ) -> None:
        self.fights, self.ships, self.decisions, self.facts, self.faults = fights, ships, decisions, facts, faults
        self.labels = scenario.labels()
        self.owner_of = {ship.id: owner.id for _, owner in scenario.owners() for ship in owner.ships}
        self.busy: dict[str, str] = {}
        """What each ship is sent to do, by id, as far as orders have been looked at."""
        self.named = {
            id_
            for decided in decisions.values()
            for ids in (*(pursuit.pursuers for pursuit in decided.pursuits), decided.holds, decided.convoy)
            for id_ in ids
        }
        """Every ship that any order gives something to do."""

    def all(self) -> tuple[Chase, ...]:
        """The pursuits that were ordered; with a fault where one, or any other decision, cannot be."""
        chases = list(self.chases())
        for decided in self.decisions.values():
            for id_, where in decided.shields.items():
                self.check_shield(id_, where)
            for id_, choice in decided.write_offs.items():
                self.check_killed(id_, choice.where, "write-off", "flight/write-off")
        for owner, decided in self.decisions.items():
            for id_, choice in decided.hulks.items():
                self.check_hulk(owner, id_, choice.where)
            for id_, where in decided.holds.items():
                self.check_there(id_, where, "hold-field", "overkill/slow-salvage", self.holds(owner, id_))
            for id_, where in decided.convoy.items():
                prize = any(chase.capture and chase.prey.side != self.side_of(id_) for chase in chases)
                self.check_there(id_, where, "convoy", "running-down/capture", prize)
        self.check_bonuses()
        return tuple(chases)

    # --- Pursuits -----------------------------------------------------------------------------------------------------

    def chases(self) -> Iterator[Chase]:
        """What the owners of a side order after one prey, put together."""
        by_prey: dict[str, list[Pursuit]] = {}
        for owner in sorted(self.decisions):
            for pursuit in self.decisions[owner].pursuits:
                by_prey.setdefault(pursuit.prey, []).append(pursuit)
        for prey, pursuits in sorted(by_prey.items()):
            sent = [id_ for pursuit in pursuits for id_ in pursuit.pursuers]
            before = len(self.faults.found)
            first = pursuits[0]
            self.check_prey(prey, first.where)
            for pursuit in pursuits:
                for id_ in pursuit.pursuers:
                    self.check_pursuer(id_, prey, pursuit.where)
                if pursuit.capture != first.capture:
                    message = f"allies pursue {self.labels[prey]} both to destroy and to capture it"
                    self.fault("two-purposes", pursuit.where, message, "running-down", mend="Agree on one of the two.")
            if len(self.faults.found) == before:
                chase = Chase(
                    self.ships[prey], tuple(self.ships[id_] for id_ in sorted(sent)), first.capture, first.where
                )
                self.check_force(chase)
                yield chase

    def check_prey(self, id_: str, where: str) -> None:
        """What is run down was killed and is no hulk, or has withdrawn from a mass battle."""
        prey, name = self.ships.get(id_), self.labels[id_]
        if prey is None:
            self.fault("prey-absent", where, f"{name} took no part in any battle", "running-down")
        elif prey.is_hulk:
            mend = "Leave the order out: a hulk is adrift, and is whose the field is (R34)."
            self.fault("prey-is-hulk", where, f"{name} is a hulk, and does not run", "overkill", mend=mend)
        elif prey.status in (k.ACTIVE, k.ABSENT):
            why = "lives and is still there" if prey.is_there else "had not arrived"
            self.fault("prey-not-running", where, f"{name} {why}", "running-down", mend=self.running(prey.side))
        elif prey.status == k.WITHDRAWN and self.fights[prey.engagement].scenario.form != "mass":
            message = f"{name} has disengaged, and in the small form it is gone"
            self.fault("prey-gone", where, message, "disengage", mend=self.running(prey.side))

    def running(self, side: int) -> str:
        """Whom of a side one could run down, for a hint."""
        names = [self.labels[id_] for id_, each in self.ships.items() if each.side == side and self.runs(each)]
        return f"May be run down: {', '.join(names)}." if names else "Nobody of that side may be run down."

    def runs(self, ship: Ended) -> bool:
        """Whether a ship may be run down at all."""
        mass = self.fights[ship.engagement].scenario.form == "mass"
        return (ship.is_killed and not ship.is_hulk) or (ship.status == k.WITHDRAWN and mass)

    def check_pursuer(self, id_: str, prey: str, where: str) -> None:
        """A pursuer lives, is where its prey was, and has nothing else to do."""
        name, pursuer, after = self.labels[id_], self.ships.get(id_), self.ships.get(prey)
        if pursuer is None:
            message = f"{name} took no part in any battle"
            self.fault("pursuer-absent", where, message, "running-down", mend=self.free(id_, prey))
        elif not pursuer.is_there:
            code = "pursuer-killed" if pursuer.is_killed else "pursuer-absent"
            message = f"{name} {STATUS[pursuer.status]} and pursues nobody"
            self.fault(code, where, message, "running-down", mend=self.free(id_, prey))
        elif after is not None and pursuer.engagement != after.engagement:
            message = f"{name} fought in another engagement than {self.labels[prey]}"
            self.fault("pursuer-absent", where, message, "running-down", mend=self.free(id_, prey))
        self.assign(id_, f"pursue {self.labels[prey]}", where)

    def assign(self, id_: str, task: str, where: str) -> None:
        """Give a ship something to do, and refuse a second thing."""
        if id_ in self.busy:
            message = f"{self.labels[id_]} is to {self.busy[id_]} already, and cannot {task}"
            mend = "Name it in one of the orders."
            self.fault("assigned-twice", where, message, "running-down", Fault.INCONSISTENT, mend=mend)
        self.busy.setdefault(id_, task)

    def check_force(self, chase: Chase) -> None:
        """Pursuers are together as heavy as their prey, none is slower, and who captures has the means."""
        prey, name = chase.prey.ship.hull, self.labels[chase.prey.ship.id]
        for each in chase.pursuers:
            pace, told = each.ship.hull.speed, self.labels[each.ship.id]
            if pace == 0:
                self.fault("too-slow", chase.where, f"{told} is a fixed defence and goes nowhere", "running-down")
            elif short := speed_short(pace, prey.speed):
                message = f"{told} makes {pace}, {name} {prey.speed}"
                mend = self.free(each.ship.id, chase.prey.ship.id)
                self.fault("too-slow", chase.where, message, "running-down", gap=f"{short} too slow", mend=mend)
        weights = [each.ship.hull.weight for each in chase.pursuers]
        if short := weight_short(weights, prey.weight):
            message = f"pursuers of weight {sum(weights)} are lighter than {name}, of {prey.weight}"
            mend = self.heavier(chase, short)
            self.fault("too-light", chase.where, message, "running-down", gap=f"{short} weight short", mend=mend)
        if chase.capture:
            self.check_capture(chase, name)

    def check_capture(self, chase: Chase, name: str) -> None:
        """One of those who capture has a boarding module, and one has troops."""
        boards = any(each.ship.fitted.boards for each in chase.pursuers)
        troops = any(each.ship.id in self.facts.troops for each in chase.pursuers)
        free = list(self.free_for(chase.prey, chase.pursuers[0].owner.id))
        for lack in lacks_to_capture(boards=boards, troops=troops):
            if lack == "module":
                code, what = "no-boarding-module", "a boarding module"
                able = [each for each in free if each.ship.fitted.boards]
            else:
                code, what = "no-troops", "troops aboard"
                able = [each for each in free if each.ship.id in self.facts.troops]
            named = ", ".join(self.labels[each.ship.id] for each in able)
            mend = f"Send {named} along, or destroy it." if able else f"Write: run-down {name} with … to destroy."
            message = f"none of those who are to capture {name} has {what}"
            self.fault(code, chase.where, message, "running-down/capture", mend=mend)

    def free_for(self, prey: Ended, owner: str) -> Iterator[Ended]:
        """Ships of an owner that could still go after a prey."""
        for id_, each in self.ships.items():
            if each.owner.id == owner and id_ not in self.named and can_chase(each, prey):
                yield each

    def free(self, id_: str, prey: str) -> str:
        """Whom the owner of a ship could send in its place, for a hint."""
        after = self.ships.get(prey)
        names = [self.labels[each.ship.id] for each in self.free_for(after, self.owner_of[id_])] if after else []
        return f"Free and fast enough: {', '.join(names)}." if names else "None that is free is fast enough: let it go."

    def heavier(self, chase: Chase, short: int) -> str:
        """Who would make the weight up, the heaviest first; for a hint."""
        free = sorted(
            self.free_for(chase.prey, chase.pursuers[0].owner.id),
            key=lambda each: (-each.ship.hull.weight, each.ship.id),
        )
        added: list[str] = []
        for each in free:
            if short > 0:
                added.append(self.labels[each.ship.id])
                short -= each.ship.hull.weight
        if short > 0 or not added:
            return "Nobody else is free and fast enough to make it up: let it go."
        return f"Send {' and '.join(added)} along."

    # --- Everything else ----------------------------------------------------------------------------------------------

    def check_killed(self, id_: str, where: str, what: str, rule: str) -> bool:
        """Whether a ship was killed and is no hulk, so that it rolls for its flight."""
        ship, name = self.ships.get(id_), self.labels[id_]
        if ship is not None and ship.is_killed and not ship.is_hulk:
            return True
        why = "is a hulk" if ship is not None and ship.is_hulk else "was not killed"
        message = f"{name} {why}, and needs no {what}"
        self.fault("rolls-no-flight", where, message, rule, mend="Leave the line out.")
        return False

    def check_shield(self, id_: str, where: str) -> None:
        """A ship that spends a shield has one, and something to spend it on."""
        if self.check_killed(id_, where, "character shield", "flight/modifiers") and id_ not in self.facts.shields:
            owner = self.owner_of[id_]
            names = [self.labels[each] for each in sorted(self.facts.shields) if self.owner_of[each] == owner]
            message = f"{self.labels[id_]} has no character shield to spend"
            mend = f"Has one: {', '.join(names)}." if names else "Leave it out; a ruling gives one: has-shield."
            self.fault("no-shield", where, message, "flight/modifiers", mend=mend)

    def check_hulk(self, owner: str, id_: str, where: str) -> None:
        """Over a hulk decides whoever holds the field."""
        ship, name = self.ships.get(id_), self.labels[id_]
        if ship is None or not ship.is_hulk:
            hulks = [self.labels[each] for each, ended in self.ships.items() if ended.is_hulk]
            mend = f"Hulks are: {', '.join(hulks)}." if hulks else "There is no hulk."
            self.fault("not-a-hulk", where, f"{name} is no hulk", "overkill", mend=mend)
        elif not self.holds(owner, id_):
            self.fault_of_field(where)

    def check_there(self, id_: str, where: str, verb: str, rule: str, useful: bool) -> None:
        """Who stays or escorts lives, is there, has nothing else to do, and something to do it for."""
        ship, name = self.ships.get(id_), self.labels[id_]
        if ship is None or not ship.is_there:
            why = STATUS[ship.status] if ship is not None else "took no part in any battle"
            self.fault("not-there", where, f"{name} {why}", rule, mend="Leave it out.")
        elif not useful and verb == "convoy":
            mend = "Leave the order out; nobody was ordered to capture anything."
            self.fault("no-prize", where, f"there is no prize for {name} to escort", rule, mend=mend)
        elif not useful:
            self.fault_of_field(where)
        self.assign(id_, "hold the field" if verb == "hold-field" else "escort a prize", where)

    def holds(self, owner: str, id_: str) -> bool:
        """Whether an owner holds the field where a ship fought."""
        ship = self.ships.get(id_)
        return ship is not None and self.holder(ship.engagement) == owner

    def holder(self, engagement: int) -> str:
        """The owner who holds the field of an engagement; empty while that is open."""
        return holder_of(winners(self.fights[engagement]), self.facts.holder)

    def fault_of_field(self, where: str) -> None:
        message = "the field, and with it the hulks, are not this owner's"
        mend = "Leave the order out. Where the battle leaves open who holds it, a ruling says so: holds-field."
        self.fault("not-your-field", where, message, "overkill", mend=mend)

    def side_of(self, id_: str) -> int:
        ship = self.ships.get(id_)
        return ship.side if ship is not None else k.NONE

    def check_bonuses(self) -> None:
        """A moderator modifies rolls that are made."""
        for id_ in self.facts.flights:
            self.check_killed(id_, "rulings", "modifier of its flight", "flight/modifiers")
        for id_ in self.facts.casualties:
            ship = self.ships.get(id_)
            if ship is None or not leaves_near_dead(self.fights[ship.engagement], ship.ship, ship.hp):
                message = f"{self.labels[id_]} did not leave a mass battle with less than 10 % of its HP"
                mend = "Leave the line out: who kept more makes no casualty roll."
                self.fault("not-near-dead", "rulings", message, "mass-combat/near-dead", mend=mend)

    def fault(
        self,
        code: str,
        where: str,
        message: str,
        rule: str,
        fault: Fault = Fault.ILLEGAL,
        *,
        gap: str = "",
        mend: str = "",
    ) -> None:
        """One fault of a decision."""
        self.faults.add(code, where, message, fault=fault, gap=gap, mend=mend, citation=Citation("fta3", rule))


def undecided(prey: Ended, ships: Iterable[Ended], decisions: Mapping[str, Afterwards]) -> tuple[str, ...]:
    """The owners, by id, who could have a prey run down and have not said whether they want to."""
    able = [each for each in ships if can_chase(each, prey)]
    if weight_short((each.ship.hull.weight for each in able), prey.ship.hull.weight):
        return ()
    return tuple(sorted({each.owner.id for each in able} - set(decisions)))
