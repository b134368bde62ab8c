"""Settings: values with sources, and a list that has to be accepted."""

import pytest

from flagplot.core.refusal import Faults, Refused
from flagplot.core.settings import Source, accepted_digest, choose, load, refuse_unaccepted

CATALOGUE = """\
system = "x"

[[setting]]
id = "reach"
title = "Hexes of a reaction"
rule = "205.0"
value = "1"
source = "ruling"
note = "a newsletter"

[[setting]]
id = "interest"
title = "Interest on debt"
rule = "447.3"
source = "table rule"
note = "no source gives it"
"""


def codes(faults: Faults) -> list[str]:
    return [refusal.code for refusal in faults.found]


def test_a_catalogue_is_read_with_its_sources() -> None:
    found = load(CATALOGUE)
    assert [(each.id, each.value, each.source) for each in found.values()] == [
        ("reach", "1", Source.RULING),
        ("interest", "", Source.TABLE_RULE),
    ]


def test_a_tables_own_value_is_its_rule() -> None:
    faults = Faults()
    found = choose(load(CATALOGUE), {"reach": "2", "interest": " 1/10 "}, "game.toml", faults)
    assert faults.found == []
    assert [each.value for each in found.values()] == ["2", "1/10"]
    assert {each.source for each in found.values()} == {Source.TABLE_RULE}


def test_the_value_that_is_there_already_keeps_its_source() -> None:
    found = choose(load(CATALOGUE), {"reach": "1"}, "game.toml", Faults())
    assert found["reach"].source is Source.RULING


def test_an_unknown_setting_and_a_blank_value_are_refused() -> None:
    faults = Faults()
    choose(load(CATALOGUE), {"reech": "2", "interest": " "}, "game.toml", faults)
    assert codes(faults) == ["unknown-setting", "no-value"]
    assert faults.found[0].mend == "Did you mean 'reach'?"


def test_nothing_is_played_before_every_value_is_there_and_the_list_accepted() -> None:
    faults = Faults()
    refuse_unaccepted(load(CATALOGUE), "", "game.toml", faults)
    assert codes(faults) == ["setting-without-value", "settings-not-accepted"]


def test_an_accepted_list_may_be_played_until_a_value_changes() -> None:
    faults = Faults()
    chosen = choose(load(CATALOGUE), {"interest": "1/10"}, "game.toml", faults)
    refuse_unaccepted(chosen, accepted_digest(chosen), "game.toml", faults)
    assert faults.found == []
    changed = choose(chosen, {"reach": "2"}, "game.toml", faults)
    refuse_unaccepted(changed, accepted_digest(chosen), "game.toml", faults)
    assert codes(faults) == ["settings-not-accepted"]
    assert accepted_digest(changed) in faults.found[0].mend


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ('system = "x"\n[[setting]]\nid = "a"\n', "missing-field"),
        (CATALOGUE.replace('"ruling"', '"hearsay"'), "unknown-word"),
        (CATALOGUE.replace('id = "interest"', 'id = "reach"'), "double-id"),
        (CATALOGUE + 'colour = "red"\n', "unknown-field"),
    ],
)
def test_a_faulty_catalogue_is_refused(wrong: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        load(wrong)
    assert code in {refusal.code for refusal in caught.value.refusals}
