"""A verdict: where its dice come from, what its report carries, and what a correction changes."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.report import Listing, Section, Table, Text, walk
from flagplot.core.sources import Keyed
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.battle import SAME_DICE, UNCOMMITTED, Papers, Verdict, adjudicate, correct, read_papers
from flagplot.formats.machine import find


def plain_digest(value: object) -> str:
    """SHA-256 of JSON with sorted keys and no blanks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def seals(verdict: Verdict) -> dict[str, str]:
    text = verdict.write().partition("\nSeals\n")[2]
    pairs = re.findall(r"^(\w[^:\n]*): +(\S.*)$", text.partition("\nMachine block")[0], re.MULTILINE)
    return dict(pairs)


def story(verdict: Verdict) -> list[dict[str, object]]:
    return [event.as_dict() for event in verdict.fought.events]


def block(verdict: Verdict, **written: object) -> dict:
    faults = Faults()
    found = find(verdict.write(**written), "report", faults)
    assert found is not None
    assert not faults.found
    return found


# --- Dice ---------------------------------------------------------------------------------------------------------


def test_the_key_is_an_hmac_of_the_battle_and_its_orders_under_the_secret(verdict: Verdict, secret: bytes) -> None:
    """As documented: first 64 bits of HMAC-SHA256(secret, "battle", name and digest of the orders, a line each)."""
    orders = {
        "red": ["plan press", "target all: cruiser, any", "withdraw escort at 25%"],
        "blue": ["plan defend"],
    }
    orders_digest = plain_digest({"battle": "Skirmish", "orders": {owner: sorted(o) for owner, o in orders.items()}})
    message = f"battle\nSkirmish\n{orders_digest}"
    key = hmac.new(secret, message.encode(), "sha256").hexdigest()[:16]
    told = seals(verdict)
    assert told["digest of the orders"] == orders_digest
    assert told["dice key"] == key
    assert told["secret"] == secret.hex()
    assert told["commitment"] == hashlib.sha256(secret).hexdigest()
    assert told["dice format"] == "1"


def test_the_key_does_not_depend_on_how_the_orders_came(papers: Papers, verdict: Verdict, secret: bytes) -> None:
    red, blue = papers.orders
    quoted = "\n".join(f"> {line}" for line in red.text.splitlines())
    lines = ["withdraw escort at 25%", "target all: cruiser, any", "plan press"]
    ways = {
        "other names": (Paper("x.md", red.text), Paper("y", blue.text)),
        "other order": (blue, red),
        "one file": (Paper("thread.txt", f"{blue.text}\nand\n\n{red.text}"),),
        "quoted": (Paper("red.txt", f"[quote=me]\n{quoted}\n[/quote]"), blue),
        "wrapped": (
            Paper("red.txt", red.text.replace("all: cruiser, any\nwithdraw ", "all:\ncruiser,\nany withdraw ")),
            blue,
        ),
        "other order of lines": (Paper("red.txt", "\n".join(["ORDERS OF Red", *lines, "END OF ORDERS"])), blue),
        "in capitals": (Paper("red.txt", red.text.upper()), blue),
        "spelt otherwise": (Paper("red.txt", red.text.replace("escort at 25%", "escort: 25 %")), blue),
        "commented": (Paper("red.txt", red.text.replace("plan press", "plan press   # at once")), blue),
    }
    for way, orders in ways.items():
        other = adjudicate(replace(papers, orders=orders), secret)
        assert other.origin.key == verdict.origin.key, way
        assert story(other) == story(verdict), way


def test_other_orders_another_name_or_another_secret_make_another_key(papers, edited, verdict, secret) -> None:
    others = [
        adjudicate(edited(orders={"plan press": "plan raid"}), secret),
        adjudicate(edited(scenario={"Skirmish": "Skirmish II"}), secret),
        adjudicate(papers, secret[::-1]),
        adjudicate(papers),
        adjudicate(replace(papers, orders=papers.orders[:1]), secret),
    ]
    keys = {other.origin.key for other in others} | {verdict.origin.key}
    assert len(keys) == 6


