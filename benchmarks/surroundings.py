"""The surroundings of measured programs: those of an installed Flagplot, whose modules are compiled already."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache


@cache
def as_installed() -> Mapping[str, str]:
    """The environment for a program, with a folder of its own for compiled modules, removed at the end.

    A machine may be told to keep no compiled modules; then every start would compile all of Flagplot, which nobody who
    installed it sees.
    """
    folder = tempfile.mkdtemp(prefix="flagplot-modules-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}
