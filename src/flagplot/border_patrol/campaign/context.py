"""A movement phase under way: the world as it stands, what was ordered, where dice come from, and what came about."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from flagplot.border_patrol.campaign.asking import chart_of
from flagplot.border_patrol.campaign.casting import Casting
from flagplot.border_patrol.campaign.papers import Orders
from flagplot.border_patrol.campaign.pieces import Craft, Pieces, Standing
from flagplot.border_patrol.campaign.settings import Settings
from flagplot.border_patrol.orions.captures import is_replaced
from flagplot.border_patrol.stranded.losses import replacement
from flagplot.border_patrol.stranded.routes import Chart
from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.log import Deed, Throw
from flagplot.core.world import World, alter, apply


class Phase:
    """One movement phase. A step looks at ``pieces``, then tells all its deeds at once, so that no order of listing
    matters within it.
    """

    def __init__(self, world: World, orders: Orders, settings: Settings, casting: Casting) -> None:
        self.start = world
        self.world = world
        self.orders = orders
        self.settings = settings
        self.options = settings.options
        self.casting = casting
        self.deeds: list[Deed] = []
        self.pieces = Pieces(world, self.options)
        self.when = self.pieces.now

    @cached_property
    def chart(self) -> Chart:
        """What routes are reckoned on."""
        return chart_of(self.settings)

    def tell(self, deeds: Iterable[Deed]) -> None:
        """Let deeds come about, one after another."""
        told = list(deeds)
        if told:
            self.deeds += told
            self.world = apply(self.world, (change for deed in told for change in deed.changes))
            self.pieces = Pieces(self.world, self.options)


def rules(*ids: str) -> tuple[Citation, ...]:
    """Citations of this section."""
    return tuple(Citation("bp", id_) for id_ in ids)


def lost(
    phase: Phase,
    craft: Craft,
    text: str,
    *ids: str,
    standing: Standing = Standing.DESTROYED,
    modifiers: tuple[Modifier, ...] = (),
    throws: tuple[Throw, ...] = (),
    readings: tuple[str, ...] = (),
) -> Deed:
    """The loss of a craft: the sentence, who pays for another, and what changes."""
    known = phase.world[craft.id]
    value = Fraction(known["value"]) if "value" in known else None
    due = replacement(craft.kind, value)
    facts: dict[str, int | str] = {"craft": craft.id, "team": craft.team, "paid": int(due.paid)}
    if due.paid:
        cost = f"{due.cost} points" if due.cost is not None else "its economic value"
        text += f" It is a ship: the {craft.team} Team pays {cost} for another."
        facts["cost"] = str(due.cost) if due.cost is not None else ""
    unreplaced = known.get("taken", False) and not is_replaced(captured=True, for_sale=False)
    if unreplaced:
        text += " It was captured, and is not replaced unless the pirates may buy its model by now."
    gone = {"standing": standing.value, "host": None, "berth": None, "since": None}
    return Deed(
        kind="lost",
        text=text,
        citations=rules(*ids, *(("V12.17",) if due.paid else ()), *(("V12.56",) if unreplaced else ())),
        actor=craft.team,
        subjects=(craft.id,),
        facts=facts,
        modifiers=modifiers,
        throws=throws,
        changes=alter(phase.world, craft.id, **gone),
        readings=readings,
    )


def listed(names: Iterable[str]) -> str:
    """Names as a sentence lists them: ``a``, ``a and b``, ``a, b and c``."""
    known = list(names)
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}" if known else "none"
