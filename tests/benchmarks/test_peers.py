"""What stands beside the engine fights a fair battle, and exact answers agree."""

import pytest

from benchmarks import engine, peers


@pytest.mark.parametrize("attacks", [1, 5, 11])
def test_exact_volleys_are_those_of_icepool(attacks: int) -> None:
    assert peers.agrees(attacks)


def test_the_loop_and_the_batch_fight_by_one_rule() -> None:
    """As many dice a battle, within a few per cent."""
    battle = engine.example("10v10")
    sides = [peers.ships_of(battle, s) for s in range(2)]
    loop, batch = peers.in_plain_python(sides, 40) / 40, peers.in_numpy(sides, 1500) / 1500
    assert loop == pytest.approx(batch, rel=0.1)
