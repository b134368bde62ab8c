"""What players decide about their ships: stand-off, pairs, flanks, ranges, who leaves and pursues, who protects."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.engine.question import Complaint, Option, Row, Shares
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import is_hidden
from flagplot.fta3.battle.disengage import pursuit_need
from flagplot.fta3.battle.pairing import may_pair
from flagplot.fta3.battle.protect import may_draw
from flagplot.fta3.battle.shooting import target_of
from flagplot.fta3.battle.standoff import takes_stand_off
from flagplot.fta3.duel.view import NOBODY, Dialogue, View, ranges
from flagplot.fta3.papers.split_check import split_faults
from flagplot.fta3.play.setup import RANGE_NAMES, RANGES

FIRE, HOLD = "fire", "hold"
STAY, LEAVE = "stay", "leave"
PURSUE, LET_GO = "pursue", "let-go"


def volleys(v: View) -> Dialogue:
    """Whether a ship drops its regular cloak for its stand-off attacks."""
    b = v.b
    for s in range(2):
        for i in v.active(s):
            if b.fleet.cloak[s, i] == k.REGULAR and b.ships.hidden[s, i] and b.fleet.standoff_attacks[s, i]:
                attacks = f"{int(b.fleet.standoff_attacks[s, i])} attacks of {int(b.fleet.standoff_damage[s, i])}"
                options = (
                    Option(FIRE, "fire", f"{attacks}; the cloak is down for good"),
                    Option(HOLD, "hold", "it stays under cloak, and takes no stand-off attacks"),
                )
                default = HOLD if b.choices.hold[s, i] else FIRE
                what = f"{v.name(s, i)}: decloak for stand-off attacks?"
                answer = yield from v.pick(s, v.id(s, i), what, options, default)
                b.choices.hold[s, i] = int(answer == HOLD)


def stand_off(v: View) -> Dialogue:
    """How a side splits the stand-off attacks that come in over its ships."""
    b = v.b
    for s in range(2):
        coming = [int(n) for n in b.volleys[1 - s]]
        takers = [i for i in v.active(s) if takes_stand_off(b.ships, s, i)]
        if not sum(coming) or not takers:
            continue
        grades = [g for g, n in enumerate(coming) if n]
        damage = {g: int(b.grades[1 - s, g]) for g in grades}
        rows, default, places = [], {}, {}
        for i in takers:
            for g in grades:
                row = Row(f"{v.id(s, i)}:{damage[g]}", f"{v.name(s, i)}:{damage[g]}", coming[g], v.state(s, i))
                rows.append(row)
                places[row.id] = (i, g)
                default[row.id] = int(b.choices.split[s, i, g])

        def check(shares: Shares, s: int = s, places: dict[str, tuple[int, int]] = places) -> Iterable[Complaint]:
            return _split_complaints(v, s, places, shares)

        what = f"how to split {', '.join(f'{coming[g]} attacks of {damage[g]}' for g in grades)} over your ships"
        total = sum(coming)
        given = yield from v.share(s, v.side_id(s), what, rows, (total, total), "attacks", default, check=check)
        for id_, (i, g) in places.items():
            b.choices.split[s, i, g] = given[id_]


def _split_complaints(v: View, s: int, places: dict[str, tuple[int, int]], shares: Shares) -> Iterable[Complaint]:
    b = v.b
    for g in sorted({g for _, g in places.values()}):
        come = int(b.volleys[1 - s, g])
        given = sum(shares[id_] for id_, (_, grade) in places.items() if grade == g)
        if given != come:
            message = f"{come} attacks of {int(b.grades[1 - s, g])} come in, {given} are split up"
            yield Complaint("split-total", message, f"{abs(come - given)} too {'few' if given < come else 'many'}")
    takers = sorted({i for i, _ in places.values()})
    weights = tuple(int(b.fleet.weight[s, i]) for i in takers)
    taken = tuple(sum(shares[id_] for id_, (ship, _) in places.items() if ship == i) for i in takers)
    for number, (why, fewest, most) in split_faults(weights, taken).items():
        share = taken[number]
        gap = f"{share - most} too many" if share > most else f"{fewest - share} too few"
        yield Complaint("split-quota", f"{v.name(s, takers[number])} takes {share} attacks, but {why}", gap)


def picks(v: View) -> Dialogue:
    """Which ship the picker pairs with which enemy."""
    b = v.b
    s = int(b.cells[k.PICKER])
    t = 1 - s

    def free(side: int) -> list[int]:
        return [i for i in v.active(side) if b.ships.partner[side, i] == k.NONE]

    able = [i for i in free(s) if any(may_pair(b.fleet, s, i, j) for j in free(t))]
    number = sum(int(b.ships.partner[s, i]) != k.NONE for i in v.active(s)) + 1
    subject = f"{v.side_id(s)} {number}"
    never = "may be paired with no enemy that is free"
    barred = {v.id(s, i): f"it {_unpaired(v, s, i) or never}" for i in _all(v, s) if i not in able}
    own_id = yield from v.pick(
        s,
        f"{subject} ship",
        "which of your ships to pair off",
        [v.option(s, i, v.state(s, i)) for i in able],
        v.id(s, int(b.choices.pick[0])),
        barred,
    )
    own = v.game.roster.places[own_id][1]
    able = [j for j in free(t) if may_pair(b.fleet, s, own, j)]
    never = "may not be paired with this ship: a trait forbids it"
    wanted = int(b.choices.pick[1]) if own == int(b.choices.pick[0]) else able[0]
    enemy_id = yield from v.pick(
        s,
        f"{subject} enemy",
        f"with which enemy to pair {v.name(s, own)}",
        [v.option(t, j, f"{v.state(t, j)}; at close range {v.exchange(s, own, j, k.CLOSE)}") for j in able],
        v.id(t, wanted),
        {v.id(t, j): f"it {_unpaired(v, t, j) or never}" for j in _all(v, t) if j not in able},
    )
    b.choices.pick[0], b.choices.pick[1] = own, v.game.roster.places[enemy_id][1]


def flanks(v: View) -> Dialogue:
    """Whose pair each ship left over joins."""
    b = v.b
    for s in range(2):
        t = 1 - s
        paired = [j for j in v.active(t) if b.ships.partner[t, j] != k.NONE]
        for i in v.active(s):
            if b.ships.partner[s, i] == k.NONE:
                options = [
                    v.option(t, j, f"{v.state(t, j)}; at close range {v.fire(s, i, j, k.CLOSE)}") for j in paired
                ]
                wanted = int(b.choices.flank[s, i])
                default = NOBODY.id if wanted == k.NONE else v.id(t, wanted)
                barred = {v.id(t, j): f"it {v.gone(t, j) or 'is in no pair'}" for j in _all(v, t) if j not in paired}
                what = f"whom {v.name(s, i)} flanks"
                answer = yield from v.pick(s, v.id(s, i), what, (*options, NOBODY), default, barred)
                b.choices.flank[s, i] = _index(v, answer)


def choose_range(v: View) -> Dialogue:
    """The range of each pair, by the winner of the position roll, and of each flanker, by its own side."""
    b = v.b
    for s in range(2):
        for i in v.active(s):
            target = int(target_of(b.ships, s, i))
            flanking = b.ships.flanked[s, i] != k.NONE
            if target == k.NONE or not (flanking or s == b.cells[k.POSITION_WINNER]):
                continue
            doing = "flanking" if flanking else "paired with"
            what = f"the range of {v.name(s, i)}, {doing} {v.name(1 - s, target)}"
            options = ranges(v, s, i, target, both=not flanking)
            answer = yield from v.pick(s, v.id(s, i), what, options, RANGE_NAMES[int(b.choices.range[s, i])])
            b.choices.range[s, i] = RANGES[answer]


def departures(v: View) -> Dialogue:
    """Which ships of the position winner try to leave, then which of the enemies engaged with them pursue."""
    b = v.b
    s = int(b.cells[k.POSITION_WINNER])
    t = 1 - s
    for i in v.active(s):
        if b.fleet.pace[s, i] > 0 and b.ships.hp[s, i] > 0:
            options = (
                Option(STAY, "stay"),
                Option(LEAVE, "leave", "it is gone before anybody fires, unless an enemy engaged with it holds it"),
            )
            what = f"{v.name(s, i)} ({v.state(s, i)}): stay or try to leave"
            default = LEAVE if b.choices.leave[s, i] else STAY
            answer = yield from v.pick(s, v.id(s, i), what, options, default)
            b.choices.leave[s, i] = int(answer == LEAVE)
        else:
            b.choices.leave[s, i] = 0
    leavers = [i for i in v.active(s) if b.choices.leave[s, i]]
    for p in v.active(t):
        prey = [
            i for i in leavers if b.ships.partner[t, p] == i or b.ships.flanked[t, p] == i or b.ships.flanked[s, i] == p
        ]
        if prey:
            needs = [
                f"{v.name(s, i)} on {int(pursuit_need(b.tables, b.fleet.pace[t, p], b.fleet.pace[s, i]))}" for i in prey
            ]
            options = (Option(PURSUE, "pursue", f"holds {', '.join(needs)} or more"), Option(LET_GO, "let go"))
            default = PURSUE if b.choices.pursue[t, p] else LET_GO
            what = f"{v.name(t, p)}: pursue who tries to leave?"
            answer = yield from v.pick(t, f"{v.id(t, p)} pursuit", what, options, default)
            b.choices.pursue[t, p] = int(answer == PURSUE)


def protections(v: View) -> Dialogue:
    """Which flanker each protector draws onto itself."""
    b = v.b
    asked = b.choices.protect.copy()
    for s in range(2):
        t = 1 - s
        b.choices.protect[s] = k.NONE
        for i in v.active(s):
            if not b.fleet.protects[s, i]:
                continue
            options, barred = [], {}
            for j in v.active(t):
                ward = int(b.ships.flanked[t, j])
                if ward == k.NONE:
                    barred[v.id(t, j)] = "it flanks nobody"
                elif j in b.choices.protect[s]:
                    barred[v.id(t, j)] = "another ship draws its fire already"
                elif may_draw(b.fleet, b.ships, b.readings, s, i, j):
                    told = f"instead of {v.name(s, ward)}: {v.fire(t, j, i, int(b.ships.range[t, j]))}"
                    options.append(v.option(t, j, told))
                else:
                    barred[v.id(t, j)] = _cannot_draw(v, s, i, j)
            default = NOBODY.id if asked[s, i] == k.NONE else v.id(t, int(asked[s, i]))
            if default in barred:
                default = NOBODY.id
            what = f"whose fire {v.name(s, i)} draws onto itself"
            answer = yield from v.pick(s, v.id(s, i), what, (*options, NOBODY), default, barred)
            b.choices.protect[s, i] = _index(v, answer)


def _cannot_draw(v: View, s: int, i: int, flanker: int) -> str:
    """Why a protector may not draw a flanker, in words: the same conditions as ``may_draw``, which decides."""
    b, t = v.b, 1 - s
    hunter = next((j for j in v.active(t) if b.ships.flanked[t, j] == i), None)
    if b.ships.flanked[t, flanker] == i:
        return f"it flanks {v.name(s, i)} itself"
    if hunter is not None:
        return f"{v.name(s, i)} is itself flanked, by {v.name(t, hunter)}"
    if is_hidden(b.ships, s, i):
        return f"{v.name(s, i)} is under cloak"
    if is_hidden(b.ships, t, flanker):
        return "it is under cloak"
    return f"{v.name(s, i)} is in no state to"


def aims(v: View) -> Dialogue:
    """At whom a flanked ship fires, where R27 lets it answer; whether a ship under cloak holds its fire."""
    b = v.b
    for s in range(2):
        t = 1 - s
        for i in v.active(s):
            target = int(target_of(b.ships, s, i))
            flankers = [j for j in v.active(t) if b.ships.flanked[t, j] == i]
            if not b.fleet.attacks[s, i]:
                continue
            if b.readings.flanked == k.MAY_ANSWER and flankers and target != k.NONE:
                at = [target, *flankers] if b.ships.status[t, target] == k.ACTIVE else flankers
                options = [v.option(t, j, v.fire(s, i, j, int(b.ships.range[s, i]))) for j in at]
                default = v.id(t, int(b.choices.aim[s, i]))
                answer = yield from v.pick(s, f"{v.id(s, i)} aim", f"at whom {v.name(s, i)} fires", options, default)
                b.choices.aim[s, i] = _index(v, answer)
            if b.ships.hidden[s, i] and b.choices.aim[s, i] != k.NONE:
                told = "a regular cloak is down once it has fired" if b.fleet.cloak[s, i] == k.REGULAR else ""
                options = [Option(FIRE, "fire", told), Option(HOLD, "hold", "it stays under cloak")]
                default = HOLD if b.choices.hold[s, i] else FIRE
                what = f"{v.name(s, i)}, under cloak: fire or hold"
                answer = yield from v.pick(s, f"{v.id(s, i)} fire", what, options, default)
                b.choices.hold[s, i] = int(answer == HOLD)


def _all(v: View, s: int) -> range:
    return range(int(v.b.fleet.size[s]))


def _index(v: View, id_: str) -> int:
    return k.NONE if id_ == NOBODY.id else v.game.roster.places[id_][1]


def _unpaired(v: View, s: int, i: int) -> str:
    """Why a ship can't be paired off now; empty where it could."""
    if v.gone(s, i):
        return v.gone(s, i)
    partner = int(v.b.ships.partner[s, i])
    return f"is paired with {v.name(1 - s, partner)}" if partner != k.NONE else ""
