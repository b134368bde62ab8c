"""The report of a battle: what stands in it, that its tables add up, and that no name can break its form."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.report import Entry, Listing, Node, Report, Roll, Section, Table, Text, walk
from flagplot.core.sources import Keyed
from flagplot.desk.arenas.fleets import demo_book
from flagplot.formats.writers import write
from flagplot.fta3.papers.forces import Scenario, Side
from flagplot.fta3.play.encounter import fight_all
from flagplot.fta3.play.fighting import Fought, fight_out
from flagplot.fta3.report.day_report import report_of
from flagplot.fta3.report.luck import luck_of
from flagplot.fta3.report.reporting import DEMONSTRATION, final_state, outcome
from flagplot.fta3.ruleset import FTA3


def reported(fought: Fought, remarks: Sequence[Text] = ()) -> Report:
    day = fight_all(fought.scenario, fought.standings, lambda _: fought.source)
    return report_of(day, FTA3.readings, ["banner"], [Text("opening")], remarks, [Text("closing")])


def section(node: Report | Section, title: str) -> Section:
    found = [child for child in node.children if isinstance(child, Section) and child.title == title]
    assert len(found) == 1, f"{title!r} stands {len(found)} times"
    return found[0]


def tables(node: Report | Node) -> list[Table]:
    return [each for each in walk(node) if isinstance(each, Table)]


def texts(node: Report | Node) -> list[str]:
    return [each.text for each in walk(node) if isinstance(each, Text)]


def rows(table: Table) -> Iterator[dict[str, str]]:
    names = [column.name for column in table.columns]
    return (dict(zip(names, row, strict=True)) for row in table.rows)


def test_the_sections_stand_in_the_order_in_which_they_are_read(varied: list[Fought]) -> None:
    for fought in varied:
        report = reported(fought)
        titles = [child.title for child in report.children if isinstance(child, Section)]
        ruled = ["Rulings of the moderator"] if fought.scenario.rulings else []
        rounds = [f"Round {number}" for number in range(1, fought.events[-1].round + 1)]
        assert titles == [
            *("Verdict", "Orders", *ruled, "Forces before and after", "Hit points by round", *rounds),
            *("Readings used", "Luck", "Dice"),
        ]
        assert report.title == fought.scenario.name
        assert isinstance(report.children[0], Text)
        assert report.children[0].text == "opening"
        assert report.children[-1] == Text("closing")


def test_only_an_invented_book_is_called_one(varied: list[Fought], fight, scenarios) -> None:
    assert reported(varied[0]).banner == ("banner",)
    text, _ = scenarios["Duel"]
    fought = fight(text, source=1, book=demo_book().text)
    assert reported(fought).banner == ("banner", DEMONSTRATION)


def test_every_event_is_told_once_in_its_round_with_its_rules(varied: list[Fought]) -> None:
    for fought in varied:
        report = reported(fought)
        told = []
        for number in range(1, fought.events[-1].round + 1):
            for step in section(report, f"Round {number}").children:
                assert isinstance(step, Section)
                told += [(number, step.title.lower(), entry) for entry in step.children]
        assert told == [
            (event.round, event.step, Entry(event.seq, event.text, event.citations)) for event in fought.events
        ]


def test_the_hit_point_tables_follow_the_damage_and_end_as_the_ships_ended(varied: list[Fought]) -> None:
    fates = Counter[str]()
    for fought in varied:
        state = final_state(fought)
        labels = fought.scenario.labels()
        last = fought.events[-1].round
        for s, table in enumerate(tables(section(reported(fought), "Hit points by round"))):
            assert table.caption == fought.scenario.sides[s].name
            assert [column.name for column in table.columns] == [
                "Ship",
                "Start",
                *(f"R{number}" for number in range(1, last + 1)),
            ]
            ships = [ship for ship in fought.scenario.sides[s].ships if ship.hp is not None]
            by_label = {row[0]: row[1:] for row in table.rows}
            assert sorted(by_label) == sorted(labels[ship.id] for ship in ships)
            for ship in ships:
                course = by_label[labels[ship.id]]
                hp, gone = ship.hp or 0, ""
                expected = [str(hp)]
                for number in range(1, last + 1):
                    for event in fought.events:
                        if event.round == number and event.facts.get("ship") == ship.id:
                            hp -= int(event.facts["damage"]) if event.kind == "damage" else 0
                            gone = {"killed": "killed", "withdrawal": "withdrew"}.get(event.kind, gone)
                            if event.kind == "disengage" and not event.facts["held"]:
                                gone = "withdrew"
                        elif event.round == number and event.kind == "force-withdrawal" and not gone:
                            mine = ship.id.startswith(f"{event.facts['owner']}/")
                            gone = "withdrew" if mine and ship.arrives <= number else gone
                    if number < ship.arrives or (gone in expected and gone):
                        expected.append("")
                    else:
                        expected.append(gone or str(hp))
                assert list(course) == expected
                fates[str(state[ship.id]["status"])] += 1
                shown = next(cell for cell in reversed(course) if cell)
                assert shown == {"killed": "killed", "withdrawn": "withdrew"}.get(
                    str(state[ship.id]["status"]), str(state[ship.id]["hp"])
                )
    assert set(fates) == {"active", "killed", "withdrawn", "absent"}


def test_the_losses_add_up(varied: list[Fought]) -> None:
    for fought in varied:
        (losses,) = tables(section(reported(fought), "Verdict"))
        state = final_state(fought)
        owners = [owner for _, owner in fought.scenario.owners()]
        assert [row["Owner"] for row in rows(losses)] == [owner.name for owner in owners]
        for owner, row in zip(owners, rows(losses), strict=True):
            number = {name: int(value) for name, value in row.items() if name not in ("Side", "Owner")}
            statuses = Counter(state[ship.id]["status"] for ship in owner.combatants)
            assert number["Ships"] == len(owner.ships) == number["Killed"] + number["Withdrawn"] + number["Left"]
            assert number["Killed"] == statuses["killed"]
            assert number["Withdrawn"] == statuses["withdrawn"]
            assert number["Weight"] == sum(ship.hull.weight for ship in owner.ships)
            assert number["Weight lost"] == sum(
                ship.hull.weight for ship in owner.combatants if state[ship.id]["status"] == "killed"
            )
            assert number["Fighters"] == sum(wing.number for wing in owner.wings)
            assert number["Fighters lost"] == sum(
                int(state[wing.id]["lost"]) + int(state[wing.id]["surrendered"]) for wing in owner.wings
            )


def test_the_forces_before_and_after_are_all_there(varied: list[Fought]) -> None:
    for fought in varied:
        state, labels = final_state(fought), fought.scenario.labels()
        forces = tables(section(reported(fought), "Forces before and after"))
        ships = [row for table in forces if "Hull" in [c.name for c in table.columns] for row in rows(table)]
        assert [row["Ship"] for row in ships] == [labels[s.id] for side in fought.scenario.sides for s in side.ships]
        by_label = {labels[ship.id]: ship for side in fought.scenario.sides for ship in side.ships}
        for row in ships:
            ship = by_label[row["Ship"]]
            if ship.hp is None:
                assert (row["HP before"], row["HP after"], row["After the battle"]) == ("", "", "no combatant")
                continue
            assert row["HP before"] == f"{ship.hp} of {ship.hull.hp}"
            assert row["HP after"] == str(state[ship.id]["hp"])
            status = state[ship.id]["status"]
            assert (row["After the battle"] == "killed") == (status == "killed")
            assert row["After the battle"].startswith("withdrawn, ") == (status == "withdrawn")
        for table in forces:
            if "Surrendered" in [c.name for c in table.columns]:
                for row in rows(table):
                    assert int(row["Before"]) == int(row["Lost"]) + int(row["Surrendered"]) + int(row["After"])


def test_ships_that_took_the_worst_are_left_to_the_moderator(varied: list[Fought]) -> None:
    seen = Counter[str]()
    for fought in varied:
        labels, state = fought.scenario.labels(), final_state(fought)
        told = texts(section(reported(fought), "Verdict"))
        for side in fought.scenario.sides:
            for ship in side.ships:
                mine = [line for line in told if line.startswith(f"{labels[ship.id]} ")]
                if ship.hp is None:
                    assert mine == [
                        f"{labels[ship.id]} has no hit points in the book; the moderator says what becomes of it."
                    ]
                    continue
                hp, most = int(state[ship.id]["hp"]), ship.hull.hp or 0
                status = state[ship.id]["status"]
                if status == "killed":
                    (killed,) = (e for e in fought.events if e.kind == "killed" and e.facts["ship"] == ship.id)
                    hulk = bool(killed.facts["critical"]) or Fraction(hp, most) <= Fraction(-6, 10)
                    assert ("hulked" in mine[0]) == hulk
                    seen["hulk" if hulk else "flight"] += 1
                # In the small form a ship that broke off owes nothing, however badly hurt.
                left = status == "withdrawn" and fought.scenario.form == "mass"
                near_dead = left and Fraction(hp, most) < Fraction(1, 10)
                assert len(mine) == (status == "killed" or near_dead)
                seen["near dead"] += near_dead
    assert min(seen[fate] for fate in ("hulk", "flight", "near dead")) > 0


def test_orders_are_echoed_and_those_unsent_are_named(varied: list[Fought]) -> None:
    for fought in varied:
        report = reported(fought, [Text("a remark")])
        orders = section(report, "Orders")
        assert isinstance(orders.children[0], Listing)
        assert texts(orders.children[0]) == ["a remark"]
        for _, owner in fought.scenario.owners():
            standing = fought.standings[owner.id]
            assert texts(section(orders, owner.name)) == list(standing.lines or ("plan defend",))
            unsent = f"{owner.name} sent no orders and fights by the plan 'defend'."
            assert (unsent in texts(section(report, "Verdict"))) == (not standing.sent)
    assert {standing.sent for fought in varied for standing in fought.standings.values()} == {True, False}


def test_rulings_are_shown_with_their_reasons(varied: list[Fought]) -> None:
    for fought in varied:
        if fought.scenario.name == "Coalition":
            assert texts(section(reported(fought), "Rulings of the moderator")) == [
                "+2 to hit for Red, rounds 1 to 2: a local pilot.",
                "-1 to hit for Nelson, the whole battle: a bent director.",
                "+3 to pierce for Swift, Spear, rounds 2 to 3: new shells.",
                "-20 to pierce for Ann's CA 1, Ann's CA 2, Nest, Ann's FF 1, FF 2, Tanker, Trader, the whole battle: "
                "wet powder.",
                "+2 to position for Blue, round 2: a beacon.",
                "-1 to position for Red, the whole battle: mist.",
                "Late to arrive in round 2: the long way round.",
            ]
        elif fought.scenario.name == "Base":
            assert texts(section(reported(fought), "Rulings of the moderator")) == [
                "+4 to hit for Keep, the whole battle: ranged beforehand.",
                "Rear to arrive in round 7: late as ever.",
                "The battle ends after round 6: the tide.",
                "The fighters of Blue fight to the bitter end: it is their home.",
            ]


def test_the_readings_in_force_are_listed_and_those_that_always_hold(varied: list[Fought]) -> None:
    for fought in varied:
        options, notes = tables(section(reported(fought), "Readings used"))
        assert [row["Reading"] for row in rows(options)] == list(fought.scenario.readings)
        for row in rows(options):
            reading = FTA3.readings[row["Reading"]]
            chosen = fought.scenario.readings[reading.id]
            assert row["No."] == reading.number
            assert row["Option"] == (f"{chosen} (default)" if chosen == reading.default else chosen)
            assert row["Meaning"] == reading.options[chosen]
        cited = {rule.id for event in fought.events for rule in event.rules}
        told = {row["Reading"]: row["Meaning"] for row in rows(notes)}
        for reading in FTA3.readings.values():
            bears = reading.is_note and bool(cited & set(reading.rules))
            assert (reading.id in told) == bears
            assert told.get(reading.id, reading.taken) == reading.taken
    assert {"dogfight-number", "standoff-bonuses", "pair-persistence"} <= set(told) | {
        row["Reading"] for fought in varied for row in rows(tables(section(reported(fought), "Readings used"))[1])
    }


def test_the_luck_table_shows_what_was_reckoned(varied: list[Fought]) -> None:
    for fought in varied:
        (table,) = tables(section(reported(fought), "Luck"))
        for row, luck in zip(rows(table), luck_of(fought), strict=True):
            assert (row["Side"], row["Measure"], row["Dice"]) == (luck.side, luck.measure, str(luck.dice))
            assert row["Rolled"] == str(luck.rolled)
            assert abs(Fraction(row["Expected"]) - luck.expected) <= Fraction(1, 20)
            assert abs(Fraction(row["Difference"]) - (luck.rolled - luck.expected)) <= Fraction(1, 20)
            assert row["Difference"][0] in "+-"


def test_the_dice_appendix_holds_every_die_with_purpose_rule_and_address(varied: list[Fought]) -> None:
    for fought in varied:
        rolls = [node for node in walk(section(reported(fought), "Dice")) if isinstance(node, Roll)]
        casts = [(event, cast) for event in fought.events for cast in event.casts]
        for roll, (event, cast) in zip(rolls, casts, strict=True):
            assert roll.round == event.round
            assert roll.faces == fought.source.faces(cast.draw)
            assert roll.citation == cast.citation
            assert roll.purpose.startswith(cast.purpose)
            assert roll.need == cast.need
            match = re.fullmatch(r"(\d+)\.(\d+)\.([01])\.(\d+)\+(\d+)", roll.address)
            assert match is not None
            assert tuple(map(int, match.groups())) == (*cast.draw.address, cast.draw.start)


def test_the_outcome_is_told_in_a_sentence_with_the_length_of_the_battle(varied: list[Fought]) -> None:
    for fought in varied:
        last = fought.events[-1].round
        assert outcome(fought).startswith("The battle is over")
        assert outcome(fought).endswith(f"It lasted {last} rounds." if last > 1 else "It lasted 1 round.")


AWKWARD = [
    "Pipe | in || it",
    "*Star* **strong** _under_ `tick` ``",
    "# Heading",
    "<b>html</b> & &amp;",
    "[link](http://example.org) ![image]",
    "💥 Étoile 🚀",
    "\u202eright to left\u202c",
    "שלום",
    "1. item",
    "- dash",
    "$math$ ~tilde~ \\back\\",
    "two\nlines\r\nand\ttabs",
    "bell \x07 and DEL \x7f and a lone half \ud800",
    "x" * 150,
]


def renamed(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """The scenario with these names for the battle, its sides, owners and ships, in turns."""
    turns = cycle(names)

    def side(old: Side, mark: str) -> Side:
        owners = tuple(
            replace(
                owner, name=next(turns) + mark, ships=tuple(replace(ship, name=next(turns)) for ship in owner.ships)
            )
            for owner in old.owners
        )
        return replace(old, name=next(turns) + mark, owners=owners)

    first, second = scenario.sides
    rulings = tuple(replace(ruling, reason=next(turns)) for ruling in scenario.rulings)
    return replace(scenario, name=names[0], sides=(side(first, " 1"), side(second, " 2")), rulings=rulings)


@pytest.fixture(scope="module")
def with_names(fight, scenarios) -> Callable[[Sequence[str]], Fought]:
    """Fights the coalition's battle under other names."""
    text, orders = scenarios["Coalition"]
    plain = fight(text, orders)

    def fought(names: Sequence[str]) -> Fought:
        return fight_out(renamed(replace(plain.scenario, round_limit=2), names), plain.standings, Keyed(1))

    return fought


