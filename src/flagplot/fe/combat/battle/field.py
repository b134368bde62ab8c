"""The state of a battle hex: what both sides have left, what they have chosen this round, and what was said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from flagplot.fe.combat.allocation import Carried, Loss, Way, craft_of, give_up
from flagplot.fe.combat.battle.people import Person, Rank, people_aboard
from flagplot.fe.combat.battle.records import Assault, Attempt, Covered, CraftGone, Gone, Withdrawal
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.capital import fighting_at, here, mobile_force, open_systems
from flagplot.fe.combat.charts.stasis import Outcome
from flagplot.fe.combat.directed import step_count
from flagplot.fe.combat.force import BattleForce, Combatant, Craft, ship_equivalents, standing
from flagplot.fe.combat.group import unattached
from flagplot.fe.combat.leaving import may_direct_in_pursuit
from flagplot.fe.combat.places import behind
from flagplot.fe.combat.planets import holding, is_battalion, is_planet
from flagplot.fe.combat.transfers import reloaded
from flagplot.fe.economics.income import System
from flagplot.fe.options import Options
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_at_base, is_ship
from flagplot.fe.units.police import police_loss

ATTACKER, DEFENDER = 0, 1
"""The phasing player attacks (side 0), the other defends (side 1)."""


@dataclass
class Camp:
    """One side in the battle. ``units`` are all that are in the hex; ``force`` those that fight this round, with the
    craft that do. ``incoming`` is the damage that this side has still to resolve. ``frozen`` are those of its units
    that the enemy holds in stasis; ``attempts`` with their ``outcomes`` are its own. ``passing``: whether it passes
    over hexes of partial grids when it retreats. ``casualties`` are those of small-scale combat still to be taken;
    ``retreat_taken``: whether one has been taken as a retreat in this hex. ``stranded`` are craft of battalions that
    were lost in this round. ``staying`` are the escorts that stay with slow units when their side is pursued.
    ``people`` are its officers and Prime Teams, ``battle_groups`` the groups that it has formed, ``rescuers`` its tugs
    that are to rescue ships, each with the one that it comes for. ``first_flagship`` has been chosen before combat to
    lead its first round. ``evaded`` are units that cloaks have taken out of the battle. ``taken`` are the ships of the
    enemy that were captured; ``repairs`` the repair points that each base has spent here. ``row_parts``: the row that
    it reads is their sum, each with its rule. ``bonuses`` are what is added to its own result in this round, with the
    rule of each. ``carried`` are its points at the ``place`` where it fights, a system of a capital or the hex,
    ``elsewhere`` those of other places. ``absent`` are units that have left the battle, or fight another one now.
    """

    entrant: Entrant
    units: tuple[Combatant, ...] = ()
    force: BattleForce | None = None
    flagship: str = ""
    command_points: int = 0
    carried: Carried = field(default_factory=Carried)
    place: str = ""
    elsewhere: dict[str, Carried] = field(default_factory=dict)
    intensity: int = 0
    ew: dict[str, int] = field(default_factory=dict)
    shift: int = 0
    row_parts: list[tuple[str, int, str]] = field(default_factory=list)
    potential: Fraction = Fraction(0)
    incoming: Fraction = Fraction(0)
    casualties: int = 0
    retreat_taken: bool = False
    staying: tuple[str, ...] = ()
    mauler: str = ""
    prizes: list[Combatant] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    random_fields: list[str] = field(default_factory=list)
    frozen: list[str] = field(default_factory=list)
    retreats: bool = False
    passing: bool = False
    people: list[Person] = field(default_factory=list)
    battle_groups: tuple[frozenset[str], ...] = ()
    rescuers: dict[str, str] = field(default_factory=dict)
    changes: dict[str, Fraction] = field(default_factory=dict)
    history: list[Gone] = field(default_factory=list)
    stranded: dict[Craft, int] = field(default_factory=dict)
    assault: Assault = field(default_factory=Assault)
    gces_left: int = 0
    first_flagship: str = ""
    bonuses: dict[str, tuple[int, str]] = field(default_factory=dict)
    plans_used: bool = False
    evaded: tuple[Combatant, ...] = ()
    absent: frozenset[str] = frozenset()
    craft_gone: list[CraftGone] = field(default_factory=list)
    taken: list[Combatant] = field(default_factory=list)
    repairs: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        own = self.entrant
        self.units, self.gces_left = own.units, own.gces_to_buy
        aboard = {Rank.ADMIRAL: own.admirals, Rank.GENERAL: own.generals, Rank.TEAM: own.prime_teams}
        self.people = list(people_aboard(own.units, aboard))
        self.battle_groups = tuple(map(frozenset, own.battle_groups))

    @property
    def row(self) -> int:
        """The row that the side reads: intensities and the variable one, or what a fighting retreat sets."""
        return sum(value for _, value, _ in self.row_parts)

    @property
    def line(self) -> tuple[Combatant, ...]:
        """The units that fight this round."""
        return self.force.units if self.force else ()

    @property
    def bases(self) -> tuple[Combatant, ...]:
        """The units that are fought in a base battle alone: bases, what is treated as one, tugs that work as one."""
        at_work = self.entrant.tugs_at_work
        return tuple(each for each in self.units if is_at_base(each.unit.type.category, supplies=each.id in at_work))

    @property
    def away(self) -> tuple[Combatant, ...]:
        """The units that can fight away from a base."""
        bases = {each.id for each in self.bases}
        return tuple(each for each in self.units if each.id not in bases)

    @property
    def mobile(self) -> tuple[Combatant, ...]:
        """The units that can leave the hex."""
        return tuple(each for each in self.units if not standing(each))

    @property
    def left_behind(self) -> tuple[Combatant, ...]:
        """The units that would fight on once all that can leave the hex have left it; bare planets do not."""
        return tuple(each for each in holding(self.units) if standing(each))

    @property
    def holding(self) -> tuple[Combatant, ...]:
        """The units that hold the hex."""
        return holding(self.units)

    @property
    def equivalents(self) -> Fraction:
        """Ship equivalents of all that is left in the hex."""
        return ship_equivalents(self.units)

    def find(self, id_: str) -> Combatant | None:
        """A unit that is still there."""
        return next((each for each in self.units if each.id == id_), None)

    def of_rank(self, rank: Rank) -> tuple[Person, ...]:
        """Its people of a rank, those left aside whose unit has left the battle."""
        return tuple(each for each in self.people if each.rank is rank and each.host not in self.absent)

    def admiral_leads(self, leaders: Collection[str]) -> bool:
        """Whether an admiral is aboard one of the units that lead or could."""
        return any(each.host in leaders for each in self.of_rank(Rank.ADMIRAL))

    def take(self, loss: Loss, round_: int) -> None:
        """Give something up, and note what became crippled or is gone."""
        before = self.find(loss.unit)
        self.units = give_up(self.units, loss)
        if self.force:
            line = give_up(self.force.units, loss)
            self.force = replace(self.force, units=line, craft=craft_of(line))
        after = self.find(loss.unit)
        if before is None:
            return
        if after is None:
            police = before.unit.type.category is Category.POLICE
            self.history.append(Gone(round_, before, police_loss(destroyed=False).value if police else "destroyed"))
        elif after.unit.crippled and not before.unit.crippled:
            self.history.append(Gone(round_, before, "devastated" if is_planet(before) else "crippled"))
        elif loss.way is Way.TROOPS:
            self.history.append(Gone(round_, before, "ground troops lost"))
        if after is None and is_battalion(before):
            for kind, number in before.craft.items():
                self.stranded[kind] = self.stranded.get(kind, 0) + number
        else:
            self.miss_craft(before, after.craft if after else {}, round_)

    def miss_craft(self, host: Combatant, left: Mapping[Craft, int], round_: int) -> None:
        """Note the craft that a unit has no longer."""
        for kind, number in host.craft.items():
            gone, last = number - left.get(kind, 0), self.craft_gone[-1] if self.craft_gone else None
            if last and gone and (last.round, last.host.id, last.kind) == (round_, host.id, kind):
                self.craft_gone[-1] = last._replace(number=last.number + gone)
            elif gone:
                self.craft_gone.append(CraftGone(round_, host, kind, gone))

    def _change(self, id_: str, changed: Callable[[Combatant], Combatant]) -> None:
        """Change a unit, in the battle force as well if it is there."""
        self.units = tuple(changed(each) if each.id == id_ else each for each in self.units)
        if self.force:
            line = tuple(changed(each) if each.id == id_ else each for each in self.force.units)
            self.force = replace(self.force, units=line)

    def stand(self, place: str) -> dict[str, Carried]:
        """Fight at another place from now on, with the points that are carried there; those of every place before."""
        every = {**self.elsewhere, self.place: self.carried}
        self.elsewhere, self.place = dict(every), place
        self.carried = self.elsewhere.pop(place, Carried())
        return every

    def station(self, id_: str, system: str) -> None:
        """Let a unit stand at a system, or (empty) join the mobile force."""
        self._change(id_, lambda each: replace(each, system=system))

    def enlist(self, id_: str, gces: int) -> None:
        """Set the battalions of ground troops with a unit."""
        self._change(id_, lambda each: replace(each, gces=gces))

    def mend(self, id_: str, steps: int) -> None:
        """Take steps of incremental damage off a base."""
        self._change(id_, lambda each: replace(each, unit=replace(each.unit, sids=each.unit.sids - steps)))

    def board(self, id_: str, kind: Craft, number: int) -> None:
        """Let craft go aboard a unit."""
        self.units = tuple(each if each.id != id_ else each.without(kind, -number) for each in self.units)

    def reload(self, id_: str, kind: str, number: int) -> None:
        """Set how many craft of a kind, or spare factors, a ship has; a squadron that has gone aboard is gone."""
        self.units = tuple(each if each.id != id_ else reloaded(each, kind, number) for each in self.units)
        self.units = tuple(each for each in self.units if not each.is_squadron or any(each.craft.values()))

    def lose(self, unit: Combatant, round_: int, how: str) -> None:
        """Note that a unit is gone, in what way."""
        self.units = tuple(each for each in self.units if each.id != unit.id)
        if self.force:
            line = tuple(each for each in self.force.units if each.id != unit.id)
            self.force = replace(self.force, units=line, craft=craft_of(line))
        self.history.append(Gone(round_, unit, how))
        self.miss_craft(unit, {}, round_)

    def give_over(self, id_: str) -> None:
        """Note that a unit that was destroyed is captured instead."""
        self.history = [
            gone._replace(how="captured") if (gone.unit.id, gone.how) == (id_, "destroyed") else gone
            for gone in self.history
        ]

    @property
    def announced(self) -> Mapping[str, int]:
        """The factors that ships subject to shock use in this round."""
        return self.force.announced if self.force else {}

    def forget_round(self) -> None:
        """Forget what was used and chosen in the last round."""
        self.bonuses = {}
        self.mauler, self.prizes, self.changes, self.ew, self.shift, self.casualties = "", [], {}, {}, 0, 0
        self.attempts, self.outcomes, self.random_fields, self.frozen = [], [], [], []
        self.assault = Assault()

    def freeze(self, id_: str) -> None:
        """Hold a unit in stasis, if it isn't already."""
        if id_ not in self.frozen:
            self.frozen.append(id_)

    @property
    def held(self) -> frozenset[str]:
        """The frozen units, as the rules ask for them."""
        return frozenset(self.frozen)

    @property
    def warfare(self) -> int:
        """Points of electronic warfare of the line, frozen units left out."""
        own = {each.id for each in self.line if each.id not in self.frozen}
        return sum(points for id_, points in self.ew.items() if id_ in own)

    def behind(self, options: Options) -> frozenset[str]:
        """The units that stand outside of the battle force and add to it."""
        return behind(self.force, options) if self.force else frozenset()

    def part(self, ids: Iterable[str]) -> tuple[Combatant, ...]:
        """Take units out of those that are in the hex; escorts of a carrier on the other side of the cut go by
        themselves.
        """
        wanted = set(ids)
        gone = unattached([each for each in self.units if each.id in wanted])
        self.swap(unattached([each for each in self.units if each.id not in wanted]))
        return gone

    def swap(self, units: tuple[Combatant, ...]) -> tuple[Combatant, ...]:
        """Put units in the place of those that are in the battle; those that were. Who is aboard goes with them."""
        before, self.units, self.force = self.units, units, None
        there = {each.id for each in units}
        self.absent = (self.absent | {each.id for each in before}) - there
        return before

    def slip_away(self, ids: Iterable[str], round_: int, how: str) -> None:
        """Let units leave the hex in the middle of a round, while the rest of the battle force fights on."""
        force, gone = self.force, self.part(ids)
        self.history += [Gone(round_, each, how) for each in gone]
        if force:
            left = {each.id for each in gone}
            line = unattached([each for each in force.units if each.id not in left])
            self.force = replace(force, units=line, craft=craft_of(line))

    def leave(self, going: Iterable[Combatant], round_: int) -> None:
        """Let units leave the hex."""
        gone = self.part(each.id for each in going)
        self.history += [Gone(round_, each, "retreated") for each in gone]


