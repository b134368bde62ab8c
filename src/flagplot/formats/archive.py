"""Zip archives from strangers: only the parts that are wanted, and none that could swell up beyond all measure."""

import io
import zipfile
import zlib
from collections.abc import Callable

MOST_PARTS = 5000
"""The most files that an archive may hold, pictures and all."""

MOST_BYTES = 96 * 1024 * 1024
"""The most bytes that the wanted parts may come to; twenty thousand full rows come to fifteen million."""

_CHUNK = 1024 * 1024
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Unfit(Exception):
    """Why a file cannot be read: a code, what is wrong, how to mend it."""

    def __init__(self, code: str, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.mend = code, message, mend


def names_in(data: bytes) -> list[str]:
    """The names of all parts of an archive; raises ``Unfit`` where it is none."""
    with _opened(data) as archive:
        return archive.namelist()


def parts_of(data: bytes, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """The wanted parts of an archive by name; raises ``Unfit`` for a damaged, locked or overblown one.

    Sizes are checked as they are declared, and again while the parts are unpacked.
    """
    with _opened(data) as archive:
        wanted = [info for info in archive.infolist() if is_wanted(info.filename)]
        if len({info.filename.casefold() for info in wanted}) < len(wanted):
            raise Unfit("damaged-archive", "two parts of this archive have one name", _SAVE_ANEW)
        if any(info.flag_bits & 1 for info in wanted):
            raise Unfit("locked-file", "this file is protected by a password", _UNLOCK)
        if any(info.compress_type not in _METHODS for info in wanted):
            raise Unfit("damaged-archive", "this archive is packed in a way that no spreadsheet uses", _SAVE_ANEW)
        declared = sum(info.file_size for info in wanted)
        if declared > MOST_BYTES:
            raise Unfit("too-large", f"unpacked, this comes to {declared // 2**20} MiB", _SHRINK)
        parts: dict[str, bytes] = {}
        room = MOST_BYTES
        for info in wanted:
            parts[info.filename] = _unpacked(archive, info, room)
            room -= len(parts[info.filename])
        return parts


def packed(parts: dict[str, bytes]) -> io.BytesIO:
    """An archive of these parts, not compressed: another reader finds in it just what was unpacked and checked."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file.seek(0)
    return file


_SAVE_ANEW = "Open it in a spreadsheet, save it anew and send that."
_SHRINK = f"At most {MOST_BYTES // 2**20} MiB. Delete what is not needed, or save the sheet as CSV."
_UNLOCK = "Save it without a password and send that."


def _opened(data: bytes) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, RuntimeError, EOFError) as error:
        raise Unfit("damaged-archive", f"the archive cannot be read: {error}", _SAVE_ANEW) from None
    if len(archive.infolist()) > MOST_PARTS:
        raise Unfit("too-large", f"this archive has {len(archive.infolist())} parts", f"At most {MOST_PARTS}.")
    return archive


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int) -> bytes:
    found = bytearray()
    try:
        with archive.open(info) as part:
            while chunk := part.read(_CHUNK):
                found += chunk
                if len(found) > room:
                    raise Unfit("too-large", f"unpacked, this comes to more than {MOST_BYTES // 2**20} MiB", _SHRINK)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        raise Unfit("damaged-archive", f"a part of the archive cannot be read: {error}", _SAVE_ANEW) from None
    return bytes(found)
