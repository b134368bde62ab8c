"""The proof finds rules whose cases do not need their functions, and leaves the functions as they were."""

import importlib
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from flagplot.core.refusal import Refused
from flagplot.engine import cases, rulebook
from flagplot.engine.proof import Removal, Survival, prove
from flagplot.engine.ruleset import Ruleset

MakeToy = Callable[..., Ruleset]

BOOK = """
system = "toy"
page = "Toy rules"
[[rule]]
id = "hit"
title = "Hit"
section = ""
text = "Reach the number."
[[rule]]
id = "damage"
title = "Damage"
section = ""
text = "Take it off."
[[rule]]
id = "flee"
title = "Flee"
section = ""
text = "Run."
pending = "Everything but the running."
"""

RULES = """
from flagplot.core.citation import carries_out


@carries_out("toy", "hit")
def hits(die: int, need: int) -> bool:
    return die >= need


@carries_out("toy", "damage", "flee")
def loss(pierces: int, damage: int = 2) -> int:
    return pierces * damage
"""

HIT = 'id = "hit/{n}"\nrules = ["hit"]\ntitle = "A hit"\nask = "hits"\ngiven = {{die = {die}, need = 5}}\n'
DAMAGE = 'id = "damage/{n}"\nrules = ["damage"]\ntitle = "Damage"\nask = "loss"\ngiven = {{pierces = {n}}}\n'


def case(form: str, expect: str, **fields: int) -> str:
    return f"[[case]]\n{form.format(**fields)}expect = {expect}\n"


MEETS = case(HIT, "{hit = true}", n=1, die=5)
MISSES = case(HIT, "{hit = false}", n=2, die=4)
HURTS = case(DAMAGE, "{loss = 6}", n=3)
UNHURT = case(DAMAGE, "{loss = 0}", n=0)


@pytest.fixture
def toy(make_package: Callable[[dict[str, str]], str]) -> MakeToy:
    """A function from the source of the toy's rules to its ruleset; questions call the rules as any caller would."""

    def make(source: str = RULES, **questions: Callable[..., dict[str, Any]]) -> Ruleset:
        package = make_package({"rules": source, "play": "from toygame.rules import *\n"})
        play = importlib.import_module(f"{package}.play")
        asked: dict[str, Callable[..., dict[str, Any]]] = {
            "hits": lambda die, need: {"hit": play.hits(die, need)},
            "loss": lambda pierces: {"loss": play.loss(pierces)},
        }
        return Ruleset(
            id="toy",
            title="Toy",
            package=package,
            rulebook=rulebook.load(BOOK),
            readings={},
            questions={**asked, **questions},
            play_case=lambda case: cases.CaseOutcome(),
        )

    return make


def proof(ruleset: Ruleset, *sources: str, **options: Any) -> list[Survival]:
    return prove(ruleset, cases.load("".join(sources), "toy.toml"), **options)


def test_rules_whose_cases_need_their_functions_are_proved(toy: MakeToy) -> None:
    assert proof(toy(), MEETS, MISSES, HURTS, UNHURT) == []


def test_a_function_that_the_case_never_calls_survives_both_removals(toy: MakeToy) -> None:
    ruleset = toy(hits=lambda die, need: {"hit": die >= need})
    assert proof(ruleset, MEETS, HURTS) == [
        Survival("hit", "toygame.rules.hits", Removal.RAISES),
        Survival("hit", "toygame.rules.hits", Removal.DOES_NOTHING),
    ]


@pytest.mark.parametrize(("weak", "rule", "name"), [(MISSES, "hit", "hits"), (UNHURT, "damage", "loss")])
def test_a_case_in_which_nothing_happens_does_not_notice_that_nothing_is_done(
    toy: MakeToy, weak: str, rule: str, name: str
) -> None:
    strong = [MEETS, HURTS]
    assert proof(toy(), weak, *[each for each in strong if f'"{rule}"' not in each]) == [
        Survival(rule, f"toygame.rules.{name}", Removal.DOES_NOTHING)
    ]


def test_a_survival_reads_as_a_sentence() -> None:
    survival = Survival("hit", "toygame.rules.hits", Removal.DOES_NOTHING)
    assert str(survival) == "hit: its cases pass although toygame.rules.hits does nothing"


