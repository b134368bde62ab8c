"""What joins a battle force, held against the seed by hand: command, places, officers, Prime Teams, what is refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.fe.combat.battles import forces, kit, tugs
from tests.fe.combat.battles.collection import GOLDEN, played
from tests.fe.combat.battles.ground import assault_on_planet, ground

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.engine.question import Pick, Question
from flagplot.fe.ask_forces import combatant
from flagplot.fe.calendar import Date, Season
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.pursuit import able, quarry
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.options import options


def told(name: str, *wanted: str) -> list[Event]:
    """The events of some kinds of a battle."""
    return [event for event in played(name).events() if event.kind in wanted]


def asked(name: str, key: str, *, side: int) -> tuple[HexBattle, Question]:
    """A battle at a question of one side, answered by that side's instructions until then."""
    plan = GOLDEN[name]()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=(1 - side,))
    while (question := battle.next_decision()) is not None and question.key != key:
        battle.choose(question.spell(question.default))
    assert question is not None
    return battle, question


def refused(battle: HexBattle, answer: str) -> list[tuple[str, str]]:
    """What is wrong with an answer, with its rules."""
    with pytest.raises(Refused) as caught:
        battle.choose(answer)
    return [(each.code, each.citation.id if each.citation else "") for each in caught.value.refusals]


def test_a_carrier_of_the_echelon_costs_three_for_one_and_is_not_given_up() -> None:
    directed = told("echelon", "directed")
    assert [event.text for event in directed] == [
        "Lyran directs 24 points (3 × 8): cve, cripple",
        "Lyran directs 18 points (3 × (4 + 2)): df-1, kill",
    ]
    given_up = {event.facts["unit"] for event in told("echelon", "crippled", "destroyed") if event.step == "5-6A"}
    assert not given_up & {"cve", "df-1", "df-2", "df-3"}


def test_drones_are_paid_by_the_tenth_and_a_free_scout_counts_for_nobody() -> None:
    charges = told("echelon", "charge")
    assert [(event.facts["number"], event.facts["ep"]) for event in charges] == [(10, "1"), (10, "1")]
    potential = [event.facts["potential"] for event in told("echelon", "potential")]
    # 8 x 12; 3 x 8 + 6 + 2 x 4, ten drone factors, twelve fighters
    assert potential[:2] == ["96", "60"]
    assert played("echelon").field.camps[0].flagship == "ca-1"


def test_a_battle_group_an_admiral_and_a_point_fill_a_line_of_eleven() -> None:
    """Rating 8, itself, the admiral and one point: a cruiser, six more, a group that counts as three, and a commando
    ship; the other one comes with the general.
    """
    (charge,) = told("admiral", "charge")
    assert charge.facts["number"] == 1  # of three, two of which are kept
    first, second = (event.text for event in told("admiral", "force") if event.facts["side"] == 0)
    assert first.count(",") == 13
    assert "cmd-1 (commando ship)" in first
    # Then a rating of 5 with the admiral leads seven: six cruisers and one frigate.
    assert second == "Klingon fights with d-1, d-2, d-3, d-4, d-5, d-6, ff-3, cmd-1 (commando ship)"


def test_an_admiral_survives_his_flagship_and_is_lost_with_the_next() -> None:
    fates = [(event.kind, event.facts["unit"]) for event in told("admiral", "officer-survives", "officer-lost")]
    assert fates == [("officer-survives", "d-1"), ("officer-lost", "d-1")]


def test_a_team_wins_a_capture_and_dies_and_one_is_wounded_with_its_ship() -> None:
    captures = [(event.facts["unit"], event.facts["captured"]) for event in told("prime_teams", "capture")]
    assert captures == [("bc-1", 1), ("bc-2", 0)]  # 3 - 1 is less than three, 4 - 1 isn't
    fates = [
        (event.facts["side"], event.facts["who"], event.facts["fate"]) for event in told("prime_teams", "prime-team")
    ]
    assert fates == [
        (1, "team-1", "wounded"),  # a three, as its ship is destroyed
        (0, "team-1", "killed"),  # an eleven on the capture
        (1, "team-1", "ok"),
        (0, "team-3", "ok"),
    ]
    potential = [event.facts["potential"] for event in told("prime_teams", "potential")]
    assert potential[:2] == ["74", "50"]  # 6 x 12 + 2, 6 x 8 + 2
    assert potential[3] == "36"  # 4 x 8 and a cripple: the wounded team rests


def test_every_fault_of_a_battle_force_is_told_at_once_with_its_rule() -> None:
    battle, question = asked("admiral", "R1/5-3E/0", side=0)
    everybody = question.spell(question.default).replace("1 cmd-1 commando ship", "1 cmd-1")
    assert refused(battle, everybody) == [("too-many-ships", "302.3/size")]
    assert refused(battle, everybody.replace("1 cc, ", "") + ", 1 cmd-2 commando ship") == [
        ("in-two-places", "302.3/size"),
        ("flagship-left-out", "302.3/size"),
    ]
    assert battle.next_decision() == question


