"""What the steps up to the roll do in a battle: approach, battle forces, intensity, electronic warfare, damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Modifier, Part
from flagplot.core.refusal import Faults
from flagplot.fe.combat.allocation import craft_of, less_minus, with_plus
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts import damage, intensity
from flagplot.fe.combat.force import BattleForce
from flagplot.fe.combat.group import unattached
from flagplot.fe.combat.potential import Addend, addends, ew_shift, in_all
from flagplot.fe.combat.specials import chooses_last
from flagplot.fe.sequence import combat_phase


def offer_approach(table: Table) -> Play:
    """5-2A2: the approach battle is offered in the first round, and later if the attacker likes."""
    field = table.field
    if field.number == 1:
        field.offered = True
    else:
        wanted = field.camps[ATTACKER].entrant.instructions.offer_approach
        ask = choices.yes_or_no(
            field,
            "5-2A2",
            ATTACKER,
            "offer an approach battle",
            ("302.22",),
            wanted,
            "away from the base",
            "at the base",
        )
        field.offered = (yield ask) == "yes"
    if field.offered:
        table.tell("approach-offered", f"{table.name(ATTACKER)} offers an approach battle")


def accept_approach(table: Table) -> Play:
    """5-2A3: the defender fights away from his base, or at it."""
    field = table.field
    if field.away(DEFENDER):
        wanted = field.camps[DEFENDER].entrant.instructions.accept_approach
        yes, no = "the base takes no part", "at the base"
        what, rules = "accept the approach battle", ("302.22",)
        ask = choices.yes_or_no(field, "5-2A3", DEFENDER, what, rules, wanted, yes, no)
        field.accepted = (yield ask) == "yes"
    field.declined_approach = not field.accepted
    word = "accepts" if field.accepted else "declines"
    table.tell(f"approach-{word}", f"{table.name(DEFENDER)} {word} the approach battle")


def stay_at_base(table: Table) -> Play:
    """5-2B1: the attacker may leave before combat at the base."""
    field = table.field
    attacker = field.camps[ATTACKER]
    wanted = attacker.entrant.instructions.stay_at_base
    ask = choices.yes_or_no(
        field,
        "5-2B1",
        ATTACKER,
        "fight at the base",
        ("302.23",),
        wanted,
        "the base takes part",
        "retreat before combat",
        first="yes",
    )
    if (yield ask) == "no":
        field.declined_base = attacker.retreats = True
        table.tell("base-declined", f"{attacker.entrant.name} retreats before combat at the base")


def begin(table: Table) -> Play:
    """5-3B: what was chosen for the last round is void."""
    for camp in table.field.camps:
        camp.force = None
        camp.forget_round()
    yield from ()


def fighting_retreat(table: Table) -> Play:
    """5-3X1: the intensities of a fighting retreat, which weapons ask for too, and the rows that they come to."""
    field = table.field
    retreater = field.setup.fighting_retreat
    assert retreater is not None
    rows = intensity.fighting_retreat_rows(field.setup.options)
    field.camps[retreater].intensity, field.camps[1 - retreater].intensity = intensity.RETREATS, intensity.BLOCKS
    for side, row in ((retreater, rows[0]), (1 - retreater, rows[1])):
        field.camps[side].row_parts = [("fighting retreat", row, "302.772")]
        table.tell("row", f"{table.name(side)} reads row {row}", "302.772", side=side, row=row)
    yield from ()


def choose_intensity(table: Table) -> Play:
    """5-3X2: the intensities, sealed; their sum is the row of both."""
    field = table.field
    asks = (choices.intensity(field, side) for side in (ATTACKER, DEFENDER))
    for camp, answer in zip(field.camps, (yield from table.sealed(asks)), strict=True):
        camp.intensity = int(str(answer))
    for camp in field.camps:
        camp.row_parts = [(f"intensity of {each.entrant.name}", each.intensity, "304.1") for each in field.camps]
    field.non_ship_rounds += field.against_non_ships


def roll_variable(table: Table) -> Play:
    """5-3X4: the variable intensity, rolled before anything is fought or in each round, as the table has set."""
    field = table.field
    casts: tuple[Cast, ...] = ()
    if not field.variable_rolled or field.setup.settings.variable_each_round:
        die, cast = table.narrator.roll(
            field.round, Phase.VARIABLE, 0, field.setup.hex, "variable intensity", "both sides", Citation("fe", "304.3")
        )
        field.variable, field.variable_rolled, casts = intensity.variable_intensity(die), True, (cast,)
    told = f"the variable intensity {'is' if casts else 'stays'} {field.variable:+d}"
    table.tell("variable-intensity", told, casts=casts, adds=field.variable)
    for camp in field.camps:
        camp.row_parts.append(("variable intensity", field.variable, "304.3"))
    yield from ()


def choose_warfare(table: Table) -> Play:
    """5-4A2: electronic warfare of bases and scouts, sealed, and the shift."""
    yield from choose_points(table)
    tell_shifts(table)


def choose_points(table: Table, *, last: bool = False) -> Play:
    """What each base and each scout puts into electronic warfare, sealed; or those that choose ``last``."""
    field, step = table.field, "5-4A4" if last else "5-4A2"
    there = [(side, each) for side, camp in enumerate(field.camps) for each in camp.line]
    wanted = [
        (side, each, choices.warfare_of(field, side, each, step))
        for side, each in there
        if chooses_last(each.unit) == last
    ]
    asked = [(side, each, ask) for side, each, ask in wanted if ask is not None]
    answers = yield from table.sealed(ask for _, _, ask in asked)
    for (side, each, _), answer in zip(asked, answers, strict=True):
        field.camps[side].ew[each.id] = int(str(answer))


def tell_shifts(table: Table) -> None:
    """Reckon the shift of both sides from the electronic warfare that they have now."""
    field = table.field
    totals = [camp.warfare for camp in field.camps]
    for side, camp in enumerate(field.camps):
        camp.shift = ew_shift(totals[side], totals[1 - side], field.setup.settings)
        told = f"{table.name(side)} has {totals[side]} points of electronic warfare: a shift of {camp.shift}"
        table.tell("shift", told, "308.51", side=side, points=totals[side], shift=camp.shift)


def reckon_potential(table: Table) -> Play:
    """5-4C: the combat potentials."""
    field = table.field
    for side, camp in enumerate(field.camps):
        faults = Faults()
        assert camp.force is not None
        found = addends(awake(camp), camp.ew, field.setup.options, field.setup.settings, table.name(side), faults)
        faults.settle()
        camp.potential = in_all(found)
        table.tell(
            "potential",
            f"{table.name(side)} has {camp.potential} points of combat potential",
            "302.4/potential",
            parts=parts_of(found),
            side=side,
            potential=str(camp.potential),
        )
    yield from ()


def parts_of(found: Iterable[Addend]) -> tuple[Part, ...]:
    """Parts of a combat potential as an event tells them."""
    return tuple(Part(part.name, str(part.factors), Citation("fe", part.rule)) for part in found)


def roll_damage(table: Table) -> Play:
    """5-4C3 and 5-4C4: each side's die, result, percentage and damage on the other."""
    field = table.field
    for side, camp in enumerate(field.camps):
        die, cast = table.narrator.roll(
            field.round, Phase.DAMAGE, side, field.setup.hex, "damage", table.name(side), Citation("fe", "302.4/result")
        )
        row = camp.row + int(camp.changes.get("row", 0))
        bonus = sum(value for value, _ in camp.bonuses.values())
        result = damage.result_of(row, die, camp.shift + bonus, field.setup.options)
        share = damage.percent(result, field.setup.options)
        potential = camp.potential + camp.changes.get("potential", Fraction(0))
        scored = damage.points(potential, share, field.setup.options)
        enemy = field.camps[1 - side]
        enemy.incoming = Fraction(max(scored + int(camp.changes.get("damage", 0)), 0))
        read = f"{table.name(side)} reads result {result}, {in_percent(share)} of {potential}"
        told = f"{read}: {enemy.incoming} points of damage"
        parts = [Modifier("row", row, Citation("fe", "304.1")), Modifier("shift", camp.shift, Citation("fe", "308.51"))]
        parts += [Modifier(name, value, Citation("fe", rule)) for name, (value, rule) in camp.bonuses.items()]
        table.tell(
            "damage",
            told,
            "302.4/percent",
            "302.4/points",
            casts=(cast,),
            modifiers=tuple(parts),
            parts=row_parts(table, side),
            side=side,
            result=result,
            points=int(enemy.incoming),
        )
    yield from ()


