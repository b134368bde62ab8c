"""What the scripted campaign comes to, worked out by hand from the rules; its every line stands in a golden file."""

import runpy
from pathlib import Path

import pytest

from flagplot.core.folder import Game, open_game
from flagplot.core.refusal import Faults
from flagplot.core.world import state_hash

STORY = runpy.run_path(str(Path(__file__).with_name("border_patrol.py")))


def opened(folder: Path) -> Game:
    faults = Faults()
    game = open_game(folder, faults)
    faults.settle()
    assert game is not None
    return game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The campaign, played to its end."""
    folder = tmp_path_factory.mktemp("campaign") / "game"
    STORY["whole"](folder)
    return opened(folder)


# Turn 5 phase 4, from empty space 0504: ace 4 - 2 = 2 lives; crippled ace 2 - 2 + 2 = 2 lives; ace in an interceptor
# 3 - 2 + 1 = 2 lives; interceptor 2 + 1 = 3 dies. Turn 6 phase 2: from the ringed giant 3 - 2 + 1 = 2 lives, from the
# nebula 1 - 2 + 1 + 2 = 2 lives; the crippled one has but phase 4. Turn 6 phase 4: from empty space 4 - 2 = 2 lives and
# lands; from the ringed giant 2 - 2 + 2 + 1 = 3 dies; from empty space 3 - 2 + 1 = 2 lives and is towed.
CHECKS = [
    (5, "M4", "kestrel", 2, "empty-space"),
    (5, "M4", "merlin", 2, "empty-space"),
    (5, "M4", "swift", 2, "empty-space"),
    (5, "M4", "tern", 3, "empty-space"),
    (6, "M2", "kestrel", 2, "ringed-giant"),
    (6, "M2", "swift", 2, "nebula"),
    (6, "M4", "kestrel", 2, "empty-space"),
    (6, "M4", "merlin", 3, "ringed-giant"),
    (6, "M4", "swift", 2, "empty-space"),
]


def test_every_check_has_the_total_that_the_rule_gives(game: Game) -> None:
    found = [
        (each.turn, each.step, each.deed.facts["craft"], each.deed.facts["total"], each.deed.facts["terrain"])
        for each in game.records
        if each.deed.kind == "check" and each.turn < 7
    ]
    assert found == CHECKS


ENDS = {
    "kestrel": ("aboard", "outpost", "landed"),
    "swift": ("aboard", "kearsarge", "tow"),
    "merlin": ("destroyed", None, None),
    "tern": ("destroyed", None, None),
    "vulture": ("aboard", "kahless", "tow"),
    **{f"red-{n}": ("aboard", "lexington", "bay") for n in (1, 2, 3, 4)},  # in time
    "gold-1": ("captured", None, None),
    "gold-2": ("captured", None, None),
    "gold-3": ("destroyed", None, None),  # with its carrier
    "blue-1": ("destroyed", None, None),  # lexington came a phase too late
    "blue-2": ("destroyed", None, None),
    "stinger-1": ("aboard", "raven", "bay"),
    "stinger-2": ("aboard", "raven", "bay"),
    "stinger-3": ("captured", "freya", "bay"),  # there were two intact bays for three
}


@pytest.mark.parametrize("craft", ENDS)
def test_the_end_of_each_craft(game: Game, craft: str) -> None:
    fields = game.world[craft]
    assert (fields["standing"], fields.get("host"), fields.get("berth")) == ENDS[craft]


def test_the_stores_of_the_carrier_by_hand(game: Game) -> None:
    """A box is eight eighths. Out of supply from Turn 5 phase 4 on: four fighters as that phase begins, then eight.

    8 - 4 = 4; 4 - 4 (of 8 wanted) = 0; 0; 0 with 8 of the auxiliary; full again in supply.
    """
    stock: list[tuple[int, str, int]] = []
    for record in game.records:
        changes = (change for change in record.deed.changes if change[:2] == ("lexington", "stock"))
        stock += [(record.turn, record.step, change.after) for change in changes]
    assert stock == [(5, "M4", 4), (6, "M1", 0), (6, "M4", 8)]
    assert game.world["mule"]["cargo"] == 16
    dry = [each for each in game.records if each.deed.kind == "unserviced"]
    assert [(each.turn, each.step, each.deed.facts["craft"]) for each in dry] == [
        (6, "M1", "red-3, red-4, silver-3, silver-4"),
        (6, "M2", "red-1, red-2, red-3, red-4, silver-1, silver-2, silver-3, silver-4"),
    ]


def test_the_pirates_by_hand(game: Game) -> None:
    """Scrap 60 less two fighters of 8 / 2 is 52; one Coalition fighter of three is more than 9 / 10, of four not."""
    raven = [craft for craft, fields in game.world.items() if fields.get("host") == "raven"]
    assert raven == ["stinger-1", "stinger-2", "raven-z-v-1", "raven-f-18-1"]
    taken = [each.deed for each in game.records if each.deed.kind == "captured" and "scrap" in each.deed.facts]
    assert [(deed.facts["number"], deed.facts["scrap"]) for deed in taken] == [(2, "52")]
    assert [each.deed.facts["points"] for each in game.records if each.deed.kind == "bought"] == ["7", "7"]


def test_the_lost_ships_are_paid_for(game: Game) -> None:
    told = (each.deed.facts for each in game.records if each.deed.facts.get("paid"))
    paid = {facts["craft"]: facts["cost"] for facts in told}
    assert paid == {"tern": "12", "merlin": "25"}


def test_the_crews_that_do_more_by_hand(game: Game) -> None:
    """Rating 7 and 8 crews: the root of 15 is 3 whole, six halves for six of eight crews, beside the enemy in 0802."""
    told = [(each.turn, each.step, each.deed.facts) for each in game.records if each.deed.kind == "halves"]
    facts = {"unit": "lexington", "extra": 3, "crews": "1, 2, 3, 4, 5, 6"}
    assert told == [(5, "M4", facts), (6, "M1", facts), (6, "M2", facts)]


def test_the_chief_is_dead_and_the_wrong_phase_is_still_in_the_log(game: Game) -> None:
    assert "chief" not in game.world["lexington"]
    kinds = [each.deed.kind for each in game.records if each.turn == 7]
    assert kinds.count("chief-killed") == 2
    assert kinds.count("undone") == 1
    assert kinds.index("undone") > kinds.index("chief-killed")


def test_nothing_is_lost_and_nothing_is_made(game: Game) -> None:
    """Every craft is aboard, destroyed or captured; new are those that were bought."""
    before = {id_ for id_, fields in game.start.items() if fields["is"] == "craft"}
    after = {id_ for id_, fields in game.world.items() if fields["is"] == "craft"}
    assert after - before == {"raven-z-v-1", "raven-f-18-1"}
    assert before <= after
    assert {game.world[id_]["standing"] for id_ in after} <= {"aboard", "destroyed", "captured"}


def test_another_run_gives_the_same_bytes(game: Game, tmp_path: Path) -> None:
    STORY["whole"](tmp_path / "again")
    again = opened(tmp_path / "again")
    assert state_hash(again.world) == state_hash(game.world)
    assert (tmp_path / "again" / "events.jsonl").read_bytes() == (game.folder / "events.jsonl").read_bytes()
