"""What a case may ask about prices and purchases: fighters of any Team, and all that the Orion Pirates may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.border_patrol.options import options
from flagplot.border_patrol.orions.buying import equipment_included, needs_alteration
from flagplot.border_patrol.orions.captures import is_replaced, most_transferred
from flagplot.border_patrol.orions.share import Share, check_share, coalition_cap, most_bought, share_of
from flagplot.border_patrol.orions.sources import is_for_sale
from flagplot.border_patrol.purchases.check import Receipt, check_paper
from flagplot.border_patrol.purchases.fighter_book import FighterBook, Model, User
from flagplot.border_patrol.purchases.orders import (
    CapturedUnit,
    Deck,
    Host,
    Paper,
    PatrolPurchase,
    Purchase,
    Team,
    Transfer,
)
from flagplot.border_patrol.purchases.prices import economic_value
from flagplot.core.refusal import Faults

Readings = Mapping[str, str]
Answer = dict[str, Any]
ALLIANCE, COALITION = ("Federation", "Kzinti", "Hydran"), ("Klingon", "Lyran")
TURN = 10


def ask_economic_value(cbpv: int) -> Answer:
    """The economic value of a fighter."""
    return {"ebpv": economic_value(cbpv)}


def ask_fighter_price(
    cbpv: int,
    number: int = 1,
    deck: str = "other",
    prices: Mapping[str, str] | None = None,
    equipment: Sequence[str] = (),
    own_equipment: bool = False,
    points: str = "",
    readings: Readings | None = None,
) -> Answer:
    """Fighters bought with their new host by the Alliance; ``prices`` are those of one fighter's gear."""
    host = Host(id="host", deck=Deck(deck), links=number, complement=number, built=TURN)
    book = _book(_model(cbpv, prices=prices, own_equipment=own_equipment))
    order = _order(number, Team.ALLIANCE, equipment)
    receipt = _check(book, Team.ALLIANCE, 170, [host], [order], readings, points=Fraction(points) if points else None)
    price = receipt.bought[0].price
    return {"craft": price.craft, "equipment": price.equipment, "total": price.total}


def ask_team_purchase(
    built: int = TURN,
    number: int = 6,
    complement: int | None = 6,
    aboard: int = 0,
    exempt: str = "",
    replaced: int = 0,
    alteration: bool | None = None,
) -> Answer:
    """Fighters for a carrier by a Team that is not the pirates: host and complement as other rules have them."""
    carried = {"old": aboard} if aboard else {}
    host = Host(
        id="host",
        deck=Deck.CARRIER,
        links=6,
        complement=complement,
        aboard=carried,
        built=built,
        alteration=alteration,
    )
    order = _order(number, Team.ALLIANCE, exempt=exempt, replaces={"old": replaced} if replaced else {})
    receipt = _check(_book(_model(8)), Team.ALLIANCE, 170, [host], [order])
    return {"total": receipt.total, "remarks": len(receipt.remarks)}


def ask_for_sale(
    empire: str,
    first_year: int,
    year: int,
    source: str,
    last_year: int | None = None,
    alliance: Sequence[str] = ALLIANCE,
    coalition: Sequence[str] = COALITION,
) -> Answer:
    """Whether the pirates may buy a model of an empire from a side in a year, with equipment and a share that fits."""
    model = _model(8, User(empire, first_year, last_year))
    other = _model(8, User("Federation", 1, None), code="other")
    host = Host(id="host", links=24, aboard={"other": 20})
    order = _order(1, Team(source))
    _check(_book(model, other), Team.ORION, year, [host], [order], sides=(alliance, coalition))
    return {"for_sale": is_for_sale(model, Team(source), alliance if source == "alliance" else coalition, year)}


def ask_coalition_cap(total: int) -> Answer:
    """The most Coalition fighters among so many."""
    return {"most": coalition_cap(total)}


def ask_coalition_purchase(
    total: int, coalition: int, alliance_bought: int = 0, coalition_bought: int = 0, readings: Readings | None = None
) -> Answer:
    """A transaction of the pirates, who have so many fighters and so many of them of Coalition make."""
    chosen, before = options(readings), Share(total, coalition)
    faults = Faults()
    check_share(before, Share(alliance_bought + coalition_bought, coalition_bought), chosen, "paper", faults)
    faults.settle()
    after = Share(total + alliance_bought + coalition_bought, coalition + coalition_bought)
    return {"total": after.total, "coalition": after.coalition, "most": most_bought(before, alliance_bought, chosen)}


def ask_share(
    aboard: Mapping[str, int],
    stored: Mapping[str, int] | None = None,
    captured: Mapping[str, int] | None = None,
    coalition_made: Mapping[str, int] | None = None,
    readings: Readings | None = None,
) -> Answer:
    """The share of fighters called ``klingon`` among all of one unit, and whether it is within the limit."""
    host = Host(
        id="host",
        links=99,
        aboard=aboard,
        stored=stored or {},
        captured=captured or {},
        coalition_made=coalition_made or {},
    )
    share = share_of([host], {"klingon"}, options(readings))
    return {"total": share.total, "coalition": share.coalition, "legal": share.coalition <= coalition_cap(share.total)}