def test_forces_and_rulings_leave_the_key_and_the_dice_of_others_alone(verdict: Verdict, edited, secret) -> None:
    """A ship more, a ruling more: nobody else's dice move."""
    more = adjudicate(
        edited(scenario={"1 EC\n": "1 EC\n1 EC Third\n", 'because "a pilot"': 'because "two pilots"'}), secret
    )
    assert more.origin.key == verdict.origin.key
    before = {(cast.draw.address, cast.purpose): cast.draw for event in verdict.fought.events for cast in event.casts}
    shared = 0
    for event in more.fought.events:
        for cast in event.casts:
            draw = before.get((cast.draw.address, cast.purpose))
            if draw is not None:
                n = min(draw.n, cast.draw.n)
                assert more.fought.source.faces(cast.draw)[:n] == verdict.fought.source.faces(draw)[:n]
                shared += 1
    assert shared > 5


def test_without_a_secret_the_report_says_so_first(papers: Papers, verdict: Verdict) -> None:
    uncommitted = adjudicate(papers)
    assert uncommitted.report().banner[0] == UNCOMMITTED
    for form in ("text", "markdown"):
        assert UNCOMMITTED.split(":")[0] in uncommitted.write(form).split("Verdict")[0]
        assert "UNCOMMITTED" not in verdict.write(form)
    assert json.loads(uncommitted.write("json"))["report"]["banner"] == [UNCOMMITTED]
    told = seals(uncommitted)
    assert (told["secret"], told["commitment"]) == ("none", "none")


# --- What a report carries ----------------------------------------------------------------------------------------


def test_the_machine_block_holds_the_papers_letter_by_letter(papers: Papers, verdict: Verdict, secret: bytes) -> None:
    for form in ("text", "markdown", "json"):
        found = block(verdict, form=form, width=72)
        assert found["papers"]["scenario"] == {"name": "scenario.toml", "text": papers.scenario.text}
        assert found["papers"]["book"] == {"name": "book.csv", "text": papers.book.text}
        assert [paper["text"] for paper in found["papers"]["orders"]] == [paper.text for paper in papers.orders]
        assert found["secret"] == secret.hex()
        assert found["corrects"] == []
        assert found["written"] == {"form": form, "width": 72}
        assert found["result"] == verdict.result_digest


def test_the_demonstration_book_is_not_carried_along(papers: Papers) -> None:
    scenario = (
        'name = "Demo"\nbattle = "mobile"\n[[side]]\nname = "A"\nships = "1 CA"\n[[side]]\nname = "B"\nships = "1 CA"\n'
    )
    verdict = adjudicate(Papers(Paper("s.toml", scenario), None, ()))
    assert block(verdict)["papers"]["book"] is None
    assert seals(verdict)["digest of the ship book"] == hashlib.sha256(demo_book().text.encode()).hexdigest()


def test_the_digests_are_those_of_book_and_result(papers: Papers, verdict: Verdict) -> None:
    told = seals(verdict)
    assert told["digest of the ship book"] == hashlib.sha256(papers.book.text.encode()).hexdigest()
    document = json.loads(verdict.write("json"))
    result = plain_digest({"events": document["events"], "state": document["state"]})
    assert told["digest of the result"] == document["result"] == result


def test_json_holds_every_event_and_every_die_with_its_address(verdict: Verdict) -> None:
    document = json.loads(verdict.write("json"))
    assert document["events"] == story(verdict)
    dice = document["dice"]
    assert dice["key"] == seals(verdict)["dice key"]
    assert dice["message"] == verdict.origin.message
    casts = [cast for event in verdict.fought.events for cast in event.casts]
    assert len(dice["draws"]) == len(casts)
    source = Keyed(int(dice["key"], 16))
    for told, cast in zip(dice["draws"], casts, strict=True):
        assert [told[name] for name in ("round", "phase", "side", "roller")] == list(cast.draw.address)
        assert tuple(told["faces"]) == source.faces(cast.draw)
        assert (told["start"], told["sides"]) == (cast.draw.start, cast.draw.sides)
        assert told["rule"].startswith("fta3 ")
    assert document["state"]["red/hood"]["status"] in ("active", "killed", "withdrawn")


def test_width_is_for_text_and_told_to_whoever_verifies(verdict: Verdict) -> None:
    for width in (40, 120):
        report = verdict.write("text", width).partition("-----BEGIN")[0]
        assert max(map(len, report.splitlines())) <= width
    with pytest.raises(ValueError, match="39"):
        verdict.write("text", 39)
    unlike = {block(verdict, form="markdown", width=width)["written"]["width"] for width in (40, 120)}
    assert unlike == {40, 120}


