"""How many ships for that base: the smallest force of some kinds that destroys the base of a battle hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.report import Column, Node, Report, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.answer import Answer
from flagplot.desk.fe_hex import Opened, opened, percent
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.chances.ledger import MOST_ROUNDS
from flagplot.fe.combat.chances.siege import SURELY, Defence, Siege, Trial, besieged, smallest
from flagplot.fe.combat.prices import hull_price, in_points
from flagplot.fe.units.ship import ShipType

RULES = (Citation("fe", "308.811"), Citation("fe", "302.5/kill"))
MOST_KINDS = 4
"""Kinds of ship that are combined; more make too many forces."""


def siege(
    scenario: Path | str,
    orders: Iterable[Path | str] = (),
    *,
    ships: Sequence[str],
    base: str = "",
    chance: Fraction = SURELY,
    rounds: int | None = None,
    most: int = 12,
    worst: bool = False,
    watch: Callable[[str], object] = lambda told: None,
) -> Answer:
    """Every force of the smallest number of ships of which one is enough."""
    hex_ = opened(scenario, orders)
    asked = Siege(
        base=_base(hex_, base),
        kinds=_kinds(hex_, ships),
        chance=chance,
        rounds=MOST_ROUNDS if rounds is None else rounds,
        ships=most,
        worst=worst,
    )
    every = smallest(hex_.setup, asked, watch)
    trials = [trial for trial in every if len(trial.force) == len(every[-1].force)]
    enough = [trial for trial in trials if trial.chance >= chance]
    nodes: list[Node] = [Text(_verdict(asked, every, enough)), Text(_terms(hex_, asked)), *_untold(every)]
    nodes.append(_table(hex_, trials))
    values = {
        "battle": hex_.docket.scenario.name,
        "base": asked.base,
        "chance": str(chance),
        "rounds": asked.rounds,
        "enough": [written(trial) for trial in enough],
        "trials": [_values(trial) for trial in every],
    }
    title = f"How many ships for {asked.base}"
    return Answer(Report(title, tuple(nodes), hex_.banner), values)


def written(trial: Trial) -> str:
    """A force in the players' shorthand."""
    counts = Counter(type_.designator for type_ in trial.force)
    return " ".join(f"{number}x{code}" if number > 1 else code for code, number in counts.items())


