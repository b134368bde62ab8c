"""Comments, and the orders that one may have swallowed when its line was joined with what stood below it."""

import re
from dataclasses import dataclass

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.tokens import Lexicon, Token

# A verb in an order stands between blanks; with a quote mark or a full stop at it, it is only spoken of.
_WORD = re.compile(r"(?:(?P<first>\A|\#)\s*|(?<=\s))(?P<word>[^\s:;\#\"']+)(?=[\s:;\#]|\Z)")
# The length of a quoted name is bounded so that a text of nothing but quote marks cannot make the search quadratic.
_PART = re.compile(
    r"""\s*(?:
      (?P<mark>[,:])
    | (?P<quoted>"[^"]{1,80}"|'[^']{1,80}'(?=[\s,:;\#]|\Z))
    | (?P<word>[^\s,:;\#"']+)
    | (?P<stop>[;\#]|\Z)
    )""",
    re.VERBOSE,
)


def is_broken_at_hyphen(text: str) -> bool:
    """Whether ``text`` ends where a line may have been broken within a word."""
    return text.endswith("-") and text[-2:-1].isalnum()


@dataclass
class Running:
    """Text that began in ``line`` and may go on in the next ones."""

    pieces: list[str]
    line: int

    @property
    def text(self) -> str:
        """All of it in one line."""
        return "".join(self.pieces)

    def add(self, piece: str) -> None:
        """Go on with what stands in the next line."""
        joined = is_broken_at_hyphen(self.pieces[-1]) and piece[:1].isalnum()
        self.pieces.append(piece if joined else f" {piece}")


def refuse_swallowed_order(comment: Running, source: str, lexicon: Lexicon, faults: Faults, *, joined: bool) -> None:
    """Refuse a comment with an order in it; ``joined`` says that lines of its block were joined."""
    word = _swallowed(comment.text, lexicon, joined=joined)
    if word is not None:
        faults.add(
            "order-in-comment",
            f"{source}, line {comment.line}",
            f"'{word}' in a comment may begin an order whose line was joined to it",
            fault=Fault.MALFORMED,
            mend=f"Put the comment on a line of its own, and so each order; in a comment, put '{word}' in quotes.",
        )


def _swallowed(text: str, lexicon: Lexicon, *, joined: bool) -> str | None:
    """The verb in a comment that may have been an order's.

    Where lines were joined it is any verb; elsewhere one, misspelt or not, after which there is nothing to the end but
    what orders are made of. A verb that begins the comment is then an order that somebody struck out.
    """
    like_an_order, known = False, 0
    for match in _WORD.finditer(text):
        token = Token(match["word"], 0, 0)
        verb = lexicon.verb(token)
        if verb and joined:
            return token.text
        if match.end() >= known:
            like_an_order, known = _reads_as_orders(text, match.end(), lexicon)
        if like_an_order and match["first"] is None and (verb or lexicon.misspelt(token)):
            return token.text
    return None


def _reads_as_orders(text: str, position: int, lexicon: Lexicon) -> tuple[bool, int]:
    """Whether nothing but operands, and orders behind them, stands from ``position`` to the next ``#``, ``;`` or end.

    With it comes the place up to which the same is true of what begins later.
    """
    operands = False
    while part := _PART.match(text, position):
        word = part["word"]
        if part["stop"] is not None:
            return operands, position
        if word and lexicon.verb(Token(word, 0, 0)):
            if not operands:
                return False, part.start("word")
            operands = False
        elif (word and lexicon.is_operand(word)) or part["quoted"]:
            operands = True
        elif word and not word[0].isupper():  # a name may stand among the operands, a common word may not
            return False, part.start("word")
        position = part.end()
    return False, position
