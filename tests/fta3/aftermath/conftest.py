"""Random battles with prices, and random decisions that are legal after them, worked out without the check."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed
from flagplot.fta3.aftermath.fates import Aftermath
from flagplot.fta3.aftermath.settling import settle
from flagplot.fta3.papers.after_rulings import PRIZE_HOME, PRIZE_RETAKEN
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.forces import Ruling, Scenario, Ship
from flagplot.fta3.play.encounter import Encounter, fight_all
from flagplot.fta3.report.day_report import day_state
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,cost,di,years,speed,attacks,weapon,avoidance,protection,hangars,traits
CA,cruiser,16,36,175,50,2,2,3x9,direct,6,6,,boarding-pod
CR,cruiser,14,36,150,40,2,2,3x8,seeking,6,6,,"regeneration, fold-drive"
FF,escort,8,27,90,20,1,3,2x8,direct,7,6,,"damage-control, fold-drive"
FB,escort,9,27,100,25,1,3,2x8,direct,7,6,,boarding-pod
CV,capital,24,54,300,90,3,2,1x7,direct,6,6,3,
NP,cruiser,12,27,,,,2,3x7,direct,6,6,,
"""
DAYS = 40
HULLS = ("CA", "CA", "CA", "CR", "FF", "FB", "FB", "CV", "NP")


@dataclass
class Owned:
    """One owner's ships as lines, his fighters, and what he decides."""

    name: str
    tl: int
    ships: list[str]
    fighters: int
    lines: list[str] = field(default_factory=list)


@dataclass
class Papers:
    """A battle and its aftermath before they are written down."""

    sides: dict[str, list[Owned]]
    form: str
    rounds: int
    rulings: list[str] = field(default_factory=list)
    sale: str = "flat"

    def scenario(self) -> str:
        lines = ['battle = "mobile"', f'form = "{self.form}"', f"rounds = {self.rounds}"]
        lines.append(f'readings = {{ sale-tech-level = "{self.sale}" }}')
        lines += ["rulings = '''", *self.rulings, "'''"] if self.rulings else []
        for name, owners in self.sides.items():
            lines += ["[[side]]", f'name = "{name}"']
            for owner in owners:
                lines += ["[[side.owner]]", f'name = "{owner.name}"', f"tl = {owner.tl}"]
                lines += ["ships = '''", *owner.ships, "'''"]
                lines += [f'fighters = "{owner.fighters} TL5, 1 TL4"'] if owner.fighters else []
        return "\n".join(lines)

    def posts(self) -> list[str]:
        owners = [owner for side in self.sides.values() for owner in side if owner.lines]
        return ["\n".join([f"ORDERS OF {owner.name}", *owner.lines, "END OF ORDERS"]) for owner in owners]

    def orders(self) -> list[str]:
        """Ships leave late, so that there are killed, near-dead and living ones."""
        owners = [owner.name for side in self.sides.values() for owner in side]
        return [f"ORDERS OF {name}\nwithdraw all at 40%\nwithdraw force at 70%\nEND OF ORDERS" for name in owners]

    def docket(self) -> Docket:
        """The papers as they are read."""
        faults = Faults()
        orders, after = (
            [Paper(f"{n}.txt", text) for n, text in enumerate(each)] for each in (self.orders(), self.posts())
        )
        scenario, book = Paper("s.toml", self.scenario()), Paper("book.csv", BOOK)
        docket = open_docket(scenario, orders, book, FTA3.readings, faults, after_papers=after)
        faults.settle()
        assert docket is not None
        return docket

    def fight(self, key: int) -> Encounter:
        """The day with its aftermath."""
        docket = self.docket()
        return fight_all(docket.scenario, docket.standings, partial(Keyed, key), docket.afterwards)


def random_papers(random: Random) -> Papers:
    """Two sides of one or two owners each."""
    sides: dict[str, list[Owned]] = {}
    for side, names in (("Red", ("Ann", "Bob")), ("Blue", ("Cat", "Dan"))):
        owners = []
        for name in names[: random.randint(1, 2)]:
            hulls = [random.choice(HULLS) for _ in range(random.randint(3, 6))]
            ships = [f"1 {hull} {name}-{n}" for n, hull in enumerate(hulls, 1)]
            owners.append(Owned(name, random.choice((4, 5, 5, 6)), ships, random.choice((0, 0, 5, 9))))
        sides[side] = owners
    form = random.choice(("mass", "mass", "small"))
    return Papers(sides, form, random.randint(3, 6), sale=random.choice(("flat", "by-level")))


