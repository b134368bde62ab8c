"""Scenarios, ground books, orders and entries of ground wars: what is refused, and with what gap and mend."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flagplot.core.refusal import Refusal, Refused
from flagplot.fta3.ground.docket import GroundDocket

Opened = Callable[..., GroundDocket]
War = Callable[..., str]

A, B, C = "A: interface, brigade", "B: mobile infantry, brigade", "C: armored, battalion"
HEADINGS = "name,type,size,tl,traits,node,raised,parent,paid,formation,lost,exhausted,elite,keywords\n"


def refusals(opened: Opened, *args: object, **more: object) -> list[Refusal]:
    with pytest.raises(Refused) as caught:
        opened(*args, **more)
    return list(caught.value.refusals)


def only(opened: Opened, *args: object, **more: object) -> Refusal:
    found = refusals(opened, *args, **more)
    assert len(found) == 1, "\n".join(map(str, found))
    return found[0]


def test_a_unit_in_two_forces(opened: Opened, war: War) -> None:
    found = only(opened, war("A, C", "B, C", A, B, C))
    assert (found.code, str(found.citation)) == ("unit-in-two-forces", "fta3 ground/mustering")
    assert "'C' is in the forces of both Red and Blue" in found.message
    assert found.mend


def test_a_unit_that_is_named_twice_on_one_side(opened: Opened, war: War) -> None:
    assert only(opened, war("A, A", "B", A, B)).code == "unit-in-two-forces"


def test_a_landing_without_transports_names_what_can_land(opened: Opened, war: War) -> None:
    has = "".join(
        f'[[side.transport]]\nname = "{name}"\nunits = "{unit}"\nfate = "{fate}"\n'
        for name, unit, fate in (("Guam", "A", "here"), ("Inchon", "D", "elsewhere"))
    )
    text = war("A, C, D", "B", A, B, C, "D: armored, division", red_has=has)
    found = only(opened, text, {"Red": "land A, C"})
    assert (found.code, found.gap) == ("no-transport", "transports for 1 battalion missing")
    assert found.mend == "Land A."
    assert str(found.citation) == "fta3 ground/transport"
    found = only(opened, text, {"Red": "land D from 3"})
    assert (found.code, found.gap) == ("no-transport", "transports for 9 battalions missing")
    assert "'Inchon' is elsewhere" in found.message


def test_a_unit_aboard_two_transports(opened: Opened, war: War) -> None:
    has = "".join(f'[[side.transport]]\nname = "{name}"\nunits = "A"\n' for name in ("Guam", "Inchon"))
    assert only(opened, war("A", "B", A, B, red_has=has)).code == "two-transports"


@pytest.mark.parametrize(
    ("rows", "code", "gap"),
    [
        (
            "X,armored,brigade,,,,division,Old,,,,,,\nY,armored,brigade,,,,division,Old,,,,,,\n",
            "parts-do-not-add-up",
            "3 battalions missing",
        ),
        ("X,armored,division,,,,division,Old,,,,,,\n", "half-broken", ""),
        ("X,armored,brigade,,,,division,,,,,,,\n", "half-broken", ""),
        ('X,armored,brigade,,"fast, mash, engineers",,,,,,,,,\n', "too-many-traits", "1 too many"),
        ("X,armored,brigade,,breakthrough,,,,,,,,,\n", "double-trait", ""),
        ("X,armored,brigade,,enginers,,,,,,,,,\n", "unknown-trait", ""),
        ("X,armored,brigade,,garrison,,,,,,,,,\n", "no-node", ""),
        ("X,armored,brigade,,,,,,,,4,,,\n", "too-many-lost", "1 too many"),
        ("X,armored,brigade,7,,,,,,,,,,\n", "too-high", "1 too high"),
        ("X,armour,brigade,,,,,,,,,,,\n", "unknown-choice", ""),
        ("X,armored,brigade,,,,,,,,,,,\nX!,armored,brigade,,,,,,,,,,,\n", "double-unit", ""),
    ],
)
def test_rows_of_a_ground_book(opened: Opened, war: War, rows: str, code: str, gap: str) -> None:
    army = f"{HEADINGS}A,interface,battalion,,,,,,,,,,,\n{rows}"
    text = war("A", "X").replace('book = "cases"', 'book = "cases"\narmy = "army.csv"')
    found = refusals(opened, text, army=army)
    assert code in {each.code for each in found}
    assert gap in {each.gap for each in found if each.code == code}
    assert all(each.where.startswith(("army.csv", "war.toml")) for each in found)


def test_a_ground_book_as_a_sheet_and_as_rows_of_the_scenario_say_the_same(opened: Opened, war: War) -> None:
    sheet = f'{HEADINGS}A,interface,brigade,4,"fast, mash",,,,,,1,1,,\nB,mobile infantry,brigade,,,,,,,,,,,\n'
    one = opened(war("A", "B"), army=sheet).scenario
    rows = war("A", "B", "A: interface, brigade, fast, mash", B).replace(
        'name = "A"\n', 'name = "A"\ntl = 4\nlost = 1\nexhausted = 1\n'
    )
    two = opened(rows).scenario

    def told(unit: object) -> dict[str, object]:
        return {name: value for name, value in vars(unit).items() if name != "where"}

    assert [told(u) for s in one.sides for u in s.units] == [told(u) for s in two.sides for u in s.units]


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("priority hihg", "unknown-word"),
        ("bombard perhaps", "unknown-word"),
        ("commit 101%", "no-number"),
        ("interdict some", "no-number"),
        ("land Z", "unknown-unit"),
        ("land", "no-unit"),
        ("land A, A", "named-twice"),
        ("breach A", "unknown-unit"),
        ("offer B", "unknown-unit"),
        ("priority low\npriority high", "ordered-twice"),
        ("priority low from 0", "no-quarter"),
        ("prioriti low", "misspelt-verb"),
        ("attack B", "no-verb"),
    ],
)
def test_orders_that_are_refused(opened: Opened, war: War, orders: str, code: str) -> None:
    found = refusals(opened, war("A", "B", A, B), {"Red": orders})
    assert code in {each.code for each in found}
    assert all(each.where.startswith("Red.txt, line ") and each.mend for each in found)


def test_orders_hold_from_the_quarter_that_they_name(opened: Opened, war: War) -> None:
    docket = opened(
        war("A, C", "B", A, B, C), {"Red": "priority high\nPriority LOW from 3\nland C\nland all from 2\ncommit 50 %"}
    )
    orders = docket.orders["red"]
    assert [orders.priority(q) for q in (1, 2, 3, 9)] == ["high", "high", "low", "low"]
    assert [orders.lands("a", q) for q in (1, 2)] == [False, True]
    assert orders.commits(1) == 50
    assert orders.lines == ("priority high", "priority low from 3", "land C", "land all from 2", "commit 50%")


def test_the_digest_of_the_orders_does_not_see_their_order_or_spelling(opened: Opened, war: War) -> None:
    one = opened(war("A", "B", A, B), {"Red": "priority high\nland A"})
    two = opened(war("A", "B", A, B), {"Red": "LAND: a\n\nPriority   High"})
    three = opened(war("A", "B", A, B), {"Red": "priority low\nland A"})
    assert one.orders_digest == two.orders_digest != three.orders_digest


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("after 1: perhaps", "strange-entry"),
        ("after 1: Red withdraws", "strange-entry"),
        ("after 1: Green withdraws: tired", "strange-entry"),
        ("after one: continue", "strange-entry"),
        ("morale A 5: too good", "strange-entry"),
        ("morale Z 3: who?", "unknown-unit"),
        ("plan Green +1: who?", "unknown-side"),
        ("trait fast: no", "unknown-trait"),
        ("guess 3: no", "no-verb"),
        ("after 1: continue\nafter 1: continue", "entered-twice"),
    ],
)
def test_entries_that_are_refused(opened: Opened, war: War, line: str, code: str) -> None:
    found = only(opened, war("A", "B", A, B, head=f'entries = """\n{line}\n"""'))
    assert found.code == code
    assert found.where.startswith("war.toml, entries, line ")


@pytest.mark.parametrize(
    "line", ["quality A 4: they feel like it", "keyword A: none", "trait science: none", "supply assault: none"]
)
def test_what_nothing_asks_for_cannot_be_entered(opened: Opened, war: War, line: str) -> None:
    found = only(opened, war("A", "B", A, B, head=f'entries = """\n{line}\n"""'))
    assert found.code == "not-asked"
    assert found.citation is not None


def test_an_attackers_wings_need_hangars(opened: Opened, war: War) -> None:
    found = only(opened, war("A", "B", A, B, red_has='ships = "1 HC"\nfighters = "10 TL5, 5 TL4"'))
    assert (found.code, found.gap) == ("no-hangars", "3 hangars short")
    assert found.mend == "Bring 12 wings, or list the ships that carry them."
    opened(war("A", "B", A, B, blue_has='fighters = "15 TL5"'))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('role = "attacker"', 'role = "invader"', "unknown-role"),
        ('role = "attacker"', "", "missing-field"),
        ('role = "defender"', 'role = "attacker"', "two-attackers"),
        ('name = "Red"', 'name = "Blue"', "double-side"),
        ('units = "A"', 'units = "Z"', "unknown-unit"),
        ('units = "A"', 'units = ""', "no-units"),
        ('units = "A"\n', "", "no-units"),
        ('battle = "ground"', 'battle = "ground"\nquarters = 9999', "too-many-quarters"),
        ('battle = "ground"', 'battle = "ground"\nweather = "bad"', "unknown-field"),
        ('battle = "ground"', 'battle = "ground"\nci = 0', "wrong-kind"),
        ('book = "cases"\n', 'book = "cases"\n[readings]\nbreakthrough = "both"\n', "unknown-option"),
        ('type = "interface"', 'type = "interface"\nspeed = 3', "unknown-column"),
    ],
)
def test_scenarios_that_are_refused(opened: Opened, war: War, old: str, new: str, code: str) -> None:
    text = war("A", "B", A, B)
    assert old in text
    found = refusals(opened, text.replace(old, new, 1))
    assert code in {each.code for each in found}, found


def test_one_side_alone_is_no_war(opened: Opened, war: War) -> None:
    text = war("A", "B", A, B)
    cut = text[: text.index('[[side]]\nname = "Blue"')]
    assert "not-two-sides" in {each.code for each in refusals(opened, cut)}


@pytest.mark.parametrize(
    "junk", ["units = 5", "units = [1]", "units = [[]]", "units = {}", "transport = 3", "fighters = 9", "ships = 7"]
)
def test_values_of_the_wrong_kind_are_faults_and_no_tracebacks(opened: Opened, war: War, junk: str) -> None:
    key = junk.partition(" ")[0]
    text = war("A", "B", A, B)
    text = (
        text.replace('units = "A"', junk, 1)
        if key == "units"
        else text.replace('role = "attacker"', f'role = "attacker"\n{junk}', 1)
    )
    assert refusals(opened, text)
