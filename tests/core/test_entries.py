"""Entries of a TOML file and the places of their faults."""

from fractions import Fraction

import pytest

from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults


def read(source: str | bytes, kind: str = "thing") -> tuple[Entry, list[Entry], Faults]:
    faults = Faults()
    head, entries = read_entries(source, kind, "things.toml", faults)
    return head, entries, faults


def codes(faults: Faults) -> list[str]:
    return [refusal.code for refusal in faults.found]


def test_entries_come_in_order_with_the_line_of_their_header() -> None:
    head, entries, faults = read('system = "x"\n\n[[thing]]\nid = "a"\n\n [[ thing ]]\nid = "b"\n')
    assert head.text("system") == "x"
    assert [(entry.where, entry.text("id")) for entry in entries] == [("things.toml:3", "a"), ("things.toml:6", "b")]
    assert faults.found == []


def test_a_header_inside_a_text_costs_the_line_numbers_only() -> None:
    _, entries, _ = read("[[thing]]\nid = '''\n[[thing]]\n'''\n[[thing]]\nid = 'b'\n")
    assert [entry.where for entry in entries] == ["things.toml, thing 1", "things.toml, thing 2"]


def test_bytes_may_begin_with_a_byte_order_mark_and_end_lines_as_windows_does() -> None:
    _, entries, faults = read(b'\xef\xbb\xbf[[thing]]\r\nid = "a"\r\n')
    assert [entry.text("id") for entry in entries] == ["a"]
    assert faults.found == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (b"[[thing]]\nid = '\xff'", "not-utf8"),
        ("[[thing]]\nid = ", "not-toml"),
        ("[[thing]]\nid = 'cut", "not-toml"),
        ("\x00" * 1000, "binary"),
        ("", "empty-file"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_damaged_fault(source: str | bytes, code: str) -> None:
    head, entries, faults = read(source)
    assert (head.values, entries) == ({}, [])
    assert [(refusal.code, refusal.fault, refusal.where) for refusal in faults.found] == [
        (code, Fault.DAMAGED, "things.toml")
    ]


@pytest.mark.parametrize("source", ["thing = 3", "[thing]\nid = 'a'", "thing = [1, 2]"])
def test_the_kind_must_be_a_list_of_tables(source: str | bytes) -> None:
    _, entries, faults = read(source)
    assert (entries, codes(faults)) == ([], ["wrong-kind"])


def test_every_fault_of_an_entry_is_told() -> None:
    _, (entry,), faults = read('[[thing]]\nname = 3\nlist = ["a", 1]\ncount = 0\ntable = "no"\nnaem = "x"\n')
    assert entry.text("id") == ""
    assert entry.text("name") == ""
    assert entry.texts("list") == ()
    assert entry.count("count") is None
    assert entry.table("table") == {}
    entry.finish()
    assert codes(faults) == [
        "missing-field",
        "wrong-kind",
        "wrong-kind",
        "wrong-kind",
        "wrong-kind",
        "unknown-field",
    ]
    assert {refusal.where for refusal in faults.found} == {"things.toml:1"}
    assert faults.found[-1].mend == "Did you mean 'name'?"


@pytest.mark.parametrize("value", ["true", "1.5", "-1", "'2'"])
def test_a_count_is_a_whole_number_of_at_least_one(value: str) -> None:
    _, (entry,), faults = read(f"[[thing]]\nrounds = {value}\n")
    assert entry.count("rounds") is None
    assert codes(faults) == ["wrong-kind"]


def test_optional_fields_may_be_absent_but_not_empty() -> None:
    _, (entry,), faults = read('[[thing]]\nnote = " "\nnames = {a = "b"}\nrows = [{x = 1}]\n')
    assert entry.text("other", required=False) == ""
    assert entry.texts("others", required=False) == ()
    assert entry.count("rounds") is None
    assert entry.named_texts("names") == {"a": "b"}
    assert entry.tables("rows") == ({"x": 1},)
    assert faults.found == []
    entry.text("note", required=False)
    assert codes(faults) == ["wrong-kind"]


def test_required_lists_are_not_empty() -> None:
    _, (entry,), faults = read("[[thing]]\nrules = []\nnames = {a = 1}\nrows = [1]\n")
    entry.texts("rules")
    entry.named_texts("names")
    entry.tables("rows")
    assert codes(faults) == ["wrong-kind"] * 3


def test_a_text_that_is_not_closed_on_its_line_is_told_how_several_lines_are_written() -> None:
    faults = Faults()
    read_entries('[[thing]]\nid = "one\ntwo"\n', "thing", "things.toml", faults)
    assert '"""' in faults.found[0].mend
    faults = Faults()
    read_entries("[[thing]]\nid = \n", "thing", "things.toml", faults)
    assert '"""' not in faults.found[0].mend


FIELDS = """
[[thing]]
zero = 0
many = 7
yes = true
word = "red"
whole = 3
part = "5/8"
mixed = "2 5/8"
"""


def test_numbers_flags_words_and_fractions() -> None:
    _, (entry,), faults = read(FIELDS)
    assert (entry.number("zero"), entry.number("many", most=7), entry.number("none", default=4)) == (0, 7, 4)
    assert (entry.flag("yes"), entry.flag("no"), entry.flag("maybe", default=True)) == (True, False, True)
    assert entry.word("word", ("red", "blue")) == "red"
    assert entry.word("other", ("red", "blue"), default="blue") == "blue"
    assert entry.fraction("whole") == 3
    assert entry.fraction("part") == Fraction(5, 8)
    assert entry.fraction("mixed") == Fraction(21, 8)
    assert entry.fraction("none") is None
    assert faults.found == []


@pytest.mark.parametrize("value", ["-1", "8", "1.5", "true", '"7"'])
def test_what_is_no_number_within_its_limits(value: str) -> None:
    _, (entry,), faults = read(f"[[thing]]\nn = {value}\n")
    assert entry.number("n", least=1, most=7) == 1
    assert codes(faults) == ["wrong-kind"]


@pytest.mark.parametrize("value", ["-1", "0.5", '"1/0"', '"-1/2"', '""', '"1 2"', '"½"', "true", '"1/2/3"', '"x"'])
def test_what_is_no_fraction(value: str) -> None:
    _, (entry,), faults = read(f"[[thing]]\nn = {value}\n")
    assert entry.fraction("n") is None
    assert codes(faults) == ["wrong-kind"]


def test_a_required_number_or_word_that_is_missing() -> None:
    _, (entry,), faults = read("[[thing]]\n")
    assert (entry.number("n"), entry.word("w", ("red", "blue"))) == (0, "red")
    assert codes(faults) == ["missing-field", "missing-field"]


@pytest.mark.parametrize(("value", "code"), [('"rde"', "unknown-word"), ("3", "wrong-kind")])
def test_what_is_none_of_the_words(value: str, code: str) -> None:
    _, (entry,), faults = read(f"[[thing]]\nw = {value}\nf = 1\n")
    assert entry.word("w", ("red", "blue")) == "red"
    assert entry.flag("f") is False
    assert codes(faults) == [code, "wrong-kind"]
