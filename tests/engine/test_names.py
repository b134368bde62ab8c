"""Names: what a post does to them makes no difference, what people see does."""

import html
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.refusal import Faults
from flagplot.engine.names import LONGEST_NAME, MOST_HINTS, check_name, fold, nearest_name, slug, tidy
from flagplot.engine.orders import find_blocks


@pytest.mark.parametrize(
    "spelling",
    [
        "L'Aventure",
        "L’Aventure",
        "  L'Aventure\t",
        "l'AVENTURE",
        "**L'Aventure**",
        "L&#39;Aventure",
        "\u202eL'Aventure\x00",
    ],
)
def test_spellings_of_one_name_fold_alike(spelling: str) -> None:
    assert fold(spelling) == "l'aventure"


@pytest.mark.parametrize("spelling", ["Smith, Jones: Sons", "smith,jones:sons", "SMITH , JONES : SONS"])
def test_blanks_around_marks_make_no_difference(spelling: str) -> None:
    """Orders cut words at such marks, and put them together again with blanks of their own."""
    assert fold(spelling) == fold("Smith, Jones: Sons")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert tidy(unicodedata.normalize("NFD", "Zoë")) == "Zoë"
    assert slug(unicodedata.normalize("NFD", "Zoë")) == "zoë"


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Hood", "hood"),
        ("Grand Duchy  of Elsewhere", "grand-duchy-of-elsewhere"),
        ("FF 1", "ff-1"),
        ("No. 7 (old)", "no-7-old"),
        ("Straße", "strasse"),
        ("שרה", "שרה"),
        ("🚀", ""),
        ("?!", ""),
        ("", ""),
    ],
)
def test_an_id_is_made_of_letters_and_figures(name: str, id_: str) -> None:
    assert slug(name) == id_


@pytest.mark.parametrize("name", ["🚀", "?!", "\x00", " ", "x" * (LONGEST_NAME + 1)])
def test_a_name_without_an_id_and_one_without_end_are_refused(name: str) -> None:
    faults = Faults()
    check_name(name, "there", faults)
    assert [(refusal.code, refusal.where) for refusal in faults.found] == [("bad-name", "there")]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@example("> Alice")
@example("- Alice\n- Bob")
@example("[b]A[/b]")
@example("&amp;amp;")
def test_tidying_never_raises_and_a_slug_never_holds_what_ids_are_made_with(name: str) -> None:
    assert "/" not in slug(name)
    assert not any(unicodedata.category(c) in ("Cc", "Cf") for c in tidy(name))
    assert tidy(name) == tidy(name).strip()


@given(st.lists(st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8), min_size=1, max_size=3))
def test_the_owner_of_a_posted_block_folds_like_the_name_in_the_scenario(words: list[str]) -> None:
    name = " ".join(words)
    post = html.escape(f"ORDERS OF {unicodedata.normalize('NFD', name)}\nplan x\nEND OF ORDERS")
    (block,) = find_blocks(post, "post", ["plan"], Faults())
    assert fold(block.owner) == fold(name)


def test_hints_are_short_however_many_names_there_are_and_end_after_many_faults() -> None:
    names = [f"Ship {number}" for number in range(500)]
    assert nearest_name("Shp 77", names, Faults()).startswith("Did you mean 'Ship ")
    assert len(nearest_name("Hood", names, Faults())) < 100
    assert nearest_name("Hood", ["Hod", "Rodney"], Faults()) == "Did you mean 'Hod'?"
    faults = Faults()
    for _ in range(MOST_HINTS):
        faults.add("x", "", "")
    assert nearest_name("Hood", ["Hod"], faults) == ""
