"""From the Ashes 3 as a ruleset: its rulebook, its readings, and what a case may ask of it."""

from importlib.resources import files

from flagplot.core import readings
from flagplot.engine import rulebook
from flagplot.engine.case import Case, CaseOutcome
from flagplot.engine.ruleset import Ruleset
from flagplot.fta3 import casebook
from flagplot.fta3.book import book, fittings
from flagplot.fta3.logistics import starlanes
from flagplot.fta3.papers import fleet, ground_book

DATA = files("flagplot.fta3") / "data"


def play_case(case: Case) -> CaseOutcome:
    """Fight the battle of a case with its scripted dice."""
    return casebook.play_case(case, FTA3.readings)


FTA3 = Ruleset(
    id="fta3",
    title="From the Ashes 3",
    package="flagplot.fta3",
    rulebook=rulebook.load((DATA / "rules.toml").read_bytes()),
    readings=readings.load((DATA / "readings.toml").read_bytes()),
    questions=casebook.QUESTIONS,
    play_case=play_case,
    layouts=(book.LAYOUT, fittings.LAYOUT, ground_book.LAYOUT, fleet.LAYOUT, starlanes.LAYOUT),
)
