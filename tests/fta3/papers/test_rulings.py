"""The moderator's lines: who is meant, in which rounds, why; and every fault with its line."""

import re
import time
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.dice import MAX_ROUND
from flagplot.core.refusal import Fault, Faults, Refusal
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.forces import Owner, Ruling, Scenario, Ship, Side
from flagplot.fta3.papers.rulings import EXAMPLES, KINDS, MOST, apply_arrivals, read_rulings

FF = Hull(code="FF", name="Frigate", size=Size.ESCORT, weight=8, hp=75, avoidance=14, protection=11)


def owner(name: str, *ships: str) -> Owner:
    id_ = name.lower().replace(" ", "-")
    made = tuple(
        Ship(id=f"{id_}/{ship.lower().replace(' ', '-')}", name=ship, hull=FF, hp=75, level=None) for ship in ships
    )
    return Owner(id=id_, name=name, tl=5, ships=made, wings=())


RED = Side(
    name="Red",
    owners=(
        owner("Alice", "Hood", "Nelson", "Swift", "Red"),
        owner("Bob", "Sure", "Stout", "Because", "Round 2", "Alice", "A, B"),
        owner("Wings"),
    ),
)
BLUE = Side(name="Blue", owners=(owner("Blue", "Grom", "Swift"),))
SIDES = (RED, BLUE)


def read(text: str) -> tuple[tuple[Ruling, ...], list[Refusal]]:
    faults = Faults()
    return read_rulings(text, "s.toml, rulings", SIDES, faults), faults.found


def ruling(line: str) -> Ruling:
    rulings, found = read(line)
    assert found == []
    (one,) = rulings
    return one


def faults_of(*lines: str) -> list[tuple[str, str]]:
    _, found = read("\n".join(lines))
    return [(refusal.code, refusal.where.removeprefix("s.toml, rulings, ")) for refusal in found]


# What is legal


def test_a_modifier_names_kind_number_ships_rounds_and_reason() -> None:
    assert ruling('\nmodifier hit +1: Hood, Nelson rounds 2-4 because "a local pilot"') == Ruling(
        verb="modifier",
        line=2,
        reason="a local pilot",
        kind="hit",
        value=1,
        subjects=("alice/hood", "alice/nelson"),
        side=0,
        first=2,
        last=4,
    )


def test_an_arrival_names_round_ships_and_reason() -> None:
    assert ruling('arrives 3: Hood, Sure because "by the northern lane"') == Ruling(
        verb="arrives", line=1, reason="by the northern lane", subjects=("alice/hood", "bob/sure"), first=3
    )


def test_an_end_names_round_and_reason() -> None:
    assert ruling('ends after 6 because "the mine field goes up"') == Ruling(
        verb="ends", line=1, reason="the mine field goes up", last=6
    )


@pytest.mark.parametrize(
    ("subject", "side", "ships"),
    [
        ("hood", 0, ("alice/hood",)),
        ("“Hood”", 0, ("alice/hood",)),
        ("Alice's Hood", 0, ("alice/hood",)),
        ("alice’s swift", 0, ("alice/swift",)),
        ("Blue's Swift", 1, ("blue/swift",)),
        ("blue/swift", 1, ("blue/swift",)),
        ("Grom, blue/swift", 1, ("blue/grom", "blue/swift")),
        ("Alice's Red", 0, ("alice/red",)),
        ("Bob's Alice", 0, ("bob/alice",)),
        ("Bob", 0, tuple(ship.id for ship in RED.owners[1].ships)),
        ("Blue", 1, ()),
        ('"Because"', 0, ("bob/because",)),
        ('"Round 2"', 0, ("bob/round-2",)),
        ('"A, B", Hood', 0, ("bob/a,-b", "alice/hood")),
    ],
)
def test_a_modifier_is_for_ships_for_an_owners_ships_or_for_a_side(
    subject: str, side: int, ships: tuple[str, ...]
) -> None:
    read_ = ruling(f"modifier pierce -2: {subject} because reasons")
    assert (read_.side, read_.subjects) == (side, ships)


def test_an_owner_who_is_a_whole_side_is_the_side() -> None:
    assert ruling("modifier position -40: blue because fog") == Ruling(
        verb="modifier", line=1, reason="fog", kind="position", value=-40, side=1
    )


