"""Every command, file and Python session that the documentation shows is carried out; the answers must agree."""

from difflib import unified_diff
from pathlib import Path

import pytest
from blocks import ROOT, Command, File, Reader, Session, agrees, pages, prepare, read, renewed, trimmed

PAGES = [page for page in pages() if read(page.read_text(encoding="utf-8"))]


def differences(page: Path, folder: Path) -> list[str]:
    """Follow a page from top to end; a unified diff for each command that answers otherwise."""
    wrong = []
    reader = Reader(folder)
    for block in read(page.read_text(encoding="utf-8")):
        if isinstance(block, File):
            reader.write(block)
        elif isinstance(block, Session):
            wrong.append(reader.talk(block))
        else:
            shown, answer = trimmed(block.shown), reader.run(block)
            if not agrees(shown, answer):
                place = f"{page.name}:{block.first}: $ {block.text}"
                wrong.append("\n".join(unified_diff(shown, answer, place, "now", lineterm="")))
    return [text for text in wrong if text]


def test_there_are_examples_to_carry_out() -> None:
    assert ROOT / "README.md" in PAGES
    assert any(page.is_relative_to(ROOT / "docs" / "tutorials") for page in PAGES)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_shows_what_the_program_says(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    wrong = differences(page, tmp_path)
    assert not wrong, f"to renew: uv run python docs/refresh_examples.py {page.name}\n" + "\n".join(wrong)


PAGE = """\
Write this:

```toml file=deep/book.toml
hull = "CA"
```

```shell
git clone somewhere
```

1. Then:

   ```console
   $ cat deep/book.toml
   hull = "CA"
   $ echo $?
   0
   $ uv run flagplot --version > \\
     version.txt
   $ flagplot rol
   ...
   Error: No such verb 'rol'. Did you mean 'roll'?
   $ echo $?
   2
   ```

````markdown
```console
$ not for us
```
````

```python
>>> 1 + 1
2
```
"""


def test_a_page_is_read_and_followed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    blocks = read(PAGE)
    assert [type(block) for block in blocks] == [File, *[Command] * 5, Session]
    assert [block.text for block in blocks if isinstance(block, Command)] == [
        "cat deep/book.toml",
        "echo $?",
        "uv run flagplot --version > version.txt",
        "flagplot rol",
        "echo $?",
    ]
    assert differences(page, tmp_path) == []
    assert (tmp_path / "version.txt").read_text().startswith("flagplot ")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('   hull = "CA"', '   hull = "CB"', '-hull = "CB"\n+hull = "CA"'),
        ("   0\n", "   1\n", "-1\n+0"),
        ("   ...\n", "", "+Usage: flagplot"),
        (">>> 1 + 1\n2", ">>> 1 + 1\n3", "Expected:\n    3\nGot:\n    2"),
    ],
)
def test_a_wrong_page_is_found_out(tmp_path: Path, old: str, new: str, told: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.replace(old, new))
    assert told in "\n".join(differences(page, tmp_path))


@pytest.mark.parametrize("text", ["rm -r examples", "python -c 1", "bash"])
def test_other_programs_are_not_run(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="may not run"):
        Reader(tmp_path).run(Command(text, (), 0, 0))


def test_a_console_block_without_a_command_is_an_error() -> None:
    with pytest.raises(ValueError, match="line 2: a console block starts with a command"):
        read("```console\nflagplot demo\n```\n")


@pytest.mark.parametrize(
    ("shown", "agreed"),
    [
        ("a b c d", True),
        ("...", True),
        ("a ... d", True),
        ("... c d", True),
        ("a b c d ...", True),
        ("... b ... d", True),
        ("a ... c", False),
        ("... a", False),
        ("b ...", False),
        ("a b c", False),
        ("", False),
    ],
)
def test_dots_stand_for_any_lines(shown: str, agreed: bool) -> None:
    assert agrees(shown.split(), ["a", "b", "c", "d"]) is agreed


@pytest.mark.parametrize(
    ("shown", "answer", "new"),
    [
        ("a b", "a c", "a c"),
        ("a ... d", "a b d", "a ... d"),
        ("a ... d", "x y z", "x ... z"),
        ("... dice:1 ...", "a dice:2 b", "... dice:2 ..."),
        ("old ... dice:1 luck:1 ... end", "new x dice:2 luck:3 y end", "new ... dice:2 luck:3 ... end"),
    ],
)
def test_a_renewed_page_keeps_its_cuts(shown: str, answer: str, new: str) -> None:
    assert renewed(shown.split(), answer.split()) == new.split()
