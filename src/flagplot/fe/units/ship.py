"""A type of ship as a ship table gives it, and one unit of a type with what battle has done to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from flagplot.fe.empires import Empire
from flagplot.fe.units.category import BASES, Category


class FighterKind(StrEnum):
    """What the factors in the heavy column are."""

    HEAVY = "heavy"
    F_111 = "f-111"
    A_20 = "a-20"


class Route(StrEnum):
    """How a ship of a type comes about at a price."""

    SCHEDULE = "schedule"  # as its own entry of the build schedule
    SUBSTITUTION = "substitution"  # instead of another entry of the schedule
    RULE = "rule"  # as a numbered rule allows
    CONVERSION = "conversion"  # out of another ship


@dataclass(frozen=True, kw_only=True)
class Cost:
    """One price in economic points: the hull, and the fighters that come on top.

    ``source`` is the type replaced or converted, or the number of the rule; empty on the schedule. ``two_step`` is what
    a ship table marks with a double dagger; ``minor`` overrides the test by three points.
    """

    route: Route
    source: str = ""
    hull: Fraction
    fighters: Fraction = Fraction(0)
    two_step: bool = False
    minor: bool = False

    @property
    def total(self) -> Fraction:
        """Hull and fighters together."""
        return self.hull + self.fighters


class Mark(StrEnum):
    """Where the figures of a type come from."""

    TABLE = "table"  # a user's ship table
    PROVEN = "proven"  # a published source proves attack and defence
    INVENTED = "invented"  # made up for demonstration


@dataclass(frozen=True, kw_only=True)
class ShipType:
    """One line of a ship table.

    Factors are those of combat; the crippled side has its own, all zero for a unit without one. ``fighters`` are
    standard factors, ``heavy`` those of ``heavy_kind``, ``half`` the triangles that count in pairs. ``size_step`` is
    the step of 537.222, such as 3C. ``year`` is that of entry into service, None where the table is silent.
    """

    designator: str
    empire: Empire
    product: str = ""
    category: Category = Category.SHIP
    size_class: int = 0
    size_step: str = ""
    attack: int = 0
    defence: int = 0
    crippled_attack: int = 0
    crippled_defence: int = 0
    command: int = 0
    fighters: int = 0
    heavy: int = 0
    heavy_kind: FighterKind = FighterKind.HEAVY
    half: int = 0
    spare: int = 0
    pfs: int = 0
    scout: bool = False
    survey: bool = False
    escort: bool = False
    drones: int = 0
    troops: int = 0
    mauler: bool = False
    stasis: bool = False
    cloak: bool = False
    diplomats: int = 0
    fast: bool = False
    x_ship: bool = False
    shock: bool = False
    slow: bool = False
    tug: bool = False
    theater: bool = False
    repair: int = 0
    costs: tuple[Cost, ...] = ()
    year: int | None = None
    mark: Mark = Mark.TABLE

    @property
    def id(self) -> str:
        """A stable id: ``kzinti-ff``."""
        return f"{self.empire}-{self.designator.casefold()}"

    @property
    def is_base(self) -> bool:
        """Whether it is one of the bases of 756.3."""
        return self.category in BASES

    @property
    def has_crippled_side(self) -> bool:
        """Whether it survives being crippled; a police ship (531.22) does not."""
        return self.crippled_defence > 0 and self.category is not Category.POLICE

    @property
    def is_carrier(self) -> bool:
        """Whether it bears fighters of any kind."""
        return bool(self.fighters or self.heavy or self.half)


@dataclass(frozen=True, kw_only=True)
class Unit:
    """One unit of a type: ``id`` is set once and never a position in a list.

    ``sids`` are the steps scored against a base since its last side. The unit itself never says that it is destroyed;
    it is taken out of the force.
    """

    id: str
    type: ShipType
    crippled: bool = False
    sids: int = 0
    captured: bool = False

    @property
    def attack(self) -> int:
        """The attack factor of the side that is up."""
        return self.type.crippled_attack if self.crippled else self.type.attack

    @property
    def defence(self) -> int:
        """The defence factor of the side that is up, incremental damage left aside."""
        return self.type.crippled_defence if self.crippled else self.type.defence
