"""The book-keeping year in a folder: played, refused, taken back, never half changed; battles only as fought."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from flagplot.core.folder import open_game
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk import year
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.battle import Papers, Verdict, adjudicate
from flagplot.formats.writers import write

EXAMPLE = Path(__file__).parents[2] / "examples" / "year"
SECRET = bytes.fromhex((EXAMPLE / "reach.secret").read_text(encoding="utf-8").splitlines()[-1])


def paper(name: str, *changes: tuple[str, str]) -> Paper:
    text = (EXAMPLE / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Paper(name, text)


def fought(
    *changes: tuple[str, str], book: Paper | None = None, settled: bool = True, secret: bytes = SECRET
) -> Verdict:
    """The battle of Reach, with changes of its scenario."""
    orders = (paper("reach-palm.txt"), paper("reach-rival.txt"))
    after = (paper("reach-palm-after.txt"), paper("reach-rival-after.txt")) if settled else ()
    return adjudicate(Papers(paper("reach.toml", *changes), book, orders, aftermath=after), SECRET)


@cache
def reach() -> Verdict:
    return fought()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The example's game before its second quarter, all its orders in the folder."""
    folder = tmp_path / "war"
    year.new(EXAMPLE / "game.toml", folder)
    shutil.copytree(EXAMPLE / "orders", folder / "orders", dirs_exist_ok=True)
    year.resolve(folder)
    return folder


@pytest.fixture
def report(tmp_path: Path) -> Callable[..., Path]:
    """A file with the report of a battle."""

    def written(verdict: Verdict, form: str = "text", name: str = "report.txt") -> Path:
        path = tmp_path / name
        path.write_text(verdict.write(form), encoding="utf-8")  # type: ignore[arg-type]
        return path

    return written


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refusals(folder: Path, *battles: Path, orders: tuple[Path, ...] = ()) -> list[str]:
    """The codes that a quarter is refused with; nothing in the folder may change."""
    before = files(folder)
    with pytest.raises(Refused) as caught:
        year.resolve(folder, orders, battles)
    assert files(folder) == before
    assert all(each.mend or each.fault == "damaged" for each in caught.value.refusals)
    return [each.code for each in caught.value.refusals]


@pytest.mark.parametrize("form", ["text", "json", "xenforo", "html"])
def test_a_battle_is_entered_from_its_report(game: Path, report: Callable[..., Path], form: str) -> None:
    played = year.resolve(game, battles=[report(reach(), form)])
    world = year.opened(game)[0].world
    state = {id_: (fields["damage"], fields["at"]) for id_, fields in world.items() if fields["kind"] == "ship"}
    assert state == {
        "palm/ajax": ("light", "reach"),
        "palm/eagle": ("fine", "reach"),
        "palm/kent": ("light", "reach"),
        "palm/york": ("medium", "reach"),
        "palm/swift": ("fine", "haven"),
        "rival/grom": ("heavy", "reach"),  # Reach is Rival's own: the nearest supply point is where she is
    }
    assert world["palm/tl5"]["number"] == 6
    (quarter,) = played.quarters
    palm, rival = quarter.books
    assert rival.ships == {"opening": 4, "built": 0, "captured": 0, "destroyed": 3, "taken": 0, "closing": 1}
    assert palm.goods["supply"]["out"] == 16 + 16 + 12 + 14
    assert palm.goods["money"] == {"opening": 4280, "in": 35, "out": 2000, "closing": 2315}
    told = write(played.report(), "text")
    assert told.index("For the moderator to decide") < told.index("Ships and armies") < told.index("Books")


def test_a_year_in_one_go_is_the_same_as_its_quarters(game: Path, report: Callable[..., Path], tmp_path: Path) -> None:
    path = report(reach())
    other = tmp_path / "other"
    shutil.copytree(game, other)
    year.resolve(game, battles=[path])
    year.resolve(game)
    year.resolve(game)
    home = other / "orders" / "T2411-Q2" / "battles"
    home.mkdir()
    shutil.copy(path, home / "01-report.txt")
    played = year.resolve_year(other)
    assert [each.quarter for each in played.quarters] == [2, 3, 4]
    assert files(other) == files(game)
    assert "quarter 2 to 4" in write(played.report(), "text")


def test_a_year_that_cannot_be_finished_changes_nothing(game: Path) -> None:
    # Without its report the battle did not happen: Grom is not hurt, and Rival's third quarter can't mend her.
    before = files(game)
    with pytest.raises(Refused) as caught:
        year.resolve_year(game)
    assert {"nothing-to-repair"} <= {each.code for each in caught.value.refusals}
    assert files(game) == before


def test_the_log_replays_to_the_same_world(game: Path, report: Callable[..., Path]) -> None:
    after = year.resolve(game, battles=[report(reach())]).game
    faults = Faults()
    again = open_game(game, faults)
    assert faults.found == []
    assert again is not None
    assert (again.world, again.prev) == (after.world, after.prev)
    log = game / "events.jsonl"
    text = log.read_text(encoding="utf-8")
    assert '"damage","fine","medium"' in text
    log.write_text(text.replace('"damage","fine","medium"', '"damage","fine","heavy"'), encoding="utf-8")
    open_game(game, faults)
    assert faults.found


