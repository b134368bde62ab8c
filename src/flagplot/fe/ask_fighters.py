"""What a case may ask about F-111 and heavy fighters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.calendar import START, Date, Season
from flagplot.fe.combat.allocation import may_be_lost
from flagplot.fe.combat.force import Craft, pinning_equivalents
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.units import fighters
from flagplot.fe.units.category import Category


def _date(text: str) -> Date:
    season, _, year = text.partition(" Y")
    return Date(int(year), Season[season.upper()])


def ask_squadron(kind: str, crippled: bool = False) -> dict[str, Any]:
    """Factors of a squadron."""
    return {"factors": fighters.squadron(kind, crippled=crippled)}


def ask_fighter_equivalents(kind: str, factors: int) -> dict[str, Any]:
    """What factors count for command as independent squadrons, and for pinning."""
    return {
        "command": fighters.command_equivalents(kind, factors),
        "pinning": pinning_equivalents(Craft(kind), factors),
    }


def ask_fighter_rules(kind: str, to: str = "fighters", pod: str = "heavy") -> dict[str, Any]:
    """Whether factors go over, pods supply, and losses are replaced free."""
    return {
        "transfer": fighters.may_transfer(kind, to),
        "supplied": fighters.pod_supplies(pod, kind),
        "free": fighters.free_replacement(kind),
    }


def ask_replaced_in(kind: str, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The steps in which losses are replaced."""
    return {"steps": list(fighters.replaced_in(kind, options(readings)))}


def ask_annuity(kind: str, factors: int, auxiliary: bool = False) -> dict[str, Any]:
    """What the fighters of a new carrier cost."""
    found = fighters.annuity(kind, factors, auxiliary=auxiliary)
    return {"cost": "not in the data" if found is None else found}


def ask_isolated(standard: int = 0) -> dict[str, Any]:
    """F-111 factors that an isolated starbase makes."""
    return {"factors": fighters.isolated_production(standard=standard)}


def ask_base_fighters(
    base: str,
    empire: str = "kzinti",
    turn: int = 0,
    takes_pfs: bool = False,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Squadrons that a base takes, gets free on a turn, and whether they are disbanded for PFs."""
    kind = Category(base)
    return {
        "squadrons": fighters.base_squadrons(kind),
        "heavy": fighters.base_may_have_heavy(Empire(empire), kind),
        "free": fighters.free_for_bases(kind, turn, options(readings)),
        "disbanded": fighters.disbanded_for_pfs(turn, takes_pfs=takes_pfs),
    }


def ask_host_pfs(host: str, module: bool = False) -> dict[str, Any]:
    """PFs of a host that does not move."""
    return {"pfs": fighters.pfs_of_host(Category(host), module=module)}


def ask_defense_unit_cost(doubled: bool) -> dict[str, Any]:
    """What a defense unit's fighters cost."""
    return {"cost": fighters.defense_unit_cost(doubled=doubled)}


def ask_nvh(date: str, chosen: str = "") -> dict[str, Any]:
    """How an NVH may go to battle."""
    mode = fighters.Escorting.MEDIUM if chosen == "medium" else None
    return {"modes": [mode.name.casefold() for mode in fighters.nvh_modes(_date(date), chosen=mode) or ()]}


def ask_heavy_introduction(empire: str, turn: int = 0, start: str = "") -> dict[str, Any]:
    """When an empire has heavy fighters, and whether it has them on a turn."""
    faults = Faults()
    found = fighters.introduction(Empire(empire), "empire", faults)
    faults.settle()
    has = fighters.has_heavy_fighters(Empire(empire), turn, "empire", faults, _date(start) if start else START)
    return {"turn": found and found.turn, "date": str(found and found.date), "has": has}


def ask_fighter_losses(standard: int, heavy: int, losses: int) -> dict[str, Any]:
    """What is left of a carrier's fighters."""
    left = {Craft.HEAVY: heavy, Craft.FIGHTERS: standard}
    for _ in range(losses):
        for kind in (kind for kind in left if may_be_lost(kind, left)):
            left[kind] -= 1
            break
    return {"standard": left[Craft.FIGHTERS], "heavy": left[Craft.HEAVY]}


def ask_changed_load(
    hull: str, standard: int, size_class: int = 3, empire: str = "lyran", designator: str = ""
) -> dict[str, Any]:
    """The factors of a carrier changed to heavy fighters."""
    faults = Faults()
    found = fighters.changed_load(hull, standard, size_class, Empire(empire), designator, hull, faults)
    faults.settle()
    return {} if found is None else found._asdict()


def ask_changeover(before: int, after: int, changes: int = 1) -> dict[str, Any]:
    """What a changeover costs and how many of a turn count."""
    return {
        "cost": fighters.changeover_cost(Fraction(before), Fraction(after)),
        "counted": fighters.counted_changeovers(changes),
    }


def ask_partial_grid(free_factors: int) -> dict[str, Any]:
    """Heavy factors that a partial grid makes."""
    return {"heavy": fighters.partial_grid_heavy(free_factors)}


def ask_heavy_pods(empire: str) -> dict[str, Any]:
    """The pods of replacement heavy fighters."""
    found = fighters.heavy_pods(Empire(empire))
    if found is None:
        return {"pods": 0}
    return {"pods": found.most, "factors": "not in the data" if found.factors is None else found.factors}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
