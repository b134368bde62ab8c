"""What order lines are made of: tokens, and the verbs and operands that a game knows."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

MISSPELT = 0.75
"""How alike (0 to 1) a word at the start of a line must be to a verb to be taken for that verb misspelt."""

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

    def is_operand(self, word: str) -> bool:
        """Whether the game knows ``word`` as an operand, or it has a figure in it."""
        return word.casefold() in self._words or any(map(str.isdigit, word))

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
