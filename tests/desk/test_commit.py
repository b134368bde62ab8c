"""A promised secret: the line to post, the file, and the line read out of what a forum makes of it."""

import html
import os
import stat
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core import commitment as promise
from flagplot.core.refusal import Faults, Refused
from flagplot.desk import commit as desk
from flagplot.desk.commit import Posted, commit, read_line, save

HEX = "0123456789abcdef" * 4


def line(battle: str = "Vega", digits: str = HEX, form: int = 1) -> str:
    return f"Flagplot commitment for the battle '{battle}' (dice format {form}): sha256 {digits}"


def codes_of(text: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        read_line(text)
    return [each.code for each in caught.value.refusals]


def test_the_line_holds_the_sha256_of_32_bytes() -> None:
    drawn = commit("Vega")
    assert len(drawn.secret) == 32
    assert drawn.digest == promise.commitment(drawn.secret)
    assert drawn.line == line(digits=drawn.digest)
    assert commit("Vega").secret != drawn.secret


def test_the_file_says_what_it_is_and_can_be_read(tmp_path: Path) -> None:
    drawn = commit("Hood's Bluff")
    path = tmp_path / "x.secret"
    save(drawn, path)
    *remarks, digits = path.read_text(encoding="utf-8").splitlines()
    assert digits == drawn.secret.hex()
    assert all(remark.startswith("# ") for remark in remarks)
    told = "\n".join(remarks)
    assert "secret of Flagplot" in told
    assert "Hood's Bluff" in told
    assert "before the battle" in told
    assert drawn.line in told
    assert promise.read_secret(path, Faults()) == drawn.secret


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    save(commit("Vega"), tmp_path / "x.secret")
    assert stat.S_IMODE((tmp_path / "x.secret").stat().st_mode) == 0o600


def test_a_file_that_cannot_be_written_whole_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(desk.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(commit("Vega"), tmp_path / "x.secret")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("battle", "name"),
    [
        ("Hood at Vega", "hood-at-vega.secret"),
        ("Bob's 2nd: Überfall!", "bob-s-2nd-überfall.secret"),
        ("../../etc", "etc.secret"),
        ("???", "battle.secret"),
        ("a" * 300, "a" * 60 + ".secret"),
        ("x" * 59 + " y", "x" * 59 + ".secret"),
    ],
)
def test_the_file_is_named_after_the_battle(battle: str, name: str) -> None:
    assert commit(battle).file_name == name


POSTS = {
    "as it is": line,
    "in a sentence": lambda battle: f"Hear, hear.\n\n{line(battle)}. Good luck!",
    "quoted": lambda battle: f"[quote=Bob]\n> > {line(battle)}\n[/quote]",
    "wrapped and quoted": lambda battle: textwrap.fill(line(battle), 40, initial_indent="> ", subsequent_indent="> "),
    "broken within words": lambda battle: textwrap.fill(line(battle), 34).replace("\n", "\n\n"),
    "bold": lambda battle: f"[b]{line(battle)}[/b]",
    "smart quotes": lambda battle: line(battle).replace(" '", " ‘").replace("'", "’"),
    "escaped": lambda battle: html.escape(line(battle)).replace(" ", "&nbsp;"),
    "capitals": lambda battle: line(battle, HEX.upper()),
    "twice": lambda battle: f"{line(battle)}\n> {line(battle)}",
}


@pytest.mark.parametrize(
    "battle", ["Vega", "Bob's Bluff", "Vega (again), 2nd stand-off at Rigel-Kentaurus-Four", "O'Neill's 'last' stand"]
)
@pytest.mark.parametrize("dress", POSTS)
def test_the_line_is_found_in_a_post(dress: str, battle: str) -> None:
    posted = read_line(POSTS[dress](battle))
    assert posted.digest == HEX
    assert posted.is_for(battle)
    assert not posted.is_for("Another")


def test_a_typographic_apostrophe_does_not_make_another_battle() -> None:
    assert read_line(line("Bob’s Bluff")).is_for("Bob's Bluff")
    assert read_line(line("Bob's Bluff")).is_for("Bob’s Bluff")


@given(st.text(max_size=40))
def test_whatever_name_is_taken_can_be_read_again(battle: str) -> None:
    try:
        drawn = commit(battle)
    except Refused:
        return
    posted = read_line(f"Here:\n{drawn.line}\nBye.")
    assert posted.digest == drawn.digest
    assert posted.is_for(battle)


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=30))
def test_names_of_letters_and_figures_are_taken(battle: str) -> None:
    assert commit(battle).battle == battle


@pytest.mark.parametrize(
    ("battle", "code"),
    [
        ("", "no-name"),
        ("\n", "no-name"),
        ("a\nb", "not-one-line"),
        ("a\udc80", "not-one-line"),
        (f"a' (dice format 1): sha256 {HEX}", "unreadable-name"),
        ("a Flagplot commitment for the battle", "unreadable-name"),
        ("[b]", "unreadable-name"),
    ],
)
def test_names_that_are_refused(battle: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        commit(battle)
    assert [each.code for each in caught.value.refusals] == [code]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["no-commitment"]),
        (HEX, ["no-commitment"]),
        (line(digits=HEX[:-1]), ["broken-commitment"]),
        (line(digits=HEX + "0"), ["broken-commitment"]),
        (line(digits="g" + HEX[1:]), ["broken-commitment"]),
        ("Flagplot commitment for the battle", ["broken-commitment"]),
        (line(form=2), ["other-dice-format"]),
        (line().replace("format 1", f"format {'1' * 5000}"), ["broken-commitment"]),
        (line() + "\n" + line("Rigel"), ["two-commitments"]),
        (line() + "\n" + line(digits=HEX[::-1]), ["two-commitments"]),
        (line(digits="12") + "\n" + line(form=2), ["broken-commitment", "other-dice-format"]),
    ],
)
def test_texts_that_are_refused(text: str, codes: list[str]) -> None:
    assert codes_of(text) == codes


def test_the_parts_of_two_lines_are_not_put_together() -> None:
    assert codes_of(line("Vega", "12") + " " + line("Rigel")) == ["broken-commitment"]


def test_a_posted_line_is_a_pair() -> None:
    battle, digits = read_line(line())
    assert (battle, digits) == Posted("Vega", HEX) == ("Vega", HEX)