def test_a_quarter_is_taken_back_and_played_again(game: Path, report: Callable[..., Path]) -> None:
    before = year.opened(game)[0].world
    first = year.resolve(game, battles=[report(reach())])
    record, aside = year.undo(game, "The battle was entered too early.")
    assert "The battle was entered too early." in record.deed.text
    assert year.opened(game)[0].world == before
    assert aside is not None
    assert sorted(files(aside)) == ["battles/01-report.txt", "palm.txt"]
    again = year.resolve(game, [aside / "palm.txt"], [aside / "battles" / "01-report.txt"])
    assert again.game.world == first.game.world
    with pytest.raises(Refused):
        year.undo(game, " ")


def test_the_folder_stands_alone(game: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    game.rename(moved)
    assert year.opened(moved)[1].chart.systems["reach"].name == "Reach"
    assert year.opened(moved)[1].book.hulls["CA"].cost == 175


def test_other_reports_are_refused(game: Path, report: Callable[..., Path]) -> None:
    def codes(*changes: tuple[str, str], **more: object) -> list[str]:
        return refusals(game, report(fought(*changes, **more)))  # type: ignore[arg-type]

    assert set(codes(settled=False)) == {"unsettled"}
    assert codes(("; Strogy at light damage", ""))[0] == "other-damage"
    assert codes(('fighters = "12 TL5"', 'fighters = "13 TL5"'))[0] == "other-fighters"
    assert codes(("Kent, York", "Hood, York"))[0] == "other-game"
    assert codes(("1 CL Ajax", "1 CA Ajax"))[0] == "other-game"
    assert codes(('name = "Rival"\n', 'name = "Rival"\ntl = 4\n'))[0] == "other-tech-level"
    text = demo_book().text.replace("attacks = ", "# as ever\nattacks = ", 1)
    assert codes(('book = "demo"', 'book = "book.toml"'), book=Paper("book.toml", text))[0] == "other-book"


def test_a_battle_of_strangers_is_refused(game: Path, report: Callable[..., Path]) -> None:
    orders = (Paper("league.txt", "ORDERS OF League\nplan press\nEND OF ORDERS\n"), paper("reach-palm.txt"))
    scenario = paper("reach.toml", ('name = "Rival"', 'name = "League"'), ("home-ground Rival", "home-ground League"))
    after = (paper("reach-palm-after.txt"),)
    verdict = adjudicate(Papers(scenario, None, orders, aftermath=after), bytes(32))
    assert "other-game" in refusals(game, report(verdict))


def test_a_ship_in_the_yard_has_not_fought(game: Path, report: Callable[..., Path], tmp_path: Path) -> None:
    swift = fought(("1 CL Ajax", "1 CL Ajax\n1 FF Swift"))
    assert refusals(game, report(swift)) == ["in-the-yard"]


def test_a_report_that_was_changed_or_is_none_is_refused(
    game: Path, report: Callable[..., Path], tmp_path: Path
) -> None:
    path = report(reach())
    lines = path.read_text(encoding="utf-8").splitlines()
    (tmp_path / "story.txt").write_text("\n".join(lines[:20]), encoding="utf-8")
    assert refusals(game, tmp_path / "story.txt")
    assert refusals(game, tmp_path / "nowhere.txt")


def test_a_battle_is_entered_once(game: Path, report: Callable[..., Path]) -> None:
    path = report(reach())
    assert "entered-before" in refusals(game, path, path)
    year.resolve(game, battles=[path])
    assert "entered-before" in refusals(game, path)


def test_faults_of_orders_and_reports_are_told_together(
    game: Path, report: Callable[..., Path], tmp_path: Path
) -> None:
    wrong = tmp_path / "palm.txt"
    wrong.write_text("ORDERS OF Palm\nmove Kent to Nowhere\nclaim Reach\nEND OF ORDERS\n", encoding="utf-8")
    path = report(fought(settled=False))
    found = refusals(game, path, orders=(wrong,))
    assert list(dict.fromkeys(found)) == ["unknown-system", "claimed-already", "unsettled"]


def test_a_ground_war_is_the_moderators(game: Path, report: Callable[..., Path]) -> None:
    landing = EXAMPLE.parent / "landing"
    texts = {path.name: Paper(path.name, path.read_text(encoding="utf-8")) for path in landing.iterdir()}
    papers = Papers(
        texts["landing.toml"], texts["ships.csv"], (texts["blue.txt"], texts["red.txt"]), army=texts["army.csv"]
    )
    assert refusals(game, report(adjudicate(papers, bytes(32)))) == ["ground-war"]


def test_a_sheet_without_its_map_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text((EXAMPLE / "game.toml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(Refused):
        year.new(tmp_path / "game.toml", tmp_path / "war")
    assert not (tmp_path / "war").exists()


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    from flagplot.desk import campaign

    campaign.new(EXAMPLE.parent / "border-patrol" / "campaign.toml", tmp_path / "border")
    with pytest.raises(Refused) as caught:
        year.resolve(tmp_path / "border")
    assert [each.code for each in caught.value.refusals] == ["other-system"]
