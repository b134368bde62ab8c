"""Purchase papers entered into a campaign: their craft come to be, and what does not fit is refused."""

from pathlib import Path
from typing import Any

import pytest

from flagplot.core.refusal import Refused
from flagplot.desk.campaign import enter_purchase, new, opened
from flagplot.desk.resolve import resolve, undo

SHEET = """
system = "bp"
name = "Border"
turn = 5
phase = 1
phases = 4
[map]
columns = 9
rows = 9
[[unit]]
id = "raven"
team = "orion"
hex = "0304"
bays = 3
[[unit]]
id = "freya"
team = "alliance"
hex = "0304"
bays = 2
[[craft]]
id = "stinger"
count = 2
team = "alliance"
kind = "fighter"
model = "ST-2"
host = "freya"
"""
BOOK = "model,empire,cbpv,first_year,heavy\nST-2,Hydran,8,168,\nF-18,Federation,8,168,\nA-20,Federation,20,168,yes\n"
HEAD = 'team = "orion"\nturn = 5\nyear = 175\nalliance = "Federation, Hydran"\ncoalition = "Klingon"\n'
HOST = '[[host]]\nid = "raven"\ndeck = "carrier"\nlinks = 6\npf_link = true\n'
BUY = '[[purchase]]\nhost = "raven"\nmodel = "F-18"\nnumber = 2\nsource = "alliance"\n'
TAKE = (
    '[[captured]]\nid = "freya"\nbays = 2\nscrap = "60"\n'
    '[[transfer]]\nunit = "freya"\nto = "raven"\nmodel = "ST-2"\nnumber = 1\nintact = 2\nsource = "alliance"\n'
)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    (tmp_path / "border.toml").write_text(SHEET)
    (tmp_path / "book.csv").write_text(BOOK)
    new(tmp_path / "border.toml", tmp_path / "border")
    return tmp_path / "border"


def enter(campaign: Path, *parts: str) -> list[dict[str, Any]]:
    paper = campaign.parent / "paper.toml"
    paper.write_text("".join(parts))
    _, records = enter_purchase(campaign, paper, campaign.parent / "book.csv")
    return [{"kind": each.deed.kind, **each.deed.facts} for each in records]


def refused(campaign: Path, *parts: str) -> list[str]:
    before = (campaign / "events.jsonl").read_bytes()
    with pytest.raises(Refused) as caught:
        enter(campaign, *parts)
    assert (campaign / "events.jsonl").read_bytes() == before
    assert all(each.mend for each in caught.value.refusals)
    return [each.code for each in caught.value.refusals]


def aboard(campaign: Path, unit: str) -> dict[str, tuple[str, str, str]]:
    world = opened(campaign)[0].world
    found = {id_: fields for id_, fields in world.items() if fields.get("host") == unit}
    return {id_: (fields["team"], fields["kind"], fields["standing"]) for id_, fields in found.items()}


def test_what_is_bought_is_aboard(campaign: Path) -> None:
    (told,) = enter(campaign, HEAD, HOST, BUY)
    assert told == {"kind": "bought", "number": 2, "model": "F-18", "points": "8"}
    fighter = ("orion", "fighter", "aboard")
    assert aboard(campaign, "raven") == {"raven-f-18-1": fighter, "raven-f-18-2": fighter}


def test_the_next_paper_begins_with_what_the_last_one_left(campaign: Path) -> None:
    enter(campaign, HEAD, HOST, BUY)
    assert refused(campaign, HEAD, HOST, BUY) == ["other-than-booked"]
    enter(campaign, HEAD, HOST, 'aboard = "F-18 2"\n', BUY.replace("number = 2", "number = 1"))
    assert sorted(aboard(campaign, "raven")) == ["raven-f-18-1", "raven-f-18-2", "raven-f-18-3"]


def test_what_is_replaced_is_retired(campaign: Path) -> None:
    enter(campaign, HEAD, HOST, BUY)
    heavy = BUY.replace("F-18", "A-20").replace("number = 2", "number = 1") + 'replaces = "F-18 1"\n'
    enter(campaign, HEAD, HOST, 'aboard = "F-18 2"\nalteration = true\n', heavy)
    assert aboard(campaign, "raven") == {
        "raven-f-18-2": ("orion", "fighter", "aboard"),
        "raven-a-20-1": ("orion", "heavy-fighter", "aboard"),
    }
    assert opened(campaign)[0].world["raven-f-18-1"]["standing"] == "retired"


def test_a_deathrider_is_a_craft_of_its_host(campaign: Path) -> None:
    enter(campaign, HEAD, HOST, '[[patrol]]\nhost = "raven"\nkind = "deathrider"\nnumber = 1\nconditions = true\n')
    assert aboard(campaign, "raven") == {"raven-deathrider-1": ("orion", "deathrider", "aboard")}
    assert opened(campaign)[0].world["raven"]["deathriders"] == 1


def test_captured_fighters_change_hands_once_their_carrier_is_captured(campaign: Path) -> None:
    assert refused(campaign, HEAD, HOST, TAKE) == ["not-captured"]
    master = campaign.parent / "master.txt"
    master.write_text("ORDERS OF master\ncaptured freya by raven\nEND OF ORDERS\n")
    resolve(campaign, [master])
    (told,) = enter(campaign, HEAD, HOST, TAKE)
    assert told["scrap"] == "56"
    assert aboard(campaign, "raven") == {"stinger-1": ("orion", "fighter", "aboard")}
    assert aboard(campaign, "freya") == {"stinger-2": ("alliance", "fighter", "captured")}


def test_a_purchase_can_be_taken_back(campaign: Path) -> None:
    enter(campaign, HEAD, HOST, BUY)
    undo(campaign, "It was another ship.")
    assert aboard(campaign, "raven") == {}
    assert opened(campaign)[0].world == opened(campaign)[0].start


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((HEAD.replace("turn = 5", "turn = 6"), HOST, BUY), "other-turn"),
        ((HEAD, HOST.replace("raven", "freya"), BUY.replace("raven", "freya")), "unknown-host"),
        ((HEAD, HOST, BUY.replace("F-18", "F-81")), "unknown-model"),
        ((HEAD, HOST.replace("links = 6", "links = 1"), BUY), "no-room"),
    ],
)
def test_what_does_not_fit_is_refused(campaign: Path, parts: tuple[str, ...], code: str) -> None:
    assert code in refused(campaign, *parts)


def test_nothing_is_ordered_of_what_is_gone(campaign: Path) -> None:
    master = campaign.parent / "master.txt"
    master.write_text("ORDERS OF master\ndestroyed freya\nEND OF ORDERS\n")
    resolve(campaign, [master])
    master.write_text("ORDERS OF master\nmove freya to 0305\ncrippled stinger-1\nEND OF ORDERS\n")
    with pytest.raises(Refused) as caught:
        resolve(campaign, [master])
    assert [each.code for each in caught.value.refusals] == ["gone", "gone"]
