"""Old workbooks for the tests, written from the description of their format; nothing else writes XLS here."""

import struct
from collections.abc import Mapping, Sequence

SECTOR = 512
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD

Cell = str | float | bool | bytes | None
"""Bytes are a whole record behind row, column and format: its number in two bytes, then its content."""


def record(kind: int, content: bytes = b"") -> bytes:
    """One record."""
    return struct.pack("<2H", kind, len(content)) + content


def workbook(
    sheets: Sequence[tuple[str, Sequence[Sequence[Cell]]]],
    *,
    merged: Sequence[tuple[int, int, int, int]] = (),
    hidden: Sequence[str] = (),
    locked: bool = False,
) -> bytes:
    """A stream with these sheets; ``merged`` are first row, last row, first column, last column in each of them."""
    texts: dict[str, int] = {}
    bodies = []
    for _, rows in sheets:
        body = record(0x0809, struct.pack("<4H2I", 0x0600, 0x0010, 0, 0, 0, 0))
        for r, cells in enumerate(rows):
            for c, cell in enumerate(cells):
                body += _cell(struct.pack("<3H", r, c, 0), cell, texts)
        if merged:
            body += record(0x00E5, struct.pack("<H", len(merged)) + b"".join(struct.pack("<4H", *m) for m in merged))
        bodies.append(body + record(0x000A))
    head = record(0x0809, struct.pack("<4H2I", 0x0600, 0x0005, 0, 0, 0, 0))
    if locked:
        head += record(0x002F, struct.pack("<3H", 1, 1, 1) + bytes(48))
    head += record(0x0042, struct.pack("<H", 1200))
    names = [name.encode("utf-16-le") for name, _ in sheets]
    coded = [text.encode("utf-16-le") for text in texts]
    strings = b"".join(struct.pack("<HB", len(text) // 2, 1) + text for text in coded)
    shared = record(0x00FC, struct.pack("<2I", len(texts), len(texts)) + strings) if texts else b""
    assert len(strings) < 8000
    start = len(head) + sum(12 + len(name) for name in names) + len(shared) + 4
    listing = b""
    for (name, _), encoded, body in zip(sheets, names, bodies, strict=True):
        state = 1 if name in hidden else 0
        listing += record(0x0085, struct.pack("<I4B", start, state, 0, len(name), 1) + encoded)
        start += len(body)
    return head + listing + shared + record(0x000A) + b"".join(bodies)


def _cell(at: bytes, cell: Cell, texts: dict[str, int]) -> bytes:
    if cell is None:
        return b""
    if isinstance(cell, bytes):
        return record(struct.unpack_from("<H", cell)[0], at + cell[2:])
    if isinstance(cell, bool):
        return record(0x0205, at + bytes([cell, 0]))
    if isinstance(cell, str):
        return record(0x00FD, at + struct.pack("<I", texts.setdefault(cell, len(texts))))
    return record(0x0203, at + struct.pack("<d", cell))


def container(streams: Mapping[str, bytes]) -> bytes:
    """A container with these streams, each long enough to have sectors of its own."""
    fat: list[int] = []
    body = b""
    entries = [("Root Entry", 5, END, 0)]
    for name, content in streams.items():
        content = content.ljust(4096, b"\0")
        sectors = -(-len(content) // SECTOR)
        entries.append((name, 2, len(fat), len(content)))
        fat += [len(fat) + n + 1 for n in range(sectors - 1)] + [END]
        body += content.ljust(sectors * SECTOR, b"\0")
    folder = b"".join(_entry(*entry) for entry in entries)
    folder_start, folder_sectors = len(fat), -(-len(folder) // SECTOR)
    fat += [len(fat) + n + 1 for n in range(folder_sectors - 1)] + [END]
    body += folder.ljust(folder_sectors * SECTOR, b"\0")
    tables = -(-(len(fat) + 1) // (SECTOR // 4 - 1))
    first_table = len(fat)
    fat += [FAT] * tables
    body += b"".join(struct.pack("<I", number) for number in fat).ljust(tables * SECTOR, b"\xff")
    table = [first_table + n for n in range(tables)] + [FREE] * (109 - tables)
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6) + bytes(10)
    head += struct.pack("<8I", tables, folder_start, 0, 4096, END, 0, END, 0)
    return head + struct.pack("<109I", *table) + body


def _entry(name: str, kind: int, start: int, size: int) -> bytes:
    encoded = name.encode("utf-16-le")
    child = 1 if kind == 5 else FREE
    return (
        encoded.ljust(64, b"\0")
        + struct.pack("<H2B3I", len(encoded) + 2, kind, 1, FREE, FREE, child)
        + bytes(36)
        + struct.pack("<3I", start, size, 0)
    )
