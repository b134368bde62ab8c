"""Order lines cut into tokens, mended where a re-wrapping broke a name, a word or a comment, up to the block's end."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.comments import Running, is_broken_at_hyphen, refuse_swallowed_order
from flagplot.engine.post import Line
from flagplot.engine.tokens import Lexicon, Token

NARROWEST = 30
"""The least width, in characters, at which anything breaks lines for want of room."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<comment>\#)
    | (?P<mark>[,:;])
    | "(?P<double>[^"]*)"
    | '(?P<single>(?:[^']|'(?![\s,:;\#]|$))*)'(?=[\s,:;\#]|$)   # an apostrophe within a name does not close it
    | (?P<open>["'].*)
    | (?P<word>[^\s,:;\#"]+)
    )""",
    re.VERBOSE,
)
_CLOSING = {'"': re.compile(r'"'), "'": re.compile(r"'(?=[\s,:;#]|$)")}
_LONGEST_BROKEN_WORD = 80  # joining without end would take time, and junk has long words

_START = re.compile(r"orders\s+of(?=[\s:]|$)", re.IGNORECASE)
_START_WITHIN = re.compile(r"(?<!\S)ORDERS\s+OF(?=[\s:]|$)")
_START_UNSEEN = re.compile(r"(?<!\S)orders\s+of(?=[\s:])", re.IGNORECASE)
_START_BROKEN = re.compile(r"(?<!\S)ORDERS$")
_START_REST = re.compile(r"OF(?=[\s:]|$)")
_END = re.compile(r"end\s+of\s+orders[\s.:;!]*(?:#.*)?$", re.IGNORECASE)
_END_WITHIN = re.compile(r"(?<![^\s\#])END\s+OF\s+ORDERS(?=[\s.,:;!\#]|$)")
_END_UNSEEN = re.compile(r"(?<!\S)end\s+of\s+orders(?=[\s.,:;!\#]|$)", re.IGNORECASE)
_END_LONGEST = len("END OF ORDERS.")
_BEHIND_END = re.compile(r"[\s.,:;!]*")
_ORDERS = re.compile("orders", re.IGNORECASE)


def find_start(lines: Sequence[Line], index: int, position: int) -> int | None:
    """Where ``ORDERS OF`` stands in a line, from ``position`` on, or begins there and goes on in the next.

    In capitals it counts anywhere, else only at ``position`` itself.
    """
    text = lines[index].text
    following = lines[index + 1].text if index + 1 < len(lines) else ""
    match = _START.match(text, position) or _START_WITHIN.search(text, position)
    if match is None and _START_REST.match(following):
        match = _START_BROKEN.search(text, position)
    return match.start() if match else None


def has_end(text: str, position: int, end: int) -> bool:
    """Whether END OF ORDERS is all that stands from ``position`` to ``end``, or is there in capitals.

    In small letters it is prose, unless "orders of" stands before it.
    """
    if _END.match(text, position, end) or _END_WITHIN.search(text, position, end):
        return True
    begun = _START_UNSEEN.search(text, position, end)
    return begun is not None and _END_UNSEEN.search(text, begun.end(), end) is not None


class Stands(Enum):
    """Where a token stands on its line."""

    WITHIN = 0
    FIRST = 1
    FIRST_FOR_WANT_OF_ROOM = 2  # the line before it may have been broken here


class Stop(NamedTuple):
    """Where a block is over: at ``position`` of the line at index ``row``.

    ``ended`` says that it is behind END OF ORDERS; else it is before another ORDERS OF, or behind the last line.
    """

    row: int
    position: int
    ended: bool


@dataclass
class _OpenQuote(Running):
    """A quoted name that its line did not close."""

    quote: str
    column: int
    stands: Stands

    def token(self) -> Token:
        return Token(" ".join(self.text.split()), self.line, self.column, quoted=True)


class Scanner:
    """Cuts lines into ``tokens``, each with where it stands on its line; ``remarks`` tell what was mended.

    A line is taken to have been broken off the one before it, for want of room, only where its first word would not
    have fitted there within the width of the longest line. Lines are taken to have been ``joined`` where a verb or one
    of the block's marks stands within one.
    """

    def __init__(self, source: str, lexicon: Lexicon, faults: Faults) -> None:
        self.source = source
        self.lexicon = lexicon
        self.faults = faults
        self.remarks: list[str] = []
        self.tokens: list[tuple[Token, Stands]] = []
        self._sent = self._shown = NARROWEST
        self._previous: Line | None = None
        self._open: _OpenQuote | None = None
        self._comment: Running | None = None
        self._comments: list[Running] = []
        self.joined = False
        self._in_block = False
        self._last_word = (0, 0)
        self._stop: Stop | None = None

    def scan(self, lines: Sequence[Line]) -> None:
        """Cut all ``lines``, those of a text without marks of start and end."""
        self._measure(lines)
        for index, line in enumerate(lines):
            self._scan_line(index, line, 0)
        self._finish()

    def scan_block(self, lines: Sequence[Line], index: int, position: int) -> Stop:
        """Cut the block that begins at ``position`` of a line with ``ORDERS OF``, which become the first two tokens."""
        self._in_block = True
        self.joined = position > 0
        self._measure(lines[index : index + 1])
        measured = index + 1
        while self._stop is None and index < len(lines):
            if index == measured:
                measured = _next_with_orders(lines, measured)
                self._measure([line for line in lines[index:measured] if not _begins_with_mark(line.text)])
            self._scan_line(index, lines[index], position)
            index, position = index + 1, 0
        self._finish()
        return self._stop or Stop(len(lines), 0, ended=False)

    def _measure(self, lines: Sequence[Line]) -> None:
        self._sent = max([self._sent, *(line.sent[0] for line in lines)])
        self._shown = max([self._shown, *(line.shown[0] for line in lines)])

    def _finish(self) -> None:
        self._refuse_open_quote()
        for comment in self._comments:
            refuse_swallowed_order(comment, self.source, self.lexicon, self.faults, joined=self.joined)

    def _scan_line(self, index: int, line: Line, position: int) -> None:
        if not line.text:
            self._previous = None
            return
        room = self._room_before(line)
        self._previous = line
        stands = Stands.FIRST if room >= 1 else Stands.FIRST_FOR_WANT_OF_ROOM
        ends = self._in_block and _is_end(line.text)
        if self._in_block and self.tokens and _START.match(line.text) and not self._lacks_only_orders():
            self._stop = Stop(index, 0, ended=False)
            return
        if self._open:
            if ends or stands is Stands.FIRST or self.lexicon.verb(self._first(line)):
                self._refuse_open_quote()
            else:
                closing = _CLOSING[self._open.quote].search(line.text)
                self._open.add(line.text[: closing.start()] if closing else line.text)
                if closing is None:
                    return
                self.tokens.append((self._open.token(), self._open.stands))
                self._open = None
                position, stands = closing.end(), Stands.WITHIN
        if self._comment:
            if not ends and not self._is_order(line):
                self._go_on_after_comment(self._comment, index, line, stands)
                return
            self._comment = None
        while self._stop is None and (match := _TOKEN.match(line.text, position)):
            position = match.end()
            if match["comment"]:
                self._refuse_glued_comment(line, match.start("comment"))
                self._comment = Running([""], line.number)
                self._comments.append(self._comment)
                self._read_comment(self._comment, index, line, position)
                break
            self._take(match, index, line, stands, broken_word=room < 0 and stands is not Stands.WITHIN)
            stands = Stands.WITHIN

    def _room_before(self, line: Line) -> int:
        """How many characters the first word of ``line`` leaves free if it stands at the end of the line before."""
        previous = self._previous
        if previous is None or previous.number == line.number:
            return 1
        # Tags and entities may have come before or after the breaking: either measure will do.
        return min(
            self._sent - previous.sent[0] - line.sent[1],
            self._shown - previous.shown[0] - line.shown[1],
        )

    def _take(self, match: re.Match[str], index: int, line: Line, stands: Stands, *, broken_word: bool) -> None:
        kind = str(match.lastgroup)
        text = match[kind]
        quoted = kind in ("double", "single")
        column = line.columns[match.start(kind) - quoted]
        if kind == "open":
            self._open = _OpenQuote([text[1:]], line.number, text[0], column, stands)
            return
        token = Token(" ".join(text.split()) if quoted else text, line.number, column, quoted)
        if broken_word and kind == "word" and self.tokens:
            before, stood = self.tokens[-1]
            if not before.quoted and is_broken_at_hyphen(before.text) and len(before.text) < _LONGEST_BROKEN_WORD:
                self.tokens[-1] = (Token(before.text + text, before.line, before.column), stood)
                return
        self.tokens.append((token, stands))
        if kind == "word":
            self._look_at_word(token, stands, index, match)

    def _look_at_word(self, token: Token, stands: Stands, index: int, match: re.Match[str]) -> None:
        """Notice a line that was joined to another, and a mark of the block, which is not kept as tokens."""
        if stands is Stands.WITHIN and self.lexicon.verb(token):
            self.joined = True
        if self._in_block and token.text.rstrip(".!").casefold() == "orders" and self._lacks_only_orders(1):
            self.joined |= self.tokens[-3][1] is Stands.WITHIN
            del self.tokens[-3:]
            self._stop = Stop(index, _skip(match.string, match.end()), ended=True)
        elif self._in_block and token.text == "OF" and self._words(2) == ["ORDERS", "OF"] and len(self.tokens) > 2:
            del self.tokens[-2:]
            self._stop = Stop(*self._last_word, ended=False)
        self._last_word = (index, match.start("word"))

    def _lacks_only_orders(self, behind: int = 0) -> bool:
        """Whether the tokens, but for ``behind`` of them, close with the words END OF."""
        return [word.casefold() for word in self._words(2 + behind)[:2]] == ["end", "of"]

    def _words(self, count: int) -> list[str]:
        """Those of the last ``count`` tokens that are not quoted, as text."""
        return [token.text for token, _ in self.tokens[-count:] if not token.quoted]

    def _first(self, line: Line) -> Token:
        """The first word of ``line`` as a token, whatever it is."""
        match = _TOKEN.match(line.text)
        word = match["word"] if match else None
        return Token(word or line.text[0], line.number, line.columns[0], quoted=word is None)

    def _is_order(self, line: Line) -> bool:
        """Whether ``line``, which follows a comment, begins with a verb, misspelt or not, or with a comment."""
        first = self._first(line)
        return line.text.startswith("#") or bool(self.lexicon.verb(first) or self.lexicon.misspelt(first))

    def _go_on_after_comment(self, comment: Running, index: int, line: Line, stands: Stands) -> None:
        """Take ``line`` for the rest of ``comment``, with a remark, or refuse what cannot be understood."""
        rest = self._read_comment(comment, index, line, 0)
        unfinished = bool(self.tokens) and self.tokens[-1][0].is_mark(",", ":")
        if rest and stands is Stands.FIRST_FOR_WANT_OF_ROOM and not unfinished:
            self.remarks.append(f"line {line.number} is taken for the rest of the comment before it: {rest}")
        elif rest:
            self.faults.add(
                "text-after-comment",
                f"{self.source}, line {line.number}",
                f"'{self._first(line).text}' follows a comment and is no verb",
                fault=Fault.MALFORMED,
                mend="Put # before it if it is a comment, or else the comment behind the whole order.",
            )

    def _read_comment(self, comment: Running, index: int, line: Line, position: int) -> str:
        """What stands from ``position`` on, now in ``comment``; END OF ORDERS in capitals ends it, and the block."""
        end = _find_end(comment.pieces[-1], line.text, position) if self._in_block else None
        rest = line.text[position : end[0] if end else None].strip()
        comment.add(rest)
        if end:
            self.remarks.append(f"line {line.number}: END OF ORDERS ends a comment, and the block with it")
            self.joined = True
            self._stop = Stop(index, _skip(line.text, end[1]), ended=True)
        return rest

    def _refuse_glued_comment(self, line: Line, start: int) -> None:
        """A ``#`` between a word and a number is as likely part of a name as the start of a comment."""
        before, after = line.text[max(0, start - 1) : start], line.text[start + 1 : start + 2]
        if after.isdigit() and before.isalnum():
            self.faults.add(
                "comment-in-word",
                f"{self.source}, line {line.number}, column {line.columns[start]}",
                "a # within a word may be a comment or part of a name",
                fault=Fault.MALFORMED,
                mend="Put the name in quotes, or a blank before the comment.",
            )

    def _refuse_open_quote(self) -> None:
        if self._open is None:
            return
        self.faults.add(
            "unclosed-quote",
            f"{self.source}, line {self._open.line}, column {self._open.column}",
            f"the quote {self._open.quote} is not closed",
            fault=Fault.MALFORMED,
            mend=f"Put {self._open.quote} behind the name; only an apostrophe within a word needs no partner.",
        )
        self.tokens.append((self._open.token(), self._open.stands))
        self._open = None


def _next_with_orders(lines: Sequence[Line], index: int) -> int:
    """The index behind the next line that speaks of orders: a block may end there, and what is beyond is not its."""
    while index < len(lines) and not _ORDERS.search(lines[index].text):
        index += 1
    return index + 1


def _begins_with_mark(text: str) -> bool:
    return bool(_START.match(text) or _is_end(text))


def _is_end(text: str) -> bool:
    """Whether a line is END OF ORDERS, or begins with that in capitals."""
    return bool(_END.match(text) or _END_WITHIN.match(text))


def _find_end(before: str, text: str, position: int) -> tuple[int, int] | None:
    """From where to where END OF ORDERS stands in ``text``, from ``position`` on, or began ``before`` the line."""
    before = f"{before[-_END_LONGEST:]} "
    across = _END_WITHIN.search(before + text[position : position + _END_LONGEST])
    if across and across.start() < len(before) < across.end():
        return position, position + across.end() - len(before)
    within = _END_WITHIN.search(text, position)
    return within.span() if within else None


def _skip(text: str, position: int) -> int:
    """The place behind the punctuation at ``position``."""
    match = _BEHIND_END.match(text, position)
    return match.end() if match else position
