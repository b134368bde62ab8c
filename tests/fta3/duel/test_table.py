"""The duel table from the page's text: who is asked what, what is refused, and what may be taken back."""

from __future__ import annotations

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import Keyed
from flagplot.engine.question import Pick, Question, Share
from flagplot.engine.record import Answered, read_record, write_record
from flagplot.fta3.duel.table import Duel, play_out
from flagplot.fta3.papers.docket import open_docket
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist
CA,cruiser,16,160,2,11x6,direct,12,13,,,,
FF,escort,8,70,3,6x5,direct,14,11,,,,
GD,escort,8,70,3,6x5,direct,14,11,,,protect,
CV,cruiser,14,120,2,5x5,direct,12,12,,12,,
MS,cruiser,16,160,2,4x5,direct,12,13,8x6,,,
CK,cruiser,12,100,2,8x6,direct,12,12,,,cloak,
SB,other,40,300,0,12x6,direct,8,14,,,,
"""


def table(
    red: str, blue: str, *, red_orders: str = "", blue_orders: str = "", battle: str = "mobile", key: int = 1
) -> Duel:
    """A duel in the small form; fighters stand as a last line ``fighters: ...`` of a side."""

    def side(name: str, ships: str) -> str:
        lines = [line.strip() for line in ships.strip().splitlines()]
        flown = [line.removeprefix("fighters: ") for line in lines if line.startswith("fighters: ")]
        listed = "\n".join(line for line in lines if not line.startswith("fighters: "))
        wing = f'fighters = "{flown[0]}"\n' if flown else ""
        return f"[[side]]\nname = \"{name}\"\ntl = 5\nships = '''\n{listed}\n'''\n{wing}"

    text = f'name = "Duel"\nbattle = "{battle}"\nform = "small"\nbook = "book.csv"\n'
    text += side("Red", red) + side("Blue", blue)
    faults = Faults()
    docket = open_docket(Paper("s.toml", text), [], Paper("book.csv", BOOK), FTA3.readings, faults)
    faults.settle()
    assert docket is not None
    return Duel(docket.scenario, docket.standings, lambda number: Keyed(key, number))


def until(duel: Duel, words: str) -> Question:
    """Answer by the standing orders until a question whose key has these words comes up."""
    while (question := duel.next_decision()) is not None:
        if words in question.key:
            return question
        duel.choose(question.spell(question.default))
    raise AssertionError(f"nobody was asked: {words}")


def codes(duel: Duel, text: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        duel.choose(text)
    return [refusal.code for refusal in caught.value.refusals]


def options(question: Question) -> list[str]:
    assert isinstance(question.form, Pick)
    return [option.id for option in question.form.options]


def limits(question: Question) -> tuple[int, int]:
    assert isinstance(question.form, Share)
    return question.form.least, question.form.most


# --- Fighters ---------------------------------------------------------------------------------------------------------


def test_ten_tl5_fighters_send_five_to_ten_against_ten_tl3() -> None:
    """The page's example (E7): five are enough to engage all ten, ten are the most."""
    duel = table("1 CV One\nfighters: 10 TL5", "1 CV Two\nfighters: 10 TL3")
    question = until(duel, "interception red")
    assert limits(question) == (5, 10)
    assert codes(duel, "4 TL5") == ["too-few"]
    assert codes(duel, "11 TL5") == ["too-many", "too-many"]
    duel.choose("5 TL5")
    duel.next_decision()
    engaged = [event.facts["engaged"] for event in duel.events() if event.kind == "interception"]
    assert engaged == [5, 10], "five engage all ten: that is no question any more"


def test_the_leader_chooses_how_many_enemies_are_engaged() -> None:
    duel = table("1 CV One\nfighters: 10 TL5", "1 CV Two\nfighters: 10 TL3, 2 TL4")
    until(duel, "interception red")
    duel.choose("6 TL5")
    reach = duel.next_decision()
    assert reach is not None
    assert reach.key == "R1 interception red reach"
    assert limits(reach) == (10, 12)
    duel.choose("11 enemies")
    blue = duel.next_decision()
    assert blue is not None
    assert (blue.key, blue.who, limits(blue)) == ("R1 interception blue", "Blue", (11, 11))


def test_without_a_lead_the_smaller_side_is_intercepted_whole() -> None:
    duel = table("1 CV One\nfighters: 4 TL5", "1 CV Two\nfighters: 5 TL5, 3 TL4")
    question = until(duel, "interception")
    assert (question.who, limits(question)) == ("Blue", (4, 4)), "all of Red's four fly; Blue chooses which four"


