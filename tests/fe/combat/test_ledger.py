"""The ledger of a battle, added up by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.fe.combat.battles import kit
from tests.fe.combat.battles.collection import played

from flagplot.core.report import Table
from flagplot.fe.combat.battle.ledger import account, losses
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.prices import in_points


def rows(table: Table, side: str) -> dict[str, tuple[str, ...]]:
    """The rows of a side, by their second cell and all between that and the last."""
    return {row[1]: row[2:] for row in table.rows if row[0] == side}


def test_a_unit_is_paid_for_once_by_what_it_came_to_last() -> None:
    """Three cruisers of 8 with their hull alone; a commando ship has no price; two cripples of four repair points."""
    battle = played("prizes")
    mine = [row for row in losses(battle).rows if row[1] == "d-1"]
    assert [(row[2], row[4]) for row in mine] == [("crippled", ""), ("destroyed", "8")]
    assert rows(account(battle), "Klingon") == {
        "units": ("3", "16 and 1 not in the data"),
        "cripples": ("2", "4"),
        "salvage": ("2", "-3.2"),
        "in all": ("", "16.8 and 1 not in the data"),
        "ships taken: ff-1": ("1", ""),
    }


def test_craft_cost_by_what_bore_them_and_battalions_are_not_in_the_data() -> None:
    """Twelve factors of defense units at a half; a planet devastated and taken once."""
    found = rows(account(played("planet")), "Hydran")
    assert found["craft"] == ("12", "6")
    assert found["units"] == ("3", "not in the data")
    # Six factors on the last battalion and the carrier's five at two points each: none of the carrier's was lost.
    assert rows(account(played("two_planets")), "Hydran")["craft"] == ("11", "5.5")


def test_what_is_spent_is_in_the_account() -> None:
    """One battalion bought at a point, three battalions lost: two of counters without a price, and steps of a base."""
    found = rows(account(played("assault_on_base")), "Klingon")
    assert found["GCE"] == ("1", "1")
    assert found["ground troops"] == ("2", "not in the data")
    assert rows(account(played("mended_station")), "Kzinti")["repair"] == ("4", "4")
    assert rows(account(played("mended_station")), "Kzinti")["steps of bases"] == ("1", "not in the data")


def test_steps_are_priced_where_the_table_has_set_their_points() -> None:
    base = kit.combatant({"id": "SB", **kit.STARBASE, "sids": 2})
    attacker = kit.side("A", kit.ships("a", 1, kit.CRUISER), stay_at_base=True, retreat_after=1)
    settings = kit.PLAIN._replace(step_repair=3)
    battle = kit.battle(attacker, kit.side("B", [base]), kit.dice([3], (1, 1)), settings=settings)
    assert battle.next_decision() is None
    assert rows(account(battle), "B")["steps of bases"] == ("2", "3")


def test_a_scuttled_carrier_takes_its_fighters_with_it() -> None:
    carrier = kit.combatant({"id": "cv", **kit.CARRIER})
    defender = kit.side(
        "B", [carrier, *kit.ships("b", 2, kit.CRUISER)], scuttle=("cv",), scuttle_after=1, retreat_after=1
    )
    battle: HexBattle = kit.battle(kit.side("A", kit.ships("a", 1, kit.CRUISER)), defender, kit.dice([3], (1, 1)))
    assert battle.next_decision() is None
    assert rows(account(battle), "B")["craft"] == ("6", "12")


@pytest.mark.parametrize(
    ("price", "told"),
    [(Fraction(8), "8"), (Fraction(84, 5), "16.8"), (Fraction(1, 20), "0.05"), (Fraction(1, 3), "1/3")],
)
def test_points_are_told_in_decimals_where_those_tell_all(price: Fraction, told: str) -> None:
    assert in_points(price) == told
