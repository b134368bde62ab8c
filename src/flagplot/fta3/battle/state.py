"""The battle as arrays: what is fixed, what changes, what was chosen, what was ordered.

Grids are ``[side, ship]``; ships stand heaviest first, then by hull and id, so that neither the order of lines in a
scenario nor a later entry changes anything. ``wing`` is the fighters of one owner and one tech level.
All arrays are int64 and made in ``scratch`` alone.
"""

from typing import Any, NamedTuple

import numpy as np

from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.trace import Trace

Grid = Any  # an int64 array


class Fleet(NamedTuple):
    """What a battle does not change. ``size``, ``wings``, ``owners``: how many of each a side has."""

    size: Grid  # [side]
    wings: Grid  # [side]
    owners: Grid  # [side]
    speed: Grid  # [side] declared
    runs: Grid  # [side] most first-strike runs of any wing
    cloaked: Grid  # [side] 1 where any ship has a cloak
    guarded: Grid  # [side] 1 where any ship can protect
    choosy: Grid  # [side] 1 where a trait of any ship forbids pairs
    bitter_end: Grid  # [side] 1 where fighters fight on without ships
    roller: Grid  # [side, ship] number in the dice address
    owner: Grid  # [side, ship]
    kind: Grid  # [side, ship] which hull of the battle's list
    kind_first: Grid  # [side, kind] ships of one kind stand together: the first,
    kind_end: Grid  # [side, kind] and the one after the last
    pace: Grid  # [side, ship] its own speed
    hangars: Grid
    cloak: Grid  # 0, REGULAR or DEEP
    sensor_dice: Grid
    stag: Grid  # bonus against a ship detected under cloak
    protects: Grid  # 0 or 1
    hit_bonus: Grid  # [side, ship, range] of modules, traits, doctrines and quirks
    pierce_bonus: Grid  # [side, ship] likewise, regular fire only
    strike_shift: Grid  # [side, ship] added to the die of a fighter that strikes it
    barred: Grid  # [side, ship, kind] 1 where a trait forbids the pair
    weight: Grid
    hp_max: Grid
    attacks: Grid
    damage: Grid  # HP of one attack
    weapon: Grid  # SPINAL, DIRECT or SEEKING
    avoidance: Grid
    protection: Grid
    standoff_attacks: Grid
    standoff_damage: Grid
    centre: Grid  # fighter direction centre: squadrons it handles, 0 where there is none
    arrives: Grid  # [side, ship] round of arrival, 1 from the start
    wing_roller: Grid  # [side, wing]
    wing_owner: Grid  # [side, wing]
    wing_level: Grid  # [side, wing] tech level
    wing_runs: Grid  # [side, wing] first-strike runs
    wing_rolls: Grid  # [side, wing] dogfight dice of each fighter
    wing_dogfight: Grid  # [side, wing] added to each of them
    wing_strike: Grid  # [side, wing] added to its strike dice, to its harm
    owner_roller: Grid  # [side, owner]


class Ships(NamedTuple):
    """What a battle does to ships: [side, ship]."""

    hp: Grid
    status: Grid  # ABSENT, ACTIVE, KILLED, WITHDRAWN
    partner: Grid  # the enemy it is paired with, or NONE
    flanked: Grid  # the enemy whose pair it has joined, or NONE
    range: Grid  # range of its attacks this round
    taken: Grid  # damage of the phase, before it is subtracted
    critical: Grid  # natural 20s to pierce it this round
    hidden: Grid  # 1 while under cloak
    found: Grid  # 1 where fighters have found it this round
    sees: Grid  # 1 where it has detected this round the cloaked enemy it is engaged with
    seen: Grid  # 1 where the enemy that it flanks has detected it
    fired: Grid  # 1 where it has fired this round
    drawn: Grid  # the protector that draws this flanker's fire, or NONE


class Wings(NamedTuple):
    """What a battle does to fighters: [side, wing]."""

    aboard: Grid  # in hangars
    flying: Grid
    engaged: Grid  # in this round's dogfight
    fallen: Grid  # killed this round
    lost: Grid  # killed so far and not reconstituted
    surrendered: Grid  # gave up at the end


class Sides(NamedTuple):
    """What a battle does to sides."""

    initiative: Grid  # [side] 1 where it has the initiative
    streak: Grid  # [side] position rolls won in a row
    free: Grid  # [side] active ships without a partner
    kills: Grid  # [side] enemy fighters its dogfighters have shot down this round
    arrived: Grid  # [side, owner] weight that has taken part
    gone: Grid  # [side, owner] weight killed or withdrawn
    owed: Grid  # [side, owner] squadrons that reconstitution gives back this round


