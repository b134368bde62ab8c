"""Which force: the smallest of a list that wins often enough, and the best that a budget buys of the user's book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from flagplot.advice.forces import Trial, affordable, smallest
from flagplot.advice.halving import Choice
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.desk.advice import Search, halve
from flagplot.desk.arenas.fleets import read_book_of
from flagplot.desk.what_if import Variant, Wish, changed, variants
from flagplot.fta3.papers.candidates import BUDGETS, LONGEST, ROOM, SUMMED, buyable, spelt
from flagplot.odds.points import WIN
from flagplot.odds.sampling import FIRST_CHECK

MOST_FORCES = 400
MOST_SHIPS = 60
"""In a force that a budget buys."""

COST = "cost"

AMOUNT = re.compile(r"(?P<name>[^\W\d]+|\$)\s*[:=]?\s*(?P<amount>\d{1,9})")


@dataclass(frozen=True)
class SmallestForce:
    """The forces of a list, smallest first, each with its trial, and the chance that was asked for."""

    search: Search
    variants: tuple[Variant, ...]
    trials: tuple[Trial, ...]
    chance: float

    @property
    def battles(self) -> int:
        """The battles of all trials, and those that showed that the battle ends."""
        return FIRST_CHECK + sum(trial.battles for trial in self.trials)


@dataclass(frozen=True)
class BestForce:
    """What a budget buys, and those that were chosen of it."""

    search: Search
    variants: tuple[Variant, ...]
    choice: Choice
    budget: Mapping[str, int]


def smallest_force(search: Search, forces: Sequence[str], chance: float) -> SmallestForce:
    """The smallest of ``forces`` (each a list of ships in a line) that wins with ``chance`` at least.

    The one that costs least is the smallest; the one with least of the first currency where a price is unknown. Battles
    are shared out evenly among those that are tried.
    """
    search = replace(search, aim=WIN)
    found = _by_size(variants(search.asked, _with(search, forces))[1:], search.side)
    arms = [search.arm(variant) for variant in found]
    with search.team() as team:
        trials = smallest(arms, chance, max(1, (search.battles - FIRST_CHECK) // len(arms)), team, watch=search.watch)
    return SmallestForce(search, tuple(found), trials, chance)


def best_force(search: Search, budget: Mapping[str, int], only: Sequence[str] = ()) -> BestForce:
    """The best force of the rows of the user's book for a budget (``read_budget``); ``only`` names codes of hulls."""
    faults = Faults()
    search.asked.papers.arena.refuse_as_fleets("--budget", faults)
    faults.settle()
    book = read_book_of(search.asked.papers)
    for code in only:
        if code not in book.hulls:
            faults.add("unknown-hull", "--hull", f"there is no hull '{code[:40]}'", mend=nearest(code, book.hulls))
    faults.settle()
    hulls = buyable(book.hulls, budget, search.asked.recipe.docket.scenario.battle_type, only)
    summed = {name: budget[name] for name in SUMMED if name in budget}
    prices = [{name: getattr(hull, name) for name in summed} for hull in hulls]
    counts = affordable(prices, summed, MOST_SHIPS, MOST_FORCES) if hulls else []
    if counts is None:
        mend = "Name the hulls that come into question: --hull CA --hull DD."
        faults.add("too-many-forces", "--budget", f"more than {MOST_FORCES} forces can be bought", mend=mend)
        faults.settle()
    room = budget.get(ROOM, 0)
    bought = [list(zip(each, hulls, strict=True)) for each in counts or ()]
    forces = [spelt(force) for force in bought if sum(number * hull.hangars for number, hull in force) >= room]
    if not forces:
        message = "nothing that can fight is to be had for this"
        mend = "Hulls need combat statistics and the prices that are named, in the book."
        faults.add("nothing-to-buy", "--budget", message, mend=mend)
        faults.settle()
    found = variants(search.asked, _with(search, forces))[1:]
    return BestForce(search, found, halve(search, found), budget)


def read_budget(texts: Iterable[str]) -> dict[str, int]:
    """Amounts such as ``cost 900``, ``$900``, ``di 200``, ``years 2`` and ``hangars 12``; refused where one is unknown,
    or nothing is to be spent.
    """
    budget: dict[str, int] = {}
    faults = Faults()
    for text in texts:
        for part in text.split(","):
            found = AMOUNT.fullmatch(part.strip())
            name = {"$": COST}.get(found["name"], found["name"].casefold()) if found else part.strip()
            if found is None or name not in BUDGETS:
                mend = f"Write for instance: cost 900, years 2. {nearest(name, BUDGETS)}"
                message = f"'{part.strip()[:40]}' is no part of a budget"
                faults.add("unknown-budget", "--budget", message, fault=Fault.MALFORMED, mend=mend)
            else:
                budget[name] = int(found["amount"])
    faults.settle()
    if not any(budget.get(name) for name in SUMMED) or budget.get(LONGEST) == 0:
        mend = "Say how much may be spent, in $ (cost) or DI, and in how many years if that counts."
        faults.add("no-budget", "--budget", "with nothing to spend nothing can be bought", mend=mend)
        faults.settle()
    return budget


def _with(search: Search, forces: Iterable[str]) -> list[Wish]:
    return [replace(changed([f"{search.owner.name}: ships {force}"]), told=force) for force in forces]


def _by_size(found: Sequence[Variant], side: int) -> list[Variant]:
    """The smallest force first."""

    def total(variant: Variant, currency: str) -> int | None:
        form = variant.question.form
        values = [unit.values[form.currencies.index(currency)] for unit in form.units if unit.side == side]
        return None if None in values else sum(value or 0 for value in values)

    currencies = found[0].question.form.currencies
    price = found[0].question.oracle.PRICE
    measure = currencies[0] if any(total(each, price) is None for each in found) else price
    return sorted(found, key=lambda each: total(each, measure) or 0)
