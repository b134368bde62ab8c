"""Reports with an aftermath are verified, corrected, explained, replayed; one held back foretells nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.core.report import Roll, walk
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct
from flagplot.desk.explain import as_dict, explanation
from flagplot.desk.replay import replay, scenes
from flagplot.desk.verify import verify
from flagplot.formats.writers import write

VERIFIER = Path(__file__).parents[2] / "docs" / "reference" / "verifier.py"
FORMS = ("text", "markdown", "json")
SECRET = bytes(range(32))

BOOK = """\
code,size,weight,hp,cost,di,years,speed,attacks,weapon,avoidance,protection,hangars,traits
CA,cruiser,16,60,175,50,2,2,2x13,direct,8,8,,"boarding-pod, fold-drive"
FF,escort,8,36,90,20,1,3,1x9,direct,9,8,,damage-control
CV,capital,24,60,300,90,3,2,,,8,8,4,
"""
SCENARIO = """\
name = "Aftermath"
battle = "mobile"
rounds = 6
book = "book.csv"
{rulings}
[[side]]
name = "Red"
ships = '''
5 CA Hood, York, Kent, Ajax, Leander
1 CV Ark
'''
fighters = "14 TL5"
[[side]]
name = "Blue"
ships = '''
2 CA Orel, Ost
4 FF Grom, Strogy, Bodry, Bujny
'''
"""
ORDERS = "ORDERS OF Blue\nplan last-stand\nEND OF ORDERS\n"
RULINGS = """\
has-troops Hood, York because "the marines"
transit-weeks 2 because "the lane"
home-ground nobody because "deep space"
"""


def papers(*lines: str, rulings: str = "") -> Papers:
    text = SCENARIO.format(rulings=f"rulings = '''\n{rulings}'''" if rulings else "")
    after = (Paper("red-after.txt", "\n".join(["ORDERS OF Red", *lines, "END OF ORDERS"])),) if lines else ()
    return Papers(Paper("s.toml", text), Paper("book.csv", BOOK), (Paper("blue.txt", ORDERS),), aftermath=after)


@pytest.fixture(scope="module")
def before() -> Verdict:
    return adjudicate(papers(), SECRET)


@pytest.fixture(scope="module")
def settled() -> Verdict:
    return adjudicate(papers("let-go others", "hold-field Ajax", rulings=RULINGS), SECRET)


def test_the_battle_is_the_same_with_and_without_its_aftermath(before: Verdict, settled: Verdict) -> None:
    assert not before.encounter.aftermath.is_settled
    assert settled.encounter.aftermath.is_settled
    assert settled.encounter.events[: len(before.encounter.events)] == before.encounter.events
    assert settled.origin == before.origin
    assert settled.result_digest != before.result_digest
    kinds = {event.kind for event in settled.encounter.aftermath.events}
    assert {"landing", "no-hangar", "hulk", "flight"} <= kinds, kinds


@pytest.mark.parametrize("form", FORMS)
def test_a_true_report_holds_and_a_changed_one_does_not(settled: Verdict, form) -> None:
    report = settled.write(form)
    found = verify(report, "report")
    assert found.holds
    assert found.dice == sum(cast.draw.n for _, cast, _, _ in settled.encounter.casts())
    changed = report.replace("holds the field", "held the field", 1)
    assert changed != report
    assert not verify(changed, "report").holds


def test_the_report_shows_what_everybody_decided(before: Verdict, settled: Verdict) -> None:
    told = settled.write()
    assert "hold-field" not in before.write()
    assert "- Red: let-go others\n- Red: hold-field Ajax\n" in told
    assert "- Hood, York with troops aboard: the marines." in told


def test_every_event_of_it_is_explained_with_its_dice(settled: Verdict) -> None:
    drawn = {event.seq: (cast, source) for event, cast, source, _ in settled.encounter.casts()}
    for event in settled.encounter.aftermath.events:
        report = explanation(settled, event)
        rolls = [node for node in walk(report) if isinstance(node, Roll)]
        assert len(rolls) == len(event.casts)
        for roll in rolls:
            cast, source = drawn[event.seq]
            assert roll.faces == source.faces(cast.draw)
        assert event.text in write(report, "text", width=120).replace("\n", " ") or len(event.text) > 100
        assert json.loads(json.dumps(as_dict(settled, event)))["kind"] == event.kind


def test_damage_control_is_told_among_what_was_added(settled: Verdict) -> None:
    flights = [event for event in settled.encounter.aftermath.events if event.kind == "flight"]
    frigates = [event for event in flights if settled.encounter.scenario.labels()[str(event.facts["ship"])] != "Orel"]
    told = [write(explanation(settled, event), "text") for event in frigates if event.modifiers]
    assert told
    assert all("Damage control, module [flight/modifiers]: +1" in text for text in told)


def test_the_printed_verifier_agrees_on_every_die(settled: Verdict, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(settled.write("json"), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), str(path)], capture_output=True, text=True, check=False
    )
    number = sum(cast.draw.n for _, cast, _, _ in settled.encounter.casts())
    assert told.stdout.endswith(f": {number} dice agree\n")
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["aftermath"]["open"]
    assert document["state"]["red/ajax"]["duty"] == "holds the field"


@pytest.mark.parametrize("form", FORMS)
def test_decisions_that_come_later_are_told_against_the_first_report(before: Verdict, settled: Verdict, form) -> None:
    again = correct(settled.papers, before)
    assert again.origin == before.origin
    text = again.write(form)
    assert "put in: Red: hold-field Ajax" in text
    assert verify(text, "report").holds
    assert [event.as_dict() for event in again.encounter.events] == [
        event.as_dict() for event in settled.encounter.events
    ]


def test_it_is_replayed_as_a_scene_of_its_own(before: Verdict, settled: Verdict) -> None:
    assert [scene.title for scene in scenes(settled, "report")][-1] == "Aftermath"
    assert "Aftermath" not in [scene.title for scene in scenes(before, "report")]
    (scene,) = scenes(settled, "report", round_=0)
    told = write(replay(settled, [scene], dice=True), "text")
    assert "R0 flight" in told
    assert "holds the field" in told


def test_decisions_that_cannot_be_are_refused_whole(before: Verdict) -> None:
    with pytest.raises(Refused) as found:
        adjudicate(papers("run-down Hood with York to destroy", "spend-shield Ark"), SECRET)
    assert [refusal.code for refusal in found.value.refusals] == ["own-prey"]
    with pytest.raises(Refused) as found:
        adjudicate(papers("spend-shield Ark", "convoy Kent"), SECRET)
    assert [refusal.code for refusal in found.value.refusals] == ["rolls-no-flight", "no-prize"]


@pytest.mark.parametrize("form", FORMS)
def test_a_report_that_is_held_back_tells_nothing_of_the_dice_to_come(before: Verdict, form) -> None:
    text = before.write(form, held_back=True)
    assert "HELD BACK" in text
    for told in (SECRET.hex(), f"{before.origin.key:016x}", "machine_sha256"):
        assert told not in text
    whole = before.write(form)
    assert SECRET.hex() in whole
    with pytest.raises(Refused):
        verify(text, "report")


def test_papers_without_an_aftermath_have_the_machine_block_of_old(before: Verdict) -> None:
    assert "aftermath" not in before.papers.as_dict()
    assert verify(replace(before).write(), "report").holds
