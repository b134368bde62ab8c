"""One aftermath for a day of several engagements, and for one on which nobody met."""

from __future__ import annotations

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.desk.battle import Papers, Verdict, adjudicate
from flagplot.desk.verify import verify

SECRET = bytes(range(32))
BOOK = """\
code,size,weight,hp,cost,di,speed,attacks,weapon,avoidance,protection
FF,escort,5,30,90,20,3,3x5,direct,14,11
CA,cruiser,10,60,175,50,2,6x9,direct,6,6
TG,other,4,12,50,10,1,,,2,6
"""
SCENARIO = """\
name = "Convoy"
battle = "mobile"
rounds = 3
book = "book.csv"
rulings = '''
{rulings}
'''
[[side]]
name = "Red"
ships = '''
2 FF Swift, Sure
2 CA Kent, York
'''
[[side]]
name = "Blue"
ships = '''
1 CA Guard
2 TG Tow, Tug
'''
"""
RED = "plan press\nelement Hunters at 3 chase: FF"
BLUE = "plan last-stand\nelement Train at 1 avoid: Tow, Tug"
WEEKS = 'transit-weeks 2 because "so"'


def fought(*lines: str, red: str = RED, blue: str = BLUE, rulings: str = WEEKS) -> Verdict:
    posts = tuple(
        Paper(f"{name}.txt", f"ORDERS OF {name}\n{text}\nEND OF ORDERS\n")
        for name, text in (("Red", red), ("Blue", blue))
    )
    after = (Paper("after.txt", "\n".join(["ORDERS OF Red", *lines, "END OF ORDERS"])),) if lines else ()
    scenario = Paper("convoy.toml", SCENARIO.format(rulings=rulings))
    return adjudicate(Papers(scenario, Paper("book.csv", BOOK), posts, aftermath=after), SECRET)


@pytest.fixture(scope="module")
def day() -> Verdict:
    return fought("let-go others")


def test_killed_ships_of_every_engagement_have_one_aftermath(day: Verdict) -> None:
    assert len(day.encounter.fights) == 2
    killed = [{event.facts["ship"] for event in each.events if event.kind == "killed"} for each in day.encounter.fights]
    assert all(killed), "each engagement should have its dead"
    told = {event.facts.get("ship") for event in day.encounter.aftermath.events}
    assert killed[0] | killed[1] <= told
    assert all(sample == 0 for event, _, _, sample in day.encounter.casts() if event in day.encounter.aftermath.events)


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_its_report_holds(day: Verdict, form) -> None:
    assert verify(day.write(form), "report").holds


def test_no_address_is_asked_twice(day: Verdict) -> None:
    seen: set[tuple[object, ...]] = set()
    for _, cast, _, sample in day.encounter.casts():
        for n in range(cast.draw.start, cast.draw.start + cast.draw.n):
            assert (sample, cast.draw.address, n) not in seen
            seen.add((sample, cast.draw.address, n))


def test_who_fought_elsewhere_pursues_nobody_here() -> None:
    with pytest.raises(Refused) as found:
        fought("run-down Tow with Kent to destroy")
    (refusal,) = found.value.refusals
    assert (refusal.code, refusal.message) == ("pursuer-absent", "Kent fought in another engagement than Tow")
    assert refusal.mend == "Free and fast enough: Sure, Swift."


def test_where_nobody_met_there_is_nothing_to_settle() -> None:
    verdict = fought(red="intent avoid", blue="intent avoid")
    assert not verdict.encounter.fights
    assert "There is nothing to settle." in verdict.write()
    assert verify(verdict.write(), "report").holds
    with pytest.raises(Refused) as found:
        fought("run-down Tow with Kent to destroy", red="intent avoid", blue="intent avoid")
    assert [refusal.code for refusal in found.value.refusals] == ["prey-absent", "pursuer-absent"]
