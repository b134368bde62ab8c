"""Whole movement phases: random ones keep what must be kept, and the odds are what all dice together come to."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.border_patrol.campaign.asking import standing
from flagplot.border_patrol.campaign.casting import Casting
from flagplot.border_patrol.campaign.context import Phase
from flagplot.border_patrol.campaign.papers import Orders, read_orders
from flagplot.border_patrol.campaign.phase import play, prepare
from flagplot.border_patrol.campaign.pieces import CLOCK, Pieces, Standing
from flagplot.border_patrol.campaign.settings import Settings, settings_of
from flagplot.border_patrol.campaign.sheet import read_sheet
from flagplot.border_patrol.stranded.deadline import deadline
from flagplot.border_patrol.stranded.routes import best_routes
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.world import World, apply

HEAD = """
system = "bp"
name = "Random"
turn = 5
phase = 2
phases = 4
[map]
columns = 6
rows = 6
offset = "even"
[schedule]
2 = [2, 4]
1 = [2]
[terrain]
nebula = ["0302", "0403"]
ringed-giant = ["0303"]
"""
HEXES = [f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 7)]
KINDS = ["pf", "interceptor", "fighter", "heavy-fighter", "bomber", "admin-shuttle"]
READINGS = {
    "check-terrain": ["occupied", "destination", "worst"],
    "attempts": ["optional", "every-scheduled"],
    "support-of-two-units": ["one-unit", "together"],
    "rescue-capacity": ["needed", "ignored"],
    "deadline-and-combat": ["after-combat", "before-combat"],
    "terrain-kill": ["at-once", "phase-end"],
    "rolls": ["craft", "flotilla"],
}

units = st.fixed_dictionaries(
    {
        "team": st.sampled_from(["alliance", "coalition"]),
        "kind": st.sampled_from(["ship", "ship", "ship", "base", "star-system"]),
        "hex": st.sampled_from(HEXES),
        "bays": st.integers(0, 4),
        "links": st.integers(0, 3),
        "tows": st.integers(0, 1),
        "takes-crew": st.booleans(),
        "in-supply": st.booleans(),
        "stores": st.sampled_from(["0", "1", "3/8"]),
    }
)
crafts = st.fixed_dictionaries(
    {
        "team": st.sampled_from(["alliance", "coalition"]),
        "kind": st.sampled_from(KINDS),
        "hex": st.sampled_from(HEXES),
        "crew": st.sampled_from(["ace", "good"]),
        "crippled": st.booleans(),
    }
)


def table(kind: str, fields: dict[str, Any]) -> str:
    """One entry of a sheet."""
    lines = [
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for key, value in fields.items()
    ]
    return "\n".join([f"[[{kind}]]", *lines]).replace("'", '"')


def sheet(parts: Sequence[str], chosen: dict[str, str]) -> str:
    """A whole sheet."""
    readings = "\n".join(f'{id_} = "{option}"' for id_, option in chosen.items())
    return f"{HEAD}\n[readings]\n{readings}\n" + "\n".join(parts)


def begun(text: str) -> tuple[World, Settings]:
    faults = Faults()
    beginning = read_sheet(text, "sheet", faults)
    faults.settle()
    assert beginning is not None
    return beginning.world, settings_of(beginning.head)


def ordered(world: World, known: Settings, papers: dict[str, list[str]]) -> Orders:
    faults = Faults()
    texts = [
        Paper(owner, f"ORDERS OF {owner}\n" + "\n".join(lines) + "\nEND OF ORDERS\n") for owner, lines in papers.items()
    ]
    orders = read_orders(texts, Pieces(world, known.options), known, faults)
    faults.settle()
    return orders


def played(world: World, known: Settings, papers: dict[str, list[str]], key: int | None = 7) -> Phase:
    orders = ordered(world, known, papers)
    casting = Casting(Pieces(world, known.options).now.phase, key, orders.dice)
    return play(prepare(world, orders, known, casting, Faults()))


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[list[str], dict[str, str], dict[str, list[str]]]:
    """Parts of a sheet, readings, and orders, most of which will do."""
    found = draw(st.lists(units, min_size=1, max_size=6))
    flown = draw(st.lists(crafts, max_size=8))
    parts = [table("unit", {"id": f"u{n}", **fields}) for n, fields in enumerate(found)]
    parts += [table("craft", {"id": f"c{n}", **fields}) for n, fields in enumerate(flown)]
    chosen = {id_: draw(st.sampled_from(options)) for id_, options in READINGS.items()}
    orders: dict[str, list[str]] = {"master": [], "alliance": [], "coalition": []}
    for n, fields in enumerate(found):
        for line in draw(st.lists(st.sampled_from(["move u{} to {}", "destroyed u{}", "supply u{} out"]), max_size=1)):
            orders["master"].append(line.format(n, draw(st.sampled_from(HEXES))))
        if fields["stores"] == "3/8" and draw(st.booleans()):
            orders[fields["team"]].append(f"serve u{n}: none")
    for n, fields in enumerate(flown):
        unit, hex_ = draw(st.integers(0, len(found) - 1)), draw(st.sampled_from(HEXES))
        own = ["hold c{0}", "run c{0} to u{1}", "run c{0} via {2}", "save c{0} by u{1}", "surrender c{0}"]
        for line in draw(st.lists(st.sampled_from(own), max_size=1)):
            orders[fields["team"]].append(line.format(n, unit, hex_))
        for line in draw(st.lists(st.sampled_from(["captured c{0} by u{1}", "destroyed c{0}"]), max_size=1)):
            if draw(st.integers(0, 3)) == 0:
                orders["master"].append(line.format(n, unit))
    return parts, chosen, orders


@settings(max_examples=100)
@given(campaigns(), st.integers(0, 2**32))
def test_random_phases_keep_what_must_be_kept(
    campaign: tuple[list[str], dict[str, str], dict[str, list[str]]], key: int
) -> None:
    parts, chosen, papers = campaign
    world, known = begun(sheet(parts, chosen))
    try:
        first = played(world, known, papers, key)
    except Refused:
        papers = {}
        first = played(world, known, papers, key)
    phase = first
    for _ in range(3):
        check(phase, known)
        phase = played(phase.world, known, {}, key)
    shuffled = list(parts)
    random.Random(key).shuffle(shuffled)
    again, _ = begun(sheet(shuffled, chosen))
    mixed = {owner: random.Random(key).sample(lines, len(lines)) for owner, lines in reversed(papers.items())}
    assert played(again, known, mixed, key).deeds == first.deeds


def check(phase: Phase, known: Settings) -> None:
    """What holds after any phase."""
    world = phase.world
    assert set(world) == set(phase.start)
    changes = [change for deed in phase.deeds for change in deed.changes]
    assert apply(phase.start, changes) == world
    assert apply(world, [change.inverse for change in reversed(changes)]) == phase.start
    before, after = Pieces(phase.start, known.options), Pieces(world, known.options)
    assert (world[CLOCK]["turn"], world[CLOCK]["phase"]) == (
        before.now.turn + (before.now.phase == 4),
        before.now.phase % 4 + 1,
    )
    gone = {Standing.DESTROYED, Standing.CAPTURED, Standing.SCUTTLED}
    for id_, craft in after.craft.items():
        was = before.craft[id_]
        if was.standing in gone:
            assert craft.standing is was.standing
        if craft.standing is Standing.ABOARD:
            assert after.units[craft.host].is_active
            assert after.units[craft.host].team == craft.team
            assert not craft.hex
        if craft.standing is Standing.OUT:
            assert craft.hex in known.board
            if not craft.is_patrol_ship:
                assert craft.hex == was.hex or was.standing is Standing.ABOARD
                if craft.since:
                    assert before.now < deadline(craft.since, known.terrain_at(craft.hex), 4)
    for unit in after.units.values():
        free = after.rescuer(unit)
        if known.options["rescue-capacity"] == "needed":
            assert min(free.bays, free.links, free.tows) >= 0
        assert 0 <= world[unit.id]["stock"] <= world[unit.id]["capacity"]
    moved = {craft.id for craft in after.craft.values() if craft.hex != before.craft[craft.id].hex and craft.hex}
    checked = {deed.facts["craft"] for deed in phase.deeds if deed.kind == "check" and deed.facts["lives"]}
    assert {id_ for id_ in moved if before.craft[id_].standing is Standing.OUT} <= checked


TRACK = """
[[unit]]
id = "base"
kind = "base"
team = "alliance"
hex = "0601"
[[craft]]
id = "ace"
team = "alliance"
kind = "{kind}"
crew = "{crew}"
crippled = {crippled}
hex = "{hex}"
"""


@pytest.mark.parametrize(
    ("kind", "crew", "crippled", "hex_"),
    [
        ("pf", "ace", "false", "0402"),
        ("pf", "good", "false", "0501"),
        ("interceptor", "ace", "false", "0402"),
        ("pf", "ace", "true", "0501"),
        ("pf", "ace", "false", "0403"),
    ],
)
def test_the_odds_are_what_all_dice_come_to(kind: str, crew: str, crippled: str, hex_: str) -> None:
    """Every way in which the dice can fall, phase by phase, against the chance of the best route."""
    text = HEAD + TRACK.format(kind=kind, crew=crew, crippled=crippled, hex=hex_)
    world, known = begun(text)
    asked = standing(world, known, "ace")
    best = best_routes(asked.chart, asked.craft.crew, asked.craft.hex, asked.goals, asked.now)[0]
    checks = len(best.legs)
    home = 0
    for faces in product(range(1, 7), repeat=checks):
        now = world
        left = list(faces)
        while True:
            pieces = Pieces(now, known.options)
            if pieces.craft["ace"].standing is not Standing.OUT:
                break
            rolls = known.hexes_in(1 if crippled == "true" else 2, pieces.now.phase)
            die = [f"die ace {left.pop(0)}"] if rolls and left else []
            now = played(now, known, {"master": die, "alliance": ["run ace to base"] if die else []}, None).world
        home += pieces.craft["ace"].standing is Standing.ABOARD
    assert Fraction(home, 6**checks) == best.chance


def test_dice_of_one_craft_do_not_depend_on_the_others() -> None:
    craft = table("craft", {"id": "ace", "team": "alliance", "kind": "pf", "crew": "ace", "hex": "0102"})
    other = table("craft", {"id": "bee", "team": "alliance", "kind": "pf", "crew": "ace", "hex": "0102"})
    base = table("unit", {"id": "base", "team": "alliance", "kind": "base", "hex": "0601"})
    faces = []
    for parts in ([base, craft], [base, other, craft], [craft, base, other]):
        phase = played(*begun(sheet(parts, {})), {}, 99)
        faces.append(
            [deed.facts["die"] for deed in phase.deeds if deed.facts.get("craft") == "ace" and "die" in deed.facts]
        )
    assert len(faces[0]) == 1
    assert faces[0] == faces[1] == faces[2]
