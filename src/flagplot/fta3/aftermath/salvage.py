"""What salvage is worth: shares of money and DI, and how the tech level of a ship changes them."""

from __future__ import annotations

from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.rounding import half_up
from flagplot.fta3.printed import printed

BY_LEVEL = "by-level"
"""The option of ``sale-tech-level`` in which locals look at the tech level of what they buy."""


@carries_out("fta3", "salvage-tech-level")
def salvaged(price: int, percent: int, tl: int) -> int | None:
    """A share of a price in $ or DI, as a ship of tech level ``tl`` yields it (R33); None where the page gives no
    factor for the level.
    """
    factors = printed()["salvage-tech-level"]["percent"]
    if str(tl) not in factors:
        return None
    return half_up(Fraction(price * percent * factors[str(tl)], 100 * 100))


@carries_out("fta3", "flight/write-off")
def strip_share() -> int:
    """The percentage of money and DI that a stripped write-off yields in safe territory."""
    return int(printed()["flight/write-off"]["strip_percent"])


@carries_out("fta3", "flight/write-off")
def sale(price: int, tl: int, reading: str) -> int | None:
    """What locals pay in $ for a write-off of a hull that costs ``price`` at TL5.

    As if it were of TL5, unless the reading ``sale-tech-level`` has them look; None where the page gives no factor.
    """
    percent = int(printed()["flight/write-off"]["sale_percent"])
    if reading == BY_LEVEL:
        return salvaged(price, percent, tl)
    return half_up(Fraction(price * percent, 100))
