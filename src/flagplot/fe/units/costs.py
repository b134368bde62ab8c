"""Prices as ship tables write them: ``Schedule: 5; For DN: 9; (431.6): 5; 5+24‡ (minor)``.

Before the colon stands how the ship comes about, behind it the hull and the fighters that come on top; ‡ marks a
conversion of two steps, and (minor) one that counts as minor whatever it costs.
"""

from __future__ import annotations

import re
from fractions import Fraction

from flagplot.core.refusal import Fault, Faults
from flagplot.fe.units.ship import Cost, Route

_AMOUNT = r"[0-9]{1,3}(?:\.[0-9]{1,2}|/[1-9][0-9]?)?"
_PRICE = re.compile(
    rf"(?P<hull>{_AMOUNT})(?:\s*\+\s*(?P<fighters>{_AMOUNT}))?(?P<steps>\s*(?:‡|\(two-step\)))?(?P<minor>\s*\(minor\))?"
)
_ROUTES = (
    (Route.SCHEDULE, re.compile(r"schedule", re.IGNORECASE)),
    (Route.SUBSTITUTION, re.compile(r"for (?P<source>[A-Za-z0-9+ ]+)", re.IGNORECASE)),
    (Route.CONVERSION, re.compile(r"from (?P<source>[A-Za-z0-9+ ]+)", re.IGNORECASE)),
    (Route.RULE, re.compile(r"\((?P<source>[0-9]{3}\.[0-9]+)\)")),
)


def read_costs(text: str, where: str, faults: Faults) -> tuple[Cost, ...]:
    """The prices of a cell, with semicolons between; each that cannot be read is a fault."""
    found = [_read(part.strip(), where, faults) for part in text.split(";") if part.strip()]
    return tuple(cost for cost in found if cost is not None)


def _read(text: str, where: str, faults: Faults) -> Cost | None:
    head, _, tail = text.rpartition(":")
    price = _PRICE.fullmatch(tail.strip())
    routes = ((route, pattern.fullmatch(head.strip())) for route, pattern in _ROUTES)
    route, match = next(((route, match) for route, match in routes if match), (None, None))
    if price is None or route is None or match is None:
        message = f"'{text}' is no price"
        mend = "Write Schedule: 5, For DN: 9, From D6: 5+24‡ (minor), or (431.6): 5."
        faults.add("no-price", where, message, fault=Fault.MALFORMED, mend=mend)
        return None
    source = match["source"].strip() if "source" in match.re.groupindex else ""
    return Cost(
        route=route,
        source=source,
        hull=Fraction(price["hull"]),
        fighters=Fraction(price["fighters"] or 0),
        two_step=price["steps"] is not None,
        minor=price["minor"] is not None,
    )


def write_cost(cost: Cost) -> str:
    """A price as ``read_costs`` reads it."""
    head = {
        Route.SCHEDULE: "Schedule",
        Route.SUBSTITUTION: f"For {cost.source}",
        Route.CONVERSION: f"From {cost.source}",
        Route.RULE: f"({cost.source})",
    }[cost.route]
    fighters = f"+{cost.fighters}" if cost.fighters else ""
    return f"{head}: {cost.hull}{fighters}{'‡' if cost.two_step else ''}{' (minor)' if cost.minor else ''}"
