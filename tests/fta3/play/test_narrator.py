"""What is told of a battle is what happened: numbers from named parts, dice from their addresses, counts from faces.

The bonuses are the page's, written down here a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from flagplot.core.citation import Citation
from flagplot.core.event import Event
from flagplot.core.sources import Address, Draw, Keyed
from flagplot.fta3.papers.forces import Ruling, Ship
from flagplot.fta3.play.fighting import SEQUENCE, Fought
from flagplot.fta3.play.sentences import KINDS
from flagplot.fta3.ruleset import FTA3

RANGE_BONUS = {
    ("spinal", "close"): 1,
    ("spinal", "far"): -1,
    ("direct", "close"): 2,
    ("direct", "far"): 0,
    ("seeking", "close"): 2,
    ("seeking", "far"): 4,
}
PIERCE_BONUS = {"spinal": 3, "direct": 2, "seeking": 0}
FITTED_TO_PIERCE = {"CK": [("Torpedo, module", 1)]}
STAG = ("STAG against a ship detected under cloak", 2)
UNSEEN = ("not detected by its victim", 5)
SEEN = ("detected under a regular cloak", 5)


def ships_of(fought: Fought) -> dict[str, Ship]:
    return {ship.id: ship for side in fought.scenario.sides for ship in side.ships}


def side_of(fought: Fought, event: Event) -> int:
    return [side.name for side in fought.scenario.sides].index(str(event.facts["side"]))


def in_force(fought: Fought, kind: str, side: int, ship: str | None, round_: int) -> list[Ruling]:
    """The moderator's modifiers that hold for a ship (None: for a side as a whole) in a round."""
    return [
        ruling
        for ruling in fought.scenario.rulings
        if ruling.verb == "modifier"
        and ruling.kind == kind
        and ruling.side == side
        and (not ruling.subjects or ship in ruling.subjects)
        and ruling.first <= round_ <= (ruling.last or round_)
    ]


def told_rulings(rulings: list[Ruling]) -> list[tuple[str, int]]:
    return [(f"ruling: {ruling.reason}", ruling.value) for ruling in rulings]


def parts(event: Event) -> list[tuple[str, int]]:
    return [(modifier.name, modifier.value) for modifier in event.modifiers]


def edge_of(fought: Fought, event: Event) -> dict[str, int | str]:
    """What was told of cloaks right before a ship's fire; zeros where nothing was."""
    told = [
        other.facts
        for other in fought.events[: event.seq]
        if other.kind == "cloak-edge" and other.round == event.round and other.facts["ship"] == event.facts["ship"]
    ]
    return dict(told[-1]) if told else {"cloak": 0, "stag": 0, "ambush": 0}


def of_kind(varied: list[Fought], *kinds: str) -> Iterator[tuple[Fought, Event]]:
    found = [(fought, event) for fought in varied for event in fought.events if event.kind in kinds]
    assert len(found) > 20, "too few to mean anything"
    return iter(found)


def held(number: int) -> int:
    """A natural 20 always succeeds, a natural 1 never."""
    return min(20, max(2, number))


def test_the_battles_of_these_tests_show_every_kind_of_event(varied: list[Fought]) -> None:
    assert {event.kind for fought in varied for event in fought.events} == {kind.name for kind in KINDS.values()}


def test_the_number_to_hit_is_avoidance_less_range_bonus_less_rulings(varied: list[Fought]) -> None:
    held_up = held_down = ruled = aided = 0
    for fought, event in of_kind(varied, "hit"):
        ships, labels = ships_of(fought), fought.scenario.labels()
        shooter, target = ships[str(event.facts["ship"])], ships[str(event.facts["other"])]
        weapon, range_ = str(shooter.hull.weapon), str(event.facts["range"])
        rulings = told_rulings(in_force(fought, "hit", side_of(fought, event), shooter.id, event.round))
        bonus = RANGE_BONUS[weapon, range_]
        stag = [STAG] * bool(edge_of(fought, event)["stag"] and fought.scenario.readings["stag-bonus"] == "hit")
        assert parts(event) == [
            (f"avoidance of {labels[target.id]}", target.hull.avoidance),
            (f"{weapon} weapons at {range_} range", bonus),
            *stag,
            *rulings,
        ]
        total = bonus + sum(value for _, value in stag + rulings)
        aided += bool(stag)
        assert event.facts["bonus"] == total
        assert event.facts["need"] == held((target.hull.avoidance or 0) - total)
        held_down += (target.hull.avoidance or 0) - total > 20
        held_up += (target.hull.avoidance or 0) - total < 2
        ruled += bool(rulings)
    assert ruled
    assert aided
    assert held_down, "no number was held down to 20"


