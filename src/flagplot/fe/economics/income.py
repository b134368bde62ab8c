"""Income at the start (753), capital systems (759), and what things cost (752 and the chart of fixed costs)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults, nearest
from flagplot.fe.empires import Empire, empire_named
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of

PROVINCE, MINOR, MAJOR = 2, 3, 5
"""What a province and a planet yield: the one whole-number answer of the chart over eight empires."""

THOLIA = 15
"""What the chart's 22 for the Tholians leave beyond one province and one major planet (reading H61)."""


class Holdings(NamedTuple):
    """Provinces, minor and major planets."""

    provinces: int
    minor: int
    major: int

    @property
    def income(self) -> int:
        """What they yield in a turn at full rate."""
        return PROVINCE * self.provinces + MINOR * self.minor + MAJOR * self.major


class Start(NamedTuple):
    """What an empire has at the start, and the economic points that the chart prints."""

    on_map: Holdings
    off_map: Holdings
    capital: Holdings
    special: int
    printed: int

    @property
    def income(self) -> int:
        """What it all yields."""
        return self.on_map.income + self.off_map.income + self.capital.income + self.special


@carries_out("fe", "753.0")
def start_of(empire: Empire, options: Options, where: str, faults: Faults) -> Start | None:
    """What an empire has at the start; one that the chart does not have is refused."""
    for label, *parts in charts_of("economics")["economics"].rows:
        name, points = label.removesuffix(")").split(" (")
        if empire_named(name) is empire:
            on, off, capital = (Holdings(*map(int, part.split(" / "))) for part in parts)
            more = THOLIA if empire is Empire.THOLIAN and options["tholian-income"] == "tholia" else 0
            return Start(on, off, capital, more, int(points))
    message, rule = f"{empire.label} is not in the chart", Citation("fe", "753.0")
    faults.add("not-in-the-data", where, message, mend="See its order of battle.", citation=rule)
    return None


class System(NamedTuple):
    """A system of a capital: planets and starbases, and the hex where the list names one."""

    name: str
    hex: str
    capital_planets: int
    major: int
    minor: int
    starbases: int

    @property
    def battalions(self) -> int:
        """Defense battalions: eight on a capital planet, four on another major one, two on a minor one."""
        return 8 * self.capital_planets + 4 * self.major + 2 * self.minor


@carries_out("fe", "759.0")
def capital_of(empire: Empire, where: str, faults: Faults) -> tuple[System, ...]:
    """The systems of an empire's capital; refused for one that the list lacks, as that of the ISC."""
    found = []
    for name, system, hex_, *numbers in charts_of("production")["capitals"].rows:
        if empire_named(name) is empire:
            starred, major, minor, bases = map(int, numbers)
            found.append(System(system, hex_, starred, major, minor, bases))
    if not found:
        message, rule = f"the capital of {empire.label} is not in the list", Citation("fe", "759.0")
        faults.add("not-in-the-data", where, message, mend="See rule 511.", citation=rule)
    return tuple(found)


@carries_out("fe", "752.0")
def specified_cost(what: str, where: str, faults: Faults) -> Fraction | None:
    """What a PF or a fighter factor costs, by its name in the list."""
    return _priced("production", "specified-costs", "752.0", what, where, faults)


@carries_out("fe", "play-aid/costs")
def fixed_cost(what: str, where: str, faults: Faults) -> Fraction | None:
    """What an activity costs, by its name in the chart or the beginning of it."""
    return _priced("economics", "costs", "play-aid/costs", what, where, faults)


@carries_out("fe", "play-aid/costs/bill")
def bill(actions: Mapping[str, int], faults: Faults) -> dict[str, Fraction]:
    """What a list of activities costs, each with how often, line by line; fractions of a point stay exact."""
    prices = {what: fixed_cost(what, what, faults) for what in actions}
    return {what: price * actions[what] for what, price in prices.items() if price is not None}


def _priced(file: str, chart: str, rule: str, what: str, where: str, faults: Faults) -> Fraction | None:
    rows = charts_of(file)[chart].rows
    word = what.casefold()
    found = [cost for label, cost in rows if label.casefold() == word]
    found = found or [cost for label, cost in rows if label.casefold().startswith(word)]
    if len(found) == 1:
        return Fraction(found[0])
    message = f"'{what}' is {'more than one line' if found else 'not in the data'}"
    mend = nearest(what, [label for label, _ in rows])
    faults.add("not-in-the-data", where, message, mend=mend, citation=Citation("fe", rule))
    return None


MOST_PROVINCES = 20


@carries_out("fe", "play-aid/survey")
def survey_total(provinces: int, options: Options, where: str, faults: Faults) -> int | None:
    """The survey points that so many provinces take together; beyond twenty not in the data."""
    if not 1 <= provinces <= MOST_PROVINCES:
        message, rule = f"{provinces} provinces are beyond the chart", Citation("fe", "play-aid/survey")
        faults.add("not-in-the-data", where, message, mend=f"From 1 to {MOST_PROVINCES}.", citation=rule)
        return None
    figures = [int(each) for _, cells in charts_of("economics")["survey"].rows for each in cells.split(", ")]
    return sum(figures[:provinces]) if options["survey-price"] == "prices" else figures[provinces - 1]


@carries_out("fe", "play-aid/high-risk-survey")
def high_risk_survey(die: int) -> str:
    """What a high-risk survey finds."""
    row = charts_of("economics")["high-risk"].row_of(die)
    if row is None:
        raise ValueError(f"a die has no face {die}")
    return row[1]
