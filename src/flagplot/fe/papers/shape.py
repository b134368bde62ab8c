"""What the paper of a battle hex is made of. To add a key, add a line to the table that it belongs to:

* ``HEAD``: keys of the scenario, each a field of ``Setup``;
* ``SIDE``: keys of a ``[[side]]``, each a field of ``Entrant``;
* ``UNITS``: tables by unit within a side, each a field of ``Combatant`` or of its ``Unit``;
* ``WORDS``: what a side lays down, each a field of ``Instructions``: keys of ``[side.instructions]``, and the verbs of
  the orders that a player sends, with hyphens;
* ``AROUND``, ``ENTRY`` and ``STATION``: the tables ``[[side.around]]``, ``[[entry]]`` and ``[[station]]``.

The reader (``scenario``), the orders (``orders``), ``flagplot check`` and the reference page go by these tables alone.
What a key holds is one of ``kinds``. Keys that name the forces themselves (empire, name, units, groups, phasing) and
the readings and settings of the table stand in ``scenario``.
"""

from __future__ import annotations

from dataclasses import fields

from flagplot.fe.combat.battle.conditions import CONDITIONS
from flagplot.fe.combat.battle.instructions import ALL, NONE
from flagplot.fe.combat.battle.setup import Entry, Stationing
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.force import Combatant
from flagplot.fe.papers.capitals import CapitalOf, InCapital
from flagplot.fe.papers.force_kinds import Aboard, Dated, Members, Missions, Placed, Posted
from flagplot.fe.papers.keys import Key, Rows
from flagplot.fe.papers.kinds import (
    YES,
    Aims,
    Amount,
    ByUnit,
    Changes,
    Crafts,
    Flag,
    GivenUp,
    Listed,
    Number,
    Side,
    Tasks,
    Text,
    Word,
)
from flagplot.fe.papers.kinds import Unit as Named
from flagplot.fe.papers.naming import Whose
from flagplot.fe.sequence import combat_phase
from flagplot.fe.units.ship import Unit

MOST_ROUNDS = 100
TOLD = tuple(name for name in combat_phase().conditions if name not in CONDITIONS)
"""Conditions of the sequence that the program cannot know, so that the table tells of them."""

