"""The sequence of play (105) of Federation & Empire, as its two lists give it together."""

from functools import cache
from importlib.resources import files

from flagplot.engine import sequence
from flagplot.engine.sequence import Sequence


@cache
def combat_phase() -> Sequence:
    """Phase 5 for one battle hex."""
    return sequence.load((files("flagplot.fe") / "data" / "sequence.toml").read_bytes())
