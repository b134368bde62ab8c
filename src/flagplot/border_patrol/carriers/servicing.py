"""One movement phase of carriers and the auxiliaries that feed them: who is serviced, from where, who goes without.

Carriers draw one after another, in an order that their owners may give, so that no auxiliary is drawn on twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from flagplot.border_patrol.carriers.auxiliaries import Auxiliary, Draw, draws, feeds
from flagplot.border_patrol.carriers.stores import Craft, Stores, boxes, demand, in_boxes, refill, take, uses
from flagplot.border_patrol.happening import Happening
from flagplot.border_patrol.options import Options
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest


@dataclass(frozen=True, kw_only=True)
class Carrier:
    """A unit that services craft: its stores, whether the map has it in supply, and the craft alive as the phase began.

    PF tenders are carriers in this sense.
    """

    id: str
    stores: Stores
    in_supply: bool
    craft: tuple[Craft, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What the owners decided; whatever is left out is assumed.

    ``order`` names carriers that draw first, the others follow by id. ``sources`` gives for a carrier the order in
    which it draws from itself and its auxiliaries; else itself, then they by id. ``serviced`` names the craft that a
    carrier services where it cannot do all; else as many as can be, those that use least first, by id.
    """

    order: tuple[str, ...] = ()
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    serviced: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Servicing:
    """What one carrier did in the phase; ``assumed`` if craft went without and nobody had said which should."""

    carrier: Carrier
    demand: int
    available: int
    serviced: tuple[str, ...]
    unserviced: tuple[str, ...]
    draws: tuple[Draw, ...]
    assumed: bool

    @property
    def used(self) -> int:
        """Eighths drawn from all sources."""
        return sum(draw.eighths for draw in self.draws)


@dataclass(frozen=True, kw_only=True)
class Serviced:
    """A fleet after a phase of Turn ``turn``: what each carrier did, and the auxiliaries with what is left in them."""

    turn: int
    servicings: tuple[Servicing, ...]
    auxiliaries: tuple[Auxiliary, ...]

    @property
    def carriers(self) -> tuple[Carrier, ...]:
        """The carriers with what is left in them."""
        return tuple(each.carrier for each in self.servicings)


def service(
    carriers: Iterable[Carrier], auxiliaries: Iterable[Auxiliary], turn: int, choices: Choices, options: Options
) -> Serviced:
    """Service the craft of a fleet for one movement phase; no result depends on the order in which units are listed.

    Raises ``Refused`` with every fault: a unit or craft in two places, stores that cannot be, and choices that name
    what is not there or take more than there is.
    """
    faults = Faults()
    fleet = sorted(carriers, key=lambda carrier: carrier.id)
    aids = sorted(auxiliaries, key=lambda each: each.id)
    pool = {each.id: each for each in aids}
    _check_fleet(fleet, aids, faults)
    _check_choices(fleet, pool, turn, choices, faults)
    faults.settle()
    first = {name: place for place, name in enumerate(choices.order)}
    found = []
    for carrier in sorted(fleet, key=lambda carrier: first.get(carrier.id, len(first))):
        found.append(_service(carrier, pool, turn, choices, options, faults))
        for draw in found[-1].draws:
            if draw.source in pool:
                source = pool[draw.source]
                pool[draw.source] = replace(source, cargo=source.cargo - draw.eighths)
    faults.settle()
    return Serviced(turn=turn, servicings=tuple(found), auxiliaries=tuple(pool.values()))


def open_choices(
    carriers: Iterable[Carrier],
    auxiliaries: Iterable[Auxiliary],
    turn: int,
    options: Options,
    choices: Choices | None = None,
) -> tuple[Servicing, ...]:
    """The carriers that cannot service all, each with what is assumed if its owner does not say which craft.

    Of ``choices`` the order and the sources count, since they decide who is short.
    """
    known = replace(choices or Choices(), serviced={})
    done = service(carriers, auxiliaries, turn, known, options)
    return tuple(each for each in done.servicings if each.unserviced)


