"""Text that came from outside: a file, standard input or a box on a page, refused where it is no plain text; and files
that are written whole or not at all.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

from flagplot.core.refusal import Fault, Faults

LIMIT = 1024 * 1024
"""The most bytes that an input may have: far above any order of battle, far below what would stall a reader."""

REPORT_LIMIT = 64 * LIMIT
"""The most bytes of a report that comes back to be verified: one of four hundred ships has eight million in JSON."""

SHEET_LIMIT = 16 * LIMIT
"""The most bytes of a sheet or workbook that is imported: one of twenty thousand full rows has two million."""

STANDARD_INPUT = "-"

# Tab, line feed, form feed and carriage return are the only controls that plain text has a use for.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _UnfitError(Exception):
    """Why an input is no text: a code, what is wrong, how to mend it."""

    def __init__(self, code: str, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.mend = code, message, mend


def read_file(path: Path | str, faults: Faults, limit: int = LIMIT) -> str | None:
    """The text of the file at ``path`` (``-``: standard input) with line ends as ``\\n`` and no byte order mark.

    None where it cannot be had; ``faults`` then says why. Never reads more than just past ``limit`` bytes.
    """
    data = read_bytes(path, faults, limit)
    return None if data is None else check_text(data, source_name(path), faults, limit)


def read_bytes(path: Path | str, faults: Faults, limit: int) -> bytes | None:
    """The bytes of the file at ``path`` (``-``: standard input), one more than ``limit`` where it has more than that.

    None where it cannot be had; ``faults`` then says why.
    """
    try:
        return _read(path, limit)
    except _UnfitError as unfit:
        _refuse(unfit, source_name(path), faults)
        return None


def check_text(text: str | bytes, source: str, faults: Faults, limit: int = LIMIT) -> str | None:
    """The same checks for text already in memory; ``source`` is what the refusals call it."""
    # A lone half of a surrogate pair, which only a damaged string can hold, is passed on for the decoder to refuse.
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    try:
        return _decode(data, limit)
    except _UnfitError as unfit:
        _refuse(unfit, source, faults)
        return None


def source_name(path: Path | str) -> str:
    """What refusals call the input at ``path``."""
    return "standard input" if str(path) == STANDARD_INPUT else str(path)


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file under another name first, so that no half of it is ever there; an OSError names ``path``.

    It is read again before it takes its place: a disk that lost something of it leaves the old file as it was.
    """
    written = data.encode() if isinstance(data, str) else data
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(written)
            if Path(name).read_bytes() != written:
                raise OSError(None, "what was written cannot be read again")
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        error.filename = str(path)  # the name that the user knows
        raise


def _read(path: Path | str, limit: int) -> bytes:
    if str(path) == STANDARD_INPUT:
        return sys.stdin.buffer.read(limit + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise _UnfitError("missing-file", "there is no such file", "Check the name and the folder.") from None
    except IsADirectoryError:
        raise _UnfitError("not-a-file", "this is a folder, not a file", "Name a file in it.") from None
    except OSError as error:
        raise _UnfitError("unreadable-file", f"the file cannot be read: {error.strerror}") from None
    except ValueError as error:  # a name that no file can have
        raise _UnfitError("unreadable-file", f"the file cannot be read: {error}") from None


def _decode(data: bytes, limit: int) -> str:
    if len(data) > limit:
        size = f"this is larger than {limit // 1024} KiB"
        raise _UnfitError("too-large", size, "Send only the orders, the sheet or the report itself.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder counts from behind the byte order mark.
        offset = error.start + (len(_BYTE_ORDER_MARK) if data.startswith(_BYTE_ORDER_MARK) else 0)
        line = data.count(b"\n", 0, offset) + 1
        message = f"this is not UTF-8 text: byte {data[offset]:#04x} at offset {offset}, line {line}"
        raise _UnfitError("not-utf8", message, "Save the file as UTF-8 and send it again.") from None
    control = _CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        message = f"this is not plain text: control character {ord(control[0]):#04x} in line {line}"
        raise _UnfitError("binary", message, "Send the text itself, not a document or an archive.")
    if not text.strip():
        raise _UnfitError("empty-file", "there is nothing in it", "Was it saved before it was sent?")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refuse(unfit: _UnfitError, source: str, faults: Faults) -> None:
    faults.add(unfit.code, source, unfit.message, fault=Fault.DAMAGED, mend=unfit.mend)
