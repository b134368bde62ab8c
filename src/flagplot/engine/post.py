"""What a forum does to a text, undone: quote marks, BBCode, bullets, entities and typographic characters."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple


class Line(NamedTuple):
    """One line of a post as a forum shows it; the tags of quotations and list items begin a new one.

    ``number`` is that of the line as it was sent, counted from 1; ``text`` is the line without its dress; ``columns``
    gives, for each character of ``text``, its column (from 1) in the line as it was sent. ``depth`` says how many
    quotations the line stands in. ``sent`` and ``shown`` are lengths of the whole line and of the first word behind its
    quote marks, as it was sent and as it looks without tags: by these a reader sees where a line was broken for want of
    room.
    """

    number: int
    text: str
    columns: tuple[int, ...]
    depth: int
    sent: tuple[int, int]
    shown: tuple[int, int]


_TAGS = (
    "b i u s sub sup color colour size font highlight url email user img media attach spoiler ispoiler code icode "
    "plain noparse pre list li ul ol table tr td th center left right justify indent heading h1 h2 h3 hr anchor"
)
# An argument is bounded so that a line of nothing but opened brackets cannot make the search quadratic.
_ARGUMENT = r"""(?:\s*=\s*(?:"[^"\n]{0,200}"|[^\]\n]{0,200})|\s[^\]\n]{0,200})?"""
_MARKUP = re.compile(
    rf"(?P<quote>\[(?P<closing>/?)quote{_ARGUMENT}\])"
    r"|(?P<item>\[/?\*\])"
    rf"|(?P<tag>\[/?(?:{'|'.join(_TAGS.split())}){_ARGUMENT}\])"
    r"|(?P<entity>&(?:\#\d{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)"
    # Markdown's emphasis and code marks; blanks without width, soft hyphens and marks of direction.
    r"|(?P<unseen>\*\*+|`+|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"\s*(?:[>|]\s*)*")
# A bullet before a number may be a minus sign that lost its place: it stays.
_BULLET = re.compile(r"[-*•◦‣▪●·]\s+(?![\s\d])")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛‹›′", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\t\v\f\r\n\u0085\u00a0\u2028\u2029\u202f\u205f\u3000", " "),
        **{chr(blank): " " for blank in range(0x2000, 0x200B)},
    }
)


def undress(text: str) -> list[Line]:
    """The lines of ``text`` as their writer typed them, with places in the text as it was sent."""
    lines: list[Line] = []
    quotes = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        pieces, quotes = _take_apart(raw.rstrip(), quotes)
        lines += _undress_line(number, raw.rstrip(), pieces)
    return lines


@dataclass
class _Piece:
    """What stands on one line between two tags that begin a new one; ``quotes`` BBCode quotations are open there."""

    quotes: int
    texts: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)

    def add(self, text: str, columns: Iterable[int]) -> None:
        self.texts.append(text.translate(_PLAIN))
        self.columns.extend(columns)

    @property
    def text(self) -> str:
        return "".join(self.texts)


def _take_apart(raw: str, quotes: int) -> tuple[list[_Piece], int]:
    """The pieces of a line, and the number of quotations open behind it, of which ``quotes`` were open before it."""
    pieces = [_Piece(quotes)]
    position = 0
    for mark in _MARKUP.finditer(raw):
        pieces[-1].add(raw[position : mark.start()], range(position + 1, mark.start() + 1))
        position = mark.end()
        if mark["quote"]:
            quotes = max(0, quotes - 1) if mark["closing"] else quotes + 1
        elif mark["entity"]:
            seen = unescape(mark["entity"])
            pieces[-1].add(seen, [mark.start() + 1] * len(seen))
        if mark["quote"] or mark["item"]:
            pieces.append(_Piece(quotes))
    pieces[-1].add(raw[position:], range(position + 1, len(raw) + 1))
    return pieces, quotes


def _undress_line(number: int, raw: str, pieces: Sequence[_Piece]) -> list[Line]:
    """The pieces that have any text as lines, or one empty line where none has."""
    sent, shown = _lengths(raw), _lengths("".join(piece.text for piece in pieces).rstrip())
    lines = []
    marks_before = 0  # quote marks that stand before the first tag are around the whole line
    for piece in pieces:
        text = piece.text.rstrip()
        prefix = _match_end(_PREFIX, text, 0)
        marks = marks_before + sum(character in ">|" for character in text[:prefix])
        if piece is pieces[0]:
            marks_before = marks
        start = _match_end(_BULLET, text, prefix)
        if text[start:]:
            columns = tuple(piece.columns[start : len(text)])
            lines.append(Line(number, text[start:], columns, piece.quotes + marks, sent, shown))
    return lines or [Line(number, "", (), pieces[-1].quotes + marks_before, sent, shown)]


def _lengths(text: str) -> tuple[int, int]:
    """The length of a line, and of the first word in it behind the quote marks."""
    words = text[_match_end(_PREFIX, text, 0) :].split(maxsplit=1)
    return len(text), len(words[0]) if words else 0


def _match_end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where ``pattern`` ends if it stands at ``start``, else ``start``."""
    match = pattern.match(text, start)
    return match.end() if match else start
