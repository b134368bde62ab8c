"""A player's orders as standing orders: each verb, each fault with its line, and one spelling for one meaning."""

import re
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.refusal import Fault, Faults, Refusal
from flagplot.engine.orders import find_blocks
from flagplot.fta3.book.book import read_book
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.forces import Owner, Ship
from flagplot.fta3.papers.operands import spell_name
from flagplot.fta3.papers.order_sheet import read_sheet, unsent
from flagplot.fta3.papers.standing import Criterion, Standing, closest
from flagplot.fta3.papers.verbs import EXAMPLES, RESERVED, SIZES, VERBS, plans, words

HULLS = {
    code: Hull(code=code, name=code, size=size, hp=100)
    for code, size in {"BB": Size.CAPITAL, "CA": Size.CRUISER, "CVL": Size.CRUISER, "FF": Size.ESCORT}.items()
}
NAMES = ("Hood", "Swift", "FF 1", "Split", "10x6", "At, least", "Zoë's Own", "all's well")
OWNER = Owner(
    id="alice",
    name="Alice",
    tl=5,
    ships=tuple(
        Ship(id=f"alice/{number}", name=name, hull=HULLS["FF"], hp=100, level=None) for number, name in enumerate(NAMES)
    ),
    wings=(),
)


def read(text: str, owner: Owner | None = OWNER) -> tuple[Standing, list[Refusal]]:
    """The orders of a block whose first order is in line 2."""
    faults = Faults()
    post = f"ORDERS OF Alice\n{text}\nEND OF ORDERS"
    (block,) = find_blocks(post, "post.txt", VERBS, faults, words(HULLS)) or [None]
    assert block is not None
    return read_sheet(block, HULLS, owner, faults), faults.found


def standing_of(*lines: str, owner: Owner | None = OWNER) -> Standing:
    standing, found = read("\n".join(lines), owner)
    assert found == []
    return standing


def faults_of(*lines: str) -> list[tuple[str, str]]:
    _, found = read("\n".join(lines))
    return [(refusal.code, refusal.where.removeprefix("post.txt, ")) for refusal in found]


# Verbs


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("plan press", "plan", "press"),
        ("plan Stand-Off", "plan", "stand-off"),
        ("speed 0", "speed", 0),
        ("speed 2", "speed", 2),
        ("launch all", "launch", None),
        ("launch NONE", "launch", 0),
        ("launch 0", "launch", 0),
        ("launch 6", "launch", 6),
        ("commit all", "commit", 100),
        ("commit least", "commit", 0),
        ("commit 0%", "commit", 0),
        ("commit 50", "commit", 50),
        ("commit 50 %", "commit", 50),
        ("withdraw force at 50%", "force", 50),
        ("withdraw Force 1", "force", 1),
        ("withdraw force never", "force", None),
        ("strike CVL, capital damaged 50%, cruiser", "strike", (("CVL", 0), ("capital", 50), ("cruiser", 0))),
        ("strike damaged 50 %", "strike", (("any", 50),)),
        ("strike any", "strike", (("any", 0),)),
        ("strike ff damaged 100%, ff damaged 1%", "strike", (("FF", 100), ("FF", 1))),
    ],
)
def test_an_order_for_the_whole_force(line: str, field: str, value: object) -> None:
    if field == "strike":
        value = tuple(Criterion(*entry) for entry in value)  # type: ignore[attr-defined]
    assert getattr(standing_of(line), field) == value


