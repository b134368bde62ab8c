"""Discord's Markdown: no tables, and a message is short."""

import re
from collections.abc import Sequence

from flagplot.formats.boards.dialect import BREAK, Dialect
from flagplot.formats.boards.pieces import Bullets, Code, Frame, Span

READ = re.compile(r"[\\`*_~|<>\[\]]|:(?=\S)")
OPENING = re.compile(r"^(\s*)(\d*)([-+#.)])")  # at the head of a line: a heading, an item, small print
CALLING_ALL = re.compile(r"@(?=everyone|here)", re.IGNORECASE)  # no backslash keeps these from ringing
FENCE = re.compile("`(?=`)")
DEEPEST = 3


class Discord(Dialect):
    """A backslash before any sign makes it a plain one.

    The button-less spoiler (``||``) blurs without folding, so it is for what only a program reads.
    """

    length = 2_000
    width = 60

    def line(self, spans: Sequence[Span]) -> str:
        return OPENING.sub(r"\1\2\\\3", super().line(spans))

    def plain(self, text: str) -> str:
        return CALLING_ALL.sub(f"@{BREAK}", READ.sub(r"\\\g<0>", text))

    def bold(self, text: str) -> str:
        inner = text.strip()  # a blank within the stars would make them stars again
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        return f"{before}**{self.plain(inner)}**{after}" if inner else text

    def rule(self, text: str) -> str:
        return self.plain(f"({text})") if "`" in text else f"`{CALLING_ALL.sub(f'@{BREAK}', text)}`"

    def heading(self, text: str, level: int) -> str:
        return f"{'#' * level} {self.plain(text)}" if level <= DEEPEST else self.bold(text)

    def item(self, text: str) -> str:
        return f"- {text}"

    def raw(self, text: str) -> str:
        return FENCE.sub(f"`{BREAK}", CALLING_ALL.sub(f"@{BREAK}", text))

    def opened(self, frame: Frame) -> list[str]:
        if isinstance(frame, Bullets):
            return []
        assert isinstance(frame, Code)
        return ["||```" if frame.packed else "```", *map(self.raw, frame.head)]

    def closed(self, frame: Frame) -> list[str]:
        if isinstance(frame, Bullets):
            return []
        assert isinstance(frame, Code)
        return ["```||" if frame.packed else "```"]
