"""How many fighters of Coalition make the Orion Pirates may have."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.border_patrol.options import catalogue, options
from flagplot.border_patrol.orions.share import Share, coalition_cap, most_bought
from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Fields, Report, Text
from flagplot.desk.answer import Answer, departures


def cap(total: int, coalition: int = 0, alliance_bought: int = 0, readings: Mapping[str, str] | None = None) -> Answer:
    """How many of so many fighters may be of Coalition make, and how many more the pirates may buy."""
    chosen, rule, faults = options(readings), Citation("bp", "V12.54"), Faults()
    if coalition > total:
        message, gap = f"{coalition} of {total} fighters are of Coalition make", f"{coalition - total} too many"
        faults.add("more-than-there", "coalition", message, gap=gap, mend=f"At most {total}.", citation=rule)
    faults.settle()
    most, more = coalition_cap(total), most_bought(Share(total, coalition), alliance_bought, chosen)
    after = next(n for n in range(total, total + 5) if coalition_cap(n) > most)
    pairs = [("fighters deployed", str(total)), ("of Coalition make at most", str(most))]
    pairs.append(("one more from", f"{after} fighters on"))
    bought = f" together with {alliance_bought} of Alliance make" if alliance_bought else ""
    text = f"With {coalition} of Coalition make {more} more may be bought now{bought}."
    if coalition > most:
        text += f" That is {coalition - most} above the limit; nothing has to go (reading A44)."
    values = {
        "total": total,
        "most": most,
        "coalition": coalition,
        "may_buy": more,
        "next_at": after,
        "rules": [str(rule)],
    }
    nodes = (Fields(tuple(pairs)), Text(text, (rule,)))
    return Answer(Report("Coalition fighters of the Orion Pirates", nodes, departures(readings, catalogue())), values)
