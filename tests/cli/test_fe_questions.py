"""``flagplot fe`` and ``flagplot settings``: look-ups from the shell."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.fe import VERBS
from flagplot.cli.main import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def ask(*arguments: str) -> dict[str, object]:
    answer = run("fe", *arguments, "--json")
    assert answer.exit_code == 0, answer.output
    found: dict[str, object] = json.loads(answer.output)
    return found


def test_a_cell_of_the_300_table() -> None:
    assert "35%" in run("fe", "table", "300", "--bir", "7", "--die", "4").output
    assert ask("table", "300", "--bir", "7", "--die", "4")["rows"] == [["7", "35%"]]


@pytest.mark.parametrize(
    ("wanted", "row"),
    [
        (("crt", "--result", "16"), ["16", "0.500"]),
        (("ground", "--roll", "10"), ["9-11", "No Effect", "casualty"]),
        (("small-scale", "--roll", "17"), ["16+", "9"]),
        (("police", "--empire", "lyrans"), ["Lyrans", "20", "6", "2"]),
        (("531.120", "--empire=ISC"), ["ISC", "25", "3", "3"]),
        (("sfg", "--type", "STB-2"), ["STB-2", "1", "2", "3-4", "5+", ""]),
        (("base-ew", "--unit", "crippled bsx"), ["Crippled BSX", "", ""]),
        (("fixed costs", "--activity", "Extra Command Point"), ["Extra Command Point", "5"]),
        (("depot", "--empire", "LDR"), ["LDR", "1", "all ships of Lyran type"]),
    ],
)
def test_a_row_of_a_table(wanted: tuple[str, ...], row: list[str]) -> None:
    assert ask("table", *wanted)["rows"] == [row]


def test_every_table_is_listed_with_its_rule_and_printing() -> None:
    tables = ask("table")["tables"]
    assert isinstance(tables, list)
    assert len(tables) > 40
    assert all(each["rule"] and each["edition"] for each in tables)


def test_electronic_warfare_by_owner_and_by_enemy() -> None:
    assert ask("ew", "STB", "--owner", "kzinti")["attacks"] == [12, 12, 9, 9]
    assert ask("ew", "STB", "--owner", "kzinti", "--against", "lyran")["attacks"] == [12, 9, 6, 3]
    assert ask("ew", "STB", "--owner", "lyran", "--against", "kzinti")["attacks"] == [12, 12, 9, 9]
    assert ask("ew", "BSX")["crippled"] == [8, None]
    assert "Reading H02 (base-ew-label): against" in run("fe", "ew", "SB", "--against", "kzinti").output


def test_steps_and_stasis() -> None:
    assert ask("sids", "SBX") == {
        "base": "SBX",
        "cripple": 12,
        "destroy": 6,
        "directed": "18",
        "directed_with_mauler": "9",
        "points": "9/2",
        "rules": ["fe 308.82", "fe 308.811"],
    }
    assert ask("sfg", "C7A", "--attempt", "2", "--roll", "3")["outcomes"] == {"3": "random frozen"}
    assert ask("sfg", "c9a", "--reading", "stasis-rows=as-paired", "--roll", "3")["outcomes"] == {"3": "target frozen"}


def test_abbreviations_nodes_and_rules() -> None:
    found = ask("abbreviation", "HD")["found"]
    assert isinstance(found, list)
    assert [(each["empire"], each["rule"]) for each in found] == [("gorn", "760.6")]
    assert ask("node", "convoy")["is_node"] is False
    assert ask("node", "off-map", "areas")["is_node"] is True
    place = ask("where", "531.12")
    assert place["above"] == ["500.0 Special rules", "531.0 Police Ships"]
    assert place["title"] == "Calling cutters up"
    assert ask("where", "koval's", "lightning")["number"] == "609.0"
    assert "by the contents in Minor Empires; the two disagree" in run("fe", "where", "714.0").output
    odd = ask("where")
    assert "762.0" in odd["missing"]  # type: ignore[operator]
    assert {"307.73", "530.223"} <= {each["cited"] for each in odd["mended"]}  # type: ignore[attr-defined]


def test_ships_counters_and_dates(tmp_path: Path) -> None:
    assert ask("ship", "FF", "--empire", "kzinti")["mark"] == "proven"
    assert "INVENTED" in run("fe", "ship", "D7", "--empire", "klingon").output
    assert ask("ships")["invented"] is True
    path = tmp_path / "ships.csv"
    path.write_text("designator,empire,attack,defence\nD7,klingon,8,8\n", encoding="utf-8")
    assert ask("ship", "D7", "--empire", "klingon", "--table", str(path))["attack"] == 8
    assert ask("ships", str(path))["types"] == {"Klingon": ["D7"]}
    assert ask("force", "2xD7 D5- F5L", "--empire", "klingon") == {
        "ships": "2xD7 D5- F5L",
        "attack": 2 * 8 + 4 + 6,
        "defence": 2 * 8 + 4 + 6,
    }
    assert ask("counter", "8H6", "<4>", "GG")["printed"] == "8H6 <4> GG"
    assert ask("date", "turn #25") == {"season": "Fall", "start": "Fall Y168", "turn": 25, "year": 180}
    assert ask("date", "Y181", "--start", "Spring Y180")["turn"] == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("table", "foobar"), "'flagplot fe table' lists them."),
        (("table", "300", "--bir", "11"), "See rule 302.4."),
        (("table", "300", "--luck", "11"), "there is no column 'luck'"),
        (("ew", "SF"), "See rule 313"),
        (("ew", "SB", "--owner", "vulcan"), "there is no empire 'vulcan'"),
        (("sids", "SFB"), "not in the data"),
        (("sfg", "B10A"), "the chart has no row of B10A"),
        (("abbreviation", "ZZZ"), "See rule 760"),
        (("node", "cruiser"), "See rule 756.2."),
        (("where", "531.9"), "The nearest above it is 531.0, Police Ships."),
        (("ship", "D7", "--empire", "gorn"), "there is no D7 of Gorn"),
        (("force", "2xD7 D9", "--empire", "klingon"), "there is no D9 of Klingon"),
        (("force", "2xD7 D5?", "--empire", "klingon"), "character 8"),
        (("counter", "8H6x"), "character 4"),
        (("date", "Winter", "Y175"), "is no date of the calendar"),
    ],
)
def test_what_is_not_in_the_data_is_said_to_be_so(arguments: tuple[str, ...], told: str) -> None:
    answer = run("fe", *arguments)
    assert answer.exit_code == 1
    assert told in answer.output
    refused = run("fe", *arguments, "--json")
    assert refused.exit_code == 1
    assert json.loads(refused.output)["refusals"]


def test_a_column_without_a_value_is_bad_usage() -> None:
    assert run("fe", "table", "300", "--bir").exit_code == 2
    assert run("fe", "table", "300", "bir", "7").exit_code == 2


def test_settings_are_listed_with_their_sources() -> None:
    answer = run("settings", "fe", "--json")
    listed = json.loads(answer.output)
    sources = {each["id"]: each["source"] for each in listed["settings"]}
    assert sources["pursuers"] == "recollection"
    assert sources["exhaustion-steps"] == "ruling"
    assert sources["interest"] == "table rule"
    again = json.loads(run("settings", "fe", "--set", "interest=1/10", "--json").output)
    assert again["accepted"] != listed["accepted"]
    assert listed["accepted"] in run("settings", "fe").output
    assert run("settings", "fe", "--set", "intrest=1").exit_code == 4


def test_every_look_up_has_help_and_none_loads_anything_heavy() -> None:
    code = (
        "import sys; from flagplot.cli.main import main\n"
        f"for verb in {list(VERBS)!r}:\n"
        "    try: main(['fe', verb, '--help'])\n"
        "    except SystemExit: pass\n"
        "try: main(['fe', 'table', '300', '--bir', '7', '--die', '4'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'numba', 'rich')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("Usage:") == len(VERBS)
    assert "35%" in done.stdout
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("arguments", [("table", "300", "--bir", "7", "--die", "4"), ("where", "531.12"), ("ew", "SB")])
def test_a_look_up_takes_less_than_200_milliseconds_of_the_processor(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "flagplot", "fe", *arguments]
    spent = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(spent) < 0.2
