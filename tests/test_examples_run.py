"""The battles under ``examples`` run, nothing in them is lost or made, and only what matters decides them."""

import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from flagplot.core.commitment import KeyOrigin
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.battle import Papers, Verdict, adjudicate, fight_docket, read_docket, read_papers
from flagplot.fta3.report.reporting import final_state

EXAMPLES = Path(__file__).parent.parent / "examples"
LONG = {"200v200": pytest.mark.slow}
FOLDERS = [
    pytest.param(folder, id=folder.name, marks=LONG.get(folder.name, ()))
    for folder in sorted(path.parent for path in EXAMPLES.glob("*/scenario.toml"))
]
Fight = Callable[[Path], Verdict]

each_example = pytest.mark.parametrize("folder", FOLDERS)


def papers_of(folder: Path) -> Papers:
    faults = Faults()
    papers = read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "blue.txt"], faults)
    faults.settle()
    assert papers is not None
    return papers


@pytest.fixture(scope="module")
def fought() -> Fight:
    """The verdict of a folder, fought once for all tests that only look at it."""
    known: dict[Path, Verdict] = {}

    def verdict(folder: Path) -> Verdict:
        if folder not in known:
            known[folder] = adjudicate(papers_of(folder))
        return known[folder]

    return verdict


def test_every_example_that_is_promised_is_there() -> None:
    names = {folder.id for folder in FOLDERS}
    assert names >= {"10v10", "40v40", "200v200", "40v40-everything", "first-battle"}


@each_example
def test_it_says_that_it_is_invented(folder: Path, fought: Fight) -> None:
    verdict = fought(folder)
    assert "invented" in (folder / "scenario.toml").read_text(encoding="utf-8").split("\n\n")[0]
    assert verdict.docket.scenario.invented
    assert "The ship book is invented for demonstration." in verdict.report().banner
    assert all(standing.sent for standing in verdict.docket.standings.values())


@each_example
def test_every_ship_is_somewhere_at_the_end(folder: Path, fought: Fight) -> None:
    verdict = fought(folder)
    state = final_state(verdict.fought)
    for side in verdict.docket.scenario.sides:
        ships = {ship.id for owner in side.owners for ship in owner.combatants}
        where = Counter(state[id_]["status"] for id_ in ships)
        assert where.total() == len(ships)
        assert set(where) <= {"active", "killed", "withdrawn", "absent"}
        assert all((state[id_]["status"] == "killed") == (int(state[id_]["hp"]) <= 0) for id_ in ships)


@each_example
def test_hit_points_go_where_the_events_say(folder: Path, fought: Fight) -> None:
    verdict = fought(folder)
    taken: dict[str, int] = defaultdict(int)
    dealt: dict[int, int] = defaultdict(int)
    landed: dict[int, int] = defaultdict(int)
    for event in verdict.fought.events:
        if event.kind == "damage":
            taken[str(event.facts["ship"])] += int(event.facts["damage"])
            landed[event.round] += int(event.facts["damage"])
        elif event.kind in ("pierce", "strike", "stand-off"):
            dealt[event.round] += int(event.facts["damage"])
    state = final_state(verdict.fought)
    ships = {ship.id: ship for side in verdict.docket.scenario.sides for ship in side.ships if ship.hp is not None}
    assert taken, "nobody was hurt"
    assert set(taken) <= set(ships)
    assert {id_: (ship.hp or 0) - taken[id_] for id_, ship in ships.items()} == {id_: state[id_]["hp"] for id_ in ships}
    assert {number: damage for number, damage in dealt.items() if damage} == landed


@each_example
def test_every_fighter_is_somewhere_at_the_end(folder: Path, fought: Fight) -> None:
    verdict = fought(folder)
    state = final_state(verdict.fought)
    lost: dict[str, int] = defaultdict(int)
    surrendered: dict[str, int] = defaultdict(int)
    for event in verdict.fought.events:
        id_ = str(event.facts.get("wing", ""))
        if event.kind == "fighters-lost":
            lost[id_] += int(event.facts["fighters"])
        elif event.kind == "strike":
            lost[id_] += int(event.facts["lost"])
        elif event.kind == "return":
            lost[id_] -= int(event.facts["fighters"])
        elif event.kind == "surrender":
            surrendered[id_] += int(event.facts["fighters"])
    for side in verdict.docket.scenario.sides:
        for wing in (wing for owner in side.owners for wing in owner.wings):
            at_end = {name: int(number) for name, number in state[wing.id].items()}
            assert sum(at_end.values()) == wing.number
            assert min(at_end.values()) >= 0
            assert (at_end["lost"], at_end["surrendered"]) == (lost[wing.id], surrendered[wing.id])


