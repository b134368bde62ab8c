"""What a numbered case may ask of the aftermath and of repairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fta3.aftermath import flight, hulks, landing, prizes, repair, run_down, salvage
from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.damage import Level
from flagplot.fta3.play.purposes import FLIGHT, HULK, PRIZE


def ask_hulked(hp: int, hp_max: int, critical: bool = False) -> dict[str, Any]:
    """Whether a killed ship is a hulk, and whether by overkill."""
    return {
        "hulked": hulks.is_hulked(hp, hp_max, critical=critical),
        "overkilled": hulks.is_overkilled(hp, hp_max),
    }


def ask_field(winners: Sequence[str], ruled: str = "") -> dict[str, Any]:
    """Who decides over hulks: the owners of the winning side with ships there, and the moderator's word."""
    return {"holder": hulks.holder_of(winners, ruled)}


def ask_hulk(face: int) -> dict[str, Any]:
    """What a face of the d10 says of a hulk."""
    return {"row": hulks.hulk_row(face)}


def ask_hulk_rows() -> dict[str, Any]:
    """The chance of each row of the hulk's table."""
    return _chances(hulks.hulk_row, HULK.sides)


def ask_flight(face: int, bonus: int = 0) -> dict[str, Any]:
    """What a face of the d10, with what is added to it, says of a killed ship."""
    total = flight.flight_total(face, bonus)
    return {"total": total, "row": flight.flight_row(total)}


def ask_flight_rows(bonus: int = 0) -> dict[str, Any]:
    """The chance of each row of the table of flight with a bonus."""
    return _chances(lambda face: flight.flight_row(flight.flight_total(face, bonus)), FLIGHT.sides)


def ask_shield() -> dict[str, Any]:
    """What a character shield scores, what comes of it, and whether it keeps pursuers off."""
    total = flight.shielded_total()
    return {"total": total, "row": flight.flight_row(total), "bars_pursuit": flight.bars_pursuit(shielded=True)}


def ask_escape(row: str, regenerates: bool, weight: int = 0) -> dict[str, Any]:
    """The damage of a ship that got away, and the supply that it burns beside all else."""
    level = flight.escape_level(row, regenerates=regenerates)
    return {"level": level.value, "supply": flight.extra_supply(row, weight)}


def ask_pursuit_force(weights: Sequence[int], speeds: Sequence[int], weight: int, speed: int) -> dict[str, Any]:
    """What pursuers lack, by their weights and speeds, to run down a ship of a weight and speed."""
    return {
        "weight_short": run_down.weight_short(weights, weight),
        "speed_short": [run_down.speed_short(each, speed) for each in speeds],
    }


def ask_run_down() -> dict[str, Any]:
    """The face that catches a prey, and the chance of it."""
    need = run_down.run_down_need()
    return {"need": need, "chance": Fraction(k.D20 + 1 - need, k.D20)}


def ask_capture(boards: bool, troops: bool) -> dict[str, Any]:
    """What pursuers with or without a boarding module and troops lack to capture their prey."""
    return {"lacks": list(run_down.lacks_to_capture(boards=boards, troops=troops))}


def ask_absence(transit: int) -> dict[str, Any]:
    """The weeks that pursuers without a prize are away."""
    return {"weeks": run_down.weeks_away(transit)}


def ask_prize(face: int) -> dict[str, Any]:
    """What a face of the d10 says of a prize."""
    return {"row": prizes.prize_row(face)}


def ask_prize_rows() -> dict[str, Any]:
    """The chance of each row of the prizes' table."""
    return _chances(prizes.prize_row, PRIZE.sides)


def ask_recapture(face: int, bonus: int = 0) -> dict[str, Any]:
    """What becomes of a prize that was taken back."""
    return {"row": prizes.recapture_row(flight.flight_row(flight.flight_total(face, bonus)))}


def ask_salvage(price: int, tl: int) -> dict[str, Any]:
    """What a hulk, a prize and a stripped write-off of a price and tech level yield."""
    shares = {"hulk": hulks.hulk_share(), "prize": prizes.prize_share(), "strip": salvage.strip_share()}
    return {what: salvage.salvaged(price, share, tl) for what, share in shares.items()}


def ask_slow_salvage(di: int, tl: int, held: bool) -> dict[str, Any]:
    """The DI that a quarter's work on a hulk yields, from a field that somebody holds or nobody does."""
    return {"di": salvage.salvaged(di, hulks.slow_share(held=held), tl)}


def ask_sale(price: int, tl: int, reading: str = "flat") -> dict[str, Any]:
    """What locals pay for a write-off."""
    return {"money": salvage.sale(price, tl, reading)}


def ask_equipment() -> dict[str, Any]:
    """The faces of a d6 that save a piece of advanced equipment."""
    return {
        "hulk": hulks.hulk_equipment_need(),
        "write_off": flight.write_off_equipment_need(),
        "prize": prizes.prize_equipment_need(),
    }


def ask_landing(fighters: Mapping[str, int], hangars: Mapping[str, int]) -> dict[str, Any]:
    """How many fighters of each owner of a side find no hangar."""
    return {"surplus": landing.without_hangar(fighters, hangars)}


def ask_surplus(numbers: Mapping[str, int], surplus: int, friendly: bool) -> dict[str, Any]:
    """Which fighters, by tech level, are without a hangar, and whether they are lost."""
    left = landing.surplus_by_level({int(level): n for level, n in numbers.items()}, surplus)
    return {"left": {str(level): n for level, n in left.items()}, "lost": landing.is_lost(friendly=friendly)}


def ask_repair(price: int, years: int, level: str, to: str, place: str) -> dict[str, Any]:
    """What it costs and takes to bring a ship from a level of damage to a better one; refused away from a yard."""
    faults = Faults()
    repair.check_place(Level(level), Level(to), repair.Place(place), "repair", faults)
    faults.settle()
    levels = len(list(repair.steps(Level(level), Level(to))))
    return {"money": levels * repair.repair_cost(price), "quarters": levels * repair.repair_quarters(years)}


def _chances(row_of: Callable[[int], str], sides: int) -> dict[str, Any]:
    """The share of the faces of a die that bring each row."""
    rows = [row_of(face) for face in range(1, sides + 1)]
    return {row: Fraction(rows.count(row), sides) for row in rows}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
