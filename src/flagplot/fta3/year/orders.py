"""A quarter's orders as posts bring them: what each polity moves, builds, mends and buys, and what the moderator enters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.orders import Block, Order, find_blocks
from flagplot.engine.tokens import Token
from flagplot.fta3.papers.names import fold, nearest_name, slug
from flagplot.fta3.papers.operands import is_word, joined, quoted
from flagplot.fta3.year.office import POLITY, Office

MODERATOR = "moderator"
EXAMPLES = {
    "buy": "buy 200 supply",
    "move": "move Hood, Swift to Narrows",
    "serve": "serve Hood from Reach",
    "base": "base forward at Reach, or: base supply at Reach",
    "claim": "claim Reach",
    "repair": "repair Hood to light, or: repair Hood",
    "build": "build CA Kent at Haven",
}
RULINGS = {
    "rate": "rate 2.5",
    "grant": "grant Palm: 500 money because 'trade'",
    "lose": "lose Palm: First Corps because 'it was beaten on Reach'",
}
"""What the moderator alone may enter; the rate is the market's price of a point of supply in this year."""

WORDS = (
    "to",
    "at",
    "from",
    "supply",
    "forward",
    "because",
    "money",
    "di",
    "tokens",
    "fine",
    "light",
    "medium",
    "heavy",
)
GOODS = ("money", "di", "tokens", "supply")


@dataclass(frozen=True)
class Act:
    """One order, cut into its parts: what it names, how many, where to or what for; ``where`` is its place in a post."""

    verb: str
    owner: str
    names: tuple[str, ...]
    word: str
    number: int
    reason: str
    where: str

    def __str__(self) -> str:
        """The order for a message."""
        return f"'{' '.join(filter(None, (self.verb, ', '.join(self.names), self.word)))}'"


def read_orders(papers: Iterable[Paper], office: Office, faults: Faults) -> list[Act]:
    """The orders of all posts: the moderator's first, then each polity's by id, in the order in which they stand.

    Every order that is not understood is a fault, and so is a block of nobody in the game, or a second one.
    """
    known = {fold(str(fields["name"])): id_.partition("/")[2] for id_, fields in office.of(POLITY)}
    blocks: dict[str, Block] = {}
    for paper in papers:
        for block in find_blocks(paper.text, paper.name, (*EXAMPLES, *RULINGS), faults, WORDS):
            where = f"{block.source}, line {block.line}"
            owner = MODERATOR if fold(block.owner) == MODERATOR else known.get(fold(block.owner), "")
            if not owner:
                names = [str(fields["name"]) for _, fields in office.of(POLITY)]
                message = f"there is no polity '{block.owner}'"
                faults.add("unknown-polity", where, message, mend=nearest_name(block.owner, names, faults))
            elif owner in blocks:
                message = f"there are two blocks of orders of {block.owner}"
                faults.add("two-blocks", where, message, fault=Fault.INCONSISTENT, mend="Send one.")
            else:
                blocks[owner] = block
    order = sorted(blocks, key=lambda owner: (owner != MODERATOR, owner))
    return [act for owner in order for act in _acts(owner, blocks[owner], faults)]


def _acts(owner: str, block: Block, faults: Faults) -> Iterable[Act]:
    for order in block.orders:
        where = f"{block.source}, line {order.line}"
        verb = order.verb.text
        if (verb in RULINGS) != (owner == MODERATOR):
            who = "the moderator alone gives" if verb in RULINGS else "a polity gives"
            faults.add("not-yours", where, f"{quoted(order)}: such an order {who}", mend="Put it into that block.")
            continue
        act = _act(owner, verb, order, where)
        if act is None:
            example = EXAMPLES.get(verb) or RULINGS[verb]
            faults.add(
                "unclear-order", where, f"{quoted(order)} is not understood", fault=Fault.MALFORMED, mend=f"{example}."
            )
        else:
            yield act


def _act(owner: str, verb: str, order: Order, where: str) -> Act | None:
    """The parts of an order by its verb; None where they are not there."""
    tokens = list(order.operands)
    match verb:
        case "buy":
            count, rest = _count(tokens[:1]), joined(tokens[1:]).casefold()
            return _made(verb, owner, (), "", count, where) if rest in ("", "supply") else None
        case "move" | "serve":
            names, place = _split(tokens, "to" if verb == "move" else "from")
            return _made(verb, owner, names, place, 1, where) if names and place else None
        case "base":
            kind, place = _split(tokens, "at")
            fits = len(kind) == 1 and kind[0].casefold() in ("forward", "supply") and place
            return _made(verb, owner, (kind[0].casefold(),), place, 1, where) if fits else None
        case "claim":
            return _made(verb, owner, (), joined(tokens), 1, where) if tokens else None
        case "repair":
            names, level = _split(tokens, "to")
            fits = names and level.casefold() in ("", "fine", "light", "medium")
            return _made(verb, owner, names, level.casefold() or "fine", 1, where) if fits else None
        case "build":
            hull, place = tokens[:1], _split(tokens[1:], "at")
            fits = hull and place[0] and place[1]
            return _made(verb, owner, (hull[0].text, *place[0]), place[1], 1, where) if fits else None
        case "rate":
            return _made(verb, owner, (), joined(tokens), 1, where) if len(tokens) == 1 else None
    return _ruling(owner, verb, tokens, where)


def _ruling(owner: str, verb: str, tokens: Sequence[Token], where: str) -> Act | None:
    """``grant`` and ``lose``: whose, behind a colon what, and why."""
    colon = next((n for n, token in enumerate(tokens) if token.is_mark(":")), 0)
    because = next((n for n, token in enumerate(tokens) if is_word(token, "because")), 0)
    if not colon or because < colon or because + 1 >= len(tokens):
        return None
    whose, what, reason = tokens[:colon], tokens[colon + 1 : because], joined(tokens[because + 1 :])
    if verb == "lose":
        return Act(verb, slug(joined(whose)), (joined(what),), "", 1, reason, where) if what else None
    if len(what) != 2 or what[1].text.casefold() not in GOODS:
        return None
    sign = -1 if what[0].text.startswith("-") else 1
    digits = what[0].text.lstrip("+-")
    if not digits.isdecimal() or len(digits) > 9:
        return None
    return Act(verb, slug(joined(whose)), (), what[1].text.casefold(), sign * int(digits), reason, where)


def _made(verb: str, owner: str, names: tuple[str, ...], word: str, number: int | None, where: str) -> Act | None:
    return None if number is None else Act(verb, owner, names, word, number, "", where)


def _count(tokens: Sequence[Token]) -> int | None:
    text = tokens[0].text if tokens else ""
    return int(text) if text.isdecimal() and 0 < len(text) <= 9 else None


def _split(tokens: Sequence[Token], word: str) -> tuple[tuple[str, ...], str]:
    """Names between commas up to an unquoted word, and what stands behind it."""
    at = next((n for n, token in enumerate(tokens) if is_word(token, word)), len(tokens))
    names: list[list[Token]] = [[]]
    for token in tokens[:at]:
        if token.is_mark(","):
            names.append([])
        else:
            names[-1].append(token)
    return tuple(joined(name) for name in names if name), joined(tokens[at + 1 :])
