"""``flagplot bp``: stores, cap, chief, and the papers that are read and checked whole."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Flagplot = Callable[..., Result]

BOOK = "model,empire,cbpv,first_year,equipment\nDart,Federation,7,160,chaff 1/2\n"
PAPER = """\
team = "orion"
turn = 12
year = 171
alliance = ["Federation"]

[[host]]
id = "Raider"
links = 4

[[purchase]]
host = "Raider"
model = "Dart"
number = 3
source = "alliance"
equipment = "all"
"""
ROSTER = """\
[[unit]]
id = "Hermes"
carries_fighters = true
crews = 5

[[unit]]
id = "Ark"
carries_fighters = true

[[officer]]
unit = "Hermes"
post = "crew-chief"
rating = 4

[[officer]]
unit = "Ark"
post = "weapons-officer"
"""
LOG = """\
unit = "Hermes"
rating = 4
crews = ["1", "2"]
boxes = ["F1"]

[[action]]
crew = "1"
craft = "Hawk"
box = "F1"
work = "repair"
start = "1.1"
finish = "1.32"
"""


@pytest.fixture
def papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"book.csv": BOOK, "paper.toml": PAPER, "roster.toml": ROSTER, "log.toml": LOG}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_stores_are_reckoned_in_eighths(flagplot: Flagplot) -> None:
    answer = flagplot("bp", "stores", "--fighters", "9", "--pf", "4", "--stock", "7", "--json")
    assert json.loads(answer.output) == {
        "stock": "7",
        "demand": "25/8",
        "full_phases": 2,
        "left": "3/4",
        "then_serviced": 6,
        "then_unserviced": 7,
        "rules": ["bp V12.35", "bp V12.32"],
    }
    told = flagplot("bp", "stores", "--fighters", "9", "--pf", "4", "--stock", "7").output
    assert "3 1/8 boxes (9 fighter at 1/8, 4 pf at 1/2)" in told
    assert "[V12.35, V12.32]" in told


def test_stores_without_craft_last_for_ever(flagplot: Flagplot) -> None:
    answer = json.loads(flagplot("bp", "stores", "--stock", "0", "--json").output)
    assert (answer["full_phases"], answer["demand"]) == (None, "0")
    assert "without end" in flagplot("bp", "stores", "--stock", "0").output


def test_boxes_are_read_as_they_are_written(flagplot: Flagplot) -> None:
    told = flagplot("bp", "stores", "--fighters", "8", "--stock", "2 1/2").output
    assert "2 1/2 boxes" in told
    assert "1 box (8 fighter at 1/8)" in told
    assert flagplot("bp", "stores", "--stock", "2 1.5").exit_code == 2


def test_an_auxiliary_adds_its_cargo_and_its_rule(flagplot: Flagplot) -> None:
    arguments = ("bp", "stores", "--fighters", "8", "--stock", "1", "--auxiliary", "1/2", "--json")
    answer = json.loads(flagplot(*arguments).output)
    assert (answer["stock"], answer["full_phases"], answer["left"]) == ("3/2", 1, "1/2")
    assert "bp V12.34" in answer["rules"]


def test_other_craft_are_named_by_kind(flagplot: Flagplot) -> None:
    arguments = ("bp", "stores", "--fighters", "1", "--craft", "fighter=2", "--craft", "interceptor=1", "--stock", "1")
    told = flagplot(*arguments).output
    assert "7/8 boxes (3 fighter at 1/8, 1 interceptor at 1/2)" in told
    assert "Did you mean 'bomber'?" in flagplot("bp", "stores", "--craft", "bommer=1", "--stock", "1").stderr


def test_a_cap_says_what_may_still_be_bought(flagplot: Flagplot) -> None:
    answer = json.loads(flagplot("bp", "cap", "17", "--coalition", "4", "--json").output)
    assert (answer["most"], answer["may_buy"], answer["next_at"]) == (5, 1, 20)
    assert "That is 2 above the limit" in flagplot("bp", "cap", "17", "--coalition", "7").output
    assert "together with 3 of Alliance make" in flagplot("bp", "cap", "7", "--alliance-bought", "3").output


def test_a_chief_has_every_benefit_with_its_rule(flagplot: Flagplot) -> None:
    (card,) = json.loads(flagplot("bp", "chief", "--rating", "7", "--crews", "12", "--json").output)["cards"]
    assert (card["extra_actions"], card["packs_of_each"], card["ready_chance"]) == (4, 2, "1/6")
    poor = flagplot("bp", "chief", "--rating", "7", "--crews", "12", "--quality", "poor")
    assert poor.exit_code == 0
    for rule in ("V12.44", "V12.45", "V12.46", "V12.47", "V12.48", "V12.49"):
        assert rule in poor.output
    assert "cancelled by a poor crew" in poor.output


def test_another_reading_is_named(flagplot: Flagplot) -> None:
    arguments = ("bp", "chief", "--rating", "12", "--crews", "7")
    clamped = flagplot(*arguments, "--reading", "rating-range=clamped").output
    assert "Reading A54 (rating-range): clamped." in clamped
    assert "there is no rating of 12; it is taken as 9. [V12.43]" in clamped
    assert "Reading" not in flagplot("bp", "cap", "7", "--reading", "coalition-share=after").output


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (("chief", "--rating", "12", "--crews", "7"), "rating-out-of-range", 1),
        (("chief", "--rating", "-1", "--crews", "7"), "rating-out-of-range", 1),
        (("chief", "--rating", "7", "--crews", "7", "--alive", "8"), "more-than-there", 1),
        (("stores", "--stock", "-1/8"), "stock-below-zero", 1),
        (("stores", "--stock", "1/7"), "not-eighths", 1),
        (("stores", "--stock", "1", "--auxiliary", "1/7"), "not-eighths", 1),
        (("cap", "3", "--coalition", "4"), "more-than-there", 1),
        (("cap", "3", "--reading", "coalition-share=never"), "unknown-option", 4),
        (("cap", "3", "--reading", "coalition=never"), "unknown-reading", 4),
        (("cap", "3", "--reading", "share-by-losses=never"), "reading-without-options", 4),
        (("cards", "none.toml"), "missing-file", 3),
        (("deck-log", "none.toml"), "missing-file", 3),
        (("fighters", "none.csv"), "missing-file", 3),
        (("purchase", "none.toml", "--book", "none.csv"), "missing-file", 3),
    ],
)
def test_what_cannot_be_is_refused(flagplot: Flagplot, arguments: tuple[str, ...], code: str, exit_code: int) -> None:
    answer = flagplot("bp", *arguments, "--json")
    assert answer.exit_code == exit_code
    assert {fault["code"] for fault in json.loads(answer.output)["refusals"]} == {code}


@pytest.mark.parametrize(
    "arguments",
    [
        ("stores", "--stock", "seven"),
        ("stores", "--stock", "1/0"),
        ("stores", "--fighters", "-1", "--stock", "1"),
        ("stores", "--craft", "bombers=3", "--stock", "1"),
        ("stores", "--craft", "bomber", "--stock", "1"),
        ("stores", "--craft", "bomber=" + "9" * 5000, "--stock", "1"),
        ("stores", "--stock", "1e999999999"),
        ("cap", "many"),
        ("cap", "-1"),
        ("cap", "3", "--reading", "coalition-share"),
        ("chief", "--rating", "x", "--crews", "7"),
        ("chief", "--rating", "7"),
    ],
)
def test_bad_usage(flagplot: Flagplot, arguments: tuple[str, ...]) -> None:
    assert flagplot("bp", *arguments).exit_code == 2


def test_a_roster_gives_a_card_for_each_chief(flagplot: Flagplot, papers: Path) -> None:
    (card,) = json.loads(flagplot("bp", "cards", "roster.toml", "--json").output)["cards"]
    assert (card["unit"], card["usable"], card["lost"]) == ("Hermes", "5/2", "1/2")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("rating = 4", "rating = 12", "rating-out-of-range"),
        ("rating = 4\n", "", "no-rating"),
        ("rating = 4", 'rating = 4\nformer = "weapons-officer"', "no-conversion"),
        ('unit = "Ark"\npost = "weapons-officer"', 'unit = "Hermes"\npost = "weapons-officer"', "two-chiefs"),
        ('unit = "Ark"\npost = "weapons-officer"', 'unit = "Hermes"\npost = "crew-chief"', "two-chiefs"),
        ('unit = "Ark"', 'unit = "Arc"', "unknown-unit"),
        ("carries_fighters = true\ncrews", "crews", "no-carrier"),
        ("crews = 5", "crews = 5\nalive = 6", "more-than-there"),
        ("crews = 5", 'crews = 5\ninstead = ["V20.72"]', "no-base"),
        ("crews = 5", 'station = "base"\nrated = 12\ndeclared = "built"\ninstead = ["V20.7"]', "unknown-choice"),
        ("crews = 5", 'station = "base"\nrated = 11\ndeclared = "built"', "base-too-small"),
    ],
)
def test_a_roster_with_a_fault_is_refused(flagplot: Flagplot, papers: Path, old: str, new: str, code: str) -> None:
    assert old in ROSTER
    (papers / "roster.toml").write_text(ROSTER.replace(old, new, 1))
    answer = flagplot("bp", "cards", "roster.toml", "--json")
    assert answer.exit_code == 1
    assert [fault["code"] for fault in json.loads(answer.output)["refusals"]] == [code]


CAMPAIGN = """\
system = "bp"
name = "Border"

