"""The container in which old workbooks, and those locked by a password, keep their streams."""

import struct

from flagplot.formats.archive import Unfit
from flagplot.formats.cells import MEND

_END = 0xFFFFFFFA  # sector numbers from here on are marks
_ENTRY = 128


def streams(data: bytes) -> dict[str, bytes]:
    """The streams of a container by name, as far as they are whole; raises ``Unfit`` for a damaged one."""
    try:
        return _Container(data).streams()
    except (struct.error, IndexError, UnicodeDecodeError):
        raise Unfit("damaged-workbook", "the file breaks off or contradicts itself", MEND) from None


class _Container:
    """Sectors, and the tables that say which follows which."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        (self.shift,) = struct.unpack_from("<H", data, 30)
        if self.shift not in (9, 12):
            raise Unfit("damaged-workbook", "the file has sectors of no known size", MEND)
        tables = [number for number in struct.unpack_from("<109I", data, 76) if number < _END]
        following, left = struct.unpack_from("<2I", data, 68)
        per_sector = (1 << self.shift) // 4
        while following < _END and left and len(tables) < len(data) >> self.shift:
            numbers = struct.unpack(f"<{per_sector}I", self.sector(following))
            tables += [number for number in numbers[:-1] if number < _END]
            following, left = numbers[-1], left - 1
        self.next: list[int] = []
        for number in tables:
            self.next += struct.unpack(f"<{per_sector}I", self.sector(number))

    def sector(self, number: int) -> bytes:
        """One sector; the last of a file may be cut short."""
        start = (number + 1) << self.shift
        if start >= len(self.data):
            raise IndexError
        return self.data[start : start + (1 << self.shift)].ljust(1 << self.shift, b"\0")

    def chain(self, start: int) -> bytes:
        """The sectors from ``start`` on, each of which says which is the next."""
        found: list[bytes] = []
        number = start
        while number < _END:
            if len(found) > len(self.next):
                raise IndexError  # it goes round in a ring
            found.append(self.sector(number))
            number = self.next[number]
        return b"".join(found)

    def streams(self) -> dict[str, bytes]:
        """Every stream by its name; small ones lie within a stream of their own."""
        (cutoff,) = struct.unpack_from("<I", self.data, 56)
        folder = self.chain(struct.unpack_from("<I", self.data, 48)[0])
        entries = [_entry(folder[at : at + _ENTRY]) for at in range(0, len(folder) - _ENTRY + 1, _ENTRY)]
        root = next((start for _, kind, start, _ in entries if kind == 5), _END)
        small = self.chain(root)
        small_next: tuple[int, ...] = ()
        first, sectors = struct.unpack_from("<2I", self.data, 60)
        if sectors:
            table = self.chain(first)
            small_next = struct.unpack(f"<{len(table) // 4}I", table)
        found: dict[str, bytes] = {}
        room = len(self.data)
        for name, kind, start, size in entries:
            if kind != 2:
                continue
            content = self.chain(start) if size >= cutoff else _small(small, small_next, start)
            room -= len(content)
            if room < 0:
                raise IndexError  # two streams share their sectors
            found[name] = content[:size]
        return found


def _entry(data: bytes) -> tuple[str, int, int, int]:
    """Name, kind (2: a stream, 5: the root), first sector and size of an entry of the folder."""
    (length,) = struct.unpack_from("<H", data, 64)
    name = data[: max(0, min(length, 64) - 2)].decode("utf-16-le")
    start, size = struct.unpack_from("<2I", data, 116)
    return name, data[66], start, size


def _small(content: bytes, following: tuple[int, ...], start: int) -> bytes:
    found: list[bytes] = []
    number = start
    while number < _END and len(found) <= len(following):
        found.append(content[number * 64 : number * 64 + 64])
        number = following[number]
    return b"".join(found)
