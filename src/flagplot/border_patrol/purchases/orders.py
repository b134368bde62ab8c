"""A purchase paper as values: who buys in which Turn and year, the units that take craft, and what is ordered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import Options


class Team(StrEnum):
    """The Teams of a campaign; the first two are also where a model comes from."""

    ALLIANCE = "alliance"
    COALITION = "coalition"
    ORION = "orion"


class Deck(StrEnum):
    """How a unit carries fighters, as far as its purchases are concerned."""

    OTHER = "other"
    CARRIER = "carrier"
    TRUE_CARRIER = "true-carrier"


@dataclass(frozen=True, kw_only=True)
class Host:
    """A unit that takes craft; ``where`` is its place in the paper.

    ``links`` is what it can carry (mech links or fighter boxes), ``complement`` its whole set (V4.22), None where
    nobody has said. ``aboard`` and ``stored`` count its fighters by model; ``captured`` are those won by V12.56, and
    ``coalition_made`` those that came from the Coalition, for models that both sides use. ``built`` is the Turn in
    which it is built, and ``alteration`` what V4.26 says of a change here: allowed or not, None where nobody has said.
    """

    id: str
    where: str = ""
    deck: Deck = Deck.OTHER
    links: int = 0
    complement: int | None = None
    aboard: Mapping[str, int] = field(default_factory=dict)
    stored: Mapping[str, int] = field(default_factory=dict)
    captured: Mapping[str, int] = field(default_factory=dict)
    coalition_made: Mapping[str, int] = field(default_factory=dict)
    built: int = 0
    alteration: bool | None = None
    pf_link: bool = False
    deathriders: int = 0

    @property
    def count(self) -> int:
        """The craft aboard, those in storage aside."""
        return sum(self.aboard.values())

    @property
    def free(self) -> int:
        """Room for further craft."""
        return self.links - self.count


@dataclass(frozen=True, kw_only=True)
class Purchase:
    """Fighters of a model for a host, from a source; ``replaces`` craft aboard by model, if it alters them.

    ``exempt`` names what takes it out of V4.14 and V4.15 (a replacement by V4.23, an incidental unit).
    """

    where: str
    host: str
    model: str
    number: int
    source: Team
    equipment: tuple[str, ...] = ()
    replaces: Mapping[str, int] = field(default_factory=dict)
    exempt: str = ""


@dataclass(frozen=True, kw_only=True)
class PatrolPurchase:
    """Fast patrol ships, tenders or flotillas for a host; ``conditions`` is what V20.34 says, None if nobody has."""

    where: str
    host: str
    kind: str
    number: int
    conditions: bool | None = None


@dataclass(frozen=True, kw_only=True)
class CapturedUnit:
    """A unit that the pirates captured: its intact fighter bays, and its scrap value (V19.943)."""

    where: str
    id: str
    bays: int
    scrap: Fraction


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """Captured fighters to be moved: ``intact`` of the model on the captured unit, storage included.

    ``allowed`` is what V19.94 says of the transfer, None where nobody has said.
    """

    where: str
    unit: str
    to: str
    model: str
    number: int
    intact: int
    source: Team
    allowed: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Paper:
    """All that one Team orders in one transaction; ``points`` is what it can spend, None where nobody has said."""

    team: Team
    turn: int
    year: int
    where: str = "paper"
    alliance: tuple[str, ...]
    coalition: tuple[str, ...]
    options: Options
    points: Fraction | None = None
    hosts: Mapping[str, Host] = field(default_factory=dict)
    purchases: tuple[Purchase, ...] = ()
    patrols: tuple[PatrolPurchase, ...] = ()
    captured: Mapping[str, CapturedUnit] = field(default_factory=dict)
    transfers: tuple[Transfer, ...] = ()

    def empires(self, source: Team) -> tuple[str, ...]:
        """The empires of a side in this campaign."""
        return self.alliance if source is Team.ALLIANCE else self.coalition


TENDER, FLOTILLA = "tender", "flotilla"
PATROL_KINDS = (Kind.DEATHRIDER.value, Kind.PF.value, Kind.INTERCEPTOR.value, TENDER, FLOTILLA)
