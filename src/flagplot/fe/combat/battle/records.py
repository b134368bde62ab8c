"""What is noted of a side while a battle goes on: attempts, covered answers, losses, assaults, a withdrawal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.combat.ground import Attack


class Attempt(NamedTuple):
    """One attempt to freeze: the unit with the field, its type on the chart, the number of the attempt, the target."""

    unit: str
    type: str
    number: int
    target: str


class Covered(NamedTuple):
    """An answer to which a digest binds a side, and which nobody else has seen yet; ``key`` is what it answers."""

    side: int
    key: str
    what: str
    text: str
    nonce: str
    rules: tuple[Citation, ...]


class Gone(NamedTuple):
    """A unit that is no longer as it came: crippled, destroyed, captured, scuttled or retreated, in which round."""

    round: int
    unit: Combatant
    how: str


class CraftGone(NamedTuple):
    """Craft that were lost, of which unit, in which round."""

    round: int
    host: Combatant
    kind: Craft
    number: int


@dataclass
class Assault:
    """What a side does on the ground in a round: the ship for which it buys troops, the ships named for an assault, the
    attacks of their troops, which of its troops defend what (by place, then by the unit they are with), its bases that
    have taken a step for Marines.
    """

    bought: str = ""
    named: list[str] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    defence: dict[str, dict[str, int]] = field(default_factory=dict)
    stepped: set[str] = field(default_factory=set)


@dataclass
class Withdrawal:
    """Who leaves before combat (302.1), by id, and whether the attacker opposes it; then ``units`` with the hex that
    they go to, and who ``stays`` while they are pursued.
    """

    ids: tuple[str, ...]
    opposed: bool = False
    under_way: bool = False
    pursued: bool = False
    units: tuple[Combatant, ...] = ()
    to: str = ""
    stay: tuple[Combatant, ...] = ()