class Choices(NamedTuple):
    """The answers that the next step carries out; whoever decides fills them in."""

    launch: Grid  # [side, wing]
    engage: Grid  # [side, wing] fighters sent into, or caught by, the dogfight
    fall: Grid  # [side, wing] which fighters the side loses to the enemy's kills
    split: Grid  # [side, ship, grade] stand-off attacks that the ship takes, by grade of damage
    pick: Grid  # [2] the picker's ship, and the enemy it is paired with
    flank: Grid  # [side, ship] enemy whose pair the ship joins
    range: Grid  # [side, ship]
    aim: Grid  # [side, ship] enemy that the ship fires at
    strike: Grid  # [side, wing, ship] fighters on each enemy ship
    back: Grid  # [side, wing] squadrons reconstituted
    hunt: Grid  # [side, wing, ship] fighters that look for each cloaked enemy
    hold: Grid  # [side, ship] 1 to hold its fire; before a stand-off, 1 to hold those attacks
    leave: Grid  # [side, ship] 1 to try to disengage
    pursue: Grid  # [side, ship] 1 to pursue what tries to leave
    protect: Grid  # [side, ship] the flanker that it draws, or NONE


class Orders(NamedTuple):
    """Standing orders, unfolded to each ship, wing and owner."""

    prefer: Grid  # [side, ship, place] kinds of enemy, the preferred first
    leave: Grid  # [side, ship] withdraw at this percentage of HP or less; NONE never
    force: Grid  # [side, owner] withdraw at this percentage of weight lost or more; NONE never
    range: Grid  # [side, ship] CLOSE, FAR or BEST
    launch: Grid  # [side, wing] fighters to launch
    commit: Grid  # [side, wing] percentage between the least and all, where a tech lead leaves a choice
    prey: Grid  # [side, wing, criterion, kind] 1 where a hull meets the criterion
    wounded: Grid  # [side, wing, criterion] and it has lost at least this percentage
    criteria: Grid  # [side, wing] how many criteria the list has
    allotted: Grid  # [side, ship, grade] a player's own stand-off split
    own_split: Grid  # [side] 1 where there is one
    hold: Grid  # [side, ship] 1 to hold fire under cloak
    hold_standoff: Grid  # [side, ship] 1 to keep a cloak up rather than make stand-off attacks
    pursue: Grid  # [side, ship]
    guards: Grid  # [side, ship, own ship] 1 where it protects that ship
    hunts: Grid  # [side, wing] 1 where first-strike runs look for cloaked ships before they strike


class Bookmarks(NamedTuple):
    """What the policies remember, so that they read and reckon things once. Nothing is decided otherwise for it."""

    front: Grid  # [side] no free ship stands before this one this round
    kind: Grid  # [side, kind] nor, of this kind, before this one
    weighed: Grid  # [side, ship] the enemy that it has weighed its range against, as ``policy.weighs`` numbers it
    lean: Grid  # [side, ship] more than 0 where far was found better than close


class Scratch(NamedTuple):
    """What changes in a battle: the arrays of one worker."""

    ships: Ships
    wings: Wings
    sides: Sides
    choices: Choices
    bookmarks: Bookmarks
    volleys: Grid
    cells: Grid
    memory: Grid
    start: Grid
    shots: Grid


class Tables(NamedTuple):
    """The page's numbers, from ``data/tables.toml``."""

    range_bonus: Grid  # [weapon, range]
    pierce_bonus: Grid  # [weapon]
    initiative: int
    streak: int
    dogfight: int
    lead_halves: int  # lead in mean tech level, in half levels, that counts as an advantage
    reach: int  # enemies that a fighter with a tech lead may engage
    strike_miss: int  # first face of a strike die that does nothing
    strike_loss: int  # first face that kills the fighter
    strike_damage: int
    hunters: int  # fighters for each point of speed that find a cloaked ship
    sensors: int  # face that detects
    cloak: int  # what a cloak adds to piercing
    pursuit: int
    pursuit_speed: int  # what each point of speed takes off it
    reconstitution: int


class Readings(NamedTuple):
    """Which option of each reading is in force, and the agreed end of a battle that does not end."""

    commit: int
    centres: int
    standoff_kills: int
    flanked: int
    stag: int  # whether STAG adds to pierce or to hit
    cloaks: int  # whether two cloaks that detected each other add up
    draw_hidden: int
    form: int  # MASS or SMALL
    battle_type: int
    round_limit: int
    last_round: int  # a ruling's last round, or NONE


class Rulings(NamedTuple):
    """The moderator's modifiers: one row each of kind, side, ship (NONE for all), first round, last round, value."""

    rows: Grid  # [ruling, 6]
    active: Grid  # [kind, side] how many rows there are of each; a row that is none fits no round


