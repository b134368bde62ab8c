"""Text from outside: what is accepted, and what each refusal says."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.core.textfile import LIMIT, REPORT_LIMIT, check_text, read_file, write_whole


def refused(data: str | bytes) -> str:
    faults = Faults()
    assert check_text(data, "orders.txt", faults) is None
    (refusal,) = faults.found
    assert refusal.fault is Fault.DAMAGED
    assert refusal.where == "orders.txt"
    return f"{refusal.code}: {refusal.message}"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plan\n", "plan\n"),
        (b"\xef\xbb\xbfplan\r\ntarget\r\n", "plan\ntarget\n"),
        (b"plan\rtarget", "plan\ntarget"),
        ("Zo\u00eb \u201cHood\u201d", "Zo\u00eb \u201cHood\u201d"),
        ("\ufeffplan", "plan"),
    ],
)
def test_byte_order_mark_and_line_ends_are_accepted(data: str | bytes, text: str) -> None:
    faults = Faults()
    assert check_text(data, "x", faults) == text
    assert not faults.found


def test_text_that_is_not_utf8_is_placed_by_byte_and_line() -> None:
    assert refused(b"ab\nc\xe4d") == "not-utf8: this is not UTF-8 text: byte 0xe4 at offset 4, line 2"
    assert "byte 0xe4 at offset 4, line 1" in refused(b"\xef\xbb\xbfb\xe4")
    assert "offset 0" in refused("plan".encode("utf-16"))
    assert refused("a\ud800").startswith("not-utf8")


@pytest.mark.parametrize("data", [b"plan\n\x00", b"plan\n\x1b[31m", "plan\n\x07"])
def test_binary_junk_is_refused_with_its_line(data: str | bytes) -> None:
    assert refused(data).startswith("binary")
    assert "line 2" in refused(data)


@pytest.mark.parametrize("data", [b"", "", b"\xef\xbb\xbf", b" \r\n\t\n"])
def test_empty_text_is_refused(data: str | bytes) -> None:
    assert refused(data).startswith("empty-file")


def test_size_limit_is_inclusive() -> None:
    faults = Faults()
    assert check_text("x" * LIMIT, "x", faults) == "x" * LIMIT
    assert refused("x" * (LIMIT + 1)).startswith("too-large")
    assert check_text("x" * (LIMIT + 1), "x", faults, REPORT_LIMIT) is not None


def test_large_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "junk.txt"
    with path.open("wb") as file:
        file.truncate(10**12)  # a sparse file: reading it whole would need a terabyte
    faults = Faults()
    assert read_file(path, faults) is None
    assert [refusal.code for refusal in faults.found] == ["too-large"]


@pytest.mark.parametrize(
    ("name", "code"), [("none.txt", "missing-file"), (".", "not-a-file"), ("a\0", "unreadable-file")]
)
def test_file_that_cannot_be_opened_is_a_damaged_file(tmp_path: Path, name: str, code: str) -> None:
    faults = Faults()
    assert read_file(tmp_path / name, faults) is None
    assert [refusal.code for refusal in faults.found] == [code]
    with pytest.raises(Refused) as caught:
        faults.settle()
    assert caught.value.exit_code == 3


def test_folder_in_the_way_of_the_path_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    faults = Faults()
    assert read_file(tmp_path / "file" / "orders.txt", faults) is None
    assert faults.found[0].code == "unreadable-file"
    assert "directory" in faults.found[0].message


def test_file_and_standard_input_give_the_same_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "orders.txt"
    path.write_bytes(b"plan\r\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"plan\r\n")))
    faults = Faults()
    assert read_file(path, faults) == read_file("-", faults) == "plan\n"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert read_file("-", faults) is None
    assert faults.found[0].where == "standard input"


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_anything_is_either_text_or_one_refusal(data: str | bytes) -> None:
    faults = Faults()
    text = check_text(data, "x", faults)
    assert (text is None) == (len(faults.found) == 1)
    if text is not None:
        assert "\r" not in text
        assert "\0" not in text


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "Zoë\n")
    write_whole(tmp_path / "b.png", b"\x89PNG\r\n")
    assert (tmp_path / "a.txt").read_bytes() == "Zoë\n".encode()
    assert (tmp_path / "b.png").read_bytes() == b"\x89PNG\r\n"
    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "a.txt", "\ud800")
    with pytest.raises(OSError, match="nowhere") as failed:
        write_whole(tmp_path / "nowhere" / "c.txt", "text")
    assert failed.value.filename == str(tmp_path / "nowhere" / "c.txt")
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", "b.png"}
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "Zoë\n"
