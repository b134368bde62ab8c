"""A report as a row of pieces, before any board's mark-up: what a post can be made of and cut between."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Entry, Fields, Listing, Node, Report, Roll, Section, Table, Text
from flagplot.formats.plain import NodeWriter, need_of, one_line, verbatim
from flagplot.formats.text_table import table_parts

Style: TypeAlias = Literal["plain", "bold", "rule"]

LONGEST_HEAD = 300  # characters of a table's head that are said again where a post is cut
LONGEST_TITLE = 100  # characters of a fold's button


EMPTY = "."
"""What stands in an empty cell of an aligned table."""


class Span(NamedTuple):
    """Some text on one line; nothing in it is mark-up."""

    text: str
    style: Style = "plain"


class Frame:
    """What stands around pieces. Two frames are never the same, however alike they look."""


class Fold(Frame):
    """Detail that is hidden until it is asked for, behind a button with a title."""

    def __init__(self, title: str) -> None:
        self.title = title


class Bullets(Frame):
    """The items of a list."""


class Grid(Frame):
    """The rows of a table; its ``head`` is said again where a post is cut, unless it is empty."""

    def __init__(self, head: tuple[str, ...]) -> None:
        self.head = head


class Code(Frame):
    """Lines letter by letter in a fixed width, with the lines of ``head`` above them in every post.

    ``packed`` is what only a program reads.
    """

    def __init__(self, head: tuple[str, ...] = (), *, packed: bool = False) -> None:
        self.head, self.packed = head, packed


class Heading(NamedTuple):
    """A title; ``level`` is 1 for that of the report."""

    spans: tuple[Span, ...]
    level: int


class Line(NamedTuple):
    """A paragraph or, in bullets, an item."""

    spans: tuple[Span, ...]


class Row(NamedTuple):
    """A row of a grid."""

    cells: tuple[str, ...]
    is_head: bool = False


class Raw(NamedTuple):
    """A line of code."""

    text: str


class Gap(NamedTuple):
    """An empty line."""


Content: TypeAlias = Heading | Line | Row | Raw | Gap


class Piece(NamedTuple):
    """Something that a post holds whole where it can, with the frames around it from the outside in."""

    content: Content
    frames: tuple[Frame, ...] = ()


def pieces_of(report: Report, width: int, *, grids: bool, folds: bool) -> list[Piece]:
    """The pieces of a report in reading order, its story left out.

    Tables become grids, or lines of code in at most ``width`` characters where the board has no tables; sections that
    may be folded stand in folds where it has those.
    """
    return _Cutter(report, width, grids=grids, folds=folds).report(report)


def story_of(report: Report) -> list[Piece]:
    """The paragraphs of its story."""
    pieces: list[Piece] = []
    for paragraph in report.story:
        pieces += [Piece(Line((Span(one_line(paragraph)),))), Piece(Gap())]
    return pieces


class _Cutter(NodeWriter[Piece]):
    mark = "*"

    def __init__(self, report: Report, width: int, *, grids: bool, folds: bool) -> None:
        super().__init__(report)
        self.width, self.grids, self.folds = width, grids, folds
        self.frames: tuple[Frame, ...] = ()

    def piece(self, content: Content) -> Piece:
        return Piece(content, self.frames)

    def line(self, *spans: Span) -> Piece:
        return self.piece(Line(tuple(span for span in spans if span.text)))

    @contextmanager
    def within(self, frame: Frame) -> Iterator[None]:
        outside, self.frames = self.frames, (*self.frames, frame)
        yield
        self.frames = outside

    def gap(self) -> Piece:
        return self.piece(Gap())

    def paragraph(self, text: str) -> list[Piece]:
        return [self.line(Span(text))]

    def report(self, report: Report) -> list[Piece]:
        pieces = [self.piece(Heading((Span(one_line(report.title)),), 1))]
        for line in report.banner:
            pieces += [self.gap(), self.line(Span(one_line(line), "bold"))]
        if self.system:
            like = (Span("Rules are named "), Span("so", "rule"), Span(f"; they are those of {one_line(self.system)}."))
            pieces += [self.gap(), self.line(*like)]
        return [*pieces, self.gap(), *self.nodes(report.children, depth=2)]

    def node(self, node: Node, depth: int) -> list[Piece]:
        match node:
            case Section():
                return self.section(node, depth)
            case Text():
                return [self.line(Span(one_line(node.text)), *self.cited(node.citations))]
            case Listing():
                with self.within(Bullets()):
                    return [self.line(Span(one_line(item.text)), *self.cited(item.citations)) for item in node.items]
            case Entry():
                return self.entry(node)
            case Fields():
                pairs = ((one_line(name), one_line(value)) for name, value in node.pairs)
                return [self.line(Span(f"{name}:", "bold"), Span(f" {value}")) for name, value in pairs]
            case Table():
                return self.table(node)
            case Roll():
                return [self.roll(node)]
            case Block():
                with self.within(Code(packed=True)):
                    return [self.piece(Raw(line)) for line in verbatim(node.text)]

    def section(self, section: Section, depth: int) -> list[Piece]:
        title = one_line(section.title)
        heading = self.piece(Heading((Span(title),), depth))
        if not section.children:
            return [heading]
        if not (section.folded and self.folds):
            return [heading, self.gap(), *self.nodes(section.children, depth + 1)]
        with self.within(Fold(title[:LONGEST_TITLE])):
            inside = self.nodes(section.children, depth + 1)
            if len(title) > LONGEST_TITLE:
                inside = [heading._replace(frames=self.frames), self.gap(), *inside]
            return inside

    def entry(self, entry: Entry) -> list[Piece]:
        number, text = Span(f"{entry.number}.", "bold"), Span(f" {one_line(entry.text)}")
        pieces = [self.line(number, text, *self.cited(entry.citations))]
        with self.within(Bullets()):
            return [*pieces, *(self.line(Span(one_line(detail))) for detail in entry.detail)]

    def table(self, table: Table) -> list[Piece]:
        caption = one_line(table.caption)
        spans = (Span(caption, "bold"), *self.cited(table.citations))
        above = [self.line(*spans)] if caption or table.citations else []
        return above + (self.grid(table) if self.grids else self.columns(table))

    def grid(self, table: Table) -> list[Piece]:
        names = tuple(one_line(column.name) for column in table.columns)
        again = bool(table.rows) and sum(map(len, names)) <= LONGEST_HEAD
        with self.within(Grid(names if again else ())):
            head = [] if again else [self.piece(Row(names, is_head=True))]
            return [*head, *(self.piece(Row(tuple(map(one_line, row)))) for row in table.rows)]

    def columns(self, table: Table) -> list[Piece]:
        pieces: list[Piece] = []
        # Blanks are not compared when a post is verified: without a mark a cell could change its column.
        filled = tuple(tuple(cell if one_line(cell) else EMPTY for cell in row) for row in table.rows)
        for head, rows in table_parts(replace(table, rows=filled), self.width):
            again = bool(rows) and sum(map(len, head)) <= LONGEST_HEAD
            with self.within(Code(tuple(head) if again else ())):
                pieces += [self.piece(Raw(line)) for line in ([*rows] if again else [*head, *rows])]
        return pieces

    def roll(self, roll: Roll) -> Piece:
        marks = zip(roll.faces, roll.successes, strict=True)
        faces = " ".join(f"{face}*" if success else str(face) for face, success in marks)
        what = f"R{roll.round} {one_line(roll.purpose)}, {one_line(roll.who)}, {need_of(roll)}: {faces}"
        return self.line(Span(what), *self.cited(roll.citations), Span(f" at {one_line(roll.address)}"))

    def cited(self, citations: tuple[Citation, ...]) -> Iterator[Span]:
        """The rules behind a text."""
        for label in self.labels(citations):
            yield Span(" ")
            yield Span(label, "rule")
