"""Reports as posts: whatever a board, a mail program and an editor do to them, they still verify; a changed one not."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct
from flagplot.desk.explain import find_event
from flagplot.desk.verify import as_dict, read_earlier, refought, told, verify, verify_papers
from flagplot.formats.boards.posts import CUT_LINE
from flagplot.formats.boards.wording import wording
from flagplot.formats.writers import style

BOARDS = ("xenforo", "phpbb", "discus", "discord")


def cut(text: str) -> list[str]:
    """The posts that a moderator takes from between the lines that say where to cut."""
    return [post.strip("\n") + "\n" for post in CUT_LINE.split(text)]


def in_three(verdict: Verdict, board) -> list[str]:
    """A report in three posts, by a length that makes three of it."""
    whole = len(verdict.write(board, length=1_000_000))
    for length in range(whole // 3, whole, 100):
        posts = cut(verdict.write(board, length=length))
        if len(posts) == 3 and all("(3)" not in post and "/3)" in post for post in posts):
            return posts
    raise AssertionError("no length makes three posts of it")


@pytest.fixture(scope="module")
def threes(verdict: Verdict) -> dict[str, list[str]]:
    """The small battle's report in three posts for each board."""
    return {board: in_three(verdict, board) for board in BOARDS}


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.exit_code == 3
    return [refusal.code for refusal in caught.value.refusals]


def papers_of(posts: list[str]) -> list[Paper]:
    return [Paper(f"post-{number}.txt", post) for number, post in enumerate(posts, 1)]


# --- What is done to posts -----------------------------------------------------------------------------------------


def rewrapped(text: str, draw: random.Random) -> str:
    """Lines broken anew at some width, long words with them or not; the lines of a paragraph run together or not."""
    width, breaks, flows = draw.randint(40, 110), draw.random() < 0.5, draw.random() < 0.5
    paragraphs = re.split(r"\n{2,}", text) if flows else text.split("\n")
    wrapped = [
        textwrap.fill(paragraph, width, break_long_words=breaks, break_on_hyphens=draw.random() < 0.3)
        for paragraph in paragraphs
    ]
    return ("\n\n" if flows else "\n").join(wrapped)


def typeset(text: str, draw: random.Random) -> str:
    """Typographic quotation marks, dashes and dots, in text and not in the tags of BBCode."""
    dash = draw.choice(["—", "–", "―"])
    parts = re.split(r"(\[[^\]\n]*\])", text)
    for number in range(0, len(parts), 2):
        part = re.sub(r'(?<!\S)"', "“", parts[number]).replace('"', "”").replace("'", "’")
        parts[number] = re.sub("---?", dash, part).replace("...", "…")
    return "".join(parts)


def spaced(text: str, draw: random.Random) -> str:
    """Blanks behind lines, here and there one that does not break, soft hyphens and the like in long words."""
    lines = []
    for line in text.split("\n"):
        words = line.rstrip().split(" ")
        if "[" not in line:
            words = [word[:9] + draw.choice("\u00ad\u200b") + word[9:] if len(word) > 20 else word for word in words]
        lines.append("".join(word + draw.choice("\u00a0       ") for word in words) + draw.choice(["", "  ", "\t"]))
    return "\n".join(lines)


def quoted(text: str, draw: random.Random) -> str:
    """A quotation of the post, by mail or by a board, within another or not."""
    for _ in range(draw.randint(1, 2)):
        before = draw.choice(["> ", ">", "| ", ">> "])
        text = draw.choice(
            [
                "\n".join(before + line for line in text.split("\n")),
                f'[QUOTE="Alice, post: 1234, member: 5"]\n{text}\n[/QUOTE]',
                f"[quote=bob post_id=7 time=1700000000 user_id=2]{text}[/quote]",
            ]
        )
    return text


def greeted(text: str, draw: random.Random) -> str:
    """Something of the writer's own before and behind."""
    return f"Hello all, here it comes ({draw.randint(1, 3)}/3):\n\n{text}\n\n-- \nYours, the moderator\n"


CHANGES = (rewrapped, typeset, spaced, quoted, greeted)


def mangled(text: str, draw: random.Random) -> str:
    for change in draw.sample(CHANGES, draw.randint(1, len(CHANGES))):
        text = change(text, draw)
    return text


