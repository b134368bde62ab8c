"""A game on disk: what is written is read, what was changed is found, what was undone stays in the log."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.folder import (
    Game,
    Head,
    create,
    file_orders,
    open_game,
    orders_of,
    put,
    save,
    set_aside_orders,
)
from flagplot.core.log import Deed, Throw
from flagplot.core.refusal import Faults, Refused
from flagplot.core.world import Change, DriftError, World, alter, apply, state_hash

RULE = Citation("toy", "V12.14")
START: World = {"hood": {"hex": "0304", "hp": 7, "sunk": False}, "game": {"turn": 1}}
HEAD = Head(system="toy", name="Spring", settings={"phases": 4}, readings={"tie": "again"})


def moved(world: World, to: str) -> Deed:
    return Deed(
        kind="moved",
        text=f"Hood goes to {to}.",
        citations=(RULE,),
        actor="red",
        subjects=("hood",),
        facts={"to": to},
        modifiers=(Modifier("ace", -2, RULE),),
        throws=(Throw("check", "hood", 6, 3, "1.64.0.7+0"),),
        changes=alter(world, "hood", hex=to),
        readings=("tie",),
        see=("red",),
    )


def opened(folder: Path) -> Game:
    faults = Faults()
    game = open_game(folder, faults)
    faults.settle()
    assert game is not None
    return game


def codes(folder: Path) -> list[str]:
    faults = Faults()
    assert open_game(folder, faults) is None
    return [refusal.code for refusal in faults.found]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A game of two steps."""
    game = create(tmp_path / "game", HEAD, START)
    for turn, to in ((1, "0305"), (2, "0306")):
        game = game.after([moved(game.world, to), Deed(kind="quiet", text="Nothing else.")], turn=turn, step="M1")
        hashed = Deed(kind="end", text="The end.", facts={"state": state_hash(game.world)})
        game = game.after([hashed], turn=turn, step="M1")
    save(game, 0)
    return tmp_path / "game"


def test_what_is_written_is_read(played: Path) -> None:
    game = opened(played)
    assert (game.head, game.start) == (HEAD, START)
    assert game.world["hood"] == {"hex": "0306", "hp": 7, "sunk": False}
    first = game.records[0]
    assert (first.seq, first.turn, first.step) == (1, 1, "M1")
    assert first.deed == moved(START, "0305")
    assert [len(step) for step in game.steps()] == [3, 3]


def test_reading_and_writing_again_gives_the_same_bytes(played: Path) -> None:
    before = (played / "events.jsonl").read_bytes()
    game = opened(played)
    save(game, len(game.records))
    assert (played / "events.jsonl").read_bytes() == before


def test_the_log_is_a_chain_of_sorted_lines(played: Path) -> None:
    lines = (played / "events.jsonl").read_text().splitlines()
    values = [json.loads(line) for line in lines]
    assert [value["seq"] for value in values] == [1, 2, 3, 4, 5, 6]
    assert all(list(value) == sorted(value) for value in values)
    assert len({value["prev"] for value in values}) == 6


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("events.jsonl", '"0305"', '"0309"', "broken-chain"),
        ("events.jsonl", '"seq":2', '"seq":3', "broken-chain"),
        ("events.jsonl", '{"actor"', '{"actr"', "no-record"),
        ("events.jsonl", '"v":1', '"v":2', "no-record"),
        ("world.json", '"hp":7', '"hp":8', "broken-chain"),
        ("world.json", '"hp":7', '"hp": 7', "no-world"),
        ("world.json", '"v":1', '"v":9', "no-world"),
        ("world.json", '"world"', '"wrold"', "no-world"),
    ],
)
def test_a_changed_file_is_found(played: Path, file: str, old: str, new: str, code: str) -> None:
    path = played / file
    path.write_text(path.read_text().replace(old, new, 1))
    assert codes(played) == [code]


def test_a_line_that_was_taken_out_or_put_in_another_place_is_found(played: Path) -> None:
    path = played / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    for changed in (lines[1:], lines[:1] + lines[2:], [lines[1], lines[0], *lines[2:]]):
        path.write_text("".join(changed))
        assert codes(played) == ["broken-chain"]


