"""Scenarios of a battle hex: what they say, and every fault of them at once, each at its line."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fe.papers.kit import HEAD, KZINTI, LYRAN, WANTED, opened, post, refused, table

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.settings import accepted_digest, choose, of_part
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.battle.setup import Entrant, Entry, Setup
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.papers import shape
from flagplot.fe.papers.docket import open_hex_docket
from flagplot.fe.papers.scenario import table_name
from flagplot.fe.settings import COMBAT, catalogue
from flagplot.fe.units.ship import Unit


def test_units_have_ids_by_empire_designator_and_number_and_their_craft_aboard() -> None:
    sides = opened(HEAD + LYRAN + KZINTI).setup.sides
    assert [each.id for each in sides[ATTACKER].units] == [
        *(f"lyran-ca-{n}" for n in (1, 2, 3, 4)),
        "lyran-dd-1",
        "lyran-dd-2",
    ]
    assert [each.id for each in sides[ATTACKER].units if each.unit.crippled] == ["lyran-dd-1", "lyran-dd-2"]
    ids = [each.id for each in sides[DEFENDER].units]
    assert ids[:4] == ["kzinti-bats-1", "kzinti-cvl-1", "kzinti-eff-1", "kzinti-eff-2"]
    assert ids[4:] == ["kzinti-bc-1", "federation-ca-1", "federation-sc-1"]
    assert sides[DEFENDER].units[0].craft == {Craft.FIGHTERS: 6}


def test_who_is_phasing_attacks_wherever_he_stands() -> None:
    assert [side.name for side in opened(HEAD + KZINTI + LYRAN).setup.sides] == ["Lyran", "Kzinti"]


def test_a_side_has_its_own_name_and_ids_where_both_are_of_one_empire() -> None:
    rebels = '\n[[side]]\nempire = "lyran"\nname = "Rebels"\nids = "rebel"\nunits = "CA"\n'
    sides = opened(HEAD + LYRAN + rebels).setup.sides
    assert [(side.name, side.units[0].id) for side in sides] == [("Lyran", "lyran-ca-1"), ("Rebels", "rebel-ca-1")]
    assert refused(HEAD + LYRAN + rebels.replace('ids = "rebel"\n', "")) == ["battle.toml: double-id"]


def test_keys_by_unit_groups_and_what_a_side_has() -> None:
    more = """\
command_points = 2
admirals = "bc-1"
generals = ["bats-1"]
prime_teams = "bc-1, bc-1"
groups = { cvl-1 = "eff-1, eff-2" }
craft = { cvl-1 = "2 fighters", bats-1 = "none" }
sids = { bats-1 = 2 }
warfare = { sc-1 = 3 }
[[side.around]]
hex = 1302
path = 2
enemy_equivalents = "7/2"
"""
    side = opened(HEAD + LYRAN + KZINTI + more).setup.sides[DEFENDER]
    units = {each.id: each for each in side.units}
    assert (side.command_points, side.admirals, side.warfare) == (2, ("kzinti-bc-1",), {"federation-sc-1": 3})
    assert (side.generals, side.prime_teams) == (("kzinti-bats-1",), ("kzinti-bc-1", "kzinti-bc-1"))
    assert [units[f"kzinti-eff-{n}"].carrier for n in (1, 2)] == ["kzinti-cvl-1"] * 2
    assert units["kzinti-cvl-1"].craft == {Craft.FIGHTERS: 2}
    assert units["kzinti-bats-1"].craft == {}
    assert units["kzinti-bats-1"].unit.sids == 2
    assert [(each.label, each.path, each.enemy_equivalents) for each in side.around] == [("1302", 2, Fraction(7, 2))]


def test_instructions_of_every_kind() -> None:
    laid_down = """\
