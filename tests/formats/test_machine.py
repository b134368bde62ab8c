"""The machine block: what is packed comes back the same, through quoting; anything else is refused with its line."""

import base64
import hashlib
import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.canonical import digest
from flagplot.core.refusal import Fault, Faults, Refusal
from flagplot.core.report import Block, Report, Text
from flagplot.formats.json_report import write_json
from flagplot.formats.machine import BEGIN, END, encode, find
from flagplot.formats.markdown import write_markdown
from flagplot.formats.text import write_text

VALUE: dict[str, Any] = {
    "orders": {"alice": "plan stand-off\ntarget cruiser: capital", "bob": "Grüße 🚀"},
    "rounds": [[1, 2, 3], [], None, True],
    "ships": [f"alice/ship-{number * number}" for number in range(40)],
}
BLOCK = encode(VALUE)
REPORT = Report("Battle", (Text("Hood fires."), Block(BLOCK), Text("The end.")))
JSON_REPORT = write_json(REPORT, {"machine": VALUE, "machine_sha256": digest(VALUE)})

LEAVES = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=20)
VALUES = st.dictionaries(
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.recursive(
        LEAVES,
        lambda below: (
            st.lists(below, max_size=3)
            | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=5), below, max_size=3)
        ),
        max_leaves=10,
    ),
    max_size=5,
)


def refusal_of(text: str) -> Refusal:
    """The one refusal that the text earns."""
    faults = Faults()
    assert find(text, "battle.txt", faults) is None
    (refusal,) = faults.found
    assert refusal.fault is Fault.DAMAGED
    assert refusal.where.startswith("battle.txt, line ")
    assert refusal.mend
    return refusal


def value_of(text: str) -> dict[str, Any] | None:
    """The value found, without any fault."""
    faults = Faults()
    value = find(text, "battle.txt", faults)
    assert not faults.found
    return value


def same_or_refused(text: str, value: dict[str, Any]) -> None:
    """A text either holds ``value`` or is refused as damaged."""
    faults = Faults()
    found = find(text, "x", faults)
    assert (found is None) == bool(faults.found)
    assert all(refusal.fault is Fault.DAMAGED for refusal in faults.found)
    if found is not None:
        assert json.dumps(found, sort_keys=True) == json.dumps(value, sort_keys=True)


def block(data: bytes, packed: bytes | None = None, **stated: str) -> str:
    """A block as somebody else might write it."""
    head = {"sha256": hashlib.sha256(data).hexdigest(), "length": str(len(data))} | stated
    coded = base64.b64encode(zlib.compress(data) if packed is None else packed).decode()
    return "\n".join([BEGIN, *(f"{key}: {text}" for key, text in head.items()), coded, END])


def test_the_shape_of_a_block() -> None:
    data = json.dumps(VALUE, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    begin, sha, length, *rows, end = BLOCK.split("\n")
    assert (begin, end) == ("-----BEGIN FLAGPLOT BLOCK-----", "-----END FLAGPLOT BLOCK-----")
    assert sha == f"sha256: {hashlib.sha256(data).hexdigest()}"
    assert length == f"length: {len(data)}"
    assert all(len(row) == 76 for row in rows[:-1])
    assert 0 < len(rows[-1]) <= 76
    assert zlib.decompress(base64.b64decode("".join(rows))) == data


@given(VALUES)
def test_what_is_packed_comes_back(value: dict[str, Any]) -> None:
    assert value_of(encode(value)) == value
    assert value_of(write_json(REPORT, {"machine": value, "machine_sha256": digest(value)})) == value


@pytest.mark.parametrize("text", [write_text(REPORT), write_text(REPORT, 40), write_markdown(REPORT), JSON_REPORT])
def test_the_block_of_a_report_is_found(text: str) -> None:
    assert value_of(text) == VALUE
    assert value_of("\ufeff" + text) == VALUE
    assert value_of(text.replace("\n", "\r\n")) == VALUE


@pytest.mark.parametrize("before", ["> ", ">", ">> > ", "   ", "\t", "| ", "\u00a0> "])
@pytest.mark.parametrize("behind", ["", "  ", "\t", "\r"])
def test_a_quoted_block_is_found(before: str, behind: str) -> None:
    text = "\n".join(f"{before}{line}{behind}" for line in write_text(REPORT).split("\n"))
    assert value_of(f"Alice wrote:\n{text}\n-- \nBob") == VALUE


def test_a_block_wrapped_again_is_found() -> None:
    head, rows = BLOCK.split("\n")[:3], "".join(BLOCK.split("\n")[3:-1])
    narrow = [rows[start : start + 31] for start in range(0, len(rows), 31)]
    assert value_of("\n\n".join([*head, *narrow, END])) == VALUE


def test_over_eight_mebibytes_are_not_packed() -> None:
    with pytest.raises(ValueError, match="8388609 bytes"):
        encode({"a": "x" * (8 * 1024 * 1024 - 7)})
    assert encode({"a": "x" * (8 * 1024 * 1024 - 8)})


def lines_changed(change: dict[int, str | None]) -> str:
    """The report as text with lines of its block (the marker is 0) put otherwise, or left out."""
    lines: list[str | None] = [*BLOCK.split("\n")]
    for index, line in change.items():
        lines[index] = line
    return (
        write_text(Report("Battle", (Text("Hood fires."),)))
        + "\n"
        + "\n".join(line for line in lines if line is not None)
    )


LAST = BLOCK.count("\n")


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        ({0: None}, "no-block", LAST + 5),
        ({0: BEGIN.lower()}, "no-block", LAST + 6),
        ({0: None, LAST: None}, "no-block", LAST + 4),
        ({LAST: None}, "truncated-block", LAST + 5),
        ({LAST: BEGIN}, "several-blocks", LAST + 6),
        (dict.fromkeys(range(2, LAST)), "truncated-block", 8),
        ({1: "sha256: " + "0" * 63}, "damaged-block", 7),
        ({1: "sha256: " + "0" * 64}, "changed-block", 9),
        ({1: None}, "damaged-block", 7),
        ({2: "length: 12x"}, "damaged-block", 8),
        ({2: "length: 12"}, "changed-block", 9),
        ({4: "not base64!"}, "bad-base64", 10),
        ({5: "AAA="}, "bad-base64", LAST + 5),
        ({LAST - 1: "A"}, "bad-base64", LAST + 5),
        ({LAST - 1: None}, "changed-block", 9),
        ({3: "A" * 76}, "changed-block", 9),
    ],
)
def test_damage_is_refused_with_its_line(change: dict[int, str | None], code: str, line: int) -> None:
    refusal = refusal_of(lines_changed(change))
    assert (refusal.code, refusal.where) == (code, f"battle.txt, line {line}")


