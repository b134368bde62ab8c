"""Random battles from random papers: whatever is fought, the page's bookkeeping holds, and only what matters decides.

What a battle may do is followed here event by event, with nothing from the kernel but what it told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from flagplot.core.event import Event
from flagplot.formats.writers import write
from flagplot.fta3.papers.forces import Ship
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.sentences import KINDS
from flagplot.fta3.report.day_report import report_of
from flagplot.fta3.report.reporting import final_state
from flagplot.fta3.ruleset import FTA3

BATTLES = 150
LEAST_OF_A_KIND = 5

FIRES = ("hit", "no-fire", "aim")
OTHER_PHASES = {
    *("first-strike", "hunt", "decloak", "sensor-check", "cloak-edge", "hold-fire", "no-lock"),
    *("protect", "pursuit", "disengage"),
}
"""Kinds of events that need cloaks, protectors, catapults or the small form, none of which these papers have."""


# --- The bookkeeping ----------------------------------------------------------------------------------------------


@dataclass
class Books:
    """Who is where, followed from event to event."""

    fought: Fought
    hp: dict[str, int] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    partner: dict[str, str] = field(default_factory=dict)
    joined: dict[str, str] = field(default_factory=dict)
    flying: Counter[str] = field(default_factory=Counter)
    aboard: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    given_up: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        sides = self.fought.scenario.sides
        self.ships: dict[str, Ship] = {
            ship.id: ship for side in sides for owner in side.owners for ship in owner.combatants
        }
        self.owner = {ship.id: owner.id for side in sides for owner in side.owners for ship in owner.ships}
        self.owner |= {wing.id: owner.id for side in sides for owner in side.owners for wing in owner.wings}
        self.side = {id_: s for s, side in enumerate(sides) for owner in side.owners for id_ in self.of(owner.id)}
        for id_, ship in self.ships.items():
            self.hp[id_] = ship.hp or 0
            self.status[id_] = "active" if ship.arrives == 1 else "absent"
        self.aboard.update({wing.id: wing.number for _, owner in self.fought.scenario.owners() for wing in owner.wings})

    def of(self, owner: str) -> list[str]:
        return [id_ for id_, mine in self.owner.items() if mine == owner]

    def active(self, side: int) -> list[str]:
        return [id_ for id_, status in self.status.items() if status == "active" and self.side[id_] == side]

    def wings(self, side: int) -> list[str]:
        return [id_ for id_ in self.aboard if self.side[id_] == side]

    def part(self, id_: str) -> None:
        """A ship that is gone leaves its pair; nobody joins it any more."""
        other = self.partner.pop(id_, None)
        if other is not None:
            del self.partner[other]


def follow(fought: Fought) -> Books:
    """Go through the events of a battle and hold each against the rules."""
    books = Books(fought)
    rounds: dict[int, list[Event]] = defaultdict(list)
    for event in fought.events:
        rounds[event.round].append(event)
    assert list(rounds) == list(range(1, len(rounds) + 1))
    for number, events in rounds.items():
        by_kind: dict[str, list[Event]] = defaultdict(list)
        for event in events:
            by_kind[event.kind].append(event)
        check_fighters_before(books, number, by_kind)
        for event in events:
            FOLLOWERS.get(event.kind, lambda books, event: None)(books, event)
            if event.kind in ("hit", "pierce", "stand-off", "dogfight"):
                defence, *added = (modifier.value for modifier in event.modifiers)
                assert event.facts["need"] == min(20, max(2, defence - sum(added)))
        check_damage(by_kind)
        check_strikes(books, by_kind)
        check_ranges(books, by_kind)
        check_returns(by_kind, books)
        # Flankers are free again in the next round.
        books.joined.clear()
    return books


def on_arrival(books: Books, event: Event) -> None:
    ship = str(event.facts["ship"])
    assert books.status[ship] == "absent"
    assert books.ships[ship].arrives == event.round
    books.status[ship] = "active"


def on_pair(books: Books, event: Event) -> None:
    ship, other = str(event.facts["ship"]), str(event.facts["other"])
    for each in (ship, other):
        assert books.status[each] == "active"
        assert each not in books.partner, "only free ships are paired"
    assert books.side[ship] != books.side[other]
    assert fought_side(books, event) == books.side[ship]
    books.partner[ship], books.partner[other] = other, ship


def on_flank(books: Books, event: Event) -> None:
    ship, other = str(event.facts["ship"]), str(event.facts["other"])
    assert books.status[ship] == books.status[other] == "active"
    assert ship not in books.partner
    assert other in books.partner
    assert all(enemy in books.partner for enemy in books.active(1 - books.side[ship])), "a free enemy must be paired"
    books.joined[ship] = other


def on_fire(books: Books, event: Event) -> None:
    ship, other = str(event.facts["ship"]), str(event.facts["other"])
    assert books.status[ship] == books.status[other] == "active"
    target = books.partner.get(ship, books.joined.get(ship))
    if other != target:
        assert books.fought.scenario.readings["flanked-answer"] == "may-answer"
        assert books.joined.get(other) == ship, "only a flanker may be answered"
    if event.kind == "hit":
        assert event.facts["dice"] == books.ships[ship].hull.attacks


def on_damage(books: Books, event: Event) -> None:
    ship = str(event.facts["ship"])
    assert int(event.facts["damage"]) > 0
    books.hp[ship] -= int(event.facts["damage"])
    assert event.facts["hp"] == books.hp[ship]


def on_killed(books: Books, event: Event) -> None:
    ship = str(event.facts["ship"])
    assert books.status[ship] == "active"
    assert event.facts["hp"] == books.hp[ship] <= 0
    books.status[ship] = "killed"
    books.part(ship)


def on_withdrawal(books: Books, event: Event) -> None:
    ship = str(event.facts["ship"])
    assert books.status[ship] == "active"
    assert books.ships[ship].hull.speed, "a fixed defence has no way to leave"
    assert event.facts["hp"] == books.hp[ship] > 0
    assert 100 * books.hp[ship] <= int(event.facts["percent"]) * (books.ships[ship].hull.hp or 0)
    books.status[ship] = "withdrawn"
    books.part(ship)


def on_force_withdrawal(books: Books, event: Event) -> None:
    mine = [id_ for id_ in books.of(str(event.facts["owner"])) if id_ in books.ships]
    gone = [id_ for id_ in mine if books.status[id_] in ("killed", "withdrawn")]
    there = [id_ for id_ in mine if books.status[id_] != "absent"]
    assert event.facts["gone"] == sum(books.ships[id_].hull.weight for id_ in gone) > 0
    assert event.facts["arrived"] == sum(books.ships[id_].hull.weight for id_ in there)
    assert 100 * int(event.facts["gone"]) >= int(event.facts["percent"]) * int(event.facts["arrived"])
    # Fixed defences stay.
    leaving = [id_ for id_ in mine if books.status[id_] == "active" and books.ships[id_].hull.speed]
    assert event.facts["ships"] == len(leaving) > 0
    for ship in leaving:
        books.status[ship] = "withdrawn"
        books.part(ship)


def on_launch(books: Books, event: Event) -> None:
    wing, n = str(event.facts["wing"]), int(event.facts["fighters"])
    assert event.round == 1
    books.aboard[wing] -= n
    books.flying[wing] += n
    assert event.facts["aboard"] == books.aboard[wing] >= 0


def on_fighters_lost(books: Books, event: Event) -> None:
    wing, n = str(event.facts["wing"]), int(event.facts["fighters"])
    books.flying[wing] -= n
    books.lost[wing] += n
    assert event.facts["flying"] == books.flying[wing] >= 0


def on_strike(books: Books, event: Event) -> None:
    wing, target = str(event.facts["wing"]), str(event.facts["other"])
    assert books.status[target] == "active"
    assert books.hp[target] > 0, "nobody strikes at a wreck"
    books.flying[wing] -= int(event.facts["lost"])
    books.lost[wing] += int(event.facts["lost"])
    assert books.flying[wing] >= 0


def on_return(books: Books, event: Event) -> None:
    wing, n = str(event.facts["wing"]), int(event.facts["fighters"])
    books.flying[wing] += n
    books.lost[wing] -= n
    assert event.facts["flying"] == books.flying[wing]
    assert books.lost[wing] >= 0


def on_surrender(books: Books, event: Event) -> None:
    wing = str(event.facts["wing"])
    assert event.facts["fighters"] == books.flying[wing] > 0
    assert not books.active(books.side[wing])
    assert not books.fought.scenario.sides[books.side[wing]].bitter_end
    books.given_up[wing], books.flying[wing] = books.flying[wing], 0


FOLLOWERS = {
    "arrival": on_arrival,
    "pair": on_pair,
    "flank": on_flank,
    **dict.fromkeys(FIRES, on_fire),
    "damage": on_damage,
    "killed": on_killed,
    "withdrawal": on_withdrawal,
    "force-withdrawal": on_force_withdrawal,
    "launch": on_launch,
    "fighters-lost": on_fighters_lost,
    "strike": on_strike,
    "return": on_return,
    "surrender": on_surrender,
}


def fought_side(books: Books, event: Event) -> int:
    return [side.name for side in books.fought.scenario.sides].index(str(event.facts["side"]))


def check_fighters_before(books: Books, number: int, by_kind: dict[str, list[Event]]) -> None:
    """Interception, dogfight and its losses, from the fighters that fly when the round begins."""
    flying = [sum(books.flying[wing] for wing in books.wings(s)) for s in range(2)]
    if number == 1:
        for event in by_kind["launch"]:
            flying[fought_side(books, event)] += int(event.facts["fighters"])
    met = {fought_side(books, event): event for event in by_kind["interception"]}
    assert set(met) == {s for s in range(2) if flying[s]}
    engaged = [int(met[s].facts["engaged"]) if s in met else 0 for s in range(2)]
    assert all(met[s].facts["flying"] == flying[s] for s in met)
    least = min(flying)
    leaders = {int(event.facts["leader"]) for event in met.values()}
    assert len(leaders) <= 1
    if leaders <= {-1}:
        assert engaged == [least, least]
    else:
        (leader,) = leaders
        # In mass combat all that have an enemy meet it (R50).
        assert engaged[leader] == least
        assert least <= engaged[1 - leader] <= min(flying[1 - leader], 2 * engaged[leader])
    for s in range(2):
        mine = [event for event in by_kind["dogfight"] if fought_side(books, event) == s]
        assert sum(int(event.facts["dice"]) for event in mine) == engaged[s]
        assert all(event.facts["caught"] == engaged[1 - s] for event in mine)
        kills = sum(int(event.facts["kills"]) for event in mine)
        lost = sum(
            int(event.facts["fighters"]) for event in by_kind["fighters-lost"] if fought_side(books, event) == 1 - s
        )
        assert lost == min(kills, engaged[1 - s])


def check_damage(by_kind: dict[str, list[Event]]) -> None:
    """What lands on a ship in a step is what was rolled against it there."""
    rolled: Counter[tuple[str, str]] = Counter()
    for kind in ("pierce", "stand-off", "strike"):
        for event in by_kind[kind]:
            rolled[event.step, str(event.facts["other"])] += int(event.facts["damage"])
    landed = Counter(
        {(event.step, str(event.facts["ship"])): int(event.facts["damage"]) for event in by_kind["damage"]}
    )
    assert landed == +rolled
    assert len(landed) == len(by_kind["damage"])
    hits = {(str(e.facts["ship"]), str(e.facts["other"])): int(e.facts["hits"]) for e in by_kind["hit"]}
    assert len(hits) == len(by_kind["hit"])
    assert len({ship for ship, _ in hits}) == len(hits), "a ship fires once a round"
    pierces = {(str(e.facts["ship"]), str(e.facts["other"])): int(e.facts["dice"]) for e in by_kind["pierce"]}
    assert pierces == {pair: n for pair, n in hits.items() if n}


def check_strikes(books: Books, by_kind: dict[str, list[Event]]) -> None:
    """No more fighters on a ship than its weight, none that was intercepted, none twice."""
    on_ship: Counter[str] = Counter()
    by_side: Counter[int] = Counter()
    for event in by_kind["strike"]:
        on_ship[str(event.facts["other"])] += int(event.facts["dice"])
        by_side[fought_side(books, event)] += int(event.facts["dice"])
    assert all(n <= books.ships[ship].hull.weight for ship, n in on_ship.items())
    for event in by_kind["interception"]:
        assert by_side[fought_side(books, event)] <= int(event.facts["flying"]) - int(event.facts["engaged"])


def check_ranges(books: Books, by_kind: dict[str, list[Event]]) -> None:
    """One position a round; its winner picks first and sets the range of each pair, each flanker its own."""
    if not by_kind["position"]:
        assert not by_kind["pair"] + by_kind["range"] + by_kind["flank"] + by_kind["hit"]
        return
    *ties, last = by_kind["position"]
    assert last.facts["side"]
    assert not any(event.facts["side"] for event in ties)
    winner = fought_side(books, last)
    assert [fought_side(books, event) for event in by_kind["pair"]] == [
        (winner + place) % 2 for place in range(len(by_kind["pair"]))
    ]
    assert all(fought_side(books, event) == winner for event in by_kind["range"])
    ranged = [str(event.facts[role]) for event in by_kind["range"] for role in ("ship", "other")]
    flanked = [str(event.facts["ship"]) for event in by_kind["flank-range"]]
    assert flanked == [str(event.facts["ship"]) for event in by_kind["flank"]]
    assert len(set(ranged + flanked)) == len(ranged + flanked)
    fired = {str(event.facts["ship"]) for kind in ("hit", "no-fire") for event in by_kind[kind]}
    assert fired == set(ranged + flanked), "every ship in a pair or on a flank has its say"


def check_returns(by_kind: dict[str, list[Event]], books: Books) -> None:
    """No more come back than fell, none without a die, and each owner's own."""
    fell: Counter[str] = Counter()
    for event in by_kind["fighters-lost"]:
        fell[str(event.facts["wing"])] += int(event.facts["fighters"])
    for event in by_kind["strike"]:
        fell[str(event.facts["wing"])] += int(event.facts["lost"])
    back: Counter[str] = Counter()
    for event in by_kind["return"]:
        wing = str(event.facts["wing"])
        assert int(event.facts["fighters"]) <= fell[wing]
        back[books.owner[wing]] += int(event.facts["fighters"])
    for event in by_kind["reconstitution"]:
        owner = str(event.facts["owner"])
        assert event.facts["fallen"] == sum(n for wing, n in fell.items() if books.owner[wing] == owner)
        assert int(event.facts["back"]) <= int(event.facts["dice"]) <= int(event.facts["fallen"])
        assert back.pop(owner, 0) == event.facts["back"]
        centres = [id_ for id_, ship in books.ships.items() if "fdc" in ship.hull.traits and books.hp[id_] > 0]
        assert any(books.side[id_] == fought_side(books, event) for id_ in centres)
    assert not back, "nobody comes back without a die"


