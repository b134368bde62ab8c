"""What a case may ask about police ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.calendar import Season
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.units import police
from flagplot.fe.units.police import Called, Police, PoliceHex, War


def ask_police(empire: str, kind: str = "cutter") -> dict[str, Any]:
    """How many of a kind an empire starts with and may ever call up, whether it answers raids, what it costs."""
    of, what = Empire(empire), Police(kind)
    return {
        "initial": police.initial_cutters(of),
        "limit": police.lifetime_limit(of, what),
        "answers_raids": police.answers_raids(what),
        "cost": police.call_up_cost(what),
        "speed": police.police_speed(),
    }


def ask_call_up(
    empire: str,
    kind: str,
    season: str = "spring",
    war: str = "full",
    called: Mapping[str, int] | None = None,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """How many more may be called up this turn; refused where it is none."""
    faults = Faults()
    given = (
        Empire(empire),
        Police(kind),
        Season[season.upper()],
        War(war),
        Called(**(called or {})),
        options(readings),
    )
    police.refuse_call_up(*given, "call-up", faults)
    faults.settle()
    return {"most": police.most_called(*given)}


def ask_build_police(
    frigates_left: int = 1,
    built_this_turn: int = 0,
    called_this_turn: int = 0,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Whether a police ship may be built beyond the limits."""
    faults = Faults()
    counts = Called(built_this_turn=built_this_turn, this_turn=called_this_turn)
    police.refuse_build(counts, frigates_left, options(readings), "build", faults)
    faults.settle()
    return {"allowed": True}


def ask_police_hex(kind: str = "cutter", to: str = "place", retreats: bool = False, **hex: Any) -> dict[str, Any]:
    """Whether a police ship may be placed in a hex (``to`` place) or enter it (``to`` enter)."""
    faults = Faults()
    place = PoliceHex(**{**hex, "enemy_ships": Fraction(hex.get("enemy_ships", 0))})
    if to == "place":
        police.refuse_placing(Police(kind), place, "hex", faults)
    else:
        police.refuse_entering(place, "hex", faults, retreats=retreats)
    faults.settle()
    return {"allowed": True}


def ask_police_loss(destroyed: bool) -> dict[str, Any]:
    """What a crippled or destroyed police ship comes to."""
    found = police.police_loss(destroyed=destroyed)
    return {"loss": found and found.value}


def ask_police_use(use: str) -> dict[str, Any]:
    """Whether a police ship may be used so."""
    faults = Faults()
    police.refuse_use(use, "order", faults)
    faults.settle()
    return {"allowed": True}


def ask_police_escorts(size_classes: list[int]) -> dict[str, Any]:
    """Whether a police carrier may have these escorts."""
    faults = Faults()
    police.refuse_escorts(size_classes, "group", faults)
    faults.settle()
    return {"allowed": True}


def ask_police_carriers(designator: str) -> dict[str, Any]:
    """How many of a design the Federation may call up."""
    return {"most": police.federation_carrier_limit(designator)}


def ask_sector_police(ships: int, sectors: int) -> dict[str, Any]:
    """The initial police ships of each sector."""
    return {"sectors": list(police.shared_out(ships, sectors))}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