AROUND = (
    Key("hex", Text(), "its number", field="label", example='"1302"', required=True),
    Key("path", Number(), "hexes of the shortest supply path from it; without it there is none"),
    Key("main_grid", Flag(), "whether that path leads to the main grid; yes unless told"),
    Key("enemy_units", Number(), "enemy units there"),
    Key("enemy_equivalents", Amount(), "ship equivalents of enemies there"),
    Key("friendly_ships", Number(), "friendly ships there, the retreating force included"),
    Key("friendly_equivalents", Amount(), "ship equivalents of friends there, the retreating force included"),
    Key("neutral", Flag(), "whether it is neutral, so that a force would be interned"),
)
ENTRY = (
    Key("round", Number(1, MOST_ROUNDS), "the round", example="1", required=True),
    Key("step", Text(), "a step by hand of the sequence of play", example='"5-6F"', required=True),
    Key("side", Side(), "the side that is changed", example='"Kzinti"', required=True),
    Key("what", Text(), "combat potential, row, or damage that the side scores", example='"damage"', required=True),
    Key("change", Amount(signed=True), "what is added", example="-2", required=True),
    Key("reason", Text(), "why", example='"…"', required=True),
)
STATION = (
    Key("round", Number(1, MOST_ROUNDS), "the round of combat", example="2", required=True),
    Key("unit", Text(), "a unit of the defender, by its id", example='"kzinti-ff-1"', required=True),
    Key("to", InCapital(mobile=True), "where it goes", example='"Keevarsh"', required=True),
    Key("reason", Text(), "why", example='"…"', required=True),
)
HEAD = (
    Key("hex", Text(), "the number of the hex", example='"1202"', required=True),
    Key("fighting_retreat", Side(), "the side that conducts a fighting retreat through the hex", "302.772"),
    Key("special_raid", Flag(), "whether it is a special raid, in which all intensities are four", "320.34"),
    Key("date", Dated(), "the turn that it is, by its date", "105.0", example='"Spring Y180"'),
    Key("present", Listed(Word(TOLD)), "conditions that hold in the hex and that the program cannot know"),
    Key("entry", Rows(ENTRY, Entry), "what the table has worked out at steps by hand", field="entries"),
    Key(
        "station",
        Rows(STATION, Stationing),
        "units that the table moves at a capital, by what else 511.5 says",
        "511.5",
        field="stationings",
    ),
)
SIDE = (
    Key("command_points", Number(0, 20), "command points that the side has in the hex", "308.9"),
    Key("admirals", Listed(Named()), "the units that admirals are aboard, one for each", "316.0"),
    Key("generals", Listed(Named()), "the units that Marine generals are aboard, one for each", "321.0"),
    Key("prime_teams", Listed(Named()), "the units that Prime Teams are aboard, one for each", "522.0"),
    Key("battle_groups", Listed(Members()), "the battle groups, each by its ships with a plus between", "315.0"),
    Key("warfare", ByUnit(Number(0, 20)), "points of electronic warfare of scouts", "308.51"),
    Key("around", Rows(AROUND, RetreatHex), "the hexes to which the side may retreat", "302.73"),
    Key("tugs_at_work", Listed(Named()), "tugs that are supply points or set up a base: they count as bases", "756.3"),
    Key("capital", CapitalOf(), "whose capital of several systems the side defends here", "511.5", example='"kzinti"'),
    Key("charges", ByUnit(Named()), "the slow unit that a ship escorts, by ship", "302.742"),
    Key("gces_to_buy", Number(0, 20), "battalions of ground troops that the side may buy, one a round", "521.81"),
    Key("war_plans", Flag(), "whether the side has stolen war plans, which it may use once", "534.243"),
    Key("salt", Text(), "what hides the sealed choices until they are shown; best sent in an order"),
)
UNITS = (
    Key("craft", ByUnit(Crafts()), "craft aboard; without it a unit has all that it can operate", "501.5"),
    Key("spares", ByUnit(Number(0, 99)), "spare fighter factors; without it those of its counter", "526.31"),
    Key("towed_by", ByUnit(Named()), "the transport that has a repair dock in tow", "509.1/f"),
    Key("sids", ByUnit(Number(0, 20)), "steps of incremental damage that a base has already", "308.8"),
    Key("planet", ByUnit(Named()), "the planet that a defense unit defends, where there are several", "508.1"),
    Key(
        "gces",
        ByUnit(Number(0, 20)),
        "battalions of ground troops with the unit; without it those of its counter",
        "521.21",
    ),
    Key("system", ByUnit(InCapital()), "the system of a capital at which the unit stands", "511.5/place"),
    Key("captured", ByUnit(Flag()), "whether the unit is a captured one", "305.0"),
)
WHO = Listed(Named(every=True), none=True)
AIMED = Listed(Named(Whose.ENEMY, every=True), none=True)
WORDS = (
    Key("flagship", Named(), "the flagship, in each round in which it may lead", "302.32", example="bc-1"),
    Key("leave_out", Listed(Named(), none=True), "units that stay out; others make up the largest force", "302.36"),
    Key("formation", Named(none=True), "who stands in the formation box", "308.7", example="sc-1"),
    Key("command_points", Number(0, 20), "command points to spend in the first round", "308.9", example="1"),
    Key("reserve", Number(0, 20), "command points to keep for later hexes, where more ships need others", "308.9"),
    Key("places", Listed(Placed()), "who stands outside the command", "302.3/places", example="sc-1 free scout"),
    Key("craft_first", Listed(Aboard()), "which craft fight first where not all may", "302.332", example="cv-2, heavy"),
    Key("drones", Number(0, 99), "the most drone factors to pay in a round", "309.0", example="8"),
    Key("admirals", Listed(Posted()), "the unit that each admiral is to be aboard, or leader", "316.0"),
    Key("generals", Listed(Posted()), "the unit that each Marine general is to be aboard", "321.0"),
    Key("prime_teams", Listed(Missions()), "what each Prime Team is to do", "522.3", example="capture ca-1, none"),
    Key("fill_with_craft", Listed(Named(), none=True), "ships to fill with the craft of others", "501.6/exchange"),
    Key("rescue_tugs", Listed(Named()), "tugs that are there to rescue ships", "537.2"),
    Key("rescue", Listed(Named(), none=True), "whom they rescue: the first that is crippled", "537.2"),
    Key("tow", Listed(Named(), none=True), "who tows repair docks in a retreat", "509.1/f"),
    Key("intensity", Listed(Number(0, 9)), "intensity round by round; the last holds on", "304.1", example="3, 2"),
    Key("ew", Number(0, 20), "electronic warfare of each base", "313.21", example="1"),
    Key("directed", Listed(Aims()), "what to direct damage at: the first that can be paid", "302.5", example=NONE),
    Key("losses", Listed(GivenUp()), "in which order to give up", "302.61", example="craft, step, cripple, destroy"),
    Key("offer_approach", Flag(), "whether to offer an approach battle after the first round", "302.22"),
    Key("accept_approach", Flag(), "whether to accept an approach battle", "302.22"),
    Key("stay_at_base", Flag(), "whether to fight at the base once the approach is declined", "302.23"),
    Key("retreat_after", Number(1, MOST_ROUNDS), "the round behind which to leave", "302.7", example="3"),
    Key("retreat_below", Amount(part=True), "the part of the first force below which to leave", "302.7", example="1/2"),
    Key("retreat_to", Text(), "the hex to retreat to", "302.72", example="1302"),
    Key("pass_partial_grids", Flag(), "whether to pass over hexes of partial grids then", "302.73"),
    Key("withdraw", WHO, "who leaves before combat, on the side that is not phasing", "302.11", example="all"),
    Key("oppose_withdrawal", Flag(), "whether to oppose the withdrawal of the enemy", "302.11"),
    Key("withdraw_opposed", WHO, "who gets away although that is opposed", "302.13", example="bc-1"),
    Key("evade", WHO, "who tries to evade by cloak before combat", "306.1", example="all"),
    Key("avoid_approach", Flag(), "whether to go to the base by cloak, without an approach battle", "306.3"),
    Key("cloak_attack", Flag(), "whether to use cloaks in attack", "306.2"),
    Key("cloak_success", Changes(), "what success of that does, which the data lack", "306.2", example=NONE),
    Key("cloak_failure", Changes(), "what failure of that does, which the data lack", "306.2", example=NONE),
    Key("x_warfare", ByUnit(Number(0, 20)), "what X-ships add to electronic warfare", "523.38", example="cx-1: 2"),
    Key("shock_factors", ByUnit(Number(0, 99)), "factors that ships subject to shock use; of others all", "311.2"),
    Key("use_captured", Flag(), "whether captured ships add one to the own result", "305.21"),
    Key("plans_round", Number(0, MOST_ROUNDS), "the round in which to use stolen plans; 0 for none", "534.243"),
    Key("mauler_capture", AIMED, "what a mauler tries to capture instead of aiming", "308.47", example="all"),
    Key("pursue", Flag(), "whether to pursue", "307.0"),
    Key("pursuers", Listed(Named(), none=True), "who pursues; the strongest ships without it", "307.0", example="bc-1"),
    Key("against_slow", Listed(Named(), none=True), "who attacks slow units meanwhile", "302.742", example="bc-2"),
    Key("drop_cripples", Listed(Named(), none=True), "carriers whose groups drop their cripples", "307.3"),
    Key("come_along", Listed(Named(), none=True), "uncrippled ships that are pursued with the cripples", "307.3"),
    Key("stay_with_slow", Flag(), "whether escorts stay with slow units that are pursued", "302.742"),
    Key("mobile", WHO, "the mobile force of a capital; other units are static", "511.5/static", example="all"),
    Key("stations", ByUnit(InCapital()), "the systems of static units, by unit", "511.5/static"),
    Key("systems", Listed(InCapital()), "the system to attack, round by round; the last holds on", "511.5/systems"),
    Key("attack_force", Named(Whose.ENEMY, none=True), "the base at which to spend an attack force", "520.0"),
    Key("assault", Listed(Tasks(), none=True), "what battalions of ground troops attack", "521.36", example="bats-1"),
    Key("defend", Listed(Named(none=True)), "what battalions that do not attack defend", "521.36", example="bats-1"),
    Key("buy_gces", Listed(Named(none=True)), "for whom to buy a battalion, round by round", "521.81", example="ca-1"),
    Key("fill_with_gces", Listed(Named(), none=True), "ships to fill with battalions first", "521.22", example=NONE),
    Key("repair", Number(0, 20), "the most steps of each base to repair in a round", "425.3", example="1"),
    Key("scuttle", Listed(Named(), none=True), "units to scuttle once they are crippled", "301.911", example="ca-1"),
    Key(
        "scuttle_after",
        Number(1, MOST_ROUNDS),
        "the round behind which to scuttle them instead",
        "301.911",
        example="2",
    ),
    Key("keep_craft", Flag(), "whether craft of lost defense units go where there is room", "508.1/lost-craft"),
    Key("stasis", Listed(Named(Whose.ENEMY, none=True)), "whom to freeze, attempt by attempt", "312.0", example="bc-1"),
)
ASK, FIRST = "ask", "first"
OTHERWISE = Key(
    "otherwise",
    Word((ASK, FIRST)),
    "what holds where nothing is laid down: that is asked, or the answer holds that the question offers first",
    example=FIRST,
)
"""A word that is no field of ``Instructions``, since it says how to play them."""

SALT = next(key for key in SIDE if key.name == "salt")
ORDERS = (*WORDS, OTHERWISE, SALT)
"""What a player may order."""

VERBS = {key.verb: key for key in ORDERS}


def operands() -> set[str]:
    """Words behind verbs that are no misspelt verbs."""
    texts = (key.kind.holds.replace(",", " ") for key in WORDS)
    return {NONE, ALL, *YES, *(word for text in texts for word in text.split())}


def belongs_to_unit(key: Key) -> bool:
    """Whether a key of ``UNITS`` is a field of the unit itself rather than of what is aboard."""
    return key.target in {field.name for field in fields(Unit)} - {field.name for field in fields(Combatant)}