@pytest.mark.parametrize(
    ("span", "rounds"),
    [("", (1, 0)), ("round 2", (2, 2)), ("rounds 2-4", (2, 4)), ("rounds 2–4", (2, 4)), ("Rounds 3-3", (3, 3))],
)
def test_a_modifier_holds_for_some_rounds_or_for_all(span: str, rounds: tuple[int, int]) -> None:
    read_ = ruling(f"modifier hit +0: Hood {span} because it is so")
    assert (read_.first, read_.last, read_.value) == (*rounds, 0)


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("fog", "fog"),
        ("of fog, rain: and more", "of fog, rain: and more"),
        ('"the ends justify it; because"', "the ends justify it; because"),
        ("'don’t ask'", "don't ask"),
    ],
)
def test_a_reason_is_plain_text_or_quoted(reason: str, told: str) -> None:
    assert ruling(f"ends 6 because {reason}").reason == told


@pytest.mark.parametrize("line", ["arrives in round 3: Hood because x", "arrives: 3: Hood because x"])
def test_small_words_change_nothing_in_an_arrival(line: str) -> None:
    assert ruling(line).first == 3


@pytest.mark.parametrize("line", ["ends 6 because x", "ends after round 6 because x", "Ends: After 6 Because x"])
def test_small_words_change_nothing_in_an_end(line: str) -> None:
    assert ruling(line).last == 6


def test_lines_may_be_wrapped_dressed_and_commented() -> None:
    text = "- [b]modifier hit +1: Hood[/b]   # he asked\n\n> arrives 2: Sure because of engine trouble"
    with_reason = text.replace("[/b]", " because x[/b]")
    assert [each.verb for each in read(with_reason)[0]] == ["modifier", "arrives"]
    assert read("") == ((), [])


def test_modifiers_of_several_lines_add_up_and_keep_their_order() -> None:
    rulings, found = read("modifier hit +1: Hood because a\nmodifier hit +2: Hood, Sure because b")
    assert found == []
    assert [(each.line, each.value) for each in rulings] == [(1, 1), (2, 2)]


# What is refused, and where


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("modifier hit +1: Hood", "no-reason"),
        ("modifier hit +1: Hood because", "no-reason"),
        ('modifier hit +1: Hood because ""', "no-reason"),
        ("ends after 6", "no-reason"),
        ("arrives 2: Hood", "no-reason"),
        ("modifier +1: Hood because x", "no-modifier"),
        ("modifier hit 1: Hood because x", "no-modifier"),
        ("modifier luck +1: Hood because x", "no-modifier"),
        ("modifier hit +1.5: Hood because x", "no-modifier"),
        ("modifier hit +41: Hood because x", "no-modifier"),
        ("modifier hit -999: Hood because x", "no-modifier"),
        (f"modifier hit +{'9' * 300}: Hood because x", "no-modifier"),
        ("modifier hit +²: Hood because x", "no-modifier"),
        ("modifier hit +1: Hood rounds 0-2 because x", "no-round"),
        ("modifier hit +1: Hood rounds 4-2 because x", "no-round"),
        ("modifier hit +1: Hood rounds 2-4096 because x", "no-round"),
        ("modifier hit +1: Hood round two because x", "no-round"),
        (f"modifier hit +1: Hood round {'9' * 5000} because x", "no-round"),
        ("modifier hit +1: because x", "no-subject"),
        ("modifier hit +1: , because x", "no-subject"),
        ("modifier hit +1: rounds 2-4 because x", "no-subject"),
        ("modifier hit +1: Renown because x", "unknown-ship"),
        ("modifier hit +1: Hood rounds 2 - 4 because x", "unknown-ship"),
        ("modifier hit +1: Swift because x", "unclear-ship"),
        ("modifier hit +1: Red because x", "unclear-ship"),
        ("modifier hit +1: Alice because x", "unclear-ship"),
        ("modifier hit +1: Wings because x", "no-ship"),
        ("modifier hit +1: Hood, hood because x", "named-twice"),
        ("modifier hit +1: Hood, Alice's Hood because x", "named-twice"),
        ("modifier hit +1: Sure, Bob because x", "named-twice"),
        ("modifier hit +1: Blue, Grom because x", "named-twice"),
        ("modifier hit +1: Grom, Blue because x", "named-twice"),
        ("modifier hit +1: Hood, Grom because x", "two-sides"),
        ("modifier hit +1: Hood, Blue because x", "two-sides"),
        ("modifier position +1: Hood because x", "no-side"),
        ("modifier position +1: Bob because x", "no-side"),
        ("arrives 1: Hood because x", "no-round"),
        ("arrives -2: Hood because x", "no-round"),
        ("arrives 2.5: Hood because x", "no-round"),
        ("arrives ²: Hood because x", "no-round"),
        ("arrives 4096: Hood because x", "no-round"),
        (f"arrives {'9' * 5000}: Hood because x", "no-round"),
        ("arrives soon: Hood because x", "no-round"),
        ("arrives: Hood because x", "no-subject"),
        ("arrives 2: because x", "no-subject"),
        ("arrives 2: Renown because x", "unknown-ship"),
        ("arrives 2: Blue because x", "no-ship"),
        ("arrives 2: Hood, Hood because x", "named-twice"),
        ("ends because x", "no-round"),
        ("ends after 0 because x", "no-round"),
        ("ends after ² because x", "no-round"),
        ("ends after 4096 because x", "no-round"),
        (f"ends after {'9' * 5000} because x", "no-round"),
        ("ends after 6 rounds because x", "no-round"),
        ("vanish Hood because x", "no-verb"),
        ("Hood comes late", "no-verb"),
        ("modifer hit +1: Hood because x", "misspelt-verb"),
    ],
)
def test_a_fault_is_told_with_its_line_and_the_line_is_dropped(line: str, code: str) -> None:
    _, found = read(f"ends after 9 because y\n\n{line}" if not line.startswith("ends") else f"\n\n{line}")
    codes = {refusal.code for refusal in found}
    # "arrives: Hood" lacks a round and, without a second colon, says for nobody.
    assert code in codes
    assert codes <= {code, "no-round"}
    assert {refusal.where for refusal in found} == {"s.toml, rulings, line 3"}
    assert all(refusal.mend for refusal in found)
    assert len(found) == 1 or line == "arrives: Hood because x"