def test_awkward_names_keep_their_letters_in_json(with_names) -> None:
    fought = with_names(AWKWARD[:-2])
    found = json.loads(write(reported(fought), "json"))["report"]
    told = json.dumps(found, ensure_ascii=False)
    assert found["title"] == AWKWARD[0]
    for name in AWKWARD[:-2]:
        assert json.dumps(name, ensure_ascii=False)[1:-1] in told


def test_awkward_names_break_no_markdown(with_names) -> None:
    report = reported(with_names(AWKWARD))
    lines = write(report, "markdown").splitlines()
    counted = columns = 0
    for line in lines:
        if not line.startswith("|"):
            columns = 0
            continue
        cells = len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) - 1
        columns = columns or cells
        assert cells == columns, line
        counted += 1
    assert counted == sum(2 + len(table.rows) for table in tables(report))
    sections = [node for node in walk(report) if isinstance(node, Section)]
    assert len([line for line in lines if re.match("#+ ", line)]) == 1 + len(sections)
    assert not any("<" in line.replace("\\<", "") for line in lines)


@pytest.mark.parametrize("width", [40, 60, 100, 120])
def test_awkward_names_stay_within_the_lines_of_text(with_names, width: int) -> None:
    text = write(reported(with_names(AWKWARD)), "text", width=width)
    assert max(map(len, text.splitlines())) <= width
    assert not UNSEEN.search(text)


UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@settings(max_examples=25)
@given(names=st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=5))
def test_no_name_breaks_a_report(with_names, names: list[str]) -> None:
    report = reported(with_names(names))
    text, markdown = write(report, "text", width=60), write(report, "markdown")
    assert max(map(len, text.split("\n"))) <= 60
    assert not UNSEEN.search(text)
    assert not UNSEEN.search(markdown)
    table_lines = [line for line in markdown.split("\n") if line.startswith("| ")]
    assert len(table_lines) >= sum(2 + len(table.rows) for table in tables(report))
    assert json.loads(write(report, "json"))["report"]["title"] == names[0]
