"""Border Patrol as a ruleset: its rulebook, its readings, and what a case may ask of it."""

from importlib.resources import files

from flagplot.border_patrol.casebook import play_case
from flagplot.core import readings
from flagplot.engine import rulebook
from flagplot.engine.ruleset import QuestionsOf, Ruleset

DATA = files("flagplot.border_patrol") / "data"


BORDER_PATROL = Ruleset(
    id="bp",
    title="Border Patrol",
    package="flagplot.border_patrol",
    rulebook=rulebook.load((DATA / "rules.toml").read_bytes()),
    readings=readings.load((DATA / "readings.toml").read_bytes()),
    questions=QuestionsOf("flagplot.border_patrol.questions"),
    play_case=play_case,
)