def test_a_battle_group_is_refused_where_nobody_has_settled_what_it_counts_as() -> None:
    setup = replace(forces.admiral().setup, settings=kit.PLAIN)
    with pytest.raises(Refused) as caught:
        HexBattle(setup, Keyed(1))
    assert [each.code for each in caught.value.refusals] == ["not-in-the-data"]


def test_more_craft_than_three_squadrons_or_than_can_be_led_are_refused() -> None:
    carriers = kit.ships("cv", 4, {**kit.CARRIER, "command": 2})
    side = kit.side("Kzinti", [*kit.ships("bc", 1, {**kit.CRUISER, "command": 3}), *carriers])
    setup = Setup(
        hex=kit.HEX,
        sides=(side, kit.side("Lyran", kit.ships("ca", 4, kit.CRUISER))),
        options=options(),
        settings=kit.PLAIN,
    )
    battle = HexBattle(setup, Keyed(1), by_orders=(1,))
    for answer in ("nothing", "bc-1", "1 cv-1, 1 cv-2 support echelon, 1 cv-3 support echelon, 1 cv-4, 1 bc-1", "none"):
        battle.choose(answer)
    question = battle.next_decision()
    assert question is not None
    assert question.key == "R1/5-3E/0/craft"
    every = "6 cv-1 fighters, 6 cv-2 fighters, 6 cv-3 fighters, 6 cv-4 fighters"
    assert refused(battle, every) == [("too-many-attrition-units", "302.332"), ("too-many-ships", "302.3/size")]
    assert refused(battle, "6 cv-2 fighters, 1 cv-3 fighters") == [("too-many-ships", "302.3/size")]
    battle.choose("6 cv-1 fighters, 6 cv-2 fighters")
    assert battle.next_decision() is not None


def test_people_aboard_of_nobody_and_illegal_groups_are_refused_all_at_once() -> None:
    units = [*kit.ships("ca", 2, kit.CRUISER), *kit.ships("pol", 1, {**kit.FRIGATE, "category": "police"})]
    side = replace(
        kit.side("Lyran", units),
        admirals=("cc",),
        prime_teams=("ca-9",),
        battle_groups=(("ca-1", "pol-1", "ca-7"), ("ca-1", "ca-2")),
    )
    setup = Setup(
        hex=kit.HEX,
        sides=(side, kit.side("B", kit.ships("b", 1, kit.CRUISER))),
        options=options(),
        settings=kit.PLAIN._replace(battle_group=2),
    )
    with pytest.raises(Refused) as caught:
        HexBattle(setup, Keyed(1))
    assert sorted({each.code for each in caught.value.refusals}) == ["in-two-groups", "not-for-police", "unknown-unit"]


def test_groups_are_formed_in_secret_once_and_refused_with_every_fault() -> None:
    """Carriers have the first numbers, in their order; a battle group the next."""
    cruiser = {**kit.CRUISER, "size_class": 3}
    units = [*kit.ships("cv", 2, kit.CARRIER), *kit.ships("ff", 4, kit.FRIGATE), *kit.ships("ca", 3, cruiser)]
    side = kit.side("Kzinti", [*units, *kit.ships("pol", 1, {**kit.FRIGATE, "category": "police"})])
    lyran = kit.side("Lyran", kit.ships("x", 6, kit.CRUISER))
    setup = Setup(hex=kit.HEX, sides=(side, lyran), options=options(), settings=kit.PLAIN._replace(battle_group=2))
    battle = HexBattle(setup, Keyed(3), by_orders=(1,))
    question = battle.next_decision()
    assert question is not None
    assert question.key == "R1/5-3C/0"
    wrong = "1 ca-1, 1 ca-2, 2 ff-1, 2 ff-2, 2 ff-3, 2 ff-4, 3 pol-1, 3 ca-3"
    assert refused(battle, wrong) == [
        ("no-small-escort", "515.0/size"),
        ("too-many-escorts", "515.0/size"),
        ("not-for-police", "531.23"),
    ]
    battle.choose("1 ff-1, 1 ff-2, 2 ff-3, 2 ca-1, 3 ca-2, 3 ca-3, 3 ff-4")
    escorts = {each.id: each.carrier for each in battle.field.camps[0].units if each.carrier}
    assert escorts == {"ff-1": "cv-1", "ff-2": "cv-1", "ff-3": "cv-2", "ca-1": "cv-2"}
    assert battle.field.camps[0].battle_groups == (frozenset({"ca-2", "ca-3", "ff-4"}),)
    assert not [event for event in battle.events() if event.kind in ("group", "battle-group")]


