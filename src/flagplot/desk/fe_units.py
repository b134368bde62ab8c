"""Units of Federation & Empire: ship tables read and looked up, counters explained, turns dated."""

from __future__ import annotations

from collections import Counter

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Listing, Node, Report, Table, Text
from flagplot.desk.answer import Answer
from flagplot.fe.calendar import START, Date, date_of, first_turn
from flagplot.fe.empires import read_empire
from flagplot.fe.units import counters
from flagplot.fe.units.costs import write_cost
from flagplot.fe.units.ship import Mark, ShipType, Unit
from flagplot.fe.units.ship_table import ShipTable, demonstration, read_table
from flagplot.fe.units.shorthand import Ships, read_ships, write_ships

INVENTED = "INVENTED FIGURES: this table is made up; load your own."
SHOWN = ("size_class", "size_step", "fighters", "heavy", "half", "spare", "pfs", "drones", "troops", "repair", "year")


def _table(paper: Paper | None) -> ShipTable:
    """The table of a paper, or the one for demonstration; raises ``Refused`` with every fault."""
    if paper is None:
        return demonstration()
    faults = Faults()
    table = read_table(paper.text, paper.name, faults)
    faults.settle()
    return table


def ships(paper: Paper | None) -> Answer:
    """What a ship table holds, empire by empire; raises ``Refused`` with every fault of its cells."""
    table = _table(paper)
    by_empire: dict[str, list[ShipType]] = {}
    for type_ in table:
        by_empire.setdefault(type_.empire.label, []).append(type_)
    heads = (Column("empire"), Column("types", "right"), Column("designators"))
    rows = tuple((name, str(len(own)), ", ".join(each.designator for each in own)) for name, own in by_empire.items())
    marks = Counter(type_.mark.value for type_ in table)
    told = ", ".join(f"{number} {mark}" for mark, number in marks.items())
    nodes = (Table("", heads, rows), Text(f"{len(table.types)} types: {told}."))
    values = {
        "name": table.name,
        "invented": table.invented,
        "types": {name: [each.designator for each in own] for name, own in by_empire.items()},
        "marks": dict(marks),
    }
    return Answer(Report(f"Ships of {table.name}", nodes, _banner(table)), values)


def _banner(table: ShipTable) -> tuple[str, ...]:
    return (INVENTED,) if table.invented else ()


def ship(designator: str, empire: str, paper: Paper | None = None) -> Answer:
    """One type of a ship table, in an empire or of those that all have."""
    table, faults = _table(paper), Faults()
    of = read_empire(empire, "empire", faults)
    found = table.find(designator, of, designator, faults) if of else None
    faults.settle()
    assert found is not None
    crippled = f"{found.crippled_attack}-{found.crippled_defence}"
    pairs = [
        ("factors", f"{found.attack}-{found.defence}"),
        (
            "crippled",
            crippled if found.has_crippled_side else "no such side",
        ),
        ("command rating", str(found.command)),
        ("category", found.category.value),
    ]
    pairs += [(name.replace("_", " "), str(value)) for name in SHOWN if (value := getattr(found, name))]
    special = [name for name, value in vars(found).items() if value is True]
    if special:
        pairs.append(("special", ", ".join(name.replace("_", " ") for name in special)))
    pairs += [("cost", write_cost(cost)) for cost in found.costs]
    marks = {Mark.PROVEN: "a published source proves attack and defence", Mark.INVENTED: "invented"}
    pairs.append(("figures", marks.get(found.mark, "of the table")))
    factors = ("designator", "attack", "defence", "crippled_attack", "crippled_defence", "command")
    values = {name: getattr(found, name) for name in (*factors, *SHOWN)}
    values |= {"empire": found.empire.value, "mark": found.mark.value, "special": special}
    values["costs"] = [write_cost(cost) for cost in found.costs]
    return Answer(
        Report(f"{found.designator} of {found.empire.label}", (Fields(tuple(pairs)),), _banner(table)), values
    )


def force(text: str, empire: str, paper: Paper | None = None) -> Answer:
    """The ships of a line of shorthand with their factors, and the sums; raises ``Refused`` for what there is not."""
    table, faults = _table(paper), Faults()
    of = read_empire(empire, "empire", faults)
    rows: list[tuple[str, ...]] = []
    attack = defence = 0
    written = read_ships(text, "ships", faults)
    for number, designator, crippled in written:
        type_ = table.find(designator, of, designator, faults) if of else None
        if type_ is None:
            continue
        unit = Unit(id=type_.id, type=type_, crippled=crippled)
        attack, defence = attack + number * unit.attack, defence + number * unit.defence
        name = write_ships([Ships(number, designator, crippled)])
        rows.append((name, str(unit.attack), str(unit.defence), str(type_.command)))
    faults.settle()
    heads = (Column("ships"), *(Column(name, "right") for name in ("attack", "defence", "command")))
    rows.append(("all", str(attack), str(defence), ""))
    values = {"ships": write_ships(written), "attack": attack, "defence": defence}
    return Answer(Report(write_ships(written), (Table("", heads, tuple(rows)),), _banner(table)), values)


def counter(text: str) -> Answer:
    """What the symbols of a counter say; raises ``Refused`` with a fault for each character that says nothing."""
    faults = Faults()
    found = counters.read_symbols(text, f"'{text}'", faults)
    faults.settle()
    assert found is not None
    told = counters.explain(found)
    items = tuple(Text(meaning) for meaning in told.values())
    nodes: list[Node] = [Text(counters.print_symbols(found) or "no symbol", (counters.RULE,)), Listing(items)]
    values = {**vars(found), "printed": counters.print_symbols(found)}
    return Answer(Report("Symbols of a counter", tuple(nodes)), values)


def date(text: str, start: str = "") -> Answer:
    """The turn and date that a text means, in a campaign whose first turn is at ``start``."""
    faults = Faults()
    begin = START
    if start:
        number = first_turn(start, "start", faults)
        begin = date_of(number) if number is not None else Date(*START)
    turn = first_turn(text, "date", faults, begin)
    faults.settle()
    assert turn is not None
    day = date_of(turn, begin)
    rule = Citation("fe", "105.0/calendar")
    told = f"turn {turn}: {day}" + (f", turn 1 being {begin}" if start else "")
    values = {"turn": turn, "year": day.year, "season": day.season.label, "start": str(begin)}
    return Answer(Report("Calendar", (Text(told, (rule,)),)), values)
