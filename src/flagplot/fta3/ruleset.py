"""From the Ashes 3 as a ruleset: its rulebook, its readings, and what a case may ask of it."""

from importlib.resources import files

from flagplot.core import readings
from flagplot.core.readings import Reading
from flagplot.engine import rulebook
from flagplot.engine.case import Case, CaseOutcome
from flagplot.engine.ruleset import QuestionsOf, Ruleset
from flagplot.fta3.book import book, fittings
from flagplot.fta3.ground import book as ground_book
from flagplot.fta3.logistics import starlanes
from flagplot.fta3.papers import fleet

DATA = files("flagplot.fta3") / "data"

GROUND = ("ground", "boarding")
"""The topmost headings of what happens on the ground and aboard."""

BETWEEN_BATTLES = ("logistics",)
"""Those of what no battle asks for."""


def play_case(case: Case) -> CaseOutcome:
    """Fight the battle of a case with its scripted dice."""
    from flagplot.fta3 import casebook  # which loads nearly all there is

    return casebook.play_case(case, FTA3.readings)


FTA3 = Ruleset(
    id="fta3",
    title="From the Ashes 3",
    package="flagplot.fta3",
    rulebook=rulebook.load((DATA / "rules.toml").read_bytes()),
    readings=readings.load((DATA / "readings.toml").read_bytes()),
    questions=QuestionsOf("flagplot.fta3.casebook"),
    play_case=play_case,
    layouts=(book.LAYOUT, fittings.LAYOUT, ground_book.LAYOUT, fleet.LAYOUT, starlanes.LAYOUT),
)


def readings_in_space() -> dict[str, Reading]:
    """The readings that bear on battles of fleets."""
    elsewhere = {*GROUND, *BETWEEN_BATTLES}
    return {id_: reading for id_, reading in FTA3.readings.items() if not _tops(reading) <= elsewhere}


def readings_on_the_ground() -> dict[str, Reading]:
    """The readings that bear on the ground war or on boarding."""
    return {id_: reading for id_, reading in FTA3.readings.items() if _tops(reading) & set(GROUND)}


def _tops(reading: Reading) -> set[str]:
    return {FTA3.rulebook.top(rule) for rule in reading.rules}
