"""Forces that there cannot be: refused with rule, gap and how to mend it, whatever else is wrong with the papers."""

from __future__ import annotations

import pytest
from tests.fe.papers.kit import HEAD, LYRAN, opened, table

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal
from flagplot.fe.combat.battle.field import DEFENDER
from flagplot.fe.papers.docket import open_hex_docket

ROMULAN = '\n[[side]]\nempire = "romulan"\nunits = "3xWH SK SKE"\n'
BASES = '\n[[side]]\nempire = "kzinti"\nunits = "BATS BATS- SB BS BSX- FF"\n'


def refusals(scenario: str) -> dict[str, Refusal]:
    """What is refused of a scenario, by code."""
    faults = Faults()
    assert open_hex_docket(Paper("battle.toml", scenario), [], table(), faults) is None
    return {each.code: each for each in faults.found}


@pytest.mark.parametrize(
    ("steps", "code", "gap", "rule"),
    [
        ("bats-2 = 1", "no-incremental-damage", "", "308.861"),
        ("bats-1 = 3", "too-many-steps", "1 too many", "308.861"),
        ("sb-1 = 12", "too-many-steps", "5 too many", "308.82"),
        ("bs-1 = 2", "too-many-steps", "1 too many", "308.862"),
        ("ff-1 = 1", "no-incremental-damage", "", "308.8"),
    ],
)
def test_steps_that_a_unit_cannot_have(steps: str, code: str, gap: str, rule: str) -> None:
    """A battle station is crippled by three steps and takes none then, a starbase by eight, a base station by two."""
    (found,) = refusals(f"{HEAD}{LYRAN}{BASES}sids = {{ {steps} }}\n").values()
    assert (found.code, found.gap, str(found.citation)) == (code, gap, f"fe {rule}")
    assert found.mend


def test_steps_short_of_the_next_side() -> None:
    """A crippled X-base station is destroyed by two steps, a starbase crippled by eight."""
    side = opened(f"{HEAD}{LYRAN}{BASES}sids = {{ bats-1 = 2, sb-1 = 7, bsx-1 = 1 }}\n").setup.sides[DEFENDER]
    assert [each.unit.sids for each in side.units] == [2, 0, 7, 0, 1, 0]


def test_two_carriers_do_not_escort_one_another() -> None:
    found = refusals(f"{HEAD}{LYRAN}{ROMULAN}groups = {{ wh-1 = 'wh-2', wh-2 = 'wh-1' }}\n")
    assert list(found) == ["carrier-escorts"]
    assert str(found["carrier-escorts"].citation) == "fe 515.0/size"


def test_an_escort_of_two_carriers() -> None:
    found = refusals(f"{HEAD}{LYRAN}{ROMULAN}groups = {{ wh-1 = 'ske-1', wh-2 = 'ske-1', wh-3 = 'sk-1' }}\n")
    assert list(found) == ["in-two-groups"]
    assert found["in-two-groups"].where.startswith("battle.toml:")


@pytest.mark.parametrize(
    ("what", "change", "codes"), [("row", "1/2", ["not-whole"]), ("damage", "-5/2", ["not-whole"])]
)
def test_rows_and_points_are_entered_whole(what: str, change: str, codes: list[str]) -> None:
    """What is entered by hand counts as it is told, and no part of it is dropped."""
    entry = (
        f'[[entry]]\nround = 1\nstep = "5-3X5"\nside = "Lyran"\nwhat = "{what}"\nchange = "{change}"\nreason = "webs"\n'
    )
    assert list(refusals(HEAD + LYRAN + BASES + entry)) == codes
    opened(HEAD + LYRAN + BASES + entry.replace(what, "potential"))


@pytest.mark.parametrize("unit", ["ff-1", "sb-1"])
def test_electronic_warfare_of_what_is_no_scout(unit: str) -> None:
    """A base shares out its own in the battle (313.21), a frigate has none."""
    found = refusals(f"{HEAD}{LYRAN}{BASES}warfare = {{ {unit} = 4 }}\n")
    assert [(code, str(each.citation)) for code, each in found.items()] == [("no-scout", "fe 308.5/scout")]