@dataclass
class Field:
    """The battle hex: both camps, the round, and what has been said in it.

    ``pursuer`` is the side that goes after the other's retreat, None for neither; ``caught`` whether it reaches it;
    ``against_slow`` are the ships that attack slow units meanwhile;
    ``attack_force`` the special attack force that has been announced, and its target; ``covered`` are the sealed
    answers that are still to be shown. ``non_ship_rounds`` are those fought against what is no ship (304.5).
    ``small_scale``: whether the hex is fought as small-scale combat, once that is tested. ``first`` is the number of
    the first round of combat, which is a later one if a withdrawal was pursued. ``avoided``: whether the approach
    battle of this round is avoided by cloak, ``avoided_before`` whether one has been. ``divided``: whether the defender
    of a capital has divided his units; ``system`` is the one that is attacked in this round.
    """

    setup: Setup
    camps: tuple[Camp, Camp]
    round: int = 1
    variable: int = 0
    variable_rolled: bool = False
    offered: bool = False
    accepted: bool = False
    declined_base: bool = False
    declined_approach: bool = False
    pursuer: int | None = None
    caught: bool = False
    in_pursuit: bool = False
    against_slow: tuple[str, ...] = ()
    attack_force: tuple[str, str] | None = None
    covered: list[Covered] = field(default_factory=list)
    withdrawal: Withdrawal | None = None
    first: int = 1
    non_ship_rounds: int = 0
    avoided: bool = False
    avoided_before: bool = False
    divided: bool = False
    system: str = ""
    scale_tested: bool = False
    small_scale: bool = False

    @property
    def number(self) -> int:
        """Which round of combat this is, from 1."""
        return self.round - self.first + 1

    def may_direct(self, side: int) -> bool:
        """Whether a side has scored damage and there is somebody at whom it may direct it."""
        enemy = self.camps[1 - side]
        allowed = not self.in_pursuit or may_direct_in_pursuit(self.setup.settings, pursuing=side == self.pursuer)
        return allowed and enemy.incoming > 0 and bool(enemy.line)

    def may_strike(self) -> bool:
        """Whether the attacker has a special attack force in the line, and the defender a base that takes steps."""
        attacker, defender = self.camps
        forces = any(each.unit.type.category is Category.SPECIAL_ATTACK_FORCE for each in attacker.line)
        return forces and any(step_count(each) is not None for each in defender.line)

    def fighting(self, side: int) -> tuple[Combatant, ...]:
        """The units that a side may put into its battle force now; in an approach battle nothing at base."""
        camp = self.camps[side]
        if self.accepted:
            return self.away(side)
        return fighting_at(camp.units, self.system) if self.system and side == DEFENDER else camp.units

    def away(self, side: int) -> tuple[Combatant, ...]:
        """The units of a side that can fight away from a base: in a capital its mobile force."""
        camp = self.camps[side]
        return mobile_force(camp.away) if self.systems and side == DEFENDER else camp.away

    @cached_property
    def systems(self) -> tuple[System, ...]:
        """The systems of the capital that is attacked, none elsewhere."""
        return here(self.setup.sides[DEFENDER].capital, self.setup.hex)

    @property
    def open_systems(self) -> tuple[str, ...]:
        """The systems where something of the defender stands."""
        return open_systems(self.camps[DEFENDER].units, self.systems)

    @property
    def against_non_ships(self) -> bool:
        """Whether what is no ship fights for the defender in this round."""
        return any(not is_ship(each.unit.type.category) for each in self.camps[DEFENDER].line)

    def is_fixed(self, side: int) -> bool:
        """Whether a side's force cannot retreat, so that 304.4 holds for it."""
        units = self.camps[side].line
        return bool(units) and all(standing(each) for each in units)
