"""The rulesets that the house has, and where the case files of each lie."""

from importlib import import_module
from pathlib import Path

import flagplot
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.case import Case
from flagplot.engine.cases import check, load_folder
from flagplot.engine.ruleset import Ruleset

# Where each is found, as ``module:name``; imported only when it is asked for.
RULESETS = {
    "fta3": "flagplot.fta3.ruleset:FTA3",
    "fe": "flagplot.fe.ruleset:FE",
    "bp": "flagplot.border_patrol.ruleset:BORDER_PATROL",
}

PACKAGE = Path(flagplot.__file__).parent


def ruleset(id_: str) -> Ruleset:
    """The ruleset with this short name; raises ``Refused`` for one that there is not."""
    if id_ not in RULESETS:
        faults = Faults()
        mend = nearest(id_, RULESETS)
        faults.add("unknown-ruleset", f"'{id_}'", "there is no such system", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    module, name = RULESETS[id_].split(":")
    found: Ruleset = getattr(import_module(module), name)
    return found


def chosen(id_: str | None) -> list[Ruleset]:
    """The ruleset with this short name, or every one where there is no name."""
    return [ruleset(each) for each in (RULESETS if id_ is None else [id_])]


def cases_of(ruleset: Ruleset) -> Path:
    """The folder of the ruleset's case files: in the source checkout, else inside the installed package."""
    checkout = PACKAGE.parents[1] / "tests" / "cases" / ruleset.id
    return checkout if checkout.is_dir() else PACKAGE / "cases" / ruleset.id


def own_cases(ruleset: Ruleset) -> list[Case]:
    """The ruleset's own cases, checked against it; none where there is no case file.

    Files below the current folder are named from there. Raises ``Refused`` with every fault of the files.
    """
    folder, here = cases_of(ruleset), Path.cwd()
    if not any(folder.rglob("*.toml")):
        return []
    cases = load_folder(folder.relative_to(here) if folder.is_relative_to(here) else folder)
    check(cases, ruleset)
    return cases


def nearest_of_many(word: str, choices: list[str], listing: str) -> str:
    """As ``nearest``, for choices too many to be told: where none is near, the command ``listing`` shows them."""
    hint = nearest(word, choices)
    return hint if hint.startswith("Did you mean") else f"'{listing}' lists them."
