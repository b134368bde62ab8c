"""What the verbs work on: a house with one small ruleset, told letter by letter, and the files of a small battle."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.desk import rulesets

RULES = """
system = "toy"
page = "Toy Rules"
[[rule]]
id = "story"
title = "The story"
section = ""
text = "Two ships meet."
status = "text only"
[[rule]]
id = "hit"
title = "Hits"
section = "story"
text = "A die hits that reaches the number."
note = "Ours."
[[rule]]
id = "hit/damage"
title = "Damage"
section = "hit"
text = "Two a hit."
[[rule]]
id = "flee"
title = "Flight"
section = ""
text = "Run."
pending = "Everything."
"""

READINGS = """
system = "toy"
[[reading]]
id = "tie"
number = "R1"
title = "Ties"
question = "Does a die that is equal hit?"
default = "yes"
rules = ["hit"]
[reading.options]
yes = "It hits."
no = "It does not."
[[reading]]
id = "luck"
title = "Luck"
question = "Is there luck?"
taken = "None."
rules = ["hit", "flee"]
"""

FUNCTIONS = """
from flagplot.core.citation import carries_out


@carries_out("toy", "hit")
def hits(die: int, need: int) -> bool:
    return die >= need


@carries_out("toy", "hit/damage")
def loss(hits: int) -> int:
    return 2 * hits
"""

RULESET = """
from pathlib import Path

from flagplot.core import readings
from flagplot.engine import rulebook
from flagplot.engine.case import CaseOutcome
from flagplot.engine.ruleset import Ruleset
from toygame import functions

HERE = Path(__file__).parent

TOY = Ruleset(
    id="toy",
    title="Toy Game",
    package="toygame",
    rulebook=rulebook.load((HERE / "rules.toml").read_bytes()),
    readings=readings.load((HERE / "readings.toml").read_bytes()),
    questions={
        "hits": lambda die, need: {"hit": functions.hits(die, need)},
        "loss": lambda hits: {"loss": functions.loss(hits)},
    },
    play_case=lambda case: CaseOutcome(),
)
"""

HIT = """
[[case]]
id = "hit/1"
rules = ["hit"]
title = "An equal die hits"
ask = "hits"
given = {die = 5, need = 5}
expect = {hit = true}
"""

DAMAGE = """
[[case]]
id = "hit/damage/1"
rules = ["hit/damage"]
title = "Two for each"
ask = "loss"
given = {hits = 3}
expect = {loss = 6}
"""

CASES = {
    "hit": HIT,
    "damage": DAMAGE,
    "unnoticed": DAMAGE.replace("hits = 3", "hits = 0").replace("loss = 6", "loss = 0"),
    "failing": DAMAGE.replace("loss = 6", "loss = 7"),
    "broken": HIT.replace('title = "An equal die hits"', "").replace("expect", "expct"),
    "unknown": HIT.replace('ask = "hits"', 'ask = "hit"\nreading = "R7"'),
    "empty": "# nothing yet\n",
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """A function that puts the toy ruleset in the place of all others, with the named of ``CASES`` as its own.

    All of them also lie in the current folder, that of the checkout, which it answers with.
    """

    def forget() -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "toygame"]:
            del sys.modules[name]

    def build(*own: str) -> Path:
        package = tmp_path / "toygame"
        package.mkdir()
        for name, text in {
            "__init__.py": "",
            "rules.toml": RULES,
            "readings.toml": READINGS,
            "functions.py": FUNCTIONS,
            "ruleset.py": RULESET,
        }.items():
            (package / name).write_text(text)
        folder = tmp_path / "tests" / "cases" / "toy"
        folder.mkdir(parents=True)
        for name, text in CASES.items():
            for place in (tmp_path, folder) if name in own else (tmp_path,):
                (place / f"{name}.toml").write_text(text)
        return tmp_path

    forget()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rulesets, "RULESETS", {"toy": "toygame.ruleset:TOY"})
    monkeypatch.setattr(rulesets, "PACKAGE", tmp_path / "src" / "flagplot")
    yield build
    forget()


BATTLE = {
    "scenario.toml": """\
name = "Skirmish"
battle = "mobile"
rounds = 2
book = "book.csv"
[[side]]
name = "Red"
ships = '''
1 CA Hood
1 EC
'''
[[side]]
name = "Blue"
ships = "1 CA"
""",
    "book.csv": """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection
EC,escort,5,20,3,2x5,direct,14,11
CA,cruiser,10,40,2,3x5,direct,12,13
""",
    "red.txt": "Hello.\nORDERS OF Red\nplan press\nEND OF ORDERS\n",
    "blue.txt": "ORDERS OF Blue\nplan defend\nEND OF ORDERS\n",
    "battle.secret": "# keep it\n" + "0123456789abcdef" * 4 + "\n",
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the files of ``BATTLE`` in it."""
    monkeypatch.chdir(tmp_path)
    for name, text in BATTLE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="session")
def flagplot() -> Callable[..., Result]:
    """Carries out the command; whatever it ends with, it is no traceback."""

    def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
        answer = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
        assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
        assert "Traceback" not in answer.output
        return answer

    return run


@pytest.fixture(autouse=True)
def _nothing_is_built_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that takes long has the compiled engine built by another process; no test waits for that."""
    monkeypatch.setattr("flagplot.desk.oracles.fleets.build_engine", lambda notice: None)
