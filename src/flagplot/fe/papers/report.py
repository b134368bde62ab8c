"""The report of a battle hex: how it stands, orders, forces, the story round by round, readings, settings, dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from flagplot.core.citation import Citation
from flagplot.core.report import Column, Listing, Node, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.engine.question import Pick
from flagplot.engine.telling import dice_section, readings_section
from flagplot.fe.combat.battle.fates import CAPTURED, DESTROYED, HERE, fates
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp
from flagplot.fe.combat.battle.ledger import account, losses
from flagplot.fe.combat.battle.telling import rounds
from flagplot.fe.combat.force import Combatant, ship_equivalents
from flagplot.fe.combat.planets import is_planet
from flagplot.fe.options import catalogue
from flagplot.fe.papers.playing import HexFought
from flagplot.fe.papers.story import story

DEMONSTRATION = "INVENTED FIGURES: the ship table is made up for demonstration."
NOT_OVER = "NOT OVER: this holds the instructions of both sides; keep it until the battle is decided."


def hex_outcome(fought: HexFought) -> str:
    """How the battle ended, or what it waits for, in a sentence."""
    field, names = fought.battle.field, [entrant.name for entrant in fought.docket.setup.sides]
    lasted = f"{field.round} round{'s' if field.round > 1 else ''}"
    if fought.waiting is not None:
        asked = fought.waiting
        return f"The battle waits in round {field.round}: {asked.who} has to decide {asked.what} ({asked.key})."
    left = [name for name, camp in zip(names, field.camps, strict=True) if camp.holding]
    if len(left) == len(names):
        return f"Neither side has left after {lasted}: the battle is broken off."
    if left:
        return f"{left[0]} holds {fought.docket.setup.hex} after {lasted}."
    return f"Nobody is left at {fought.docket.setup.hex} after {lasted}."


def hex_state(fought: HexFought) -> dict[str, dict[str, int | str]]:
    """Every unit as things stand, by id: whether it is here or what became of it, its side, steps and craft."""
    state: dict[str, dict[str, int | str]] = {}
    for camp in fought.battle.field.camps:
        for unit, fate in fates(camp):
            aboard = {kind.value: number for kind, number in unit.craft.items()}
            state[unit.id] = {"status": fate, "crippled": int(unit.unit.crippled), "sids": unit.unit.sids, **aboard}
    return state


def hex_board(camp: Camp) -> Iterator[tuple[str, str]]:
    """Each unit of a side with how it stands, in words."""
    for unit, fate in fates(camp):
        yield unit.id, _condition(unit, fate)


def _condition(unit: Combatant, fate: str) -> str:
    damaged = "devastated" if is_planet(unit) else "crippled"
    parts = [fate] if fate != HERE else [damaged if unit.unit.crippled else "whole"]
    parts += [f"{unit.unit.sids} steps"] if unit.unit.sids and fate == HERE else []
    parts += [f"{number} {kind}" for kind, number in unit.craft.items() if number and fate == HERE]
    parts += [f"at {unit.system}"] if unit.system and fate == HERE else []
    return ", ".join(parts)


def hex_report_of(
    fought: HexFought, banner: Sequence[str], opening: Sequence[Node], remarks: Sequence[Text], closing: Sequence[Node]
) -> Report:
    """The whole report; ``banner``, ``opening``, ``remarks`` and ``closing`` as in the report of any battle."""
    scenario = fought.docket.scenario
    detail: list[Section] = [
        _orders(fought, remarks),
        _forces(fought),
        *rounds(fought.battle),
        _readings(fought),
        _settings(fought),
        dice_section(fought.casts()),
    ]
    ended = Text(hex_outcome(fought))
    children = (
        *opening,
        Section("Verdict", (ended, *_waits(fought), _summary(fought), *_ledger(fought))),
        *(replace(section, folded=True) for section in detail),
        *closing,
    )
    top = [*([NOT_OVER] if fought.waiting else []), *banner, *([DEMONSTRATION] if scenario.invented else [])]
    return Report(scenario.name, children, tuple(top), () if fought.waiting else story(fought, hex_outcome(fought)))


def _ledger(fought: HexFought) -> tuple[Table, Table]:
    """What was lost, and what that and the rest cost."""
    return losses(fought.battle, left=False), account(fought.battle)


def _summary(fought: HexFought) -> Table:
    """How each side came out of it, in units and in ship equivalents."""
    heads = ("Units", "Destroyed", "Captured", "Left", "Here", "Crippled", "Before", "Now")
    rows = []
    for camp in fought.battle.field.camps:
        found = [fate.how for fate in fates(camp)]
        away = len(found) - sum(found.count(how) for how in (HERE, DESTROYED, CAPTURED))
        counts = (len(found), found.count(DESTROYED), found.count(CAPTURED), away, found.count(HERE))
        crippled = sum(each.unit.crippled and not is_planet(each) for each in camp.units)
        parts = (ship_equivalents(camp.entrant.units), camp.equivalents)
        rows.append((camp.entrant.name, *map(str, (*counts, crippled)), *(decimal(part, 1) for part in parts)))
    columns = (Column("Side"), *(Column(head, "right") for head in heads))
    return Table("Units, and ship equivalents before and now", columns, tuple(rows), (Citation("fe", "203.54"),))


def _waits(fought: HexFought) -> Iterator[Node]:
    """What may be answered where the battle waits, and how."""
    asked = fought.waiting
    if asked is None:
        return
    choices = asked.form.options if isinstance(asked.form, Pick) else asked.form.rows
    told = ", ".join(choice.id for choice in choices)
    example = f"{asked.key}: {asked.spell(asked.default)}"
    yield Listing(
        (
            Text(f"What may be answered: {told}.", asked.citations),
            Text(f"Lay it down in the instructions, or write a line into 'answers' of the scenario: {example}"),
        )
    )


def _orders(fought: HexFought, remarks: Sequence[Text]) -> Section:
    parts: list[Node] = [Listing(tuple(remarks))] if remarks else []
    for entrant, lines in zip(fought.docket.setup.sides, fought.docket.lines, strict=True):
        told = lines or ("nothing is laid down",)
        parts.append(Section(entrant.name, (Listing(tuple(map(Text, told))),)))
    return Section("Instructions", tuple(parts))


def _forces(fought: HexFought) -> Section:
    """Each side's units with their factors, as they came and as they are."""
    numbers = (Column(head, "right") for head in ("Factors", "Command"))
    columns = (Column("Unit"), Column("Type"), *numbers, Column("Group"), Column("Came"), Column("Now"))
    tables = []
    for side in (ATTACKER, DEFENDER):
        camp = fought.battle.field.camps[side]
        now = dict(hex_board(camp))
        rows = []
        for came in camp.entrant.units:
            own = came.unit.type
            crippled = f"/{own.crippled_attack}-{own.crippled_defence}" if own.has_crippled_side else ""
            factors = f"{own.attack}-{own.defence}{crippled}"
            told = (came.carrier, _condition(came, HERE), now[came.id])
            rows.append((came.id, own.designator, factors, str(own.command), *told))
        role = "phasing" if side == ATTACKER else "not phasing"
        tables.append(Table(f"{camp.entrant.name}, {role}", columns, tuple(rows)))
    return Section("Forces", tuple(tables))


