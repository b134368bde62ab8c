"""No rule is called done whose cases would pass without its functions."""

from pathlib import Path

import pytest

from flagplot.border_patrol.ruleset import BORDER_PATROL
from flagplot.engine.cases import load_folder
from flagplot.engine.proof import prove
from flagplot.engine.ruleset import Ruleset
from flagplot.fe.ruleset import FE
from flagplot.fta3.ruleset import FTA3

CASES = Path(__file__).parent / "cases"


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [FTA3, FE, BORDER_PATROL], ids=lambda ruleset: ruleset.id)
def test_no_rule_called_done_survives_the_loss_of_its_functions(ruleset: Ruleset) -> None:
    tried: list[str] = []
    survivals = prove(ruleset, load_folder(CASES / ruleset.id), progress=tried.append)
    assert tried, "no rule is done"
    assert [str(survival) for survival in survivals] == []