def check_standoff(fought: Fought) -> None:
    """All stand-off attacks come in the first round, and every ship there takes one before any takes two."""
    events = [event for event in fought.events if event.kind == "stand-off"]
    assert all(event.round == 1 for event in events)
    for s, side in enumerate(fought.scenario.sides):
        here = [ship for owner in side.owners for ship in owner.combatants if ship.arrives == 1]
        fired = Counter(damage for ship in here for damage in [ship.hull.standoff_damage] * ship.hull.standoff_attacks)
        mine = [event for event in events if event.facts["side"] == side.name]
        taken: Counter[int] = Counter()
        shares: Counter[str] = Counter()
        for event in mine:
            taken[int(event.facts["per_attack"])] += int(event.facts["dice"])
            shares[str(event.facts["other"])] += int(event.facts["dice"])
        assert taken == fired
        enemies = fought.scenario.sides[1 - s]
        there = [ship.id for owner in enemies.owners for ship in owner.combatants if ship.arrives == 1]
        assert set(shares) <= set(there)
        if max(shares.values(), default=0) > 1:
            assert set(shares) == set(there)


def check_end(fought: Fought, books: Books) -> None:
    """The battle ended when and as it should, and everybody is where the events left him."""
    tail = [event.kind for event in fought.events]
    assert tail.count("end") == 1
    assert set(tail[tail.index("end") :]) <= {"end", "surrender"}
    end = next(event for event in fought.events if event.kind == "end")
    fights = [
        bool(books.active(s)) or (bool(side.bitter_end) and any(books.flying[wing] for wing in books.wings(s)))
        for s, side in enumerate(fought.scenario.sides)
    ]
    reason, names = end.facts["reason"], [side.name for side in fought.scenario.sides]
    if fights == [True, True]:
        ends = [ruling.last for ruling in fought.scenario.rulings if ruling.verb == "ends"]
        assert end.facts["side"] == ""
        if end.round in ends:
            assert reason == "ruled"
        elif end.round == fought.scenario.round_limit:
            assert reason == "round-limit"
        else:
            assert reason == "stalemate"
            quiet = [event for event in fought.events if event.round == end.round]
            assert not {"hit", "strike", "dogfight", "stand-off"} & {event.kind for event in quiet}
    elif fights == [False, False]:
        assert (reason, end.facts["side"]) == ("both-gone", "")
    else:
        winner = fights.index(True)
        assert end.facts["side"] == names[winner]
        beaten = [books.status[id_] for id_ in books.ships if books.side[id_] == 1 - winner]
        assert reason == ("fled" if "withdrawn" in beaten else "destroyed")
    state: dict[str, dict[str, Any]] = {id_: {"hp": books.hp[id_], "status": books.status[id_]} for id_ in books.ships}
    for wing in books.aboard:
        state[wing] = {
            "flying": books.flying[wing],
            "aboard": books.aboard[wing],
            "lost": books.lost[wing],
            "surrendered": books.given_up[wing],
        }
    found = final_state(fought)
    levels = {id_: entry.pop("level", None) for id_, entry in found.items()}
    assert found == state
    # Who lives has a damage level, and nobody else.
    assert {id_ for id_, level in levels.items() if level} == {
        id_ for id_, status in books.status.items() if status in ("active", "withdrawn")
    }


