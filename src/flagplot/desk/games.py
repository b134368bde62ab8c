"""Which system a game is of: what its sheet or its folder says, so that a door can ask the right desk."""

from __future__ import annotations

import json
from pathlib import Path

from flagplot.core.folder import MOST, WORLD
from flagplot.core.refusal import Faults
from flagplot.core.textfile import read_file
from flagplot.core.toml import load


def system_of_sheet(sheet: Path) -> str:
    """The system that an opening sheet names; empty where it cannot be read, which its own desk tells."""
    try:
        return _system(load(read_file(sheet, Faults()) or ""))
    except ValueError:
        return ""


def system_of_folder(folder: Path) -> str:
    """The system of the game in a folder; empty where it cannot be read, which its own desk tells."""
    if not (folder / WORLD).is_file():
        return ""
    try:
        return _system(json.loads(read_file(folder / WORLD, Faults(), MOST) or ""))
    except (ValueError, RecursionError):
        return ""


def _system(value: object) -> str:
    system = value.get("system") if isinstance(value, dict) else None
    return system if isinstance(system, str) else ""