def test_because_in_quotes_gives_no_reason() -> None:
    assert ("no-reason", "line 1") in faults_of('modifier hit +1: Hood "because" fog')


def test_a_reason_ends_with_its_line_and_what_follows_is_no_part_of_it() -> None:
    rulings, found = read("modifier hit +1:\nHood because of fog\nand rain\nends 6 because y")
    assert [(each.verb, each.reason) for each in rulings] == [("modifier", "of fog"), ("ends", "y")]
    assert [(refusal.code, refusal.where) for refusal in found] == [("no-verb", "s.toml, rulings, line 3")]


def test_every_fault_of_every_line_is_told_at_once() -> None:
    assert faults_of(
        "modifier luck +99: Renown, Swift, Hood, Hood rounds 0-1",
        "arrives 1: Nobody, Blue because",
        "ends never",
        "modifier position +50: Hood, Grom because x",
    ) == [
        ("no-reason", "line 1"),
        ("no-modifier", "line 1"),
        ("no-round", "line 1"),
        ("unknown-ship", "line 1"),
        ("unclear-ship", "line 1"),
        ("named-twice", "line 1"),
        ("no-reason", "line 2"),
        ("no-round", "line 2"),
        ("unknown-ship", "line 2"),
        ("no-ship", "line 2"),
        ("no-reason", "line 3"),
        ("no-round", "line 3"),
        ("no-modifier", "line 4"),
        ("two-sides", "line 4"),
        ("no-side", "line 4"),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ends after 6 because x", "ends after 9 because y"),
        ("ends after 6 because x", "ends after 6 because x"),
        ("arrives 2: Hood because x", "arrives 3: Hood because y"),
        ("arrives 2: Bob because x", "arrives 3: Sure because y"),
    ],
)
def test_rulings_that_contradict_one_another_are_refused(first: str, second: str) -> None:
    _, found = read(f"{first}\n{second}")
    assert {(refusal.code, refusal.fault, refusal.where) for refusal in found} == {
        ("ruled-twice", Fault.INCONSISTENT, "s.toml, rulings, line 2")
    }
    assert all("line 1" in refusal.message for refusal in found)


def test_faults_are_of_the_kind_that_they_are() -> None:
    kinds = {
        "ends 6": Fault.MALFORMED,
        "arrives 2: Renown because x": Fault.ILLEGAL,
        "modifier hit +1: Hood, Grom because x": Fault.ILLEGAL,
        "modifier hit +1: Hood, Hood because x": Fault.INCONSISTENT,
    }
    for line, kind in kinds.items():
        assert [refusal.fault for refusal in read(line)[1]] == [kind]


# Mends


