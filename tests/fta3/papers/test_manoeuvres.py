"""Orders that move fleets before the battle: what they say, how they are spelt, and every fault of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.orders import find_blocks
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.forces import Owner, Ship
from flagplot.fta3.papers.order_sheet import read_sheet
from flagplot.fta3.papers.standing import ElementOrder, Intent, Standing
from flagplot.fta3.papers.verbs import VERBS, words

HULLS = {
    "BB": Hull(code="BB", name="Battleship", size=Size.CAPITAL, hp=100, speed=1),
    "CA": Hull(code="CA", name="Cruiser", size=Size.CRUISER, hp=100, speed=2),
    "FF": Hull(code="FF", name="Frigate", size=Size.ESCORT, hp=100, speed=3),
    "SB": Hull(code="SB", name="Base", size=Size.OTHER, hp=100, speed=0),
    "TRN": Hull(code="TRN", name="Transport", size=Size.OTHER, speed=1),
}


def ship(name: str, code: str) -> Ship:
    hull = HULLS[code]
    return Ship(id=f"red/{name.lower().replace(' ', '-')}", name=name, hull=hull, hp=hull.hp, level=None)


RED = Owner(
    id="red",
    name="Red",
    tl=5,
    ships=(
        ship("Hood", "BB"),
        ship("Kent", "CA"),
        ship("Swift", "FF"),
        ship("FF 1", "FF"),
        ship("Plan", "FF"),
        ship("Keep", "SB"),
        ship("Bounty", "TRN"),
    ),
    wings=(),
)


def read(text: str, owner: Owner | None = RED) -> tuple[Standing, Faults]:
    faults = Faults()
    post = f"ORDERS OF Red\n{text}\nEND OF ORDERS"
    (block,) = find_blocks(post, "red.txt", VERBS, faults, words(HULLS))
    return read_sheet(block, HULLS, owner, faults), faults


def standing(text: str, owner: Owner | None = RED) -> Standing:
    found, faults = read(text, owner)
    assert faults.found == []
    return found


def element(text: str) -> ElementOrder:
    (found,) = standing(text).elements
    return found


# --- What orders say ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name", "ships", "speed", "intent"),
    [
        ("element Raiders: Swift", "Raiders", {"swift"}, None, None),
        ("element Raiders at 2: Swift, Kent", "Raiders", {"swift", "kent"}, 2, None),
        ("element Raiders at 3 avoid: escort", "Raiders", {"swift", "ff-1", "plan"}, 3, Intent.AVOID),
        ("element Raiders avoid at 3: FF", "Raiders", {"swift", "ff-1", "plan"}, 3, Intent.AVOID),
        ("ELEMENT raiders AT 0 Chase: hood", "raiders", {"hood"}, 0, Intent.CHASE),
        ("element The slow ones fight: ff 1, HOOD", "The slow ones", {"ff-1", "hood"}, None, Intent.FIGHT),
        ('element "Fight at 3": Hood', "Fight at 3", {"hood"}, None, None),
        ('element Odd: "Plan"', "Odd", {"plan"}, None, None),
        ("element Everybody: all", "Everybody", {s.id.removeprefix("red/") for s in RED.ships}, None, None),
        ("element Two: capital, Hood, other", "Two", {"hood", "keep", "bounty"}, None, None),
    ],
)
def test_an_element_has_a_name_ships_and_perhaps_speed_and_intent(
    line: str, name: str, ships: set[str], speed: int | None, intent: Intent | None
) -> None:
    found = element(line)
    assert found == ElementOrder(name, frozenset(f"red/{each}" for each in ships), speed, intent)


@pytest.mark.parametrize(
    ("line", "ships"),
    [
        ("intercept Hood", {"hood"}),
        ("intercept all", {"hood", "kent", "swift", "ff-1", "plan", "bounty"}),
        ("intercept cruiser, FF", {"kent", "swift", "ff-1", "plan"}),
    ],
)
def test_an_interception_names_who_goes_out_and_all_is_all_that_moves(line: str, ships: set[str]) -> None:
    assert standing(line).intercept == {f"red/{each}" for each in ships}


@pytest.mark.parametrize("word", ["fight", "AVOID", "Chase"])
def test_an_intent_is_one_of_three_words(word: str) -> None:
    assert standing(f"intent {word}").intent is Intent(word.lower())
    assert standing("plan raid").intent is None


# --- How they are spelt -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "spelt"),
    [
        ("ELEMENT  Raiders Avoid AT 02:  swift,kent", "element Raiders at 2 avoid: Kent, Swift"),
        ('element "Raiders": ff, "Kent"', "element Raiders: FF, Kent"),
        ('element Odd: "plan", hood', 'element Odd: "Plan", Hood'),
        ('element "at 3": ESCORT', 'element "at 3": escort'),
        ("intercept  kent, Capital", "intercept Kent, capital"),
        ("intercept ALL", "intercept all"),
        ("INTENT Chase", "intent chase"),
    ],
)
def test_an_order_has_one_spelling(line: str, spelt: str) -> None:
    assert standing(line).lines == (spelt,)
    again = standing(spelt)
    assert again.lines == (spelt,)
    assert (again.elements, again.intercept, again.intent) == (
        standing(line).elements,
        standing(line).intercept,
        standing(line).intent,
    )


def test_without_a_fleet_orders_are_echoed() -> None:
    found = standing("element Raiders at 9: Swift, Nobody\nintercept Somebody", None)
    assert found.lines == ("element Raiders at 9: Nobody, Swift", "intercept Somebody")
    assert found.intercept == frozenset()


# --- Every fault of an order --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "code", "fault"),
    [
        ("element Raiders Swift", "no-element", Fault.MALFORMED),
        ("element: Swift", "no-element", Fault.MALFORMED),
        ("element at 2: Kent", "no-element", Fault.MALFORMED),
        ("element avoid: Kent", "no-element", Fault.MALFORMED),
        ("element One, Two: Kent", "no-element", Fault.MALFORMED),
        ("element Raiders at: Kent", "no-element", Fault.MALFORMED),
        ("element Raiders avoid chase: Kent", "no-element", Fault.MALFORMED),
        ("element Raiders at 2 at 1: Kent", "no-element", Fault.MALFORMED),
        ("element Raiders at full: Kent", "no-speed", Fault.MALFORMED),
        ("element Raiders at ²: Kent", "no-speed", Fault.MALFORMED),
        ("element Raiders at 1000: Kent", "no-speed", Fault.MALFORMED),
        ("element Raiders at -1: Kent", "no-speed", Fault.MALFORMED),
        ('element "--": Kent', "bad-name", Fault.MALFORMED),
        (f"element {'x' * 81}: Kent", "bad-name", Fault.MALFORMED),
        ('element "Main body": Kent', "kept-name", Fault.ILLEGAL),
        ("element detached: Kent", "kept-name", Fault.ILLEGAL),
        ("element Raiders at 2:", "no-ships-named", Fault.MALFORMED),
        ("element Raiders: , ,", "no-ships-named", Fault.MALFORMED),
        ("element Raiders at 3: Kent", "too-fast", Fault.ILLEGAL),
        ("element Raiders: Nelson", "not-your-ship", Fault.ILLEGAL),
        ("element Raiders: DD", "not-your-ship", Fault.ILLEGAL),
        ("element Raiders: any", "not-your-ship", Fault.ILLEGAL),
        ("element Raiders: Kent, kent", "named-twice", Fault.INCONSISTENT),
        ("element One: Kent\nelement Two: cruiser", "two-elements", Fault.INCONSISTENT),
        ("element One: Kent\nelement ONE: Swift", "ordered-twice", Fault.INCONSISTENT),
        ("element One 1: Kent\nelement One-1: Swift", "ordered-twice", Fault.INCONSISTENT),
        ("intercept", "no-ships-named", Fault.MALFORMED),
        ("intercept Keep", "fixed-defence", Fault.ILLEGAL),
        ("intercept Hood, other", "fixed-defence", Fault.ILLEGAL),
        ("intercept Nelson", "not-your-ship", Fault.ILLEGAL),
        ("intercept all, all", "named-twice", Fault.INCONSISTENT),
        ("intercept Hood\nintercept Kent", "ordered-twice", Fault.INCONSISTENT),
        ("intent flee", "unknown-word", Fault.MALFORMED),
        ("intent", "unknown-word", Fault.MALFORMED),
        ("intent fight avoid", "unknown-word", Fault.MALFORMED),
        ("intent fight\nintent avoid", "ordered-twice", Fault.INCONSISTENT),
    ],
)
def test_a_faulty_order_is_refused_with_its_line_its_rule_and_a_way_to_mend_it(
    lines: str, code: str, fault: Fault
) -> None:
    _, faults = read(lines)
    (refusal,) = faults.found
    assert (refusal.code, refusal.fault) == (code, fault)
    assert refusal.where == f"red.txt, line {2 + lines.count(chr(10))}"
    assert refusal.mend
    if code not in ("bad-name", "ordered-twice"):
        assert refusal.citation is not None
    if code == "too-fast":
        assert refusal.gap == "1 too fast"


def test_all_faults_are_told_at_once() -> None:
    _, faults = read("element One at x: Kent\nelement Two: Nelson\nintercept Keep\nintent run")
    assert [refusal.code for refusal in faults.found] == ["no-speed", "not-your-ship", "fixed-defence", "unknown-word"]


def test_a_fleet_of_fixed_defences_alone_cannot_go_out() -> None:
    base = Owner(id="red", name="Red", tl=5, ships=(ship("Keep", "SB"),), wings=())
    _, faults = read("intercept all", base)
    assert [refusal.code for refusal in faults.found] == ["fixed-defence"]


@given(st.text(alphabet="element atfighvoidcs:,;#\"'0123²½\n-", max_size=60), st.sampled_from(["element", "intercept"]))
def test_junk_behind_a_verb_is_read_or_refused_and_never_an_error(junk: str, verb: str) -> None:
    faults = Faults()
    for block in find_blocks(f"ORDERS OF Red\n{verb} {junk}\nEND OF ORDERS", "p", VERBS, faults, words(HULLS)):
        read_sheet(block, HULLS, RED, faults)


# --- Faults of a whole battle -------------------------------------------------------------------------------------

BATTLE = """
battle = "{type}"
book = "book.csv"
[[side]]
name = "Red"
[[side.owner]]
name = "Ann"
ships = ["2 FF", "1 TK Tanker", "1 ME Trader"]
[[side.owner]]
name = "Bob"
ships = ["1 CA", "1 FF Late"]
[[side]]
name = "Blue"
ships = ["1 CA", "1 ME"]
"""


@pytest.mark.parametrize(
    ("battle", "orders", "code", "where", "rule"),
    [
        ("fixed", {"Ann": "plan raid\nelement X: FF"}, "no-elements-here", "Ann.txt, line 3", "battle-type"),
        ("fixed", {"Ann": "intent chase"}, "no-elements-here", "Ann.txt, line 2", "battle-type"),
        ("mobile", {"Ann": "intercept FF"}, "no-objective", "Ann.txt, line 2", "out-manoeuvre"),
        ("fixed", {"Ann": "intercept ME"}, "no-interceptors", "Ann.txt, line 2", "out-manoeuvre"),
        ("fixed", {"Bob": "intercept Late"}, "no-interceptors", "Bob.txt, line 2", "out-manoeuvre"),
        (
            "fixed",
            {"Ann": "intercept FF", "Blue": "intercept CA"},
            "two-interceptions",
            "Blue.txt, line 2",
            "out-manoeuvre",
        ),
        ("mobile", {"Ann": "intent avoid", "Bob": "intent fight"}, "two-intents", "Ann.txt", "avoid-action"),
        (
            "mobile",
            {"Ann": "element X avoid: FF", "Bob": "element x chase: CA"},
            "two-intents",
            "Ann.txt",
            "avoid-action",
        ),
        (
            "mobile",
            {"Ann": "element X: FF", "Bob": "element X avoid: CA; intent avoid"},
            "",
            "",
            "",
        ),
        ("fixed", {"Ann": "intercept ME", "Bob": "intercept CA"}, "", "", ""),
        ("fixed", {"Ann": "intent fight"}, "", "", ""),
    ],
)
def test_manoeuvres_fit_the_battle_and_one_another(
    read_battle, battle: str, orders: dict[str, str], code: str, where: str, rule: str
) -> None:
    scenario = BATTLE.replace("{type}", battle)
    rulings = "rulings = 'arrives 3: Late because \"engines\"'\n"
    docket, refusals = read_battle(rulings + scenario, orders)
    if not code:
        assert docket is not None
        return
    (refusal,) = refusals
    assert (refusal.code, refusal.where, refusal.citation.id) == (code, where, rule)
    assert refusal.mend