@carries_out("bp", "V12.32")
def most_serviced(craft: Iterable[Craft], available: int, options: Options) -> tuple[str, ...]:
    """As many craft as the eighths feed: those that use least first, among equals by id. What is assumed unasked."""
    chosen = []
    for each in sorted(craft, key=lambda each: (uses(each, options), each.id)):
        if uses(each, options) <= available:
            available -= uses(each, options)
            chosen.append(each.id)
    return tuple(sorted(chosen))


@carries_out("bp", "V12.32")
def check_serviced(
    craft: Sequence[Craft], available: int, wanted: Sequence[str], options: Options, where: str, faults: Faults
) -> None:
    """Refuse a choice of craft to be serviced that takes more eighths than there are."""
    needed = demand((each for each in craft if each.id in wanted), options)
    if needed > available:
        most = most_serviced((each for each in craft if each.id in wanted), available, options)
        faults.add(
            "stock-below-zero",
            where,
            f"the craft chosen use {in_boxes(needed)} and {boxes(available)} are there",
            gap=f"{in_boxes(needed - available)} short",
            mend=f"Of them there is enough for {', '.join(most) or 'none'}.",
            citation=Citation("bp", "V12.32"),
        )


def happenings(before: Iterable[Carrier], done: Serviced, options: Options) -> Iterator[Happening]:
    """What the phase brought, carrier by carrier, with a warning where the next phase will not be fed in full."""
    stocks = {carrier.id: carrier.stores for carrier in before}
    left = {auxiliary.id: auxiliary for auxiliary in done.auxiliaries}
    for each in done.servicings:
        carrier, name = each.carrier, each.carrier.id
        if carrier.in_supply:
            gained = carrier.stores.stock - stocks[name].stock
            if gained:
                yield _tell("refilled", name, {"eighths": gained}, f"{name} is in supply and full again.", "V12.31")
            continue
        if each.used:
            sources = ", ".join(f"{boxes(draw.eighths)} from {draw.source}" for draw in each.draws)
            text = f"{name} is out of supply; its craft used {sources}; {boxes(carrier.stores.stock)} left aboard."
            counts = {"eighths": each.used, "left": carrier.stores.stock, "serviced": len(each.serviced)}
            yield _tell("consumed", name, counts, text, "V12.32", "V12.33", "V12.35")
        for draw in each.draws:
            if draw.source in left:
                auxiliary, text = left[draw.source], f"{draw.source} fed {name} with {in_boxes(draw.eighths)}."
                yield _tell("fed", draw.source, {"eighths": draw.eighths, "left": auxiliary.cargo}, text, "V12.34")
        if each.unserviced:
            assumed = " Nobody had said which; those that use least came first." if each.assumed else ""
            text = f"{name} could not service {', '.join(each.unserviced)}.{assumed}"
            facts: dict[str, int | str] = {"craft": ", ".join(each.unserviced), "short": each.demand - each.available}
            yield _tell("unserviced", name, facts, text, "V12.32", "V12.33")
        need = demand(carrier.craft, options)
        held = carrier.stores.stock + sum(aid.cargo for aid in left.values() if feeds(aid, name, done.turn))
        if not each.unserviced and held < need:
            text = f"{name} has {boxes(held)} of the {in_boxes(need)} of the next phase."
            yield _tell("running-dry", name, {"left": held, "need": need}, text, "V12.35")


def _service(
    carrier: Carrier,
    pool: Mapping[str, Auxiliary],
    turn: int,
    choices: Choices,
    options: Options,
    faults: Faults,
) -> Servicing:
    """One carrier's phase, given what is left in the auxiliaries; a choice that takes too much is a fault."""
    ids = tuple(sorted(craft.id for craft in carrier.craft))
    need = demand(carrier.craft, options)
    if carrier.in_supply:
        full = replace(carrier, stores=refill(carrier.stores))
        return Servicing(
            carrier=full, demand=need, available=need, serviced=ids, unserviced=(), draws=(), assumed=False
        )
    held = {carrier.id: carrier.stores.stock, **{e.id: e.cargo for e in pool.values() if feeds(e, carrier.id, turn)}}
    sources = [*choices.sources.get(carrier.id, ()), *held]
    available = sum(held.values())
    chosen, assumed = ids, False
    if need > available:
        wanted = choices.serviced.get(carrier.id)
        assumed = wanted is None
        if wanted is None:
            chosen = most_serviced(carrier.craft, available, options)
        else:
            check_serviced(carrier.craft, available, wanted, options, f"choice of {carrier.id}", faults)
            chosen = most_serviced((each for each in carrier.craft if each.id in wanted), available, options)
    used = demand((each for each in carrier.craft if each.id in chosen), options)
    drawn = draws(carrier.id, used, ((name, held[name]) for name in dict.fromkeys(sources)))
    own = sum(draw.eighths for draw in drawn if draw.source == carrier.id)
    return Servicing(
        carrier=replace(carrier, stores=take(carrier.stores, own, carrier.id)),
        demand=need,
        available=available,
        serviced=chosen,
        unserviced=tuple(id_ for id_ in ids if id_ not in chosen),
        draws=drawn,
        assumed=assumed,
    )


