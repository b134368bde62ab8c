"""The measure of the search: that it runs, and what it tells."""

import pytest

from benchmarks import advice


@pytest.mark.slow
def test_a_small_measure_tells_how_often_the_pick_is_good(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(advice, "compiled", lambda: None)
    small = ["--example", "duel", "--orders", "3", "--truth", "20", "--battles", "60", "--seeds", "2"]
    assert advice.main(small) in (0, 1)
    told = capsys.readouterr().out
    assert "3 orders for duel, 20 battles each" in told
    assert "of 2 picks are within 0.005; at most 60 battles" in told
