"""A ground war from its files to a report that is verified, explained, replayed, corrected and checked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from flagplot.core.commitment import read_secret
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct, read_papers
from flagplot.desk.check import check_battle, check_orders, receipt_report
from flagplot.desk.explain import explanation, find_event
from flagplot.desk.ground_odds import ground_odds
from flagplot.desk.replay import replay, scenes
from flagplot.desk.verify import verify
from flagplot.formats.writers import write

EXAMPLE = Path(__file__).parents[2] / "examples" / "landing"
GO_ON = 'entries = """\nafter 1: continue\nafter 2: Blue surrenders: enough\n"""\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "landing"))


def papers_of(folder: Path) -> Papers:
    faults = Faults()
    papers = read_papers(folder / "landing.toml", [folder / "red.txt", folder / "blue.txt"], faults)
    faults.settle()
    assert papers is not None
    return papers


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def fight(folder: Path) -> Verdict:
    faults = Faults()
    return adjudicate(papers_of(folder), read_secret(folder / "landing.secret", faults), faults)


def test_a_war_stops_where_the_moderator_has_to_decide(folder: Path) -> None:
    verdict = fight(folder)
    assert verdict.headline.startswith("The war has stopped after quarter 1: the moderator has to say whether")
    assert "UNCOMMITTED" not in verdict.write()


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_a_report_is_fought_again_from_its_machine_block(folder: Path, form: str) -> None:
    written = fight(folder).write(form)  # type: ignore[arg-type]
    found = verify(written, "report")
    assert found.holds
    assert found.dice > 50
    changed = verify(written.replace("Tarsis Foot", "Tarsis Food"), "report") if form == "text" else None
    assert changed is None or not changed.holds


def test_json_has_every_event_and_the_state(folder: Path) -> None:
    told = json.loads(fight(folder).write("json"))
    assert told["state"]["sky-shield"].keys() == {"fit", "spent", "resting", "destroyed", "ashore"}
    assert [event["seq"] for event in told["events"]] == list(range(1, len(told["events"]) + 1))
    assert {draw["phase"] for draw in told["dice"]["draws"]} <= set(range(60, 72))


def test_an_entry_carries_the_war_on_with_the_same_dice(folder: Path) -> None:
    first = fight(folder)
    edit(folder, "landing.toml", "[[side]]", f"{GO_ON}[[side]]")
    second = correct(papers_of(folder), first)
    shared = len([event for event in first.encounter.events if event.kind != "stop"])
    assert [e.text for e in second.encounter.events[:shared]] == [e.text for e in first.encounter.events[:shared]]
    assert second.headline == "The war is over: Red holds the field, Blue surrenders."
    report = second.write()
    assert verify(report, "second").holds
    assert "put in: after 1: continue" in report
    assert "What stands differently" in report


def test_an_order_for_a_later_quarter_leaves_the_first_as_it_was(folder: Path) -> None:
    first = fight(folder)
    edit(folder, "landing.toml", "[[side]]", f"{GO_ON}[[side]]")
    edit(folder, "red.txt", "priority normal from 2", "priority low from 2")
    second = correct(papers_of(folder), first)
    saves = [e.facts for v in (first, second) for e in v.encounter.events if e.kind == "save" and e.round == 1]
    assert saves[: len(saves) // 2] == saves[len(saves) // 2 :]


@pytest.mark.parametrize(
    ("kind", "told"), [("resolution", "relative size"), ("dogfight", "Needed on the die: 20 less 5")]
)
def test_events_are_explained_with_what_made_up_their_numbers(folder: Path, kind: str, told: str) -> None:
    verdict = fight(folder)
    number = next(event.seq for event in verdict.encounter.events if event.kind == kind)
    found, event = find_event(verdict.write(), "report", number)
    assert told in write(explanation(found, event), "text")


def test_a_war_is_replayed_by_quarters(folder: Path) -> None:
    verdict = fight(folder)
    chosen = scenes(verdict, "report", round_=1)
    assert [scene.title for scene in chosen] == ["Quarter 1"]
    told = write(replay(verdict, chosen, dice=True), "text")
    assert all(event.text.split()[0] in told for event in verdict.encounter.events)
    assert "R1 leadership" in told
    with pytest.raises(Refused, match="no round 2"):
        scenes(verdict, "report", round_=2)


def test_a_fleet_battle_is_not_corrected_into_a_ground_war(folder: Path) -> None:
    fleet = Path(__file__).parents[2] / "examples" / "first-battle"
    faults = Faults()
    papers = read_papers(fleet / "scenario.toml", [fleet / "red.txt", fleet / "blue.txt"], faults)
    assert papers is not None
    with pytest.raises(Refused, match="do not correct each other"):
        correct(papers_of(folder), adjudicate(papers))


def test_the_receipt_tells_units_orders_and_what_is_left_to_the_moderator(folder: Path) -> None:
    edit(folder, "army.csv", "1st Marines,interface", "1st Marines,espatier")
    text = write(receipt_report(check_battle(papers_of(folder), Faults())), "text")
    assert "- priority normal from 2" in text
    assert "The moderator has to say what the trait 'void jockey' does here." in text


def test_a_missing_ground_book_is_one_fault(folder: Path) -> None:
    (folder / "army.csv").unlink()
    faults = Faults()
    assert read_papers(folder / "landing.toml", [], faults) is None
    assert [(each.code, each.where.rpartition("/")[2]) for each in faults.found] == [("missing-file", "army.csv")]


def test_odds_come_from_the_papers_of_a_ground_war_only(folder: Path) -> None:
    odds = ground_odds(folder / "landing.toml", [folder / "red.txt", folder / "blue.txt"])
    assert sum(odds.quarter.results.weights.values()) == odds.quarter.results.total
    fleet = Path(__file__).parents[2] / "examples" / "first-battle" / "scenario.toml"
    with pytest.raises(Refused, match="no ground war"):
        ground_odds(fleet)
    edit(folder, "army.csv", "1st Marines,interface", "1st Marines,espatier")
    with pytest.raises(Refused, match="no odds without the moderator"):
        ground_odds(folder / "landing.toml")


def test_a_player_checks_his_own_orders_for_the_ground(folder: Path) -> None:
    faults = Faults()
    (receipt,) = check_orders([Paper("red.txt", (folder / "red.txt").read_text(encoding="utf-8"))], None, None, faults)
    assert receipt.as_dict()["kind"] == "ground orders"
    assert receipt.as_dict()["orders"][:2] == ["commit least", "priority high"]
    with pytest.raises(Refused, match="none of high, normal, low"):
        check_orders([Paper("red.txt", "ORDERS OF Red\npriority hihg\nland all\nEND OF ORDERS")], None, None, Faults())


def test_orders_of_a_fleet_are_still_those_of_a_fleet() -> None:
    (receipt,) = check_orders([Paper("red.txt", "ORDERS OF Red\ncommit least\nEND OF ORDERS")], None, None, Faults())
    assert receipt.as_dict()["kind"] == "orders"
