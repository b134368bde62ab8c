"""Prime Teams in a battle (522): their missions, what becomes of them on it or with their host, where they go then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import replace

from flagplot.core.citation import Citation
from flagplot.engine.question import Option
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.people import Person, Rank
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.prime_teams import Fate, dice_of, fate_of, in_battle, may_work

COMMANDO, MARINE, CAPTURE, ESCAPE = "commando", "marine", "capture", "escape"
LOST = ("destroyed", "captured")


def send_teams(field: Field, side: int) -> Play:
    """Part of 5-3E: the mission of each Prime Team, and the unit of the battle force that it goes with."""
    camp = field.camps[side]
    assert camp.force is not None
    for team in camp.of_rank(Rank.TEAM):
        mission, _, host = str((yield _mission(field, side, team))).partition(" ")
        team.mission = "" if mission == NONE else mission
        team.host = host or team.host
    camp.force = replace(camp.force, commandos=commando_hosts(camp, {each.id for each in camp.line}))


def _mission(field: Field, side: int, team: Person) -> Ask:
    """What a team does: nothing, or a mission on a unit of the battle force."""
    camp = field.camps[side]
    options, barred = [Option(NONE, "no mission")], {}
    for mission in in_battle():
        for each in camp.line:
            choice = f"{mission} {each.id}"
            if each.is_squadron:
                continue
            if may_work(field.setup.options, wounded=team.wounded):
                options.append(Option(choice, choice))
            else:
                barred[choice] = "the team is wounded"
    given = camp.entrant.instructions.prime_teams
    wanted = None
    if given is not None:
        ids = {option.id for option in options}
        wanted = next((each for each in given[team.number : team.number + 1] if each in ids), NONE)
    what, rules = f"the mission of {team.id}", ("522.34", "522.3")
    return choices.pick(field, "5-3E", side, what, rules, options, wanted, barred=barred, suffix=team.id)


def on_mission(camp: Camp, mission: str) -> tuple[Person, ...]:
    """The teams of a side that are on a mission now: those whose host fights and is not frozen."""
    awake = {each.id for each in camp.line if each.id not in camp.frozen}
    return tuple(each for each in camp.of_rank(Rank.TEAM) if each.mission == mission and each.host in awake)


def marines(camp: Camp, hosts: Collection[str]) -> Person | None:
    """A team that helps the ground assault of one of these units."""
    return next((each for each in on_mission(camp, MARINE) if each.host in hosts), None)


def commando_hosts(camp: Camp, line: Set[str]) -> tuple[str, ...]:
    """The units of a line that have a team on a commando mission aboard, one for each."""
    return tuple(each.host for each in camp.of_rank(Rank.TEAM) if each.mission == COMMANDO and each.host in line)


def roll_fate(table: Table, side: int, team: Person) -> None:
    """Roll for a team that has been on its mission, or whose host is gone, and tell what becomes of it."""
    field, camp = table.field, table.field.camps[side]
    mission = team.mission
    rule = Citation("fe", "522.4/fate")
    purpose = f"fate of {team.id}, {mission}"
    who, dice = table.name(side), dice_of(mission)
    total, cast = table.narrator.roll(field.round, Phase.PRIME_TEAM, side, team.id, purpose, who, rule, dice=dice)
    fate = fate_of(mission, total)
    if fate is Fate.KILLED:
        camp.people.remove(team)
    team.wounded = team.wounded or fate is Fate.WOUNDED
    team.mission = ""
    word = {Fate.UNHARMED: "comes through", Fate.WOUNDED: "is wounded", Fate.KILLED: "is killed"}[fate]
    told = f"{who}: {team.id} {word}"
    table.tell("prime-team", told, "522.4/fate", casts=(cast,), side=side, who=team.id, fate=fate.value)


def stranded(field: Field, camp: Camp) -> tuple[Person, ...]:
    """The teams whose host was destroyed in this round."""
    gone = {each.unit.id for each in camp.history if each.round == field.round and each.how in LOST}
    return tuple(each for each in camp.of_rank(Rank.TEAM) if each.host in gone)


def escape(table: Table) -> Play:
    """5-6C: the teams on destroyed units, by the line of the chart for an escape."""
    for side, camp in enumerate(table.field.camps):
        for team in stranded(table.field, camp):
            team.mission = ESCAPE
            roll_fate(table, side, team)
            team.host = ""
    yield from ()


def may_move(field: Field) -> bool:
    """Whether there is a Prime Team and a unit that it could go to."""
    return any(camp.of_rank(Rank.TEAM) and len(camp.units) > 1 for camp in field.camps)


def reassign(table: Table) -> Play:
    """5-6X5: teams go to any friendly unit of the hex, those whose host shock has destroyed after an escape."""
    field = table.field
    yield from escape(table)
    for side in (ATTACKER, DEFENDER):
        camp = field.camps[side]
        for team in camp.of_rank(Rank.TEAM):
            if not camp.units:
                continue
            before, team.host = team.host, str((yield _new_host(field, side, team)))
            if team.host != before:
                told = f"{table.name(side)}: {team.id} goes aboard {team.host}"
                table.tell("prime-team-moves", told, "522.34", side=side, who=team.id, unit=team.host)


def _new_host(field: Field, side: int, team: Person) -> Ask:
    """The unit that a team goes to; it stays where it is if it can and nothing else is laid down."""
    camp = field.camps[side]
    ids = [each.id for each in camp.units if not each.is_squadron] or [each.id for each in camp.units]
    default = next((id_ for id_ in (team.host, camp.flagship) if id_ in ids), ids[0])
    given = camp.entrant.instructions.prime_teams
    what, options = f"the unit of {team.id}", [Option(id_, id_) for id_ in ids]
    wanted = None if given is None else default
    return choices.pick(field, "5-6X5", side, what, ("522.34",), options, wanted, suffix=team.id)


CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "prime-teams-lost": lambda field: any(stranded(field, camp) for camp in field.camps)
}
TEAMS: dict[str, Callable[[Table], Play]] = {"5-6C": escape, "5-6X5": reassign}