def test_the_number_to_pierce_is_protection_less_weapon_bonus_less_rulings(varied: list[Fought]) -> None:
    seen = Counter[str]()
    for fought, event in of_kind(varied, "pierce"):
        ships, labels = ships_of(fought), fought.scenario.labels()
        shooter, target = ships[str(event.facts["ship"])], ships[str(event.facts["other"])]
        weapon = str(shooter.hull.weapon)
        rulings = told_rulings(in_force(fought, "pierce", side_of(fought, event), shooter.id, event.round))
        edge = edge_of(fought, event)
        cloaks = [UNSEEN] * bool(edge["cloak"] and edge["ambush"])
        cloaks += [SEEN] * bool(int(edge["cloak"]) > 5 * len(cloaks))
        if edge["stag"] and fought.scenario.readings["stag-bonus"] == "pierce":
            cloaks.insert(0, STAG)
        fitted = FITTED_TO_PIERCE.get(shooter.hull.code, [])
        assert parts(event) == [
            (f"protection of {labels[target.id]}", target.hull.protection),
            (f"{weapon} weapons", PIERCE_BONUS[weapon]),
            *fitted,
            *cloaks,
            *rulings,
        ]
        number = (target.hull.protection or 0) - sum(value for _, value in parts(event)[1:])
        assert event.facts["need"] == held(number)
        seen.update(["ruled"] * bool(rulings) + ["held at 20"] * (number > 20) + ["held at 2"] * (number < 2))
        seen.update(name for name, _ in cloaks + fitted)
    assert set(seen) == {"ruled", "held at 20", "held at 2", "Torpedo, module", STAG[0], UNSEEN[0], SEEN[0]}


def test_stand_off_attacks_have_no_bonus(varied: list[Fought]) -> None:
    for fought, event in of_kind(varied, "stand-off"):
        target = ships_of(fought)[str(event.facts["other"])]
        assert parts(event) == [(f"protection of {fought.scenario.labels()[target.id]}", target.hull.protection)]
        assert event.facts["need"] == held(target.hull.protection or 0)


def test_a_dogfight_is_won_on_twenty_less_the_tech_level(varied: list[Fought]) -> None:
    for fought, event in of_kind(varied, "dogfight"):
        levels = {wing.id: wing.level for _, owner in fought.scenario.owners() for wing in owner.wings}
        level = levels[str(event.facts["wing"])]
        assert parts(event) == [("number of the dogfight", 20), ("tech level of the fighters", level)]
        assert event.facts["need"] == 20 - level


def test_a_position_roll_is_made_up_of_initiative_streak_and_rulings(varied: list[Fought]) -> None:
    seen = Counter[str]()
    for fought in varied:
        names = [side.name for side in fought.scenario.sides]
        start = next(event for event in fought.events if event.kind == "initiative")
        streak = [0, 0]
        for event in fought.events:
            if event.kind != "position":
                continue
            expected: list[tuple[str, int]] = []
            totals = []
            for s, name in enumerate(names):
                mine: list[tuple[str, int]] = []
                if start.facts["side"] == name:
                    mine.append((f"{name} has the initiative", 1))
                if streak[s]:
                    rolls = "1 roll" if streak[s] == 1 else f"{streak[s]} rolls"
                    mine.append((f"{name} has won {rolls} in a row", -2 * streak[s]))
                    seen["streak"] += 1
                mine += told_rulings(in_force(fought, "position", s, None, event.round))
                expected += mine
                totals.append(sum(value for _, value in mine))
            assert parts(event) == expected
            assert [event.facts["modifier"], event.facts["enemy_modifier"]] == totals
            ours, theirs = int(event.facts["face"]) + totals[0], int(event.facts["enemy_face"]) + totals[1]
            assert event.facts["side"] == ("" if ours == theirs else names[ours < theirs])
            seen["ruled"] += any(name.startswith("ruling") for name, _ in expected)
            seen["tied"] += ours == theirs
            if ours != theirs:
                winner = int(ours < theirs)
                streak[winner], streak[1 - winner] = streak[winner] + 1, 0
    assert min(seen[what] for what in ("streak", "ruled", "tied")) > 0


