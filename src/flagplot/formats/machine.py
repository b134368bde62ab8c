"""The machine block: what a report was made from, packed into lines of text that survive a forum post.

Canonical JSON, compressed by zlib, in base64 of 76 columns, between two marker lines and under two lines that state
the SHA-256 and the length in bytes of the JSON.
"""

import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from itertools import dropwhile
from typing import Any

from flagplot.core.canonical import canonical_json, digest
from flagplot.core.refusal import Fault, Faults, Refusal, Refused

BEGIN = "-----BEGIN FLAGPLOT BLOCK-----"
END = "-----END FLAGPLOT BLOCK-----"
COLUMNS = 76
LONGEST = 8 * 1024 * 1024  # bytes of JSON that are unpacked at most

SHA_LINE = re.compile(r"sha256:\s*([0-9a-f]{64})")
LENGTH_LINE = re.compile(r"length:\s*([0-9]{1,12})")
BASE64_LINE = re.compile(r"[A-Za-z0-9+/]*={0,2}")
QUOTING = " \t\r>|\ufeff\u00a0"  # what mail and boards put before and behind a line

AGAIN = "Take the report again from where it was first posted."


def encode(value: dict[str, Any]) -> str:
    """The block that holds ``value``, without a newline at its end; over 8 MiB of JSON are a ValueError."""
    data = canonical_json(value).encode()
    if len(data) > LONGEST:
        raise ValueError(f"{len(data)} bytes are more than a machine block holds ({LONGEST})")
    head = [BEGIN, f"sha256: {hashlib.sha256(data).hexdigest()}", f"length: {len(data)}"]
    return "\n".join([*head, *_rows(zlib.compress(data, 9)), END])


def find(text: str, source: str, faults: Faults) -> dict[str, Any] | None:
    """The value of the one machine block in a text or Markdown report, or that under ``machine`` in a JSON report.

    Quote marks and blanks around the lines do no harm. What is damaged is added to ``faults`` with ``source`` and
    line, and None returned; a value that comes back is letter by letter the one that was packed.
    """
    lines = [line.strip(QUOTING) for line in text.split("\n")]
    try:
        if BEGIN not in lines and text.lstrip("\ufeff \t\r\n").startswith("{"):
            return _from_json(text.lstrip("\ufeff"))
        return _from_block(lines)
    except Refused as refused:
        faults.found += [replace(refusal, where=f"{source}, {refusal.where}") for refusal in refused.refusals]
        return None


def repacked(text: str) -> str:
    """``text`` with its block packed by the zlib of this machine; unchanged where the block has any other flaw.

    Editions of zlib pack the same bytes in different ways. Reports from two machines can be compared line by line
    only after this.
    """
    lines = text.split("\n")
    try:
        begin, end = _ends(lines)
        packed = base64.b64decode("".join(lines[begin + 3 : end]), validate=True)
        if lines[begin + 3 : end] != _rows(packed):
            return text
        data = _unpacked(packed, begin + 3)
    except (Refused, ValueError):
        return text
    if not _is_tidy(packed, data):
        return text
    return "\n".join([*lines[: begin + 3], *_rows(zlib.compress(data, 9)), *lines[end:]])


def _is_tidy(packed: bytes, data: bytes) -> bool:
    """Whether the bits that nothing reads, behind the compressed data and before the checksum of four bytes, are 0."""
    for bits in range(8):
        byte = packed[-5] & ((1 << bits) - 1)
        try:
            if zlib.decompress(packed[:-5] + bytes([byte]) + packed[-4:]) == data:
                return byte == packed[-5]
        except zlib.error:
            continue
    return True


def _damage(code: str, line: int, message: str, mend: str = AGAIN, gap: str = "") -> Refused:
    """A refusal that knows the line but not yet the file."""
    return Refused([Refusal(code=code, fault=Fault.DAMAGED, where=f"line {line}", message=message, mend=mend, gap=gap)])


def _rows(packed: bytes) -> list[str]:
    coded = base64.b64encode(packed).decode()
    return [coded[start : start + COLUMNS] for start in range(0, len(coded), COLUMNS)]


