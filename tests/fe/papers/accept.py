"""Accept the settings as they stand in every paper of a battle hex that is kept here: ``python -m
tests.fe.papers.accept``, whenever a setting of combat was added or has another value.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from flagplot.core.refusal import Faults
from flagplot.core.settings import accepted_digest, choose, of_part
from flagplot.fe.settings import COMBAT, catalogue

ROOT = Path(__file__).parents[3]
FENCED = re.compile(r"(?<=\n)```toml[^\n]*\n(.*?)(?=\n```)", re.DOTALL)
ACCEPTED = re.compile(r'(?m)^accepted = "[0-9a-f]*"')


def papers() -> Iterator[Path]:
    """Every file that may hold a scenario."""
    yield ROOT / "src/flagplot/fe/data/demo/scenario.toml"
    yield from (ROOT / "examples").rglob("*.toml")
    yield from (path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)
    yield ROOT / "README.md"


def accepted(text: str) -> str:
    """A scenario with the digest of the settings that it chooses; anything else as it is."""
    if 'ruleset = "fe"' not in text or not ACCEPTED.search(text):
        return text
    wanted = {id_: str(value) for id_, value in tomllib.loads(text).get("settings", {}).items()}
    digest = accepted_digest(of_part(choose(catalogue(), wanted, "", Faults()), COMBAT))
    return ACCEPTED.sub(f'accepted = "{digest}"', text, count=1)


def renewed(path: Path) -> str:
    """A file with all scenarios in it accepted."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return FENCED.sub(_fenced, text)
    return accepted(text)


def _fenced(fenced: re.Match[str]) -> str:
    head, body = fenced.group().split("\n", 1)
    return f"{head}\n{accepted(body)}"


if __name__ == "__main__":
    for each in papers():
        now = renewed(each)
        if now != each.read_text(encoding="utf-8"):
            each.write_text(now, encoding="utf-8")
            print(each.relative_to(ROOT))
