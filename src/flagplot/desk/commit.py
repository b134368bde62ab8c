"""A secret promised before orders close: the draw, the file that keeps it, the line to post, and its reading."""

import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import NamedTuple

from flagplot.core.commitment import DIGITS, commitment
from flagplot.core.dice import FORMAT
from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.engine.post import undress
from flagplot.formats.plain import one_line

OPENING = "Flagplot commitment for the battle"
# Between any two words a line may have been broken, and within the digits, too long as they are for a narrow page.
_OPENING = re.compile(r"\s".join(OPENING.split()), re.IGNORECASE)
_REST = re.compile(
    r"\s'(?P<battle>.+?)'\s\(dice\sformat\s(?P<format>\d{1,9})\):\ssha256\s"
    rf"(?P<digits>(?:[0-9a-f]\n?){{{DIGITS}}})(?![0-9a-z])",
    re.IGNORECASE | re.DOTALL,
)

LONGEST_SLUG = 60  # letters of a file's name that come from the battle's


@dataclass(frozen=True, kw_only=True)
class Commitment:
    """A promised secret of 32 bytes: the battle it is for, the line to post, the text of the file that keeps it."""

    battle: str
    secret: bytes
    line: str
    text: str

    @property
    def digest(self) -> str:
        """What the line promises: 64 hexadecimal digits."""
        return commitment(self.secret)

    @property
    def file_name(self) -> str:
        """What the file is called if nobody says otherwise."""
        slug = re.sub(r"[\W_]+", "-", self.battle.casefold()).strip("-")[:LONGEST_SLUG].rstrip("-")
        return f"{slug or 'battle'}.secret"


class Posted(NamedTuple):
    """A commitment as it was posted: the battle's name as the forum left it, and the 64 hexadecimal digits."""

    battle: str
    digest: str

    def is_for(self, battle: str) -> bool:
        """Whether it names this battle; what a forum may change of a name, its quotes and blanks, does not count."""
        try:
            wanted = read_line(_line(battle, self.digest))
        except Refused:
            return False
        return "".join(wanted.battle.split()) == "".join(self.battle.split())


def commit(battle: str) -> Commitment:
    """Draw a secret for the battle of this name; raises ``Refused`` for a name that is not one line of plain text."""
    secret = secrets.token_bytes(DIGITS // 2)
    line = _line(battle, commitment(secret))
    _check(battle, line, commitment(secret))
    remarks = (
        "A secret of Flagplot: the dice come from it.",
        f"The battle: {battle}",
        "Whoever knows it can foretell the dice. Do not post it, or show it to anyone, before the battle is fought.",
        "Afterwards post it, so that everyone can roll the dice again. The line posted before orders closed:",
        line,
    )
    text = "".join(f"# {remark}\n" for remark in remarks) + f"{secret.hex()}\n"
    return Commitment(battle=battle, secret=secret, line=line, text=text)


def save(commitment: Commitment, path: Path) -> None:
    """Write the file of a commitment, for its owner's eyes only.

    Raises ``Refused`` where there is such a file already; nothing of a secret is ever written over or left half
    written. Raises OSError where the file cannot be written.
    """
    try:
        path.touch(mode=0o600, exist_ok=False)  # from now on the name is ours
    except FileExistsError:
        faults = Faults()
        mend = "It may be a secret that was promised: move it away, or give another name with --out."
        faults.add("file-exists", str(path), "there is such a file already", mend=mend)
        faults.settle()
    try:
        handle, name = mkstemp(prefix=".secret-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(commitment.text.encode())
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except BaseException:
        path.unlink()
        raise


def read_line(text: str, where: str = "commitment") -> Posted:
    """The commitment that stands in a pasted text, whatever the forum did to it; ``where`` is what refusals call it.

    Raises ``Refused`` where there is no such line, one that is not whole or is for another dice format, or two that
    differ.
    """
    faults = Faults()
    lines = (" ".join(line.text.split()) for line in undress(text))
    parts = _OPENING.split("\n".join(filter(None, lines)))[1:]
    found = set()
    for part in parts:
        match = _REST.match(part)
        if match is None:
            message = f"the commitment {' '.join(part[:LONGEST_SLUG].split())} … is not whole"
            mend = f"Paste the whole line, down to the last of its {DIGITS} digits."
            faults.add("broken-commitment", where, message, fault=Fault.DAMAGED, mend=mend)
        elif int(match["format"]) != FORMAT:
            message = f"the commitment is for dice format {match['format']}, this is format {FORMAT}"
            faults.add("other-dice-format", where, message, fault=Fault.CONFLICT)
        else:
            battle, digits = match["battle"].replace("\n", " "), match["digits"].replace("\n", "")
            found.add(Posted(battle, digits.lower()))
    if not parts:
        message = "there is no line of a commitment in this text"
        mend = f"It begins: {OPENING} …"
        faults.add("no-commitment", where, message, fault=Fault.MALFORMED, mend=mend)
    if len(found) > 1:
        message = (
            f"there are {len(found)} commitments that differ, for {', '.join(sorted(each.battle for each in found))}"
        )
        faults.add("two-commitments", where, message, fault=Fault.INCONSISTENT, mend="Paste the one that counts.")
    faults.settle()
    return found.pop()


def _line(battle: str, digest: str) -> str:
    return f"{OPENING} '{battle}' (dice format {FORMAT}): sha256 {digest}"


def _check(battle: str, line: str, digest: str) -> None:
    """Refuse a name that is not one line of plain text, or that keeps the line to post from being read again."""
    faults = Faults()
    plain = one_line(battle)
    if not plain:
        mend = "Name it as the scenario does."
        faults.add("no-name", "the battle", "the name is empty", fault=Fault.MALFORMED, mend=mend)
    elif plain != battle:
        message = "the name is not one line of plain text"
        faults.add("not-one-line", "the battle", message, fault=Fault.MALFORMED, mend=f"Write it so: {plain}")
    elif not _can_be_read(line, digest):
        message = "with this name nobody could read the line to post"
        faults.add("unreadable-name", "the battle", message, fault=Fault.MALFORMED, mend="Choose a plainer one.")
    faults.settle()


def _can_be_read(line: str, digest: str) -> bool:
    try:
        return read_line(line).digest == digest
    except Refused:
        return False
