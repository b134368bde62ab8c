"""Reports as text: wrapping, tables, rolls, and lines that never get out of hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Node, Report, Roll, Section, Table, Text
from flagplot.formats.text import WIDTHS, write_text

HIT = Citation("fta3", "to-hit")
PAIR = Citation("fta3", "pair-off")


def written(*nodes: Node, width: int = 40) -> list[str]:
    """The lines of a report with these nodes, without its title region."""
    lines = write_text(Report("T", nodes), width).splitlines()
    legend = 2 if any(line.startswith("Rules in [brackets]") for line in lines) else 0
    return lines[3 + legend :]


def test_a_whole_report() -> None:
    report = Report(
        "Battle at Tau",
        (
            Text("Red came by the lane. Blue stood off.", (PAIR, HIT)),
            Section(
                "Round 1",
                (
                    Entry(
                        1,
                        "Hood fires on Swift and hits twice.",
                        (HIT,),
                        ("needed 12 or more, and rolled a 15 and a 20",),
                    ),
                    Entry(2, "Nobody withdraws."),
                    Section("Losses", (Listing((Text("Swift"), Text("Sure", (HIT,)))),)),
                ),
            ),
            Section(
                "Dice",
                (
                    Roll(1, "position", "red", 20, (7,), None, PAIR, "0.1.2.0"),
                    Roll(3, "to hit", "Hood", 20, (3, 15, 20), 12, HIT, "0.3.1.0"),
                    Roll(3, "to hit", "Sure", 20, (11, 12), 12, HIT, "0.3.2.0"),
                ),
            ),
            Block("-----BEGIN-----\nabc  \n  def\n-----END-----\n"),
        ),
        ("UNCOMMITTED DICE", "Demonstration data, invented"),
    )
    assert (
        write_text(report, 50)
        == """\
Battle at Tau
=============

!! UNCOMMITTED DICE

!! Demonstration data, invented

Rules in [brackets] are those of fta3.

Red came by the lane. Blue stood off. [pair-off,
to-hit]

Round 1
-------

   1. Hood fires on Swift and hits twice. [to-hit]
      - needed 12 or more, and rolled a 15 and a
        20
   2. Nobody withdraws.

Losses
~~~~~~

- Swift
- Sure [to-hit]

Dice
----

R1 position  red  d20: 7  [pair-off] @0.1.2.0

* marks a die that reaches the number it needs.

R3 to hit  Hood  d20, 12 or more: 3 15* 20*
    [to-hit] @0.3.1.0
R3 to hit  Sure  d20, 12 or more: 11 12*  [to-hit]
    @0.3.2.0

-----BEGIN-----
abc
  def