def decide(papers: Papers, day: Encounter, random: Random) -> None:
    """Write down decisions and rulings that what came of the battle allows; some are left open."""
    (fought,) = day.fights
    state = day_state(day)
    critical = {str(event.facts["ship"]): event.facts["critical"] for event in fought.events if event.kind == "killed"}
    end = next(event for event in fought.events if event.kind == "end")
    ships: dict[str, tuple[int, str, Ship]] = {
        ship.id: (s, owner.name, ship) for s, owner in day.scenario.owners() for ship in owner.ships
    }
    owners = {owner.name: owner for side in papers.sides.values() for owner in side}

    def hulked(id_: str) -> bool:
        return bool(critical[id_]) or 10 * int(state[id_]["hp"]) <= -6 * (ships[id_][2].hull.hp or 0)

    killed = [id_ for id_ in critical if not hulked(id_)]
    near = [
        id_
        for id_, entry in state.items()
        if entry.get("status") == "withdrawn" and 10 * int(entry["hp"]) < (ships[id_][2].hull.hp or 0)
    ]
    if any(map(hulked, critical)) and random.random() < 0.3:
        papers.rulings.append("finds-data Ann because 'so it is'")
    spoken = {name for name in owners if random.random() < 0.85}
    for name in spoken:
        owners[name].lines.append("let-go others")
    sure = "because 'so it is'"
    papers.rulings += [f"home-ground {random.choice(('Red', 'Blue', 'nobody'))} {sure}"] * (random.random() < 0.8)
    papers.rulings += [f"transit-weeks {random.randint(1, 4)} {sure}"] * (random.random() < 0.8)
    if end.facts["side"] in papers.sides:
        there = [
            name
            for s, name, ship in ships.values()
            if list(papers.sides)[s] == end.facts["side"] and state[ship.id]["status"] == "active"
        ]
        holder = random.choice(there)
        papers.rulings.append(f"holds-field {holder} {sure}")
    else:
        holder = random.choice(sorted(owners))
        papers.rulings.append(f"holds-field {holder} {sure}")
    shielded = [id_ for id_ in killed if random.random() < 0.15]
    for id_ in shielded:
        papers.rulings.append(f"has-shield {ships[id_][2].name} {sure}")
        if ships[id_][1] in spoken and random.random() < 0.8:
            owners[ships[id_][1]].lines.append(f"spend-shield {ships[id_][2].name}")
    for id_ in near:
        if papers.form == "mass" and random.random() < 0.7:
            papers.rulings.append(f"modifier casualty {random.randint(-2, 2):+d}: {ships[id_][2].name} {sure}")
    for id_ in killed:
        s, name, ship = ships[id_]
        if name in spoken and random.random() < 0.8:
            owners[name].lines.append(f"write-off {ship.name}: {random.choice(('strip', 'sell'))}")
        if random.random() < 0.2:
            papers.rulings.append(f"modifier flight {random.randint(-2, 2):+d}: {ship.name} {sure}")
    for id_ in critical:
        if hulked(id_) and holder in spoken and random.random() < 0.85:
            owners[holder].lines.append(f"hulk {ships[id_][2].name}: {random.choice(('serve', 'serve', 'leave'))}")
    free = {id_ for id_, entry in state.items() if entry.get("status") == "active"}
    withdrawn = [id_ for id_, entry in state.items() if entry.get("status") == "withdrawn"]
    prey = killed + (withdrawn if papers.form == "mass" else [])
    random.shuffle(prey)
    for id_ in prey:
        s, _, ship = ships[id_]
        name = random.choice(sorted(spoken)) if spoken else ""
        mine = [each for each in sorted(free) if ships[each][1] == name and ships[each][0] != s]
        fast = [each for each in mine if ships[each][2].hull.speed >= ship.hull.speed]
        fast.sort(key=lambda each: (not ships[each][2].fitted.boards, each))
        sent: list[str] = []
        while fast and sum(ships[each][2].hull.weight for each in sent) < ship.hull.weight:
            sent.append(fast.pop(0))
        if not sent or sum(ships[each][2].hull.weight for each in sent) < ship.hull.weight:
            continue
        free -= set(sent)
        boards = any(ships[each][2].fitted.boards for each in sent)
        purpose = "capture" if boards and random.random() < 0.8 else "destroy"
        told = ", ".join(ships[each][2].name for each in sent)
        owners[name].lines.append(f"run-down {ship.name} with {told} to {purpose}")
        if purpose == "capture":
            papers.rulings.append(f"has-troops {ships[sent[-1]][2].name} {sure}")
    stay = [each for each in sorted(free) if ships[each][1] == holder]
    if stay and holder in spoken and random.random() < 0.6:
        owners[holder].lines.append(f"hold-field {ships[stay[0]][2].name}")


@dataclass(frozen=True)
class Day:
    """A day that was fought, and what was decided of it."""

    papers: Papers
    docket: Docket
    fought: Encounter

    def settle(self, key: int) -> tuple[Scenario, Aftermath]:
        """The aftermath with the dice of a key, once the moderator has said where most prizes are."""
        decisions, fights, dice = self.docket.afterwards or {}, self.fought.fights, Keyed(key)
        scenario, random = self.docket.scenario, Random(key)
        first = settle(scenario, fights, decisions, dice)
        rulings = list(scenario.rulings)
        for event in first.events:
            if event.kind == "captured" and random.random() < 0.95:
                verb = random.choice((PRIZE_HOME, PRIZE_HOME, PRIZE_RETAKEN))
                rulings.append(Ruling(verb=verb, line=0, reason="so it is", subjects=(str(event.facts["ship"]),)))
        scenario = replace(scenario, rulings=tuple(rulings))
        return scenario, settle(scenario, fights, decisions, dice)


@pytest.fixture(scope="session")
def days() -> list[Day]:
    """Random days, each with legal decisions."""
    found = []
    for number in range(DAYS):
        random = Random(number)
        papers = random_papers(random)
        fought = papers.fight(number)
        decide(papers, fought, random)
        found.append(Day(papers, papers.docket(), fought))
    return found