# --- Posts that hold -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_posts_hold_as_they_were_written(verdict: Verdict, board) -> None:
    text = verdict.write(board)
    found = verify(text, "r.txt")
    assert found.holds
    assert (found.compared, found.difference) == ("words", None)
    assert told(found, "r.txt")[0].startswith("r.txt: every word between its marks is as it was fought again, with ")
    assert verify_papers(papers_of(cut(text))).holds


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_three_mangled_posts_in_any_order_still_verify(threes: dict[str, list[str]], board: str, seed: int) -> None:
    draw = random.Random(seed)
    posts = [mangled(post, draw) for post in threes[board]]
    draw.shuffle(posts)
    papers = papers_of(posts) if draw.random() < 0.5 else [Paper("thread.txt", "\n".join(posts))]
    found = verify_papers(papers)
    assert found.holds, told(found, "thread")


@pytest.mark.parametrize("board", BOARDS)
def test_a_thread_with_a_part_quoted_again_still_verifies(threes: dict[str, list[str]], board: str) -> None:
    one, two, three = threes[board]
    again = "\n".join(f"> {line}" for line in two.split("\n"))
    thread = f"{three}\nBob wrote:\n{again}\nWow!\n\n{one}\n{two}"
    assert verify(thread, "thread.txt").holds


@pytest.mark.parametrize("board", BOARDS)
def test_the_story_may_be_dressed_up(threes: dict[str, list[str]], board: str) -> None:
    posts = [*threes[board]]
    story, mark, rest = posts[0].partition("Flagplot report")
    assert "face each other" in story
    posts[0] = f"It was a dark and stormy night.\n\n{story[-3:].lstrip()}{mark}{rest}"
    assert verify_papers(papers_of(posts)).holds


@pytest.mark.parametrize("board", BOARDS)
def test_corrections_and_uncommitted_dice_hold_too(papers: Papers, edited, verdict: Verdict, board) -> None:
    assert verify(adjudicate(papers).write(board, 50, 3000), "r").holds
    second = correct(edited(scenario={"hit +1": "hit +2"}), verdict)
    assert verify(second.write(board), "r").holds


def test_names_that_look_like_marks_do_no_harm(edited) -> None:
    for name in (
        "Flagplot report 01234567 (1/2)",
        "End of Flagplot report 01234567 (1/1)",
        "-----BEGIN FLAGPLOT BLOCK",
    ):
        verdict = adjudicate(edited(scenario={'"Skirmish"': f'"{name}"'}))
        for board in BOARDS:
            assert verify(verdict.write(board), "r").holds, (name, board)


@pytest.mark.parametrize("board", BOARDS)
def test_whatever_takes_a_report_takes_posts(verdict: Verdict, threes: dict[str, list[str]], board: str) -> None:
    draw = random.Random(board)
    thread = "\n".join(quoted(rewrapped(post, draw), draw) for post in reversed(threes[board]))
    assert refought(thread, "thread.txt").result_digest == verdict.result_digest
    assert find_event(thread, "thread.txt", 3)[1].seq == 3
    assert read_earlier(
        thread, "thread.txt", faults := __import__("flagplot.core.refusal", fromlist=["Faults"]).Faults()
    )
    assert not faults.found


# --- Posts that do not ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=25)
@given(data=st.data())
def test_a_changed_letter_or_digit_is_found(threes: dict[str, list[str]], board: str, data: st.DataObject) -> None:
    posts = [*threes[board]]
    number = data.draw(st.integers(0, 2))
    start = posts[number].index("Flagplot report")
    place = data.draw(st.integers(start, len(posts[number]) - 1).filter(lambda at: posts[number][at].isalnum()))
    old = posts[number][place]
    new = data.draw(st.sampled_from("aZ0179é").filter(lambda letter: letter != old))
    posts[number] = posts[number][:place] + new + posts[number][place + 1 :]
    with suppress(Refused):
        if verify_papers(papers_of(posts)).holds:
            assert re.search(r"\[/?[^\]\n]*$", posts[number][:place]), "only the look of a tag is nobody's concern"


def test_a_change_is_told_by_its_post_and_line(threes: dict[str, list[str]]) -> None:
    posts = [*threes["xenforo"]]
    number = next(n for n, post in enumerate(posts) if "Hood fires at" in post)
    line = next(n for n, text in enumerate(posts[number].split("\n"), 1) if "Hood fires at" in text)
    posts[number] = posts[number].replace("Hood fires at", "Hood smiles at", 1)
    found = verify_papers(papers_of(posts))
    assert not found.holds
    lines = told(found, "all")
    assert lines[0] == f"post-{number + 1}.txt, line {line}: this is not what was fought."
    assert "Hood smiles at" in lines[1]
    assert "Hood fires at" in lines[2]
    assert as_dict(found)["difference"]["file"] == f"post-{number + 1}.txt"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("15* 20*", "1 5*20*"),
        ("15* 20*", "15 *20*"),
        ("[TD]20 of 20[/TD][TD]", "[TD]20 of [/TD][TD]20"),
        ("[TD]10[/TD][TD]", "[TD]1[/TD][TD]0"),
        ("[TD][/TD]", ""),
        ('[SPOILER="Round 1"]', '[SPOILER="Round 2"]'),
    ],
)
def test_digits_do_not_change_their_number_or_their_cell(old: str, new: str) -> None:
    text = f"a 3 {old} b"
    assert wording(text).letters != wording(text.replace(old, new)).letters


