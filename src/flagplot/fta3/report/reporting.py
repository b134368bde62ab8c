"""The parts of a battle's report as neutral trees: outcome, forces, HP by round, the story, readings, luck, dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from flagplot.core.citation import Citation, carries_out
from flagplot.core.report import Column, Listing, Node, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.engine.telling import step_sections
from flagplot.fta3.aftermath.hulks import is_hulked
from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.damage import damage_level
from flagplot.fta3.papers.forces import Owner, Scenario, Ship
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.outcomes import final_hp, leaves_near_dead, status_of
from flagplot.fta3.play.sentences import some
from flagplot.fta3.report.luck import luck_of

DEMONSTRATION = "The ship book is invented for demonstration."
GONE = {k.ABSENT: "", k.KILLED: "killed", k.WITHDRAWN: "withdrew"}
STATUSES = {k.ABSENT: "absent", k.ACTIVE: "active", k.KILLED: "killed", k.WITHDRAWN: "withdrawn"}


def final_state(fought: Fought) -> dict[str, dict[str, int | str]]:
    """Every ship and wing at the end by id: HP, status and a survivor's damage level, or fighters by what became of
    them.
    """
    state: dict[str, dict[str, int | str]] = {}
    for s, ships in enumerate(fought.roster.ships):
        for i, ship in enumerate(ships):
            status = STATUSES[int(fought.battle.ships.status[s, i])]
            hp = int(fought.battle.ships.hp[s, i])
            recorded: dict[str, int | str] = {"hp": hp, "status": status}
            state[ship.id] = recorded | recorded_level(hp, ship.hull.hp or 0, status)
    for s, wings in enumerate(fought.roster.wings):
        for w, wing in enumerate(wings):
            fields = ("flying", "aboard", "lost", "surrendered")
            state[wing.id] = {name: int(getattr(fought.battle.wings, name)[s, w]) for name in fields}
    return state


@carries_out("fta3", "record-damage")
def recorded_level(hp: int, hp_max: int, status: str) -> dict[str, int | str]:
    """The damage level that is written down for a ship that took part and lives: its ``level``, else nothing."""
    return {"level": damage_level(hp, hp_max).value} if status in ("active", "withdrawn") else {}


def _rule(id_: str) -> tuple[Citation, ...]:
    return (Citation("fta3", id_),)


def outcome(fought: Fought) -> str:
    """How the battle ended, in a sentence or two."""
    end = next(event for event in reversed(fought.events) if event.kind == "end")
    return f"{end.text} It lasted {some(end.round, 'round')}."


def summary_nodes(fought: Fought, *, settled: bool) -> tuple[Node, ...]:
    """How a battle ended, and who lost what; ``settled`` says whether the aftermath tells of fates, or this does."""
    lines = [Text(outcome(fought), _rule("end-of-battle"))]
    totals = [
        (side.name, owner.name, *_totals(fought, s, owner))
        for s, side in enumerate(fought.scenario.sides)
        for owner in side.owners
    ]
    columns = ("Ships", "Killed", "Withdrawn", "Left", "Weight", "Weight lost", "Fighters", "Fighters lost")
    table = Table(
        "Losses by owner",
        (Column("Side"), Column("Owner"), *(Column(name, "right") for name in columns)),
        tuple(tuple(map(str, row)) for row in totals),
        _rule("casualties"),
    )
    unsent = [
        f"{owner.name} sent no orders and fights by the plan '{fought.standings[owner.id].plan}'."
        for _, owner in fought.scenario.owners()
        if not fought.standings[owner.id].sent
    ]
    fates = (*(() if settled else _open_fates(fought)), *_no_combatants(fought))
    remarks: list[Node] = [Listing(tuple(Text(line) for line in unsent))] if unsent else []
    if fates:
        remarks.append(Listing(fates))
    return (*lines, table, *remarks)


def _totals(fought: Fought, s: int, owner: Owner) -> tuple[int, ...]:
    """Ships, killed, withdrawn, left, weight, weight killed, fighters, fighters lost or surrendered."""
    ships = [(ship, status_of(fought, ship)) for ship in owner.ships]
    killed = [ship for ship, status in ships if status == k.KILLED]
    withdrawn = [ship for ship, status in ships if status == k.WITHDRAWN]
    wings = fought.battle.wings
    mine = [w for w, wing in enumerate(fought.roster.wings[s]) if wing in owner.wings]
    lost = sum(int(wings.lost[s, w] + wings.surrendered[s, w]) for w in mine)
    return (
        len(ships),
        len(killed),
        len(withdrawn),
        len(ships) - len(killed) - len(withdrawn),
        sum(ship.hull.weight for ship in owner.ships),
        sum(ship.hull.weight for ship in killed),
        sum(wing.number for wing in owner.wings),
        lost,
    )


def _open_fates(fought: Fought) -> Iterator[Text]:
    """What becomes of killed ships, where nobody has spoken of the aftermath, and of others that no rule knows."""
    labels = fought.scenario.labels()
    for event in fought.events:
        if event.kind == "killed":
            ship, critical = _ship(fought, str(event.facts["ship"])), bool(event.facts["critical"])
            if is_hulked(int(event.facts["hp"]), ship.hull.hp or 0, critical=critical):
                why = "a critical pierce" if critical else "overkill by 60 % or more"
                yield Text(f"{labels[ship.id]} is hulked by {why}; the aftermath rolls its fate.", _rule("overkill"))
            else:
                may = "may be run down, or rolls its flight, in the aftermath"
                yield Text(f"{labels[ship.id]} is mission killed; it {may}.", _rule("flight"))
    for _, owner in fought.scenario.owners():
        for ship in owner.combatants:
            if leaves_near_dead(fought, ship, final_hp(fought, ship) or 0):
                line = f"{labels[ship.id]} left with less than 10 % of its HP; the moderator may order a casualty roll."
                yield Text(line, _rule("mass-combat/near-dead"))


def _no_combatants(fought: Fought) -> Iterator[Text]:
    """The ships whose fate no rule tells."""
    labels = fought.scenario.labels()
    for _, owner in fought.scenario.owners():
        for ship in owner.ships:
            if ship.hp is None:
                line = f"{labels[ship.id]} has no hit points in the book; the moderator says what becomes of it."
                yield Text(line, _rule("enumerate-fleets"))


def _ship(fought: Fought, id_: str) -> Ship:
    s, i = fought.roster.places[id_]
    return fought.roster.ships[s][i]


def orders_section(scenario: Scenario, standings: Mapping[str, Standing], remarks: Sequence[Text]) -> Section:
    """Every owner's orders as they were read."""
    parts: list[Node] = [Listing(tuple(remarks))] if remarks else []
    for _, owner in scenario.owners():
        standing = standings[owner.id]
        lines = standing.lines or (f"plan {standing.plan}",)
        parts.append(Section(owner.name, (Listing(tuple(Text(line) for line in lines)),)))
    return Section("Orders", tuple(parts))