def test_remarks_on_how_orders_were_read_stand_in_the_report(papers: Papers) -> None:
    twice = f"> {papers.orders[0].text}".replace("\n", "\n> ") + "\n" + papers.orders[0].text
    verdict = adjudicate(replace(papers, orders=(Paper("thread.txt", twice),)))
    assert "thread.txt" in verdict.write()
    assert "give way" in verdict.write()


def test_papers_too_long_for_a_block_are_refused_and_json_takes_them(verdict: Verdict, monkeypatch) -> None:
    monkeypatch.setattr("flagplot.formats.machine.LONGEST", 500)
    for form in ("text", "markdown"):
        with pytest.raises(Refused) as caught:
            verdict.write(form)
        assert [refusal.code for refusal in caught.value.refusals] == ["papers-too-long"]
        assert "--format json" in caught.value.refusals[0].mend
    assert json.loads(verdict.write("json"))["machine"]["papers"]


# --- Reading papers -----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, papers: Papers) -> Path:
    for paper in (papers.scenario, papers.book, *papers.orders):
        (tmp_path / paper.name).write_text(paper.text, encoding="utf-8")
    return tmp_path


def test_papers_are_named_by_the_last_part_of_their_path(folder: Path, papers: Papers) -> None:
    faults = Faults()
    read = read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "blue.txt"], faults)
    assert read == papers
    assert not faults.found


def test_every_file_that_cannot_be_read_is_told(folder: Path) -> None:
    (folder / "red.txt").write_bytes(b"\xff\xfe")
    (folder / "book.csv").unlink()
    faults = Faults()
    assert read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "nobody.txt"], faults) is None
    assert [fault.code for fault in faults.found] == ["not-utf8", "missing-file", "missing-file"]
    assert "book.csv" in faults.found[2].where


def test_faults_of_scenario_orders_and_those_found_before_come_together(edited) -> None:
    faults = Faults()
    faults.add("not-a-secret", "secret", "no secret")
    bad = edited(
        scenario={"1 CA Hood": "1 CB Hood"}, orders={"plan press": "plan depress", "plan defend": "plan attend"}
    )
    with pytest.raises(Refused) as caught:
        adjudicate(bad, None, faults)
    assert {refusal.code for refusal in caught.value.refusals} >= {"not-a-secret", "unknown-hull", "unknown-plan"}
    assert len([refusal for refusal in caught.value.refusals if refusal.code == "unknown-plan"]) == 2


# --- Corrections --------------------------------------------------------------------------------------------------


def changes(verdict: Verdict) -> Section:
    return next(
        child
        for child in verdict.report().children
        if isinstance(child, Section) and child.title == "Changes against the earlier report"
    )


def table(section: Section, caption: str) -> list[tuple[str, ...]]:
    return [row for node in walk(section) if isinstance(node, Table) and node.caption == caption for row in node.rows]


def test_a_correction_of_nothing_changes_nothing(papers: Papers, verdict: Verdict) -> None:
    again = correct(papers, verdict)
    assert story(again) == story(verdict)
    assert again.report().banner == (SAME_DICE,)
    assert [node.text for node in walk(changes(again)) if isinstance(node, Text)] == ["Every ship ended as before."]


def test_the_order_of_the_order_files_is_no_correction(papers: Papers, verdict: Verdict) -> None:
    again = correct(replace(papers, orders=papers.orders[::-1]), verdict)
    assert [node.text for node in walk(changes(again)) if isinstance(node, Text)] == ["Every ship ended as before."]


def test_a_correction_keeps_the_dice_even_where_the_orders_change(edited, verdict: Verdict) -> None:
    again = correct(edited(orders={"plan press": "plan raid"}), verdict)
    assert again.origin == verdict.origin
    assert seals(again)["dice key"] == seals(verdict)["dice key"]
    assert seals(again)["result it corrects"] == verdict.result_digest