def test_flak_is_named_where_it_moves_the_strike_numbers(varied: list[Fought]) -> None:
    seen = set()
    for fought, event in of_kind(varied, "strike", "first-strike"):
        target = ships_of(fought)[str(event.facts["other"])]
        flak = "flak" in target.hull.traits
        seen.add(flak)
        assert parts(event) == ([(f"Flak, trait of {fought.scenario.labels()[target.id]}", 2)] if flak else [])
        assert (event.facts["miss"], event.facts["loss"]) == ((9, 14) if flak else (11, 16))
        assert ("through flak" in event.text) == flak
    assert seen == {True, False}


class Recording:
    """A key's dice, with every die that is asked for."""

    def __init__(self, key: int) -> None:
        self.keyed = Keyed(key)
        self.rolled: list[tuple[Address, int, int]] = []

    def face(self, dice, phase, side, roller, number, sides):
        self.rolled.append((Address(int(dice.round), phase, side, int(roller)), int(number), sides))
        return self.keyed.face(self.keyed.dice._replace(round=dice.round), phase, side, roller, number, sides)

    def count(self, dice, phase, side, roller, start, n, sides, need, more):
        address = Address(int(dice.round), phase, side, int(roller))
        self.rolled += [(address, int(number), sides) for number in range(start, start + n)]
        return self.keyed.count(
            self.keyed.dice._replace(round=dice.round), phase, side, roller, start, n, sides, need, more
        )

    def faces(self, draw: Draw) -> tuple[int, ...]:
        return self.keyed.faces(draw)


@pytest.mark.parametrize("name", ["Coalition", "Base", "Duel", "Shadows", "Ambush"])
def test_the_dice_that_are_told_are_those_that_were_rolled_each_once(fight, scenarios, name: str) -> None:
    text, orders = scenarios[name]
    recording = Recording(2)
    fought = fight(text, orders, recording)
    told = [
        (cast.draw.address, number, cast.draw.sides)
        for event in fought.events
        for cast in event.casts
        for number in range(cast.draw.start, cast.draw.start + cast.draw.n)
    ]
    assert len(told) > 100
    assert len({(address, number) for address, number, _ in told}) == len(told)
    assert sorted(told) == sorted(recording.rolled)
    assert [event.as_dict() for event in fought.events] == [event.as_dict() for event in fight(text, orders, 2).events]


def test_no_die_decides_two_things(varied: list[Fought]) -> None:
    for fought in varied:
        dice = [
            (cast.draw.address, number)
            for event in fought.events
            for cast in event.casts
            for number in range(cast.draw.start, cast.draw.start + cast.draw.n)
        ]
        assert len(set(dice)) == len(dice)


def recounted(fought: Fought, event: Event) -> dict[str, int]:
    """The counts of an event, from the faces at its addresses."""
    faces = [fought.source.faces(cast.draw) for cast in event.casts]
    need = int(event.facts.get("need", 0))
    reached = sum(face >= need for face in faces[0])
    facts = event.facts
    match event.kind:
        case "hit":
            return {"dice": len(faces[0]), "hits": reached}
        case "pierce":
            damage = ships_of(fought)[str(facts["ship"])].hull.damage
            return {"dice": len(faces[0]), "pierces": reached, "damage": reached * damage}
        case "stand-off":
            damage = reached * int(facts["per_attack"])
            return {"dice": len(faces[0]), "pierces": reached, "damage": damage}
        case "dogfight":
            return {"dice": len(faces[0]), "kills": reached}
        case "reconstitution":
            return {"dice": len(faces[0]), "back": reached}
        case "sensor-check":
            return {"dice": len(faces[0]), "found": sum(face >= 16 for face in faces[0])}
        case "pursuit":
            return {"held": reached}
        case "strike" | "first-strike":
            hits = sum(face < int(facts["miss"]) for face in faces[0])
            lost = sum(face >= int(facts["loss"]) for face in faces[0])
            return {"dice": len(faces[0]), "hits": hits, "lost": lost, "damage": 10 * hits}
        case "position":
            return {"face": faces[0][0], "enemy_face": faces[1][0]}
    raise AssertionError(f"'{event.kind}' has dice that nobody counts here")


def test_the_counts_are_those_of_the_faces(varied: list[Fought]) -> None:
    kinds = Counter[str]()
    for fought in varied:
        for event in fought.events:
            if event.casts:
                counts = recounted(fought, event)
                assert {name: event.facts[name] for name in counts} == counts
                kinds[event.kind] += 1
    rolled = {"hit", "pierce", "stand-off", "dogfight", "reconstitution", "strike", "position"}
    assert set(kinds) == rolled | {"first-strike", "sensor-check", "pursuit"}
    assert min(kinds.values()) > 10