def forces_section(fought: Fought) -> Section:
    tables = []
    for s in range(2):
        tables.append(_ship_table(fought, s))
        if fought.roster.wings[s]:
            tables.append(_wing_table(fought, s))
    return Section("Forces before and after", tuple(tables))


def _ship_table(fought: Fought, s: int) -> Table:
    labels = fought.scenario.labels()
    side = fought.scenario.sides[s]
    rows = []
    for owner in side.owners:
        for ship in owner.ships:
            hp = final_hp(fought, ship)
            before, after = ("", "") if hp is None else (f"{ship.hp} of {ship.hull.hp}", str(hp))
            weight, outcome_ = str(ship.hull.weight), condition(fought, ship)
            rows.append((labels[ship.id], ship.hull.code, owner.name, weight, before, after, outcome_))
    columns = (
        Column("Ship"),
        Column("Hull"),
        Column("Owner"),
        Column("Weight", "right"),
        Column("HP before", "right"),
        Column("HP after", "right"),
        Column("After the battle"),
    )
    return Table(f"{side.name}, declared speed {int(fought.battle.fleet.speed[s])}", columns, tuple(rows))


def _wing_table(fought: Fought, s: int) -> Table:
    wings, fleet = fought.battle.wings, fought.battle.fleet
    rows = []
    for w, wing in enumerate(fought.roster.wings[s]):
        owner = fought.roster.owners[s][int(fleet.wing_owner[s, w])]
        after = wings.flying[s, w] + wings.aboard[s, w]
        numbers = (wing.number, wings.lost[s, w], wings.surrendered[s, w], after)
        rows.append((owner.name, f"TL{wing.level}", *(str(int(number)) for number in numbers)))
    numbers_of = ("Before", "Lost", "Surrendered", "After")
    columns = (Column("Owner"), Column("Level"), *(Column(name, "right") for name in numbers_of))
    return Table(f"{fought.scenario.sides[s].name}, fighters", columns, tuple(rows))


def condition(fought: Fought, ship: Ship) -> str:
    """How a ship came out of the battle, in words."""
    status, hp = status_of(fought, ship), final_hp(fought, ship)
    if status is None or hp is None:
        return "no combatant"
    if status == k.KILLED:
        return "killed"
    if status == k.ABSENT:
        return "had not arrived"
    level = damage_level(hp, ship.hull.hp or 0).value
    damage = "no damage" if level == "fine" else f"{level} damage"
    return f"withdrawn, {damage}" if status == k.WITHDRAWN else damage


def hit_points_section(fought: Fought) -> Section:
    """HP at the end of each round, ready to post; a ship that is gone shows why in the round it went."""
    labels = fought.scenario.labels()
    heads = ("Start", *(f"R{number}" for number in range(1, len(fought.round_ends) + 1)))
    columns = (Column("Ship"), *(Column(head, "right") for head in heads))
    tables = [
        Table(side.name, columns, tuple((labels[ship.id], *_course(fought, s, i)) for i, ship in enumerate(ships)))
        for s, (side, ships) in enumerate(zip(fought.scenario.sides, fought.roster.ships, strict=True))
    ]
    return Section("Hit points by round", tuple(tables))


def _course(fought: Fought, s: int, i: int) -> Iterator[str]:
    """HP of one ship at the start and after each round."""
    yield str(fought.roster.ships[s][i].hp)
    before = k.ACTIVE
    for end in fought.round_ends:
        status = int(end.status[s, i])
        if status == k.ACTIVE:
            yield str(int(end.hp[s, i]))
        else:
            yield GONE[status] if status != before else ""
        before = status


def round_sections(fought: Fought) -> Iterator[Section]:
    for number, in_round in groupby(fought.events, key=lambda event: event.round):
        yield Section(f"Round {number}", tuple(step_sections(in_round)))


def luck_section(fought: Fought) -> Section:
    rows = tuple(
        (
            luck.side,
            luck.measure,
            str(luck.dice),
            decimal(luck.expected, 1),
            str(luck.rolled),
            _signed(luck.rolled - luck.expected),
        )
        for luck in luck_of(fought)
    )
    columns = (
        Column("Side"),
        Column("Measure"),
        *(Column(c, "right") for c in ("Dice", "Expected", "Rolled", "Difference")),
    )
    return Section("Luck", (Table("Expected from the needed numbers, and rolled", columns, rows),))


def _signed(value: Fraction) -> str:
    return decimal(value, 1) if value < 0 else f"+{decimal(value, 1)}"
