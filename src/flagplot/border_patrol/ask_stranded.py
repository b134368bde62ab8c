"""What a case may ask about stranded craft: independence, checks, deadlines, rescue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {}
