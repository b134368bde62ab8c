"""A quarter's orders as posts bring them: what each polity moves, builds, mends and buys; what the moderator enters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.names import fold, nearest_name, slug
from flagplot.engine.operands import cut_at_colon, entries, is_word, joined, quoted
from flagplot.engine.orders import Block, find_blocks
from flagplot.engine.tokens import Token
from flagplot.fta3.book.damage import Level
from flagplot.fta3.ground.tables import type_rows
from flagplot.fta3.ground.units import Size
from flagplot.fta3.logistics.starlanes import BaseKind
from flagplot.fta3.year.ledger import GOODS
from flagplot.fta3.year.office import POLITY, Office

Operands: TypeAlias = tuple[Token, ...]
MODERATOR = "moderator"
TECH_LEVEL = re.compile(r"TL([1-6])", re.IGNORECASE)
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
EXAMPLES = {
    "buy": "buy 200 supply",
    "move": "move Hood, Swift to Narrows",
    "serve": "serve Hood from Reach",
    "base": "base forward at Reach, or: base supply at Reach",
    "claim": "claim Reach",
    "repair": "repair Hood to light, or: repair Hood",
    "build": "build CA Kent at Haven",
    "raise": "raise mobile infantry brigade Second Foot at Haven weight 3",
}
ENTRIES = {
    "rate": "rate 2.5",
    "grant": "grant Palm: 500 money because 'trade'",
    "lose": "lose Palm: First Corps because 'it was beaten on Reach'",
    "cede": "cede Reach to Rival because 'the planet fell'",
    "fighters": "fighters Palm: 6 TL5 because 'new from the yards'",
}
"""What the moderator alone may enter; the rate is the market's price of a point of supply in this year."""

RULES = {
    "buy": "logistics/supply-stock",
    "move": "supply-burn",
    "serve": "forward-operating-base",
    "base": "supply-base/construction",
    "claim": "claim-territory",
    "repair": "repair",
    "build": "ship-design",
    "raise": "ground/units",
    "rate": "logistics/supply-stock",
}
"""The rule that an order is carried out by, where the page has one."""

TYPE_WORDS = tuple(word for name in type_rows() for word in name.split())
WORDS = ("to", "at", "from", "because", "weight", *BaseKind, *GOODS, *Level, *Size, *TYPE_WORDS)


@dataclass(frozen=True)
class Act:
    """One order, cut into its parts; ``where`` is its place in a post.

    ``names`` are units, ships, or the kind of a base; ``word`` is a system, a level, a price or goods; ``owner`` is the
    polity that it is about. ``reason`` is the moderator's.
    """

    verb: str
    owner: str
    names: tuple[str, ...] = ()
    word: str = ""
    number: int = 0
    reason: str = ""
    where: str = ""

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
        for block in find_blocks(paper.text, paper.name, (*EXAMPLES, *ENTRIES), faults, WORDS):
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


def _acts(owner: str, block: Block, faults: Faults) -> Iterator[Act]:
    for order in block.orders:
        where = f"{block.source}, line {order.line}"
        verb = order.verb.text
        if (verb in ENTRIES) != (owner == MODERATOR):
            who = "the moderator alone gives" if verb in ENTRIES else "a polity gives"
            faults.add("not-yours", where, f"{quoted(order)}: such an order {who}", mend="Put it into that block.")
            continue
        act = _PARTS[verb](Act(verb, owner, where=where), order.operands)
        if act is None:
            mend = f"Write for instance: {EXAMPLES.get(verb) or ENTRIES[verb]}."
            message = f"{quoted(order)} is not understood"
            faults.add("unclear-order", where, message, fault=Fault.MALFORMED, mend=mend)
        else:
            yield act


def _buy(act: Act, tokens: Operands) -> Act | None:
    number, goods = _number(tokens[:1]), joined(tokens[1:]).casefold()
    return replace(act, number=number) if number is not None and number > 0 and goods in ("", "supply") else None


def _move(act: Act, tokens: Operands) -> Act | None:
    return _units(act, tokens, "to")


def _serve(act: Act, tokens: Operands) -> Act | None:
    return _units(act, tokens, "from")


def _units(act: Act, tokens: Operands, word: str) -> Act | None:
    names, place = _split(tokens, word)
    return replace(act, names=names, word=place) if names and place else None


