"""What battles did, as the campaign master tells it, and which craft they left stranded (V12.02, V12.22, V12.23)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.border_patrol.campaign import deck
from flagplot.border_patrol.campaign.context import Phase, lost, rules
from flagplot.border_patrol.campaign.pieces import Craft, Standing
from flagplot.border_patrol.stranded.deadline import bears, deadline, is_lost
from flagplot.core.log import Deed
from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import alter


def check_orders(phase: Phase, faults: Faults) -> None:
    """Refuse reports of battles that cannot be: craft saved from where they are not, pieces with two fates."""
    pieces, orders = phase.pieces, phase.orders
    for id_, saved in sorted(orders.destroyed.items()):
        where = orders.place("destroyed", id_)
        if id_ in orders.captured:
            message = f"{id_} is destroyed and captured"
            faults.add("two-fates", where, message, fault=Fault.INCONSISTENT, mend="Leave one of the two.")
        if id_ in pieces.craft and saved:
            message = f"{id_} carries no craft"
            faults.add("not-aboard", where, message, fault=Fault.INCONSISTENT, mend="Leave 'saving' out.")
        aboard = [craft.id for craft in pieces.aboard(id_)]
        for craft in saved if id_ in pieces.units else ():
            if craft not in aboard:
                host = pieces.craft[craft].host
                message = f"{craft} is not aboard {id_}" + (f" but aboard {host}" if host else "")
                mend = f"Aboard are {', '.join(aboard) or 'none'}."
                faults.add("not-aboard", where, message, fault=Fault.INCONSISTENT, mend=mend)
    for id_, captor in sorted(orders.captured.items()):
        team = pieces.units[id_].team if id_ in pieces.units else pieces.craft[id_].team
        if team == pieces.units[captor].team:
            where, message = orders.place("captured", id_), f"{id_} and {captor} are of one Team"
            faults.add("own-captor", where, message, fault=Fault.INCONSISTENT, mend="Name a unit of another Team.")


def fight(phase: Phase) -> None:
    """Enter captures, losses, damage, the fates of crew chiefs, and surrenders."""
    phase.tell(_captures(phase))
    phase.tell(_losses(phase))
    phase.tell(_damage(phase))
    deck.suffer(phase)
    phase.tell(_surrenders(phase))


def strand(phase: Phase) -> None:
    """Find craft that are newly on their own; fighters in terrain that nothing bears are lost as they are stranded."""
    phase.tell(_stranded(phase))


def _captures(phase: Phase) -> Iterator[Deed]:
    """Units and craft that the enemy took, the craft aboard a captured unit with it; nobody takes what is elsewhere."""
    for id_, captor in sorted(phase.orders.captured.items()):
        by = phase.pieces.units[captor].team
        unit = phase.pieces.units.get(id_)
        if phase.pieces.is_gone(id_):
            yield _too_late(phase, id_, "captured")
            continue
        at = phase.pieces.hex_of(id_)
        if at != phase.pieces.hex_of(captor):
            text = f"{id_} in {at} is not captured: {captor} is not there."
            yield Deed(kind="no-capture", text=text, actor=by, subjects=(id_, captor), facts={"piece": id_})
            continue
        carried = [craft for craft in phase.pieces.aboard(id_) if craft.id not in phase.orders.captured]
        yield _captured(phase, id_, captor, by, "V12.23" if unit is None else "")
        for craft in carried:
            yield _captured(phase, craft.id, captor, by, "")


def _captured(phase: Phase, id_: str, captor: str, by: str, rule: str) -> Deed:
    return Deed(
        kind="captured",
        text=f"{id_} is captured by {captor} of the {by} Team.",
        citations=rules(rule) if rule else (),
        actor=by,
        subjects=(id_, captor),
        facts={"piece": id_, "by": by},
        changes=alter(phase.world, id_, standing=Standing.CAPTURED.value, captor=by, since=None),
    )


def _losses(phase: Phase) -> Iterator[Deed]:
    """Units that were destroyed, the craft that got away from them, and those that did not."""
    for id_, saved in sorted(phase.orders.destroyed.items()):
        pieces = phase.pieces
        if pieces.is_gone(id_):
            yield _too_late(phase, id_, "destroyed")
            continue
        if id_ in pieces.craft:
            yield lost(phase, pieces.craft[id_], f"{id_} is destroyed in battle.")
            continue
        unit = pieces.units[id_]
        yield Deed(
            kind="destroyed",
            text=f"{id_} is destroyed in {unit.hex}.",
            actor=unit.team,
            subjects=(id_,),
            facts={"unit": id_, "hex": unit.hex},
            changes=alter(phase.world, id_, standing=Standing.DESTROYED.value),
        )
        for craft in pieces.aboard(id_):
            if craft.id in phase.orders.destroyed:
                continue  # it got away only to be shot down
            if craft.id not in saved:
                yield lost(phase, craft, f"{craft.id} is lost with {id_}.")
                continue
            away = {"standing": Standing.OUT.value, "hex": unit.hex, "host": None, "berth": None, "home": id_}
            yield Deed(
                kind="escaped",
                text=f"{craft.id} gets away from {id_} and is in space in {unit.hex}.",
                citations=rules("V12.02"),
                actor=craft.team,
                subjects=(craft.id,),
                facts={"craft": craft.id, "hex": unit.hex},
                changes=alter(phase.world, craft.id, **away),
            )


def _damage(phase: Phase) -> Iterator[Deed]:
    for id_ in sorted(phase.orders.crippled):
        craft = phase.pieces.craft[id_]
        if phase.pieces.is_gone(id_):
            yield _too_late(phase, id_, "crippled")
            continue
        yield Deed(
            kind="crippled",
            text=f"{id_} is crippled.",
            citations=rules("V12.12", "V12.14") if craft.is_patrol_ship else (),
            actor=craft.team,
            subjects=(id_,),
            facts={"craft": id_},
            changes=alter(phase.world, id_, crippled=True),
        )


def _too_late(phase: Phase, id_: str, fate: str) -> Deed:
    """What was told of a piece that was gone by then, such as a patrol ship that died as it tried to run."""
    pieces = phase.pieces
    piece = pieces.units.get(id_) or pieces.craft[id_]
    text = f"{id_} was {piece.standing} already, and is not {fate} as well."
    return Deed(kind="too-late", text=text, actor=piece.team, subjects=(id_,), facts={"piece": id_})


def _surrenders(phase: Phase) -> Iterator[Deed]:
    """Craft whose owners give them up to a hostile unit in the hex."""
    for id_, to in sorted(phase.orders.surrenders.items()):
        craft = phase.pieces.craft[id_]
        if craft.standing is Standing.ABOARD:
            text = f"{id_} is aboard {craft.host} and does not surrender by itself."
            yield Deed(kind="no-surrender", text=text, actor=craft.team, see=(craft.team,))
        if craft.standing is not Standing.OUT:
            continue
        hostile = [unit for unit in phase.pieces.hostiles(craft.team, craft.hex) if to in ("", unit.id)]
        if hostile:
            yield _captured(phase, id_, hostile[0].id, hostile[0].team, "V12.16")
            continue
        yield Deed(
            kind="no-surrender",
            text=f"{id_} in {craft.hex} finds nobody{f' called {to}' if to else ''} there to surrender to.",
            citations=rules("V12.16"),
            actor=craft.team,
            subjects=(id_,),
            facts={"craft": id_},
        )


def _stranded(phase: Phase) -> Iterator[Deed]:
    for craft in phase.pieces.out():
        if craft.since is None and phase.pieces.is_independent(craft):
            yield _stranding(phase, craft)


def _stranding(phase: Phase, craft: Craft) -> Deed:
    """A craft that finds itself on its own, with what that means for it."""
    terrain, now = phase.settings.terrain_at(craft.hex), phase.when
    facts: dict[str, int | str] = {"craft": craft.id, "hex": craft.hex, "terrain": terrain.value}
    cited: tuple[str, ...]
    if craft.is_patrol_ship:
        text, cited = f"{craft.id} is stranded in {craft.hex} and out of supply.", ("V12.02", "V12.15")
    else:
        if is_lost(now, now, terrain, phase.settings.phases, phase.options, at_end=False):
            text = f"{craft.id} is lost at once in {craft.hex}: no fighter lasts in {terrain}."
            return lost(phase, craft, text, "V12.23", readings=("terrain-kill",))
        end = deadline(now, terrain, phase.settings.phases)
        text = f"{craft.id} is stranded in {craft.hex}; its life support lasts to the end of {end}."
        facts |= {"turn": end.turn, "phase": end.phase}
        cited = ("V12.02", "V12.22", "V12.23")
    if phase.pieces.crew_may_be_rescued(craft):
        text += " Its crew can be taken off."
    return Deed(
        kind="stranded",
        text=text,
        citations=rules(*cited),
        actor=craft.team,
        subjects=(craft.id,),
        facts=facts,
        changes=alter(phase.world, craft.id, since=list(now)),
        readings=("terrain-kill",) if not craft.is_patrol_ship and not bears(terrain) else (),
    )