@pytest.mark.parametrize(
    ("line", "field", "kind", "value"),
    [
        ("target cruiser: capital, CA, escort", "targets", "cruiser", ("capital", "CA", "escort")),
        ("target CA: any", "targets", "CA", ("any",)),
        ("TARGET ca : Bb", "targets", "CA", ("BB",)),
        ("target capital, FF", "targets", "all", ("capital", "FF")),
        ("target: capital", "targets", "all", ("capital",)),
        ("target all: other", "targets", "all", ("other",)),
        ('target "cruiser": "BB"', "targets", "cruiser", ("BB",)),
        ("range far", "ranges", "all", "far"),
        ("range BB: Best", "ranges", "BB", "best"),
        ("withdraw escort at 25%", "leave", "escort", 25),
        ("withdraw escort 25%", "leave", "escort", 25),
        ("withdraw escort: 25 %", "leave", "escort", 25),
        ("withdraw at 100%", "leave", "all", 100),
        ("withdraw 1%", "leave", "all", 1),
        ("withdraw BB never", "leave", "BB", None),
        ("withdraw never", "leave", "all", None),
    ],
)
def test_an_order_by_kind_of_ship(line: str, field: str, kind: str, value: object) -> None:
    standing = standing_of(line)
    assert getattr(standing, field)[kind] == value


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("split Hood 10x6, Swift 1x6 2x4", {"Hood": {6: 10}, "Swift": {6: 1, 4: 2}}),
        ("split Hood 10×6 + 2X4", {"Hood": {6: 10, 4: 2}}),
        ("split hood 1x6 2x6", {"Hood": {6: 3}}),
        ("split FF 1 2x6", {"FF 1": {6: 2}}),
        ('split "FF 1" 2x6, "Split" 1x6, "10x6" 3x6', {"FF 1": {6: 2}, "Split": {6: 1}, "10x6": {6: 3}}),
        ('split "At, least" 1x6, Zoë’s Own 1x4', {"At, least": {6: 1}, "Zoë's Own": {4: 1}}),
        ("split Hood 0x6", {"Hood": {6: 0}}),
    ],
)
def test_a_split_gives_each_ship_counts_by_damage(line: str, split: dict[str, dict[int, int]]) -> None:
    ids = {ship.name: ship.id for ship in OWNER.ships}
    assert standing_of(line).split == {ids[name]: shares for name, shares in split.items()}


def test_a_name_with_a_colon_needs_no_quotes() -> None:
    owner = replace(OWNER, ships=(replace(OWNER.ships[0], name="HMS: Sure"),))
    assert standing_of("split HMS: Sure 1x6", owner=owner).split == {OWNER.ships[0].id: {6: 1}}


def test_without_a_fleet_any_ship_may_be_the_players() -> None:
    assert standing_of("split Renown 2x6", owner=None).split == {"renown": {6: 2}}


def test_without_a_book_any_hull_may_be_right() -> None:
    faults = Faults()
    (block,) = find_blocks("ORDERS OF A\ntarget ZZ: QQ\nplan pres\nEND OF ORDERS", "p", VERBS, faults)
    read_sheet(block, None, None, faults)
    assert [refusal.code for refusal in faults.found] == ["unknown-plan"]


# Plans


def test_there_are_plans_and_defend_is_one_of_them() -> None:
    assert "defend" in plans()
    assert all(plan.text and plan.orders for plan in plans().values())


@pytest.mark.parametrize("name", plans())
def test_a_plan_holds_where_the_sheet_is_silent_whatever_the_book(name: str) -> None:
    planned = standing_of(f"plan {name}")
    assert planned.lines == (f"plan {name}",)
    spelt = standing_of(*map(str, plans()[name].orders))
    assert replace(planned, plan="", lines=()) == replace(spelt, plan="", lines=())


def test_a_sheet_without_a_plan_and_a_side_without_a_sheet_fight_by_defend() -> None:
    assert standing_of().plan == "defend"
    silent = unsent(HULLS, OWNER)
    assert (silent.plan, silent.sent, silent.lines) == ("defend", False, ())
    assert replace(silent, sent=True, lines=("plan defend",)) == standing_of("plan defend")


def test_a_line_of_ones_own_outranks_the_plan_for_what_it_names_alone() -> None:
    plan = standing_of("plan defend")
    own = standing_of("plan defend", "target cruiser: escort", "range FF: far")
    assert own.targets == {**plan.targets, "cruiser": ("escort",)}
    assert own.ranges == {**plan.ranges, "FF": "far"}
    assert own.leave == plan.leave


def test_a_line_of_ones_own_for_all_outranks_every_line_of_the_plan() -> None:
    own = standing_of("plan defend", "target all: escort", "withdraw never")
    assert own.targets == {"all": ("escort",)}
    assert own.leave == {"all": None}


