"""A catalogue of readings, and choosing among them."""

import pytest

from flagplot.core.readings import choose, load
from flagplot.core.refusal import Fault, Faults, Refusal, Refused

CATALOGUE = """
system = "toy"

[[reading]]
id = "tie"
number = "R1"
title = "Ties"
question = "Who wins a tie?"
default = "again"
rules = ["duel"]
[reading.options]
again = "Nobody; roll again."
first = "The first."

[[reading]]
id = "edge"
title = "Dice on edge"
question = "What of a die on its edge?"
taken = "It is rolled again."
rules = ["duel"]
"""


def codes_of(source: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        load(source, "r.toml")
    return [refusal.code for refusal in caught.value.refusals]


def test_a_reading_has_options_or_is_a_note() -> None:
    catalogue = load(CATALOGUE)
    assert list(catalogue) == ["tie", "edge"]
    tie, edge = catalogue.values()
    assert (tie.number, tie.default, dict(tie.options)["first"], tie.is_note) == ("R1", "again", "The first.", False)
    assert (edge.number, edge.taken, edge.is_note, edge.rules) == ("", "It is rolled again.", True, ("duel",))


def choice(wanted: dict[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    faults = Faults()
    return choose(load(CATALOGUE), wanted, "battle.toml", faults), faults.found


def test_defaults_fill_what_is_not_chosen_and_notes_are_no_choices() -> None:
    assert choice({}) == ({"tie": "again"}, [])
    assert choice({"tie": "first"}) == ({"tie": "first"}, [])


@pytest.mark.parametrize(
    ("wanted", "code", "mend"),
    [
        ({"tye": "first"}, "unknown-reading", "Did you mean 'tie'?"),
        ({"R1": "first"}, "unknown-reading", "R1 is called 'tie'."),
        ({"": "first"}, "unknown-reading", "Known: tie."),
        ({"tie": "frist"}, "unknown-option", "Did you mean 'first'?"),
        ({"edge": "again"}, "reading-without-options", "Leave it out; it is always read so: It is rolled again."),
    ],
)
def test_a_wrong_choice_is_a_conflict_with_the_nearest(wanted: dict[str, str], code: str, mend: str) -> None:
    chosen, found = choice(wanted)
    assert chosen == {"tie": "again"}
    assert [(refusal.code, refusal.fault, refusal.where, refusal.mend) for refusal in found] == [
        (code, Fault.CONFLICT, "battle.toml", mend)
    ]


def test_every_wrong_choice_is_told() -> None:
    _, found = choice({"tye": "x", "tie": "x", "edge": "x"})
    assert [refusal.code for refusal in found] == ["unknown-reading", "unknown-option", "reading-without-options"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('number = "R1"', 'number = "12"', "wrong-number"),
        ('default = "again"', 'default = "agian"', "wrong-default"),
        ('default = "again"', "", "wrong-default"),
        ('taken = "It is rolled again."', 'taken = "It is rolled again."\ndefault = "x"', "wrong-default"),
        ('taken = "It is rolled again."', "", "options-or-taken"),
        ('default = "again"', 'default = "again"\ntaken = "x"', "options-or-taken"),
        ('id = "edge"', 'id = "tie"', "double-id"),
        ('id = "edge"', 'id = "edge"\nnumber = "R1"', "double-number"),
        ('rules = ["duel"]', "rules = []", "wrong-kind"),
        ('title = "Ties"', "", "missing-field"),
        ('title = "Ties"', 'title = "Ties"\ntitel = "Ties"', "unknown-field"),
        ('system = "toy"', "", "missing-field"),
        ('system = "toy"', 'system = "toy"\nsistem = "toy"', "unknown-field"),
    ],
)
def test_faults_of_a_catalogue(old: str, new: str, code: str) -> None:
    assert old in CATALOGUE
    assert code in codes_of(CATALOGUE.replace(old, new))


def test_a_catalogue_without_readings_is_refused() -> None:
    assert codes_of("system = 'toy'") == ["empty"]
    assert codes_of("") == ["empty-file"]
    assert codes_of("[[reading") == ["not-toml"]
