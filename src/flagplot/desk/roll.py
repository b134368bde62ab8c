"""Dice outside a battle: roll a notation, and say what was to be expected."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flagplot.core import commitment, notation
from flagplot.core.dice import FORMAT
from flagplot.core.notation import Notation, Result
from flagplot.core.refusal import Faults
from flagplot.core.report import Fields, Report
from flagplot.core.rounding import half_up
from flagplot.core.sources import Address, Draw, Keyed
from flagplot.core.textfile import check_text

ADDRESS = Address(round=0, phase=0, side=0, roller=0)  # phase 0 belongs to no battle


@dataclass(frozen=True, kw_only=True)
class Rolled:
    """Dice that fell: ``faces`` in their order, the 64-bit ``key`` they come from, and what they amount to.

    ``expected`` is the exact mean of the sum, of the number of successes, or of each separate die where there is no
    number to reach. ``chance`` is that of a sum or number of successes at least as high as this one, else None.
    ``commitment`` is that of the secret behind the key, None for a key that nobody promised.
    """

    notation: Notation
    naturals: bool
    purpose: str
    key: int
    commitment: str | None
    faces: tuple[int, ...]
    result: Result
    expected: Fraction
    chance: Fraction | None


def roll(text: str, *, naturals: bool = False, purpose: str = "", key: int) -> Rolled:
    """Roll the notation ``text`` with the dice of ``key``; ``naturals`` as in ``Notation.succeeds``.

    Raises ``Refused`` for a notation that is none, for naturals where no number has to be reached, and for a purpose
    that is no plain text.
    """
    if purpose:
        _check(purpose)
    return _roll(text, naturals, purpose, key, None)


def roll_promised(text: str, *, naturals: bool = False, purpose: str, secret: bytes) -> Rolled:
    """As ``roll``, with a key that comes from a secret and the purpose, so that one secret serves many rolls.

    An empty purpose is refused too: every roll without one would have the same dice.
    """
    _check(purpose)
    key = commitment.key_of(secret, f"roll\n{purpose}")
    return _roll(text, naturals, purpose, key, commitment.commitment(secret))


def _check(purpose: str) -> None:
    faults = Faults()
    check_text(purpose, "the purpose", faults)
    faults.settle()


def _roll(text: str, naturals: bool, purpose: str, key: int, promised: str | None) -> Rolled:
    faults = Faults()
    dice = notation.parse(text)
    if naturals and dice.target is None:
        mend = "Add one, such as '>= 15', or leave the naturals out."
        faults.add("nothing-to-reach", f"'{text}'", "naturals count only where a number has to be reached", mend=mend)
    faults.settle()
    chances = dice.chances(naturals=naturals)
    faces = Keyed(key).faces(Draw(ADDRESS, 0, dice.count, dice.sides))
    result = dice.result(faces, naturals=naturals)
    outcome = result.successes if dice.separate else result.totals[0]
    as_high = [chance for value, chance in chances.items() if outcome is not None and value >= outcome]
    return Rolled(
        notation=dice,
        naturals=naturals,
        purpose=purpose,
        key=key,
        commitment=promised,
        faces=faces,
        result=result,
        expected=sum((value * chance for value, chance in chances.items()), Fraction(0)),
        chance=None if outcome is None else sum(as_high, Fraction(0)),
    )


def as_dict(rolled: Rolled) -> dict[str, Any]:
    """The roll as JSON takes it: the key in hexadecimal, fractions as text such as ``22/5``."""
    return {
        "notation": str(rolled.notation),
        "naturals": rolled.naturals,
        "purpose": rolled.purpose,
        "faces": list(rolled.faces),
        "totals": list(rolled.result.totals),
        "successes": rolled.result.successes,
        "expected": str(rolled.expected),
        "chance_of_at_least": None if rolled.chance is None else str(rolled.chance),
        "key": f"{rolled.key:016x}",
        "commitment": rolled.commitment,
        "dice_format": FORMAT,
        "address": {**ADDRESS._asdict(), "sample": 0, "first": 0},
    }


def report(rolled: Rolled) -> Report:
    """The roll for people."""
    dice, result = rolled.notation, rolled.result
    pairs = [("for", rolled.purpose)] if rolled.purpose else []
    if dice.target is None:
        pairs.append(("dice", " ".join(map(str, rolled.faces))))
    else:
        marked = (f"{face}*" if dice.succeeds(face, naturals=rolled.naturals) else str(face) for face in rolled.faces)
        pairs.append(("dice", " ".join(marked)))
    if rolled.naturals:
        pairs.append(("naturals", f"a {dice.sides} always succeeds, a 1 never"))
    if result.successes is not None:
        pairs.append(("successes (*)", f"{result.successes} of {dice.count}"))
    elif not dice.separate:
        pairs.append(("sum", str(result.totals[0])))
    elif dice.modifier:
        pairs.append((f"with {dice.modifier:+d}", " ".join(map(str, result.totals))))
    pairs.append(("expected", _mean(rolled.expected) + (" each" if dice.separate and dice.target is None else "")))
    if rolled.chance is not None:
        pairs.append(("this or more", _share(rolled.chance)))
    pairs.append(("key", f"{rolled.key:016x}"))
    last = f" to {dice.count - 1}" if dice.count > 1 else ""
    pairs.append(("address", f"dice format {FORMAT}: sample 0, round 0, phase 0, side 0, roller 0, die 0{last}"))
    if rolled.commitment is None:
        banner: tuple[str, ...] = ("UNCOMMITTED DICE: nobody had promised this key before the roll.",)
    else:
        banner = ()
        pairs.append(("commitment", rolled.commitment))
    return Report(title=str(dice), children=(Fields(tuple(pairs)),), banner=banner)


def _mean(value: Fraction) -> str:
    """A mean with two decimals, and exact where that is not the same."""
    hundredths = half_up(value * 100)
    sign, whole = "-" if hundredths < 0 else "", abs(hundredths)
    exact = f" ({value})" if value * 100 != hundredths else ""
    return f"{sign}{whole // 100}.{whole % 100:02d}{exact}"


def _share(chance: Fraction) -> str:
    """A chance in percent with two decimals, as ``1 in N`` where that would say nothing."""
    if chance < Fraction(1, 1000):
        return f"1 in {half_up(1 / chance)}"
    hundredths = half_up(chance * 10000)
    return f"{hundredths // 100}.{hundredths % 100:02d} %"
