"""From the Ashes 3 as a ruleset: its rulebook, its readings, and what a case may ask of it."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from flagplot.core import readings
from flagplot.core.refusal import Fault, Refusal
from flagplot.engine import rulebook
from flagplot.engine.cases import Case, CaseOutcome
from flagplot.engine.ruleset import Ruleset

DATA = files("flagplot.fta3") / "data"

# What a case may ask, by name: functions from the case's `given` to a dict, in terms of the rule functions themselves.
QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {}


def play_case(case: Case) -> CaseOutcome:
    """Fight the battle of a case with its scripted dice; there are none in this version."""
    message = f"the battle of '{case.id}' cannot be fought"
    return CaseOutcome(refusals=[Refusal(code="no-battles", fault=Fault.ILLEGAL, where=case.where, message=message)])


FTA3 = Ruleset(
    id="fta3",
    title="From the Ashes 3",
    package="flagplot.fta3",
    rulebook=rulebook.load((DATA / "rules.toml").read_bytes()),
    readings=readings.load((DATA / "readings.toml").read_bytes()),
    questions=QUESTIONS,
    play_case=play_case,
)