def test_a_line_of_ones_own_for_a_hull_outranks_the_plans_for_its_size() -> None:
    own = standing_of("plan defend", "target CA: escort")
    assert closest(own.targets, HULLS["CA"]) == ("escort",)
    assert closest(own.targets, HULLS["CVL"]) == closest(standing_of("plan defend").targets, HULLS["CVL"])


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [("withdraw force never", "force", None), ("launch none", "launch", 0), ("commit 0%", "commit", 0)],
)
def test_nothing_and_never_outrank_the_plan_as_well(line: str, field: str, value: object) -> None:
    assert getattr(standing_of("plan defend", line), field) == value


@pytest.mark.parametrize(
    ("given_", "wanted"),
    [
        ({"CA": 1, "cruiser": 2, "all": 3}, 1),
        ({"cruiser": 2, "all": 3}, 2),
        ({"all": 3, "escort": 4}, 3),
        ({"escort": 4, "BB": 5}, None),
        ({"CA": None, "all": 3}, None),
    ],
)
def test_the_closest_fit_is_the_hull_then_the_size_then_all(given_: dict[str, int], wanted: int | None) -> None:
    for items in (given_.items(), reversed(given_.items())):
        assert closest(dict(items), HULLS["CA"]) == wanted


# Faults


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("plan banzai", "unknown-plan"),
        ("plan", "unknown-plan"),
        ("plan press press", "unknown-plan"),
        ("speed", "no-speed"),
        ("speed fast", "no-speed"),
        ("speed -1", "no-speed"),
        ("speed 1.5", "no-speed"),
        ("speed 1 2", "no-speed"),
        ("speed " + "9" * 300, "no-speed"),
        ("target", "no-target"),
        ("target cruiser:", "no-target"),
        ("target cruiser: ,,", "no-target"),
        ("target ,", "no-target"),
        ("target cruiser: battleship", "unknown-target"),
        ("target frigate: BB", "unknown-target"),
        ("target any: BB", "unknown-target"),
        ("target cruiser: BB: CA", "unknown-target"),
        ("target cruiser: all", "unknown-target"),
        ("target cruiser: BB, ca, bb", "named-twice"),
        ("range", "unknown-range"),
        ("range middle", "unknown-range"),
        ("range BB: close, far", "unknown-range"),
        ("range dreadnought: far", "unknown-target"),
        ("withdraw", "no-threshold"),
        ("withdraw :", "no-threshold"),
        ("withdraw escort", "no-percentage"),
        ("withdraw escort at", "no-percentage"),
        ("withdraw escort at 0%", "no-percentage"),
        ("withdraw escort at 101%", "no-percentage"),
        ("withdraw escort at 25.5%", "no-percentage"),
        ("withdraw escort at -5%", "no-percentage"),
        ("withdraw escort at " + "9" * 300, "no-percentage"),
        ("withdraw yacht at 25%", "unknown-target"),
        ("withdraw any at 25%", "unknown-target"),
        ("withdraw escort at never", "unknown-target"),
        ("launch", "no-number"),
        ("launch -1", "no-number"),
        ("launch 1.5", "no-number"),
        ("launch 6 TL5", "no-number"),
        ("launch " + "9" * 300, "no-number"),
        ("commit", "no-number"),
        ("commit 50% later", "no-number"),
        ("commit half", "no-percentage"),
        ("commit 101%", "no-percentage"),
        ("strike", "no-target"),
        ("strike ,", "no-target"),
        ("strike damaged", "unknown-target"),
        ("strike CA damaged", "unknown-target"),
        ("strike CA damaged 0%", "no-percentage"),
        ("strike CA damaged badly", "no-percentage"),
        ("strike CA, BB, ca", "named-twice"),
        ("strike damaged 50%, any damaged 50", "named-twice"),
        ("split", "no-share"),
        ("split ,", "no-share"),
        ("split Hood", "no-share"),
        ("split 10x6", "no-share"),
        ("split Hood ten", "no-share"),
        ("split Hood -1x6", "no-share"),
        ("split Hood 1.5x6", "no-share"),
        ('split Hood "10x6"', "no-share"),
        ("split Renown 10x6", "not-your-ship"),
        ("split Hood " + "9" * 300 + "x6 1x6", "not-your-ship"),
        ("split Hood 1x6, Swift 1x6, hood 1x4", "named-twice"),
    ],
)
def test_a_fault_is_told_alone_and_with_its_line(line: str, code: str) -> None:
    assert faults_of("", line) == [(code, "line 3")]


