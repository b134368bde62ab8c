"""The neutral report: a tree of headings, paragraphs, tables and rolls that knows nothing of text, Markdown or JSON.

All text in it is plain; a writer escapes what its own format would misread.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from flagplot.core.citation import Citation


@dataclass(frozen=True)
class Text:
    """A paragraph, or one item of a listing."""

    text: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Listing:
    """Items in no particular order."""

    items: tuple[Text, ...]


@dataclass(frozen=True)
class Entry:
    """One event of a narrative under its number, with lines of detail below it."""

    number: int
    text: str
    citations: tuple[Citation, ...] = ()
    detail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fields:
    """Pairs of a name and what stands behind it."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Column:
    """The head of a column of a table; numbers go to the right."""

    name: str
    align: Literal["left", "right"] = "left"


@dataclass(frozen=True)
class Table:
    """Rows of cells, each row as long as there are columns; anything else is a ValueError."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    citations: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(f"table {self.caption!r} has no columns")
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.caption!r}: row {number} has {len(row)} cells for {len(self.columns)} columns"
                )


@dataclass(frozen=True)
class Roll:
    """One line of the dice appendix: the ``faces`` of dice with ``sides`` sides, in the order they fell.

    ``need`` is the lowest face that succeeds, modifiers and natural faces already reckoned in; None where the faces
    are read in another way. ``address`` lets anyone compute the dice again.
    """

    round: int
    purpose: str
    who: str
    sides: int
    faces: tuple[int, ...]
    need: int | None
    citation: Citation
    address: str

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The one rule of a roll, as other nodes give theirs."""
        return (self.citation,)

    @property
    def successes(self) -> tuple[bool, ...]:
        """For each face whether it reaches ``need``; without one no face does."""
        return tuple(self.need is not None and face >= self.need for face in self.faces)


@dataclass(frozen=True)
class Block:
    """Lines to be kept letter by letter, such as the machine block.

    Those of a picture have a ``drawing`` of it, as Vega-Lite in JSON, for writers that can draw.
    """

    text: str
    drawing: str = ""


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it; a ``folded`` one is detail, which a board may hide until it is asked for."""

    title: str
    children: tuple["Node", ...]
    folded: bool = False


@dataclass(frozen=True)
class Report:
    """The whole report; ``banner`` holds what nobody may overlook ("UNCOMMITTED DICE").

    ``story`` tells in a few paragraphs what happened, for a moderator to dress up.
    """

    title: str
    children: tuple["Node", ...]
    banner: tuple[str, ...] = ()
    story: tuple[str, ...] = ()


Node: TypeAlias = Section | Text | Listing | Entry | Fields | Table | Roll | Block


def walk(node: Report | Node) -> Iterator[Report | Node]:
    """``node`` and all below it, in reading order."""
    yield node
    below: tuple[Node, ...] = ()
    match node:
        case Report() | Section():
            below = node.children
        case Listing():
            below = node.items
    for child in below:
        yield from walk(child)


def citations(report: Report) -> Iterator[Citation]:
    """Every citation of the report in reading order, as often as it stands there."""
    for node in walk(report):
        if isinstance(node, Text | Entry | Table | Roll):
            yield from node.citations


def as_dict(node: Report | Node) -> dict[str, Any]:
    """The tree as JSON takes it: ``kind`` names the node in lower case, a citation is the text ``system id``."""
    return _fields(node)


def _fields(node: Report | Node | Column) -> dict[str, Any]:
    plain = {field.name: _plain(getattr(node, field.name)) for field in fields(node)}
    return {"kind": type(node).__name__.lower(), **plain}


def _plain(value: Any) -> Any:
    if isinstance(value, Citation):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int):
        return value
    return _fields(value)
