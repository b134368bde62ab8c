"""Which system a game is of: what its sheet or its folder says, so that a door can ask the right desk."""

from __future__ import annotations

import json
from pathlib import Path

from flagplot.core.folder import WORLD
from flagplot.core.toml import load


def system_of_sheet(sheet: Path) -> str:
    """The system that an opening sheet names; empty where it cannot be read, which its own desk tells."""
    try:
        system = load(sheet.read_text(encoding="utf-8")).get("system")
    except (OSError, ValueError):
        return ""
    return system if isinstance(system, str) else ""


def system_of_folder(folder: Path) -> str:
    """The system of the game in a folder; empty where it cannot be read, which its own desk tells."""
    try:
        value = json.loads((folder / WORLD).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    system = value.get("system") if isinstance(value, dict) else None
    return system if isinstance(system, str) else ""
