"""Reports cut into posts: none too long, each whole in itself, and nothing lost between them."""

import re

import pytest
from board_bbcode import PHPBB, XENFORO, read_bbcode
from board_discord import read_discord
from board_discus import read_discus
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.report import Block, Column, Entry, Listing, Report, Section, Table, Text
from flagplot.formats.boards.pieces import LONGEST_HEAD
from flagplot.formats.boards.posts import CUT_LINE, SHORTEST, joined, write_posts
from flagplot.formats.writers import BOARDS

READERS = {
    "xenforo": lambda post: read_bbcode(post, XENFORO),
    "phpbb": lambda post: read_bbcode(post, PHPBB),
    "discus": read_discus,
    "discord": read_discord,
}
MARK = re.compile(r"(?:End of )?Flagplot report ([0-9a-f]{8}) \((\d+)/(\d+)\)")


def told(board: str, posts: list[str]) -> str:
    """All letters that posts show, without their marks."""
    return "".join("".join(text.split()) for post in posts for _, text in READERS[board](post) if not MARK.search(text))


LONG = "Grand Admiral of the Fleet " * 40
WORDS = st.lists(st.sampled_from(["Hood", "a[b]c", ":)", "x" * 1100, "\\{", "@everyone", LONG, "`", "*"]), max_size=9)
NODES = st.lists(
    st.builds(lambda words: Text(" ".join(words)), WORDS)
    | st.builds(lambda words: Listing(tuple(map(Text, words))), WORDS)
    | st.builds(lambda number, words: Entry(number, " ".join(words), (), ("told",)), st.integers(1, 99), WORDS)
    | st.builds(lambda words: Block("\n".join(["begin", *words, "end"])), WORDS),
    min_size=1,
    max_size=5,
)


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=20)
@given(NODES, st.integers(SHORTEST, 3000), st.booleans())
def test_no_post_is_too_long_and_nothing_is_lost(board: str, nodes: list, length: int, folded: bool) -> None:
    report = Report("Battle", (Section("Told", tuple(nodes), folded), Text("The end.")), (), ("Once.", "Twice."))
    posts = write_posts(report, BOARDS[board], 80, length)
    assert all(len(post) <= length for post in posts)
    (whole,) = write_posts(report, BOARDS[board], 80, 0)
    again = "Told" if folded and board == "xenforo" else ""  # the button of a fold is there in each post
    assert told(board, posts).replace(again, "") == told(board, [whole]).replace(again, "")


@pytest.mark.parametrize("board", BOARDS)
def test_parts_are_numbered_and_bear_one_seal(board: str) -> None:
    report = Report("Battle", tuple(Text(f"Line {number}: {LONG}") for number in range(9)), (), ("Once upon a time.",))
    posts = write_posts(report, BOARDS[board], 80, 4000, "feedbeef0123")
    assert len(posts) > 2
    for number, post in enumerate(posts, 1):
        assert MARK.findall(post) == [("feedbeef", str(number), str(len(posts)))] * 2
    assert posts[0].startswith("Once upon a time.")
    assert MARK.findall(write_posts(report, BOARDS[board], 80, 0)[0])[0][0] != "feedbeef"


@pytest.mark.parametrize("board", BOARDS)
def test_the_head_of_a_table_is_said_again(board: str) -> None:
    rows = tuple((f"Ship {number}", str(number)) for number in range(300))
    table = Table("", (Column("Ship"), Column("HP", "right")), rows)
    posts = write_posts(Report("T", (table,)), BOARDS[board], 60, 1500)
    assert len(posts) > 2
    for post in posts:
        letters = told(board, [post])
        assert letters.count("ShipHP" if board not in ("phpbb", "discord") else "ShipHP-") == 1
    letters = told(board, posts)
    assert all(f"Ship{number}" in letters for number in range(300))


@pytest.mark.parametrize("board", BOARDS)
def test_a_heading_stands_with_what_follows_it(board: str) -> None:
    sections = tuple(Section(f"Chapter {number}", (Text("word " * 90),)) for number in range(12))
    posts = write_posts(Report("T", sections), BOARDS[board], 80, 1200)
    for post in posts:
        lines = [text for _, text in READERS[board](post) if not MARK.search(text)]
        assert not lines[-1].startswith("Chapter")


@pytest.mark.parametrize("board", BOARDS)
def test_a_row_and_a_head_longer_than_a_post(board: str) -> None:
    wide = tuple(Column(f"Column {number} {'x' * 30}") for number in range(LONGEST_HEAD // 30))
    table = Table("", wide, (tuple(f"cell{n} {'y' * 300}" for n in range(len(wide))),))
    posts = write_posts(Report("T", (table, Text("behind"))), BOARDS[board], 80, SHORTEST)
    assert all(len(post) <= SHORTEST for post in posts)
    letters = told(board, posts)
    assert all(f"cell{n}" in letters for n in range(len(wide)))
    assert letters.endswith("behind")


def test_a_long_story_has_posts_of_its_own() -> None:
    report = Report("T", (Text("told"),), (), (LONG, LONG))
    posts = write_posts(report, BOARDS["discord"], 60, 2000)
    assert not MARK.search(posts[0])
    assert MARK.search(posts[-1])
    assert told("discord", posts[:-1]) == "".join((LONG + LONG).split())


def test_posts_in_one_text_have_a_line_to_cut_at() -> None:
    text = joined(["one\n", "two\n", "three\n"])
    assert [part.strip() for part in CUT_LINE.split(text)] == ["one", "two", "three"]
    assert text.count("post 2 of 3") == text.count("post 3 of 3") == 1
    assert joined(["one\n"]) == "one\n"


def test_a_post_shorter_than_its_marks_is_an_error() -> None:
    with pytest.raises(ValueError, match="999"):
        write_posts(Report("T", ()), BOARDS["xenforo"], 80, SHORTEST - 1)