def _ends(lines: list[str]) -> tuple[int, int]:
    """The indices of the two marker lines."""
    begins = [index for index, line in enumerate(lines) if line == BEGIN]
    ends = [index for index, line in enumerate(lines) if line == END]
    if not begins and not ends:
        raise _damage("no-block", len(lines), "there is no machine block", f"It begins with the line {BEGIN}.")
    if not begins:
        raise _damage("no-block", ends[0] + 1, "a machine block ends here, but the line that begins it is not there")
    # Somebody above the block may be called so: what begins one is followed by its SHA-256.
    begins = list(dropwhile(lambda begin: not SHA_LINE.fullmatch(_next(lines, begin)), begins)) or begins
    if len(begins) > 1:
        numbers = " and ".join(str(begin + 1) for begin in begins[:2])
        raise _damage("several-blocks", begins[1] + 1, f"machine blocks begin on lines {numbers}", "Keep one report.")
    end = next((end for end in ends if end > begins[0]), None)
    if end is None:
        raise _damage(
            "truncated-block", len(lines), f"the machine block that begins on line {begins[0] + 1} has no end"
        )
    return begins[0], end


def _next(lines: list[str], place: int) -> str:
    """The line behind a place that is not empty; empty where there is none."""
    return next(filter(None, lines[place + 1 :]), "")


def _from_block(lines: list[str]) -> dict[str, Any]:
    begin, end = _ends(lines)
    inside = [(number, line) for number, line in enumerate(lines[begin + 1 : end], start=begin + 2) if line]
    if len(inside) < 3:
        raise _damage("truncated-block", end + 1, "the machine block lacks lines")
    (sha_number, sha_line), (length_number, length_line), *rows = inside
    first, last = rows[0][0], rows[-1][0]
    sha, length = SHA_LINE.fullmatch(sha_line), LENGTH_LINE.fullmatch(length_line)
    if not sha:
        raise _damage("damaged-block", sha_number, "here 'sha256:' with 64 hexadecimal digits should stand")
    if not length:
        raise _damage("damaged-block", length_number, "here 'length:' with a number should stand")
    if strange := [number for number, row in rows if not BASE64_LINE.fullmatch(row)]:
        gap = f"and {len(strange) - 1} more" if strange[1:] else ""
        raise _damage("bad-base64", strange[0], "this line of the machine block is not base64", gap=gap)
    try:
        packed = base64.b64decode("".join(row for _, row in rows), validate=True)
    except ValueError:
        raise _damage("bad-base64", last, "the base64 of the machine block, up to here, is not whole") from None
    data = _unpacked(packed, first)
    if len(data) != int(length[1]) or hashlib.sha256(data).hexdigest() != sha[1]:
        raise _damage("changed-block", first, "the machine block is not what its sha256 and length say")
    return _checked(_parsed(data, first), sha[1], first)


def _unpacked(packed: bytes, line: int) -> bytes:
    """The bytes that were compressed, as far as ``LONGEST``; more, or less than a whole stream, is damage."""
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(packed, LONGEST + 1)
    except zlib.error:
        raise _damage("changed-block", line, "the machine block cannot be unpacked") from None
    if len(data) > LONGEST:
        raise _damage("oversize-block", line, f"the machine block unpacks to more than {LONGEST} bytes")
    if not stream.eof or stream.unused_data:
        raise _damage("changed-block", line, "the machine block does not end where its compressed data does")
    return data


def _parsed(data: bytes | str, line: int) -> Any:
    """The JSON value; ``line`` is where to look for a fault within a block."""
    try:
        return json.loads(data)
    except json.JSONDecodeError as error:
        at = error.lineno if isinstance(data, str) else line
        raise _damage("not-json", at, f"this is not JSON ({error.msg})") from None
    except ValueError:  # bytes that are not UTF-8, or a number of thousands of digits
        raise _damage("not-json", line, "this is not JSON that Flagplot wrote") from None
    except RecursionError:
        raise _damage("nested-too-deep", line, "the JSON is nested too deep") from None


def _from_json(text: str) -> dict[str, Any]:
    report = _parsed(text, 1)
    if "machine" not in report or not isinstance(report.get("machine_sha256"), str):
        message = "the JSON has no machine block: the keys 'machine' and 'machine_sha256'"
        raise _damage("no-block", 1, message)
    line = next((number for number, row in enumerate(text.split("\n"), start=1) if '"machine"' in row), 1)
    return _checked(report["machine"], report["machine_sha256"], line)


def _checked(value: Any, sha: str, line: int) -> dict[str, Any]:
    """``value`` if it is an object with the digest ``sha``."""
    if not isinstance(value, dict):
        raise _damage("not-an-object", line, "the machine block holds no JSON object")
    try:
        same = digest(value) == sha
    except (TypeError, ValueError):  # a float, or half of a surrogate pair
        same = False
    except RecursionError:
        raise _damage("nested-too-deep", line, "the JSON is nested too deep") from None
    if not same:
        raise _damage("changed-block", line, "the machine block is not what its sha256 says")
    return value