def _check_fleet(fleet: Sequence[Carrier], auxiliaries: Sequence[Auxiliary], faults: Faults) -> None:
    """Refuse units with one id, craft that are in two places, and stores that cannot be."""
    homes: dict[str, str] = {}
    for id_, number in Counter([unit.id for unit in fleet] + [each.id for each in auxiliaries]).items():
        if number > 1:
            refuse("double-unit", f"there are {number} units of this id", id_, "Give each its own.", faults)
    for carrier in fleet:
        if not 0 <= carrier.stores.stock <= carrier.stores.capacity:
            message = f"{in_boxes(carrier.stores.stock)} in stores for {boxes(carrier.stores.capacity)}"
            mend = f"From 0 to {in_boxes(carrier.stores.capacity)}."
            refuse("stock-out-of-range", message, carrier.id, mend, faults, rule="V12.32")
        for craft in carrier.craft:
            home = homes.setdefault(craft.id, carrier.id)
            if home != carrier.id:
                message = f"{craft.id} is on {home} and on {carrier.id}"
                refuse("in-two-places", message, craft.id, "Leave it on one of them.", faults)
        if len({craft.id for craft in carrier.craft}) < len(carrier.craft):
            refuse("double-craft", "a craft stands there twice", carrier.id, "Give each its own id.", faults)
    for auxiliary in auxiliaries:
        if auxiliary.cargo < 0:
            refuse("stock-below-zero", "its cargo is below zero", auxiliary.id, "0 at least.", faults, rule="V12.34")


def _check_choices(
    fleet: Sequence[Carrier], pool: Mapping[str, Auxiliary], turn: int, choices: Choices, faults: Faults
) -> None:
    """Refuse choices that name carriers, sources or craft that are not there."""
    known = {carrier.id: carrier for carrier in fleet}
    for name in dict.fromkeys((*choices.order, *choices.sources, *choices.serviced)):
        if name not in known:
            refuse("unknown-carrier", f"there is no carrier '{name}'", "choices", nearest(name, known), faults)
    for name, wanted in choices.serviced.items():
        aboard = [craft.id for craft in known[name].craft] if name in known else list(wanted)
        if len(set(wanted)) < len(wanted):
            refuse("double-choice", "a craft is named twice", f"choice of {name}", "Name each craft once.", faults)
        for craft in dict.fromkeys(wanted):
            if craft not in aboard:
                where, message = f"choice of {name}", f"there is no '{craft}' aboard"
                refuse("unknown-craft", message, where, nearest(craft, aboard), faults)
    for name, sources in choices.sources.items():
        own = [name, *(each.id for each in pool.values() if feeds(each, name, turn))]
        for source in sources:
            if source not in own:
                where, message = f"sources of {name}", f"'{source}' does not feed it in Turn {turn}"
                refuse("not-a-source", message, where, nearest(source, own), faults, rule="V12.34")


def refuse(code: str, message: str, where: str, mend: str, faults: Faults, *, rule: str = "") -> None:
    """Add a fault of a fleet or of what was chosen for it."""
    citation = Citation("bp", rule) if rule else None
    faults.add(code, where, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)


def _tell(kind: str, subject: str, facts: Mapping[str, int | str], text: str, *rules: str) -> Happening:
    return Happening(kind, subject, facts, tuple(Citation("bp", rule) for rule in rules), text)
