"""The questions that cases may ask."""

from flagplot.fe.questions import QUESTIONS, ROOMS


def test_no_two_rooms_answer_to_one_name() -> None:
    assert len(QUESTIONS) == sum(map(len, ROOMS))
