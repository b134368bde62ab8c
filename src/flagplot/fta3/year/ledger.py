"""How a quarter is written down: deeds that change the world one after another, and the books that must balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.log import Deed
from flagplot.core.world import Change, World, alter, apply
from flagplot.fta3.year.office import POLITY, SHIP, Office

GOODS = ("money", "di", "tokens", "supply")
MOVES = ("built", "captured", "destroyed", "taken")
"""How ships come and go; the ``captured`` of one polity are the ``taken`` of others."""


class Ledger:
    """The deeds of a quarter so far, and the office as they left it."""

    def __init__(self, office: Office) -> None:
        self.start, self.office = office, office
        self.deeds: list[Deed] = []

    def write(
        self,
        kind: str,
        text: str,
        rules: Iterable[str],
        changes: Iterable[Change] = (),
        *,
        actor: str = "",
        subjects: Iterable[str] = (),
        **facts: Any,
    ) -> None:
        """One deed with the rules behind it; the world is as its changes make it from here on."""
        made = tuple(changes)
        citations = tuple(Citation("fta3", rule) for rule in rules)
        deed = Deed(
            kind=kind, text=text, citations=citations, actor=actor, subjects=tuple(subjects), facts=facts, changes=made
        )
        self.deeds.append(deed)
        self.office = replace(self.office, world=apply(self.office.world, made))

    def pay(self, polity: str, **goods: int) -> tuple[Change, ...]:
        """The changes that take goods (``money``, ``di``, ``tokens``, ``supply``) out of a treasury, or put in what is
        below zero.
        """
        fields = self.office.polity(polity)
        return alter(
            self.office.world,
            f"{POLITY}/{polity}",
            **{name: int(fields[name]) - number for name, number in goods.items() if number},
        )


@dataclass(frozen=True, kw_only=True)
class Balance:
    """One polity's books over a quarter: ships and goods as it opened, all that came and went, and as it closed."""

    polity: str
    ships: Mapping[str, int]
    goods: Mapping[str, Mapping[str, int]]

    @property
    def holds(self) -> bool:
        """Whether everything is accounted for."""
        ships = self.ships
        came = ships["opening"] + ships["built"] + ships["captured"]
        went = ships["destroyed"] + ships["taken"]
        return came - went == ships["closing"] and all(
            each["opening"] + each["in"] - each["out"] == each["closing"] for each in self.goods.values()
        )


def balances(start: World, deeds: Iterable[Deed], end: World) -> tuple[Balance, ...]:
    """Every polity's books, counted from what the deeds say and not from what they changed.

    A deed tells what it books in its facts: ``goods`` by polity, and ``ships`` as pairs of a word and a polity.
    """
    booked: dict[str, dict[str, Counter[str]]] = {}
    ships: dict[str, Counter[str]] = {}
    for deed in deeds:
        for polity, goods in deed.facts.get("goods", {}).items():
            for name, number in goods.items():
                side = "in" if number > 0 else "out"
                booked.setdefault(polity, {}).setdefault(name, Counter())[side] += abs(number)
        for word, polity in deed.facts.get("ships", ()):
            ships.setdefault(polity, Counter())[word] += 1
    return tuple(
        Balance(
            polity=str(fields["name"]),
            ships={
                "opening": _owned(start, polity),
                **{word: ships.get(polity, Counter())[word] for word in MOVES},
                "closing": _owned(end, polity),
            },
            goods={
                name: {
                    "opening": int(fields[name]),
                    **{side: booked.get(polity, {}).get(name, Counter())[side] for side in ("in", "out")},
                    "closing": int(end[f"{POLITY}/{polity}"][name]),
                }
                for name in GOODS
            },
        )
        for polity, fields in _polities(start)
    )


def _polities(world: World) -> list[tuple[str, Mapping[str, Any]]]:
    kept = [(id_, fields) for id_, fields in world.items() if fields["kind"] == POLITY]
    return sorted((id_.partition("/")[2], fields) for id_, fields in kept)


def _owned(world: World, polity: str) -> int:
    return sum(fields["kind"] == SHIP and fields["owner"] == polity for fields in world.values())
