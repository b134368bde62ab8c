"""Verifying a report: the true one holds, any change is found in its line or refused, and nothing in it is believed."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.canonical import digest
from flagplot.core.commitment import commitment
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct
from flagplot.desk.explain import find_event
from flagplot.desk.verify import Verification, as_dict, read_earlier, refight, told, verify
from flagplot.formats.machine import BEGIN, END, encode, find

FORMS = ("text", "markdown", "json", "html")
POSTED = "Flagplot commitment for the battle '{battle}' (dice format 1): sha256 {digits}"


@pytest.fixture(scope="module")
def reports(verdict: Verdict) -> dict[str, str]:
    """The small battle's report in each form."""
    return {form: verdict.write(form, 80) for form in FORMS}


def value_of(report: str) -> dict[str, Any]:
    faults = Faults()
    found = find(report, "report", faults)
    assert found is not None
    return found


def with_block(report: str, value: dict[str, Any]) -> str:
    """The report with another value in its machine block, sealed anew as a forger would."""
    if report.startswith("{"):
        document = json.loads(report) | {"machine": value, "machine_sha256": digest(value)}
        return json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1) + "\n"
    before, _, rest = report.partition(BEGIN)
    return before + encode(value) + rest.partition(END)[2]


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as caught:
        call()
    return [refusal.code for refusal in caught.value.refusals]


# --- True reports -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("width", [40, 77, 120])
def test_a_true_report_holds(verdict: Verdict, form, width: int) -> None:
    found = verify(verdict.write(form, width), "report")
    assert found.holds
    assert found.difference is None
    assert found.posted is None
    assert found.verdict.result_digest == verdict.result_digest
    assert found.dice == sum(cast.draw.n for event in verdict.fought.events for cast in event.casts)


@pytest.mark.parametrize("form", FORMS)
def test_uncommitted_and_corrected_reports_hold_too(papers: Papers, edited, verdict: Verdict, form) -> None:
    assert verify(adjudicate(papers).write(form), "report").holds
    second = correct(edited(scenario={"hit +1": "hit +2"}), verdict)
    assert verify(second.write(form), "report").holds
    third = correct(edited(scenario={"hit +1": "hit -3"}, orders={"plan press": "plan raid"}), second)
    found = verify(third.write(form), "report")
    assert found.holds
    assert found.verdict.earlier is not None
    assert found.verdict.earlier.result_digest == second.result_digest


def test_the_last_line_end_is_nobodys_concern(reports: dict[str, str]) -> None:
    for report in reports.values():
        assert verify(report.rstrip("\n"), "report").holds
        assert verify(report + "\n\n", "report").holds


def test_what_is_told_of_a_true_report(verdict: Verdict, papers: Papers, secret: bytes) -> None:
    lines = told(verify(verdict.write(), "r.txt"), "r.txt")
    assert lines[0].startswith("r.txt: every line is as it was fought again, with ")
    assert commitment(secret) in lines[1]
    assert "uncommitted" in told(verify(adjudicate(papers).write(), "r.txt"), "r.txt")[1]


# --- Changed reports ----------------------------------------------------------------------------------------------


def same_text(one: str, other: str) -> bool:
    """Whether two texts differ in line ends at their very end alone."""
    return one.rstrip("\n") == other.rstrip("\n")


def outcome(changed: str) -> Verification | Refused:
    """What comes of verifying it; anything but an answer or a refusal is an error."""
    try:
        return verify(changed, "report")
    except Refused as refused:
        return refused


def bare(text: str) -> list[str]:
    """The lines without what a quotation puts around them."""
    return [line for line in (line.replace("\u00a0", " ").strip(" \t\r>|\ufeff") for line in text.split("\n")) if line]


def assert_found(report: str, changed: str) -> None:
    """``changed`` differs from ``report``: it is refused as damaged, or its first other line is named.

    Only where every line is the same behind quote marks and blanks does the report hold all the same.
    """
    if same_text(report, changed):
        return
    pairs = zip(report.split("\n") + [None] * 9, changed.split("\n") + [None] * 9, strict=False)
    line = next(number for number, (old, new) in enumerate(pairs, 1) if old != new)
    found = outcome(changed)
    if isinstance(found, Refused):
        assert found.exit_code in (3, 4)
        assert all(refusal.where.startswith("report") for refusal in found.refusals)
        return
    assert found.difference is not None, f"line {line} was changed and nobody saw it"
    assert found.holds == found.true
    assert not found.true or (bare(report) == bare(changed) and not report.startswith("{"))
    assert found.difference.line == line