def shuffled(papers: Papers) -> Papers:
    """The same battle with every list of ships from its last line to its first, and the order files the other way."""

    def turned(match: re.Match[str]) -> str:
        lines = "\n".join(reversed(match[1].strip().splitlines()))
        return f'ships = """\n{lines}\n"""'

    text, lists = re.subn(r'ships = """\n(.*?)"""', turned, papers.scenario.text, flags=re.DOTALL)
    assert lists >= 2
    return replace(papers, scenario=Paper(papers.scenario.name, text), orders=papers.orders[::-1])


@each_example
def test_the_order_of_lines_and_files_decides_nothing(folder: Path, fought: Fight) -> None:
    papers = papers_of(folder)
    turned = shuffled(papers)
    assert turned.scenario.text != papers.scenario.text
    other = adjudicate(turned)
    assert other.fought.events == fought(folder).fought.events
    assert other.result_digest == fought(folder).result_digest


@each_example
def test_the_same_papers_make_the_same_report(folder: Path, fought: Fight) -> None:
    assert adjudicate(papers_of(folder)).write() == fought(folder).write()


@each_example
def test_two_processes_write_the_same_report(folder: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "flagplot",
        "battle",
        "scenario.toml",
        "--orders",
        "red.txt",
        "--orders",
        "blue.txt",
    ]
    reports = [
        subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True)
        for seed in ("0", "1")
    ]
    assert reports[0].stdout
    assert reports[0].stdout == reports[1].stdout


@pytest.mark.parametrize(("name", "ships"), [("10v10", 10), ("40v40", 40), ("200v200", 200)])
def test_plain_guns_are_fair_and_plain(name: str, ships: int) -> None:
    sides = read_docket(papers_of(EXAMPLES / name), Faults()).scenario.sides
    for side in sides:
        sizes = Counter(ship.hull.size.value for ship in side.ships)
        assert sizes == {"capital": ships * 2 // 10, "cruiser": ships * 3 // 10, "escort": ships * 5 // 10}
        assert not any(owner.wings for owner in side.owners)
        assert not any(ship.hull.standoff_attacks or ship.hull.traits for ship in side.ships)
    hulls = [Counter((ship.hull.code, ship.hull.tl, ship.hp) for ship in side.ships) for side in sides]
    assert hulls[0] == hulls[1]


def test_plain_guns_last_about_eight_rounds() -> None:
    papers = papers_of(EXAMPLES / "10v10")
    docket = read_docket(papers, Faults())
    origins = [KeyOrigin(docket.scenario.name, docket.orders_digest, bytes([number])) for number in range(40)]
    lengths = [fight_docket(papers, docket, origin).fought.events[-1].round for origin in origins]
    assert 7.5 <= mean(lengths) <= 8.5


def test_everything_shows_everything(fought: Fight) -> None:
    verdict = fought(EXAMPLES / "40v40-everything")
    scenario = verdict.docket.scenario
    red, blue = scenario.sides
    assert [len([ship for ship in side.ships if ship.hp is not None]) for side in (red, blue)] == [40, 40]
    assert len({owner.tl for owner in red.owners}) == len(red.owners) == 2
    assert len({ship.hull.standoff_damage for ship in red.ships if ship.hull.standoff_attacks}) == 2
    assert {ship.level.value for ship in red.ships if ship.level} >= {"fine", "light", "medium"}
    assert any(ship.hp is None for ship in blue.ships)
    assert any(ship.hull.speed == 0 for ship in blue.ships)
    assert {ruling.verb for ruling in scenario.rulings} == {"modifier", "arrives", "ends"}
    assert {ruling.kind for ruling in scenario.rulings if ruling.kind} == {"hit", "pierce", "position"}
    assert scenario.readings["fdc-capacity"] != "unlimited"
    kinds = {event.kind for event in verdict.fought.events}
    assert kinds >= {
        *("initiative", "launch", "arrival", "interception", "dogfight", "fighters-lost", "stand-off", "position"),
        *("pair", "flank", "range", "flank-range", "aim", "hit", "pierce", "damage", "strike", "reconstitution"),
        *("return", "killed", "withdrawal", "force-withdrawal", "end"),
    }
    assert any(event.kind == "interception" and event.facts["leader"] == 0 for event in verdict.fought.events)


def test_the_first_battle_is_that_of_the_demonstration(fought: Fight) -> None:
    verdict = fought(EXAMPLES / "first-battle")
    assert verdict.papers.book is not None
    demo = Path(__file__).parent.parent / "src" / "flagplot" / "fta3" / "data" / "demo"
    for name in ("red.txt", "blue.txt"):
        assert (EXAMPLES / "first-battle" / name).read_bytes() == (demo / name).read_bytes()
    for side in verdict.docket.scenario.sides:
        assert sorted(ship.hull.weight for ship in side.ships) == [8, 8, 8, 16, 16, 33, 33]
