"""The rulebook file, the marks on functions, and the status of a rule."""

from collections.abc import Callable

import pytest

from flagplot.core.refusal import Fault, Refusal, Refused
from flagplot.engine.rulebook import Status, functions_of, load

BOOK = """
system = "toy"
page = "Toy rules"

[[rule]]
id = "duel"
title = "Duel"
section = ""
text = "Both roll."

[[rule]]
id = "duel/tie"
title = "Ties"
section = "duel"
text = "Roll again."
pending = "The third roll."

[[rule]]
id = "history"
title = "History"
section = ""
text = "It is an old game."
status = "text only"

[[rule]]
id = "quarrel"
title = "Quarrels"
section = ""
text = "The host decides."
status = "by hand"
note = "Printed on the box."
"""

IMPORT = "from flagplot.core.citation import carries_out\n"
ROLL = "def roll() -> int:\n    return 1\n"


def codes_of(source: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        load(source, "rules.toml")
    return [refusal.code for refusal in caught.value.refusals]


def refusals_of(package: str) -> tuple[Refusal, ...]:
    with pytest.raises(Refused) as caught:
        functions_of(load(BOOK), package)
    return caught.value.refusals


def test_rules_stand_in_page_order() -> None:
    book = load(BOOK)
    assert (book.system, book.page) == ("toy", "Toy rules")
    assert list(book.rules) == ["duel", "duel/tie", "history", "quarrel"]
    assert book.rules["duel/tie"].section == "duel"
    assert book.rules["quarrel"].note == "Printed on the box."


@pytest.mark.parametrize(
    ("id_", "functions", "cases", "status"),
    [
        ("duel", 1, 1, Status.DONE),
        ("duel", 1, 0, Status.NOT_YET),
        ("duel", 0, 1, Status.NOT_YET),
        ("duel", 0, 0, Status.NOT_YET),
        ("duel/tie", 1, 1, Status.NOT_YET),
        ("history", 0, 1, Status.TEXT_ONLY),
        ("quarrel", 1, 1, Status.BY_HAND),
    ],
)
def test_a_status_is_computed_unless_it_is_declared(id_: str, functions: int, cases: int, status: Status) -> None:
    assert load(BOOK).rules[id_].status(functions=functions, cases=cases) is status


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('id = "duel/tie"', 'id = "duel"', "double-id"),
        ('id = "duel/tie"', 'id = "Duel Tie"', "wrong-id"),
        ('id = "duel/tie"', 'id = "duel/"', "wrong-id"),
        ('section = "duel"', 'section = "dual"', "unknown-section"),
        ('section = "duel"', "section = 1", "wrong-kind"),
        ('section = "duel"', "", "missing-field"),
        ('status = "text only"', 'status = "done"', "wrong-status"),
        ('status = "text only"', 'status = "text only"\npending = "more"', "status-and-pending"),
        ('text = "Both roll."', "", "missing-field"),
        ('text = "Both roll."', 'text = "Both roll."\npneding = "x"', "unknown-field"),
        ('page = "Toy rules"', "", "missing-field"),
        ('page = "Toy rules"', 'page = "Toy rules"\nedition = "2"', "unknown-field"),
    ],
)
def test_faults_of_a_rulebook(old: str, new: str, code: str) -> None:
    assert old in BOOK
    assert code in codes_of(BOOK.replace(old, new))


def test_a_section_must_stand_before_its_rules() -> None:
    head, duel, tie, *rest = BOOK.split("[[rule]]")
    assert codes_of("[[rule]]".join([head, tie, duel, *rest])) == ["unknown-section"]


def test_a_rulebook_without_rules_is_refused() -> None:
    assert codes_of("system = 'toy'\npage = 'Toy rules'") == ["empty"]
    assert codes_of("") == ["empty-file"]
    assert codes_of("[[rule") == ["not-toml"]


def test_functions_are_found_in_every_module_and_once(make_package: Callable[[dict[str, str]], str]) -> None:
    package = make_package(
        {
            "rolls": f"{IMPORT}@carries_out('toy', 'duel', 'duel/tie')\n{ROLL}also = roll\n",
            "deep/__init__": "",
            "deep/play": f"{IMPORT}from toygame.rolls import roll\n"
            "@carries_out('toy', 'quarrel')\ndef stop() -> None: ...\n"
            "class Table:\n    @carries_out('toy', 'duel')\n    def settle(self) -> None: ...\n",
        }
    )
    found = functions_of(load(BOOK), package)
    assert {id_: [f"{each.__module__}.{each.__qualname__}" for each in each_of] for id_, each_of in found.items()} == {
        "duel": ["toygame.deep.play.Table.settle", "toygame.rolls.roll"],
        "duel/tie": ["toygame.rolls.roll"],
        "quarrel": ["toygame.deep.play.stop"],
    }


@pytest.mark.parametrize(
    ("mark", "decorator", "code", "mend"),
    [
        ("'toy', 'dual'", "", "unknown-rule", "Did you mean 'duel'?"),
        ("'yot', 'duel'", "", "other-system", ""),
        ("'toy', 'history'", "", "nothing-to-do", "Take the status out of the rulebook, or the mark off."),
        (
            "'toy', 'duel'",
            "@cache\n",
            "not-a-function",
            "Take the decorator off, or put the mark on the function inside.",
        ),
        (
            "'toy', 'duel'",
            "@hidden\n",
            "not-a-function",
            "Take the decorator off, or put the mark on the function inside.",
        ),
    ],
)
def test_wrong_marks_are_refused(
    make_package: Callable[[dict[str, str]], str], mark: str, decorator: str, code: str, mend: str
) -> None:
    wrapper = "def hidden(function):\n    return wraps(function)(lambda: function())\n"
    source = f"{IMPORT}from functools import cache, wraps\n{wrapper}{decorator}@carries_out({mark})\n{ROLL}"
    package = make_package({"rolls": source})
    (refusal,) = refusals_of(package)
    assert (refusal.code, refusal.where, refusal.mend) == (code, "toygame.rolls.roll", mend)


def test_every_wrong_mark_is_told(make_package: Callable[[dict[str, str]], str]) -> None:
    tell = "@carries_out('toy', 'histroy')\ndef tell() -> None: ...\n"
    package = make_package({"rolls": f"{IMPORT}@carries_out('toy', 'dual', 'quarel')\n{ROLL}{tell}"})
    found = refusals_of(package)
    assert [(refusal.code, refusal.fault) for refusal in found] == [("unknown-rule", Fault.INCONSISTENT)] * 3
