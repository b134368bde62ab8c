"""Random aftermaths: each ship ends in one way, each fighter in one place, and nothing is won that is not worth it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from flagplot.core.event import Event
from flagplot.core.rounding import half_up
from flagplot.fta3.aftermath.fates import Aftermath
from flagplot.fta3.aftermath.telling import KINDS
from flagplot.fta3.papers.forces import Scenario, Ship
from flagplot.fta3.report.day_report import day_state

DICE = 45
"""Aftermaths of each day, every one with dice of its own."""

LEAST_OF_A_KIND = 20
DEAD = {"wreck", "salvaged", "left", "lost", "stripped", "sold", "destroyed", "broken-up", "scuttled"}
ALIVE = {"serves", "escaped"}
UNDECIDED = {"open", "hulk", "write-off", "prize"}
FACTORS = {4: Fraction(9, 10), 5: Fraction(1), 6: Fraction(3, 2)}
SHARES = {"salvage of a hulk": 20, "a quarter's work on a hulk": 20, "salvage of a write-off": 40, "prize": 40}


class Books:
    """One settled aftermath, held against the page event by event."""

    def __init__(self, day: Any, scenario: Scenario, aftermath: Aftermath) -> None:
        self.day, self.scenario, self.aftermath = day, scenario, aftermath
        self.state = day_state(replace(day.fought, scenario=scenario, aftermath=aftermath))
        self.ships: dict[str, Ship] = {ship.id: ship for _, owner in scenario.owners() for ship in owner.ships}
        self.side = {ship.id: s for s, owner in scenario.owners() for ship in owner.ships}
        self.owner = {ship.id: owner for _, owner in scenario.owners() for ship in owner.ships}
        self.by_kind: dict[str, list[Event]] = {}
        for event in aftermath.events:
            self.by_kind.setdefault(event.kind, []).append(event)

    def of(self, kind: str) -> list[Event]:
        return self.by_kind.get(kind, [])

    def ships_of(self, kind: str) -> set[str]:
        return {str(event.facts["ship"]) for event in self.of(kind)}

    def check(self) -> None:
        self.check_fates()
        self.check_pursuits()
        self.check_fighters()
        self.check_yields()
        self.check_dice()

    def check_fates(self) -> None:
        """Ships in are ships that live, are dead, have changed hands, or wait for a decision: each in one way."""
        killed = {id_ for id_, entry in self.state.items() if entry.get("status") == "killed"}
        fates = {id_: str(entry["fate"]) for id_, entry in self.state.items() if "fate" in entry}
        assert killed <= set(fates)
        assert set(fates.values()) <= DEAD | ALIVE | UNDECIDED
        hulks, rolled = self.ships_of("hulk"), self.ships_of("flight")
        assert hulks.isdisjoint(rolled)
        for id_, fate in fates.items():
            hp_max = self.ships[id_].hull.hp or 0
            overkilled = 10 * int(self.state[id_]["hp"]) <= -6 * hp_max
            assert not (overkilled and id_ in killed) or id_ in hulks
            assert ("level" in self.state[id_]) == (fate in ALIVE)
            assert (fate == "serves") <= (self.state[id_].get("holder") is not None)
            if id_ not in killed:
                assert self.state[id_]["status"] == "withdrawn"
                assert id_ in self.ships_of("run-down") | self.ships_of("casualty")
        ends = [*self.ships_of("hulk-serves"), *self.ships_of("prize-serves"), *self.ships_of("escape")]
        assert Counter(ends) == Counter({id_: 1 for id_, fate in fates.items() if fate in ALIVE})

    def check_pursuits(self) -> None:
        """Pursuers are as heavy, none slower, alive, on the other side and sent once; a caught ship rolls no flight."""
        sent: Counter[str] = Counter()
        for decided in (self.day.docket.afterwards or {}).values():
            for pursuit in decided.pursuits:
                prey = self.ships[pursuit.prey]
                force = [self.ships[id_] for id_ in pursuit.pursuers]
                assert sum(ship.hull.weight for ship in force) >= prey.hull.weight
                assert all(ship.hull.speed >= prey.hull.speed for ship in force)
                assert all(self.side[ship.id] != self.side[prey.id] for ship in force)
                sent.update(pursuit.pursuers)
        assert all(self.state[id_]["status"] == "active" for id_ in sent)
        assert max(sent.values(), default=1) == 1
        caught = {str(event.facts["ship"]) for event in self.of("run-down") if event.facts["caught"]}
        assert caught == self.ships_of("captured") | self.ships_of("destroyed")
        assert caught.isdisjoint(self.ships_of("flight") | self.ships_of("hulk") | self.ships_of("casualty"))
        assert self.ships_of("absent") | self.ships_of("escorting") <= set(sent)
        assert self.ships_of("absent").isdisjoint(self.ships_of("escorting"))
        assert self.ships_of("prize").isdisjoint(self.ships_of("recapture"))
        assert self.ships_of("prize") | self.ships_of("recapture") <= self.ships_of("captured")

    def check_fighters(self) -> None:
        """Who is neither on board nor ashore is lost; nobody is twice anywhere."""
        for event in self.of("no-hangar"):
            entry = self.state[str(event.facts["wing"])]
            there = int(entry["flying"]) + int(entry["aboard"])
            assert event.facts["fighters"] == entry["stranded" if event.facts["lost"] else "ashore"]
            assert 0 < int(event.facts["fighters"]) <= there
        for s in range(2):
            landed = [event for event in self.of("landing") if event.facts["side"] == self.scenario.sides[s].name]
            fighters = sum(int(event.facts["fighters"]) for event in landed)
            afloat = [
                id_
                for id_, side in self.side.items()
                if side == s and self.state[id_]["status"] in ("active", "withdrawn")
            ]
            room = sum(self.ships[id_].hull.hangars for id_ in afloat)
            surplus = sum(int(event.facts["surplus"]) for event in landed)
            assert surplus == max(0, fighters - room)

    def check_yields(self) -> None:
        """What is won is a share of what the ship cost, at its tech level; nothing is won twice from one ship."""
        for won in self.aftermath.yields:
            ship, fate = self.ships[won.ship], self.state[won.ship]["fate"]
            assert ship.hull.cost is not None
            tl = self.owner[won.ship].tl
            if won.how == "sale of a write-off":
                factor = FACTORS[tl] if self.scenario.readings["sale-tech-level"] == "by-level" else 1
                assert (won.money, won.di) == (half_up(ship.hull.cost * Fraction(60, 100) * factor), 0)
                assert fate == "sold"
                continue
            share = Fraction(SHARES[won.how], 100) * FACTORS[tl]
            expected = (half_up(ship.hull.cost * share), half_up((ship.hull.di or 0) * share))
            if won.how == "salvage of a hulk":
                expected = (expected[0], 0)
            elif won.how == "a quarter's work on a hulk":
                expected = (0, expected[1])
            assert (won.money, won.di) == expected
            assert fate in ("salvaged", "stripped", "broken-up")
        assert max(Counter((won.ship, won.how) for won in self.aftermath.yields).values(), default=1) == 1

    def check_dice(self) -> None:
        """No die has the address of another, and none that of a die of the battle."""
        seen: set[tuple[object, int]] = set()
        battle = {
            cast.draw.address for fought in self.day.fought.fights for event in fought.events for cast in event.casts
        }
        for event in self.aftermath.events:
            for cast in event.casts:
                assert cast.draw.address not in battle
                for n in range(cast.draw.start, cast.draw.start + cast.draw.n):
                    assert (cast.draw.address, n) not in seen
                    seen.add((cast.draw.address, n))


@pytest.mark.slow
def test_whatever_is_decided_the_books_balance(days) -> None:
    kinds: Counter[str] = Counter()
    fates: Counter[str] = Counter()
    for number, day in enumerate(days):
        for key in range(DICE):
            scenario, aftermath = day.settle(1000 * number + key)
            books = Books(day, scenario, aftermath)
            books.check()
            kinds.update({event.kind for event in aftermath.events})
            fates.update({str(entry["fate"]) for entry in books.state.values() if "fate" in entry})
    assert {kind: kinds[kind] for kind in KINDS if kinds[kind] < LEAST_OF_A_KIND} == {}
    assert {fate: fates[fate] for fate in DEAD | ALIVE | UNDECIDED if fates[fate] < LEAST_OF_A_KIND} == {}


def test_decisions_change_no_die_of_the_battle(days) -> None:
    for number, day in enumerate(days[:6]):
        settled = day.papers.fight(number)
        assert settled.aftermath.is_settled
        assert not day.fought.aftermath.is_settled
        assert settled.events[: len(day.fought.events)] == day.fought.events
        numbers = [event.seq for event in settled.events]
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_order_of_lines_changes_nothing(days) -> None:
    for number, day in enumerate(days[:8]):
        random = Random(number)
        papers = day.papers
        before = papers.fight(number)
        sides = {
            name: [
                replace(
                    owner,
                    ships=random.sample(owner.ships, len(owner.ships)),
                    lines=random.sample(owner.lines, len(owner.lines)),
                )
                for owner in random.sample(owners, len(owners))
            ]
            for name, owners in papers.sides.items()
        }
        rulings = random.sample(papers.rulings, len(papers.rulings))
        other = replace(papers, sides=sides, rulings=rulings).fight(number)
        assert [event.as_dict() for event in other.aftermath.events] == [
            event.as_dict() for event in before.aftermath.events
        ]
        assert day_state(other) == day_state(before)
        assert other.aftermath.open == before.aftermath.open
        assert other.aftermath.yields == before.aftermath.yields
