"""Federation & Empire as a ruleset: its rulebook, its readings, and what a case may ask of it."""

from importlib.resources import files

from flagplot.engine import rulebook
from flagplot.engine.ruleset import QuestionsOf, Ruleset
from flagplot.fe.casebook import play_case
from flagplot.fe.index import with_names
from flagplot.fe.options import catalogue as readings
from flagplot.fe.settings import catalogue as settings

DATA = files("flagplot.fe") / "data"


FE = Ruleset(
    id="fe",
    title="Federation & Empire",
    package="flagplot.fe",
    rulebook=with_names(rulebook.load((DATA / "rules.toml").read_bytes())),
    readings=readings(),
    questions=QuestionsOf("flagplot.fe.questions"),
    play_case=play_case,
    settings=settings(),
)
