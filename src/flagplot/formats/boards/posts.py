"""Pieces put together to posts that no board finds too long, each with marks by which it is known again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set
from fractions import Fraction
from itertools import takewhile

from flagplot.core.canonical import digest
from flagplot.core.report import Report, as_dict
from flagplot.formats.boards.dialect import Dialect, rest_of, shortened, text_of
from flagplot.formats.boards.pieces import Code, Fold, Frame, Gap, Heading, Line, Piece, Row, Span, pieces_of, story_of

SHORTEST = 1_000
"""The fewest characters that a post must hold: frames and marks have to find room beside the text."""

START = "Flagplot report {seal} ({part}/{parts})"
END = "End of Flagplot report {seal} ({part}/{parts})"
SEAL_DIGITS = 8
MOST_STORY = Fraction(1, 2)  # of a post that a report shares with its story
MOST = 9_999  # parts, as far as the room for their numbers goes

CUT = "-------- cut here: post {post} of {posts} --------"
CUT_LINE = re.compile(r"-------- cut here: post \d+ of \d+ --------")


def write_posts(report: Report, dialect: Dialect, width: int, length: int, seal: str = "") -> list[str]:
    """A report as posts of at most ``length`` characters (0: one post, however long; else 1,000 or more).

    The story stands in front, for a moderator to dress up. The report proper stands between marks that name its seal
    (the first digits of ``seal``, or of the digest of its tree), the number of the part and that of all parts; what is
    outside them is nobody's concern.
    """
    if length and length < SHORTEST:
        raise ValueError(f"posts of {length} characters are shorter than {SHORTEST}")
    seal = (seal or digest(as_dict(report)))[:SEAL_DIGITS]
    room = length and length - len("\n\n\n\n\n".join(["", *_marks(dialect, seal, MOST, MOST)]))
    stories = _split(story_of(report), dialect, length)
    told = len(stories[0]) + 2 if len(stories) == 1 else 0
    shares = told <= length * MOST_STORY  # else the story has a post, or several, of its own
    pieces = pieces_of(report, width, grids=dialect.grids, folds=dialect.folds)
    bodies = _split(pieces, dialect, room, told if shares else 0)
    parts = []
    for number, body in enumerate(bodies, 1):
        start, end = _marks(dialect, seal, number, len(bodies))
        parts.append(f"{start}\n\n{body}\n\n{end}\n")
    if told and (shares or not length):
        return [f"{stories[0]}\n\n{parts[0]}", *parts[1:]]
    return [*(f"{told}\n" for told in stories), *parts]


def joined(posts: Sequence[str]) -> str:
    """Posts in one text, with a line between two of them that says where to cut."""
    text = posts[0]
    for number, post in enumerate(posts[1:], 2):
        text += f"\n{CUT.format(post=number, posts=len(posts))}\n\n{post}"
    return text


def _marks(dialect: Dialect, seal: str, part: int, parts: int) -> list[str]:
    """The first and the last line of a part."""
    return [dialect.mark(mark.format(seal=seal, part=part, parts=parts)) for mark in (START, END)]


def _split(pieces: Iterable[Piece], dialect: Dialect, length: int, taken: int = 0) -> list[str]:
    """The pieces in posts of at most ``length`` characters, ``taken`` of which the first lacks; 0 for one of any."""
    begun: set[Frame] = set()
    sheet = _Sheet(dialect, length and length - taken, begun)
    posts = []
    for piece in pieces:
        left: Piece | None = piece
        while left is not None and not sheet.take(left):
            if sheet.is_empty:
                left = sheet.take_some(left)
            if left is not None:
                over = sheet.loosen()
                posts.append(sheet.text())
                begun.update(frame for each in sheet.pieces for frame in each.frames)
                sheet = _Sheet(dialect, length, begun)
                for heading in over:
                    sheet.take(heading)
    if not sheet.is_empty:
        posts.append(sheet.text())
    return posts


class _Sheet:
    """A post while it is filled; it knows how long it would be if it ended here, and what frames were begun before."""

    def __init__(self, dialect: Dialect, limit: int, begun: Set[Frame]) -> None:
        self.dialect, self.limit, self.begun = dialect, limit, begun
        self.pieces: list[Piece] = []
        self.used = 0

    @property
    def is_empty(self) -> bool:
        return not self.pieces

    def text(self) -> str:
        """The post, without empty lines at its ends."""
        lines: list[str] = []
        frames: tuple[Frame, ...] = ()
        for piece in self.pieces:
            lines += self._lines(frames, piece)
            frames = piece.frames
        lines += self._closings(frames, 0)
        return self.dialect.finished("\n".join(lines).strip("\n"))

    def take(self, piece: Piece) -> bool:
        """Put a piece at the end if there is room; what an empty line would only begin needs none."""
        if self.is_empty and isinstance(piece.content, Gap):
            return True
        frames = self.pieces[-1].frames if self.pieces else ()
        used = self.used + _length(self._lines(frames, piece))
        if self.limit and used + _length(self._closings(piece.frames, 0)) > self.limit:
            return False
        self.pieces.append(piece)
        self.used = used
        return True

    def take_some(self, piece: Piece) -> Piece | None:
        """Put as much of a piece as there is room for on an empty sheet; what is left of it, None for nothing."""
        if isinstance(piece.content, Row):
            # A row longer than a post becomes a paragraph, and stands outside the table.
            piece = Piece(Line((Span(text_of(piece.content)),)), piece.frames[:-1])
        whole = text_of(piece.content)
        room = _most(len(whole), lambda length: self._has_room(piece, length))
        blank = whole.rfind(" ", room // 2, room)
        cut = room if room == len(whole) or blank < 1 else blank
        taken = self.take(piece._replace(content=shortened(piece.content, cut)))
        assert taken, "a post of the least length holds at least one character"
        return piece._replace(content=rest_of(piece.content, cut)) if cut < len(whole) else None

    def loosen(self) -> list[Piece]:
        """Take headings off the end, which should stand in one post with what follows them."""
        kept = len(list(takewhile(lambda piece: isinstance(piece.content, Heading | Gap), reversed(self.pieces))))
        if kept == len(self.pieces):
            return []
        over = self.pieces[len(self.pieces) - kept :]
        self.pieces = self.pieces[: len(self.pieces) - kept]
        return over

    def _has_room(self, piece: Piece, length: int) -> bool:
        part = piece._replace(content=shortened(piece.content, length))
        return _length(self._lines((), part)) + _length(self._closings(part.frames, 0)) <= self.limit

    def _lines(self, before: tuple[Frame, ...], piece: Piece) -> list[str]:
        """A piece with the ends of frames that it no longer stands in and the beginnings of those it does."""
        common = 0
        while common < min(len(before), len(piece.frames)) and before[common] is piece.frames[common]:
            common += 1
        openings = [line for frame in piece.frames[common:] for line in self._opening(frame, piece)]
        return [*self._closings(before, common), *openings, self.dialect.spelt(piece)]

    def _opening(self, frame: Frame, piece: Piece) -> list[str]:
        """The beginning of a frame. Nothing but its own lines may come between two halves of a machine block."""
        inmost = piece.frames[-1]
        if isinstance(frame, Fold) and isinstance(inmost, Code) and inmost.packed and inmost in self.begun:
            return self.dialect.opened(Fold(""))
        return self.dialect.opened(frame)

    def _closings(self, frames: tuple[Frame, ...], kept: int) -> list[str]:
        return [line for frame in reversed(frames[kept:]) for line in self.dialect.closed(frame)]


def _length(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _most(highest: int, is_well: Callable[[int], bool]) -> int:
    """The highest number up to ``highest`` for which all is well, if it is for every one below; at least 1."""
    low, high = 1, highest
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_well(middle) else (low, middle - 1)
    return low
