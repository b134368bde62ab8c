"""What players decide about their fighters: launch, interception, losses, hunts and strikes, returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.engine.question import Row
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import hunters_needed, is_hidden
from flagplot.fta3.battle.fighters import flying, interception_choice, least_committed, most_engaged
from flagplot.fta3.battle.policy_fighters import flies_run, spare
from flagplot.fta3.battle.strikes import most_strikers, strike_loses, strike_misses, strike_shift
from flagplot.fta3.duel.view import Dialogue, View

FIGHTERS = "fighters"


def launches(v: View) -> Dialogue:
    """How many of each owner's fighters leave the hangars; those that stay take no part."""
    b = v.b
    for s in range(2):
        for o in range(int(b.fleet.owners[s])):
            wings = [w for w in v.owned_wings(s, o) if b.wings.aboard[s, w] > 0]
            if wings:
                most = [int(b.wings.aboard[s, w]) for w in wings]
                default = [min(n, int(b.choices.launch[s, w])) for n, w in zip(most, wings, strict=True)]
                subject = v.game.roster.owners[s][o].id
                what = f"{v.owner(s, o)}: how many fighters to launch"
                yield from _wings(v, s, subject, what, wings, most, (0, sum(most)), default, b.choices.launch)


def interceptions(v: View) -> Dialogue:
    """Who flies into the dogfight: the side with a tech lead chooses how many it sends, and how many enemies they
    engage; each side chooses which.
    """
    b = v.b
    out = [int(flying(b.fleet, b.wings, s)) for s in range(2)]
    least = min(out)
    if least == 0:
        return
    leader = int(b.cells[k.LEAD])
    engaged = [least, least]
    order = [0, 1] if leader == k.NONE else [leader, 1 - leader]
    for s in order:
        limits = (engaged[s], engaged[s])
        if s == leader:
            commit = interception_choice(b.readings)
            limits = (int(least_committed(out[s], out[1 - s], k.YES, commit, b.tables.reach)), least)
        wings = [w for w in range(int(b.fleet.wings[s])) if b.wings.flying[s, w] > 0]
        most = [int(b.wings.flying[s, w]) for w in wings]
        default = _clipped([int(b.choices.engage[s, w]) for w in wings], most, limits)
        what = "which fighters go into the dogfight; the others are free to strike"
        sent = yield from _wings(v, s, v.side_id(s), what, wings, most, limits, default, b.choices.engage)
        if s == leader:
            reach = int(most_engaged(out[s], out[1 - s], sent, k.YES, b.tables.reach))
            row = Row("enemies", "enemies", reach)
            what = f"how many enemies your {sent} fighters engage"
            given = yield from v.share(
                s, f"{v.side_id(s)} reach", what, [row], (least, reach), "enemies", {"enemies": reach}
            )
            engaged[1 - s] = given["enemies"]


def losses(v: View) -> Dialogue:
    """Which of the engaged fighters a side loses to the enemy's kills."""
    b = v.b
    for s in range(2):
        wings = [w for w in range(int(b.fleet.wings[s])) if b.wings.engaged[s, w] > 0]
        lost = min(int(b.sides.kills[1 - s]), sum(int(b.wings.engaged[s, w]) for w in wings))
        if lost:
            most = [int(b.wings.engaged[s, w]) for w in wings]
            default = _clipped([int(b.choices.fall[s, w]) for w in wings], most, (lost, lost))
            what = f"which {lost} of your engaged fighters fall"
            yield from _wings(v, s, v.side_id(s), what, wings, most, (lost, lost), default, b.choices.fall)


def first_strikes(v: View) -> Dialogue:
    """One run: whom each wing looks for under cloak, and at whom the rest strike."""
    b, run = v.b, int(v.b.cells[k.RUN])
    asked = b.choices.strike.copy()
    for s in range(2):
        t = 1 - s
        wings = [w for w in range(int(b.fleet.wings[s])) if flies_run(b.fleet, s, w, run)]
        hidden = [i for i in v.active(t) if is_hidden(b.ships, t, i)]
        for w in wings:
            free = int(b.wings.flying[s, w] - b.wings.engaged[s, w])
            if hidden and free:
                rows = [
                    Row(v.id(t, i), v.name(t, i), free, f"{hunters_needed(b.tables, b.fleet.pace[t, i])} find it")
                    for i in hidden
                ]
                default = {v.id(t, i): int(b.choices.hunt[s, w, i]) for i in hidden}
                what = f"run {run + 1}: how many {_wing(v, s, w)} fighters look for which cloaked ship"
                subject = f"{_wing_id(v, s, w)} run {run + 1} hunt"
                given = yield from v.share(s, subject, what, rows, (0, free), FIGHTERS, default)
                for i in hidden:
                    b.choices.hunt[s, w, i] = given[v.id(t, i)]
        yield from _strikes(v, s, wings, asked, run)


