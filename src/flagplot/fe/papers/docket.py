"""The papers of a battle hex held against one another: what may be fought is a docket, all else is refused whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flagplot.core.canonical import digest
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold
from flagplot.engine.orders import Block, find_blocks
from flagplot.engine.record import Answered
from flagplot.fe.combat.battle.checks import check_setup
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.papers.orders import order_lines, read_orders
from flagplot.fe.papers.scenario import HexScenario, read_scenario
from flagplot.fe.papers.shape import FIRST, OTHERWISE, SALT, VERBS, WORDS, operands
from flagplot.fe.units.ship_table import read_table


@dataclass(frozen=True, kw_only=True)
class HexDocket:
    """A battle hex ready to be fought. ``lines`` are the instructions of each side, by whatever paper, as orders;
    ``sent`` tells whose came in a post, ``remarks`` how that was read. ``first`` are the sides for which the answer
    that is offered first holds where they lay nothing down.
    """

    scenario: HexScenario
    setup: Setup
    lines: tuple[tuple[str, ...], tuple[str, ...]]
    sent: frozenset[int]
    first: frozenset[int]
    remarks: Mapping[str, tuple[str, ...]]

    @property
    def answers(self) -> Mapping[str, Answered]:
        """What the table has answered beforehand, by the key of the question."""
        return self.scenario.answers

    @property
    def orders_digest(self) -> str:
        """SHA-256 over the instructions of both sides, whatever papers and lines they came in."""
        told = {entrant.name: sorted(lines) for entrant, lines in zip(self.setup.sides, self.lines, strict=True)}
        return digest({"battle": self.scenario.name, "orders": told})


def open_hex_docket(
    scenario_paper: Paper, order_papers: Iterable[Paper], table_paper: Paper, faults: Faults, *, accepted: bool = False
) -> HexDocket | None:
    """Read a scenario and its orders against a ship table; None where ``faults`` has anything to say of any of them.

    ``accepted``: whether the settings count as accepted, as in numbered cases.
    """
    before = len(faults.found)
    table = read_table(table_paper.text, table_paper.name, faults)
    # Against a faulty table every ship would look unknown: the scenario has to wait.
    whole = len(faults.found) == before
    scenario = read_scenario(scenario_paper, table, faults, accepted=accepted) if whole else None
    known = operands() | set(scenario.names.every() if scenario else ())
    blocks = [block for paper in order_papers for block in find_blocks(paper.text, paper.name, VERBS, faults, known)]
    if scenario is None:
        for block in blocks:
            read_orders(block, None, faults)
        return None
    ordered, remarks = _orders(scenario, blocks, faults)
    told = tuple({**scenario.laid_down[side], **ordered.get(side, {})} for side in (0, 1))
    first, second = (_with(scenario.setup.sides[side], told[side]) for side in (0, 1))
    setup = replace(scenario.setup, sides=(first, second))
    if scenario.names.complete:
        _check(setup, scenario_paper.name, faults)
    if faults.found:
        return None
    lines = (order_lines(told[0]), order_lines(told[1]))
    first_answers = frozenset(side for side in (0, 1) if told[side].get(OTHERWISE.name) == FIRST)
    return HexDocket(
        scenario=scenario, setup=setup, lines=lines, sent=frozenset(ordered), first=first_answers, remarks=remarks
    )


def _orders(
    scenario: HexScenario, blocks: Iterable[Block], faults: Faults
) -> tuple[dict[int, dict[str, Any]], dict[str, tuple[str, ...]]]:
    """The orders of each side that sent any, as values by key, and how they were read."""
    folded = {fold(entrant.name): side for side, entrant in enumerate(scenario.setup.sides)}
    sent: dict[int, Block] = {}
    ordered: dict[int, dict[str, Any]] = {}
    for block in blocks:
        side, where = folded.get(fold(block.owner)), f"{block.source}, line {block.line}"
        if side is None:
            message = f"nobody called '{shorten(block.owner)}' takes part in this battle"
            mend = f"Write ORDERS OF {' or ORDERS OF '.join(entrant.name for entrant in scenario.setup.sides)}."
            faults.add("unknown-owner", where, message, mend=mend)
            read_orders(block, None, faults)
            continue
        if side in sent:
            message = f"there are orders of {block.owner} already, in {sent[side].source}, line {sent[side].line}"
            faults.add("double-orders", where, message, fault=Fault.INCONSISTENT, mend="Keep one of the two blocks.")
        sent.setdefault(side, block)
        ordered[side] = read_orders(block, scenario.names.of(side), faults)
    remarks = {
        scenario.setup.sides[side].name: tuple(f"{block.source}, {remark}" for remark in block.remarks)
        for side, block in sent.items()
    }
    return ordered, remarks


def _check(setup: Setup, paper: str, faults: Faults) -> None:
    """What the battle itself refuses of a setup, as faults of its paper."""
    found = Faults()
    check_setup(setup, found)
    faults.found += (replace(refusal, where=f"{paper}, {refusal.where}") for refusal in found.found)


def _with(entrant: Entrant, told: Mapping[str, Any]) -> Entrant:
    """A side with its instructions, and the salt that it has sent."""
    words = {key.target: told[key.name] for key in WORDS if key.name in told}
    salt = told.get(SALT.name, entrant.salt)
    return replace(entrant, instructions=Instructions(**words), salt=salt)