def row_parts(table: Table, side: int) -> tuple[Part, ...]:
    """What the row of a side is the sum of."""
    camp = table.field.camps[side]
    changed = int(camp.changes.get("row", 0))
    entered = (Part("entered by hand", f"{changed:+d}", Citation("fe", "302.4/result")),) if changed else ()
    return tuple(Part(name, f"{value:+d}", Citation("fe", rule)) for name, value, rule in camp.row_parts) + entered


def awake(camp: Camp) -> BattleForce:
    """The battle force without the units that are frozen, and without their craft."""
    assert camp.force is not None
    line = unattached([each for each in camp.line if each.id not in camp.frozen])
    return replace(camp.force, units=line, craft=craft_of(line))


def in_percent(share: Fraction) -> str:
    """A share in percent, such as 32.5 %."""
    tenths = share * 1000
    whole, rest = divmod(int(tenths), 10)
    return f"{whole}.{rest} %" if rest else f"{whole} %"


def take_minus(table: Table) -> Play:
    """5-4E: points that a side over-paid come off its damage."""
    for side, camp in enumerate(table.field.camps):
        before = camp.incoming
        if camp.carried.minus and before:
            camp.incoming, camp.carried = less_minus(int(before), camp.carried)
            told = f"{table.name(side)} over-paid {before - camp.incoming}: {camp.incoming} points are left"
            table.tell("minus-points", told, "308.2/minus", side=side, points=str(camp.incoming))
    yield from ()


