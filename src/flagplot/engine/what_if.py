"""Worlds that decide nothing: the dice key of odds, the banner of a sample that is told, and whose rules are meant.

Dice of odds: the key is the HMAC of ``odds`` and the seed under an empty secret, so that no verdict can have it; it
depends on the seed alone, so that two plans are compared with the same dice.
"""

from __future__ import annotations

from flagplot.core.commitment import key_of
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Fields, Section
from flagplot.engine.ruleset import Ruleset


def odds_key(seed: int) -> int:
    """The 64-bit key of all odds with a seed."""
    return key_of(b"", f"odds\n{seed}")


def what_if(sample: int, seed: int) -> str:
    """The banner of a sample that is told, so that nobody takes it for a verdict."""
    return f"WHAT IF, NOT A VERDICT: sample {sample} of the odds with seed {seed}; it decides nothing."


def origin_section(sample: int, seed: int) -> Section:
    """Where the dice of a sample come from."""
    pairs = (("seed", str(seed)), ("dice key", f"{odds_key(seed):016x}"), ("sample", str(sample)))
    return Section("Where these dice come from", (Fields(pairs),))


def check_rules(ruleset: Ruleset, fingerprint: str) -> None:
    """Refuse work that was sent for other rules than there are here."""
    if ruleset.fingerprint != fingerprint:
        faults = Faults()
        message = "this worker has other rules than the one that sent the work"
        mend = "Install the same version of Flagplot everywhere."
        faults.add("other-rules", "worker", message, fault=Fault.CONFLICT, mend=mend)
        faults.settle()