def test_each_cast_says_how_it_was_read(varied: list[Fought]) -> None:
    for fought in varied:
        for event in fought.events:
            for cast in event.casts:
                assert cast.draw.sides == (6 if event.kind == "reconstitution" else 20)
                assert cast.draw.n >= 1
                assert cast.need == event.facts.get("need")
                if cast.need is not None:
                    assert cast.verdict == f"{cast.need} or more"
                elif event.kind in ("strike", "first-strike"):
                    miss, loss = int(event.facts["miss"]), int(event.facts["loss"])
                    assert cast.verdict == f"{miss - 1} or less hits, {loss} or more is lost"


def test_criticals_are_the_natural_twenties_to_pierce_in_the_round_of_death(varied: list[Fought]) -> None:
    seen = set()
    for fought in varied:
        for event in fought.events:
            if event.kind == "killed":
                twenties = sum(
                    face == 20
                    for other in fought.events[: event.seq]
                    if other.kind in ("pierce", "stand-off")
                    and other.round == event.round
                    and other.facts["other"] == event.facts["ship"]
                    for cast in other.casts
                    for face in fought.source.faces(cast.draw)
                )
                assert event.facts["critical"] == twenties
                assert ("critically pierced" in event.text) == (twenties > 0)
                seen.add(twenties > 0)
    assert seen == {True, False}


def test_events_follow_one_another_through_the_sequence_of_play(varied: list[Fought]) -> None:
    order = [step.name for step in SEQUENCE.values()]
    for fought in varied:
        assert [event.seq for event in fought.events] == list(range(1, len(fought.events) + 1))
        places = [(event.round, order.index(event.step)) for event in fought.events]
        assert places == sorted(places)


def test_every_rule_and_every_entity_of_an_event_is_known(varied: list[Fought]) -> None:
    for kind in KINDS.values():
        assert {Citation("fta3", rule).id for rule in kind.rules} <= set(FTA3.rulebook.rules)
    for fought in varied:
        owners = [owner for _, owner in fought.scenario.owners()]
        ships = {ship.id for owner in owners for ship in owner.combatants}
        known = {
            "side": {"", *(side.name for side in fought.scenario.sides)},
            "ship": ships,
            "other": ships,
            "ward": ships,
            "wing": {wing.id for owner in owners for wing in owner.wings},
            "owner": {owner.id for owner in owners},
        }
        for event in fought.events:
            assert event.citations
            assert {rule.id for rule in event.rules} <= set(FTA3.rulebook.rules)
            assert all(event.facts[role] in ids for role, ids in known.items() if role in event.facts)


def test_sentences_call_ships_by_their_labels_and_leave_nothing_open(varied: list[Fought]) -> None:
    for fought in varied:
        labels = fought.scenario.labels()
        for event in fought.events:
            assert event.text.endswith(".")
            assert not any(part in event.text for part in ("None", "{", "}", "  "))
            for role in ("ship", "other"):
                if role in event.facts:
                    assert labels[str(event.facts[role])] in event.text


def test_of_the_fighters_that_fly_some_are_engaged_and_the_others_are_free(varied: list[Fought]) -> None:
    for fought, event in of_kind(varied, "interception"):
        engaged, flying = int(event.facts["engaged"]), int(event.facts["flying"])
        if engaged:
            assert f"{engaged} of {flying} fighter" in event.text
            assert event.text.endswith(f"{flying - engaged} free to strike.")
        else:
            assert event.text.endswith(f"all {flying} are free to strike.")
        leading = [side.name for side in fought.scenario.sides][int(event.facts["leader"])]
        leads = event.facts["leader"] != -1 and event.facts["side"] == leading
        assert ("advantage" in event.text) == (engaged > 0 and leads)


def test_a_sentence_agrees_with_its_numbers(varied: list[Fought]) -> None:
    texts = {event.kind: set[str]() for fought in varied for event in fought.events}
    for fought in varied:
        for event in fought.events:
            texts[event.kind].add(event.text)
    one, many = " 1 hit.", " 2 hits."
    assert any(text.endswith(one) for text in texts["hit"])
    assert any(text.endswith(many) for text in texts["hit"])
    assert any(text.endswith(": no hits.") for text in texts["hit"])
    assert any("only a 20 will do" in text for text in texts["hit"])
    assert not any(
        wrong in text
        for text in (text for each in texts.values() for text in each)
        for wrong in (" 1 hits", " 1 fighters", " 1 kills", " 1 attacks", "1 pierce,", "2 pierces", "1 ships")
    )