[side.instructions]
flagship = "bc-1"
leave_out = "none"
formation = "sc-1"
command_points = 0
intensity = [2, 3]
ew = 1
directed = ["ca-1 kill", "dd-2 kill by mauler", "dd-1 heavy fighters", "none"]
losses = "craft, eff-1 cripple, cvl-1 craft fighters, cvl-1 cripple the group, step, retreat"
offer_approach = false
accept_approach = true
stay_at_base = false
retreat_after = 4
retreat_below = "50%"
retreat_to = "1302"
pass_partial_grids = "no"
pursue = true
attack_force = "none"
stasis = ["ca-1", "none"]
keep_craft = true
assault = ["planet-1 landed", "support", "none"]
defend = "bats-1"
buy_gces = ["none", "bc-1"]
fill_with_gces = "none"
reserve = 1
places = "sc-1 free scout"
craft_first = ["cvl-1", "heavy", "cvl-1 fighters"]
drones = 6
admirals = "leader"
generals = "bc-1"
prime_teams = "capture bc-1, none"
fill_with_craft = "cvl-1"
rescue_tugs = "tgc-1"
rescue = "none"
tow = "tgc-1"
withdraw = "all"
withdraw_opposed = ["bc-1", "sc-1"]
oppose_withdrawal = false
evade = "none"
avoid_approach = true
cloak_attack = true
cloak_success = { own-row-up = 2, enemy-potential-down = 4 }
cloak_failure = "1 enemy-row-up"
repair = 1
scuttle = "bc-1"
scuttle_after = 2
x_warfare = { bc-1 = 2 }
shock_factors = "bc-1: 6"
use_captured = true
plans_round = 2
mauler_capture = "all"
"""
    people = 'admirals = "bc-1"\ngenerals = "bc-1"\nprime_teams = "bc-1, bc-1"\n'
    kzinti = KZINTI.replace("EFF BC", "EFF BC TGC") + people
    lyran = LYRAN.replace("2xDD-", "2xDD- PLANET PDU")
    given = opened(HEAD + lyran + kzinti + laid_down).setup.sides[DEFENDER].instructions
    assert given == Instructions(
        flagship="kzinti-bc-1",
        leave_out=(),
        formation="federation-sc-1",
        command_points=0,
        intensity=(2, 3),
        ew=1,
        directed=("lyran-ca-1 kill", "lyran-dd-2 kill by mauler", "lyran-dd-1 heavy fighters", "none"),
        losses=(
            "craft",
            "kzinti-eff-1 cripple",
            "kzinti-cvl-1 craft fighters",
            "kzinti-cvl-1 cripple the group",
            "step",
            "retreat",
        ),
        offer_approach=False,
        accept_approach=True,
        stay_at_base=False,
        retreat_after=4,
        retreat_below=Fraction(1, 2),
        retreat_to="1302",
        pass_partial_grids=False,
        pursue=True,
        attack_force="none",
        stasis=("lyran-ca-1", "none"),
        keep_craft=True,
        assault=("lyran-planet-1 landed", "support", "none"),
        defend=("kzinti-bats-1",),
        buy_gces=("none", "kzinti-bc-1"),
        fill_with_gces=(),
        reserve=1,
        places=("federation-sc-1 free scout",),
        craft_first=("kzinti-cvl-1", "heavy", "kzinti-cvl-1 fighters"),
        drones=6,
        admirals=("leader",),
        generals=("kzinti-bc-1",),
        prime_teams=("capture kzinti-bc-1", "none"),
        fill_with_craft=("kzinti-cvl-1",),
        rescue_tugs=("kzinti-tgc-1",),
        rescue=(),
        tow=("kzinti-tgc-1",),
        withdraw=("all",),
        withdraw_opposed=("kzinti-bc-1", "federation-sc-1"),
        oppose_withdrawal=False,
        evade=(),
        avoid_approach=True,
        cloak_attack=True,
        cloak_success={"own-row-up": 2, "enemy-potential-down": 4},
        cloak_failure={"enemy-row-up": 1},
        repair=1,
        scuttle=("kzinti-bc-1",),
        scuttle_after=2,
        x_warfare={"kzinti-bc-1": 2},
        shock_factors={"kzinti-bc-1": 6},
        use_captured=True,
        plans_round=2,
        mauler_capture=("all",),
    )


OF_THE_READER = {
    "name",
    "units",
    "instructions",
    "sides",
    "options",
    "settings",
    "unit",
    "id",
    "type",
    "crippled",
    "carrier",
}
"""Fields that are no keys of a table: they come from the forces, the readings and the settings."""


def test_whatever_a_battle_is_set_up_with_can_be_written() -> None:
    """A new field of a setup, a side, a unit or of instructions needs a line in ``flagplot.fe.papers.shape``."""
    wanted = [
        (Instructions, shape.WORDS),
        (Setup, shape.HEAD),
        (Entrant, shape.SIDE),
        (RetreatHex, shape.AROUND),
        (Combatant, shape.UNITS),
        (Unit, shape.UNITS),
    ]
    for made, keys in wanted:
        known = {key.target for key in keys}
        assert {field.name for field in fields(made)} - OF_THE_READER <= known, made
    assert {key.target for key in shape.ENTRY} == set(Entry._fields)


def test_no_verb_is_an_operand_and_no_key_has_two_meanings() -> None:
    assert not set(shape.VERBS) & shape.operands()
    for keys in (shape.HEAD, shape.WORDS, (*shape.SIDE, *shape.UNITS)):
        assert len({key.name for key in keys}) == len(keys)


def test_an_order_takes_the_place_of_what_the_scenario_lays_down() -> None:
    laid_down = '[side.instructions]\nintensity = 2\nlosses = "cripple"\n'
    orders = post("Kzinti", ["intensity 4, 3", "directed: ca-1 kill, none  # the big one", "salt correct horse"])
    docket = opened(HEAD + LYRAN + KZINTI + laid_down, orders)
    assert docket.sent == {DEFENDER}
    given = docket.setup.sides[DEFENDER]
    assert (given.instructions.intensity, given.instructions.losses) == ((4, 3), ("cripple",))
    assert given.instructions.directed == ("lyran-ca-1 kill", "none")
    assert given.salt == "correct horse"
    assert docket.lines[DEFENDER] == (
        "intensity 4, 3",
        "directed lyran-ca-1 kill, none",
        "losses cripple",
        "salt correct horse",
    )


def test_the_lines_of_a_docket_read_back_as_the_same_and_have_its_digest() -> None:
    laid_down = '[side.instructions]\nretreat_below = "1/3"\nleave_out = "none"\npursue = false\nstasis = "ca-2"\n'
    docket = opened(HEAD + LYRAN + KZINTI + laid_down)
    again = opened(HEAD + LYRAN + KZINTI, post("Kzinti", docket.lines[DEFENDER]))
    assert again.setup.sides == docket.setup.sides
    assert again.orders_digest == docket.orders_digest
    other = opened(HEAD + LYRAN + KZINTI, post("Kzinti", docket.lines[DEFENDER][:-1]))
    assert other.orders_digest != docket.orders_digest


def test_nothing_is_fought_before_the_settings_are_accepted() -> None:
    plain = "\n".join(line for line in HEAD.splitlines() if not line.startswith("accepted")) + "\n"
    assert refused(plain + LYRAN + KZINTI) == ["battle.toml: settings-not-accepted"]
    changed = HEAD.replace('= "2"', '= "3"')
    assert refused(changed + LYRAN + KZINTI) == ["battle.toml:4: settings-not-accepted"]
    unset = HEAD.replace("ew-points-per-shift", "interest")
    codes = ["battle.toml:4: setting-without-value", "battle.toml:4: settings-not-accepted"]
    assert refused(unset + LYRAN + KZINTI) == codes


def test_what_the_table_has_set_reaches_the_battle() -> None:
    wanted = {**WANTED, "pf-factors": "2", "formation-price": "4", "pursuers": "5"}
    digest = accepted_digest(of_part(choose(catalogue(), wanted, "", Faults()), COMBAT))
    lines = "".join(f'{id_} = "{value}"\n' for id_, value in wanted.items())
    head = f'ruleset = "fe"\nhex = "1202"\ntable = "demo"\naccepted = "{digest}"\n[settings]\n{lines}'
    settings = opened(head + LYRAN + KZINTI).setup.settings
    assert (settings.pf_factors, settings.formation_price, settings.pursuers) == (2, 4, 5)
    assert opened(HEAD + LYRAN + KZINTI).setup.settings.pf_factors == 1


def test_every_fault_is_told_at_once_with_its_line() -> None:
    scenario = """\
