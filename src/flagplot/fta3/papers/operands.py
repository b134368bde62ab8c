"""Operands that only these orders have: shares of a stand-off, and ships' names as an order has to write them."""

from __future__ import annotations

import re

from flagplot.engine.tokens import Token
from flagplot.fta3.papers.verbs import VERBS

SHARE = re.compile(r"(\d{1,9})[xX×](\d{1,9})")
PLAIN_NAME = re.compile(r"\w[\w.-]*( \w[\w.-]*)*")


def share_of(token: Token) -> re.Match[str] | None:
    """Stand-off attacks such as ``10x6``; None for a token that belongs to a name."""
    return None if token.quoted else SHARE.fullmatch(token.text)


def spell_name(name: str) -> str:
    """A ship's name as an order has to write it: in quotes where its words could mean something else."""
    plain = PLAIN_NAME.fullmatch(name) and not any(
        SHARE.fullmatch(word) or word.casefold() in VERBS for word in name.split()
    )
    return str(Token(name, 0, 0, quoted=not plain))