@pytest.mark.parametrize(
    ("date", "codes"),
    [
        (None, ["no-date"]),
        (Date(179, Season.FALL), ["too-few-escorts"]),
        (Date(180, Season.SPRING), []),
    ],
)
def test_an_nvh_goes_alone_from_spring_180_on(date: Date | None, codes: list[str]) -> None:
    nvh = combatant({"id": "nvh", **kit.CARRIER, "designator": "NVH", "heavy": 9, "heavy_kind": "f-111", "craft": {}})
    group = kit.side("Federation", [nvh, *kit.ships("ff", 2, kit.FRIGATE, carrier="nvh")])
    alone = kit.side("Federation", [nvh, *kit.ships("ff", 2, kit.FRIGATE)])
    lyran = kit.side("Lyran", kit.ships("x", 2, kit.CRUISER))
    setup = Setup(hex=kit.HEX, sides=(group, lyran), options=options(), settings=kit.PLAIN, date=date)
    battle = HexBattle(setup, Keyed(3), by_orders=(1,))
    if codes:
        assert [code for code, _ in refused(battle, "nothing")] == codes
        with pytest.raises(Refused) as caught:
            HexBattle(replace(setup, sides=(alone, lyran)), Keyed(3))
        assert [each.code for each in caught.value.refusals] == codes
    else:
        battle.choose("nothing")


def test_police_go_home_once_they_are_hit_and_nobody_captures_them() -> None:
    battle = played("police_and_auxiliaries")
    directed = told("police_and_auxiliaries", "directed")
    assert [event.text for event in directed] == [
        "Klingon directs 24 points (2 × (4 + 4 + 4)): pv, kill the group",  # none has a crippled side
        "Klingon directs 24 points (3 × 8): lav, cripple",
    ]
    assert not told("police_and_auxiliaries", "capture")
    fates = {gone.unit.id: gone.how for gone in battle.field.camps[1].history if gone.unit.id.startswith("p")}
    assert fates == dict.fromkeys(("pv", "pol-1", "pol-2"), "returned to police duty, off the map")
    forces_ = [event.text for event in told("police_and_auxiliaries", "force") if event.step == "5-8E"]
    assert forces_[1] == "Federation is in the pursuit with ca-1, ca-2, pf"  # police pursue, an auxiliary does not


def test_a_squadron_of_the_echelon_takes_the_last_place_of_the_command() -> None:
    """Nine are led: four cruisers, four police ships, and one squadron of twelve fighters."""
    first = next(
        event for event in told("police_and_auxiliaries", "shown") if event.step == "5-3G" and "lav" in event.text
    )
    assert "craft 4 pv fighters, 6 lav fighters" in first.text


def test_heavy_fighters_are_aimed_at_by_themselves_and_squadrons_counted_by_kind() -> None:
    forces_ = [event.text for event in told("heavy_fighters", "force") if event.facts["side"] == 0]
    # Two squadrons of F-111 and one of heavy fighters; then nine and four of F-111, and six standard ones.
    assert forces_[0].endswith("sq, 18 f-111, 8 heavy")
    assert forces_[1].endswith("sq, 13 f-111, 6 fighters")
    (directed,) = told("heavy_fighters", "directed")
    assert directed.text == "Klingon directs 16 points (2 × 8): cva, heavy fighters"
    assert next(gone.unit.id for gone in played("heavy_fighters").field.camps[0].history) == "sq"


def test_kinds_of_fighters_are_not_mixed() -> None:
    """Standard fighters on an NVH, F-111 on a carrier of heavy ones, heavy fighters with PFs: every fault at once."""
    f_111 = {"heavy": 9, "heavy_kind": "f-111"}
    units = [
        combatant({"id": "nvh", **kit.CRUISER, **f_111, "craft": {"fighters": 6}}),
        combatant({"id": "cva", **kit.CRUISER, "heavy": 8, "craft": {"f-111": 9}}),
        combatant({"id": "scs", **kit.CRUISER, "heavy": 8, "pfs": 6, "craft": {"heavy": 8, "pfs": 6}}),
    ]
    setup = Setup(
        hex=kit.HEX,
        sides=(kit.side("Federation", units), kit.side("Lyran", kit.ships("x", 1, kit.CRUISER))),
        options=options(),
        settings=kit.PLAIN,
    )
    with pytest.raises(Refused) as caught:
        HexBattle(setup, Keyed(1))
    assert [(each.code, each.where) for each in caught.value.refusals] == [
        ("mixed-squadron", "nvh"),
        ("mixed-squadron", "cva"),
        ("two-kinds", "scs"),
    ]