def _readings(fought: HexFought) -> Section:
    """The readings that bear on what happened, and those that the table reads in its own way."""
    cited = {rule.id for event in fought.events for rule in event.rules}
    chosen = fought.docket.scenario.readings
    bearing = {
        id_: reading
        for id_, reading in catalogue().items()
        if cited & set(reading.rules) or chosen.get(id_, reading.default) != reading.default
    }
    return readings_section(chosen, fought.events, bearing)


def _settings(fought: HexFought) -> Section:
    columns = tuple(map(Column, ("Setting", "Value", "Source", "What it is")))
    rows = tuple(
        (each.id, each.value, each.source.value, f"{each.title} ({each.rule})")
        for each in fought.docket.scenario.settings.values()
    )
    return Section("Settings accepted", (Table("What the rulebook leaves out, as the table plays it", columns, rows),))


def hex_changes(old: HexFought, new: HexFought, changed_lines: Sequence[str]) -> Section:
    """The section *Changes*: the lines that were corrected, then whatever stands differently."""
    parts: list[Node] = [Listing(tuple(map(Text, changed_lines)))] if changed_lines else []
    before, after = hex_state(old), hex_state(new)
    rows = tuple(
        (id_, _told(before.get(id_)), _told(after.get(id_)))
        for id_ in dict.fromkeys((*before, *after))
        if before.get(id_) != after.get(id_)
    )
    if first := _parting(old, new):
        parts.append(Text(f"The first difference: {first}"))
    if rows:
        parts.append(Table("What stands differently", tuple(map(Column, ("Unit", "Was", "Is"))), rows))
    else:
        parts.append(Text("Everything stands as before."))
    return Section("Changes against the earlier report", tuple(parts))


def _parting(old: HexFought, new: HexFought) -> str:
    """The first event that is not the same in both battles."""
    for was, now in zip_longest(old.events, new.events):
        if was is None or now is None or (was.round, was.text) != (now.round, now.text):
            before, after = (f"R{each.round} '{each.text}'" if each else "nothing" for each in (was, now))
            return f"was {before}; is {after}."
    return ""


def _told(state: Mapping[str, int | str] | None) -> str:
    if state is None:
        return "not there"
    return ", ".join(str(value) if name == "status" else f"{name} {value}" for name, value in state.items() if value)
