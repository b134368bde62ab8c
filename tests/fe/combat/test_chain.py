"""The chain of tables and loops against the plain one: the same ends with the same chances, in every kind of battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.fe.combat.covered import EVERY, carriers, rolled_anew, to_the_end
from tests.fe.combat.plain_chain import plain_chances

from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances import Odds, UncoveredError, battle_chances
from flagplot.fe.combat.chances import chain as chains
from flagplot.fe.combat.chances import kernel as k
from flagplot.fe.combat.chances import room as rooms


def told(odds: Odds) -> dict[tuple[object, ...], Fraction]:
    """The ends as the plain chain has them."""
    found = Counter[tuple[object, ...]]()
    for end, chance in odds.ends:
        found[end.round, end.left[0].key, end.left[1].key, *end.retreats] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", EVERY)
def test_tables_and_loops_come_to_what_the_plain_chain_does(make: Callable[[], Setup]) -> None:
    plain = plain_chances(make())
    assert told(battle_chances(make())) == plain
    assert told(battle_chances(make())) == plain, "with tables that are filled already"


def test_little_room_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told(chains.Chain(carriers()).battle())
    monkeypatch.setattr(rooms, "SPARE_BITS", 11)
    monkeypatch.setattr(chains, "ENDS_A_PAIR", 0)
    seen = set()
    run = chains.compiled()

    def watched(board: k.Board, counters: Any) -> int:
        reason = run(board, counters)
        seen.add(reason)
        return reason

    monkeypatch.setattr(chains, "compiled", lambda: watched)
    assert told(chains.Chain(carriers()).battle()) == plain
    assert seen == {k.OVER, k.LACKING, k.FULL, k.WIDE}


def test_the_interpreted_loops_are_the_compiled_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = told(chains.Chain(rolled_anew()).battle())
    monkeypatch.setattr(chains, "compiled", lambda: k.run)
    assert told(chains.Chain(rolled_anew()).battle()) == compiled


def test_working_space_is_left_empty() -> None:
    chain = chains.Chain(to_the_end())
    chain.battle()
    assert {1, 2} <= set(chain._boards)
    assert not any(np.any(board.room.cells) for board in chain._boards.values())


def test_what_is_not_covered_leaves_the_tables_whole() -> None:
    setup = carriers()
    attacker = replace(setup.sides[0], instructions=replace(setup.sides[0].instructions, losses=("ca-1",)))
    open_ = replace(setup, sides=(attacker, setup.sides[1]))
    for _ in range(2):
        with pytest.raises(UncoveredError, match="does not tell what to give up"):
            battle_chances(open_)


def test_the_sums_that_odds_tell_are_those_of_their_ends() -> None:
    odds = battle_chances(to_the_end())
    rounds, fates = Counter[int](), Counter[str]()
    for end, chance in odds.ends:
        rounds[end.round] += chance  # type: ignore[assignment]
        alive = [each for each in end.left[0].units if each.id == "a-1"]
        fates["destroyed" if not alive else "crippled" if alive[0].unit.crippled else "whole"] += chance  # type: ignore
    assert odds.rounds() == rounds
    assert {fate: odds.chance(0, "a-1", fate) for fate in fates} == fates
    assert sum(odds.states(1).values()) == 1