ruleset = "fe"
hexx = "1202"

[settings]
ew-points-per-shift = "2"

[[side]]
empire = "lyran"
phasing = "yes"
units = "4xCA"
command_points = -1

[side.instructions]
intensity = [2, 30]
losses = "cripple, dstroy"

[[side]]
empire = "kzinti"
units = ["BATS CVL", "Federation: CA"]
craft = { cvl-1 = "4 fightes", ca-3 = "2 pfs" }

[[entry]]
round = 1
side = "Kzintis"
"""
    assert refused(scenario, post("Kzinti", ["intensity 2", "intensity 3", "directed"])) == [
        "battle.toml: settings-not-accepted",
        "battle.toml:2: unknown-field",
        "battle.toml: missing-field",
        "battle.toml:22, entry 1: missing-field",
        "battle.toml:24, entry 1, side: unknown-side",
        *["battle.toml:22, entry 1: missing-field"] * 3,
        "battle.toml:14, side 'Lyran', intensity: wrong-value",
        "battle.toml:15, side 'Lyran', losses: unknown-unit",
        "battle.toml:11, side 'Lyran', command_points: wrong-value",
        "battle.toml:20, side 'Kzinti', craft, cvl-1: wrong-value",
        "battle.toml:20, side 'Kzinti', craft, ca-3: unknown-unit",
        "orders1.txt, line 4: ordered-twice",
        "orders1.txt, line 5: no-operand",
    ]


@pytest.mark.parametrize(
    ("side", "code"),
    [
        ('empire = "kzinti"\nunits = "BTAS"\n', "unknown-ship"),
        ('empire = "kzinti"\nunits = "BC ++"\n', "no-ship"),
        ('empire = "kzinti"\nunits = 3\n', "wrong-kind"),
        ('empire = "kzinti"\nunits = []\n', "nobody"),
        ('empire = "kzintis2"\nunits = "BC"\n', "unknown-empire"),
        ('empire = "kzinti"\nunits = "101xBC 100xBC"\n', "too-many-ships"),
        ('empire = "kzinti"\nphasing = true\nunits = "BC"\n', "not-one-phasing"),
        ('empire = "kzinti"\nname = "Lyran"\nunits = "BC"\n', "double-side"),
        ('empire = "kzinti"\nunits = "BC"\n[side.instructions]\nflagship = "bc"\n', "unknown-unit"),
        (
            'empire = "kzinti"\nunits = ["BC", "Federation: BC"]\n[side.instructions]\nflagship = "bc-1"\n',
            "unclear-unit",
        ),
        ('empire = "kzinti"\nunits = "BC"\ngroups = { bc-1 = "bc-1" }\n', "no-carrier"),
        ('empire = "kzinti"\nunits = "CVL"\ncraft = { cvl-1 = "9 fighters" }\n', "too-many-craft"),
    ],
)
def test_what_is_wrong_with_a_side(side: str, code: str) -> None:
    assert code in [told.rpartition(": ")[2] for told in refused(f"{HEAD}{LYRAN}\n[[side]]\n{side}")]


@pytest.mark.parametrize("text", ["", "side = 3", "[[side]]\n", "[[side]]\n[[side]]\n[[side]]\n", "a = [", "\0"])
def test_what_is_no_scenario_is_refused(text: str) -> None:
    assert refused(text)


def test_the_table_is_told_without_reading_the_rest() -> None:
    assert table_name(HEAD) == "demo"
    assert table_name('table = "own.csv"') == "own.csv"
    assert table_name("table = 3") == "demo"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([key.name for key in (*shape.HEAD, *shape.SIDE, *shape.UNITS, *shape.WORDS)]), VALUES)
def test_no_value_of_any_key_is_a_crash(name: str, value: object) -> None:
    from flagplot.core.toml import write_value

    try:
        line = f"{name} = {write_value(value)}\n"  # type: ignore[arg-type]
    except TypeError:
        line = f"{name} = 2.5\n"
    scenario = f"{line}{HEAD}{LYRAN}{line}{KZINTI}{line}[side.instructions]\n{line}"
    open_hex_docket(Paper("battle.toml", scenario), [], table(), Faults())


@given(st.text(alphabet="abk-1 ,:%/#\"'\n0x", max_size=60))
def test_no_order_is_a_crash(text: str) -> None:
    lines = [f"{verb} {text}" for verb in shape.VERBS]
    open_hex_docket(Paper("battle.toml", HEAD + LYRAN + KZINTI), [Paper("o", post("Kzinti", lines))], table(), Faults())


def test_a_planet_with_its_battalions_is_written_as_units() -> None:
    world = '\n[[side]]\nempire = "gorn"\nunits = "2xPLANET 3xPDU CMD"\ngces = { planet-1 = 1, cmd-1 = 1 }\n'
    world += 'planet = { pdu-1 = "planet-1", pdu-2 = "planet-1", pdu-3 = "planet-2" }\n'
    units = opened(HEAD + LYRAN + world).setup.sides[DEFENDER].units
    assert [each.id for each in units][:3] == ["gorn-planet-1", "gorn-planet-2", "gorn-pdu-1"]
    assert [each.planet for each in units[2:5]] == ["gorn-planet-1", "gorn-planet-1", "gorn-planet-2"]
    assert [each.gces for each in units] == [1, None, None, None, None, 1]
    wanted = [f"battle.toml, gorn-pdu-{number}: no-planet" for number in (1, 2, 3)]
    assert refused(HEAD + LYRAN + world.replace("planet = {", "# ")) == wanted


def test_a_hex_to_retreat_to_is_one_of_those_around_where_the_scenario_tells_them() -> None:
    around = '\n[[side.around]]\nhex = "1203"\npath = 1\n'
    assert refused(HEAD + LYRAN + KZINTI + around, post("Kzinti", ["retreat-to 1204"])) == [
        "battle.toml, instructions of Kzinti: unknown-hex"
    ]
    opened(HEAD + LYRAN + KZINTI + around, post("Kzinti", ["retreat-to 1203"]))
    opened(HEAD + LYRAN + KZINTI, post("Kzinti", ["retreat-to 1204"]))


def test_ground_troops_are_sent_against_a_planet_or_base_not_against_a_battalion_or_ship() -> None:
    kzinti = KZINTI.replace("BATS", "BATS PLANET PDU")
    opened(HEAD + LYRAN + kzinti, post("Lyran", ["assault planet-1 landed, bats-1, support"]))
    where = "battle.toml, instructions of Lyran: no-target"
    assert refused(HEAD + LYRAN + kzinti, post("Lyran", ["assault pdu-1, planet-1, bc-1"])) == [where, where]


def test_units_without_commas_between_them_are_told_apart() -> None:
    faults = Faults()
    open_hex_docket(
        Paper("battle.toml", HEAD + LYRAN + KZINTI + 'groups = { cvl-1 = "eff-1 eff-2" }\n'), [], table(), faults
    )
    assert [refusal.mend for refusal in faults.found] == ["Put commas between: eff-1, eff-2."]
