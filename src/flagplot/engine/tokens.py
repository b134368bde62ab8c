"""Order lines cut into tokens, and mended where a re-wrapping on their way broke a name, a word or a comment."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.post import Line

MISSPELT = 0.75
"""How alike (0 to 1) a word at the start of a line must be to a verb to be taken for that verb misspelt."""

NARROWEST = 30
"""The least width, in characters, at which anything breaks lines for want of room."""

_LONGEST_VERB = 40  # comparing takes time, and junk has long words


@dataclass(frozen=True)
class Token:
    """A word, a quoted name or one of the marks ``,`` ``:`` ``;``, with its place, which equality does not ask for."""

    text: str
    line: int = field(compare=False)
    column: int = field(compare=False)
    quoted: bool = False

    def __str__(self) -> str:
        if not self.quoted:
            return self.text
        quote = "'" if '"' in self.text else '"'
        return f"{quote}{self.text}{quote}"

    def is_mark(self, *marks: str) -> bool:
        """Whether this is one of ``marks``, unquoted."""
        return not self.quoted and self.text in marks


def spell(tokens: Iterable[Token]) -> str:
    """The tokens in one line, blanks between them but none before a mark."""
    spelt = ""
    for token in tokens:
        spelt += str(token) if not spelt or token.is_mark(",", ":") else f" {token}"
    return spelt


class Stands(Enum):
    """Where a token stands on its line."""

    WITHIN = 0
    FIRST = 1
    FIRST_FOR_WANT_OF_ROOM = 2  # the line before it may have been broken here


class Lexicon:
    """The verbs of a game, and the operands that are never taken for misspelt verbs."""

    def __init__(self, verbs: Collection[str], words: Collection[str]) -> None:
        self._verbs = {verb.casefold(): verb for verb in verbs}
        self._words = {word.casefold() for word in words}
        self._near: dict[str, str | None] = {}

    @property
    def verbs(self) -> list[str]:
        """The verbs in the alphabet's order, for hints."""
        return sorted(self._verbs.values())

    def verb(self, token: Token) -> str | None:
        """The verb that ``token`` is, as the game spells it."""
        return None if token.quoted else self._verbs.get(token.text.casefold())

    def misspelt(self, token: Token) -> str | None:
        """The verb that ``token`` seems to be meant for, though it is none."""
        word = token.text.casefold()
        if token.quoted or word in self._verbs or word in self._words or len(word) > _LONGEST_VERB:
            return None
        if word not in self._near:
            close = get_close_matches(word, self._verbs, n=1, cutoff=MISSPELT)
            self._near[word] = self._verbs[close[0]] if close else None
        return self._near[word]


