"""Each board's mark-up, read back by a reader made from the board's own rules: the same text, none as mark-up."""

import re
from collections.abc import Callable

import pytest
from board_bbcode import PHPBB, XENFORO, read_bbcode
from board_discord import read_discord
from board_discus import read_discus
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Report, Roll, Section, Table, Text
from flagplot.formats.boards.posts import write_posts
from flagplot.formats.plain import one_line, verbatim
from flagplot.formats.writers import BOARDS

HIT = Citation("fta3", "to-hit")
BREAK = "\N{ZERO WIDTH SPACE}"  # what boards without an escape have put between two signs

READERS: dict[str, Callable[[str], list[tuple[str, str]]]] = {
    "xenforo": lambda post: read_bbcode(post, XENFORO),
    "phpbb": lambda post: read_bbcode(post, PHPBB),
    "discus": read_discus,
    "discord": read_discord,
}

WORDS = (
    "[b] [/b] [/PLAIN] [plain] [/plain [*] [/code] [CODE] [url=x]y[/url] [/ [ ] [[ [/spoiler] [table] [i][/i] "
    "\\b{x} \\ { } , \\} \\table{ \\fixed{ }} @everyone @here @Alice <@123> <#9> <:a:1> <t:1> ** * _ __ ~~ || | "
    "` ``` `` # 12) :) ;-) :D :lol: 8-) :P o_O <3 : :// https://a.b/c www.a.b a@b.cd [x](https://y.z) &lt; "
    "&amp; <b> שלום مرحبا 🚀 👩‍🚀 é Hood x 7 "
)
TOKENS = [*WORDS.split(), "# ", "> ", ">>> ", "- ", "-# ", "1. ", "+ ", "\u202e", " ", "\n", "\xa0"]
NAMES = st.lists(st.sampled_from(TOKENS) | st.characters(codec="utf-8"), max_size=7).map("".join)
SHOWN = NAMES.filter(lambda name: bool(seen(name)))


def seen(text: str) -> str:
    """What a reader sees of a text on one line."""
    return " ".join(one_line(text).replace(BREAK, "").split())


def read(board: str, post: str) -> list[tuple[str, str]]:
    """What a reader sees of a post, without the marks of its parts."""
    found = [(kind, seen(text)) for kind, text in READERS[board](post)]
    return [each for each in found if each[1] and not re.search("Flagplot report [0-9a-f]{8} ", each[1])]


def post_of(board: str, report: Report) -> str:
    """The one post of a report on a board that takes posts of any length."""
    (post,) = write_posts(report, BOARDS[board], 80, 0)
    return post


REPORT = Report(
    "Battle at Tau",
    (
        Text("Red came by the lane.", (HIT,)),
        Section("Round 1", (Entry(7, "Hood fires on Swift.", (HIT,), ("a 15 and a 20",)), Entry(9, "Nobody leaves."))),
        Section("Losses", (Listing((Text("Swift"), Text("Sure", (HIT,)))), Fields((("Key", "ab"),))), folded=True),
        Table("HP", (Column("Ship"), Column("R1", "right")), (("Hood", "100"), ("Swift", "")), (HIT,)),
        Roll(3, "to hit", "Hood", 20, (3, 15, 20), 12, HIT, "0.3.1.0"),
        Section("Block", (Block("-----BEGIN-----\nabc\n-----END-----"),), folded=True),
    ),
    ("UNCOMMITTED DICE",),
    ("Once upon a time.", "They lived."),
)

