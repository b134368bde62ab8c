"""Federation & Empire as a ruleset: its rulebook, its readings, and what a case may ask of it."""

from importlib.resources import files

from flagplot.core import settings
from flagplot.engine import rulebook
from flagplot.engine.ruleset import Ruleset
from flagplot.fe.casebook import play_case
from flagplot.fe.index import with_names
from flagplot.fe.options import catalogue
from flagplot.fe.questions import QUESTIONS

DATA = files("flagplot.fe") / "data"


FE = Ruleset(
    id="fe",
    title="Federation & Empire",
    package="flagplot.fe",
    rulebook=with_names(rulebook.load((DATA / "rules.toml").read_bytes())),
    readings=catalogue(),
    questions=QUESTIONS,
    play_case=play_case,
    settings=settings.load((DATA / "settings.toml").read_bytes()),
)
