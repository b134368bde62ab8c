"""The empires, by the ids of this program and by the names that charts and players give them."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from flagplot.core.refusal import Fault, Faults, nearest


class Empire(StrEnum):
    """An empire; ``GENERIC`` is what all have alike, such as battle stations."""

    FEDERATION = "federation"
    KLINGON = "klingon"
    ROMULAN = "romulan"
    KZINTI = "kzinti"
    GORN = "gorn"
    THOLIAN = "tholian"
    ORION = "orion"
    HYDRAN = "hydran"
    LYRAN = "lyran"
    ISC = "isc"
    WYN = "wyn"
    LDR = "ldr"
    SELTORIAN = "seltorian"
    VUDAR = "vudar"
    ANDROMEDAN = "andromedan"
    JINDARIAN = "jindarian"
    GENERIC = "generic"

    @property
    def label(self) -> str:
        """Its name for people."""
        return self.value.upper() if self in (Empire.ISC, Empire.WYN, Empire.LDR) else self.value.capitalize()


OTHER_NAMES = {"fed": Empire.FEDERATION, "orion enclave": Empire.ORION, "hydrax": Empire.HYDRAN, "any": Empire.GENERIC}


@cache
def empire_named(name: str) -> Empire | None:
    """The empire of a name: ``Kzinti``, ``Kzintis``, ``Fed``; None for any other."""
    word = name.strip().casefold()
    if word in OTHER_NAMES:
        return OTHER_NAMES[word]
    return next((empire for empire in Empire if word in (empire.value, f"{empire.value}s")), None)


def read_empire(name: str, where: str, faults: Faults) -> Empire | None:
    """The empire of a name; one that is unknown is a fault, with the nearest."""
    empire = empire_named(name)
    if empire is None:
        mend = nearest(name, [each.value for each in Empire])
        faults.add("unknown-empire", where, f"there is no empire '{name}'", fault=Fault.MALFORMED, mend=mend)
    return empire
