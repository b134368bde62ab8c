"""Reports as Markdown: what stands there, and that no text can pass for markup (read back by another's parser)."""

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Report, Roll, Section, Table, Text
from flagplot.formats.markdown import write_markdown
from flagplot.formats.plain import one_line, verbatim

HIT = Citation("fta3", "to-hit")
PAIR = Citation("fta3", "pair-off")
TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from(" \n\\`*_{}[]()<>#+-.!|~&;:=$123ab"), max_size=40)


def read(markdown: str) -> list[tuple[str, str]]:
    """Each line that a reader sees, with the tag it stands in."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    seen, tag = [], ""
    for token in tokens:
        if token.type == "fence":
            seen.append(("fence", token.content))
        elif token.type == "inline":
            seen.append((tag, "".join(child.content for child in token.children or [])))
        elif token.nesting == 1:
            tag = token.tag
        else:
            assert token.nesting == -1 or token.type == "hr", token
            assert token.type != "hr"
    return seen


def test_a_whole_report() -> None:
    report = Report(
        "Battle at Tau",
        (
            Text("Red came by the lane.", (PAIR, HIT)),
            Section(
                "Round 1",
                (
                    Entry(7, "Hood fires on Swift.", (HIT,), ("a 15 and a 20",)),
                    Entry(9, "Nobody withdraws."),
                    Section("Losses", (Listing((Text("Swift"), Text("Sure", (HIT,)))),)),
                ),
            ),
            Table("HP", (Column("Ship"), Column("R1", "right")), (("Hood", "100"), ("Swift", "-5")), (HIT,)),
            Fields((("Key", "ab"), ("Reading", "R11"))),
            Section(
                "Dice",
                (
                    Roll(1, "position", "red", 20, (7,), None, PAIR, "0.1.2.0"),
                    Roll(3, "to hit", "Hood", 20, (3, 15, 20), 12, HIT, "0.3.1.0"),
                    Roll(3, "to hit", "Sure", 20, (11, 12), 12, HIT, "0.3.2.0"),
                ),
            ),
            Block("abc  \n  def\n"),
        ),
        ("UNCOMMITTED DICE",),
    )
    assert (
        write_markdown(report)
        == """\
# Battle at Tau

> **UNCOMMITTED DICE**

Rules in `code type` are those of fta3.

Red came by the lane. `pair-off` `to-hit`

## Round 1

- **7.** Hood fires on Swift. `to-hit`
  - a 15 and a 20
- **9.** Nobody withdraws.

### Losses

- Swift
- Sure `to-hit`

**HP** `to-hit`

| Ship | R1 |
| --- | ---: |
| Hood | 100 |
| Swift | -5 |

- **Key:** ab
- **Reading:** R11

## Dice

- R1 position · red · d20: 7 `pair-off` @ `0.1.2.0`

**Bold** marks a die that reaches the number it needs.

- R3 to hit · Hood · d20, 12 or more: 3 **15** **20** `to-hit` @ `0.3.1.0`
- R3 to hit · Sure · d20, 12 or more: 11 **12** `to-hit` @ `0.3.2.0`

```text
abc
  def
```
"""
    )


def test_each_special_letter_is_escaped() -> None:
    lines = write_markdown(Report("T", (Text(r"a*b_c`d[e](f)<g|h\i&j~k#l$m"),))).splitlines()
    assert lines[-1] == r"a\*b\_c\`d\[e\](f)\<g\|h\\i\&j\~k\#l\$m"


def test_rules_of_several_systems_keep_their_system() -> None:
    markdown = write_markdown(Report("T", (Text("x", (HIT, Citation("fe", "302.1"))),)))
    assert "x `fta3 to-hit` `fe 302.1`\n" in markdown


def test_headings_go_no_deeper_than_six() -> None:
    section = Section("deepest", ())
    for _ in range(8):
        section = Section("x", (section,))
    assert write_markdown(Report("T", (section,))).endswith("\n###### deepest\n")


@given(TEXT, TEXT.filter(lambda text: bool(text.strip())))
@example("1. x", "- x")
@example("x\n````\n- y", "12. x")
@example("~~~", "3) x")
@example("---", "===")
@example("> x", "+")
@example("&lt;b>", "<b>")
@example("a | b", "|")
@example("\\", "\\|")
@example("`", "``x`")
def test_what_is_read_is_what_was_written(one: str, two: str) -> None:
    report = Report(
        two,
        (
            Text(two),
            Section(two, (Listing((Text(two), Text(two))), Text("between"))),
            Entry(12, one, (), (two,)),
            Fields(((two, one),)),
            Table(two, (Column(two), Column("c")), ((one, two), (two, one))),
            Block(one),
        ),
        (two,),
    )
    a, b = one_line(one), one_line(two)
    lines = read(write_markdown(report))
    seen = [(tag, text.strip()) for tag, text in lines]
    assert seen[:-1] == [
        ("h1", b),
        ("p", b),
        ("p", b),
        ("h2", b),
        ("p", b),
        ("p", b),
        ("p", "between"),
        ("p", f"12. {a}".strip()),
        ("p", b),
        ("p", f"{b}: {a}".strip()),
        ("p", b),
        ("th", b),
        ("th", "c"),
        ("td", a),
        ("td", b),
        ("td", b),
        ("td", a),
    ]
    assert lines[-1] == ("fence", "\n".join(verbatim(one)) + "\n")


@given(TEXT.filter(lambda text: bool(one_line(text))))
def test_a_citation_or_an_address_cannot_leave_its_code(text: str) -> None:
    roll = Roll(1, "to hit", "Hood", 20, (1,), None, Citation("fta3", text), text)
    ((_, _), (_, _), (_, seen)) = read(write_markdown(Report("T", (roll,))))
    plain = one_line(text)
    assert seen == f"R1 to hit · Hood · d20: 1 {plain} @ {plain}"


@given(TEXT, TEXT)
def test_lines_end_without_a_blank(one: str, two: str) -> None:
    report = Report(one, (Text(two), Entry(1, one, (), (two,)), Fields(((one, two),)), Block(two)))
    text = write_markdown(report)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(line == line.rstrip() for line in text.split("\n"))