def test_orders_that_could_never_be_followed_are_refused_all_at_once() -> None:
    units = [*kit.ships("ca", 2, kit.CRUISER), *kit.ships("sc", 1, forces.SCOUT)]
    side = kit.side(
        "Lyran",
        units,
        places=("ca-1 free scout", "sc-1 free scout", "sc-2 drone ship"),
        prime_teams=("capture ca-1",),
        admirals=("leader",),
        rescue_tugs=("ca-2",),
        tow=("ca-2",),
    )
    setup = Setup(
        hex=kit.HEX,
        sides=(side, kit.side("B", kit.ships("b", 1, kit.CRUISER))),
        options=options(),
        settings=kit.PLAIN,
    )
    with pytest.raises(Refused) as caught:
        HexBattle(setup, Keyed(1))
    assert [each.code for each in caught.value.refusals] == [
        "wrong-place",
        "unknown-unit",
        "no-tug",
        "wrong-transport",
        "too-many-orders",
        "too-many-orders",
    ]


def test_a_team_of_marines_helps_the_assault_of_its_ship_and_is_settled_behind_it() -> None:
    """A five and a two come to eight with the team, which a roll of twelve kills."""
    plan = assault_on_planet()
    attacker, defender = plan.setup.sides
    laid_down = replace(attacker.instructions, prime_teams=("marine cl-1",))
    sides = (replace(attacker, prime_teams=("cl-1",), instructions=laid_down), defender)
    rolls = ground(1, cl_1_1=(5, 2), cl_2_1=(1, 2)) | {(1, Phase.PRIME_TEAM, 0, "team-1"): (6, 6)}
    source = kit.dice([3], (1, 2), (3, 1), others=rolls)
    battle = HexBattle(replace(plan.setup, sides=sides), source, by_orders=())
    while (question := battle.next_decision()) is not None and battle.field.round == 1:
        battle.choose(question.spell(question.default))
    rounds = [event for event in battle.events() if event.round == 1]
    first = next(event for event in rounds if event.kind == "ground-roll")
    assert [part.value for part in first.modifiers if part.name == "Prime Team attacking"] == [1]
    fates = [event.facts["fate"] for event in rounds if event.kind == "prime-team"]
    assert fates == ["killed"]
    assert battle.field.camps[0].people == []


def test_an_admiral_does_not_pursue_and_lends_a_pursued_force_his_place() -> None:
    """The chart: a pursuer has no admiral; the pursued has, and one more ship may come along for him."""
    pursuers = kit.side("Klingon", kit.ships("d", 3, kit.CRUISER))
    fleeing = kit.side("Kzinti", [*kit.ships("bc", 7, kit.CRUISER), *kit.ships("cl", 3, kit.CRUISER, crippled=True)])
    for admirals, along in (((), 6), (("bc-1",), 7)):
        sides = (replace(pursuers, admirals=("d-1",)), replace(fleeing, admirals=admirals))
        setup = Setup(hex=kit.HEX, sides=sides, options=options(), settings=kit.PLAIN)
        field = HexBattle(setup, Keyed(1), by_orders=()).field
        assert [each.id for each in able(field.camps[0], field)] == ["d-2", "d-3"]
        assert quarry(field, 1).uncrippled == along


def test_a_battle_group_that_is_pursued_leaves_room_for_others() -> None:
    group = tuple(f"ff-{number}" for number in range(1, 5))
    fleeing = [*kit.ships("ff", 4, kit.FRIGATE, crippled=True), *kit.ships("bc", 8, kit.CRUISER)]
    side = replace(kit.side("Kzinti", fleeing), battle_groups=(group,))
    setup = Setup(
        hex=kit.HEX,
        sides=(kit.side("Klingon", kit.ships("d", 3, kit.CRUISER)), side),
        options=options(),
        settings=kit.PLAIN._replace(battle_group=2),
    )
    field = HexBattle(setup, Keyed(1), by_orders=()).field
    # A rating of eight leads nine: four cripples that count as two, and seven others.
    assert quarry(field, 1).uncrippled == 7


def some_answer(question: Question, chance: random.Random) -> str:
    """An answer that may be legal: any option, or the default with some numbers changed."""
    if isinstance(question.form, Pick):
        return "no" if question.what == "retreat" else chance.choice(question.form.options).id
    assert not isinstance(question.default, str)
    wild = {row.id: chance.randint(0, row.most) for row in question.form.rows if chance.random() < 0.3}
    return question.spell({**question.default, **wild})


@pytest.mark.parametrize("seed", range(24))
def test_players_who_answer_at_random_can_always_fall_back_on_the_default(seed: int) -> None:
    chance = random.Random(seed)
    build = chance.choice((*forces.EVERY, *tugs.EVERY))
    battle, asked_ = HexBattle(build().setup, Keyed(seed), by_orders=()), 0
    while (question := battle.next_decision()) is not None and asked_ < 400:
        asked_ += 1
        try:
            battle.choose(some_answer(question, chance))
        except Refused:
            battle.choose(question.spell(question.default))