@pytest.mark.parametrize("form", FORMS)
def test_a_change_is_found_in_whatever_line(reports: dict[str, str], form: str) -> None:
    """One character of every third line of text and Markdown, of every twentieth of JSON, anywhere in the line."""
    lines = reports[form].rstrip("\n").split("\n")
    draw = random.Random(form)
    for number, line in enumerate(lines):
        if line and number % (20 if form == "json" else 3) == 0:
            place = draw.randrange(len(line))
            changed = line[:place] + ("x" if line[place] != "x" else "y") + line[place + 1 :]
            assert_found(reports[form], "\n".join([*lines[:number], changed, *lines[number + 1 :]]) + "\n")


@settings(max_examples=80)
@given(form=st.sampled_from(FORMS), data=st.data())
def test_a_changed_character_is_found(reports: dict[str, str], form: str, data: st.DataObject) -> None:
    report = reports[form]
    place = data.draw(st.integers(0, len(report) - 1))
    new = data.draw(st.sampled_from(' \n0aZ9*|"\\-=+/é💥,.') | st.characters(exclude_categories=["Cs", "Cc"]))
    assert_found(report, report[:place] + new + report[place + 1 :])


@settings(max_examples=40)
@given(form=st.sampled_from(FORMS), data=st.data())
def test_letters_put_in_or_taken_out_are_found(reports: dict[str, str], form: str, data: st.DataObject) -> None:
    report = reports[form]
    first = data.draw(st.integers(0, len(report) - 1))
    last = data.draw(st.integers(first, min(first + 90, len(report))))
    new = data.draw(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=3))
    assert_found(report, report[:first] + new + report[last:])


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_every_byte_of_the_last_line_of_the_block_counts(reports: dict[str, str], form: str) -> None:
    """Unused bits at the end of base64 are no place to hide."""
    lines = reports[form].split("\n")
    last = lines.index(END) - 1
    for place, letter in enumerate(lines[last]):
        for new in "AQgw=+":
            if new != letter:
                changed = [*lines]
                changed[last] = lines[last][:place] + new + lines[last][place + 1 :]
                assert_found(reports[form], "\n".join(changed))


def test_a_line_more_or_less_is_found(reports: dict[str, str]) -> None:
    lines = reports["text"].split("\n")
    where = lines.index("Luck")
    gone = verify("\n".join(lines[:where] + lines[where + 1 :]), "report")
    assert gone.difference is not None
    assert (gone.difference.line, gone.difference.new) == (where + 1, "Luck")
    more = verify(reports["text"] + "PS: it was fair.\n", "report")
    assert more.difference is not None
    assert (more.difference.new, more.difference.line) == (None, len(lines))
    assert "(it has ended)" in "\n".join(told(more, "r"))


def test_what_is_told_of_a_change(reports: dict[str, str]) -> None:
    found = verify(reports["text"].replace("Hood fires", "Hood smiles", 1), "r.txt")
    line = next(n for n, text in enumerate(reports["text"].split("\n"), 1) if "Hood fires" in text)
    lines = told(found, "r.txt")
    assert lines[0] == f"r.txt, line {line}: this is not what was fought."
    assert "Hood smiles" in lines[1]
    assert "Hood fires" in lines[2]
    plain = as_dict(found)
    assert plain["difference"]["line"] == line
    assert (plain["holds"], plain["commitment_fits"], plain["made_by"]) == (False, None, found.verdict.made_by)
    json.dumps(plain)


# --- Forged blocks ------------------------------------------------------------------------------------------------


def difference(changed: str) -> Verification:
    found = verify(changed, "report")
    assert found.difference is not None
    return found


@pytest.mark.parametrize("form", FORMS)
def test_another_secret_makes_other_dice(reports: dict[str, str], form: str) -> None:
    forged = value_of(reports[form]) | {"secret": "ff" * 32}
    difference(with_block(reports[form], forged))


@pytest.mark.parametrize("form", FORMS)
def test_other_papers_make_another_battle(reports: dict[str, str], form: str) -> None:
    forged = value_of(reports[form])
    forged["papers"]["scenario"]["text"] = forged["papers"]["scenario"]["text"].replace("hit +1", "hit +7")
    difference(with_block(reports[form], forged))


@pytest.mark.parametrize("form", FORMS)
def test_a_key_that_the_orders_do_not_make_is_not_believed(verdict: Verdict, form) -> None:
    """A referee who tries one 'digest of the orders' after another until he likes the dice is found out."""
    fished = replace(verdict, origin=replace(verdict.origin, orders_digest=hashlib.sha256(b"fishing").hexdigest()))
    refought = adjudicate(verdict.papers, verdict.origin.secret)
    forged = replace(fished, encounter=refought.encounter)
    difference(forged.write(form))
    renamed = replace(verdict, origin=replace(verdict.origin, battle="Another name"))
    difference(renamed.write(form))


