"""The demonstration battle: the page's example fleet against its equal, with a secret that everybody may see."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from flagplot.core.commitment import read_secret
from flagplot.core.refusal import Faults
from flagplot.desk.battle import Verdict, adjudicate, read_papers

FILES = ("scenario.toml", "red.txt", "blue.txt", "demo.secret")


def demo() -> Verdict:
    """Fight the demonstration battle."""
    faults = Faults()
    with as_file(files("flagplot.fta3") / "data" / "demo") as folder:
        papers = read_papers(folder / FILES[0], [folder / FILES[1], folder / FILES[2]], faults)
        secret = read_secret(folder / FILES[3], faults)
    faults.settle()
    assert papers is not None
    return adjudicate(papers, secret)


def write_files(folder: Path) -> list[Path]:
    """Put the files of the demonstration into ``folder`` (made if need be), for a newcomer to change.

    Raises ``Refused``, with nothing written, where one of them is there already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    faults = Faults()
    for name in FILES:
        if (folder / name).exists():
            mend = "Name another folder with --files, or move the file away."
            faults.add("file-exists", str(folder / name), "there is such a file already", mend=mend)
    faults.settle()
    for name in FILES:
        text = (files("flagplot.fta3") / "data" / "demo" / name).read_text(encoding="utf-8")
        with (folder / name).open("x", encoding="utf-8") as file:
            file.write(text)
    return [folder / name for name in FILES]