class Battle(NamedTuple):
    """One battle in full."""

    fleet: Fleet
    ships: Ships
    wings: Wings
    sides: Sides
    choices: Choices
    orders: Orders
    bookmarks: Bookmarks
    tables: Tables
    readings: Readings
    rulings: Rulings
    trace: Trace
    grades: Grid  # [side, grade] damage of the stand-off attacks that a side fires, highest first; 0 ends the list
    volleys: Grid  # [side, grade] how many of each are fired
    cells: Grid  # [CELLS]
    memory: Grid  # [n] everything that a step leaves to later ones; the arrays of ``Scratch`` are pieces of it
    start: Grid  # [n] what ``memory`` holds when a sample begins
    shots: Grid  # [SHOT * SHOTS] ships that fire together, where nothing is told of each
    dice: Dice

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and deep copies, after which the arrays are pieces of one memory again."""
        own = self._asdict()
        fixed = {name: own[name] for name in own if name not in Scratch._fields}
        sizes = (
            self.ships.hp.shape[1],
            self.wings.lost.shape[1],
            self.sides.gone.shape[1],
            self.volleys.shape[1],
            self.bookmarks.kind.shape[1],
        )
        return revive, (fixed, sizes, self.memory, self.start)


def grid(*shape: int) -> Grid:
    """An array of zeros of the one kind that the kernel knows."""
    return np.zeros(shape, np.int64)


def scratch(ships: int, wings: int, owners: int, grades: int, kinds: int) -> Scratch:
    """The arrays of one worker, for sides of up to so many of each."""
    s, w, o = (2, ships), (2, wings), (2, owners)
    of_ships, of_wings = [s] * len(Ships._fields), [w] * len(Wings._fields)
    rest = [(2,), (2,), (2,), (2,), o, o, o, (2,), (2, kinds), s, s, (2, grades), (k.CELLS,)]
    shapes = [*of_ships, *of_wings, *rest]
    ends = np.cumsum([np.prod(shape) for shape in shapes])
    memory = grid(ends[-1])
    pieces = [piece.reshape(shape) for piece, shape in zip(np.split(memory, ends[:-1]), shapes, strict=True)]
    n, m = len(of_ships), len(of_ships) + len(of_wings)
    return Scratch(
        ships=Ships(*pieces[:n]),
        wings=Wings(*pieces[n:m]),
        sides=Sides(*pieces[m : m + 7]),
        choices=Choices(
            launch=grid(*w),
            engage=grid(*w),
            fall=grid(*w),
            split=grid(2, ships, grades),
            pick=grid(2),
            flank=grid(*s),
            range=grid(*s),
            aim=grid(*s),
            strike=grid(2, wings, ships),
            back=grid(*w),
            hunt=grid(2, wings, ships),
            hold=grid(*s),
            leave=grid(*s),
            pursue=grid(*s),
            protect=grid(*s),
        ),
        bookmarks=Bookmarks(*pieces[m + 7 : m + 11]),
        volleys=pieces[m + 11],
        cells=pieces[m + 12],
        memory=memory,
        start=grid(ends[-1]),
        shots=grid(k.SHOT * k.SHOTS),
    )


def revive(fixed: Any, sizes: tuple[int, ...], memory: Grid, start: Grid) -> Battle:
    """A battle from what does not change in it, the sizes of its arrays, and what its memory holds."""
    arrays = scratch(*sizes)
    arrays.memory[:] = memory
    arrays.start[:] = start
    return Battle(**arrays._asdict(), **fixed)


def begin(b: Battle, hp: Grid, aboard: Grid) -> None:
    """Set everything that changes to the state before the first round: ``hp`` [side, ship], ``aboard`` [side, wing].

    Samples start from there too.
    """
    for n in range(b.memory.shape[0]):
        b.memory[n] = 0
    for s in range(2):
        for i in range(b.fleet.size[s]):
            b.ships.hp[s, i] = hp[s, i]
            b.ships.status[s, i] = k.ABSENT
            b.ships.partner[s, i] = k.NONE
            b.ships.flanked[s, i] = k.NONE
            b.ships.range[s, i] = k.CLOSE
            if b.fleet.cloak[s, i] != 0:
                b.ships.hidden[s, i] = 1
            b.ships.drawn[s, i] = k.NONE
        for w in range(b.fleet.wings[s]):
            b.wings.aboard[s, w] = aboard[s, w]
    b.cells[k.ROUND] = 1
    b.cells[k.WINNER] = k.NONE
    b.cells[k.REASON] = k.ONGOING
    b.cells[k.POSITION_WINNER] = k.NONE
    b.cells[k.LEAD] = k.NONE
    b.cells[k.STEP] = k.OPEN
    b.cells[k.SAMPLE] = b.dice.sample
    b.trace.head[0] = 0
    keep(b)


def keep(b: Battle) -> None:
    """Let samples start from where the battle stands now, which may be any step of any round."""
    for n in range(b.memory.shape[0]):
        b.start[n] = b.memory[n]


def restore(b: Battle) -> None:
    """Put the battle back to where samples start, with nothing noted."""
    for n in range(b.memory.shape[0]):
        b.memory[n] = b.start[n]
    b.trace.head[0] = 0
