"""Random battles over every phase, trait and fitting, both forms and both types: nothing is lost, nobody fires blind.

Each battle is followed event by event with nothing from the kernel but what it told. Plain bookkeeping (interception,
ranges, stand-off shares, returns) is held in ``test_random_battles``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import groupby
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, seed, settings
from hypothesis import strategies as st

from flagplot.core.event import Event
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import Keyed
from flagplot.engine.names import slug
from flagplot.engine.question import Pick, Question, Share
from flagplot.engine.record import Answered, write_record
from flagplot.fta3.duel.dialogues import DIALOGUES
from flagplot.fta3.duel.table import Duel, play_out
from flagplot.fta3.papers.forces import Ship
from flagplot.fta3.play.encounter import fight_all
from flagplot.fta3.play.fighting import SEQUENCE, Fought
from flagplot.fta3.play.sentences import KINDS
from flagplot.fta3.report.reporting import final_state

PARTS = 4
BATTLES = 125
LEAST_OF_A_KIND = 5
"""In each part, so that each kind comes at least 20 times in all 500 battles."""

RUN_DICE = 10_000

# Where a needed number comes from: from which modifiers, and within which bounds.
NEEDED = {"hit": "need", "pierce": "need", "stand-off": "need", "dogfight": "need", "pursuit": "need"}
NATURALS = {"hit", "pierce", "stand-off"}


class Watch:
    """Follows one battle: who is where, who hides, who has seen whom."""

    def __init__(self, fought: Fought) -> None:
        sides = fought.scenario.sides
        self.fought, self.readings = fought, fought.scenario.readings
        self.ships: dict[str, Ship] = {s.id: s for side in sides for owner in side.owners for s in owner.combatants}
        self.side = {ship.id: s for s, side in enumerate(sides) for owner in side.owners for ship in owner.ships}
        self.owner = {ship.id: owner.id for side in sides for owner in side.owners for ship in owner.ships}
        self.runs = {wing.id: owner.fighters.runs for _, owner in fought.scenario.owners() for wing in owner.wings}
        self.names = [side.name for side in sides]
        self.hp = {id_: ship.hp or 0 for id_, ship in self.ships.items()}
        self.status = {id_: "active" if ship.arrives == 1 else "absent" for id_, ship in self.ships.items()}
        self.partner: dict[str, str] = {}
        self.up = {id_ for id_, ship in self.ships.items() if ship.fitted.cloak}
        self.fighters = {
            wing.id: Counter(aboard=wing.number) for _, owner in fought.scenario.owners() for wing in owner.wings
        }
        self.next_round()

    def next_round(self) -> None:
        """What holds for one round only is forgotten; pairs of which one has gone are no more."""
        self.partner = {a: b for a, b in self.partner.items() if self.there(a) and self.there(b)}
        self.joined: dict[str, str] = {}
        self.found: set[str] = set()
        self.seen: dict[tuple[str, str], bool] = {}
        self.drawn: dict[str, str] = {}
        self.edges: dict[str, Event] = {}
        self.left: set[str] = set()
        self.engaged = [0, 0]
        self.winner = -1

    def there(self, id_: str) -> bool:
        return self.status[id_] == "active"

    def hidden(self, id_: str) -> bool:
        return id_ in self.up and id_ not in self.found

    def cloak(self, id_: str) -> str:
        return self.ships[id_].fitted.cloak

    def target(self, id_: str) -> str | None:
        return self.partner.get(id_, self.joined.get(id_))

    def detects(self, id_: str, other: str) -> bool:
        return self.seen.get((id_, other), False)

    def flying(self, s: int) -> int:
        return sum(c["flying"] for wing, c in self.fighters.items() if self.side_of_wing(wing) == s)

    def side_of_wing(self, wing: str) -> int:
        return next(s for s, owner in self.fought.scenario.owners() if any(w.id == wing for w in owner.wings))

    def number(self, event: Event, name: str) -> int:
        return int(event.facts[name])

    # --- One event after another --------------------------------------------------------------------------------------

    def follow(self) -> None:
        for _, events in groupby(self.fought.events, key=lambda event: event.round):
            self.next_round()
            in_round = list(events)
            self.check_engagements_of(in_round)
            for event in in_round:
                self.check_parties(event)
                check = getattr(self, f"on_{event.kind.replace('-', '_')}", None)
                if check:
                    check(event)
            self.check_shots(in_round)
            self.check_damage(in_round)
            self.check_first_strikes(in_round)

    def check_parties(self, event: Event) -> None:
        """Whoever is told of is in the battle, and on the side that is told."""
        for role in ("ship", "other", "ward"):
            id_ = event.facts.get(role)
            if id_ is not None and event.kind not in ("arrival", "decloak"):
                assert self.there(str(id_)), (event.kind, role)
        if "ship" in event.facts and event.kind != "damage":
            assert self.names[self.side[str(event.facts["ship"])]] == event.facts["side"]

    def on_arrival(self, event: Event) -> None:
        ship = str(event.facts["ship"])
        assert self.status[ship] == "absent"
        assert self.ships[ship].arrives == event.round
        self.status[ship] = "active"

    def on_position(self, event: Event) -> None:
        if event.facts["side"]:
            self.winner = self.names.index(str(event.facts["side"]))

    def on_pair(self, event: Event) -> None:
        ship, other = str(event.facts["ship"]), str(event.facts["other"])
        assert ship not in self.partner
        assert other not in self.partner
        for one, enemy in ((ship, other), (other, ship)):
            assert not self.ships[one].fitted.never_pairs(self.ships[enemy].hull)
        self.partner |= {ship: other, other: ship}

    def on_flank(self, event: Event) -> None:
        ship, other = str(event.facts["ship"]), str(event.facts["other"])
        assert ship not in self.partner
        assert other in self.partner
        free = [id_ for id_ in self.ships if self.there(id_) and self.side[id_] != self.side[ship]]
        for enemy in set(free) - set(self.partner):
            barred = (self.ships[a].fitted.never_pairs(self.ships[b].hull) for a, b in ((ship, enemy), (enemy, ship)))
            assert any(barred), "who may be paired must be"
        self.joined[ship] = other

    def on_pursuit(self, event: Event) -> None:
        ship, prey = str(event.facts["ship"]), str(event.facts["other"])
        assert self.fought.scenario.form == "small"
        assert self.target(ship) == prey or self.target(prey) == ship
        faster = self.ships[ship].hull.speed - self.ships[prey].hull.speed
        assert event.facts["need"] == 15 - 2 * max(0, faster)

    def on_disengage(self, event: Event) -> None:
        ship = str(event.facts["ship"])
        assert self.fought.scenario.form == "small"
        assert self.side[ship] == self.winner
        assert self.ships[ship].hull.speed
        if not event.facts["held"]:
            self.status[ship] = "withdrawn"
            self.left.add(ship)

    def on_withdrawal(self, event: Event) -> None:
        assert self.fought.scenario.form == "mass"
        assert self.ships[str(event.facts["ship"])].hull.speed
        self.status[str(event.facts["ship"])] = "withdrawn"

    def on_force_withdrawal(self, event: Event) -> None:
        mine = [id_ for id_ in self.ships if self.owner[id_] == event.facts["owner"]]
        weight = {id_: self.ships[id_].hull.weight for id_ in mine}
        gone = sum(weight[id_] for id_ in mine if self.status[id_] in ("killed", "withdrawn"))
        assert event.facts["gone"] == gone
        assert event.facts["arrived"] == sum(weight[id_] for id_ in mine if self.status[id_] != "absent")
        leaving = [id_ for id_ in mine if self.there(id_) and self.ships[id_].hull.speed]
        assert event.facts["ships"] == len(leaving)
        self.status |= dict.fromkeys(leaving, "withdrawn")

    def on_killed(self, event: Event) -> None:
        ship = str(event.facts["ship"])
        assert event.facts["hp"] == self.hp[ship] <= 0
        self.status[ship] = "killed"

    def on_damage(self, event: Event) -> None:
        ship = str(event.facts["ship"])
        self.hp[ship] -= self.number(event, "damage")
        assert event.facts["hp"] == self.hp[ship]

    def on_hunt(self, event: Event) -> None:
        prey = str(event.facts["other"])
        need = max(1, 5 * self.ships[prey].hull.speed)
        assert event.round == 1
        assert self.hidden(prey)
        assert event.facts["need"] == need
        assert event.facts["found"] == int(self.number(event, "fighters") >= need)
        if event.facts["found"]:
            self.found.add(prey)
            self.up -= {prey} if self.cloak(prey) == "regular" else set()

    def on_decloak(self, event: Event) -> None:
        ship = str(event.facts["ship"])
        assert self.cloak(ship) == "regular"
        assert ship in self.up
        self.up.remove(ship)

    def on_sensor_check(self, event: Event) -> None:
        ship, other = str(event.facts["ship"]), str(event.facts["other"])
        assert self.hidden(other)
        assert self.target(ship) == other or self.target(other) == ship
        assert (ship, other) not in self.seen
        assert event.facts["dice"] == self.ships[ship].fitted.sensor_dice > 0
        self.seen[ship, other] = bool(event.facts["found"])

    def on_protect(self, event: Event) -> None:
        ship, flanker, ward = (str(event.facts[role]) for role in ("ship", "other", "ward"))
        assert self.ships[ship].fitted.protects
        assert self.joined[flanker] == ward != ship
        assert ship not in self.drawn.values(), "a protector draws one flanker"
        assert flanker not in self.drawn
        assert ship not in {enemy for one, enemy in self.joined.items() if self.there(one)}
        assert not self.hidden(ship)
        assert not self.hidden(flanker) or self.readings["protect-from-cloak"] == "always"
        self.drawn[flanker] = ship

    def on_cloak_edge(self, event: Event) -> None:
        self.edges[str(event.facts["ship"])] = event

    def on_launch(self, event: Event) -> None:
        self.move(event, "aboard", "flying", self.number(event, "fighters"))

    def on_fighters_lost(self, event: Event) -> None:
        self.move(event, "flying", "lost", self.number(event, "fighters"))

    def on_strike(self, event: Event) -> None:
        prey = str(event.facts["other"])
        assert not self.hidden(prey)
        assert self.hp[prey] > 0
        self.move(event, "flying", "lost", self.number(event, "lost"))

    on_first_strike = on_strike

    def on_return(self, event: Event) -> None:
        self.move(event, "lost", "flying", self.number(event, "fighters"))

    def on_surrender(self, event: Event) -> None:
        self.move(event, "flying", "surrendered", self.number(event, "fighters"))

    def on_interception(self, event: Event) -> None:
        s = self.names.index(str(event.facts["side"]))
        assert event.facts["flying"] == self.flying(s)
        self.engaged[s] = self.number(event, "engaged")

    def move(self, event: Event, source: str, goal: str, n: int) -> None:
        wing = self.fighters[str(event.facts["wing"])]
        wing[source] -= n
        wing[goal] += n
        assert wing[source] >= 0

    # --- A round as a whole -------------------------------------------------------------------------------------------

    def check_engagements_of(self, events: Iterable[Event]) -> None:
        """Every ship fires, holds, cannot see or has no guns once, if it has anybody to fire at."""
        self.said = Counter(
            str(event.facts["ship"]) for event in events if event.kind in ("hit", "hold-fire", "no-lock", "no-fire")
        )
        assert set(self.said.values()) <= {1}

    def check_shots(self, events: Iterable[Event]) -> None:
        """Nobody fires at what it can neither see nor answer; edges are those of the page; leavers are let go."""
        shots = {str(event.facts["ship"]): str(event.facts["other"]) for event in events if event.kind == "hit"}
        # Regular cloaks that have fired were up while the guns spoke.
        down = {str(e.facts["ship"]) for e in events if e.kind == "decloak" and e.facts["why"] == "as it fires"}
        assert down == {ship for ship in shots if self.cloak(ship) == "regular" and ship in self.up | down}
        hidden = {id_ for id_ in self.ships if self.hidden(id_) or id_ in down}
        for ship, victim in shots.items():
            aim = self.aim_of(ship, events)
            assert victim == self.drawn.get(ship, aim)
            for one in (ship, aim, victim):
                assert one not in self.left
            for other in {aim, victim} & hidden:
                answers = self.cloak(other) == "regular" and other in shots
                assert self.detects(ship, other) or answers, "nobody fires blind"
                assert self.cloak(other) == "regular" or self.detects(ship, other)
            self.check_edge(ship, victim, hidden)
        for event in events:
            if event.kind == "no-lock":
                ship, other = str(event.facts["ship"]), str(event.facts["other"])
                assert other in hidden
                assert not self.detects(ship, other)
                assert self.cloak(other) == "deep" or other not in shots
            elif event.kind == "hold-fire":
                assert str(event.facts["ship"]) in hidden | self.found
        for ship in self.ships:
            enemy = self.target(ship)
            if enemy is not None and self.there_at_fire(ship, events) and self.there_at_fire(enemy, events):
                assert self.said[ship] == 1, "every ship in a pair or on a flank has its say"

    def there_at_fire(self, id_: str, events: Iterable[Event]) -> bool:
        """Whether a ship was in the battle when the guns spoke."""
        later = {str(e.facts["ship"]) for e in events if e.kind in ("killed", "withdrawal") and e.step == "casualties"}
        forced = {str(e.facts["owner"]) for e in events if e.kind == "force-withdrawal"}
        fled = self.status[id_] == "withdrawn" and self.owner[id_] in forced and self.ships[id_].hull.speed > 0
        return id_ not in self.left and (self.there(id_) or id_ in later or fled)

    def aim_of(self, ship: str, events: Iterable[Event]) -> str:
        """Whom a ship fires at: its partner, whom it flanks, or a flanker that it turns to."""
        turned = [str(e.facts["other"]) for e in events if e.kind == "aim" and e.facts["ship"] == ship]
        target = self.target(ship)
        assert target is not None
        for flanker in turned:
            assert self.readings["flanked-answer"] == "may-answer"
            assert self.joined[flanker] == ship
        return turned[0] if turned else target

    def check_edge(self, ship: str, victim: str, hidden: set[str]) -> None:
        unseen = ship in hidden and not self.detects(victim, ship)
        caught = victim in hidden and self.detects(ship, victim)
        most = 10 if self.readings["cloak-against-cloak"] == "twice" else 5
        cloak = min(most, 5 * unseen + 5 * (caught and self.cloak(victim) == "regular"))
        stag = self.ships[ship].fitted.detected_bonus if caught else 0
        event = self.edges.get(ship)
        told = tuple(self.number(event, name) for name in ("cloak", "stag", "ambush")) if event else (0, 0, 0)
        assert told == ((cloak, stag, int(unseen)) if cloak or stag else (0, 0, 0))
        assert event is None or event.facts["other"] == victim

    def check_damage(self, events: Iterable[Event]) -> None:
        """What lands on a ship in a step is what was rolled against it; first-strike runs land one by one."""
        rolled: Counter[tuple[str, str]] = Counter()
        landed: Counter[tuple[str, str]] = Counter()
        for event in events:
            if event.kind in ("pierce", "stand-off", "strike", "first-strike"):
                rolled[event.step, str(event.facts["other"])] += self.number(event, "damage")
            elif event.kind == "damage":
                landed[event.step, str(event.facts["ship"])] += self.number(event, "damage")
        assert landed == +rolled

    def check_first_strikes(self, events: Iterable[Event]) -> None:
        """Each run by itself: no more fighters on a ship than its weight, none that was intercepted or has no run."""
        on_ship: Counter[tuple[int, str]] = Counter()
        sent: Counter[tuple[int, int]] = Counter()
        for event in events:
            if event.kind == "first-strike":
                run, n = self.number(event, "start") // RUN_DICE, self.number(event, "dice")
                assert event.round == 1
                assert run < self.runs[str(event.facts["wing"])]
                on_ship[run, str(event.facts["other"])] += n
                sent[run, self.names.index(str(event.facts["side"]))] += n
            elif event.kind == "hunt":
                s = self.names.index(str(event.facts["side"]))
                sent[self.number(event, "number"), s] += self.number(event, "fighters")
            elif event.kind == "strike":
                on_ship[-1, str(event.facts["other"])] += self.number(event, "dice")
        assert all(n <= self.ships[ship].hull.weight for (_, ship), n in on_ship.items())
        for (_, s), n in sent.items():
            met = [event for event in events if event.kind == "interception" and event.facts["side"] == self.names[s]]
            assert n <= self.number(met[0], "flying") - self.engaged[s]

    # --- The end ------------------------------------------------------------------------------------------------------

    def check_end(self) -> None:
        """Every ship, its weight, every fighter and every hit point is accounted for."""
        state = final_state(self.fought)
        for id_ in self.ships:
            assert (state[id_]["hp"], state[id_]["status"]) == (self.hp[id_], self.status[id_])
        for wing, counts in self.fighters.items():
            assert state[wing] == {name: counts[name] for name in ("flying", "aboard", "lost", "surrendered")}
        roster, sides = self.fought.roster, self.fought.battle.sides
        for s in range(2):
            for o, owner in enumerate(roster.owners[s]):
                by_status: Counter[str] = Counter()
                for ship in owner.combatants:
                    by_status[self.status[ship.id]] += ship.hull.weight
                assert sides.gone[s, o] == by_status["killed"] + by_status["withdrawn"]
                assert sides.arrived[s, o] == by_status.total() - by_status["absent"]


def check_numbers(fought: Fought) -> None:
    """Each needed number is its base less all that is added to the die, named one by one."""
    for event in fought.events:
        parts = [modifier.value for modifier in event.modifiers]
        if event.kind in NEEDED:
            number = parts[0] - sum(parts[1:])
            assert event.facts["need"] == (min(20, max(2, number)) if event.kind in NATURALS else number)
        elif event.kind in ("strike", "first-strike"):
            assert (event.facts["miss"], event.facts["loss"]) == (11 - sum(parts), 16 - sum(parts))
        if event.kind == "hit":
            assert event.facts["bonus"] == sum(parts[1:])


def check_dice(fought: Fought) -> None:
    """No die decides two things."""
    dice = Counter(
        (cast.draw.address, number)
        for event in fought.events
        for cast in event.casts
        for number in range(cast.draw.start, cast.draw.start + cast.draw.n)
    )
    assert set(dice.values()) <= {1}


def told(fought: Fought) -> list[tuple[str, dict[str, object]]]:
    return [(event.text, event.as_dict()) for event in fought.events]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_and_only_what_matters_decides(
    every_phase: st.SearchStrategy[Any], battle_of: Callable[..., Fought], part: int
) -> None:
    """All checks on a quarter of the battles, and that these have enough of everything to mean something."""
    kinds: Counter[str] = Counter()
    forms: dict[str, set[str]] = defaultdict(set)

    # A battle that fails is told as it is: to look for a smaller one would take many minutes.
    @seed(part)
    @settings(max_examples=BATTLES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(every_phase, st.integers(0, 2**64 - 1), st.data())
    def fight_one(drawn: Any, key: int, data: st.DataObject) -> None:
        note("\n".join([drawn.scenario(), *drawn.posts(), *drawn.sheets()]))
        fought = battle_of(drawn, key, drawn.posts())
        watch = Watch(fought)
        watch.follow()
        watch.check_end()
        check_numbers(fought)
        check_dice(fought)
        kinds.update(event.kind for event in fought.events)
        forms[fought.scenario.form].add(fought.scenario.battle_type)

        other = drawn.shuffled(data.draw)
        again = battle_of(other, key, data.draw(st.permutations(other.posts())))
        assert told(again) == told(fought)
        assert final_state(again) == final_state(fought)

    fight_one()
    wanted = {kind.name for kind in KINDS.values()}
    assert {kind: kinds[kind] for kind in wanted if kinds[kind] < LEAST_OF_A_KIND} == {}
    assert forms == {"mass": {"mobile", "fixed"}, "small": {"mobile", "fixed"}}


# --- The same battles, decided at the table ---------------------------------------------------------------------------


DUELS = 100


def legal(question: Question, chance: Random) -> str:
    """Any answer that the question says is legal, whatever its rule adds about the whole."""
    form = question.form
    if isinstance(form, Pick):
        return chance.choice(form.options).id
    rows, total = list(form.rows), chance.randint(form.least, form.most)
    given = dict.fromkeys((row.id for row in rows), 0)
    for _ in range(total):
        open_rows = [row for row in rows if given[row.id] < row.most]
        if not open_rows:
            break
        given[chance.choice(open_rows).id] += 1
    return question.spell(given)


def illegal(question: Question) -> list[str]:
    """Answers that the question must refuse."""
    form = question.form
    wrong = ["no such ship", *form.barred]
    if isinstance(form, Share):
        row = form.rows[0]
        wrong += [f"{row.most + 1} {row.id}", f"-1 {row.id}", f"1 {row.id}, x", "1 nobody there"]
        wrong += [row.id] if row.most > 1 else []  # a name alone is one of it, where there can be no more
        wrong += [f"{form.most + 1} {row.id}"]
        wrong += ["nothing"] if form.least else []
        wrong += [f"1 {id_}" for id_ in form.barred]
        wrong = [each for each in wrong if each not in form.barred]
    return wrong


def refusals(question: Question, text: str) -> list[str]:
    faults = Faults()
    question.read(text, "here", faults)
    return [fault.code for fault in faults.found]


@pytest.mark.slow
def test_whoever_decides_the_rules_hold(every_phase: st.SearchStrategy[Any], docket_of: Callable[..., Any]) -> None:
    """Random answers, legal and not: what is legal is taken and fought by the rules, all else is refused and leaves
    everything as it was; the record alone makes the same battle.
    """
    asked: Counter[str] = Counter()
    refused: Counter[str] = Counter()

    @seed(1)
    @settings(max_examples=DUELS, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
    @given(every_phase, st.integers(0, 2**64 - 1))
    def play_one(drawn: Any, key: int) -> None:
        note("\n".join([drawn.scenario(), *drawn.posts(), *drawn.sheets()]))
        docket, chance = docket_of(drawn, drawn.posts()), Random(key)

        def source_of(number: int) -> Keyed:
            return Keyed(key, number)

        duel = Duel(docket.scenario, docket.standings, source_of)
        while (question := duel.next_decision()) is not None:
            asked[question.key.split()[1]] += 1
            assert not refusals(question, question.spell(question.default)), "the orders' answer is a legal one"
            bad = illegal(question)
            for each in bad:
                codes = refusals(question, each)
                assert codes, each
                refused.update(codes)
            if chance.random() < 0.04:
                wrong, before, rows = chance.choice(bad), list(duel.answers), len(duel.events())
                with pytest.raises(Refused) as caught:
                    duel.choose(wrong)
                assert duel.next_decision() is question
                assert (duel.answers, len(duel.events())) == (before, rows)
                faults = Faults()
                Duel(docket.scenario, docket.standings, source_of).play(
                    [*before, Answered(question.key, wrong, "here")], faults
                )
                assert [fault.code for fault in faults.found] == [each.code for each in caught.value.refusals]
            answer = legal(question, chance)
            if refusals(question, answer):
                assert "stand-off" in question.key, "only the split of stand-off attacks has a rule of its own"
                answer = question.spell(question.default)
            duel.choose(answer)
        assert duel.encounter is not None
        for fought in duel.encounter.fights:
            watch = Watch(fought)
            watch.follow()
            watch.check_end()
            check_numbers(fought)
            check_dice(fought)
        record = Paper("answers", write_record(docket.scenario.name, duel.answers))
        again = play_out(docket.scenario, docket.standings, source_of, record)
        assert [event.as_dict() for event in again.events] == [event.as_dict() for event in duel.encounter.events]

    play_one()
    steps = {slug(SEQUENCE[step].name) for step in DIALOGUES}
    assert steps <= set(asked), steps - set(asked)
    assert set(refused) >= {"unknown-answer", "not-allowed", "too-many", "too-few", "no-share"}


@pytest.mark.slow
def test_the_table_that_follows_orders_fights_the_same_battle(
    every_phase: st.SearchStrategy[Any], docket_of: Callable[..., Any]
) -> None:
    """A player who always takes the default fights as his standing orders would."""

    @seed(2)
    @settings(max_examples=DUELS, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
    @given(every_phase, st.integers(0, 2**64 - 1))
    def play_one(drawn: Any, key: int) -> None:
        docket = docket_of(drawn, drawn.posts())
        duel = Duel(docket.scenario, docket.standings, lambda number: Keyed(key, number), by_orders=(0, 1))
        assert duel.next_decision() is None
        fought = fight_all(docket.scenario, docket.standings, lambda number: Keyed(key, number))
        assert [event.as_dict() for event in duel.events()] == [event.as_dict() for event in fought.events]

    play_one()
