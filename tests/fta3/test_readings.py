"""The readings of From the Ashes 3: the whole list of ambiguities, and our own."""

import pytest

from flagplot.core.readings import choose
from flagplot.core.refusal import Faults
from flagplot.fta3.ruleset import FTA3

BUILT = {
    "faster-attacker": ("R8", "plain", {"plain", "five-a-point"}),
    "interception-commit": ("R12", "half", {"half", "all"}),
    "fdc-capacity": ("R16", "unlimited", {"unlimited", "by-number"}),
    "standoff-kills": ("R22", "out", {"out", "fights-on"}),
    "flanked-answer": ("R27", "partner-only", {"partner-only", "may-answer"}),
    "protect-from-cloak": ("R29", "visible", {"visible", "always"}),
    "stag-bonus": ("R24", "pierce", {"pierce", "hit"}),
    "cloak-against-cloak": ("R31b", "once", {"once", "twice"}),
    "who-joins": ("", "join", {"join", "stay-out"}),
    "territory-base": ("R51", "supply-base", {"supply-base", "either"}),
    "sale-tech-level": ("", "flat", {"flat", "by-level"}),
    "breakthrough": ("R38", "named", {"named", "victor"}),
    "interdiction-sign": ("R41", "plus", {"plus", "minus"}),
    "boarding-rules": ("R49", "off", {"off", "on"}),
}

OURS = {
    "without-hp",
    "catapult",
    "coalition-threshold",
    "late-arrivals",
    "position-tie",
    "round-limit",
    "stalemate",
    "fixed-defences",
    "who-protects",
    "who-joins",
    "fighters-of-elements",
    "sale-tech-level",
    "allied-hangars",
    "surplus-fighters",
    "who-pursues",
    "boarding-party",
    "failed-pursuit",
    "who-has-hulks",
    "equipment-rows",
    "fixed-flight",
    "low-flight",
    "casualty-roll",
    "gto-cover",
    "bombardment-rounds",
    "exhaustion-length",
    "traits-of-a-phase",
    "trait-copies",
    "transports-listed",
    "where-ships-are-built",
    "travel-time",
    "distance-of-the-year",
    "base-year",
    "when-salvage-is-booked",
    "where-flight-ends",
}


def test_every_number_of_the_list_has_its_reading_and_no_other() -> None:
    numbers = {f"R{number}" for number in range(1, 54)} | {"R8b", "R31b", "R37b"}
    assert {reading.number for reading in FTA3.readings.values() if reading.number} == numbers


def test_readings_without_a_number_are_our_own() -> None:
    assert {reading.id for reading in FTA3.readings.values() if not reading.number} == OURS


def test_the_options_built_in_this_version() -> None:
    found = {
        reading.id: (reading.number, reading.default, set(reading.options))
        for reading in FTA3.readings.values()
        if not reading.is_note
    }
    assert found == BUILT


def test_every_reading_bears_on_rules_of_the_rulebook() -> None:
    unknown = {(reading.id, id_) for reading in FTA3.readings.values() for id_ in reading.rules}
    assert {(id_, rule) for id_, rule in unknown if rule not in FTA3.rulebook.rules} == set()


def test_a_scenario_without_wishes_takes_every_default() -> None:
    faults = Faults()
    assert choose(FTA3.readings, {}, "battle.toml", faults) == {id_: default for id_, (_, default, _) in BUILT.items()}
    assert faults.found == []


@pytest.mark.parametrize("id_", sorted(set(FTA3.readings) - set(BUILT)))
def test_a_note_cannot_be_chosen(id_: str) -> None:
    faults = Faults()
    choose(FTA3.readings, {id_: "anything"}, "battle.toml", faults)
    assert [refusal.code for refusal in faults.found] == ["reading-without-options"]


@pytest.mark.parametrize("label", ["R12", "interception-commit"])
def test_a_reading_is_found_by_number_and_by_id(label: str) -> None:
    assert FTA3.reading(label) is FTA3.readings["interception-commit"]
    assert FTA3.reading("") is None
    assert FTA3.reading("R99") is None