def test_every_line_that_is_not_base64_is_counted() -> None:
    assert refusal_of(lines_changed({4: "-", 5: "-", 6: "-"})).gap == "and 2 more"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (block(b"{"), "not-json"),
        (block(b"\xff"), "not-json"),
        (block(b'{"a":' + b"1" * 5000 + b"}"), "not-json"),
        (block(b"[" * 100_000), "nested-too-deep"),
        (block(b'{"a":' * 100_000), "nested-too-deep"),
        (block(b"[]"), "not-an-object"),
        (block(b"1"), "not-an-object"),
        (block(b'{"a": 1}'), "changed-block"),
        (block(b'{"a":1.5}'), "changed-block"),
        (block(b'{"a":NaN}'), "changed-block"),
        (block(b'{"a":"\\ud800"}'), "changed-block"),
        (block(b'{"a":1,"a":1}'), "changed-block"),
        (block('{"a":1}'.encode("utf-16")), "changed-block"),
        (block(b"{}", length="3"), "changed-block"),
        (block(b"{}", zlib.compress(b"{}") + b"more"), "changed-block"),
        (block(b"{}", zlib.compress(b"{}")[:-1]), "changed-block"),
        (block(b"{}", b"not compressed"), "changed-block"),
        (block(b"x" * (8 * 1024 * 1024 + 1)), "oversize-block"),
        (block(b"{}", zlib.compress(b"\0" * 300_000_000)), "oversize-block"),
        ("", "no-block"),
        ("{}", "no-block"),
        ('{"machine": {}}', "no-block"),
        ('{"machine": {}, "machine_sha256": 1}', "no-block"),
        ('{"machine": [], "machine_sha256": ""}', "not-an-object"),
        ('{"machine": {"a": 1.5}, "machine_sha256": ""}', "changed-block"),
        ('{"machine": {"a": "\\ud800"}, "machine_sha256": ""}', "changed-block"),
        ('{"a": ' * 100_000, "nested-too-deep"),
        ('{"a": ' + "1" * 5000 + "}", "not-json"),
    ],
    ids=range(28),
)
def test_what_flagplot_would_not_write_is_refused(text: str, code: str) -> None:
    assert refusal_of(text).code == code


def test_a_json_report_cut_short_is_refused_with_its_line() -> None:
    cut = JSON_REPORT[: len(JSON_REPORT) // 2]
    assert refusal_of(cut).code == "not-json"
    assert refusal_of(cut).where == f"battle.txt, line {cut.count(chr(10)) + 1}"


def test_a_json_report_with_another_value_is_refused_at_that_value() -> None:
    refusal = refusal_of(JSON_REPORT.replace("alice/ship-81", "alice/ship-82"))
    assert refusal.code == "changed-block"
    line = int(refusal.where.removeprefix("battle.txt, line "))
    assert JSON_REPORT.split("\n")[line - 1] == ' "machine": {'


LETTERS = st.characters(min_codepoint=0, max_codepoint=255) | st.sampled_from("\n >|=+/AZ09")


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """``text`` with one letter changed, left out or put in."""
    index = draw(st.integers(0, len(text) - 1))
    put = draw(st.just("") | LETTERS)
    return text[:index] + put + text[index + draw(st.sampled_from([0, 1])) :]


@given(damaged(BLOCK))
def test_one_letter_of_a_block(text: str) -> None:
    same_or_refused(text, VALUE)


@given(damaged(JSON_REPORT))
def test_one_letter_of_a_json_report(text: str) -> None:
    same_or_refused(text, VALUE)


SMALL = encode({"a": [1, "é"]})


@pytest.mark.parametrize("put", ["", "A", "0", "=", " ", "\n", ">", "\x00", "é"])
@pytest.mark.parametrize("cut", [0, 1])
def test_every_letter_of_a_small_block(put: str, cut: int) -> None:
    for index in range(len(SMALL)):
        same_or_refused(SMALL[:index] + put + SMALL[index + cut :], {"a": [1, "é"]})


def test_every_truncation_of_a_block_is_refused() -> None:
    for length in range(len(BLOCK)):
        refusal_of(BLOCK[:length])


MARKS = st.sampled_from(
    [BEGIN, END, "sha256: " + "0" * 64, "length: 2", "AAAA", "{", '{"machine": ', "}", "\n", "> ", "\ufeff"]
)


@given(st.text() | st.lists(MARKS | st.text(max_size=5)).map("\n".join) | st.lists(MARKS).map("".join))
def test_any_text_is_refused_in_words(text: str) -> None:
    refusal_of(text)