@pytest.mark.parametrize("verb", EXAMPLES)
def test_every_example_that_a_mend_shows_is_legal(verb: str) -> None:
    faults = Faults()
    ours, theirs = owner("Alice", "Hood", "Nelson", "Swift", "Sure", "York", "Kent"), owner("Blue", "Orel")
    sides = (replace(RED, owners=(ours,)), replace(BLUE, owners=(theirs,)))
    assert len(read_rulings(EXAMPLES[verb], "x", sides, faults)) == 1
    assert faults.found == []
    for line in (f"{verb} because x", f"{verb}"):
        assert all(EXAMPLES[verb] in refusal.mend for refusal in read(line)[1])


@pytest.mark.parametrize("name", ["Swift", "Red", "Alice"])
def test_the_longer_name_of_an_unclear_one_is_clear(name: str) -> None:
    _, (refusal,) = read(f"modifier hit +1: {name} because x")
    (longer,) = re.findall(r'"(.+)"', refusal.mend)
    assert len(ruling(f'modifier hit +1: "{longer}" because x').subjects) == 1
    assert longer in refusal.message


def test_the_side_that_a_position_needs_is_named() -> None:
    _, (refusal,) = read("modifier position +1: Blue's Swift because x")
    assert refusal.mend == "Name the side: Blue."


def test_bounds_that_mends_name_hold() -> None:
    assert KINDS == ("hit", "pierce", "position", "flight", "casualty")
    for value in (f"+{MOST}", f"-{MOST}"):
        ruling(f"modifier hit {value}: Hood because x")
    assert ruling(f"ends after {MAX_ROUND} because x").last == MAX_ROUND
    assert ruling(f"arrives {MAX_ROUND}: Hood because x").first == MAX_ROUND
    assert ruling("ends after 1 because x").last == 1
    assert ruling("arrives 2: Hood because x").first == 2


# Arrivals


def scenario(rulings: tuple[Ruling, ...]) -> Scenario:
    return Scenario(
        name="x",
        battle_type="mobile",
        form="mass",
        sides=SIDES,
        readings={},
        rulings=rulings,
        round_limit=9,
        book="b",
        invented=True,
    )


def test_only_the_ships_that_are_ruled_to_arrive_do_so_later() -> None:
    rulings, _ = read("arrives 3: Hood, Blue's Swift because x\nmodifier hit +1: Nelson because y")
    due = {ship.id: ship.arrives for side in apply_arrivals(scenario(rulings)).sides for ship in side.ships}
    assert {id_: first for id_, first in due.items() if first != 1} == {"alice/hood": 3, "blue/swift": 3}


# Whatever is sent

NAMES = [name for side in SIDES for owner_ in side.owners for name in (owner_.name, *(s.name for s in owner_.ships))]
TOKENS = [
    "modifier",
    "arrives",
    "ends",
    "because",
    "after",
    "in",
    "round",
    "rounds",
    "2-4",
    "hit",
    "position",
    "+1",
    "-41",
]
JUNK = [
    ",",
    ":",
    ";",
    "#",
    '"',
    "'",
    "\n",
    "\x00",
    "\u202e",
    "🚀",
    "²",
    "+٣",
    "٣",
    "9" * 5000,
    "0",
    "2",
    "x",
    "[quote]",
    ">",
]


@given(st.lists(st.sampled_from([*TOKENS, *NAMES, *JUNK]), max_size=30).map(" ".join) | st.text(max_size=80))
@example("ends after ² because x")
@example("arrives ²: Hood because x")
@example('arrives 2: "" because ""')
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    rulings, found = read(text)
    ids = {ship.id for side in SIDES for ship in side.ships}
    for each in rulings:
        assert each.reason
        assert set(each.subjects) <= ids
        assert len(set(each.subjects)) == len(each.subjects)
        assert 0 <= each.last <= MAX_ROUND
        assert 1 <= each.first <= MAX_ROUND
    assert all(refusal.where.startswith("s.toml, rulings") and len(str(refusal)) < 2000 for refusal in found)


@pytest.mark.slow
@pytest.mark.parametrize("names", [["Hood"] * 20_000, [f"Hod{number}" for number in range(20_000)]])
def test_a_ruling_for_a_crowd_is_refused_before_anybody_falls_asleep(names: list[str]) -> None:
    began = time.monotonic()
    _, found = read(f"modifier hit +1: {', '.join(names)} because x")
    assert found
    assert sum(len(refusal.message) + len(refusal.mend) for refusal in found) < 10_000_000
    assert time.monotonic() - began < 30