def _base(act: Act, tokens: Operands) -> Act | None:
    kinds, place = _split(tokens, "at")
    kind = kinds[0].casefold() if len(kinds) == 1 else ""
    return replace(act, names=(kind,), word=place) if kind in tuple(BaseKind) and place else None


def _claim(act: Act, tokens: Operands) -> Act | None:
    return replace(act, word=joined(tokens)) if tokens else None


def _repair(act: Act, tokens: Operands) -> Act | None:
    names, told = _split(tokens, "to")
    level = told.casefold() or Level.FINE.value
    return replace(act, names=names, word=level) if names and level in tuple(Level) else None


def _build(act: Act, tokens: Operands) -> Act | None:
    names, place = _split(tokens[1:], "at")
    return replace(act, names=(tokens[0].text, *names), word=place) if names and place else None


def _raise(act: Act, tokens: Operands) -> Act | None:
    """Type, size and names of armies, where, and the weight of each, which the page does not give."""
    at = next((n for n, token in enumerate(tokens) if any(is_word(token, size) for size in Size)), 0)
    names, _ = _split(tokens[at + 1 :], "at")
    _, told = _split_tokens(tokens, "at")
    place, weight = _split_tokens(told, "weight")
    number = _number(weight) if len(weight) == 1 else None
    if not (at and names and place) or number is None or number < 0:
        return None
    return replace(
        act, names=(joined(tokens[:at]).lower(), tokens[at].text.lower(), *names), word=joined(place), number=number
    )


def _rate(act: Act, tokens: Operands) -> Act | None:
    return replace(act, word=tokens[0].text) if len(tokens) == 1 else None


def _grant(act: Act, tokens: Operands) -> Act | None:
    whose, what, reason = _entry(tokens)
    number = _number(what[:1])
    if not (whose and reason) or len(what) != 2 or number is None:
        return None
    goods = what[1].text.casefold()
    return replace(act, owner=slug(whose), number=number, word=goods, reason=reason) if goods in GOODS else None


def _fighters(act: Act, tokens: Operands) -> Act | None:
    whose, what, reason = _entry(tokens)
    number, level = _number(what[:1]), TECH_LEVEL.fullmatch(joined(what[1:]))
    if not (whose and reason and number and level):
        return None
    return replace(act, owner=slug(whose), number=number, word=level[1], reason=reason)


def _lose(act: Act, tokens: Operands) -> Act | None:
    whose, what, reason = _entry(tokens)
    return replace(act, owner=slug(whose), names=(joined(what),), reason=reason) if whose and what and reason else None


def _cede(act: Act, tokens: Operands) -> Act | None:
    told, reason = _because(tokens)
    names, to = _split(told, "to")
    return replace(act, owner=slug(to), names=names, reason=reason) if len(names) == 1 and to and reason else None


_PARTS: dict[str, Callable[[Act, Operands], Act | None]] = {
    "buy": _buy,
    "move": _move,
    "serve": _serve,
    "base": _base,
    "claim": _claim,
    "repair": _repair,
    "build": _build,
    "raise": _raise,
    "rate": _rate,
    "grant": _grant,
    "lose": _lose,
    "cede": _cede,
    "fighters": _fighters,
}


def _entry(tokens: Operands) -> tuple[str, Operands, str]:
    """Whose, behind a colon what, and why."""
    told, reason = _because(tokens)
    whose, what = cut_at_colon(told)
    return joined(whose), what, reason


def _because(tokens: Operands) -> tuple[Operands, str]:
    """What stands before ``because``, and the reason behind it."""
    told, reason = _split_tokens(tokens, "because")
    return told, joined(reason)


def _number(tokens: Operands) -> int | None:
    """A whole number of at most nine figures, with a sign or without."""
    found = NUMBER.fullmatch(tokens[0].text) if tokens else None
    return int(found[0]) if found else None


def _split(tokens: Operands, word: str) -> tuple[tuple[str, ...], str]:
    """Names between commas up to an unquoted word, and what stands behind it."""
    before, behind = _split_tokens(tokens, word)
    return tuple(joined(name) for name in entries(before)), joined(behind)


def _split_tokens(tokens: Operands, word: str) -> tuple[Operands, Operands]:
    """What stands before an unquoted word, and behind it."""
    at = next((n for n, token in enumerate(tokens) if is_word(token, word)), len(tokens))
    return tokens[:at], tokens[at + 1 :]