def test_every_fault_of_a_sheet_is_told_at_once() -> None:
    assert faults_of(
        "plan banzai",
        "target frigate: yacht, gig",
        "withdraw yacht at 200%",
        "strike yacht damaged 0%, gig",
        "split Renown 1x6, Hood, Swift 1x4, Swift 1x4",
        "commit 300%",
        "commit 200%",
        "withdraw 25% escort",
    ) == [
        ("unknown-plan", "line 2"),
        ("unknown-target", "line 3"),
        ("unknown-target", "line 3"),
        ("unknown-target", "line 3"),
        ("no-percentage", "line 4"),
        ("unknown-target", "line 4"),
        ("no-percentage", "line 5"),
        ("unknown-target", "line 5"),
        ("unknown-target", "line 5"),
        ("not-your-ship", "line 6"),
        ("no-share", "line 6"),
        ("named-twice", "line 6"),
        ("no-percentage", "line 7"),
        ("no-percentage", "line 8"),
        ("no-percentage", "line 9"),
        ("unknown-target", "line 9"),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("plan press", "plan press"),
        ("target CA: BB", "target ca: FF"),
        ("target BB", "target all: FF"),
        ("range far", "range close"),
        ("withdraw escort never", "withdraw escort at 25%"),
        ("withdraw force never", "withdraw force at 25%"),
        ("launch all", "launch none"),
        ("commit all", "commit 10%"),
        ("strike any", "strike any"),
        ("split Hood 1x6", "split Swift 1x6"),
        ("speed 1", "speed 2"),
    ],
)
def test_the_same_thing_ordered_twice_contradicts_itself(first: str, second: str) -> None:
    _, (refusal,) = read(f"{first}\n{second}")
    assert (refusal.code, refusal.fault, refusal.where) == ("ordered-twice", Fault.INCONSISTENT, "post.txt, line 3")
    assert "line 2" in refusal.message


def test_faults_cite_the_rule_that_the_order_is_about() -> None:
    rules = {
        "speed x": "declare-speed",
        "target x": "mass-combat/targeting",
        "range x": "pair-off/range",
        "withdraw x": "mass-combat/withdrawal",
        "launch x": "launch-fighters",
        "commit x": "fighter-interception/tech-advantage",
        "strike x": "mass-combat/fighter-targets",
        "split x": "stand-off/split",
    }
    for line, rule in rules.items():
        _, (refusal,) = read(line)
        assert str(refusal.citation) == f"fta3 {rule}"


# Mends


@pytest.mark.parametrize("verb", VERBS)
def test_every_example_that_a_mend_shows_is_legal(verb: str) -> None:
    for example_ in re.split(r", or: ", EXAMPLES[verb]):
        assert example_.startswith(verb)
        standing_of(example_)


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("plan pres", "plan press"),
        ("target cruser: BB", "target cruiser: BB"),
        ("target cruiser: CAA", "target cruiser: CA"),
        ("range clos", "range close"),
        ("withdraw al at 5%", "withdraw all at 5%"),
        ("split Hod 1x6", "split Hood 1x6"),
    ],
)
def test_the_nearest_word_is_named_and_legal(line: str, mended: str) -> None:
    _, (refusal,) = read(line)
    (meant,) = re.findall(r"Did you mean '(.+)'\?", refusal.mend)
    assert meant in mended
    standing_of(mended)


# Words that mean something in orders


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_no_hull_can_be_called_by_a_word_of_orders(word: str) -> None:
    book = f'[[hull]]\ncode = "{word.upper()}"\nsize = "other"'
    faults = Faults()
    assert read_book(book, "b.toml", faults) is None
    (refusal,) = faults.found
    assert (refusal.code, refusal.where) == ("bad-code", f"b.toml, hull '{word.upper()}', key code")
    assert refusal.mend


def test_the_words_of_orders_are_all_reserved() -> None:
    assert set(VERBS) | set(SIZES) | {"force", "never", "at", "damaged", "none", "least", "any", "all"} <= RESERVED
    assert {"close", "far", "best"} <= RESERVED


