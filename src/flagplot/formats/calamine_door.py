"""The door to calamine: whatever it ends with for a damaged workbook becomes a refusal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from flagplot.formats.archive import Unfit
from flagplot.formats.cells import MEND

_STANDARD_ERROR = 2


@contextmanager
def reading() -> Iterator[None]:
    """Turn calamine's errors into ``Unfit``, and its panics, which would else end the program in words of their own."""
    import python_calamine as calamine

    try:
        with _silence():
            yield
    except calamine.PasswordError:
        raise Unfit("locked-file", "this file is protected by a password", "Save it without one.") from None
    except calamine.CalamineError as error:
        raise Unfit("damaged-workbook", f"the workbook cannot be read: {error}", MEND) from None
    except BaseException as error:
        # Of no class that can be imported, and no Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise Unfit("damaged-workbook", "the workbook contradicts itself", MEND) from None


@contextmanager
def _silence() -> Iterator[None]:
    """Keep off standard error what a library writes to it past Python."""
    saved = os.dup(_STANDARD_ERROR)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), _STANDARD_ERROR)
            yield
    finally:
        os.dup2(saved, _STANDARD_ERROR)
        os.close(saved)
