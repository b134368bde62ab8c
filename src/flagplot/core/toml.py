"""TOML from strangers, read or refused in bounded time with a ``ValueError``, whatever it holds; and values written."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
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


def spell(values: Mapping[str, Any]) -> str:
    """Values as a TOML text that ``load`` reads as the same: texts, whole numbers, yes and no, lists, tables."""
    return "".join(f"{write_value(key)} = {write_value(value)}\n" for key, value in values.items())


def write_value(value: str | int | bool | Iterable[Any] | Mapping[str, Any]) -> str:
    """A value as TOML has it, on one line; a float, or what is no value of TOML, is a TypeError."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        # TOML takes the escapes of JSON, and DEL, which JSON lets stand, escaped alone.
        return _ENCODER.encode(value).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{write_value(key)} = {write_value(each)}' for key, each in value.items())}}}"
    return f"[{', '.join(map(write_value, value))}]"
