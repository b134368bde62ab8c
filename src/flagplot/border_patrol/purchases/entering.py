"""A purchase paper entered into a campaign: the units as they are after it, and what is to be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.happening import Happening
from flagplot.border_patrol.orions.sources import is_coalition_only
from flagplot.border_patrol.purchases.check import Receipt
from flagplot.border_patrol.purchases.orders import Host, Team
from flagplot.border_patrol.purchases.prices import points
from flagplot.core.citation import Citation


def hosts_after(receipt: Receipt) -> dict[str, Host]:
    """The hosts of a legal paper with what was bought, replaced and taken, by their ids."""
    hosts = dict(receipt.paper.hosts)
    for bought in receipt.bought:
        order, host = bought.purchase, hosts[bought.purchase.host]
        aboard = Counter(host.aboard)
        aboard.subtract(order.replaces)
        aboard[bought.model.code.casefold()] += order.number
        made = dict(host.coalition_made)
        # All of a model that only the Coalition uses count as its make anyway.
        if order.source is Team.COALITION and not is_coalition_only(bought.model, receipt.paper.coalition):
            code = bought.model.code.casefold()
            made[code] = made.get(code, 0) + order.number
        hosts[host.id] = replace(host, aboard=+aboard, coalition_made=made)
    for taken in receipt.taken:
        move, host = taken.transfer, hosts[taken.transfer.to]
        code = taken.model.code.casefold()
        hosts[host.id] = replace(
            host,
            aboard={**host.aboard, code: host.aboard.get(code, 0) + move.number},
            captured={**host.captured, code: host.captured.get(code, 0) + move.number},
        )
    for patrol in receipt.paper.patrols:
        if patrol.kind == Kind.DEATHRIDER:
            host = hosts[patrol.host]
            hosts[host.id] = replace(host, deathriders=host.deathriders + patrol.number)
    return hosts


def happenings(receipt: Receipt) -> Iterator[Happening]:
    """What a legal paper brings, line by line."""
    orion = receipt.paper.team is Team.ORION
    for bought in receipt.bought:
        order = bought.purchase
        gear = f" with {', '.join(bought.equipment)}" if bought.equipment else ""
        text = f"{order.host} gets {order.number} {bought.model.code}{gear} for {points(bought.price.total)} points."
        rules = ["V12.24"] + (["V12.52", "V12.53" if order.source is Team.ALLIANCE else "V12.54"] if orion else [])
        facts: dict[str, int | str] = {
            "number": order.number,
            "model": bought.model.code,
            "points": str(bought.price.total),
        }
        yield Happening("bought", order.host, facts, _rules(rules), text)
    for taken in receipt.taken:
        move, left = taken.transfer, receipt.scrap[taken.transfer.unit]
        text = (
            f"{move.to} takes {move.number} captured {taken.model.code} off {move.unit}, "
            f"whose scrap is now worth {points(left)} points. They are not replaced when lost."
        )
        facts = {"number": move.number, "model": taken.model.code, "unit": move.unit, "scrap": str(left)}
        yield Happening("captured", move.to, facts, _rules(["V12.56"]), text)
    for patrol in receipt.paper.patrols:
        text = f"{patrol.host} gets {patrol.number} {patrol.kind}, priced as a ship."
        facts = {"number": patrol.number, "kind": patrol.kind}
        yield Happening("patrol-bought", patrol.host, facts, _rules(["V12.57"] if orion else ["V12.17"]), text)


def _rules(ids: list[str]) -> tuple[Citation, ...]:
    return tuple(Citation("bp", id_) for id_ in ids)