def strikes(v: View) -> Dialogue:
    """At whom the fighters strike that are not in the dogfight."""
    asked = v.b.choices.strike.copy()
    for s in range(2):
        yield from _strikes(v, s, range(int(v.b.fleet.wings[s])), asked, k.NONE)


def returns(v: View) -> Dialogue:
    """Which of this round's fallen the direction centres bring back."""
    b = v.b
    for s in range(2):
        for o in range(int(b.fleet.owners[s])):
            wings = [w for w in v.owned_wings(s, o) if b.wings.fallen[s, w] > 0]
            most = [int(b.wings.fallen[s, w]) for w in wings]
            back = min(int(b.sides.owed[s, o]), sum(most))
            if back:
                default = _clipped([int(b.choices.back[s, w]) for w in wings], most, (back, back))
                subject = v.game.roster.owners[s][o].id
                what = f"which {back} of {v.owner(s, o)}'s fallen fighters come back"
                yield from _wings(v, s, subject, what, wings, most, (back, back), default, b.choices.back)


def _strikes(v: View, s: int, wings: Sequence[int], asked: Any, run: int) -> Dialogue:
    """Wing by wing; ``asked`` is what the standing orders would have them do."""
    b, t = v.b, 1 - s
    b.choices.strike[s] = 0
    for w in wings:
        free = int(b.wings.flying[s, w] - b.wings.engaged[s, w])
        if run != k.NONE:
            free = int(spare(b.fleet, b.wings, b.choices, s, w))
        rows, default, barred, left = [], {}, {}, free
        for i in range(int(b.fleet.size[t])):
            id_ = v.id(t, i)
            hidden = "is under cloak" if is_hidden(b.ships, t, i) else ""
            wreck = "is shot to pieces already" if b.ships.hp[t, i] <= 0 else ""
            why = v.gone(t, i) or wreck or hidden
            if why:
                barred[id_] = f"it {why}"
                continue
            room = int(most_strikers(b.fleet.weight[t, i])) - int(b.choices.strike[s, :, i].sum())
            most = max(0, min(free, room))
            shift = strike_shift(b.fleet.strike_shift[t, i], b.fleet.wing_strike[s, w])
            miss, loss = int(strike_misses(b.tables, shift)), int(strike_loses(b.tables, shift))
            told = f"{v.state(t, i)}; each does {b.tables.strike_damage} damage on 1-{miss - 1}, is lost on {loss}-20"
            rows.append(Row(id_, v.name(t, i), most, told))
            default[id_] = min(left, most, int(asked[s, w, i]))
            left -= default[id_]
        if free and rows:
            subject = _wing_id(v, s, w) if run == k.NONE else f"{_wing_id(v, s, w)} run {run + 1} strike"
            what = f"how many {_wing(v, s, w)} fighters strike at which ship"
            given = yield from v.share(s, subject, what, rows, (0, free), FIGHTERS, default, barred=barred)
            for id_, number in given.items():
                b.choices.strike[s, w, v.game.roster.places[id_][1]] = number


def _wings(
    v: View,
    s: int,
    subject: str,
    what: str,
    wings: Sequence[int],
    most: Sequence[int],
    limits: tuple[int, int],
    default: Sequence[int],
    choices: Any,
) -> Any:
    """Ask for numbers of a side's own wings and fill them in; how many in all."""
    rows = [v.wing_row(s, w, n) for w, n in zip(wings, most, strict=True)]
    chosen = {row.id: n for row, n in zip(rows, default, strict=True)}
    given = yield from v.share(s, subject, what, rows, limits, FIGHTERS, chosen)
    for w, row in zip(wings, rows, strict=True):
        choices[s, w] = given[row.id]
    return sum(given.values())


def _clipped(wanted: Sequence[int], most: Sequence[int], limits: tuple[int, int]) -> list[int]:
    """The numbers wanted, as near as the limits let them be: what an earlier answer took is made up in order."""
    found = [min(n, cap) for n, cap in zip(wanted, most, strict=True)]
    for i, cap in enumerate(most):
        found[i] += max(0, min(cap - found[i], limits[0] - sum(found)))
        found[i] -= max(0, min(found[i], sum(found) - limits[1]))
    return found


def _wing(v: View, s: int, w: int) -> str:
    return v.wing_row(s, w, 0).label


def _wing_id(v: View, s: int, w: int) -> str:
    return v.game.roster.wings[s][w].id
