"""TOML from strangers: read, or refused in bounded time with a ``ValueError``, whatever it holds; and written again."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

MOST_PARTS = 100

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
# The reader's time grows with the square of the parts between the dots of one key.
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}}")


def load(text: str) -> dict[str, Any]:
    """The values of a TOML text; ``ValueError`` with the reason where it is none, or would stall its reader."""
    key = _LONG_KEY.search(text)
    if key:
        raise ValueError(f"a name of more than {MOST_PARTS} parts (at line {text.count(chr(10), 0, key.start()) + 1})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets stand within brackets too deep") from None


def spell(values: Mapping[str, Any]) -> str:
    """Values as a TOML text that ``load`` reads as the same: texts, whole numbers, yes and no, lists, tables.

    Anything else is a TypeError.
    """
    return "".join(f"{_quoted(key)} = {_spelt(value)}\n" for key, value in values.items())


def _spelt(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(map(_spelt, value))}]"
        case dict():
            return f"{{{', '.join(f'{_quoted(key)} = {_spelt(each)}' for key, each in value.items())}}}"
    raise TypeError(f"no TOML is written for {type(value).__name__}")


def _quoted(text: str) -> str:
    """A basic string: JSON's but for one character that TOML does not let stand."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