WHOLE = {
    "xenforo": """\
Once upon a time.

They lived.

[B]Flagplot report 01234567 (1/1)[/B]

[HEADING=1]Battle at Tau[/HEADING]

[B]UNCOMMITTED DICE[/B]

Rules are named {so}; they are those of fta3.

Red came by the lane. {to-hit}

[HEADING=2]Round 1[/HEADING]

[B]7.[/B] Hood fires on Swift. {to-hit}
[LIST]
[*]a 15 and a 20
[/LIST]
[B]9.[/B] Nobody leaves.

[SPOILER="Losses"]
[LIST]
[*]Swift
[*]Sure {to-hit}
[/LIST]

[B]Key:[/B] ab
[/SPOILER]

[B]HP[/B] {to-hit}
[TABLE]
[TR][TH]Ship[/TH] [TH]R1[/TH][/TR]
[TR][TD]Hood[/TD] [TD]100[/TD][/TR]
[TR][TD]Swift[/TD] [TD][/TD][/TR]
[/TABLE]

* marks a die that reaches the number it needs.

R3 to hit, Hood, d20, 12 or more: 3 15* 20* {to-hit} at 0.3.1.0

[SPOILER="Block"]
[CODE]
-----BEGIN-----
abc
-----END-----
[/CODE]
[/SPOILER]

[B]End of Flagplot report 01234567 (1/1)[/B]
""",
    "phpbb": """\
Once upon a time.

They lived.

[b]Flagplot report 01234567 (1/1)[/b]

[size=150][b]Battle at Tau[/b][/size]

[b]UNCOMMITTED DICE[/b]

Rules are named {so}; they are those of fta3.

Red came by the lane. {to-hit}

[size=130][b]Round 1[/b][/size]

[b]7.[/b] Hood fires on Swift. {to-hit}
[list]
[*]a 15 and a 20
[/list]
[b]9.[/b] Nobody leaves.

[size=130][b]Losses[/b][/size]

[list]
[*]Swift
[*]Sure {to-hit}
[/list]

[b]Key:[/b] ab

[b]HP[/b] {to-hit}
[code]
Ship    R1
-----  ---
Hood   100
Swift    .
[/code]

* marks a die that reaches the number it needs.

R3 to hit, Hood, d20, 12 or more: 3 15* 20* {to-hit} at 0.3.1.0

[size=130][b]Block[/b][/size]

[code]
-----BEGIN-----
abc
-----END-----
[/code]

[b]End of Flagplot report 01234567 (1/1)[/b]
""",
    "discus": """\
Once upon a time.

They lived.

Flagplot report 01234567 (1/1)

\\b{\\u{Battle at Tau}}

\\b{UNCOMMITTED DICE}

Rules are named (so); they are those of fta3.

Red came by the lane. (to-hit)

\\b{\\u{Round 1}}

\\b{7.} Hood fires on Swift. (to-hit)
\\list{a 15 and a 20}
\\b{9.} Nobody leaves.

\\b{\\u{Losses}}

\\list{Swift
Sure (to-hit)}

\\b{Key:} ab

\\b{HP} (to-hit)
\\table{\\b{Ship},\\b{R1}
Hood,100
Swift,}

* marks a die that reaches the number it needs.

R3 to hit, Hood, d20, 12 or more: 3 15* 20* (to-hit) at 0.3.1.0

\\b{\\u{Block}}

-----BEGIN-----
abc
-----END-----

End of Flagplot report 01234567 (1/1)
""",
    "discord": """\
Once upon a time.

They lived.

**Flagplot report 01234567 (1/1)**

# Battle at Tau

**UNCOMMITTED DICE**

Rules are named `so`; they are those of fta3.

Red came by the lane. `to-hit`

## Round 1

**7.** Hood fires on Swift. `to-hit`
- a 15 and a 20
**9.** Nobody leaves.

## Losses

- Swift
- Sure `to-hit`

**Key:** ab

**HP** `to-hit`
```
Ship    R1
-----  ---
Hood   100
Swift    .
```

\\* marks a die that reaches the number it needs.

R3 to hit, Hood, d20, 12 or more: 3 15\\* 20\\* `to-hit` at 0.3.1.0

## Block

||```
-----BEGIN-----
abc
-----END-----
```||

**End of Flagplot report 01234567 (1/1)**
""",
}


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_report(board: str) -> None:
    (post,) = write_posts(REPORT, BOARDS[board], 80, 0, "0123456789abcdef")
    assert post == WHOLE[board]