def test_only_done_rules_are_tried_and_only_those_asked_for(toy: MakeToy) -> None:
    tried: list[str] = []
    weak = [MISSES, UNHURT, UNHURT.replace("damage/0", "flee/1").replace('["damage"]', '["flee"]')]
    assert len(proof(toy(), *weak, progress=tried.append)) == 2
    assert tried == ["hit", "damage"]
    assert [each.rule for each in proof(toy(), *weak, rules=["damage", "flee"])] == ["damage"]


def test_a_function_of_several_rules_is_tried_for_each(toy: MakeToy) -> None:
    source = RULES.replace('"damage", "flee"', '"damage", "hit"')
    assert proof(toy(source), MEETS, HURTS) == [
        Survival("hit", "toygame.rules.loss", Removal.RAISES),
        Survival("hit", "toygame.rules.loss", Removal.DOES_NOTHING),
    ]


def test_functions_are_as_before_even_when_the_proof_is_broken_off(toy: MakeToy) -> None:
    ruleset = toy()
    rules = importlib.import_module("toygame.rules")
    codes = rules.hits.__code__, rules.loss.__code__
    proof(ruleset, MEETS, MISSES, HURTS)
    assert (rules.hits.__code__, rules.loss.__code__) == codes

    def interrupted(die: int, need: int) -> dict[str, Any]:
        if rules.hits.__code__ is not codes[0]:
            raise KeyboardInterrupt
        return {"hit": rules.hits(die, need)}

    with pytest.raises(KeyboardInterrupt):
        proof(toy(hits=interrupted), MEETS)
    assert (rules.hits.__code__, rules.loss.__code__) == codes
    assert (rules.hits(5, 5), rules.loss(3)) == (True, 6)


def test_a_loop_that_waits_for_the_missing_function_is_broken_off_and_counts_as_noticed(toy: MakeToy) -> None:
    def waiting(die: int, need: int) -> dict[str, Any]:
        rules = importlib.import_module("toygame.rules")

        while not rules.hits(die, need):
            pass
        return {"hit": True}

    assert proof(toy(hits=waiting), MEETS) == []


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        ("int", "0"),
        ("bool", "False"),
        ("str", "''"),
        ("list[int]", "[]"),
        ("dict[str, int]", "{}"),
        ("tuple[int, int]", "(0, 0)"),
        ("tuple[int, tuple[bool, str]]", "(0, (False, ''))"),
        ("tuple[int, ...]", "()"),
        ("None", "None"),
        ("int | None", "None"),
        ("'Fraction'", "None"),
    ],
)
@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_doing_nothing_returns_the_emptiest_value_of_the_annotation(
    toy: MakeToy, annotation: str, value: str, future: str
) -> None:
    source = future + dedent(f"""
        from flagplot.core.citation import carries_out

        @carries_out("toy", "hit")
        def hits(die, need) -> {annotation}:
            return "never this"

        def loss(pierces) -> int:
            return 0
    """)
    seen = []

    def watching(die: int, need: int) -> dict[str, Any]:
        rules = importlib.import_module("toygame.rules")

        seen.append(rules.hits(die, need))
        return {"hit": True}

    assert proof(toy(source, hits=watching), MEETS) == [Survival("hit", "toygame.rules.hits", Removal.DOES_NOTHING)]
    assert repr(seen[-1]) == value


def refusals(ruleset: Ruleset, *sources: str, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        proof(ruleset, *sources, **options)
    return [(each.code, each.where) for each in caught.value.refusals]


def test_a_proof_that_would_say_nothing_is_refused(toy: MakeToy) -> None:
    wrong = MEETS.replace("{hit = true}", "{hit = false}")
    assert refusals(toy(), wrong, HURTS) == [("case-fails", "toy.toml:1")]
    assert refusals(toy(), MEETS.replace('["hit"]', '["hit", "hti"]')) == [("unknown-rule", "toy.toml:1")]
    assert refusals(toy(), MEETS, rules=["hti"]) == [("unknown-rule", "toy")]


def test_a_closure_cannot_be_tried(toy: MakeToy) -> None:
    source = RULES + dedent("""
        def make(bonus):
            @carries_out("toy", "hit")
            def raised(die: int) -> int:
                return die + bonus
            return raised

        raised = make(2)
    """)
    assert refusals(toy(source), MEETS, MISSES) == [("closure", "toygame.rules.make.<locals>.raised")]
