"""At whom to direct damage in a battle hex: what each aim of a side gains on average."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from flagplot.core.citation import Citation
from flagplot.core.report import Column, Node, Report, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.answer import Answer
from flagplot.desk.fe_bases import points
from flagplot.desk.fe_hex import currency, exactly, opened, percent, weighed
from flagplot.fe.combat.chances.targets import Target, in_battle, targets

RULES = (Citation("fe", "302.5"), Citation("fe", "302.5/price"))


def target(
    scenario: Path | str,
    orders: Iterable[Path | str] = (),
    *,
    side: str,
    worth: Iterable[str] = (),
    whole: bool = False,
) -> Answer:
    """Every aim of a side that some damage pays, the best first; ``whole``: of the whole battle, too."""
    hex_ = opened(scenario, orders)
    own, stakes = hex_.side(side, "--side"), weighed(hex_, worth)
    with exactly(hex_):
        found = targets(hex_.setup, own, stakes)
        if whole:
            found = tuple(in_battle(hex_.setup, own, stakes, found))
    name, enemy = hex_.names[own], hex_.names[1 - own]
    unit = currency(stakes)
    heads = ["Price", "Paid", f"{unit} in the round", *([f"{unit} in the battle"] if whole else [])]
    rows = tuple(_row(each) for each in found)
    nodes: list[Node] = [
        Text(
            f"What {enemy} loses on average beyond what he does where {name} directs no damage and leaves all of it "
            "to him. Exact, over every fall of the dice; captures have no part in it."
        )
    ]
    if whole:
        nodes.append(
            Text(
                f"In the whole battle an aim goes before those that {name} has laid down, in every round that pays it; "
                f"own losses are counted against it."
            )
        )
    if found:
        columns = (Column("Aim"), *(Column(head, "right") for head in heads))
        nodes.append(Table("", columns, rows, RULES))
    else:
        nodes.append(Text("No fall of the dice pays any aim."))
    values = {
        "battle": hex_.docket.scenario.name,
        "side": name,
        "currency": unit,
        "targets": [
            {
                "aim": each.attack.id,
                "price": str(each.attack.price),
                "paid": str(each.chance),
                "round": str(each.round),
                **({} if each.battle is None else {"battle": str(each.battle)}),
            }
            for each in found
        ],
    }
    title = f"Directed damage of {name} in {hex_.docket.scenario.name}"
    return Answer(Report(title, tuple(nodes), hex_.banner), values)


def _row(each: Target) -> tuple[str, ...]:
    gains = (each.round, *(() if each.battle is None else (each.battle,)))
    return (each.attack.id, points(each.attack.price), percent(each.chance), *map(_gain, gains))


def _gain(value: Fraction) -> str:
    told = decimal(value, 2)
    return told if value <= 0 else f"+{told}"