def ask_orion_purchase(
    number: int = 1,
    links: int = 6,
    deck: str = "other",
    aboard: int = 0,
    built: int = 1,
    complement: int | None = None,
    equipment: Sequence[str] = (),
    replaced: int = 0,
    alteration: bool | None = None,
) -> Answer:
    """Fighters of Alliance make, with gear of one point each, bought by the pirates in Turn 10 for one unit."""
    host = Host(
        id="host",
        deck=Deck(deck),
        links=links,
        complement=complement,
        aboard={"f": aboard} if aboard else {},
        built=built,
        alteration=alteration,
    )
    order = _order(number, Team.ALLIANCE, equipment, replaces={"f": replaced} if replaced else {})
    book = _book(_model(8, User("Federation", 160, None), prices={"chaff": "1"}))
    receipt = _check(book, Team.ORION, 170, [host], [order])
    added = number - replaced
    return {
        "total": receipt.total,
        "included": equipment_included(host, TURN, added, alteration is not False),
        "altered": needs_alteration(replaced),
        "remarks": len(receipt.remarks),
    }


def ask_capture(
    bays: int,
    intact: int,
    number: int = 1,
    cbpv: int = 8,
    scrap: str = "100",
    empire: str = "Hydran",
    first_year: int = 160,
    source: str = "alliance",
    receiving: int = 12,
    allowed: bool | None = True,
    readings: Readings | None = None,
) -> Answer:
    """Fighters taken off a captured unit in 170, with gear of one point each: how many at most, and the scrap left."""
    model = _model(cbpv, User(empire, first_year, None), prices={"chaff": "1"})
    host = Host(id="host", links=receiving)
    unit = CapturedUnit(where="captured 'prize'", id="prize", bays=bays, scrap=Fraction(scrap))
    move = Transfer(
        where="transfer 1",
        unit="prize",
        to="host",
        model="F",
        number=number,
        intact=intact,
        source=Team(source),
        allowed=allowed,
    )
    paper = _paper(Team.ORION, 170, [host], readings, captured={"prize": unit}, transfers=(move,))
    receipt = _settled(paper, _book(model))
    return {
        "most": most_transferred(bays, intact, receiving, options(readings)),
        "scrap": receipt.scrap["prize"],
        "remarks": len(receipt.remarks),
    }


def ask_captured_replacement(captured: bool, empire: str, first_year: int, source: str, year: int) -> Answer:
    """Whether a fighter of the pirates that is lost in a year is replaced as others are."""
    empires = ALLIANCE if source == "alliance" else COALITION
    for_sale = is_for_sale(_model(8, User(empire, first_year, None)), Team(source), empires, year)
    return {"replaced": is_replaced(captured, for_sale)}


def ask_deathrider(
    kind: str = "deathrider",
    built: int = 1,
    number: int = 1,
    in_service: int = 0,
    units: int = 1,
    link: bool = True,
    conditions: bool | None = True,
    readings: Readings | None = None,
) -> Answer:
    """PFs of a kind bought by the pirates in Turn 10 for a unit, which is one of so many with a fitting link."""
    first = Host(id="host", built=built, pf_link=link, deathriders=in_service)
    hosts = [first, *(Host(id=f"host-{n}", pf_link=True) for n in range(2, units + 1))]
    order = PatrolPurchase(where="patrol 1", host="host", kind=kind, number=number, conditions=conditions)
    receipt = _settled(_paper(Team.ORION, 170, hosts, readings, patrols=(order,)), _book(_model(8)))
    return {"allowed": True, "remarks": len(receipt.remarks)}


def _model(
    cbpv: int,
    user: User = User("Federation", 160, None),  # noqa: B008 - a frozen value
    *,
    code: str = "F",
    prices: Mapping[str, str] | None = None,
    own_equipment: bool = False,
) -> Model:
    gear = {item: Fraction(price) for item, price in (prices or {}).items()}
    return Model(code=code, cbpv=cbpv, users=(user,), own_equipment=own_equipment, equipment=gear)


def _book(*models: Model) -> FighterBook:
    return FighterBook(name="the case", models={model.code.casefold(): model for model in models})


def _order(
    number: int,
    source: Team,
    equipment: Sequence[str] = (),
    *,
    exempt: str = "",
    replaces: Mapping[str, int] | None = None,
) -> Purchase:
    return Purchase(
        where="purchase 1",
        host="host",
        model="F",
        number=number,
        source=source,
        equipment=tuple(equipment),
        exempt=exempt,
        replaces=replaces or {},
    )


def _paper(
    team: Team,
    year: int,
    hosts: Sequence[Host],
    chosen: Readings | None,
    sides: tuple[Sequence[str], Sequence[str]] = (ALLIANCE, COALITION),
    **parts: Any,
) -> Paper:
    return Paper(
        team=team,
        turn=TURN,
        year=year,
        alliance=tuple(sides[0]),
        coalition=tuple(sides[1]),
        options=options(chosen),
        hosts={host.id: host for host in hosts},
        **parts,
    )


def _check(
    book: FighterBook,
    team: Team,
    year: int,
    hosts: Sequence[Host],
    orders: Sequence[Purchase],
    chosen: Readings | None = None,
    sides: tuple[Sequence[str], Sequence[str]] = (ALLIANCE, COALITION),
    points: Fraction | None = None,
) -> Receipt:
    """The receipt of a paper with these purchases; raises ``Refused`` with every fault."""
    return _settled(_paper(team, year, hosts, chosen, sides, purchases=tuple(orders), points=points), book)


def _settled(paper: Paper, book: FighterBook) -> Receipt:
    faults = Faults()
    receipt = check_paper(paper, book, faults)
    faults.settle()
    return receipt


QUESTIONS: dict[str, Callable[..., Answer]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
