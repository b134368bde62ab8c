"""Reports of days with several engagements and with none are verified, explained and corrected like any other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from flagplot.core.papers import Paper
from flagplot.core.report import Roll, walk
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct
from flagplot.desk.explain import as_dict, explanation, find_event
from flagplot.desk.verify import verify

VERIFIER = Path(__file__).parents[2] / "docs" / "reference" / "verifier.py"
FORMS = ("text", "markdown", "json", "xenforo", "discord", "html")
SECRET = bytes(range(32))

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection
FF,escort,5,30,3,3x5,direct,14,11
CA,cruiser,10,60,2,4x6,direct,12,13
TR,other,10,,1,,,,
"""

SCENARIO = """\
name = "Convoy"
battle = "mobile"
rounds = 4
book = "book.csv"
[[side]]
name = "Red"
ships = '''
2 FF Swift, Sure
2 CA Kent, York
'''
[[side]]
name = "Blue"
ships = '''
2 CA Guard, Escort
1 FF Scout
1 FF Tail
2 TR
'''
"""

ORDERS = {
    "several": {
        "Red": "plan press\nelement Hunters at 2 chase: FF",
        "Blue": "plan defend\nelement Train at 1 avoid: Tail, TR\nelement Scouts avoid: Scout",
    },
    "one": {"Red": "plan press", "Blue": "element Scouts at 3 avoid: Scout"},
    "none": {"Red": "intent avoid", "Blue": "intent avoid"},
}


def papers_of(orders: dict[str, str]) -> Papers:
    posts = tuple(Paper(f"{name}.txt", f"ORDERS OF {name}\n{text}\nEND OF ORDERS\n") for name, text in orders.items())
    return Papers(Paper("convoy.toml", SCENARIO), Paper("book.csv", BOOK), posts)


@pytest.fixture(scope="module")
def days() -> dict[str, Verdict]:
    """A day with several engagements, one with one behind a chase, and one with none, each with a secret."""
    return {name: adjudicate(papers_of(orders), SECRET) for name, orders in ORDERS.items()}


def test_the_days_are_what_they_are_called(days: dict[str, Verdict]) -> None:
    fights = {name: len(verdict.encounter.fights) for name, verdict in days.items()}
    assert fights == {"several": 2, "one": 1, "none": 0}
    assert all(verdict.encounter.prebattle.events for verdict in days.values())


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("form", FORMS)
def test_a_true_report_holds_and_a_changed_one_does_not(days: dict[str, Verdict], name: str, form) -> None:
    report = days[name].write(form)
    found = verify(report, "report")
    assert found.holds
    assert found.dice == sum(cast.draw.n for _, cast, _, _ in days[name].encounter.casts())
    assert found.verdict.headline == days[name].headline
    changed = report.replace("Before the battle", "Before the Battle", 1)
    assert changed != report
    assert not verify(changed, "report").holds


@pytest.mark.parametrize("name", ORDERS)
def test_every_event_is_explained_with_the_dice_of_its_own_engagement(days: dict[str, Verdict], name: str) -> None:
    verdict, text = days[name], days[name].write()
    drawn = list(verdict.encounter.casts())
    for event in verdict.encounter.events:
        rolls = [node for node in walk(explanation(verdict, event)) if isinstance(node, Roll)]
        mine = [(source.faces(cast.draw), sample) for found, cast, source, sample in drawn if found is event]
        assert [roll.faces for roll in rolls] == [faces for faces, _ in mine]
        assert all((":" in roll.address) == (sample > 0) for roll, (_, sample) in zip(rolls, mine, strict=True))
        plain = json.loads(json.dumps(as_dict(verdict, event)))
        assert [tuple(die["faces"]) for die in plain["dice"]] == [faces for faces, _ in mine]
    last = verdict.encounter.events[-1]
    assert find_event(text, "report", last.seq)[1] == last


@pytest.mark.parametrize("name", ORDERS)
def test_json_and_the_printed_verifier_agree_on_every_die(days: dict[str, Verdict], name: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(days[name].write("json"), encoding="utf-8")
    document = json.loads(path.read_text(encoding="utf-8"))
    draws = document["dice"]["draws"]
    assert [draw["sample"] for draw in draws] == [sample for _, _, _, sample in days[name].encounter.casts()]
    assert [event["seq"] for event in document["events"]] == [*range(1, len(document["events"]) + 1)]
    told = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), str(path)], capture_output=True, text=True, check=False
    )
    number = sum(len(draw["faces"]) for draw in draws)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.endswith(f": {number} dice agree\n")
    if draws:
        # The face that stands at the address in another engagement is another die.
        draws[-1]["sample"] += 1
        path.write_text(json.dumps(document), encoding="utf-8")
        told = subprocess.run([sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
        assert told.returncode == 1


def changed_orders(name: str, **orders: str) -> Papers:
    return papers_of({**ORDERS[name], **orders})


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("first", "second"), [("several", "none"), ("none", "several"), ("several", "one"), ("one", "several")]
)
def test_a_correction_may_bring_engagements_or_take_them_away(days: dict[str, Verdict], form, first, second) -> None:
    again = correct(papers_of(ORDERS[second]), days[first])
    assert again.origin == days[first].origin
    text = again.write(form)
    assert "Changes against the earlier report" in text
    assert verify(text, "report").holds
    if form == "text" and "none" in (first, second):
        assert "met nobody" in text


def test_a_correction_of_one_engagement_leaves_the_dice_of_the_others(days: dict[str, Verdict]) -> None:
    red = ORDERS["several"]["Red"] + "\nwithdraw cruiser at 90%"
    again = correct(changed_orders("several", Red=red), days["several"])

    def dice(verdict: Verdict) -> dict[tuple[object, ...], tuple[int, ...]]:
        return {
            (sample, cast.draw.address, cast.draw.start): source.faces(cast.draw)
            for _, cast, source, sample in verdict.encounter.casts()
        }

    before, after = dice(days["several"]), dice(again)
    shared = before.keys() & after.keys()
    assert shared
    for place in shared:
        n = min(len(before[place]), len(after[place]))
        assert before[place][:n] == after[place][:n]


def test_the_digest_of_the_orders_knows_elements_however_they_are_spelt() -> None:
    def spelt(red: str) -> str:
        return adjudicate(changed_orders("several", Red=red)).origin.orders_digest

    plain = spelt("element Hunters at 2 chase: Swift, Sure")
    assert plain == spelt('ELEMENT "Hunters" Chase AT 2:  sure,\n  swift')
    assert plain != spelt("element Hunters at 1 chase: Swift, Sure")
    assert plain != spelt("element Hunters at 2: Swift, Sure")
