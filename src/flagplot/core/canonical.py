"""One spelling for one value: canonical JSON and the digests taken over it."""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spare blanks; a float anywhere is a TypeError, since world state has none."""
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of ``value``, in hexadecimal."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise TypeError(f"a float ({value!r}) has no canonical form; use an integer or a fraction in a string")
    if isinstance(value, dict):
        for key, item in value.items():
            _refuse_floats(key)
            _refuse_floats(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_floats(item)
