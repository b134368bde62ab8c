"""Operands of orders: tokens between commas, words, names; and where an order stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flagplot.engine.columns import shorten
from flagplot.engine.orders import Block, Order
from flagplot.engine.tokens import Token


def place(block: Block, verb: str) -> str:
    """Where a block orders something, for a fault."""
    line = next((order.line for order in block.orders if order.verb.text == verb), block.line)
    return f"{block.source}, line {line}"


def entries(tokens: Iterable[Token]) -> list[list[Token]]:
    """Tokens between commas."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.is_mark(","):
            found.append([])
        else:
            found[-1].append(token)
    return [entry for entry in found if entry]


def joined(tokens: Iterable[Token]) -> str:
    """The words of some tokens, as one text."""
    return " ".join(token.text for token in tokens)


def cut_at_colon(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """What stands before the colon, and behind it."""
    for number, token in enumerate(tokens):
        if token.is_mark(":"):
            return tokens[:number], tokens[number + 1 :]
    return tokens, ()


def is_word(token: Token, word: str) -> bool:
    """Whether a token is this word of the grammar rather than a quoted name."""
    return not token.quoted and token.text.lower() == word


def quoted(order: Order) -> str:
    """An order for a message, in quotes and cut where it is long."""
    return f"'{shorten(replace(order, operands=order.operands[:20]))}'"
