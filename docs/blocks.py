"""The fenced blocks of a page that are carried out, so that the documentation shows what the program really says.

* ``console``: a line that starts with ``$ `` is a command (a backslash at its end continues it), the lines below it are
  its output, standard error included. A line ``...`` stands for any lines. ``$ echo $?`` shows the last exit code.
* any language with ``file=NAME`` after it: the block is written to that file.
* ``python`` with ``>>>``: a doctest.

Blocks run from the top of a page to its end in one folder, in which copies of ``examples`` and of the verifier stand.
``shell`` blocks (getting uv, cloning) are for reading.
"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
ANYTHING = "..."
PATIENCE = 120  # seconds that a command may take

FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)")
FILE = re.compile(r"\bfile=(\S+)")
FLAGPLOT = (sys.executable, "-c", "from flagplot.cli.main import main; main(prog_name='flagplot')")
PROGRAMS = {"flagplot": FLAGPLOT, "python": (sys.executable,), "cat": ("cat",), "ls": ("ls",)}


@dataclass(frozen=True)
class Command:
    """A command line with the output that the page shows for it: lines ``first`` to ``last`` (exclusive, from 0)."""

    text: str
    shown: tuple[str, ...]
    first: int
    last: int
    indent: str = ""


@dataclass(frozen=True)
class File:
    """A file that the page asks the reader to write."""

    name: str
    text: str


@dataclass(frozen=True)
class Session:
    """A Python session, ``first`` being the line (from 0) where it starts."""

    text: str
    first: int


Block = Command | File | Session


def pages() -> list[Path]:
    """The pages whose blocks are carried out: the README and everything under ``docs``."""
    documents = (page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts)
    return [ROOT / "README.md", *sorted(documents)]


def read(page: str) -> list[Block]:
    """The blocks of a page's text in their order."""
    blocks: list[Block] = []
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        opening = FENCE.fullmatch(lines[at])
        at += 1
        if opening:
            first, closing = at, re.compile(rf" *{opening['fence']}{opening['fence'][0]}* *")
            while at < len(lines) and not closing.fullmatch(lines[at]):
                at += 1
            body = [line.removeprefix(opening["indent"]) for line in lines[first:at]]
            blocks += _contents(opening, body, first)
            at += 1
    return blocks


def _contents(opening: re.Match[str], body: list[str], first: int) -> Iterator[Block]:
    language = opening["info"].strip().partition(" ")[0]
    if named := FILE.search(opening["info"]):
        yield File(named[1], "\n".join(body) + "\n")
    elif language == "console":
        yield from _commands(body, first, opening["indent"])
    elif language == "python" and any(line.startswith(">>>") for line in body):
        yield Session("\n".join(body) + "\n", first)


def _commands(body: list[str], first: int, indent: str) -> Iterator[Command]:
    at = 0
    while at < len(body):
        if not body[at].startswith("$ "):
            raise ValueError(
                f"line {first + at + 1}: a console block starts with a command ('$ ...'), not {body[at]!r}"
            )
        text = body[at].removeprefix("$ ")
        at += 1
        while text.endswith("\\") and at < len(body):
            text = text.removesuffix("\\") + body[at].strip()
            at += 1
        output = at
        while at < len(body) and not body[at].startswith("$ "):
            at += 1
        yield Command(text, tuple(body[output:at]), first + output, first + at, indent)


def prepare(folder: Path) -> None:
    """Give the folder of a page the examples that a clone has, and the verifier that the page on dice prints."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copy(ROOT / "docs" / "reference" / "verifier.py", folder)


class Reader:
    """Someone who follows a page in ``folder``, block by block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.exit_code = 0
        self.names: dict[str, Any] = {}

    def run(self, command: Command) -> list[str]:
        """Type a command; the lines of its answer. ``> FILE`` at its end writes the answer there."""
        if command.text == "echo $?":
            return [str(self.exit_code)]
        words = shlex.split(command.text.removeprefix("uv run "))
        target = words[-1] if words[-2:-1] == [">"] else None
        program = PROGRAMS.get(words[0])
        if program is None or (words[0] == "python" and words[1] != "verifier.py"):
            raise ValueError(f"a page may not run '{command.text}'; known: {', '.join(PROGRAMS)}")
        answer = subprocess.run(
            [*program, *(words[1:-2] if target else words[1:])],
            cwd=self.folder,
            env=os.environ | {"NO_COLOR": "1", "COLUMNS": "100", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if target else subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        self.exit_code = answer.returncode
        if target:
            (self.folder / target).write_text(answer.stdout, encoding="utf-8")
        return trimmed((answer.stderr if target else answer.stdout).splitlines())

    def write(self, file: File) -> None:
        """Write a file as the page shows it."""
        path = self.folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")

    def talk(self, session: Session) -> str:
        """Type a Python session; what went otherwise than shown, empty if nothing did."""
        complaints: list[str] = []
        test = doctest.DocTestParser().get_doctest(session.text, self.names, "page", "page", session.first)
        with chdir(self.folder):
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=complaints.append, clear_globs=False)
        self.names = test.globs
        return "".join(complaints)


def trimmed(lines: list[str] | tuple[str, ...]) -> list[str]:
    """Lines without blanks at their ends and without blank lines at the end."""
    kept = [line.rstrip() for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    return kept


def agrees(shown: list[str], answer: list[str]) -> bool:
    """Whether an answer is the one that is shown, ``...`` standing for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == ANYTHING else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in answer)) is not None


def renewed(shown: list[str], answer: list[str]) -> list[str]:
    """What a page should show now: the answer, cut where the page cuts it.

    The lines before the first ``...`` and after the last keep their number; those between two of them become the
    stretch of the answer that is most like them.
    """
    if agrees(shown, answer):
        return shown
    if ANYTHING not in shown:
        return answer
    parts = _split(shown)
    head, tail = len(parts[0]), len(parts[-1])
    rest = answer[head : len(answer) - tail]
    new = answer[:head]
    for part in parts[1:-1]:
        start = max(
            range(max(1, len(rest) - len(part) + 1)),
            key=lambda at: SequenceMatcher(None, "\n".join(rest[at : at + len(part)]), "\n".join(part)).ratio(),
        )
        new += [ANYTHING, *rest[start : start + len(part)]]
        rest = rest[start + len(part) :]
    return [*new, ANYTHING, *answer[len(answer) - tail :]]


def _split(shown: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == ANYTHING:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts
