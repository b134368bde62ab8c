"""A user's own fittings beside his book: found by the scenario, shown in receipts, carried by the report."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from flagplot.cli.main import main
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.battle import Papers, adjudicate, read_papers
from flagplot.desk.check import check_orders, receipt_report
from flagplot.desk.verify import verify
from flagplot.formats.writers import write

BOOK = Paper(
    "home.csv",
    "code,size,weight,hp,attacks,weapon,avoidance,protection,traits\n"
    'CA,cruiser,16,161,11x6,direct,12,13,"flak, lance=2"\n',
)
FITTINGS = Paper(
    "fittings.csv",
    "name,sort,number,effects,excludes,only for\n"
    "lance,module,required,to-pierce +n,,cruiser\n"
    "lucky,quirk,,fate +1,stubborn,\n"
    "stubborn,quirk,,to-hit -1,,\n"
    "mahanian-might,doctrine,,weight -2,,cruiser\n",
)
FLEET = 'name = "Red"\nships = "2 CA Kent, York; Kent with lucky"\ndoctrines = ["mahanian-might"]\n'
SCENARIO = (
    'battle = "mobile"\nbook = "home.csv"\nfittings = "fittings.csv"\nrounds = 2\n'
    f'[[side]]\n{FLEET}[[side]]\nname = "Blue"\nships = "CA Bayan"\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for paper in (BOOK, FITTINGS):
        (tmp_path / paper.name).write_text(paper.text, encoding="utf-8")
    (tmp_path / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "fleet.toml").write_text(FLEET, encoding="utf-8")
    return tmp_path


def papers_in(folder: Path) -> Papers:
    faults = Faults()
    papers = read_papers(folder / "scenario.toml", [], faults)
    faults.settle()
    assert papers is not None
    return papers


def test_sheet_that_a_scenario_names_is_looked_for_beside_it(folder: Path) -> None:
    assert papers_in(folder).fittings == FITTINGS
    (folder / "fittings.csv").unlink()
    faults = Faults()
    assert read_papers(folder / "scenario.toml", [], faults) is None
    assert len(faults.found) == 1
    assert "fittings.csv" in str(faults.found[0])


def test_receipts_show_fittings_quirks_and_doctrines() -> None:
    book, fleet = check_orders([], BOOK, Paper("fleet.toml", FLEET), Faults(), FITTINGS)
    assert book.as_dict()["fittings"] == ["lance", "lucky", "stubborn", "mahanian-might"]
    assert fleet.as_dict()["doctrines"] == ["mahanian-might"]
    assert [ship["quirks"] for ship in fleet.as_dict()["ships"]] == [["lucky"], []]
    assert [ship["weight"] for ship in fleet.as_dict()["ships"]] == [14, 14]
    told = write(receipt_report([book, fleet]), "text")
    assert "to-pierce +n" in told
    assert "Quirks" in told
    assert "mahanian-might" in told


def test_sheet_of_fittings_is_checked_by_itself_against_the_demonstration_book() -> None:
    (receipt,) = check_orders([], None, None, Faults(), FITTINGS)
    assert "lucky" in receipt.as_dict()["fittings"]
    with pytest.raises(Refused) as caught:
        check_orders([], None, None, Faults(), Paper("f.csv", "name,sort,effects\nx,trait,fat +1\n"))
    assert [refusal.code for refusal in caught.value.refusals] == ["unknown-hook"]


def test_without_its_sheet_the_traits_of_a_book_are_unknown() -> None:
    with pytest.raises(Refused) as caught:
        check_orders([], BOOK, None, Faults())
    assert [refusal.code for refusal in caught.value.refusals] == ["unknown-trait"]


def test_command_takes_the_sheet_and_a_scenario_knows_its_own(folder: Path) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        answer = CliRunner().invoke(main, ["check", *arguments])
        return answer.exit_code, answer.output

    book, fittings, fleet = (str(folder / name) for name in ("home.csv", "fittings.csv", "fleet.toml"))
    code, told = run("--book", book, "--fittings", fittings, "--fleet", fleet)
    assert (code, "lucky" in told) == (0, True)
    code, told = run("--book", book, "--fittings", str(folder / "none.csv"))
    assert (code, "none.csv" in told) == (3, True)
    assert run(str(folder / "scenario.toml"))[0] == 0
    code, told = run(str(folder / "scenario.toml"), "--fittings", fittings)
    assert (code, "leave --book, --fittings and --fleet out" in told) == (2, True)


def test_report_carries_the_sheet_and_is_verified_with_it(folder: Path) -> None:
    papers = papers_in(folder)
    report = adjudicate(papers).write()
    assert "digest of the fittings" in report
    found = verify(report, "report.txt")
    assert found.holds
    assert found.verdict.papers.fittings == FITTINGS


def test_report_without_a_sheet_says_nothing_of_one() -> None:
    papers = Papers(Paper("s", SCENARIO), BOOK, ())
    assert "fittings" not in papers.as_dict()
    assert papers.as_dict() | {"fittings": vars(FITTINGS)} == Papers(Paper("s", SCENARIO), BOOK, (), FITTINGS).as_dict()