def test_a_correction_tells_line_by_line_and_ship_by_ship_what_changed_and_why(edited, verdict: Verdict) -> None:
    again = correct(edited(scenario={"modifier hit +1: Hood": "modifier hit +9: Hood"}), verdict)
    section = changes(again)
    lines = [node for node in section.children if isinstance(node, Listing)]
    assert [item.text for item in lines[0].items] == [
        'taken out: modifier hit +1: Hood because "a pilot"',
        'put in: modifier hit +9: Hood because "a pilot"',
    ]
    rows = table(section, "Ships that ended differently")
    assert [row[0] for row in rows] == ["Blue's CA 1"] or [row[0] for row in rows] == ["CA 1"]
    first = next(
        (old, new)
        for old, new in zip(verdict.fought.events, again.fought.events, strict=False)
        if old.text != new.text and "blue/ca-1" in (old.facts.get("ship"), old.facts.get("other"))
    )
    assert rows[0][3] == f"was R{first[0].round} '{first[0].text}'; is R{first[1].round} '{first[1].text}'"
    # Whoever does not meet the ship that was corrected rolls as before.
    untouched = [
        (old, new)
        for old, new in zip(verdict.fought.events, again.fought.events, strict=False)
        if old.round == 1 and old.facts.get("ship") == "blue/ca-1" and old.kind in ("hit", "pierce")
    ]
    assert untouched
    assert all(old.text == new.text for old, new in untouched)


def test_ships_that_came_or_went_are_told(edited, verdict: Verdict) -> None:
    again = correct(edited(scenario={"1 EC\n": "1 EC Swift\n1 ME Dealer\n"}), verdict)
    rows = {row[0]: row[1:3] for row in table(changes(again), "Ships that ended differently")}
    assert rows["EC 1"][1] == "not there"
    assert rows["Swift"][0] == "not there"
    assert rows["Dealer"] == ("not there", "no combatant")


def test_fighters_that_ended_differently_are_told(edited, verdict: Verdict) -> None:
    again = correct(edited(scenario={"2 TL5": "9 TL5, 1 TL4"}), verdict)
    rows = {row[0]: row[1:] for row in table(changes(again), "Fighters that ended differently")}
    assert set(rows) == {"Red's TL5", "Red's TL4"}
    assert rows["Red's TL4"][0] == "not there"
    assert "2 fighters launched" in rows["Red's TL5"][2]
    assert "9 fighters launched" in rows["Red's TL5"][2]


def test_a_force_that_left_is_the_reason_for_each_of_its_ships(edited) -> None:
    """A ship may end differently without an event of its own: its whole force was ordered away."""
    scenario = {"1 EC\n": "3 EC\n", "1 CA\n1 ME": "5 CA\n1 ME"}
    stubborn, eager = (
        edited(scenario, {"withdraw escort at 25%": f"withdraw all never\nwithdraw force {when}"})
        for when in ("never", "at 1%")
    )
    first = adjudicate(stubborn)
    again = correct(eager, first)
    assert any(event.kind == "force-withdrawal" for event in again.fought.events)
    rows = {row[0]: row[1:] for row in table(changes(again), "Ships that ended differently")}
    assert rows
    assert not any("its own events are the same" in row[2] for row in rows.values())
    assert any("Red has lost" in row[2] for row in rows.values())


def test_a_correction_of_a_correction_remembers_the_first(edited, papers: Papers, verdict: Verdict) -> None:
    second = correct(edited(scenario={"hit +1": "hit +2"}), verdict)
    third = correct(edited(scenario={"hit +1": "hit +3"}), second)
    assert third.origin == verdict.origin
    found = block(third)
    assert [each["scenario"]["text"] for each in found["corrects"]] == [
        second.papers.scenario.text,
        papers.scenario.text,
    ]
    assert seals(third)["result it corrects"] == second.result_digest


def test_a_correction_of_faulty_papers_is_refused(edited, verdict: Verdict) -> None:
    with pytest.raises(Refused):
        correct(edited(scenario={"1 CA Hood": "1 CB Hood"}), verdict)


def test_two_books_that_have_no_line_in_common_are_compared_at_once(papers: Papers, verdict: Verdict) -> None:
    """Comparing letters of thousands of lines would take minutes."""

    def book(mark: str) -> Paper:
        rows = "".join(f"{mark}{n},cruiser,{n % 40},{n + 1},2,{n % 9 + 1}x5,direct,12,13,,\n" for n in range(1500))
        return Paper("book.csv", papers.book.text + rows)

    first = adjudicate(replace(papers, book=book("X")))
    began = time.perf_counter()
    again = correct(replace(papers, book=book("Y")), first)
    assert len(next(node for node in changes(again).children if isinstance(node, Listing)).items) == 3000
    assert time.perf_counter() - began < 5
    assert verdict.result_digest == correct(papers, verdict).result_digest
