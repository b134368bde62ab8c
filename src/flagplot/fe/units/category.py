"""What kind of unit something is, as far as the rules ask: a ship or not, slow or not, a base, a node of the map."""

from __future__ import annotations

from enum import StrEnum


class Category(StrEnum):
    """The kinds of unit that annex 756 tells apart."""

    SHIP = "ship"
    POLICE = "police"
    MONITOR = "monitor"
    AUXILIARY = "auxiliary"
    SPECIAL_ATTACK_FORCE = "special-attack-force"
    CONVOY = "convoy"
    MILITARY_CONVOY = "military-convoy"
    COMMERCIAL_CONVOY = "commercial-convoy"
    LOGISTICS_TASK_FORCE = "logistics-task-force"
    STARBASE = "starbase"
    STELLAR_FORTRESS = "stellar-fortress"
    SECTOR_BASE = "sector-base"
    BATTLE_STATION = "battle-station"
    BASE_STATION = "base-station"
    MOBILE_BASE = "mobile-base"
    OPERATIONAL_BASE = "operational-base"
    COLONY = "colony"
    COLONY_BASE = "colony-base"
    PLANET = "planet"
    DEFENSE_UNIT = "planetary-defense-unit"
    FORWARD_DEFENSE_UNIT = "forward-defense-unit"
    FLEET_REPAIR_DOCK = "fleet-repair-dock"
    PLANETARY_REPAIR_DOCK = "planetary-repair-dock"
    REPAIR_SHIP = "repair-ship"
    ENGINEER_REGIMENT = "engineer-regiment"
    ADMIRAL = "admiral"
    MARINE_GENERAL = "marine-major-general"
    PRIME_TEAM = "prime-team"
    DIPLOMATIC_TEAM = "diplomatic-team"
    CLOAKED_DECOY = "cloaked-decoy"
    SWAC = "swac"
    PINWHEEL = "pinwheel"
    ATTRITION_UNIT = "attrition-unit"


BASES = frozenset(
    {
        Category.STARBASE,
        Category.STELLAR_FORTRESS,
        Category.SECTOR_BASE,
        Category.BATTLE_STATION,
        Category.BASE_STATION,
    }
)
"""What 756.3 names as bases; their X versions are of the same category."""

STANDING = BASES | {
    Category.PLANET,
    Category.DEFENSE_UNIT,
    Category.FORWARD_DEFENSE_UNIT,
    Category.COLONY,
    Category.COLONY_BASE,
    Category.MOBILE_BASE,
    Category.FLEET_REPAIR_DOCK,
    Category.PLANETARY_REPAIR_DOCK,
}
"""What stays where it is; 756.3 says so of bases and of what it calls non-mobile, the rest is a reading."""
