"""The demonstration: the page's own example fleet against its equal, and its files for a newcomer."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from flagplot.core.commitment import read_secret
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.battle import adjudicate, read_papers
from flagplot.desk.demo import DEMOS, demo, write_files
from flagplot.desk.verify import verify


def test_it_fights_two_battleships_two_heavy_cruisers_three_frigates_against_their_equal() -> None:
    scenario = demo().docket.scenario
    for side in scenario.sides:
        assert Counter(ship.hull.code for ship in side.ships) == {"BB": 2, "CA": 2, "FF": 3}
        assert sum(ship.hull.weight for ship in side.ships) == 122
    assert scenario.invented


def test_its_report_is_the_same_every_time_and_holds() -> None:
    verdict = demo()
    assert verdict.write() == demo().write()
    assert verify(verdict.write(), "demo").holds
    assert verdict.headline.startswith("The battle is over")
    assert "invented" in verdict.write().split("Verdict")[0]
    assert "UNCOMMITTED" not in verdict.write()


def test_its_files_make_the_same_battle(tmp_path: Path) -> None:
    written = write_files(tmp_path / "new" / "folder")
    assert [path.name for path in written] == list(DEMOS["fta3"].files)
    faults = Faults()
    papers = read_papers(written[0], written[1:3], faults)
    secret = read_secret(written[3], faults)
    assert not faults.found
    assert papers is not None
    assert adjudicate(papers, secret).write() == demo().write()


def test_no_file_is_written_over_and_none_is_written_if_one_is_there(tmp_path: Path) -> None:
    (tmp_path / "red.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "demo.secret").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused) as caught:
        write_files(tmp_path)
    assert [refusal.code for refusal in caught.value.refusals] == ["file-exists"] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo.secret", "red.txt"]
    assert (tmp_path / "red.txt").read_text(encoding="utf-8") == "mine"