@pytest.mark.parametrize("code", ["DEFEND", "Raid", "Press", "Rounds", "Hit", "Because", "Ends"])
def test_a_hull_may_be_called_like_a_plan_or_a_word_of_rulings(code: str) -> None:
    hulls = {code: Hull(code=code, name=code, size=Size.OTHER, hp=1)}
    faults = Faults()
    post = f"ORDERS OF A\nplan raid\ntarget {code}: {code.lower()}\nwithdraw {code}\n at 5%\nEND OF ORDERS"
    (block,) = find_blocks(post, "p", VERBS, faults, words(hulls))
    standing = read_sheet(block, hulls, None, faults)
    assert faults.found == []
    assert (standing.plan, standing.targets[code], standing.leave[code]) == ("raid", (code,), 5)


# One spelling for one meaning

KINDS = st.sampled_from([*SIZES, *HULLS])
PERCENTS = st.integers(1, 100)
LISTS = st.lists(st.one_of(KINDS, st.just("any")), min_size=1, max_size=4, unique=True)
TARGETS = st.tuples(st.one_of(KINDS, st.just("all")), LISTS)
NUMBERS = st.dictionaries(st.integers(1, 9), st.integers(0, 40), min_size=1, max_size=3)


def percents(value: int) -> st.SearchStrategy[str]:
    return st.sampled_from([f"{value}%", f"{value}", f"{value} %"])


@st.composite
def sheets(draw: st.DrawFn) -> list[list[str]]:
    """Orders in several spellings each, all of one meaning."""
    orders: list[list[str]] = []
    if draw(st.booleans()):
        plan = draw(st.sampled_from(sorted(plans())))
        orders.append([f"plan {plan}", f"PLAN {plan.upper()}", f'plan "{plan}"'])
    for own, wanted in draw(st.lists(TARGETS, max_size=3, unique_by=lambda entry: entry[0])):
        told = ", ".join(wanted)
        orders.append([f"target {own}: {told}", f"Target {own.lower()} :{told.upper()}"])
        if own == "all":
            orders[-1].append(f"target {told}")
    for own, when in draw(st.dictionaries(KINDS, st.none() | PERCENTS, max_size=3)).items():
        if when is None:
            orders.append([f"withdraw {own} never", f"withdraw {own.upper()}: NEVER"])
        else:
            orders.append([f"withdraw {own} at {when}%", f"withdraw {own} {when}", f"WITHDRAW {own} At {when} %"])
    number = draw(st.integers(0, 99))
    more = [
        [f"launch {number}", f"Launch 0{number}"] + ["launch none"] * (not number),
        [f"commit {number}%", f"commit {number}"] + ["commit least"] * (not number),
        [f"strike damaged {number + 1}%, CA", f"strike any damaged {number + 1}, ca"],
        [f"speed {number}", f"speed: {number}"],
    ]
    orders += draw(st.lists(st.sampled_from(more), unique_by=lambda spellings: spellings[0]))
    shares = draw(st.dictionaries(st.sampled_from(NAMES), NUMBERS, max_size=4))
    if shares:
        told_ = [f'"{name}" {" ".join(f"{n}x{d}" for d, n in each.items())}' for name, each in shares.items()]
        turned = [
            f'"{name.upper()}" {" + ".join(f"{n}X{d}" for d, n in reversed(each.items()))}'
            for name, each in reversed(shares.items())
        ]
        orders.append([f"split {', '.join(told_)}", f"split {' , '.join(turned)}"])
    return orders


def digest_lines(lines: Sequence[str]) -> list[str]:
    return sorted(standing_of(*lines).lines)


@given(sheets(), st.data())
def test_orders_of_one_meaning_have_one_canonical_spelling(orders: list[list[str]], data: st.DataObject) -> None:
    plain = [spellings[0] for spellings in orders]
    other = [data.draw(st.sampled_from(spellings)) for spellings in data.draw(st.permutations(orders))]
    first, second = standing_of(*plain), standing_of(*other)
    assert sorted(first.lines) == sorted(second.lines)
    assert replace(first, lines=()) == replace(second, lines=())