def test_an_invented_correction_shows_itself(verdict: Verdict, edited) -> None:
    """Dice can be had from other first papers only by a report that calls itself a correction of them."""
    invented = adjudicate(edited(orders={"plan press": "plan raid"}), verdict.origin.secret)
    fished = correct(verdict.papers, invented)
    assert fished.origin.key != verdict.origin.key
    assert verify(fished.write(), "report").holds
    assert "Corrected: fought again with the dice of an earlier report." in fished.write().split("Verdict")[0]
    forged = value_of(fished.write()) | {"corrects": []}
    difference(with_block(fished.write(), forged))


@pytest.mark.parametrize("form", FORMS)
def test_a_report_of_another_version_holds_if_every_line_does(verdict: Verdict, form) -> None:
    older = replace(verdict, made_by="0.0.9").write(form)
    found = verify(older, "r")
    assert found.holds
    assert found.verdict.made_by == "0.0.9"
    changed = difference(older.replace("Hood fires", "Hood smiles", 1))
    assert "0.0.9" in told(changed, "r")[-2]


def test_a_version_that_is_no_version_cannot_steer_a_terminal(verdict: Verdict) -> None:
    odd = replace(verdict, made_by="\x1b[2J\u202e").write().replace("Hood fires", "Hood smiles", 1)
    assert not any("\x1b" in line or "\u202e" in line for line in told(verify(odd, "r"), "r"))


@pytest.mark.parametrize("form", FORMS)
def test_another_dice_format_is_a_conflict(reports: dict[str, str], form: str) -> None:
    changed = with_block(reports[form], value_of(reports[form]) | {"dice_format": 2})
    with pytest.raises(Refused) as caught:
        verify(changed, "report")
    assert [refusal.code for refusal in caught.value.refusals] == ["dice-format"]
    assert caught.value.exit_code == 4


def test_papers_that_are_refused_today_are_a_conflict(reports: dict[str, str]) -> None:
    forged = value_of(reports["text"])
    forged["papers"]["scenario"]["text"] = forged["papers"]["scenario"]["text"].replace("1 CA Hood", "1 CB Hood")
    with pytest.raises(Refused) as caught:
        verify(with_block(reports["text"], forged), "report")
    assert [refusal.code for refusal in caught.value.refusals] == ["other-rules"]
    assert caught.value.exit_code == 4
    assert "CB" in caught.value.refusals[0].message


# --- The commitment -----------------------------------------------------------------------------------------------


def test_the_posted_commitment_is_held_against_secret_and_battle(reports, papers: Papers, secret: bytes) -> None:
    digits = commitment(secret)
    right = POSTED.format(battle="Skirmish", digits=digits)
    found = verify(reports["text"], "r", f"My promise:\n> {right}\n")
    assert found.holds
    assert told(found, "r")[-1] == "The commitment that was posted fits its secret."
    for wrong in (POSTED.format(battle="Skirmish", digits="0" * 64), POSTED.format(battle="Other", digits=digits)):
        found = verify(reports["text"], "r", wrong)
        assert found.posted is False
        assert not found.holds
        assert "NOT" in told(found, "r")[-1]
    assert not verify(adjudicate(papers).write(), "r", right).holds
    assert codes(lambda: verify(reports["text"], "r", "no such line")) == ["no-commitment"]


def test_a_correction_fits_the_commitment_of_the_first(edited, verdict: Verdict, secret: bytes) -> None:
    renamed = correct(edited(scenario={'"Skirmish"': '"Skirmish, corrected"'}), verdict)
    posted = POSTED.format(battle="Skirmish", digits=commitment(secret))
    assert verify(renamed.write(), "r", posted).holds


# --- Arbitrary blocks ---------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a value."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in below for place in places(each, (*path, key)))]