def add_plus(table: Table) -> Play:
    """5-5D: points that a side still owes come on top."""
    for side, camp in enumerate(table.field.camps):
        if camp.carried.plus:
            owed = camp.carried.plus
            camp.incoming, camp.carried = with_plus(camp.incoming, camp.carried)
            told = f"{table.name(side)} still owes {owed}: {camp.incoming} points are to be resolved"
            table.tell("plus-points", told, "308.2/plus", side=side, points=str(camp.incoming))
    yield from ()


def is_late(step: str) -> bool:
    """Whether a step stands behind the reckoning of damage, so that an entry there can change the damage alone."""
    sequence = combat_phase()
    return sequence.place(step) > sequence.place("5-4C4")


def enter_by_hand(table: Table) -> Play:
    """A step by hand: what the table has entered for it."""
    field, found = table.field, False
    for entry in field.setup.entries:
        if (entry.round, entry.step) == (field.round, table.step.id):
            found = True
            camp, enemy = field.camps[entry.side], field.camps[1 - entry.side]
            if is_late(entry.step):
                enemy.incoming = max(enemy.incoming + entry.change, Fraction(0))
            else:
                camp.changes[entry.what] = camp.changes.get(entry.what, Fraction(0)) + entry.change
            sign = "+" if entry.change >= 0 else ""
            told = f"{table.name(entry.side)}: {entry.what} {sign}{entry.change}, {entry.reason}"
            table.tell("by-hand", told, side=entry.side, what=entry.what, change=str(entry.change))
    if not found:
        table.tell("by-hand", f"{table.step.title}: nothing is entered")
    yield from ()


BEFORE_DAMAGE: dict[str, Callable[[Table], Play]] = {
    "5-2A2": offer_approach,
    "5-2A3": accept_approach,
    "5-2B1": stay_at_base,
    "5-3B": begin,
    "5-3X1": fighting_retreat,
    "5-3X2": choose_intensity,
    "5-3X4": roll_variable,
    "5-4A2": choose_warfare,
    "5-4C": reckon_potential,
    "5-4C4": roll_damage,
    "5-4E": take_minus,
    "5-5D": add_plus,
}