@given(sheets())
def test_the_canonical_spelling_is_a_sheet_that_means_the_same(orders: list[list[str]]) -> None:
    standing = standing_of(*(spellings[-1] for spellings in orders))
    assert standing_of(*standing.lines) == standing


@given(sheets(), st.data())
def test_posts_quoted_wrapped_and_commented_are_spelt_the_same(orders: list[list[str]], data: st.DataObject) -> None:
    plain = [spellings[0] for spellings in orders]
    before = standing_of(*plain).lines
    dressed = [
        data.draw(st.sampled_from([f"- [b]{line}[/b]", f"  {line}   # mine", f"* {line};", line])) for line in plain
    ]
    assert standing_of(*dressed).lines == before
    quoted = "\n".join(f"> > {line}" for line in ["ORDERS OF Alice", *plain, "END OF ORDERS"])
    (block,) = find_blocks(f"[quote]\n{quoted}\n[/quote]", "post.txt", VERBS, Faults(), words(HULLS))
    assert read_sheet(block, HULLS, OWNER, Faults()).lines == before


CHANGES = ("plan press", "target CA: BB, FF", "withdraw escort at 25%", "launch 5", "commit 10%", "split Hood 1x6")


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("plan press", "plan raid"),
        ("target CA: BB, FF", "target CA: FF, BB"),
        ("target CA: BB, FF", "target CVL: BB, FF"),
        ("withdraw escort at 25%", "withdraw escort at 26%"),
        ("launch 5", "launch all"),
        ("commit 10%", "commit all"),
        ("split Hood 1x6", "split Hood 1x4"),
        ("split Hood 1x6", "split Swift 1x6"),
    ],
)
def test_a_changed_word_is_another_spelling(line: str, changed: str) -> None:
    other = [changed if each == line else each for each in CHANGES]
    assert digest_lines(other) != digest_lines(CHANGES)


@given(st.sampled_from(NAMES) | st.from_regex(r"[\w '.,:;#%+x-]{1,12}", fullmatch=True).filter(str.strip))
@example("withdraw")
@example("3x6")
@example("FF 3x6")
@example("100 %")
def test_a_name_is_spelt_so_that_a_split_reads_it_back(name: str) -> None:
    name = " ".join(name.split())
    ship = replace(OWNER.ships[0], name=name)
    standing = standing_of(f"split {spell_name(name)} 1x6", owner=replace(OWNER, ships=(ship,)))
    assert standing.split == {ship.id: {6: 1}}


# Whatever is sent

TOKENS = (*VERBS, *sorted(RESERVED), *HULLS, "Hood", "25%", "%", "101", "1.5", "-3", "10x6", "0x0", "²", "٣", "9" * 400)
JUNK = st.sampled_from((*TOKENS, ",", ":", ";", "#", '"', "'", "\n", "🚀", "\u202e", "+", "ORDERS", "of", "END"))


@given(st.lists(JUNK, max_size=25).map(" ".join) | st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@example("speed ²")
@example("launch ²")
@example("split Hood ²x²")
@example('split "" 1x6, "  " 1x6')
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    faults = Faults()
    for block in find_blocks(f"ORDERS OF Alice\n{text}\nEND OF ORDERS", "p", VERBS, faults, words(HULLS)):
        standing = read_sheet(block, HULLS, OWNER, faults)
        assert len(faults.found) or standing_of(*standing.lines) == standing
    assert all(refusal.where.startswith("p, line ") for refusal in faults.found)
    assert all(len(str(refusal)) < 1000 for refusal in faults.found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "split " + ", ".join(["Hood 1x1"] * 20_000),
        "split " + ", ".join(f"Hod{number} 1x1" for number in range(20_000)),
        "target " + ", ".join(f"C{number}" for number in range(20_000)),
        "strike " + ", ".join(["any"] * 30_000),
        "strike " + ", ".join(["CA"] * 30_000) + "\n" + "strike CA\n" * 10_000,
        "withdraw " + "escort " * 40_000,
    ],
)
def test_a_sheet_of_junk_is_refused_before_anybody_falls_asleep(text: str) -> None:
    began = time.monotonic()
    _, found = read(text)
    assert found
    assert sum(len(refusal.message) + len(refusal.mend) for refusal in found) < 40_000_000
    assert time.monotonic() - began < 30
