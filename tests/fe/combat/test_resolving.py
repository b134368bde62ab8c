"""What holds however an owner resolves his damage; and the settings that a battle asks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fe.combat.battles import kit

from flagplot.core.refusal import Faults, Refused
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.allocation import Carried, Way, carry_over, choices, craft_of, give_up, must_go_on, open_losses
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.settings import Settings, read_settings

SETTINGS = Settings(points_per_shift=1)


@st.composite
def forces(draw: st.DrawFn) -> tuple[Combatant, ...]:
    """A few ships, some with fighters, perhaps a carrier with escorts and a battle station."""
    found = []
    for number in range(draw(st.integers(1, 5))):
        defence, fighters = draw(st.integers(2, 12)), draw(st.sampled_from([0, 0, 3, 6]))
        escorts = number > 0 and draw(st.booleans())
        ship = {"id": f"s{number}", "defence": defence, "crippled_defence": (defence + 1) // 2, "fighters": fighters}
        ship |= {"craft": {"fighters": fighters}, "carrier": "s0" if escorts else ""}
        found.append(combatant(ship))
    if draw(st.booleans()):
        found.append(combatant({"id": "BATS", "category": "battle-station", "defence": 12, "crippled_defence": 6}))
    return tuple(found)


@given(forces(), st.integers(0, 120), st.data())
def test_every_way_of_giving_up_pays_exactly_and_stops_by_the_rule(
    force: tuple[Combatant, ...], damage: int, data: st.DataObject
) -> None:
    left, paid, before = Fraction(damage), Fraction(0), force
    while must_go_on(left, open_losses(force, frozenset(), SETTINGS)):
        open_now = choices(left, open_losses(force, frozenset(), SETTINGS))
        loss = data.draw(st.sampled_from(open_now))
        force, left, paid = give_up(force, loss), left - loss.points, paid + loss.points
        assert loss.way is not Way.DESTROY or loss.unit not in {each.id for each in force}
    assert left + paid == damage
    rest = open_losses(force, frozenset(), SETTINGS)
    if left > 0 and rest:
        assert 2 * left < min(loss.points for loss in rest)
    carried = carry_over(left, Carried(), force)
    assert (carried.minus and carried.plus) == 0
    assert carried.plus - carried.minus == (left if force else 0)
    assert sum(craft_of(force).values()) <= sum(craft_of(before).values())


@given(forces(), st.data())
def test_no_carrier_falls_before_its_escorts(force: tuple[Combatant, ...], data: st.DataObject) -> None:
    while force:
        loss = data.draw(st.sampled_from(open_losses(force, frozenset(), SETTINGS)))
        escorts = [each for each in force if each.carrier == loss.unit]
        if loss.way is Way.CRIPPLE:
            assert all(each.unit.crippled for each in escorts)
        elif loss.way is Way.DESTROY:
            assert not escorts
        force = give_up(force, loss)


def test_the_list_of_settings_gives_those_of_a_battle() -> None:
    faults = Faults()
    assert read_settings(kit.catalogue(), "settings", faults) == Settings(points_per_shift=2)
    faults.settle()


@pytest.mark.parametrize("value", ["", "a few", "1/0", "0"])
def test_a_setting_that_is_no_number_is_refused(value: str) -> None:
    faults = Faults()
    read_settings(kit.catalogue() | {"ew-points-per-shift": value}, "settings", faults)
    with pytest.raises(Refused, match="ew-points-per-shift"):
        faults.settle()
