"""What each event of the battle's trace means: its operands by name, its rule, its sentence.

``ship`` and ``other`` say who stands in those columns of a trace row: a ``ship`` of the row's side, an ``enemy``
ship, a ``wing``, an ``owner``, or a plain number by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import NamedTuple

from flagplot.fta3.battle import codes as k

REASONS = {
    k.DESTROYED: "destroyed",
    k.FLED: "fled",
    k.BOTH_GONE: "both-gone",
    k.RULED: "ruled",
    k.STALEMATE: "stalemate",
    k.LIMIT: "round-limit",
}

DECLOAKED = {
    k.LAUNCH: "to launch fighters",
    k.VOLLEY: "for its stand-off attacks",
    k.FIRE: "as it fires",
}

Told = SimpleNamespace
"""The words and numbers of one event, by the names that ``Kind`` gives them."""


class Kind(NamedTuple):
    """One kind of event. ``operands`` name the last four columns of its rows, as far as they are used."""

    name: str
    rules: tuple[str, ...]
    ship: str
    other: str
    operands: tuple[str, ...]
    sentence: Callable[[Told], str]


def some(n: int, one: str, many: str = "") -> str:
    """``1 die``, ``2 dice``, ``no dice``: a count with its noun; the plural is in -s unless given."""
    return f"{n or 'no'} {one if n == 1 else many or one + 's'}"


def at_least(need: int) -> str:
    """How a needed number is told."""
    if need <= 1:
        return "any face will do"
    return "only a 20 will do" if need == 20 else f"{need} or more needed"


def _initiative(t: Told) -> str:
    speeds = f"{t.first} declares speed {t.first_speed}, {t.second} {t.second_speed}"
    if not t.side:
        return f"{speeds}: nobody has the initiative."
    why = (
        "the faster has it in a mobile battle"
        if t.battle_type == k.MOBILE
        else "the slower has it at a fixed objective"
    )
    return f"{speeds}: the initiative is {t.side}'s, as {why}."


def _launch(t: Told) -> str:
    aboard = f"; {t.aboard} stay aboard" if t.aboard else ""
    return f"{t.wing}: {some(t.fighters, 'fighter')} launched{aboard}."


def _interception(t: Told) -> str:
    if not t.engaged:
        return f"{t.side}: no enemy fighters to meet; all {t.flying} are free to strike."
    lead = " with the advantage of a higher tech level" if t.leads else ""
    sent = f"{t.side}: {t.engaged} of {some(t.flying, 'fighter')} in the dogfight{lead}"
    return f"{sent}, {t.flying - t.engaged} free to strike."


def _dogfight(t: Told) -> str:
    against = f"{some(t.fighters, 'fighter')} in the dogfight against {t.caught}"
    dice = f", {some(t.dice, 'die', 'dice')}" if t.dice != t.fighters else ""
    return f"{t.wing}: {against}{dice}, {at_least(t.need)}: {some(t.kills, 'kill')}."


def _position(t: Told) -> str:
    rolls = f"{t.first} {t.face}{t.modifier:+d}, {t.second} {t.enemy_face}{t.enemy_modifier:+d}"
    return f"Position: {rolls}: {f'{t.side} wins' if t.side else 'a tie, rolled again'}."


def _hit(t: Told) -> str:
    dice = some(t.dice, "attack")
    return f"{t.ship} fires at {t.other} from {t.range} range, {dice}, {at_least(t.need)}: {some(t.hits, 'hit')}."


def _pierce(t: Told) -> str:
    pierces = f"{t.pierces or 'none'} {'pierces' if t.pierces == 1 else 'pierce'}"
    hits = f"Of {some(t.dice, 'hit')} by {t.ship} on {t.other}"
    return f"{hits}, {at_least(t.need)} to pierce: {pierces}, {t.damage} damage."


def _strike(t: Told) -> str:
    flak = " through flak" if t.flak else ""
    lost = f", {t.lost} lost" if t.lost else ""
    return f"{t.wing}: {some(t.dice, 'fighter')} at {t.other}{flak}: {some(t.hits, 'hit')}, {t.damage} damage{lost}."


def _hunt(t: Told) -> str:
    found = "it is found" if t.found else "it is not found"
    return f"{t.side}: {some(t.fighters, 'fighter')} look for {t.other}, {t.need} needed: {found}."


def _sensor(t: Told) -> str:
    found = "detected" if t.found else "not detected"
    return f"{t.ship} searches for {t.other}, {some(t.dice, 'die', 'dice')}, {at_least(t.need)}: {found}."


def _cloak_edge(t: Told) -> str:
    how = f"fires from under cloak, not detected by {t.other}" if t.ambush else f"has detected {t.other} under cloak"
    edges = [f"{t.cloak:+d} to pierce"] * bool(t.cloak) + [f"{t.stag:+d} for STAG"] * bool(t.stag)
    return f"{t.ship} {how}: {', '.join(edges)}."


def _killed(t: Told) -> str:
    why = ", critically pierced" if t.critical else ""
    return f"{t.ship} is mission killed, at {t.hp} HP{why}."


def _reconstitution(t: Told) -> str:
    rolled = f"{t.owner}: {some(t.dice, 'die', 'dice')} for {t.fallen} fallen"
    return f"{rolled}, {at_least(t.need)}: {t.back or 'none'} reconstituted."


def _surrender(t: Told) -> str:
    verb = "surrenders" if t.fighters == 1 else "surrender"
    return f"{t.wing}: {some(t.fighters, 'fighter')} {verb}, as their side has no ship left."


def _end(t: Told) -> str:
    return {
        "destroyed": f"The battle is over: {t.side} wins, every ship against it is killed.",
        "fled": f"The battle is over: {t.side} holds the field, every ship against it is killed or has fled.",
        "both-gone": "The battle is over: neither side has a ship left.",
        "ruled": "The battle is over by the moderator's ruling.",
        "stalemate": "The battle is over: nobody left can hurt anybody.",
        "round-limit": "The battle is over undecided: the agreed last round has been fought.",
    }[t.reason]


KINDS: dict[int, Kind] = {
    k.E_INITIATIVE: Kind(
        "initiative", ("initiative",), "", "", ("first_speed", "second_speed", "battle_type"), _initiative
    ),
    k.E_LAUNCH: Kind("launch", ("launch-fighters",), "wing", "", ("fighters", "aboard"), _launch),
    k.E_ARRIVAL: Kind("arrival", ("list-ships",), "ship", "", ("hp",), lambda t: f"{t.ship} arrives."),
    k.E_INTERCEPTION: Kind(
        "interception",
        ("fighter-interception",),
        "",
        "",
        ("engaged", "flying", "leader"),
        _interception,
    ),
    k.E_DOGFIGHT: Kind(
        "dogfight",
        ("dogfight",),
        "wing",
        "",
        ("dice", "need", "kills", "caught"),
        _dogfight,
    ),
    k.E_FIGHTERS_LOST: Kind(
        "fighters-lost",
        ("dogfight/losses",),
        "wing",
        "",
        ("fighters", "flying"),
        lambda t: f"{t.wing}: {some(t.fighters, 'fighter')} shot down, {t.flying} left.",
    ),
    k.E_STAND_OFF: Kind(
        "stand-off",
        ("stand-off",),
        "grade",
        "enemy",
        ("dice", "need", "pierces", "start"),
        lambda t: (
            f"{t.other} takes {some(t.dice, 'stand-off attack')} of {t.per_attack}, {at_least(t.need)} to pierce: "
            f"{t.pierces or 'none'} {'pierces' if t.pierces == 1 else 'pierce'}, {t.damage} damage."
        ),
    ),
    k.E_POSITION: Kind(
        "position",
        ("position", "position/streak"),
        "number",
        "",
        ("face", "enemy_face", "modifier", "enemy_modifier"),
        _position,
    ),
    k.E_PAIR: Kind("pair", ("pair-off",), "ship", "enemy", (), lambda t: f"{t.side} pairs {t.ship} with {t.other}."),
    k.E_FLANK: Kind(
        "flank",
        ("flanking",),
        "ship",
        "enemy",
        (),
        lambda t: f"{t.ship} is left over and flanks against {t.other}.",
    ),
    k.E_RANGE: Kind(
        "range",
        ("pair-off/range",),
        "ship",
        "enemy",
        ("range_code",),
        lambda t: f"{t.ship} and {t.other} fight at {t.range} range.",
    ),
    k.E_FLANK_RANGE: Kind(
        "flank-range",
        ("flanking",),
        "ship",
        "enemy",
        ("range_code",),
        lambda t: f"{t.ship} takes {t.range} range to {t.other}.",
    ),
    k.E_AIM: Kind(
        "aim",
        ("shooting",),
        "ship",
        "enemy",
        (),
        lambda t: f"{t.ship} turns its fire from its partner to {t.other}, which flanks it.",
    ),
    k.E_HIT: Kind("hit", ("to-hit",), "ship", "enemy", ("dice", "need", "hits", "to_pierce"), _hit),
    k.E_PIERCE: Kind("pierce", ("to-pierce",), "ship", "enemy", ("dice", "need", "pierces"), _pierce),
    k.E_NO_FIRE: Kind(
        "no-fire",
        ("shooting",),
        "ship",
        "enemy",
        (),
        lambda t: f"{t.ship} faces {t.other} and has no attacks.",
    ),
    k.E_DAMAGE: Kind(
        "damage",
        ("inflict-damage",),
        "ship",
        "",
        ("damage", "hp", "phase"),
        lambda t: f"{t.ship} takes {t.damage} damage and is at {t.hp} of {t.hp_max} HP.",
    ),
    k.E_STRIKE: Kind(
        "strike",
        ("fighter-strike", "regular-strikes"),
        "wing",
        "enemy",
        ("dice", "start", "hits", "lost"),
        _strike,
    ),
    k.E_FIRST_STRIKE: Kind(
        "first-strike",
        ("first-strike", "fighter-strike"),
        "wing",
        "enemy",
        ("dice", "start", "hits", "lost"),
        _strike,
    ),
    k.E_RECONSTITUTION: Kind(
        "reconstitution",
        ("reconstitution",),
        "owner",
        "",
        ("dice", "need", "back", "fallen"),
        _reconstitution,
    ),
    k.E_RETURN: Kind(
        "return",
        ("reconstitution",),
        "wing",
        "",
        ("fighters", "flying"),
        lambda t: f"{t.wing}: {some(t.fighters, 'fighter')} back, {t.flying} fly.",
    ),
    k.E_KILLED: Kind("killed", ("casualties",), "ship", "", ("hp", "critical"), _killed),
    k.E_WITHDRAWAL: Kind(
        "withdrawal",
        ("mass-combat/withdrawal",),
        "ship",
        "",
        ("hp", "percent"),
        lambda t: f"{t.ship} withdraws at {t.hp} of {t.hp_max} HP, ordered at {t.percent} %.",
    ),
    k.E_FORCE_WITHDRAWAL: Kind(
        "force-withdrawal",
        ("mass-combat/force-withdrawal",),
        "owner",
        "",
        ("gone", "arrived", "percent", "ships"),
        lambda t: (
            f"{t.owner} has lost {t.gone} of {t.arrived} weight, ordered to leave at {t.percent} %: "
            f"{some(t.ships, 'ship')} withdraw{'s' if t.ships == 1 else ''}."
        ),
    ),
    k.E_END: Kind("end", ("end-of-battle",), "", "", ("reason_code",), _end),
    k.E_SURRENDER: Kind(
        "surrender",
        ("surrender",),
        "wing",
        "",
        ("fighters",),
        _surrender,
    ),
    k.E_HUNT: Kind("hunt", ("cloak-detection",), "number", "enemy", ("fighters", "need", "found"), _hunt),
    k.E_DECLOAK: Kind("decloak", ("decloaking",), "ship", "", ("why_code",), lambda t: f"{t.ship} decloaks {t.why}."),
    k.E_SENSOR: Kind("sensor-check", ("sensor-check",), "ship", "enemy", ("dice", "need", "found"), _sensor),
    k.E_SENSED: Kind("sensor-check", ("sensor-check",), "ship", "enemy", ("dice", "need", "found"), _sensor),
    k.E_PURSUIT: Kind(
        "pursuit",
        ("disengage",),
        "ship",
        "enemy",
        ("need", "held", "phase"),
        lambda t: f"{t.ship} pursues {t.other}, {at_least(t.need)}: {'it holds it' if t.held else 'it loses it'}.",
    ),
    k.E_DISENGAGE: Kind(
        "disengage",
        ("disengage",),
        "ship",
        "",
        ("held", "hp"),
        lambda t: f"{t.ship} tries to disengage and is {'held' if t.held else 'gone'}, at {t.hp} of {t.hp_max} HP.",
    ),
    k.E_PROTECT: Kind(
        "protect",
        ("protect",),
        "ship",
        "enemy",
        ("ward",),
        lambda t: f"{t.ship} draws the fire of {t.other} away from {t.ward_name}.",
    ),
    k.E_HOLD: Kind(
        "hold-fire",
        ("decloaking",),
        "ship",
        "enemy",
        (),
        lambda t: f"{t.ship} holds its fire at {t.other} and stays under cloak.",
    ),
    k.E_BLIND: Kind(
        "no-lock",
        ("shooting-at-cloaks",),
        "ship",
        "enemy",
        (),
        lambda t: f"{t.ship} has not detected {t.other} under its cloak and cannot fire at it.",
    ),
    k.E_CLOAK_EDGE: Kind(
        "cloak-edge",
        ("decloaking", "shooting-at-cloaks"),
        "ship",
        "enemy",
        ("cloak", "stag", "ambush"),
        _cloak_edge,
    ),
}