def test_parts_that_are_missing_are_named(threes: dict[str, list[str]]) -> None:
    one, two, three = threes["xenforo"]
    with pytest.raises(Refused) as caught:
        verify_papers(papers_of([three, one]))
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.gap) == ("missing-parts", "1 short")
    assert "part 2 of 3 " in refusal.message
    assert codes(lambda: verify_papers(papers_of([one]))) == ["missing-parts"]
    assert codes(lambda: verify_papers(papers_of([one, one, three]))) == ["missing-parts"]
    assert codes(lambda: verify_papers(papers_of(["nothing", "at all"]))) == ["no-block"]
    assert verify_papers(papers_of(["a greeting", one, "and more", two, three])).holds


def test_parts_of_another_report_are_refused(verdict: Verdict, papers: Papers, threes: dict[str, list[str]]) -> None:
    one, two, three = threes["xenforo"]
    other = in_three(adjudicate(papers), "xenforo")
    assert codes(lambda: verify_papers(papers_of([one, other[1], three]))) == ["mixed-parts", "missing-parts"]
    assert codes(lambda: verify_papers(papers_of([one, two, three, threes["phpbb"][0]]))) == ["mixed-parts"]


def test_two_accounts_of_one_part_are_refused(threes: dict[str, list[str]]) -> None:
    one, two, three = threes["xenforo"]
    with pytest.raises(Refused) as caught:
        verify_papers(papers_of([one, two, three, one.replace("Skirmish", "Scrimmage", 1)]))
    (refusal,) = caught.value.refusals
    assert refusal.code == "unlike-parts"
    assert refusal.where.startswith("post-4.txt, line ")
    assert "post-1.txt, line " in refusal.message


def test_a_part_cut_short_is_refused(threes: dict[str, list[str]]) -> None:
    one, two, three = threes["xenforo"]
    half = two[: len(two) // 2]
    assert codes(lambda: verify_papers(papers_of([one, half, three]))) == ["broken-part", "missing-parts"]
    assert codes(lambda: verify_papers(papers_of([one, two[len(two) // 2 :], three])))[0] == "broken-part"


def test_a_machine_block_alone_is_no_report(verdict: Verdict) -> None:
    text = verdict.write("discus")
    block = text[text.index("-----BEGIN") : text.index("End of Flagplot")]
    assert codes(lambda: verify(block, "r.txt")) == ["missing-parts"]
    assert refought(block, "r.txt").result_digest == verdict.result_digest


def test_several_texts_that_are_no_posts_are_refused(verdict: Verdict) -> None:
    text = verdict.write("text")
    assert codes(lambda: verify_papers(papers_of([text, "more"]))) == ["several-reports"]


def test_a_forged_seal_is_found(threes: dict[str, list[str]]) -> None:
    seal = re.search("Flagplot report ([0-9a-f]{8})", threes["xenforo"][0])
    assert seal is not None
    found = verify_papers(papers_of([post.replace(seal[0], "Flagplot report 01234567") for post in threes["xenforo"]]))
    assert found.difference is not None
    assert not found.holds
    assert "01234567" in str(found.difference.old)


def test_a_pdf_is_known_by_its_block(verdict: Verdict) -> None:
    pages = verdict.write("text")
    block = verdict._block(style("pdf"))
    found = verify(f"{pages[:200]}\n{block}\n", "copied.txt")
    assert (found.holds, found.compared) == (True, "result")
    assert "comes out as it says" in told(found, "copied.txt")[0]


@pytest.mark.parametrize("board", BOARDS)
def test_a_block_in_two_posts_is_one(verdict: Verdict, board) -> None:
    """Wherever the machine block is cut, by whatever length of posts, it is found again."""
    cuts = 0
    for length in range(1000, 1700, 130):
        text = verdict.write(board, length=length)
        cuts += "-----BEGIN" not in text.rpartition("cut here")[2]
        assert verify(text, "r.txt").holds
    assert cuts, "the block is in more than one post"
