"""The demonstration battles, one of each system that has battles, with secrets that everybody may see."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from flagplot.core.commitment import read_secret
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.desk.battle import Verdict, adjudicate, read_papers


class Demo(NamedTuple):
    """A demonstration: the package whose ``data/demo`` holds it, and its files, which are scenario, orders, secret."""

    package: str
    files: tuple[str, ...]


DEMOS = {
    "fta3": Demo("flagplot.fta3", ("scenario.toml", "red.txt", "blue.txt", "demo.secret")),
    "fe": Demo("flagplot.fe", ("scenario.toml", "lyran.txt", "kzinti.txt", "demo.secret")),
}
FIRST = "fta3"


def _of(system: str) -> Demo:
    """The demonstration of a system; raises ``Refused`` for one that has none."""
    if system not in DEMOS:
        faults = Faults()
        mend = nearest(system, DEMOS)
        faults.add("no-demo", f"'{system}'", "there is no demonstration of it", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    return DEMOS[system]


def demo(system: str = FIRST) -> Verdict:
    """Fight the demonstration battle of a system."""
    package, (scenario, *orders, kept) = _of(system)
    faults = Faults()
    with as_file(files(package) / "data" / "demo") as folder:
        papers = read_papers(folder / scenario, [folder / name for name in orders], faults)
        secret = read_secret(folder / kept, faults)
    faults.settle()
    assert papers is not None
    return adjudicate(papers, secret)


def write_files(folder: Path, system: str = FIRST) -> list[Path]:
    """Put the files of a demonstration into ``folder`` (made if need be), for a newcomer to change.

    Raises ``Refused``, with nothing written, where one of them is there already.
    """
    package, names = _of(system)
    folder.mkdir(parents=True, exist_ok=True)
    faults = Faults()
    for name in names:
        if (folder / name).exists():
            mend = "Name another folder with --files, or move the file away."
            faults.add("file-exists", str(folder / name), "there is such a file already", mend=mend)
    faults.settle()
    for name in names:
        text = (files(package) / "data" / "demo" / name).read_text(encoding="utf-8")
        with (folder / name).open("x", encoding="utf-8") as file:
            file.write(text)
    return [folder / name for name in names]