def test_a_hash_that_is_not_that_of_the_world_is_drift(tmp_path: Path) -> None:
    game = create(tmp_path / "game", HEAD, START)
    save(game.after([Deed(kind="end", text="", facts={"state": "0" * 64})], turn=1, step="M1"), 0)
    assert codes(tmp_path / "game") == ["drift"]


def test_a_folder_without_a_game_is_refused(tmp_path: Path) -> None:
    assert codes(tmp_path) == ["no-game"]
    assert codes(tmp_path / "nowhere") == ["no-game"]


def test_a_new_game_overwrites_nothing(played: Path) -> None:
    with pytest.raises(Refused) as caught:
        create(played, HEAD, START)
    assert [each.code for each in caught.value.refusals] == ["folder-in-use"]


def test_nobody_writes_over_what_another_wrote(played: Path) -> None:
    one = opened(played)
    other = opened(played)
    save(one.after([Deed(kind="quiet", text="")], turn=3, step="M1"), len(one.records))
    with pytest.raises(Refused) as caught:
        save(other.after([Deed(kind="quiet", text="")], turn=3, step="M1"), len(other.records))
    assert [each.code for each in caught.value.refusals] == ["changed-meanwhile"]
    assert len(opened(played).records) == 7


def test_the_last_step_is_undone_and_stays_in_the_log(played: Path) -> None:
    game = opened(played)
    faults = Faults()
    back = game.undone("The wrong ship moved.", faults)
    assert back is not None
    save(back, len(game.records))
    again = opened(played)
    assert again.world["hood"]["hex"] == "0305"
    assert [record.deed.kind for record in again.records] == [
        "moved",
        "quiet",
        "end",
        "moved",
        "quiet",
        "end",
        "undone",
    ]
    assert again.records[-1].deed.facts == {"first": 4, "last": 6, "reason": "The wrong ship moved."}
    assert [len(step) for step in again.steps()] == [3]
    further = again.after([moved(again.world, "0306")], turn=2, step="M1")
    assert [len(step) for step in further.steps()] == [3, 1]
    first = further.undone("One.", faults)
    assert first is not None
    second = first.undone("And the one before.", faults)
    assert second is not None
    assert second.world == START
    assert second.steps() == []


def test_an_undoing_needs_a_reason_and_something_to_undo(tmp_path: Path) -> None:
    faults = Faults()
    assert create(tmp_path / "game", HEAD, START).undone(" ", faults) is None
    assert [each.code for each in faults.found] == ["no-reason", "nothing-to-undo"]


def test_orders_are_kept_by_step_and_set_aside(played: Path) -> None:
    file_orders(played, 2, "M1", [("red.txt", "run hood\n"), ("blue", "hold\n")])
    assert [path.name for path in orders_of(played, 2, "M1")] == ["blue.txt", "red.txt"]
    assert orders_of(played, 2, "M2") == []
    aside = set_aside_orders(played, 2, "M1", 7)
    assert aside is not None
    assert aside.name == "T2-M1.undone-7"
    assert orders_of(played, 2, "M1") == []
    assert set_aside_orders(played, 2, "M1", 8) is None


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    put(path, "old\n")

    def broken(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(OSError, match="disk full"):
        put(path, "new\n")
    assert [each.name for each in tmp_path.iterdir()] == ["log"]
    assert path.read_text() == "old\n"


def test_a_change_says_what_was_there_before() -> None:
    with pytest.raises(DriftError, match=r"hood\.hp is 7 and not 8"):
        apply(START, [Change("hood", "hp", 8, 9)])
    with pytest.raises(DriftError):
        apply({"a": {"b": 1}}, [Change("a", "b", True, 2)])
    with pytest.raises(DriftError):
        apply(START, [Change("renown", "hp", 8, 9)])


names = st.sampled_from(["a", "b", "c"])
worlds = st.dictionaries(names, st.dictionaries(names, st.integers(0, 3), min_size=1))


@given(worlds, worlds)
def test_changes_lead_from_any_world_to_any_other_and_back(one: World, other: World) -> None:
    there = [
        change
        for id_ in sorted({*one, *other})
        for change in alter(
            one, id_, **{key: other.get(id_, {}).get(key) for key in {*one.get(id_, {}), *other.get(id_, {})}}
        )
    ]
    assert apply(one, there) == other
    assert apply(other, [change.inverse for change in reversed(there)]) == one
    assert (state_hash(one) == state_hash(other)) is (one == other)