def test_no_more_fighters_strike_a_ship_than_it_weighs() -> None:
    duel = table("1 CV Nest\n1 FF Gun\nfighters: 12 TL5", "1 FF Prey\n1 CA Big")
    question = until(duel, "fighter-strikes")
    assert isinstance(question.form, Share)
    assert {row.label: row.most for row in question.form.rows} == {"Big": 12, "Prey": 8}
    assert codes(duel, "9 Prey") == ["too-many"]
    duel.choose("8 Prey, 4 Big")
    struck = {event.facts["other"]: event.facts["dice"] for event in duel.events() if event.kind == "strike"}
    assert struck == {"blue/prey": 8, "blue/big": 4}


# --- Ships ------------------------------------------------------------------------------------------------------------


def test_the_winner_of_the_position_picks_first_and_then_they_take_turns() -> None:
    duel = table("1 CA A\n1 CA B", "1 CA C\n1 CA D")
    question = until(duel, "pair-off")
    winner = next(event.facts["side"] for event in duel.events() if event.kind == "position" and event.facts["side"])
    assert question.who == winner
    own = options(question)
    duel.choose(own[1])
    enemy = duel.next_decision()
    assert enemy is not None
    duel.choose(options(enemy)[1])
    pair = next(event for event in duel.events() if event.kind == "pair")
    assert (pair.facts["ship"], pair.facts["other"]) == (own[1], options(enemy)[1])


def test_a_ship_that_is_paired_is_not_picked_again() -> None:
    duel = table("1 CA A\n1 CA B\n1 CA X", "1 CA C\n1 CA D\n1 CA Y")
    until(duel, "pair-off")
    for _ in range(2):
        question = duel.next_decision()
        assert question is not None
        duel.choose(question.spell(question.default))
    pair = next(event for event in duel.events() if event.kind == "pair")
    question = duel.next_decision()
    assert question is not None
    assert codes(duel, str(pair.facts["other"])) == ["not-allowed"]


def test_a_flanker_joins_any_pair_or_none_and_sets_its_own_range() -> None:
    duel = table("1 CA A", "1 CA C\n1 FF D")
    question = until(duel, "flanking blue/d")
    assert options(question) == ["red/a", "nobody"]
    duel.choose("A")
    ranged = until(duel, "range blue/d")
    assert options(ranged) == ["close", "far"]


def test_only_the_winner_of_the_position_may_leave_and_only_those_engaged_pursue() -> None:
    duel = table("1 CA A\n1 CA B", "1 CA C\n1 CA D")
    question = until(duel, "disengaging")
    winner = next(event.facts["side"] for event in duel.events() if event.kind == "position" and event.facts["side"])
    assert question.who == winner
    duel.choose("leave")
    other = duel.next_decision()
    assert other is not None
    duel.choose("stay")
    pursuit = duel.next_decision()
    assert pursuit is not None
    assert pursuit.who != winner
    assert isinstance(pursuit.form, Pick)
    assert "on 15 or more" in pursuit.form.options[0].consequence, "of equal speed (E16)"


def test_a_fixed_defence_is_not_asked_to_leave() -> None:
    duel = table("1 SB Rock\n1 FF Picket", "1 CA C\n1 FF D", battle="fixed")
    asked = set()
    while (question := duel.next_decision()) is not None:
        asked.add(question.key.partition(" ")[2])
        duel.choose(question.spell(question.default))
    assert "disengaging red/picket" in asked
    assert "disengaging red/rock" not in asked


def test_a_protector_draws_a_flanker_of_another_ship() -> None:
    duel = table("1 CA A\n1 GD Guard", "1 CA C\n1 CA D\n1 CA E")
    flanker = str(until(duel, "flanking blue/").key.split()[-1])
    duel.choose("A")
    question = until(duel, "protect red/guard")
    assert options(question) == [flanker, "nobody"]
    duel.choose(flanker)
    drawn = next(event for event in duel.events() if event.kind == "protect")
    assert (drawn.facts["ship"], drawn.facts["other"], drawn.facts["ward"]) == ("red/guard", flanker, "red/a")


