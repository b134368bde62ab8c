"""Bases and stasis fields of Federation & Empire, looked up: attack by electronic warfare, SIDS, attempts to freeze."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Node, Report, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.answer import Answer, departures
from flagplot.fe.combat.charts import bases, stasis
from flagplot.fe.empires import Empire, read_empire
from flagplot.fe.options import catalogue, options

SILENT = "not in the data"


def ew(base: str, owner: str, against: str = "", readings: Mapping[str, str] | None = None) -> Answer:
    """The attack factors of a base by its electronic warfare, both sides.

    ``owner`` is whose base it is. With ``against`` the label of the row is read as the enemy's name.
    """
    faults, wanted = Faults(), dict(readings or {})
    if against:
        wanted["base-ew-label"] = "against"
    chosen = options(wanted)
    of, enemy = read_empire(owner, "owner", faults), read_empire(against, "against", faults) if against else None
    faults.settle()
    assert of is not None
    sides = {}
    for side in (False, True):
        missing = Faults()
        sides[side] = bases.attacks_of(base, of, chosen, base, missing, crippled=side, against=enemy)
        if not side:
            missing.settle()
    most = max(map(len, sides.values()))
    heads = (Column("side"), *(Column(f"EW {n}", "right") for n in range(1, most + 1)))
    rows = tuple(
        ("crippled" if side else "uncrippled", *_padded(attacks, most)) for side, attacks in sides.items() if attacks
    )
    code = bases.code_of(base)
    nodes: list[Node] = [Table("Attack factor", heads, rows, (bases.EW,))]
    if against:
        nodes.append(Text("The rows are read as the enemy's, as their labels say (reading H02)."))
    else:
        nodes.append(Text("The rows are read as the owner's (reading H02), which departs from their labels."))
    if any(None in attacks for attacks in sides.values()):
        nodes.append(Text(f"-: {SILENT}; see rule 313 and the ship tables."))
    values = {
        "base": code,
        "owner": of.value,
        "against": enemy.value if enemy else "",
        "attacks": list(sides[False]),
        "crippled": list(sides[True]),
        "rule": str(bases.EW),
    }
    title = code if of is Empire.GENERIC else f"{code} of {of.label}"
    title += f" against {enemy.label}" if enemy else ""
    return Answer(Report(title, tuple(nodes), departures(wanted, catalogue())), values)


def _padded(attacks: tuple[int | None, ...], most: int) -> tuple[str, ...]:
    told = ["-" if each is None else str(each) for each in attacks]
    return (*told, *("" for _ in range(most - len(told))))


def sids(base: str, readings: Mapping[str, str] | None = None) -> Answer:
    """The incremental damage of a base: steps, what a voluntary one resolves, what a directed one costs."""
    faults, chosen = Faults(), options(readings)
    found = bases.steps_of(base, base, faults)
    faults.settle()
    assert found is not None
    price, mauler = (bases.directed_price(found, chosen, mauler=each) for each in (False, True))
    then = "by ordinary damage alone" if found.destroy is None else f"{found.destroy} more steps"
    pairs = (
        ("steps to cripple", str(found.cripple)),
        ("then destroyed", then),
        ("a voluntary step resolves", points(found.points)),
        ("a directed step costs", f"{points(price)}, with a mauler {points(mauler)}"),
        ("defence", f"{points(found.defence)}, crippled {points(found.crippled_defence)}"),
        ("in a round", "one step, and a second by Marines"),
    )
    rules = (Citation("fe", found.rule), Citation("fe", "308.811"))
    nodes: list[Node] = [Fields(pairs), Text("Directed steps use up the directed attack.", rules)]
    if found.base in bases.INFERRED_POINTS:
        nodes.append(Text("What a step resolves is inferred from other X-bases, not printed (reading sfx-points)."))
    values = {
        "base": found.base,
        "cripple": found.cripple,
        "destroy": found.destroy,
        "points": str(found.points),
        "directed": str(price),
        "directed_with_mauler": str(mauler),
        "rules": [str(rule) for rule in rules],
    }
    return Answer(Report(f"SIDS of {found.base}", tuple(nodes), departures(readings, catalogue())), values)


def points(value: Fraction) -> str:
    """Damage points as people write them: 18, 4.5."""
    return str(value) if value.denominator == 1 else decimal(value, 1)


def sfg(type_: str, attempt: int, roll: int | None = None, readings: Mapping[str, str] | None = None) -> Answer:
    """What an attempt to freeze comes to: at one modified roll, or at each."""
    faults, chosen = Faults(), options(readings)
    rolls = range(1, 9) if roll is None else (roll,)
    outcomes = {each: stasis.outcome(type_, attempt, each, chosen, type_, faults) for each in rolls}
    if faults.found:
        del faults.found[1:]  # each roll meets the same fault
    faults.settle()
    told = {each: found.value for each, found in outcomes.items() if found}
    rule = (stasis.CHART,)
    nodes: list[Node] = []
    if roll is None:
        rows = tuple((str(each), outcome) for each, outcome in told.items())
        nodes.append(Table("", (Column("roll", "right"), Column("outcome")), rows, rule))
    else:
        nodes.append(Text(f"A {roll}: {told[roll]}", rule))
    nodes.append(Text("The roll is the modified one; its modifiers are not in the data, see rule 312 (reading H10)."))
    values = {
        "type": type_.upper(),
        "attempt": attempt,
        "outcomes": {str(each): outcome for each, outcome in told.items()},
        "rule": str(stasis.CHART),
    }
    title = f"{type_.upper()}, attempt {attempt}"
    return Answer(Report(title, tuple(nodes), departures(readings, catalogue())), values)
