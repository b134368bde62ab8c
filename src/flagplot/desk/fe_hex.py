"""A battle hex of Federation & Empire, opened for questions that are answered exactly or refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.rounding import decimal
from flagplot.desk.arenas import hexes
from flagplot.desk.battle import Papers, read_docket, read_papers
from flagplot.engine.names import fold
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances import UncoveredError
from flagplot.fe.combat.chances.stakes import Stakes, stakes_of
from flagplot.fe.papers.docket import HexDocket
from flagplot.fe.units.ship_table import ShipTable, read_table

INVENTED = "INVENTED FIGURES: the ship table is made up; load your own."


@dataclass(frozen=True)
class Opened:
    """A hex with its papers."""

    papers: Papers
    docket: HexDocket

    @property
    def setup(self) -> Setup:
        """What is fought."""
        return self.docket.setup

    @property
    def names(self) -> tuple[str, str]:
        """What the sides are called, the attacker first."""
        first, second = (entrant.name for entrant in self.setup.sides)
        return first, second

    @property
    def banner(self) -> tuple[str, ...]:
        """What nobody may overlook."""
        return (INVENTED,) if self.docket.scenario.invented else ()

    def table(self) -> ShipTable:
        """The ship table that it is fought by."""
        faults, ((_, paper), *_) = Faults(), hexes.sheets(self.papers)
        table = read_table(paper.text, paper.name, faults)
        faults.settle()
        return table

    def side(self, wanted: str, where: str) -> int:
        """Which side is meant, by its name or as A, the phasing one, or B; refused for any other word."""
        by_word = {"a": 0, "b": 1, **{fold(name): side for side, name in enumerate(self.names)}}
        if fold(wanted) not in by_word:
            faults, mend = Faults(), nearest(wanted, (*self.names, "A", "B"))
            message = f"no side of this battle is called '{wanted}'"
            faults.add("unknown-side", where, message, fault=Fault.MALFORMED, mend=mend)
            faults.settle()
        return by_word[fold(wanted)]


def opened(scenario: Path | str, orders: Iterable[Path | str] = ()) -> Opened:
    """A hex from its papers; raises ``Refused`` with every fault, and for any other battle."""
    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    faults.settle()
    assert papers is not None
    if papers.arena.SYSTEM != hexes.SYSTEM:
        message, mend = "this is no battle hex of Federation & Empire", 'Write ruleset = "fe" for one.'
        faults.add("no-hex", papers.scenario.name, message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    docket = read_docket(papers, faults)
    faults.settle()
    assert isinstance(docket, HexDocket)
    if docket.answers:
        message = "answers that are given beforehand have no place in exact chances"
        faults.add("not-exact", papers.scenario.name, message, mend="Leave them out, or ask flagplot odds.")
        faults.settle()
    return Opened(papers, docket)


@contextmanager
def exactly(hex_: Opened) -> Iterator[None]:
    """Refuse what cannot be reckoned exactly, with everything that is in the way."""
    try:
        yield
    except UncoveredError as error:
        faults, where = Faults(), hex_.papers.scenario.name
        for reason in str(error).split("; "):
            message = f"this cannot be told exactly: {reason}"
            faults.add("not-exact", where, message, mend="Change it, or have flagplot odds fight samples.")
        faults.settle()


def weighed(hex_: Opened, worth: Iterable[str]) -> Stakes:
    """What units are worth by ``--worth``, else in economic points."""
    faults = Faults()
    stakes = stakes_of(hex_.setup, list(worth), "--worth", faults)
    faults.settle()
    return stakes


def currency(stakes: Stakes) -> str:
    """What losses are told in."""
    return "EP" if stakes.points else "worth"


def percent(chance: Fraction) -> str:
    """A chance in percent; what is neither impossible nor certain never looks so."""
    told = decimal(100 * chance, 1)
    if told == "0.0" and chance:
        return "<0.1 %"
    return ">99.9 %" if told == "100.0" and chance < 1 else f"{told} %"