def checked(fought: Fought) -> Books:
    """A battle held against everything in this file."""
    books = follow(fought)
    check_standoff(fought)
    check_end(fought, books)
    return books


def told(fought: Fought) -> list[tuple[str, dict[str, object]]]:
    return [(event.text, event.as_dict()) for event in fought.events]


def test_whatever_is_fought_the_books_balance(fight, day_of, random_papers) -> None:
    """All checks on every battle, then that the battles were various enough to mean anything."""
    kinds: Counter[str] = Counter()

    # A battle that fails is told as it is: to look for a smaller one would take many minutes.
    @settings(max_examples=BATTLES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(random_papers, st.integers(0, 2**64 - 1), st.data())
    def fight_one(drawn: Any, key: int, data: st.DataObject) -> None:
        note("\n".join([drawn.scenario_text(), *drawn.orders_texts(), drawn.book_text()]))
        fought = fight(drawn.scenario_text(), drawn.orders_texts(), key, drawn.book_text())
        books = checked(fought)
        kinds.update({event.kind for event in fought.events})

        other = drawn.shuffled(data.draw)
        orders = data.draw(st.permutations(other.orders_texts()))
        again = fight(other.scenario_text(), orders, key, other.book_text())
        assert told(again) == told(fought)
        assert final_state(again) == final_state(fought)

        turned = drawn.turned()
        swapped = fight(turned.scenario_text(), turned.orders_texts(), key, turned.book_text())
        assert set(checked(swapped).ships) == set(books.ships)

        write(report_of(day_of(fought), FTA3.readings, [], [], [], []), "text", width=60)

    fight_one()
    wanted = {kind.name for kind in KINDS.values()} - OTHER_PHASES
    assert not kinds.keys() & OTHER_PHASES
    assert {kind: kinds[kind] for kind in wanted if kinds[kind] < LEAST_OF_A_KIND} == {}
