"""TOML from strangers, read or refused in bounded time with a ``ValueError``, whatever it holds; and values written."""

import json
import re
import tomllib
from collections.abc import Iterable
from typing import Any

MOST_PARTS = 100
_ENCODER = json.JSONEncoder(ensure_ascii=False)

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


def write_value(value: str | int | bool | Iterable[str]) -> str:
    """A value as TOML has it; texts stand on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        # TOML takes the escapes of JSON, and DEL, which JSON lets stand, escaped alone.
        return _ENCODER.encode(value).replace("\x7f", "\\u007f")
    return f"[{', '.join(map(write_value, value))}]"