-----END-----
"""
    )


def test_rules_of_several_systems_keep_their_system() -> None:
    lines = write_text(Report("T", (Text("x", (HIT, Citation("fe", "302.1", "2020"))),)))
    assert "x [fta3 to-hit, fe 302.1 (2020)]" in lines
    assert "Rules in" not in lines


def test_a_system_named_once_is_left_out_of_the_citations() -> None:
    lines = write_text(Report("T", (Text("x", (HIT,)), Text("y", (PAIR,)))))
    assert lines.count("fta3") == 1


def test_fields_are_aligned_and_a_long_name_stands_apart() -> None:
    name = "A name over a third of the line"
    assert written(Fields((("Key", "ab " * 15), ("Reading", "R11"), (name, "yes, and some more words")))) == [
        "Key:     ab ab ab ab ab ab ab ab ab ab",
        "         ab ab ab ab ab",
        "Reading: R11",
        "A name over a third of the line: yes,",
        "         and some more words",
    ]


def test_a_table_is_aligned_under_a_rule() -> None:
    table = Table("HP", (Column("Ship"), Column("R1", "right")), (("Hood", "100"), ("", ""), ("Swift", "-5")), (HIT,))
    assert written(table) == [
        "HP [to-hit]",
        "Ship    R1",
        "-----  ---",
        "Hood   100",
        "",
        "Swift   -5",
    ]


def test_a_table_too_wide_wraps_its_widest_left_column() -> None:
    columns = (Column("Ship"), Column("Order"), Column("HP", "right"))
    rows = (("Hood", "target the cruisers first and then whatever is left of them", "5"), ("Sure", "hold", "12"))
    assert written(Table("", columns, rows)) == [
        "Ship  Order                           HP",
        "----  ------------------------------  --",
        "Hood  target the cruisers first and    5",
        "      then whatever is left of them",
        "Sure  hold                            12",
    ]


def test_columns_that_find_no_place_follow_below_under_the_first() -> None:
    columns = (Column("Ship"), *(Column(f"Round {number}", "right") for number in range(1, 6)))
    assert written(Table("HP", columns, (("Hood", "5", "4", "3", "2", "1"),))) == [
        "HP",
        "Ship  Round 1  Round 2  Round 3  Round 4",
        "----  -------  -------  -------  -------",
        "Hood        5        4        3        2",
        "",
        "Ship  Round 5",
        "----  -------",
        "Hood        1",
    ]


def test_numbers_wrap_only_where_two_columns_do_not_fit() -> None:
    lines = written(Table("", (Column("a", "right"), Column("b", "right")), (("1" * 30, "2" * 30),)))
    assert max(map(len, lines)) == 40
    assert sum(line.count("1") for line in lines) == sum(line.count("2") for line in lines) == 30


def test_a_ship_cannot_steer_the_terminal_or_break_a_line() -> None:
    text = write_text(Report("T", (Text("Ho\x1b[31mod\n\u202edne\u2069\ud800 \tX"), Block("a\x07b\r\nc\n\n"))))
    assert "Ho\ufffd[31mod \ufffddne\ufffd\ufffd X\n" in text
    assert text.endswith("\n\na\ufffdb\nc\n")


@pytest.mark.parametrize("width", [39, 121])
def test_other_widths_are_an_error(width: int) -> None:
    with pytest.raises(ValueError, match="40 and 120"):
        write_text(Report("T", ()), width)


def test_nodes_without_a_line_leave_no_gap() -> None:
    assert written(Text("a"), Listing(()), Fields(()), Text("b")) == ["a", "", "b"]


TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from(" \n-|*`"), max_size=80)
CITATIONS = st.lists(st.builds(Citation, st.sampled_from(["fta3"]), st.sampled_from(["a", "b-c"])), max_size=2).map(
    tuple
)
ALIGN = st.sampled_from(["left", "right"])
ROLLS = st.builds(
    Roll,
    st.integers(0, 99),
    TEXT,
    TEXT,
    st.just(20),
    st.lists(st.integers(1, 20), max_size=40).map(tuple),
    st.none() | st.integers(1, 21),
    st.just(HIT),
    TEXT,
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(st.builds(Column, TEXT, ALIGN), min_size=1, max_size=8))
    row = st.tuples(*[TEXT for _ in columns])
    return Table(draw(TEXT), tuple(columns), tuple(draw(st.lists(row, max_size=3))), draw(CITATIONS))


LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(Text, TEXT, CITATIONS),
    st.builds(Listing, st.lists(st.builds(Text, TEXT, CITATIONS), max_size=3).map(tuple)),
    st.builds(Entry, st.integers(0, 10**6), TEXT, CITATIONS, st.lists(TEXT, max_size=2).map(tuple)),
    st.builds(Fields, st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple)),
    tables(),
    ROLLS,
)
NODES = st.recursive(
    LEAVES, lambda below: st.builds(Section, TEXT, st.lists(below, max_size=3).map(tuple)), max_leaves=8
)
REPORTS = st.builds(Report, TEXT, st.lists(NODES, max_size=4).map(tuple), st.lists(TEXT, max_size=2).map(tuple))


@given(REPORTS, st.integers(WIDTHS.start, WIDTHS.stop - 1))
def test_no_line_is_too_long_or_ends_with_a_blank(report: Report, width: int) -> None:
    text = write_text(report, width)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for line in text[:-1].split("\n"):
        assert len(line) <= width
        assert line == line.rstrip()
        assert not any(ord(letter) < 32 for letter in line)


@given(tables(), st.integers(WIDTHS.start, WIDTHS.stop - 1))
def test_a_table_loses_no_letter(table: Table, width: int) -> None:
    letters = sorted("".join(cell for row in table.rows for cell in row[1:] if cell.isascii() and cell.isalnum()))
    text = write_text(Report("", (Table("", table.columns, table.rows),)), width)
    for letter in set(letters):
        assert text.count(letter) >= letters.count(letter)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_width_is_kept_and_loses_no_letter(width: int) -> None:
    table = Table(
        "Told",
        (Column("Ship"), Column("Order"), *(Column(f"R{n}", "right") for n in range(9))),
        (("Hood", "target the cruisers first and then whatever is left of them", *map(str, range(100, 1000, 100))),),
    )
    nodes = (
        Text("Red came by the lane. " * 9, (HIT,)),
        table,
        Roll(3, "to hit", "Hood", 20, (3, 15) * 20, 12, HIT, "0"),
    )
    lines = written(*nodes, width=width)
    assert all(len(line) <= width for line in lines)
    letters = "".join("".join(lines).split())
    assert letters.count("Redcamebythelane.") == 9
    assert letters.count("315*") == 20
    assert all(str(number) in letters for number in range(100, 1000, 100))


def test_thousands_of_columns_find_their_places_at_once() -> None:
    """A battle of four thousand rounds has a table as wide."""
    columns = (Column("Ship"), *(Column(f"R{number}", "right") for number in range(4000)))
    table = Table("HP", columns, (("Hood", *map(str, range(4000))),))
    began = time.perf_counter()
    lines = write_text(Report("Long", (table,)), 80).splitlines()
    assert time.perf_counter() - began < 5
    assert max(map(len, lines)) <= 80
    heads = [word for line in lines if line.startswith("Ship") for word in line.split()[1:]]
    assert heads == [f"R{number}" for number in range(4000)]