[map]
columns = 3
rows = 3

[[unit]]
id = "hermes"
team = "alliance"
hex = "0101"
bays = 6
chief = { rating = 4, crews = 6, box = "bay-1" }

[[unit]]
id = "ark"
team = "coalition"
hex = "0303"
bays = 6
"""


def test_a_campaign_gives_the_cards_of_its_chiefs(flagplot: Flagplot, papers: Path) -> None:
    (papers / "campaign.toml").write_text(CAMPAIGN)
    assert flagplot("new", "campaign.toml", "border").exit_code == 0
    (card,) = json.loads(flagplot("bp", "cards", "border", "--json").output)["cards"]
    assert (card["unit"], card["rating"], card["crews"], card["extra_actions"]) == ("hermes", 4, 6, 3)
    assert json.loads(flagplot("bp", "cards", "border", "--team", "alliance", "--json").output)["cards"] == [card]
    assert "No unit has a crew chief." in flagplot("bp", "cards", "border", "--team", "coalition").output
    wrong = flagplot("bp", "cards", "border", "--team", "aliance")
    assert wrong.exit_code == 1
    assert "Did you mean 'alliance'?" in wrong.stderr
    assert flagplot("bp", "cards", "roster.toml", "--team", "alliance").exit_code == 2
    assert flagplot("bp", "cards", str(papers)).exit_code == 3


def test_a_log_is_audited(flagplot: Flagplot, papers: Path) -> None:
    answer = json.loads(flagplot("bp", "deck-log", "log.toml", "--json").output)
    assert answer["work"] == [{"craft": "Hawk", "work": "repair", "finished": 1, "halves_over": 0}]
    assert "Deck log of Hermes" in flagplot("bp", "deck-log", "-", stdin=LOG).output
    (papers / "log.toml").write_text(LOG.replace('"1.32"', '"1.31"'))
    assert flagplot("bp", "deck-log", "log.toml").exit_code == 1


def test_a_book_is_shown_with_its_prices(flagplot: Flagplot, papers: Path) -> None:
    answer = json.loads(flagplot("bp", "fighters", "book.csv", "--json").output)
    assert answer["models"][0]["ebpv"] == "7/2"
    (papers / "book.csv").write_text(BOOK + "Lance,Gorn,x,y,\n")
    refused = flagplot("bp", "fighters", "book.csv")
    assert refused.exit_code == 1
    assert "book.csv, row 3, column cbpv" in refused.stderr
    assert "book.csv, row 3, column first_year" in refused.stderr


def test_a_purchase_has_a_receipt(flagplot: Flagplot, papers: Path) -> None:
    answer = json.loads(flagplot("bp", "purchase", "paper.toml", "--book", "book.csv", "--json").output)
    assert (answer["total"], answer["share"], answer["aboard"]) == ("12", [3, 0], {"Raider": {"dart": 3}})
    told = flagplot("bp", "purchase", "paper.toml", "--book", "book.csv").output
    assert "Raider gets 3 Dart with chaff for 12 points. [V12.24, V12.52, V12.53]" in told
    (papers / "paper.toml").write_text(PAPER.replace('equipment = "all"\n', "").replace("number = 3", "number = 5"))
    refused = flagplot("bp", "purchase", "paper.toml", "--book", "book.csv")
    assert refused.exit_code == 1
    assert "2 1/2 points of equipment short" in refused.stderr
    assert "At most 4" in refused.stderr


@pytest.mark.parametrize(
    "question",
    [
        "['bp', 'stores', '--fighters', '9', '--pf', '4', '--stock', '7']",
        "['bp', 'cap', '17']",
        "['bp', 'chief', '--rating', '7', '--crews', '12', '--quality', 'poor']",
    ],
)
def test_a_question_loads_nothing_heavy(question: str) -> None:
    """Ten-second questions answer at once because they wait for no array library and no compiler."""
    program = (
        "import sys\nfrom flagplot.cli.main import main\n"
        f"try:\n    main({question})\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'numpy', 'numba', 'rich', 'flagplot.fta3'} & set(sys.modules)\nassert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_wall_shows_what_the_section_says(flagplot: Flagplot) -> None:
    lines = [" ".join(line.split()) for line in flagplot("bp", "wall").output.splitlines()]
    for row in (
        "pf ace 4/6 3/6 2/6",
        "interceptor crippled ace 1/6 0/6 0/6",
        "heavy-fighter 1/4",
        "bomber 0",
        "12 1 1/2 3 4 1/2 6 7 1/2 9 10 1/2 12 13 1/2 15 16 1/2 18",
        "9 3 2 2 3/6 2 3 2 yes",
        "12 0 0 3 3 4 4 4 4 4 4 12/2",
        "17 to 19 5",
    ):
        assert row in lines


def test_the_wall_follows_the_readings_and_writes_markdown(flagplot: Flagplot) -> None:
    told = flagplot("bp", "wall", "--format", "markdown", "--reading", "support-craft=eighth").output
    assert "Reading A22 (support-craft): eighth." in told
    assert "| bomber | 1/8 |" in told
    assert json.loads(flagplot("bp", "wall", "--format", "json").output)
