"""The roster of units and officers from which cards are made: a TOML file, with everything checked that V12.42 asks."""

from __future__ import annotations

from flagplot.border_patrol.crew_chief.card import Unit
from flagplot.border_patrol.crew_chief.chief import (
    Candidate,
    Declared,
    Post,
    Quality,
    Station,
    check_appointment,
    check_eligible,
    check_posts,
    new_rating,
)
from flagplot.border_patrol.options import Options, options
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import Column, Kind, Row
from flagplot.engine.sheets import read_toml

MOST_CREWS = 1000
INSTEAD = ("V20.72", "V20.73")


def _rule(id_: str) -> Citation:
    return Citation("bp", id_)


def _count(name: str, help_: str, rule: str, *, required: bool = False) -> Column:
    return Column(name=name, kind=Kind.NUMBER, required=required, most=MOST_CREWS, help=help_, citation=_rule(rule))


HEAD = (Column(name="readings", kind=Kind.PAIRS, help='Readings chosen, such as base-count = "present".'),)
UNITS = (
    Column(name="id", required=True, key=True, help="What the unit is called."),
    Column(
        name="station",
        kind=Kind.CHOICE,
        choices=tuple(Station),
        help="ship where it is blank.",
        citation=_rule("V12.42"),
    ),
    Column(
        name="carries_fighters",
        kind=Kind.FLAG,
        help="Whether it normally has fighters; no where it is blank.",
        citation=_rule("V12.42"),
    ),
    _count("rated", "The fighters that a base is rated for.", "V12.42"),
    _count("present", "Those that it has; as rated where it is blank.", "V12.42"),
    Column(
        name="declared",
        kind=Kind.CHOICE,
        choices=tuple(Declared),
        help="When a base's chief was declared; later where it is blank.",
        citation=_rule("V12.42"),
    ),
    Column(name="starbase", kind=Kind.FLAG, help="A Team's original starbase.", citation=_rule("V12.42")),
    Column(name="quality", kind=Kind.CHOICE, choices=tuple(Quality), help="normal where it is blank."),
    _count("crews", "Its complement of deck crews, by Annex #7G; two where it is blank.", "V12.44"),
    _count("alive", "Those alive; all where it is blank.", "V12.44"),
    _count("emergency", "Deck crews made in battle.", "V12.49"),
    _count("boxes", "Intact shuttle and fighter boxes; one where it is blank.", "V12.49"),
    _count("spare", "Spare shuttles by Annex #3.", "V12.46"),
    _count("unavailable", "Craft made unavailable by V18.842.", "V12.46"),
    Column(name="instead", kind=Kind.ITEMS, help="What a base takes: V20.72, V20.73.", citation=_rule("V12.45")),
    Column(name="converting", kind=Kind.FLAG, help="Whether the chief is converting.", citation=_rule("V12.49")),
)
OFFICERS = (
    Column(name="unit", required=True, help="The unit on which he serves."),
    Column(name="post", kind=Kind.CHOICE, required=True, choices=tuple(Post), help="His post."),
    Column(name="rating", kind=Kind.NUMBER, most=99, help="A chief's rating.", citation=_rule("V12.43")),
    Column(name="former", kind=Kind.CHOICE, choices=tuple(Post), help="His post before.", citation=_rule("V12.43")),
)
ANNEX_7G = 2
"""The deck crews of a unit that the annex does not name (J4.814)."""


def read_roster(text: str, source: str, faults: Faults) -> tuple[list[Unit], Options]:
    """The units of a text that have a crew chief, and the readings chosen in it; every fault is told."""
    sheet = read_toml(text, source, "unit", UNITS, faults, HEAD, {"officer": OFFICERS})
    pairs = (pair.partition(" ") for pair in sheet.head.items("readings"))
    chosen = options({name: option for name, _, option in pairs}, sheet.head.where("readings"))
    units = {row.text("id"): row for row in sheet.rows}
    serving: dict[str, list[Row]] = {}
    for row in sheet.others.get("officer", ()):
        if row.text("unit") not in units:
            message = f"there is no unit '{row.text('unit')}'"
            mend = nearest(row.text("unit"), units)
            faults.add("unknown-unit", row.where("unit"), message, fault=Fault.INCONSISTENT, mend=mend)
        serving.setdefault(row.text("unit"), []).append(row)
        post = Post(row.text("post") or Post.OTHER)
        check_appointment(Post(row.text("former") or post), post, row.where("former"), faults)
    found = []
    for id_, row in units.items():
        officers = serving.get(id_, [])
        posts = [Post(officer.text("post") or Post.OTHER) for officer in officers]
        check_posts(posts, row.place, faults)
        if Post.CREW_CHIEF in posts:
            chief = officers[posts.index(Post.CREW_CHIEF)]
            check_eligible(_candidate(row), chosen, row.place, faults)
            found.append(_unit(row, chief, chosen, faults))
    return found, chosen


def _candidate(row: Row) -> Candidate:
    rated, present = row.number("rated") or 0, row.number("present")
    return Candidate(
        id=row.text("id"),
        station=Station(row.text("station") or Station.SHIP),
        carries_fighters=row.flag("carries_fighters"),
        rated=rated,
        present=rated if present is None else present,
        declared=Declared(row.text("declared") or Declared.LATER),
        starbase=row.flag("starbase"),
    )


def _unit(row: Row, chief: Row, chosen: Options, faults: Faults) -> Unit:
    if chief.is_blank("rating"):
        mend = "Write his rating, 0 to 9."
        faults.add("no-rating", chief.where("rating"), "the chief has no rating", mend=mend, citation=_rule("V12.43"))
    for item in row.items("instead"):
        if item not in INSTEAD:
            mend = nearest(item, INSTEAD)
            faults.add("unknown-choice", row.where("instead"), f"'{item}' is none of them", mend=mend)
    if row.items("instead") and row.text("station") != Station.BASE:
        message = "only a base chooses between a chief's benefits and those of V20"
        faults.add("no-base", row.where("instead"), message, mend="Leave it out.", citation=_rule("V12.45"))
    crews, alive, boxes = row.number("crews"), row.number("alive"), row.number("boxes")
    crews = ANNEX_7G if crews is None else crews
    if alive is not None and alive > crews:
        message, gap = f"{alive} of {crews} crews are alive", f"{alive - crews} too many"
        faults.add("more-than-there", row.where("alive"), message, gap=gap, mend=f"At most {crews}.")
    return Unit(
        id=row.text("id"),
        rating=new_rating(chief.number("rating") or 0, 0, chosen, chief.where("rating"), faults),
        quality=Quality(row.text("quality") or Quality.NORMAL),
        crews=crews,
        alive=crews if alive is None else alive,
        emergency=row.number("emergency") or 0,
        intact_boxes=1 if boxes is None else boxes,
        spare=row.number("spare"),
        down=row.number("unavailable"),
        takes_v20=frozenset(row.items("instead")),
        converting=row.flag("converting"),
    )
