"""Secrets that are promised before orders close and shown afterwards, and the dice keys that come from them.

A secret is 32 random bytes, kept in a file as 64 hexadecimal digits; lines that begin with ``#`` are remarks.
Its commitment, which is posted beforehand, is the SHA-256 of those bytes. The key of one set of dice is the first
64 bits (first byte highest) of the HMAC-SHA256 of a message under the secret; the message says what the dice are for.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass
from pathlib import Path

from flagplot.core.refusal import Fault, Faults
from flagplot.core.textfile import read_file, source_name

DIGITS = 64


def read_secret(path: Path | str, faults: Faults) -> bytes | None:
    """The secret in the file at ``path`` (``-``: standard input); None where there is none, and ``faults`` says why."""
    text = read_file(path, faults)
    if text is None:
        return None
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) == 1 and re.fullmatch(rf"[0-9a-fA-F]{{{DIGITS}}}", lines[0]):
        return bytes.fromhex(lines[0])
    # What the file does hold is not told: it may be most of a secret.
    message = f"a secret is one line of {DIGITS} hexadecimal digits, which is not what stands here"
    mend = "Give the file that 'flagplot commit' wrote, unchanged."
    faults.add("not-a-secret", source_name(path), message, fault=Fault.DAMAGED, mend=mend)
    return None


def commitment(secret: bytes) -> str:
    """What is posted before orders close: 64 hexadecimal digits that bind to the secret and give nothing of it away."""
    return hashlib.sha256(secret).hexdigest()


def key_of(secret: bytes, message: str) -> int:
    """The 64-bit key of the dice that ``message`` names."""
    return int.from_bytes(hmac.digest(secret, message.encode(), "sha256")[:8])


@dataclass(frozen=True)
class KeyOrigin:
    """Where the dice key of a battle comes from: its name, the digest of its orders, and the promised secret, if any.

    Without a secret anyone who has the orders knows the dice beforehand: such dice are called uncommitted.
    """

    battle: str
    orders_digest: str
    secret: bytes | None

    @property
    def message(self) -> str:
        """What the key is for: one line each for the word battle, the name and the digest of the orders."""
        return f"battle\n{self.battle}\n{self.orders_digest}"

    @property
    def key(self) -> int:
        """The 64-bit key of the battle's dice."""
        return key_of(self.secret or b"", self.message)