def changed_at(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = changed_at(copied[path[0]], path[1:], new)
    return copied


@settings(max_examples=100)
@given(form=st.sampled_from(("text", "json")), data=st.data())
def test_whatever_stands_in_a_block_is_refused_or_compared(reports, verdict, edited, form, data: st.DataObject) -> None:
    """Any value at any place, sealed anew: a difference or a refusal comes of it, and no other error."""
    value = value_of(correct(edited(scenario={"hit +1": "hit +2"}), verdict).write(form))
    path = data.draw(st.sampled_from(places(value)[1:]))
    changed = with_block(reports[form], changed_at(value, path, data.draw(JSON)))
    found = outcome(changed)
    assert not isinstance(found, Refused) or found.exit_code in (3, 4)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_block_that_lacks_anything_is_refused(reports: dict[str, str], form: str) -> None:
    value = value_of(reports[form])
    for path in places(value)[1:]:
        if isinstance(path[-1], str):
            *above, key = path
            holder = value
            for step in above:
                holder = holder[step]
            rest = changed_at(value, tuple(above), {name: each for name, each in holder.items() if name != key})
            changed = with_block(reports[form], rest)
            assert codes(lambda changed=changed: verify(changed, "report")) == ["strange-block"], path


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "fta3 campaign"},
        {"secret": "ff"},
        {"secret": "ff" * 31},
        {"secret": "zz" * 32},
        {"written": {"form": "odt", "width": 80}},
        {"written": {"form": "xenforo", "width": 80, "length": 12}},
        {"written": {"form": "text", "width": 80, "length": 2000}},
        {"written": "text"},
        {"written": {"form": "text", "width": 39}},
        {"written": {"form": "text", "width": True}},
        {"written": {"form": "text", "width": "80"}},
        {"flagplot": 1},
        {"corrects": None},
        {"corrects": "abc"},
        {"corrects": [{}]},
        {"papers": []},
    ],
)
def test_a_block_of_another_kind_is_refused_as_strange(reports: dict[str, str], change: dict[str, Any]) -> None:
    changed = with_block(reports["text"], value_of(reports["text"]) | change)
    assert codes(lambda: verify(changed, "report")) == ["strange-block"]


@pytest.mark.parametrize("text", ["", "\x00", " \n", "two\r\nlines", "x" * (1024 * 1024 + 1)])
def test_papers_that_no_file_could_have_held_are_refused(reports: dict[str, str], text: str) -> None:
    forged = value_of(reports["text"])
    forged["papers"]["orders"][0]["text"] = text
    assert codes(lambda: verify(with_block(reports["text"], forged), "report")) == ["strange-block"]


@pytest.mark.parametrize("text", ["", "no report at all", "{}", "[]", "{", '{"machine": 1, "machine_sha256": "x"}'])
def test_what_is_no_report_is_damaged(text: str) -> None:
    with pytest.raises(Refused) as caught:
        verify(text, "report")
    assert caught.value.exit_code == 3


def test_a_report_to_be_corrected_adds_its_faults_to_the_others(reports: dict[str, str]) -> None:
    faults = Faults()
    assert read_earlier(None, "r", faults) is None
    assert not faults.found
    assert read_earlier("junk", "r.txt", faults) is None
    assert [refusal.where.split(",")[0] for refusal in faults.found] == ["r.txt"]
    earlier = read_earlier(reports["json"], "r", faults)
    assert earlier is not None
    assert earlier.result_digest == refight(reports["text"], "r")[0].result_digest


def test_a_battle_that_comes_out_otherwise_is_neither_corrected_nor_explained(reports: dict[str, str]) -> None:
    """Its report was made by other rules: what changed since could be the rules' doing, and events other ones."""
    other = with_block(reports["text"], value_of(reports["text"]) | {"result": "0" * 64})
    faults = Faults()
    assert read_earlier(other, "r", faults) is None
    assert [refusal.code for refusal in faults.found] == ["other-result"]
    assert "was changed" in faults.found[0].mend
    older = with_block(reports["text"], value_of(other) | {"flagplot": "0.0.9"})
    assert read_earlier(older, "r", faults) is None
    assert "0.0.9" in faults.found[1].mend
    with pytest.raises(Refused) as caught:
        find_event(other, "r", 1)
    assert caught.value.exit_code == 4
    difference(other)


def test_a_bug_in_the_rules_is_not_called_damage(reports: dict[str, str], monkeypatch) -> None:
    """What breaks while the battle is fought must come to light."""

    def broken(*_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("flagplot.desk.arenas.fleets.fight_all", broken)
    with pytest.raises(KeyError, match="a bug"):
        verify(reports["text"], "report")


def test_names_that_look_like_the_marks_of_a_block_do_no_harm(edited) -> None:
    for name in (BEGIN, END, f"x {BEGIN}"):
        verdict = adjudicate(edited(scenario={'"Skirmish"': json.dumps(name), '"a pilot"': f'"{name}"'}))
        for form in FORMS:
            assert verify(verdict.write(form), "report").holds, (name, form)
