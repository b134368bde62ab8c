"""The readings of Federation & Empire: the whole list of ambiguities, and our own."""

import re

from flagplot.fe.printed import charts
from flagplot.fe.ruleset import FE

CHOSEN = {
    *("H01", "H02", "H05", "H06", "H07", "H11", "H12", "H14", "H15", "H17", "H18"),
    *("H19", "H20", "H24", "H34", "H36", "H43", "H48", "H49", "H50", "H54", "H59"),
    *("H42", "H46", "H75", "H84"),
    *("H60", "H61", "H64", "H66", "H78", "H80", "H81", "H82", "H83", "H86", "H88"),
}
"""Those of the list that a table would really read otherwise."""


def test_every_number_of_the_list_has_its_reading_and_no_other() -> None:
    numbers = {f"H{number:02}" for number in range(1, 90)}
    assert {reading.number for reading in FE.readings.values() if re.fullmatch("H[0-9]+", reading.number)} == numbers


def test_what_can_be_chosen_of_the_list() -> None:
    assert {each.number for each in FE.readings.values() if each.number and not each.is_note} == CHOSEN


def test_every_reading_bears_on_rules_of_the_rulebook() -> None:
    unknown = {(reading.id, id_) for reading in FE.readings.values() for id_ in reading.rules}
    assert {(id_, rule) for id_, rule in unknown if rule not in FE.rulebook.rules} == set()


def test_every_setting_and_chart_belongs_to_a_rule() -> None:
    rules = {setting.rule for setting in FE.settings.values()} | {chart.rule for chart in charts().values()}
    assert {rule for rule in rules if rule not in FE.rulebook.rules} == set()