def _base(hex_: Opened, wanted: str) -> str:
    """The base that is meant: the one there is, or the one that is named."""
    bases = [each.id for each in hex_.setup.sides[DEFENDER].units if each.unit.type.is_base]
    found = [id_ for id_ in bases if wanted in (id_, id_.partition("-")[2])] if wanted else bases
    if len(found) != 1:
        faults, name = Faults(), hex_.names[DEFENDER]
        if wanted:
            message, mend = f"{name} has no base '{wanted}' there", nearest(wanted, bases)
        elif bases:
            message, mend = f"{name} has {len(bases)} bases there", f"Say which: --base {bases[0]}."
        else:
            message, mend = f"{name} has no base there", "Give the defender one in the scenario."
        faults.add("no-base", "--base", message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    return found[0]


def _kinds(hex_: Opened, words: Sequence[str]) -> tuple[ShipType, ...]:
    """The kinds of ship, of the empires that the attacker's units are of."""
    faults, table = Faults(), hex_.table()
    empires = list(dict.fromkeys(each.unit.type.empire for each in hex_.setup.sides[ATTACKER].units))
    found: dict[str, ShipType] = {}
    for word in words:
        tries = [Faults() for _ in empires]
        types = [table.find(word, empire, "--ship", each) for empire, each in zip(empires, tries, strict=True)]
        type_ = next((each for each in types if each is not None), None)
        if type_ is None:
            faults.found += tries[0].found
        else:
            found[type_.id] = type_
    if len(found) > MOST_KINDS:
        mend = f"Name {MOST_KINDS} at most."
        faults.add("too-many-kinds", "--ship", f"{len(found)} kinds make too many forces", mend=mend)
    faults.settle()
    return tuple(found.values())


def _verdict(asked: Siege, trials: Sequence[Trial], enough: Sequence[Trial]) -> str:
    """The answer in a sentence."""
    how = "surely" if asked.chance == SURELY else f"with a chance of {percent(asked.chance)} or more"
    when = "" if asked.rounds == MOST_ROUNDS else f" within {asked.rounds} round{'s' * (asked.rounds > 1)}"
    if not enough:
        if all(trial.reason for trial in trials):
            return f"Of no force of {asked.ships} ships or fewer can it be told whether it destroys {asked.base}."
        some = " that can be told" * any(trial.reason for trial in trials)
        return f"No force of {asked.ships} ships or fewer{some} destroys {asked.base} {how}{when}."
    return f"{written(enough[0])} destroy {asked.base} {how}{when}; no smaller force that can be told does."


def _untold(trials: Sequence[Trial]) -> Iterator[Text]:
    """The forces whose chances cannot be told, by the reason: by their size where that holds for all of it."""
    sizes = Counter(len(trial.force) for trial in trials)
    by_reason: dict[str, list[Trial]] = {}
    for trial in trials:
        if trial.reason:
            by_reason.setdefault(trial.reason, []).append(trial)
    for reason, found in by_reason.items():
        silent = Counter(len(trial.force) for trial in found)
        whole = [size for size, number in silent.items() if number == sizes[size]]
        told = [f"all forces of {', '.join(map(str, whole))}"] if whole else []
        told += [written(trial) for trial in found if len(trial.force) not in whole]
        yield Text(f"Not told, for {reason}: {', '.join(told)}.")


def _terms(hex_: Opened, asked: Siege) -> str:
    attacker, defender = hex_.names
    told = f"{attacker} stays until {asked.base} is gone"
    if asked.rounds < MOST_ROUNDS:
        told += " or the rounds are over"
    told += ", and directs damage at it in the way that serves best"
    if asked.worst:
        told += f"; {defender} keeps the electronic warfare and the intensity that are worst for {attacker}"
    return f"{told}. Exact, over every fall of the dice."


def _table(hex_: Opened, trials: Sequence[Trial]) -> Table:
    """All forces of the size that was reached."""
    heads = ["Price", "Chance", "Ships destroyed"]
    rows = []
    for trial in trials:
        told = (percent(trial.chance), decimal(trial.lost, 2), _directed(trial), _against(hex_, trial.defence))
        rows.append((written(trial), _price(trial), *(("-", "-", trial.reason, "") if trial.reason else told)))
    columns = (Column("Force"), *(Column(head, "right") for head in heads), Column("Directed"), Column("Against"))
    return Table(f"Forces of {len(trials[0].force)}", columns, tuple(rows), RULES)


def _price(trial: Trial) -> str:
    prices = [hull_price(type_) for type_ in trial.force]
    return "" if None in prices else f"{in_points(sum((each or Fraction(0) for each in prices), Fraction(0)))} EP"


def _directed(trial: Trial) -> str:
    """To what ends the force directs damage at the base."""
    return ", ".join(trial.aims) or NONE


def _against(hex_: Opened, defence: Defence) -> str:
    """What the defender chooses."""
    given = besieged(hex_.setup.sides[DEFENDER], defence).instructions
    warfare = "" if given.ew is None else f"EW {given.ew}, "
    return f"{warfare}intensity {', '.join(map(str, given.intensity))}"


def _values(trial: Trial) -> dict[str, Any]:
    if trial.reason:
        return {"force": written(trial), "reason": trial.reason}
    return {
        "force": written(trial),
        "chance": str(trial.chance),
        "destroyed": str(trial.lost),
        "directed": list(trial.aims),
        "warfare": trial.defence.warfare,
        "intensity": trial.defence.intensity,
    }
