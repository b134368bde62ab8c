"""Case files: what they may say, and what running them finds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flagplot.core import readings
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Refusal, Refused
from flagplot.engine import rulebook
from flagplot.engine.case import Case, CaseOutcome, CaseResult
from flagplot.engine.cases import check, load, load_folder, run
from flagplot.engine.ruleset import Ruleset, standings

Answer = Callable[..., dict[str, Any]]

BOOK = """
system = "toy"
page = "Toy rules"
[[rule]]
id = "duel"
title = "Duel"
section = ""
text = "Both roll."
[[rule]]
id = "duel/tie"
title = "Ties"
section = "duel"
text = "Roll again."
"""

READINGS = """
system = "toy"
[[reading]]
id = "tie"
number = "R1"
title = "Ties"
question = "Who wins a tie?"
default = "again"
rules = ["duel/tie"]
[reading.options]
again = "Nobody; roll again."
first = "The first."
"""

QUESTION = """
[[case]]
id = "duel/1"
rules = ["duel"]
title = "The higher die wins"
reading = "R1"
option = "first"
example = "E7"
ask = "winner"
given = {ours = 4, theirs = 3}
expect = {wins = true, by = "1/2"}
"""

BATTLE = """
[[case]]
id = "duel/tie/1"
rules = ["duel", "duel/tie"]
title = "A tie is rolled again"
scenario = '''
[[side]]
name = "Red"
'''
orders = {Alice = '''
ORDERS OF Alice
END OF ORDERS
'''}
dice = ["R1 duel: 4 4", "R1 again: 6 2"]
rounds = 2
events = [{kind = "tie"}, {kind = "won", by = 4}]
never = [{kind = "lost"}]
state = {"alice/hood" = {hp = 120}}
"""


def refusal(code: str) -> Refusal:
    return Refusal(
        code=code, fault=Fault.ILLEGAL, where="here", message="it is wrong", citation=Citation("toy", "duel")
    )


def toy(questions: dict[str, Answer] | None = None, outcome: CaseOutcome | None = None) -> Ruleset:
    return Ruleset(
        id="toy",
        title="Toy",
        package="toygame",
        rulebook=rulebook.load(BOOK),
        readings=readings.load(READINGS),
        questions=questions or {},
        play_case=lambda case: outcome or CaseOutcome(),
    )


def codes_of(source: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        load(source, "duel.toml")
    return [each.code for each in caught.value.refusals]


def question(**answer: Any) -> Ruleset:
    def winner(ours: int, theirs: int) -> dict[str, Any]:
        return answer

    return toy({"winner": winner})


def test_a_question_and_a_battle_are_read_with_their_places() -> None:
    question, battle = load(QUESTION + BATTLE, "duel.toml")
    assert (question.id, question.where, question.is_battle) == ("duel/1", "duel.toml:2", False)
    assert (question.reading, question.option, question.example) == ("R1", "first", "E7")
    assert (question.ask, question.given) == ("winner", {"ours": 4, "theirs": 3})
    assert question.expect == {"wins": True, "by": "1/2"}
    assert (battle.id, battle.is_battle, battle.rules) == ("duel/tie/1", True, ("duel", "duel/tie"))
    assert battle.scenario.startswith('[[side]]\nname = "Red"')
    assert battle.orders["Alice"].splitlines() == ["ORDERS OF Alice", "END OF ORDERS"]
    assert battle.dice == ("R1 duel: 4 4", "R1 again: 6 2")
    assert (battle.rounds, battle.refused) == (2, None)
    assert (battle.events[1], battle.never[0]) == ({"kind": "won", "by": 4}, {"kind": "lost"})
    assert battle.state == {"alice/hood": {"hp": 120}}


@pytest.mark.parametrize(
    ("source", "old", "new", "code"),
    [
        (QUESTION, 'id = "duel/1"', 'id = "dual/1"', "wrong-id"),
        (QUESTION, 'id = "duel/1"', 'id = "duel"', "wrong-id"),
        (QUESTION, 'id = "duel/1"', "", "missing-field"),
        (QUESTION, 'rules = ["duel"]', "rules = []", "wrong-kind"),
        (QUESTION, 'title = "The higher die wins"', "", "missing-field"),
        (QUESTION, 'reading = "R1"', "", "option-without-reading"),
        (QUESTION, 'ask = "winner"', "", "ask-or-fight"),
        (QUESTION, 'ask = "winner"', 'ask = "winner"\nscenario = "x"', "ask-or-fight"),
        (QUESTION, 'ask = "winner"', 'ask = "winner"\ndice = ["R1: 3"]', "field-of-other-form"),
        (QUESTION, 'expect = {wins = true, by = "1/2"}', "", "expects-nothing"),
        (QUESTION, 'ask = "winner"', 'ask = "winner"\nrefused = "no"', "expects-nothing"),
        (QUESTION, 'by = "1/2"', "by = 0.5", "float"),
        (QUESTION, "expect =", "expcet =", "unknown-field"),
        (BATTLE, "rounds = 2", "rounds = 0", "wrong-kind"),
        (BATTLE, "rounds = 2", "given = {a = 1}", "field-of-other-form"),
        (BATTLE, "{hp = 120}", "120", "wrong-kind"),
        (BATTLE, "{hp = 120}", "{hp = [1.5]}", "float"),
        (BATTLE, '{kind = "tie"}', '"tie"', "wrong-kind"),
        (BATTLE, "[[case]]", "[[cases]]", "unknown-field"),
        (BATTLE, "rounds = 2", "refused = []", "wrong-kind"),
    ],
)
def test_faults_of_a_case_file(source: str, old: str, new: str, code: str) -> None:
    assert old in source
    assert code in codes_of(source.replace(old, new))


def test_every_fault_of_every_case_is_told_with_its_line() -> None:
    source = QUESTION.replace('id = "duel/1"', "") + BATTLE.replace("rounds = 2", "rounds = -1\nrouds = 2")
    with pytest.raises(Refused) as caught:
        load(source, "duel.toml")
    assert [(each.code, each.where) for each in caught.value.refusals] == [
        ("missing-field", "duel.toml:2"),
        ("wrong-kind", "duel.toml:13"),
        ("unknown-field", "duel.toml:13"),
    ]


def test_a_folder_is_read_whole_with_the_faults_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "b.toml").write_text(BATTLE)
    (tmp_path / "deep" / "a.toml").write_text(QUESTION)
    assert [case.id for case in load_folder(tmp_path)] == ["duel/tie/1", "duel/1"]
    (tmp_path / "a.toml").write_bytes(b"\xff")
    (tmp_path / "c.toml").write_text(QUESTION)
    with pytest.raises(Refused) as caught:
        load_folder(tmp_path)
    assert [(each.code, each.where) for each in caught.value.refusals] == [
        ("not-utf8", str(tmp_path / "a.toml")),
        ("double-id", f"{tmp_path / 'deep' / 'a.toml'}:2"),
    ]


@pytest.mark.parametrize("files", [(), ("comment.toml",)])
def test_a_folder_without_cases_is_refused(tmp_path: Path, files: tuple[str, ...]) -> None:
    for name in files:
        (tmp_path / name).write_text("# nothing yet")
    with pytest.raises(Refused, match="no case was found"):
        load_folder(tmp_path)


@pytest.mark.parametrize(
    ("source", "old", "new", "code", "mend"),
    [
        (BATTLE, 'rules = ["duel", ', 'rules = ["dual", ', "unknown-rule", "Did you mean 'duel'?"),
        (QUESTION, 'reading = "R1"', 'reading = "R2"', "unknown-reading", "Known: tie."),
        (QUESTION, 'option = "first"', 'option = "frist"', "unknown-option", "Did you mean 'first'?"),
        (QUESTION, 'ask = "winner"', 'ask = "winer"', "unknown-question", "Did you mean 'winner'?"),
        (QUESTION, "theirs = 3", "their = 3", "wrong-given", ""),
    ],
)
def test_a_case_that_names_what_there_is_not_is_refused_with_the_nearest(
    source: str, old: str, new: str, code: str, mend: str
) -> None:
    assert old in source
    with pytest.raises(Refused) as caught:
        check(load(source.replace(old, new), "duel.toml"), question())
    (found,) = caught.value.refusals
    assert (found.code, found.where, found.mend) == (code, "duel.toml:2", mend)


def test_a_reading_is_named_by_number_or_id() -> None:
    for label in ("R1", "tie"):
        check(load(QUESTION.replace("R1", label), "duel.toml"), question())


def test_the_standing_of_a_rule_counts_functions_and_cases(make_package: Callable[[dict[str, str]], str]) -> None:
    mark = "from flagplot.core.citation import carries_out\n@carries_out('toy', 'duel')\n"
    make_package({"rolls": f"{mark}def roll() -> int:\n    return 1\n"})
    duel, tie = standings(toy(), load(QUESTION + BATTLE, "duel.toml"))
    assert (duel.rule.id, duel.status) == ("duel", rulebook.Status.DONE)
    assert [each.__name__ for each in duel.functions] == ["roll"]
    assert [case.id for case in duel.cases] == ["duel/1", "duel/tie/1"]
    assert (tie.status, tie.functions, len(tie.cases)) == (rulebook.Status.NOT_YET, (), 1)


def ask(source: str, ruleset: Ruleset) -> CaseResult:
    (case,) = load(source, "duel.toml")
    return run(case, ruleset)


def test_a_question_passes_or_says_what_was_answered() -> None:
    assert ask(QUESTION, question(wins=True, by="1/2", more=3)).passed
    result = ask(QUESTION, question(wins=1))
    assert not result.passed
    assert result.message.splitlines() == [
        "wins should be true, but is 1",
        'by should be "1/2", but there is no such key (there are: wins)',
    ]


def refusing(*codes: str) -> Ruleset:
    def winner(ours: int, theirs: int) -> dict[str, Any]:
        raise Refused([refusal(code) for code in codes])

    return toy({"winner": winner})


def test_a_question_may_expect_exactly_these_refusals() -> None:
    refused = QUESTION.replace('expect = {wins = true, by = "1/2"}', 'refused = ["too-low", "too-high"]')
    one = QUESTION.replace('expect = {wins = true, by = "1/2"}', 'refused = "too-low"')
    assert ask(refused, refusing("too-high", "too-low")).passed
    assert ask(one, refusing("too-low")).passed
    assert not ask(one, refusing("too-low", "too-high")).passed
    assert ask(refused, question()).message == "too-high, too-low should be refused, but nothing was"
    assert ask(QUESTION, refusing("too-low")).message == (
        "nothing should be refused, but too-low was\n  here: it is wrong [toy duel]."
    )


def test_what_the_code_raises_fails_the_case_and_is_kept() -> None:
    def winner(ours: int, theirs: int) -> dict[str, Any]:
        return {"wins": ours / 0}

    result = ask(QUESTION, toy({"winner": winner}))
    assert (result.passed, result.message) == (False, "ZeroDivisionError: division by zero")
    assert isinstance(result.error, ZeroDivisionError)


WON: list[dict[str, Any]] = [{"kind": "tie"}, {"kind": "roll"}, {"kind": "won", "by": 4}]
HOOD = {"alice/hood": {"hp": 120, "status": "active"}}


def test_a_battle_passes_or_says_what_came() -> None:
    assert ask(BATTLE, toy(outcome=CaseOutcome(events=WON, state=HOOD))).passed
    result = ask(BATTLE, toy(outcome=CaseOutcome(events=[*WON[:2], {"kind": "lost"}], state={"alice/hood": {"hp": 1}})))
    assert result.message.splitlines() == [
        'event 2 {"kind": "won", "by": 4} did not come; the kinds that came: roll, lost',
        'event {"kind": "lost"} should never come, but {"kind": "lost"} did',
        "alice/hood: hp should be 120, but is 1",
    ]


def test_a_battle_that_is_refused_fails_unless_that_is_expected() -> None:
    refused = CaseOutcome(refusals=[refusal("unknown-hull")])
    assert not ask(BATTLE, toy(outcome=refused)).passed
    expecting = "[[case]]\nid = 'duel/9'\nrules = ['duel']\ntitle = 'A'\nscenario = 'x'\nrefused = ['unknown-hull']\n"
    assert ask(expecting, toy(outcome=refused)).passed
    assert not ask(expecting, toy(outcome=CaseOutcome(events=WON))).passed


def test_a_case_can_be_made_without_a_file() -> None:
    case = Case(id="duel/1", rules=("duel",), title="A", where="here", ask="winner", expect={"wins": True})
    assert (case.given, case.is_battle) == ({}, False)