def expected(board: str, one: str, two: str) -> list[tuple[str, str]]:
    """What ``hostile`` should be read as."""
    a, b = seen(one), seen(two)
    grids, folds = board in ("xenforo", "discus"), board == "xenforo"
    title = {"discus": "h"}.get(board)
    nodes = [
        ("p", a),
        ("p", b),
        (title or "h1", b),
        ("p", a),
        ("p", b),
        (title or "h2", b),
        ("li", b),
        ("li", b),
        ("p", "between"),
        ("p", f"12. {a}".strip()),
        ("li", b),
        ("p", f"{b}: {a}".strip()),
        ("p", b),
    ]
    nodes += [(kind, text) for kind, text in (("th", b), ("th", "c"), ("td", a), ("td", b)) if text] if grids else []
    detail = [("p", b)]
    return nodes, ([("fold", b)] if folds else [(title or "h2", b)]) + detail


def hostile(one: str, two: str) -> Report:
    """A report in which strangers' names stand wherever they can."""
    nodes = (
        Text(two),
        Section(two, (Listing((Text(two), Text(two))), Text("between"))),
        Entry(12, one, (), (two,)),
        Fields(((two, one),)),
        Table(two, (Column(two), Column("c")), ((one, two),)),
        Section(two, (Text(two),), folded=True),
    )
    return Report(two, nodes, (one,), (one, two))


@pytest.mark.parametrize("board", BOARDS)
@given(NAMES, SHOWN)
@example("[/PLAIN][b]x", "[/plain")
@example("1. x", "- x")
@example("a:)", ":) b")
@example("@everyone", "x@everyone @here")
@example("\\", "{")
@example("a,b", "\\,")
@example("``", "```")
@example("https://a.b", "www.a.b")
@example("|", "[/TD][TD]")
def test_what_is_read_is_what_was_written(board: str, one: str, two: str) -> None:
    found = read(board, post_of(board, hostile(one, two)))
    nodes, detail = expected(board, one, two)
    nodes = [each for each in nodes if each[1]]
    assert found[: len(nodes)] == nodes
    rest = [each for each in found[len(nodes) :] if each[0] != "code"]
    fold = seen(one_line(two)[:100])
    if rest[0] == ("p", fold) and board == "xenforo":  # a title that no button can bear stands within the spoiler
        rest[0] = ("fold", fold)
    assert rest == [(kind, fold if kind == "fold" else text) for kind, text in detail]


@pytest.mark.parametrize("board", ["phpbb", "discord"])
@given(SHOWN, SHOWN)
def test_an_aligned_table_shows_every_cell(board: str, one: str, two: str) -> None:
    table = Table("", (Column("Ship"), Column("Told")), ((one, two),))
    found = read(board, post_of(board, Report("T", (table,))))
    _head, _rule, *rows = (text for kind, text in found if kind == "code")
    assert sorted("".join(rows).replace(" ", "")) == sorted((seen(one) + seen(two)).replace(" ", ""))


@pytest.mark.parametrize("board", BOARDS)
@given(st.lists(NAMES, min_size=1, max_size=4).map("\n".join))
@example("a [/code] [b]x[/b]\n[/CODE]")
@example("```\n@everyone `x`")
@example("} \\{ a,b")
def test_code_is_shown_letter_by_letter(board: str, text: str) -> None:
    found = read(board, post_of(board, Report("T", (Block(text), Text("behind")))))
    lines = [seen(line) for line in verbatim(text)]
    kinds = ("code", "p") if board == "discus" else ("code",)
    assert [each for kind, each in found[1:-1] if kind in kinds] == [line for line in lines if line]
    assert found[-1] == ("p", "behind")


@pytest.mark.parametrize("board", BOARDS)
@given(SHOWN)
def test_a_rule_and_an_address_are_text(board: str, text: str) -> None:
    roll = Roll(1, "to hit", text, 20, (1, 20), None, Citation("fta3", text), text)
    found = read(board, post_of(board, Report("T", (roll,))))
    plain = seen(text)
    signs = {"xenforo": "{}", "phpbb": "{}", "discus": "()", "discord": "()" if "`" in plain else "  "}[board]
    told = f"R1 to hit, {plain}, d20: 1 20 {signs[0]}{plain}{signs[1]} at {plain}"
    assert found[-1] == ("p", " ".join(told.split()))
