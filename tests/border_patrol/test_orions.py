"""The Orion Pirates' share: integers that are the exact floor, and the most that trying every number finds."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.border_patrol.options import options
from flagplot.border_patrol.orions.captures import most_transferred
from flagplot.border_patrol.orions.share import Share, check_share, coalition_cap, most_bought, share_of
from flagplot.border_patrol.purchases.orders import Host
from flagplot.core.refusal import Faults

AFTER, BEFORE = options(), options({"coalition-share": "before"})


def test_the_cap_is_the_exact_floor_of_three_tenths() -> None:
    for total in range(2000):
        assert coalition_cap(total) == floor(Fraction(3, 10) * total)


@given(st.integers(0, 60), st.integers(0, 30), st.integers(0, 30))
def test_the_most_that_may_be_bought_is_what_trying_finds(total: int, coalition: int, alliance: int) -> None:
    before = Share(total, min(total, coalition))

    def is_legal(number: int, chosen: dict[str, str]) -> bool:
        faults = Faults()
        check_share(before, Share(alliance + number, number), chosen, "paper", faults)
        return not faults.found

    for chosen in (AFTER, BEFORE):
        tried = [number for number in range(60) if is_legal(number, dict(chosen))]
        assert max(tried) == most_bought(before, alliance, chosen)
        assert tried == list(range(max(tried) + 1))
    legal = [n for n in range(1, 60) if before.coalition + n <= (3 * (before.total + alliance + n)) // 10]
    assert most_bought(before, alliance, AFTER) == max(legal, default=0)


@given(st.integers(0, 40), st.integers(0, 20), st.integers(1, 20))
def test_as_many_alliance_fighters_as_the_refusal_names_make_it_legal(total: int, coalition: int, bought: int) -> None:
    before, faults = Share(total, min(total, coalition)), Faults()
    check_share(before, Share(bought, bought), AFTER, "paper", faults)
    if faults.found:
        more = int(faults.found[0].mend.split(", or ")[1].split()[0])
        for extra, refused in ((more, False), (more - 1, True)):
            again = Faults()
            check_share(before, Share(bought + extra, bought), AFTER, "paper", again)
            assert bool(again.found) == refused


@given(st.permutations(["a", "b", "klingon", "c"]), st.data())
def test_the_share_does_not_depend_on_the_order_of_hosts(models: list[str], data: st.DataObject) -> None:
    hosts = [Host(id=model, aboard={model: data.draw(st.integers(0, 9))}) for model in models]
    assert share_of(hosts, {"klingon"}, AFTER) == share_of(sorted(hosts, key=lambda h: h.id), {"klingon"}, AFTER)


@pytest.mark.parametrize("option", ["captured", "receiving"])
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_never_more_are_taken_than_are_intact_nor_any_without_a_bay(
    option: str, bays: int, intact: int, receiving: int
) -> None:
    most = most_transferred(bays, intact, receiving, options({"captured-bays": option}))
    assert most <= intact
    assert most == 0 or bays > 0
    assert most <= (bays if option == "captured" else receiving)
