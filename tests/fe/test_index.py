"""The index of rule numbers: what the contents print, what the text cites, and what is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flagplot.core.refusal import Refused
from flagplot.engine.rulebook import Status
from flagplot.fe.index import about, above, book_of, index, locate, missing, normal, told_rules
from flagplot.fe.ruleset import FE

ROOT = Path(__file__).parents[2]
NAME = "000_e60ef586dff5b808.txt"


def rulebook_text() -> str:
    for folder in (ROOT, ROOT.parent):
        path = folder / "shared" / "seeds" / NAME
        if path.is_file():
            return path.read_text(encoding="utf-8")
    pytest.skip("the rulebook is not at hand")


def test_every_number_that_the_text_cites_is_in_the_index() -> None:
    numbers = {normal(found) for found in re.findall(r"\((\d{3}\.\d{1,4})[A-Z)\-]", rulebook_text())}
    known = index()
    assert len(numbers) > 400
    assert {each for each in numbers if each not in known.cited and each not in known.contents} == set()


def test_every_heading_of_the_contents_is_in_the_index() -> None:
    text = rulebook_text()
    contents = text[text.index("General rules 100.00") : text.index("Abbreviations for products")]
    numbers = {normal(found) for found in re.findall(r"\b([1-8]\d\d\.\d\d)\b", contents)}
    assert len(numbers) > 300
    assert numbers - set(index().contents) == set()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("531.30", "531.3"),
        ("(531.3)", "531.3"),
        ("531.00", "531.0"),
        ("531", "531.0"),
        ("531.120", "531.120"),
        ("509.1-D", "509.1"),
        ("302.332A", "302.332"),
        ("police", ""),
        ("5311.2", ""),
    ],
)
def test_a_number_is_written_in_one_way(text: str, number: str) -> None:
    assert normal(text) == number


def test_a_number_stands_under_its_headings() -> None:
    assert list(above("531.122")) == ["531.12", "531.1", "531.0", "500.0"]
    assert list(above("411.7")) == ["411.0", "410.0"]
    assert list(above("756.21")) == ["756.2", "756.0", "750.0"]
    assert list(above("500.0")) == []


def test_a_rule_comes_from_the_book_of_its_heading() -> None:
    assert [book_of(number) for number in ("302.133", "609.0", "626.0", "531.12")] == ["F&E", "CO", "ME", ""]


def test_numbers_that_are_cited_and_have_no_heading() -> None:
    assert missing() == [*(f"{n}.0" for n in range(106, 114)), "730.0", "762.0"]


@pytest.mark.parametrize("each", index().mended, ids=lambda each: f"{each['cited']} in {each['in']}")
def test_every_mended_citation_names_a_reading(each: dict[str, str]) -> None:
    assert FE.reading(each["reading"]) is not None
    assert any(each["in"] in line for line in locate(each["cited"]).mended) if each["cited"] in index().cited else True


def test_every_number_is_a_rule_of_the_rulebook_in_order() -> None:
    rules = FE.rulebook.rules
    assert {*index().contents, *index().cited} <= set(rules)
    named = [rule for id_, rule in rules.items() if id_ not in told_rules()]
    assert {rule.declared for rule in named} == {Status.NAMED_ONLY}
    assert all(rule.text.startswith(("Listed", "Cited", "Known by its parts")) for rule in named)
    for rule in rules.values():
        assert not rule.section or list(rules).index(rule.section) < list(rules).index(rule.id)


def test_an_unknown_title_is_refused_with_the_nearest() -> None:
    with pytest.raises(Refused) as caught:
        locate("Koval Lightning")
    assert caught.value.refusals[0].mend == "Did you mean 'Koval's Lightning'?"


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("Stasis", ["312.0", "312.31"]),
        ("small-scale", ["310.0", "310.11"]),
        ("hospital", ["451.0"]),
        ("Hospital Ships", []),
        ("312", []),
        (" ", []),
    ],
)
def test_words_of_titles_find_their_rules(words: str, numbers: list[str]) -> None:
    assert list(about(words)) == numbers