def test_a_protector_that_is_flanked_itself_draws_nobody() -> None:
    """Of two flankers one is on the protector: to draw the other is refused, with the reason."""
    duel = table("1 CA A\n1 GD Guard", "1 CA C\n1 CA D\n1 CA E\n1 CA F")
    other, hunter = (until(duel, "flanking blue/").key.split()[-1], "")
    duel.choose("A")
    hunter = until(duel, "flanking blue/").key.split()[-1]
    duel.choose("Guard")
    until(duel, "R2 ")
    record = [each for each in duel.answers if not each.key.startswith("R1 protect")]
    after_ranges = [each for each in record if each.key.split()[1] in ("pair-off", "flanking", "range", "disengaging")]
    faults = Faults()
    again = Duel(duel.scenario, duel.standings, duel.source_of)
    again.play([*after_ranges, Answered("R1 protect red/guard", other, "line 9")], faults)
    (fault,) = faults.found
    assert (fault.code, fault.where, str(fault.citation)) == ("not-allowed", "line 9", "fta3 protect")
    assert f"is itself flanked, by {hunter[-1].upper()}" in fault.message


def test_stand_off_attacks_are_split_as_the_rule_allows() -> None:
    duel = table("1 MS Archer", "1 CA C\n1 FF D")
    question = until(duel, "stand-off blue")
    assert limits(question) == (8, 8)
    assert codes(duel, "8 C:6") == ["split-quota", "split-quota"]
    assert codes(duel, "5 C:6") == ["too-few"]
    duel.choose("6 C:6, 2 D:6")
    fired = {event.facts["other"]: event.facts["dice"] for event in duel.events() if event.kind == "stand-off"}
    assert fired == {"blue/c": 6, "blue/d": 2}


def test_a_cloaked_ship_may_hold_its_fire() -> None:
    duel = table("1 CK Ghost", "1 CA C")
    question = until(duel, "red/ghost fire")
    assert options(question) == ["fire", "hold"]
    duel.choose("hold")
    assert any(event.kind == "hold-fire" for event in duel.events())


# --- Taking back, and the record --------------------------------------------------------------------------------------


def test_an_answer_is_taken_back_until_dice_fall() -> None:
    duel = table("1 CA A\n1 CA B", "1 CA C\n1 CA D")
    first = until(duel, "pair-off")
    duel.choose(options(first)[1])
    assert duel.undo().text == options(first)[1]
    assert duel.next_decision() == first
    until(duel, "disengaging")
    until(duel, "R2 ")
    with pytest.raises(Refused) as caught:
        duel.undo()
    assert [refusal.code for refusal in caught.value.refusals] == ["already-rolled"]
    question = duel.next_decision()
    assert question is not None
    assert question.key.startswith("R2 ")


def test_there_is_nothing_to_take_back_at_first() -> None:
    with pytest.raises(Refused) as caught:
        table("1 CA A\n1 CA B", "1 CA C\n1 CA D").undo()
    assert [refusal.code for refusal in caught.value.refusals] == ["nothing-to-undo"]


def test_what_orders_answered_is_taken_back_with_the_players_answer() -> None:
    duel = table("1 CA A\n1 CA B\n1 CA X", "1 CA C\n1 CA D\n1 CA Y")
    duel.by_orders = frozenset({1})
    until(duel, "pair-off")
    answers = list(duel.answers)
    question = duel.next_decision()
    assert question is not None
    assert question.who == "Red"
    duel.choose(options(question)[1])
    duel.next_decision()
    duel.undo()
    assert duel.answers == answers


def test_a_record_tells_all_its_faults() -> None:
    duel = table("1 CA A\n1 CA B", "1 CA C\n1 CA D")
    first = until(duel, "pair-off")
    text = f"# a remark\n\nnonsense\n{first.key}: Hodd\nR9 range red/a: far\n"
    faults = Faults()
    duel.play(read_record(Paper("answers.txt", text), faults), faults)
    found = [(fault.code, fault.where) for fault in faults.found]
    assert found == [
        ("no-answer", "answers.txt, line 3"),
        ("unknown-answer", "answers.txt, line 4"),
        ("other-decision", "answers.txt, line 5"),
    ]


def test_a_record_that_stops_short_makes_no_verdict() -> None:
    duel = table("1 CA A\n1 CA B", "1 CA C\n1 CA D")
    first = until(duel, "pair-off")
    duel.choose(first.spell(first.default))
    record = Paper("answers.txt", write_record("Duel", duel.answers))
    with pytest.raises(Refused) as caught:
        play_out(duel.scenario, duel.standings, duel.source_of, record)
    assert [refusal.code for refusal in caught.value.refusals] == ["undecided"]
