"""From the rows of a battle's trace to events: ids, sentences, rules, dice and what made up each needed number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Event, Modifier
from flagplot.core.sources import Address, Draw
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.rulings import ruled
from flagplot.fta3.battle.shooting import to_hit_bonus, to_pierce_bonus
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.battle.strikes import strike_loses, strike_misses, strike_shift
from flagplot.fta3.book.outfit import named
from flagplot.fta3.papers.forces import Owner, Scenario
from flagplot.fta3.play import purposes as p
from flagplot.fta3.play.purposes import Purpose
from flagplot.fta3.play.sentences import DECLOAKED, KINDS, REASONS, Kind, Told, some
from flagplot.fta3.play.setup import RANGE_NAMES, Roster, ruling_rows, ruling_table

STRIKES = {k.E_STRIKE: p.STRIKE, k.E_FIRST_STRIKE: p.FIRST_STRIKE}
SHOOTERS = {k.E_HIT: (p.TO_HIT, "hit", k.R_HIT), k.E_PIERCE: (p.TO_PIERCE, "pierce", k.R_PIERCE)}


def narrate(scenario: Scenario, roster: Roster, battle: Battle, steps: Sequence[str]) -> tuple[Event, ...]:
    """Every event of a battle fought with the trace on, in order; ``steps`` names the step of each row."""
    return tuple(_Narrator(scenario, roster, battle).events(steps))


class _Narrator:
    def __init__(self, scenario: Scenario, roster: Roster, battle: Battle) -> None:
        self.scenario, self.roster, self.battle = scenario, roster, battle
        self.labels = scenario.labels()
        self.sides = [side.name for side in scenario.sides]
        self.rulings = [(ruling, ruling_table([row])) for ruling, row in ruling_rows(scenario, roster)]
        # The range of each ship's fire and the position rolls won in a row, kept up while the rows pass by.
        self.range: dict[tuple[int, int], int] = {}
        self.streak = [0, 0]
        # What cloaks add to the fire of a ship: told right before it, gone with its round.
        self.edge: dict[tuple[int, int], Told] = {}

    def events(self, steps: Sequence[str]) -> Iterator[Event]:
        rows = self.battle.trace.rows[: int(self.battle.trace.head[0])].tolist()
        for seq, (row, step) in enumerate(zip(rows, steps, strict=True), 1):
            yield self.event(seq, row, step)

    def event(self, seq: int, row: list[int], step: str) -> Event:
        code, round_, s, ship, other, *numbers = row
        kind = KINDS[code]
        facts, told = self.identify(kind, s, ship, other)
        operands = dict(zip(kind.operands, numbers, strict=False))
        facts.update(operands)
        vars(told).update(operands)
        self.tell(code, s, ship, other, facts, told)
        modifiers = tuple(self.modifiers(code, round_, s, ship, other))
        if code in SHOOTERS:
            facts["bonus"] = sum(modifier.value for modifier in modifiers[1:])
        if code == k.E_POSITION and s != k.NONE:
            self.streak[s], self.streak[1 - s] = self.streak[s] + 1, 0
        return Event(
            seq=seq,
            round=round_,
            step=step,
            kind=kind.name,
            facts=facts,
            citations=tuple(Citation("fta3", rule) for rule in kind.rules),
            text=kind.sentence(told),
            casts=tuple(self.casts(code, round_, s, ship, other, told)),
            modifiers=modifiers,
        )

    def identify(self, kind: Kind, s: int, ship: int, other: int) -> tuple[dict[str, int | str], Told]:
        """Who the row is about: ids as facts, names to tell."""
        facts: dict[str, int | str] = {"side": self.sides[s] if s != k.NONE else ""}
        told = Told(side=facts["side"], first=self.sides[0], second=self.sides[1])
        if kind.ship == "ship":
            own = self.roster.ships[s][ship]
            facts["ship"] = own.id
            told.ship, told.hp_max = self.labels[own.id], own.hull.hp
        elif kind.ship == "wing":
            facts["wing"] = self.roster.wings[s][ship].id
            told.wing = self.wing_name(s, ship)
        elif kind.ship == "owner":
            facts["owner"] = self.roster.owners[s][ship].id
            told.owner = self.roster.owners[s][ship].name
        elif kind.ship == "number":
            facts["number"] = ship
        if kind.other == "enemy":
            enemy = self.roster.ships[1 - s][other]
            facts["other"] = enemy.id
            told.other = self.labels[enemy.id]
        return facts, told

    def owner_of_wing(self, s: int, w: int) -> Owner:
        """The owner of a wing."""
        return self.roster.owners[s][int(self.battle.fleet.wing_owner[s, w])]

    def wing_name(self, s: int, w: int) -> str:
        """Fighters are called by owner and tech level."""
        return f"{self.owner_of_wing(s, w).name}'s TL{self.roster.wings[s][w].level} fighters"

    def tell(self, code: int, s: int, ship: int, other: int, facts: dict[str, int | str], told: Told) -> None:
        """What a sentence needs beyond the row itself."""
        fleet, tables = self.battle.fleet, self.battle.tables
        if code == k.E_INTERCEPTION:
            told.leads = told.leader == s
        elif code == k.E_DOGFIGHT:
            told.fighters = told.dice // int(fleet.wing_rolls[s, ship])
        elif code in (k.E_RANGE, k.E_FLANK_RANGE):
            self.edge.clear()
            self.range[s, ship] = told.range_code
            if code == k.E_RANGE:
                self.range[1 - s, other] = told.range_code
            told.range = facts["range"] = RANGE_NAMES[told.range_code]
            del facts["range_code"]
        elif code == k.E_HIT:
            told.range = facts["range"] = RANGE_NAMES[self.range[s, ship]]
        elif code == k.E_PIERCE:
            told.damage = facts["damage"] = told.pierces * int(fleet.damage[s, ship])
        elif code == k.E_STAND_OFF:
            told.per_attack = facts["per_attack"] = int(self.battle.grades[s, ship])
            told.damage = facts["damage"] = told.pierces * told.per_attack
        elif code in STRIKES:
            told.damage = facts["damage"] = told.hits * tables.strike_damage
            told.flak = "flak" in self.roster.ships[1 - s][other].hull.traits
            shift = strike_shift(int(fleet.strike_shift[1 - s, other]), int(fleet.wing_strike[s, ship]))
            told.miss = facts["miss"] = int(strike_misses(tables, shift))
            told.loss = facts["loss"] = int(strike_loses(tables, shift))
        elif code == k.E_DECLOAK:
            told.why = facts["why"] = DECLOAKED[told.why_code]
            del facts["why_code"]
        elif code == k.E_PROTECT:
            ward = self.roster.ships[s][told.ward]
            facts["ward"], told.ward_name = ward.id, self.labels[ward.id]
        elif code == k.E_CLOAK_EDGE:
            self.edge[s, ship] = told
        elif code == k.E_END:
            told.reason = facts["reason"] = REASONS[told.reason_code]
            del facts["reason_code"]

    def casts(self, code: int, round_: int, s: int, ship: int, other: int, told: Told) -> Iterator[Cast]:
        """The dice that decided the event."""
        fleet = self.battle.fleet
        if code == k.E_POSITION:
            for side, name in enumerate(self.sides):
                yield self.cast(p.POSITION, round_, side, k.FORCE, name, ship, 1, None, "the higher total wins")
        elif code == k.E_DOGFIGHT:
            roller = int(fleet.wing_roller[s, ship])
            yield self.cast(p.DOGFIGHT, round_, s, roller, told.wing, k.START, told.dice, told.need)
        elif code == k.E_STAND_OFF:
            who = f"at {told.other}"
            yield self.cast(
                p.STAND_OFF, round_, s, int(fleet.roller[1 - s, other]), who, told.start, told.dice, told.need
            )
        elif code in SHOOTERS:
            roller = int(fleet.roller[s, ship])
            yield self.cast(SHOOTERS[code][0], round_, s, roller, told.ship, k.START, told.dice, told.need)
        elif code in STRIKES:
            verdict = f"{told.miss - 1} or less hits, {told.loss} or more is lost"
            who = f"{told.wing} at {told.other}"
            roller = int(fleet.wing_roller[s, ship])
            yield self.cast(STRIKES[code], round_, s, roller, who, told.start, told.dice, None, verdict)
        elif code == k.E_SENSOR:
            roller = int(fleet.roller[s, ship])
            yield self.cast(p.SENSOR, round_, s, roller, told.ship, k.START, told.dice, told.need)
        elif code == k.E_SENSED:
            roller, who = int(fleet.roller[1 - s, other]), f"{told.ship} for {told.other}"
            yield self.cast(p.SENSED, round_, s, roller, who, k.START, told.dice, told.need)
        elif code == k.E_PURSUIT:
            if told.phase == k.D_PURSUIT:
                roller = int(fleet.roller[s, ship])
                yield self.cast(p.PURSUIT, round_, s, roller, told.ship, k.START, k.ONE, told.need)
            else:
                roller, who = int(fleet.roller[1 - s, other]), f"{told.ship} after {told.other}"
                yield self.cast(p.PURSUIT_OF_FLANKER, round_, s, roller, who, k.START, k.ONE, told.need)
        elif code == k.E_RECONSTITUTION:
            roller = int(fleet.owner_roller[s, ship])
            yield self.cast(p.RECONSTITUTION, round_, s, roller, told.owner, k.START, told.dice, told.need)

    def cast(
        self,
        purpose: Purpose,
        round_: int,
        s: int,
        roller: int,
        who: str,
        start: int,
        n: int,
        need: int | None,
        verdict: str = "",
    ) -> Cast:
        draw = Draw(Address(round_, purpose.phase, s, roller), start, n, purpose.sides)
        return Cast(draw, purpose.name, who, need, verdict or f"{need} or more", purpose.citation)

    def modifiers(self, code: int, round_: int, s: int, ship: int, other: int) -> Iterator[Modifier]:
        """What made up a needed number, by name: the defence first, then all that is added to the die."""
        fleet, tables = self.battle.fleet, self.battle.tables
        if code in SHOOTERS:
            purpose, _, ruling_kind = SHOOTERS[code]
            target, weapon = self.roster.ships[1 - s][other], int(fleet.weapon[s, ship])
            name = self.labels[target.id]
            hull = self.roster.ships[s][ship].hull
            weapon_name = hull.weapon.value if hull.weapon else ""
            if code == k.E_HIT:
                yield Modifier(f"avoidance of {name}", int(fleet.avoidance[1 - s, other]), purpose.citation)
                at = self.range[s, ship]
                bonus = int(to_hit_bonus(tables, weapon, at))
                yield Modifier(f"{weapon_name} weapons at {RANGE_NAMES[at]} range", bonus, rule("to-hit/range-bonus"))
            else:
                yield Modifier(f"protection of {name}", int(fleet.protection[1 - s, other]), purpose.citation)
                bonus = int(to_pierce_bonus(tables, weapon))
                yield Modifier(f"{weapon_name} weapons", bonus, rule("to-pierce/weapon-bonus"))
            yield from self.fitted_parts(code, s, ship)
            yield from self.cloaks(code, s, ship)
            yield from self.ruled(ruling_kind, s, ship, round_, purpose.citation)
        elif code == k.E_STAND_OFF:
            target = self.roster.ships[1 - s][other]
            protection = int(fleet.protection[1 - s, other])
            yield Modifier(f"protection of {self.labels[target.id]}", protection, rule("stand-off"))
        elif code == k.E_POSITION:
            for side, name in enumerate(self.sides):
                if self.battle.sides.initiative[side]:
                    yield Modifier(f"{name} has the initiative", tables.initiative, rule("initiative"))
                if self.streak[side]:
                    won = f"{name} has won {some(self.streak[side], 'roll')} in a row"
                    yield Modifier(won, tables.streak * self.streak[side], rule("position/streak"))
                yield from self.ruled(k.R_POSITION, side, k.NONE, round_, rule("position"))
        elif code == k.E_DOGFIGHT:
            yield Modifier("number of the dogfight", tables.dogfight, rule("dogfight"))
            yield Modifier("tech level of the fighters", self.roster.wings[s][ship].level, rule("dogfight"))
            fighters = self.owner_of_wing(s, ship).fighters
            for name, value in named(fighters.parts, fighters.bonus, "dogfight-bonus"):
                yield Modifier(name, value, rule("dogfight"))
        elif code in STRIKES:
            target = self.roster.ships[1 - s][other]
            against = target.fitted
            for name, value in named(against.parts, against.strike_die_against, "strike-die-against"):
                yield Modifier(f"{name} of {self.labels[target.id]}", value, rule("fighter-strike/flak"))
            fighters = self.owner_of_wing(s, ship).fighters
            for name, value in named(fighters.parts, fighters.strike_die, "strike-die"):
                yield Modifier(name, value, rule("fighter-strike"))
        elif code == k.E_PURSUIT:
            yield Modifier("number to hold a ship", tables.pursuit, rule("disengage"))
            faster = max(0, int(fleet.pace[s, ship]) - int(fleet.pace[1 - s, other]))
            if faster:
                yield Modifier(f"faster by {faster}", tables.pursuit_speed * faster, rule("disengage"))

    def fitted_parts(self, code: int, s: int, ship: int) -> Iterator[Modifier]:
        """What modules, traits, doctrines and quirks add to a ship's dice, each by its name."""
        fitted = self.roster.ships[s][ship].fitted
        if code == k.E_HIT:
            at = self.range[s, ship]
            hooks = ("to-hit", "to-hit-close" if at == k.CLOSE else "to-hit-far")
            found, id_ = named(fitted.parts, fitted.hit_bonus[at], *hooks), "to-hit/other-bonuses"
        else:
            found, id_ = named(fitted.parts, fitted.pierce_bonus, "to-pierce"), "to-pierce/other-bonuses"
        for name, value in found:
            yield Modifier(name, value, rule(id_))

    def cloaks(self, code: int, s: int, ship: int) -> Iterator[Modifier]:
        """What cloaks and STAG add to this ship's dice, as the *cloak-edge* event before its fire told."""
        edge = self.edge.get((s, ship))
        if edge is None:
            return
        stag_here = (code == k.E_PIERCE) == (self.battle.readings.stag == k.PIERCE)
        if edge.stag and stag_here:
            yield Modifier("STAG against a ship detected under cloak", edge.stag, rule("shooting-at-cloaks/stag"))
        if code == k.E_PIERCE and edge.cloak:
            # Where two bonuses count as one, that of the ship's own cloak is told.
            unseen = self.battle.tables.cloak if edge.ambush else 0
            if unseen:
                yield Modifier("not detected by its victim", unseen, rule("decloaking"))
            if edge.cloak > unseen:
                yield Modifier("detected under a regular cloak", edge.cloak - unseen, rule("shooting-at-cloaks"))

    def ruled(self, kind: int, s: int, ship: int, round_: int, citation: Citation) -> Iterator[Modifier]:
        """The moderator's modifiers in force, each by its reason, found by the function that applies them."""
        for ruling, alone in self.rulings:
            value = int(ruled(alone, kind, s, ship, round_))
            if value:
                yield Modifier(f"ruling: {ruling.reason}", value, citation)


def rule(id_: str) -> Citation:
    """A rule of this system."""
    return Citation("fta3", id_)