_TOKEN = re.compile(
    r"""\s*(?:
      (?P<comment>\#.*)
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


def _is_broken_at_hyphen(text: str) -> bool:
    return text.endswith("-") and text[-2:-1].isalnum()


@dataclass
class _OpenQuote:
    """A quoted name that its line did not close."""

    quote: str
    pieces: list[str]
    line: int
    column: int
    stands: Stands

    def add(self, piece: str) -> None:
        joined = _is_broken_at_hyphen(self.pieces[-1]) and piece[:1].isalnum()
        self.pieces.append(piece if joined else f" {piece}")

    def token(self) -> Token:
        return Token(" ".join("".join(self.pieces).split()), self.line, self.column, quoted=True)


class Scanner:
    """Cuts lines into ``tokens``, each with where it stands on its line; ``remarks`` tell what was mended.

    A line is taken to have been broken off the one before it, for want of room, only where its first word would not
    have fitted there within the width of the longest line.
    """

    def __init__(self, source: str, lexicon: Lexicon, faults: Faults) -> None:
        self.source = source
        self.lexicon = lexicon
        self.faults = faults
        self.remarks: list[str] = []
        self.tokens: list[tuple[Token, Stands]] = []
        self._open: _OpenQuote | None = None
        self._commented = False

    def scan(self, lines: Sequence[Line]) -> None:
        """Cut all ``lines``, which are those of one block or text."""
        sent = max([NARROWEST, *(line.sent[0] for line in lines)])
        shown = max([NARROWEST, *(line.shown[0] for line in lines)])
        previous: Line | None = None
        for line in lines:
            if not line.text:
                previous = None
                continue
            room = 1
            if previous:
                # Tags and entities may have come before or after the breaking: either measure will do.
                room = min(sent - previous.sent[0] - line.sent[1], shown - previous.shown[0] - line.shown[1])
            self._scan_line(line, Stands.FIRST if room >= 1 else Stands.FIRST_FOR_WANT_OF_ROOM, broken_word=room < 0)
            previous = line
        self._refuse_open_quote()

    def _scan_line(self, line: Line, stands: Stands, *, broken_word: bool) -> None:
        position = 0
        if self._open:
            if stands is Stands.FIRST or self.lexicon.verb(self._first(line)):
                self._refuse_open_quote()
            else:
                closing = _CLOSING[self._open.quote].search(line.text)
                self._open.add(line.text[: closing.start()] if closing else line.text)
                if closing is None:
                    return
                self.tokens.append((self._open.token(), self._open.stands))
                self._open = None
                position, stands = closing.end(), Stands.WITHIN
        if self._commented and self._is_no_order(line, stands):
            return
        self._commented = False
        while match := _TOKEN.match(line.text, position):
            position = match.end()
            kind = match.lastgroup
            if kind == "comment":
                self._refuse_glued_comment(line, match.start("comment"))
                self._commented = True
                break
            self._take(match, line, stands, broken_word=broken_word and stands is not Stands.WITHIN)
            stands = Stands.WITHIN

    def _take(self, match: re.Match[str], line: Line, stands: Stands, *, broken_word: bool) -> None:
        kind = str(match.lastgroup)
        text = match[kind]
        quoted = kind in ("double", "single")
        column = line.columns[match.start(kind) - quoted]
        if kind == "open":
            self._open = _OpenQuote(text[0], [text[1:]], line.number, column, stands)
            return
        token = Token(" ".join(text.split()) if quoted else text, line.number, column, quoted)
        if broken_word and kind == "word" and self.tokens:
            before, stood = self.tokens[-1]
            if not before.quoted and _is_broken_at_hyphen(before.text) and len(before.text) < _LONGEST_BROKEN_WORD:
                self.tokens[-1] = (Token(before.text + text, before.line, before.column), stood)
                return
        self.tokens.append((token, stands))

    def _first(self, line: Line) -> Token:
        """The first word of ``line`` as a token, whatever it is."""
        match = _TOKEN.match(line.text)
        word = match["word"] if match else None
        return Token(word or line.text[0], line.number, line.columns[0], quoted=word is None)

    def _is_no_order(self, line: Line, stands: Stands) -> bool:
        """Whether ``line``, which follows a comment, is the rest of it (noted) or cannot be understood (refused)."""
        first = self._first(line)
        if line.text.startswith("#") or self.lexicon.verb(first) or self.lexicon.misspelt(first):
            return False
        unfinished = bool(self.tokens) and self.tokens[-1][0].is_mark(",", ":")
        if stands is Stands.FIRST_FOR_WANT_OF_ROOM and not unfinished:
            self.remarks.append(f"line {line.number} is taken for the rest of the comment before it: {line.text}")
        else:
            self.faults.add(
                "text-after-comment",
                f"{self.source}, line {line.number}",
                f"'{first.text}' follows a comment and is no verb",
                fault=Fault.MALFORMED,
                mend="Put # before it if it is a comment, or else the comment behind the whole order.",
            )
        return True

    def _refuse_glued_comment(self, line: Line, start: int) -> None:
        """A ``#`` between a word and a number is as likely part of a name as the start of a comment."""
        before, after = line.text[:start][-1:], line.text[start + 1 : start + 2]
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
