"""Ground wars step by step: nothing is lost or made, and neither the order of lists nor other units move any dice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.sources import Keyed
from flagplot.engine.battle import Battle
from flagplot.engine.steps import play_step
from flagplot.fta3.ground.campaign import SEQUENCE, GroundCampaign, fight_war
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.reporting import war_outcome, war_state

from .conftest import opened as open_docket
from .conftest import war as write_war

Opened = Callable[..., GroundDocket]
War = Callable[..., str]

KINDS = ("interface", "armored", "mobile infantry", "gto defense")
TRAITS = ("engineers", "mash", "air defense", "fast", "extra artillery", "desert specialist")
ENTRIES = 'entries = """\n' + "\n".join(f"after {q}: continue" for q in range(1, 5)) + '\n"""\nquarters = 3\n'

unit_lines = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.sampled_from(("battalion", "brigade", "division")),
        st.lists(st.sampled_from(TRAITS), max_size=2, unique=True),
    ),
    min_size=1,
    max_size=4,
)


def lines(side: str, rows: list[tuple[str, str, list[str]]]) -> list[str]:
    return [f"{side}{n}: {', '.join((kind, size, *traits))}" for n, (kind, size, traits) in enumerate(rows)]


def names(told: list[str]) -> str:
    return ", ".join(line.partition(":")[0] for line in told)


@settings(max_examples=15, deadline=None)
@given(
    unit_lines, unit_lines, st.integers(0, 9), st.integers(0, 9), st.sampled_from(("named", "victor")), st.integers()
)
def test_battalions_wings_and_ships_are_all_somewhere_at_the_end(
    red: list[tuple[str, str, list[str]]],
    blue: list[tuple[str, str, list[str]]],
    ours: int,
    theirs: int,
    reading: str,
    key: int,
) -> None:
    told, other = lines("A", red), lines("B", blue)
    head = f'{ENTRIES}terrain = "desert"\n[readings]\nbreakthrough = "{reading}"\n'
    docket = open_docket(
        write_war(
            names(told),
            names(other),
            *told,
            *other,
            head=head,
            red_has=f'ships = ["1 OC Hood", "1 HC Nest"]\nfighters = "{ours} TL6"',
            blue_has=f'fighters = "{theirs} TL5"',
        )
    )
    fought = fight_war(docket.scenario, docket.orders, Keyed(abs(key) % 2**64))
    state = war_state(fought)
    for s, side in enumerate(docket.scenario.sides):
        for unit, group in zip(side.units, fought.field.groups[s], strict=True):
            assert min(group) >= 0
            assert group.total == unit.battalions
        for wing in side.wings:
            assert state[wing.id] == {
                "flying": int(state[wing.id]["flying"]),
                "lost": wing.number - int(state[wing.id]["flying"]),
            }
            assert 0 <= int(state[wing.id]["flying"]) <= wing.number
    assert fought.waiting is None
    assert fought.events[-1].kind == "end"
    assert [event.seq for event in fought.events] == list(range(1, len(fought.events) + 1))
    destroyed = sum(
        int(event.facts["destroyed"])
        for event in fought.events
        if event.kind in ("save", "forced-save", "interdiction", "ortillery-save")
    )
    raised = sum(int(event.facts["raised"]) for event in fought.events if event.kind in ("engineers", "insertion"))
    assert destroyed - raised == sum(group.destroyed for groups in fought.field.groups for group in groups)


@settings(max_examples=15, deadline=None)
@given(unit_lines, unit_lines, st.randoms(use_true_random=False))
def test_the_order_in_which_units_are_listed_changes_nothing(
    red: list[tuple[str, str, list[str]]], blue: list[tuple[str, str, list[str]]], random: Random
) -> None:
    told, other = lines("A", red), lines("B", blue)
    has = {
        "red_has": 'ships = """\n1 OE Swift\n1 OC Hood\n1 HC Nest\n"""\nfighters = "3 TL5"',
        "blue_has": 'fighters = "5 TL5"',
    }
    mixed, mixed_other = random.sample(told, len(told)), random.sample(other, len(other))
    mixed_has = {**has, "red_has": 'ships = """\n1 OC Hood\n1 HC Nest\n1 OE Swift\n"""\nfighters = "3 TL5"'}
    one = open_docket(write_war(names(told), names(other), *told, *other, head=ENTRIES, **has))
    two = open_docket(write_war(names(mixed), names(mixed_other), *mixed_other, *mixed, head=ENTRIES, **mixed_has))
    states = [war_state(fight_war(docket.scenario, docket.orders, Keyed(7))) for docket in (one, two)]
    assert states[0] == states[1]


def test_another_unit_does_not_move_the_dice_of_those_that_were_there(opened: Opened, war: War) -> None:
    def faces(docket: GroundDocket) -> dict[str, tuple[int, ...]]:
        fought = fight_war(docket.scenario, docket.orders, Keyed(3))
        return {
            cast.who: source.faces(cast.draw)
            for event, cast, source, _ in fought.casts()
            if event.kind == "save" and event.round == 1
        }

    few = faces(opened(war("A", "B", "A: interface, brigade", "B: interface, brigade")))
    more = faces(opened(war("A, C", "B", "A: interface, brigade", "B: interface, brigade", "C: armored, brigade")))
    assert few["A"] == more["A"]


def test_a_war_is_played_step_by_step_and_says_what_it_waits_for(opened: Opened, war: War) -> None:
    docket = opened(war("A", "B", "A: interface, brigade", "B: interface, brigade"))
    campaign: Battle = GroundCampaign(docket.scenario, docket.orders, Keyed(1))
    steps = []
    while campaign.step is not None:
        steps.append(play_step(campaign, lambda game, step: None))
    assert steps == list(SEQUENCE)
    decision = campaign.decision()
    assert decision is not None
    assert decision.who == ("moderator",)
    assert [str(rule) for rule in decision.citations] == [
        "fta3 ground-withdrawal",
        "fta3 ground-time",
        "fta3 stats/morale",
    ]
    with pytest.raises(ValueError, match="waits for the moderator"):
        campaign.advance()


def test_a_war_without_its_entries_says_what_is_missing(opened: Opened, war: War) -> None:
    docket = opened(war("A", "B", "A: espatier, battalion", "B: interface, battalion, assault"))
    fought = fight_war(docket.scenario, docket.orders, Keyed(1))
    assert war_outcome(fought) == (
        "The war cannot begin: the moderator has to say what the trait 'void jockey' does here; "
        "how much more supply assault troops burn."
    )
    assert fought.casts is not None
    assert list(fought.casts()) == []


def test_every_event_names_its_rules_and_tells_a_sentence(opened: Opened, war: War) -> None:
    docket = opened(
        war(
            "A",
            "B, C",
            "A: interface, division",
            "B: mobile infantry, division, engineers, mash",
            "C: gto defense, battalion",
            head=ENTRIES,
            red_has='ships = ["1 OC Hood", "1 HC Nest"]\nfighters = "3 TL5"',
            blue_has='fighters = "5 TL5"',
        )
    )
    for event in fight_war(docket.scenario, docket.orders, Keyed(2)).events:
        assert event.citations, event.kind
        assert event.text.endswith("."), event.text
