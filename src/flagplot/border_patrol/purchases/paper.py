"""A purchase paper as it comes in: a TOML file of hosts, purchases, patrol ships, captured units and transfers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flagplot.border_patrol.options import catalogue
from flagplot.border_patrol.purchases.fighter_book import read_price
from flagplot.border_patrol.purchases.orders import (
    PATROL_KINDS,
    CapturedUnit,
    Deck,
    Host,
    Paper,
    PatrolPurchase,
    Purchase,
    Team,
    Transfer,
)
from flagplot.core import readings
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.sheets import read_toml

SOURCES = (Team.ALLIANCE.value, Team.COALITION.value)
MOST_CRAFT = 10_000


def _rule(id_: str) -> Citation:
    return Citation("bp", id_)


def _number(name: str, help_: str, *, required: bool = False, least: int = 0, rule: str = "") -> Column:
    citation = _rule(rule) if rule else None
    return Column(
        name=name, kind=Kind.NUMBER, required=required, least=least, most=MOST_CRAFT, help=help_, citation=citation
    )


HEAD = (
    Column(name="team", kind=Kind.CHOICE, required=True, choices=tuple(Team), help="alliance, coalition or orion."),
    _number("turn", "The Turn of the transaction.", required=True, least=1),
    _number("year", "The year of that Turn in the campaign.", required=True, least=1, rule="V12.53"),
    Column(name="points", help="The economic points that there are; unlimited where it is blank."),
    Column(
        name="alliance", kind=Kind.ITEMS, help="The empires of the Alliance in this campaign.", citation=_rule("V12.53")
    ),
    Column(name="coalition", kind=Kind.ITEMS, help="The empires of the Coalition.", citation=_rule("V12.54")),
    Column(name="readings", kind=Kind.PAIRS, help='Readings chosen, such as price-rounding = "up".'),
)
HOSTS = (
    Column(name="id", required=True, key=True, help="What the unit is called."),
    Column(
        name="deck",
        kind=Kind.CHOICE,
        choices=tuple(Deck),
        help="carrier, true-carrier, or other, which is taken where it is blank.",
        citation=_rule("V12.24"),
    ),
    _number("links", "Mech links or boxes for fighters; 0 where it is blank.", rule="V12.52"),
    _number("complement", "Its whole set of fighters by V4.22; as bought where it is blank."),
    Column(name="aboard", kind=Kind.PAIRS, help="Fighters aboard by model: F-18 4.", citation=_rule("V12.54")),
    Column(name="stored", kind=Kind.PAIRS, help="Fighters in storage by model.", citation=_rule("V12.54")),
    Column(name="captured", kind=Kind.PAIRS, help="Those of them that were captured.", citation=_rule("V12.56")),
    Column(
        name="coalition_made",
        kind=Kind.PAIRS,
        help="Those that came from the Coalition, of models that both sides use; none where it is blank.",
        citation=_rule("V12.54"),
    ),
    _number("built", "The Turn in which it is built; long ago where it is blank.", rule="V12.52"),
    Column(name="alteration", kind=Kind.FLAG, help="Whether V4.26 allows a change here.", citation=_rule("V12.55")),
    Column(name="pf_link", kind=Kind.FLAG, help="Whether a link fits a Deathrider.", citation=_rule("V12.57")),
    _number("deathriders", "Deathriders in service with it.", rule="V12.57"),
)
PURCHASES = (
    Column(name="host", required=True, help="The unit that gets the fighters."),
    Column(name="model", required=True, help="A model of the fighter book."),
    _number("number", "How many fighters.", required=True, least=1),
    Column(name="source", kind=Kind.CHOICE, choices=SOURCES, help="Whose model it is; the Team's own where blank."),
    Column(name="equipment", kind=Kind.ITEMS, help='What is bought with them, or "all".', citation=_rule("V12.24")),
    Column(name="replaces", kind=Kind.PAIRS, help="Fighters aboard that they replace.", citation=_rule("V12.55")),
    Column(name="exempt", help="Why V4.14 and V4.15 do not hold, if they do not."),
)
PATROLS = (
    Column(name="host", required=True, help="The unit that supports it."),
    Column(name="kind", kind=Kind.CHOICE, required=True, choices=PATROL_KINDS, help="What is bought."),
    _number("number", "How many.", required=True, least=1),
    Column(name="conditions", kind=Kind.FLAG, help="Whether V20.34 is met.", citation=_rule("V12.57")),
)
CAPTURED = (
    Column(name="id", required=True, key=True, help="The captured unit."),
    _number("bays", "Its intact fighter bays.", required=True, rule="V12.56"),
    Column(name="scrap", required=True, help="Its scrap value by V19.943.", citation=_rule("V12.56")),
)
TRANSFERS = (
    Column(name="unit", required=True, help="The captured unit."),
    Column(name="to", required=True, help="The unit that takes the fighters."),
    Column(name="model", required=True, help="A model of the fighter book."),
    _number("number", "How many are taken.", required=True, least=1),
    _number("intact", "How many of the model are intact there, storage included.", required=True, rule="V12.56"),
    Column(name="source", kind=Kind.CHOICE, required=True, choices=SOURCES, help="Whose model it is."),
    Column(name="allowed", kind=Kind.FLAG, help="Whether V19.94 allows it.", citation=_rule("V12.56")),
)
OTHERS = {"purchase": PURCHASES, "patrol": PATROLS, "captured": CAPTURED, "transfer": TRANSFERS}


def read_paper(text: str, source: str, faults: Faults) -> Paper | None:
    """The paper of a text; None where it cannot be read at all. What is wrong is told, field by field."""
    sheet = read_toml(text, source, "host", HOSTS, faults, HEAD, OTHERS)
    head = sheet.head
    if not head.text("team"):
        return None
    team = Team(head.text("team"))
    wanted = dict(_pairs(head, "readings"))
    return Paper(
        team=team,
        where=source,
        turn=head.number("turn") or 1,
        year=head.number("year") or 1,
        alliance=head.items("alliance"),
        coalition=head.items("coalition"),
        options=readings.choose(catalogue(), wanted, head.where("readings"), faults),
        points=None if head.is_blank("points") else _points(head, "points", faults),
        hosts={row.text("id"): _host(row, faults) for row in sheet.rows},
        purchases=tuple(_purchase(row, team, faults) for row in sheet.others["purchase"]) if sheet.others else (),
        patrols=tuple(_patrol(row) for row in sheet.others["patrol"]),
        captured={row.text("id"): _captured(row, faults) for row in sheet.others["captured"]},
        transfers=tuple(_transfer(row) for row in sheet.others["transfer"]),
    )


def _host(row: Row, faults: Faults) -> Host:
    host = Host(
        id=row.text("id"),
        where=row.place,
        deck=Deck(row.text("deck") or Deck.OTHER),
        links=row.number("links") or 0,
        complement=row.number("complement"),
        aboard=_counts(row, "aboard", faults),
        stored=_counts(row, "stored", faults),
        captured=_counts(row, "captured", faults),
        coalition_made=_counts(row, "coalition_made", faults),
        built=row.number("built") or 0,
        alteration=None if row.is_blank("alteration") else row.flag("alteration"),
        pf_link=row.flag("pf_link"),
        deathriders=row.number("deathriders") or 0,
    )
    for column, part in (("captured", host.captured), ("coalition_made", host.coalition_made)):
        for model, number in part.items():
            there = host.aboard.get(model, 0) + host.stored.get(model, 0)
            if number > there:
                message, gap = f"{number} of {model} where {there} are", f"{number - there} too many"
                faults.add("more-than-there", row.where(column), message, fault=Fault.INCONSISTENT, gap=gap)
    return host


def _purchase(row: Row, team: Team, faults: Faults) -> Purchase:
    own = Team.COALITION if team is Team.COALITION else Team.ALLIANCE
    if row.is_blank("source") and team is Team.ORION:
        mend = f"Write one of {', '.join(SOURCES)}."
        message = "the pirates say from which side they buy"
        faults.add("no-source", row.where("source"), message, mend=mend, citation=_rule("V12.52"))
    return Purchase(
        where=row.place,
        host=row.text("host"),
        model=row.text("model"),
        number=row.number("number") or 1,
        source=Team(row.text("source") or own),
        equipment=row.items("equipment"),
        replaces=_counts(row, "replaces", faults),
        exempt=row.text("exempt"),
    )


def _patrol(row: Row) -> PatrolPurchase:
    return PatrolPurchase(
        where=row.place,
        host=row.text("host"),
        kind=row.text("kind"),
        number=row.number("number") or 1,
        conditions=None if row.is_blank("conditions") else row.flag("conditions"),
    )


def _captured(row: Row, faults: Faults) -> CapturedUnit:
    scrap = _points(row, "scrap", faults)
    return CapturedUnit(where=row.place, id=row.text("id"), bays=row.number("bays") or 0, scrap=scrap)


def _transfer(row: Row) -> Transfer:
    return Transfer(
        where=row.place,
        unit=row.text("unit"),
        to=row.text("to"),
        model=row.text("model"),
        number=row.number("number") or 1,
        intact=row.number("intact") or 0,
        source=Team(row.text("source") or Team.ALLIANCE),
        allowed=None if row.is_blank("allowed") else row.flag("allowed"),
    )


def _points(row: Row, column: str, faults: Faults) -> Fraction:
    price = read_price(row.text(column))
    if price is None and row.text(column):
        message = f"'{shorten(row.text(column))}' is no number of points"
        faults.add("not-a-price", row.where(column), message, mend='Write it as text: "12" or "3/2".')
    return price or Fraction(0)


def _counts(row: Row, column: str, faults: Faults) -> dict[str, int]:
    """How many of each model, by the model's code in small letters."""
    counts: dict[str, int] = {}
    for model, text in _pairs(row, column):
        if not text.isdecimal() or len(text) > 5 or model.casefold() in counts:
            mend = "Write each model once, with a whole number: F-18 4."
            message = f"'{shorten(f'{model} {text}')}' is no model with its number"
            faults.add("not-a-count", row.where(column), message, fault=Fault.MALFORMED, mend=mend)
        else:
            counts[model.casefold()] = int(text)
    return counts


def _pairs(row: Row, column: str) -> Iterable[tuple[str, str]]:
    """The pairs of a cell: a name, and what stands behind its last blank."""
    for pair in row.items(column):
        name, _, value = pair.rpartition(" ")
        yield name, value
