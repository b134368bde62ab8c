"""Names that people give: as a post would carry them, how two of them are told apart, and the ids they make."""

import re
import unicodedata
from collections.abc import Collection

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import shorten
from flagplot.engine.post import undress

LONGEST_NAME = 80
MOST_NAMES_TOLD = 30
MOST_HINTS = 200  # comparing takes time, junk names much, and nobody reads more


def tidy(name: str) -> str:
    """The name as orders in a post will call it: without typographic quotes, invisible characters and spare blanks."""
    plain = unicodedata.normalize("NFC", " ".join(line.text for line in undress(name)))
    # Controls and formats (marks of direction, NUL) are seen by nobody, so that two names must not differ by them.
    seen = "".join(c if unicodedata.category(c) not in ("Cc", "Cf") else " " * c.isspace() for c in plain)
    return " ".join(seen.split())


def fold(name: str) -> str:
    """What two spellings of one name have in common, whatever their case and the blanks around marks of orders."""
    return re.sub(r" ?([,:;]) ?", r"\1", tidy(name).casefold())


def slug(name: str) -> str:
    """The id that a name makes: lower case, with a hyphen for whatever is neither letter nor figure."""
    return "-".join("".join(c if c.isalnum() else " " for c in fold(name)).split())


def check_name(name: str, where: str, faults: Faults) -> None:
    """Refuse a name that makes no id, or that no table has room for."""
    if not slug(name):
        message = f"'{shorten(name)}' has neither letter nor figure"
        faults.add("bad-name", where, message, fault=Fault.MALFORMED, mend="Choose another name.")
    elif len(name) > LONGEST_NAME:
        message, gap = f"the name '{shorten(name)}' is too long", f"{len(name) - LONGEST_NAME} characters too many"
        faults.add("bad-name", where, message, fault=Fault.MALFORMED, gap=gap, mend=f"At most {LONGEST_NAME}.")


def nearest_name(name: str, known: Collection[str], faults: Faults) -> str:
    """As ``nearest``, where there may be very many names and very many faults."""
    if len(faults.found) >= MOST_HINTS:
        return ""
    hint = nearest(name, known)
    if len(known) <= MOST_NAMES_TOLD or hint.startswith("Did you mean"):
        return hint
    return f"None of the {len(known)} names there is near it."
