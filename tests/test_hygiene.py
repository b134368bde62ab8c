"""What the repository as a whole must keep to, whatever a change is about."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = sorted((ROOT / "src").rglob("*.py"))
LONGEST = 400  # lines of a source file, after which it probably knows two subjects

# None of these patterns matches its own spelling here.
REGISTRY = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|anaconda|debian|crates)\.(?:org|com|io)\b|--(?:extra-)?index-url"
)
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|work|tmp|Users|private|mnt)/")
UNFINISHED = re.compile(r"\bNot[I]mplementedError\b|\bT[O]DO\b|\bFI[X]ME\b|\bX[X]X\b")


@cache
def tracked() -> tuple[Path, ...]:
    """The files that git tracks and that are there."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    return tuple(path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file())


def found(pattern: re.Pattern[str]) -> list[str]:
    """``file:line: text`` for each line of a tracked text file that ``pattern`` matches."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked()
        for number, line in enumerate(lines(path), start=1)
        if pattern.search(line)
    ]


def lines(path: Path) -> list[str]:
    """The lines of a text file; none for a file that is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []


def test_the_checkout_has_files() -> None:
    assert ROOT / "pyproject.toml" in tracked()


def test_no_registry_is_named() -> None:
    assert not found(REGISTRY)


def test_no_path_of_one_machine_is_named() -> None:
    assert not found(MACHINE_PATH)


def test_nothing_is_left_unfinished() -> None:
    assert not found(UNFINISHED)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRY, "see https://" + "pypi" + ".org/simple"),
        (REGISTRY, "pip install --index" + "-url x"),
        (MACHINE_PATH, "open('/" + "home/me/book.toml')"),
        (MACHINE_PATH, "/" + "root/.cache"),
        (UNFINISHED, "raise Not" + "ImplementedError"),
        (UNFINISHED, "# TO" + "DO: later"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_no_lock_file_is_tracked() -> None:
    assert not [path.name for path in tracked() if path.suffix == ".lock" or path.name.endswith("-lock.json")]


def test_every_named_dependency_has_a_version_in_the_constraints() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [
        project["project"]["dependencies"],
        *project["project"].get("optional-dependencies", {}).values(),
        *project["dependency-groups"].values(),
    ]
    named = {plain(entry) for group in groups for entry in group if isinstance(entry, str)}
    pinned = {plain(line) for line in lines(ROOT / "constraints.txt")}
    assert named <= pinned, f"constraints.txt is stale (CONTRIBUTING.md says how to refresh it): {named - pinned}"


def plain(requirement: str) -> str:
    """The project's name in a requirement: ``Click>=8.2`` gives ``click``."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()


def commands(text: str) -> Iterator[str]:
    """The lines of the fenced shell and console blocks of a Markdown page, without the prompt."""
    for block in re.findall(r"^```(?:shell|console)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        yield from (line.removeprefix("$ ").split("  #")[0].strip() for line in block.splitlines())


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = set(commands((ROOT / "README.md").read_text(encoding="utf-8")))
    script = [line.split("|")[0].strip() for line in lines(ROOT / ".ci" / "run")]
    assert "uv run pytest -n auto" in readme
    assert "uv run pytest -n auto" in script


@pytest.mark.parametrize("path", SOURCE, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_source_file_knows_one_subject_and_says_which(path: Path) -> None:
    assert len(lines(path)) <= LONGEST, f"over {LONGEST} lines: does it know two subjects?"
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), "no docstring"


def test_help_loads_no_library_that_it_does_not_need() -> None:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "flagplot", "--help"], capture_output=True, text=True, check=True
    )
    loaded = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert "battle" in run.stdout
    assert "click" in loaded
    assert not loaded & {"numpy", "numba", "rich", "django"}
    own = {name for name in loaded if name.partition(".")[0] == "flagplot"}
    assert own == {"flagplot", "flagplot.cli", "flagplot.cli.main"}
