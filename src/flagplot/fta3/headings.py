"""What sheets call the columns of our tables, from the file that holds it for all of them."""

from functools import cache
from importlib.resources import files
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.engine.layout import Leaf, add_headings, read_headings

NAME = "headings.toml"


def headed(leaf: Leaf) -> Leaf:
    """The table with all the headings that its columns are known by."""
    faults = Faults()
    (found,) = add_headings([leaf], {leaf.name: _tables().get(leaf.name, {})}, NAME, faults)
    faults.settle()
    return found


@cache
def _tables() -> dict[str, Any]:
    faults = Faults()
    tables = read_headings(files("flagplot.fta3").joinpath(f"data/{NAME}").read_text(encoding="utf-8"), NAME, faults)
    faults.settle()
    return tables
