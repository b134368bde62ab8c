"""Golden reports: whole battles as they were told when last looked at.

``uv run python tests/golden/renew.py`` writes them anew. Read the difference before you commit it: a change of wording
is one thing, a changed die, hit or HP means that old battles are no longer what they were.
"""

import runpy
import tempfile
from collections.abc import Callable
from pathlib import Path

from flagplot.core.refusal import Faults
from flagplot.desk.battle import adjudicate, read_papers
from flagplot.desk.demo import demo

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"


def example(name: str) -> str:
    """The text report of an example."""
    folder, faults = EXAMPLES / name, Faults()
    papers = read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "blue.txt"], faults)
    faults.settle()
    assert papers is not None
    return adjudicate(papers).write()


def border_patrol() -> str:
    """The reports of the campaign of Border Patrol, phase by phase."""
    whole: Callable[[Path], str] = runpy.run_path(str(HERE / "border_patrol.py"))["whole"]
    with tempfile.TemporaryDirectory() as folder:
        return whole(Path(folder) / "campaign")


REPORTS: dict[str, Callable[[], str]] = {
    "demo": lambda: demo().write(),
    "10v10": lambda: example("10v10"),
    "40v40-everything": lambda: example("40v40-everything"),
    "border-patrol": border_patrol,
}


def golden(name: str) -> Path:
    """The file of a golden report."""
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    for name, report in REPORTS.items():
        golden(name).write_text(report(), encoding="utf-8", newline="\n")
        print(golden(name).name)
