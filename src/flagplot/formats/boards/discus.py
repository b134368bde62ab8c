"""Discus's mark-up: a backslash, a word, and what it bears on in braces."""

import re
from collections.abc import Sequence

from flagplot.formats.boards.dialect import Dialect
from flagplot.formats.boards.pieces import Bullets, Frame, Grid

READ = re.compile(r"[\\{}]")
READ_IN_TABLE = re.compile(r"[\\{},]")


class Discus(Dialect):
    """Escapes count within a tag alone, so that text which needs any is put into one."""

    length = 0
    grids = True

    def plain(self, text: str) -> str:
        return f"\\fixed{{{escaped(text)}}}" if READ.search(text) else text

    def bold(self, text: str) -> str:
        return f"\\b{{{escaped(text)}}}"

    def mark(self, text: str) -> str:
        # A tag is no brackets here: its letter would be one of the part before.
        return text

    def rule(self, text: str) -> str:
        return self.plain(f"({text})")

    def heading(self, text: str, level: int) -> str:
        return f"\\b{{\\u{{{escaped(text)}}}}}" if level <= 2 else f"\\u{{{escaped(text)}}}"

    def item(self, text: str) -> str:
        return text

    def row(self, cells: Sequence[str], *, is_head: bool = False) -> str:
        texts = (READ_IN_TABLE.sub(r"\\\g<0>", cell) for cell in cells)
        return ",".join(f"\\b{{{text}}}" if is_head else text for text in texts)

    def raw(self, text: str) -> str:
        return self.plain(text)

    def opened(self, frame: Frame) -> list[str]:
        match frame:
            case Bullets():
                return ["\\list{"]
            case Grid():
                return ["\\table{", *([self.row(frame.head, is_head=True)] if frame.head else [])]
        return []  # tables are tables here, and what only a program reads needs no other letters

    def closed(self, frame: Frame) -> list[str]:
        return ["}"] if isinstance(frame, Bullets | Grid) else []

    def finished(self, post: str) -> str:
        # The lines of a tag are its rows and items: none may stand empty behind its first brace or before its last.
        # No text can be meant by this, since its braces have a backslash before them.
        return re.sub(r"(\\(?:list|table)\{)\n", r"\1", post).replace("\n}", "}")


def escaped(text: str) -> str:
    """``text`` as it stands within a tag of one argument."""
    return READ.sub(r"\\\g<0>", text)
