"""``flagplot commit``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.core.commitment import commitment, read_secret
from flagplot.core.refusal import Faults
from flagplot.desk.commit import read_line


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["commit", *arguments])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def secret_in(path: Path) -> bytes:
    faults = Faults()
    secret = read_secret(path, faults)
    faults.settle()
    assert secret is not None
    return secret


def test_the_line_to_post_comes_first_and_binds_to_the_file(folder: Path) -> None:
    answer = run("--battle", "Hood at Vega")
    assert answer.exit_code == 0
    secret = secret_in(folder / "hood-at-vega.secret")
    line, _, hint = answer.output.partition("\n")
    assert line == f"Flagplot commitment for the battle 'Hood at Vega' (dice format 1): sha256 {commitment(secret)}"
    assert "hood-at-vega.secret" in hint
    assert "flagplot battle" in hint
    assert secret.hex() not in answer.output
    assert [path.name for path in folder.iterdir()] == ["hood-at-vega.secret"]


def test_as_json(folder: Path) -> None:
    answer = json.loads(run("--battle", "Vega", "--out", "kept.txt", "--json").output)
    digest = commitment(secret_in(folder / "kept.txt"))
    assert answer == {
        "battle": "Vega",
        "commitment": digest,
        "dice_format": 1,
        "line": f"Flagplot commitment for the battle 'Vega' (dice format 1): sha256 {digest}",
        "file": "kept.txt",
    }


def test_a_file_that_is_there_is_never_written_over(folder: Path) -> None:
    assert run("--battle", "Vega").exit_code == 0
    kept = (folder / "vega.secret").read_bytes()
    for arguments in (("--battle", "Vega"), ("--battle", "Other", "--out", "vega.secret")):
        answer = run(*arguments)
        assert (answer.exit_code, answer.stdout) == (1, "")
        assert "there is such a file already" in answer.stderr
    assert (folder / "vega.secret").read_bytes() == kept
    assert [path.name for path in folder.iterdir()] == ["vega.secret"]


def test_another_draw_is_another_secret(folder: Path) -> None:
    lines = {run("--battle", "Vega", "--out", f"{number}.secret").output.splitlines()[0] for number in range(3)}
    assert len({read_line(line).digest for line in lines}) == 3


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\tb", " a", "\x1b[2J", "a\u202eb"])
def test_a_name_that_is_no_plain_line_is_refused(folder: Path, name: str) -> None:
    answer = run("--battle", name)
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert "1 fault" in answer.stderr
    assert not list(folder.iterdir())


def test_bad_usage(folder: Path) -> None:
    assert run().exit_code == 2
    answer = run("--battle", "Vega", "--out", "nowhere/vega.secret")
    assert answer.exit_code == 2
    assert "nowhere" in answer.stderr
    assert run("--battle", "Vega", "--out", ".").exit_code == 1
    assert not list(folder.iterdir())
