"""What a board's mark-up has to say: how each kind of piece is spelt in it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from flagplot.formats.boards.pieces import Bullets, Content, Frame, Gap, Heading, Line, Piece, Raw, Row, Span

BREAK = "\N{ZERO WIDTH SPACE}"
"""Put between two characters where a board has no escape for what they would mean together."""


class Dialect(ABC):
    """The mark-up of one kind of board.

    ``length`` is how many characters a post may have unless the board's owner has set another limit (0: no limit that
    we know of), ``width`` that of aligned tables; ``grids`` says whether it has tables, ``folds`` whether it can hide
    detail behind a button.
    """

    length: ClassVar[int]
    width: ClassVar[int] = 80
    grids: ClassVar[bool] = False
    folds: ClassVar[bool] = False

    def spelt(self, piece: Piece) -> str:
        """A piece as it stands in a post, without its frames."""
        content = piece.content
        match content:
            case Heading():
                return self.heading("".join(span.text for span in content.spans), content.level)
            case Line():
                text = self.line(content.spans)
                return self.item(text) if piece.frames and isinstance(piece.frames[-1], Bullets) else text
            case Row():
                return self.row(content.cells, is_head=content.is_head)
            case Raw():
                return self.raw(content.text)
            case Gap():
                return ""

    def line(self, spans: Sequence[Span]) -> str:
        """A paragraph."""
        return "".join(map(self.span, spans))

    def span(self, span: Span) -> str:
        """Text in its style."""
        match span.style:
            case "plain":
                return self.plain(span.text)
            case "bold":
                return self.bold(span.text)
            case "rule":
                return self.rule(span.text)

    @abstractmethod
    def plain(self, text: str) -> str:
        """``text`` so that the board shows it letter by letter."""

    @abstractmethod
    def bold(self, text: str) -> str:
        """Text that stands out."""

    def mark(self, text: str) -> str:
        """The line that begins or ends a part of a report."""
        return self.bold(text)

    @abstractmethod
    def rule(self, text: str) -> str:
        """The name of a rule, set apart from the text before it."""

    @abstractmethod
    def heading(self, text: str, level: int) -> str:
        """A title; ``level`` counts from 1."""

    @abstractmethod
    def item(self, text: str) -> str:
        """A finished paragraph as an item of a list."""

    def row(self, cells: Sequence[str], *, is_head: bool = False) -> str:
        """A row of a table, for boards that have tables."""
        raise AssertionError("this board has no tables")

    @abstractmethod
    def raw(self, text: str) -> str:
        """A line of code."""

    @abstractmethod
    def opened(self, frame: Frame) -> list[str]:
        """The lines that begin a frame, its head included."""

    @abstractmethod
    def closed(self, frame: Frame) -> list[str]:
        """The lines that end it."""

    def finished(self, post: str) -> str:
        """A post whose lines have been joined."""
        return post


def shortened(content: Content, length: int) -> Content:
    """The first ``length`` characters of what can be cut: a heading, a line, or a line of code."""
    return _part(content, 0, length)


def rest_of(content: Content, start: int) -> Content:
    """What ``shortened`` leaves over."""
    return _part(content, start, None)


def text_of(content: Content) -> str:
    """The text in it; that of a row has its cells parted by strokes."""
    match content:
        case Heading() | Line():
            return "".join(span.text for span in content.spans)
        case Row():
            return " | ".join(content.cells)
        case Raw():
            return content.text
        case Gap():
            return ""


def _part(content: Content, start: int, end: int | None) -> Content:
    if isinstance(content, Raw):
        return Raw(content.text[start:end])
    assert isinstance(content, Heading | Line)
    spans, at = [], 0
    for span in content.spans:
        part = span.text[max(0, start - at) : None if end is None else max(0, end - at)]
        spans += [span._replace(text=part)] if part else []
        at += len(span.text)
    return content._replace(spans=tuple(spans))
