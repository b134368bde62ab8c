"""The papers of a battle, read and held against one another: what may be fought is a docket, anything else is refused
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from flagplot.core.canonical import digest
from flagplot.core.citation import Citation, carries_out
from flagplot.core.dice import MAX_DICE
from flagplot.core.papers import Paper
from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, nearest_name
from flagplot.engine.operands import place
from flagplot.engine.orders import Block, find_blocks
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers import afterwards
from flagplot.fta3.papers.after_rulings import is_of_aftermath
from flagplot.fta3.papers.afterwards import Afterwards, read_afterwards
from flagplot.fta3.papers.forces import FROM_THE_START, Owner, Scenario, Side
from flagplot.fta3.papers.manoeuvres import check_manoeuvres
from flagplot.fta3.papers.order_sheet import read_sheet, unsent
from flagplot.fta3.papers.scenario import Draft, read_scenario
from flagplot.fta3.papers.split_check import check_splits, incoming
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.papers.verbs import VERBS, words
from flagplot.fta3.play.elements import slowest_speed


@dataclass(frozen=True)
class Docket:
    """A battle ready to be fought: standing orders, and remarks on how they were read, both by owner id.

    ``afterwards`` are decisions that were made once it was over, by the id of those owners who sent any; None where
    nobody, the moderator included, has spoken of the aftermath.
    """

    scenario: Scenario
    standings: Mapping[str, Standing]
    remarks: Mapping[str, tuple[str, ...]]
    afterwards: Mapping[str, Afterwards] | None

    @property
    def orders_digest(self) -> str:
        """SHA-256 over the canonical orders of every owner who sent any, whatever order files and lines came in."""
        sent = {id_: sorted(standing.lines) for id_, standing in self.standings.items() if standing.sent}
        return digest({"battle": self.scenario.name, "orders": sent})


def open_docket(
    scenario_paper: Paper,
    order_papers: Iterable[Paper],
    book_paper: Paper,
    catalogue: Mapping[str, Reading],
    faults: Faults,
    fittings_paper: Paper | None = None,
    after_papers: Iterable[Paper] = (),
) -> Docket | None:
    """Read a scenario and its orders against a book; None where ``faults`` has anything to say of any of them.

    ``after_papers`` hold what the owners decided once the battle was over.
    """
    book = read_book(book_paper.text, book_paper.name, faults, fittings_paper)
    hulls = book.hulls if book is not None else {}
    blocks = _blocks(order_papers, hulls, faults)
    if book is None:
        # Against a faulty book every ship would look unknown: the scenario has to wait.
        for block in blocks:
            read_sheet(block, None, None, faults)
        return None
    draft = read_scenario(scenario_paper.text, scenario_paper.name, book, catalogue, faults)
    if draft is None:
        for block in blocks:
            read_sheet(block, hulls, None, faults)
        return None
    scenario = draft.scenario
    standings, remarks = _orders(draft, scenario_paper.name, blocks, book, faults)
    decided, after_remarks = _afterwards(scenario, after_papers, faults)
    if faults.found:
        return None
    for id_, told in after_remarks.items():
        remarks[id_] = remarks.get(id_, ()) + told
    spoken = decided or any(map(is_of_aftermath, scenario.rulings))
    return Docket(scenario, standings, remarks, decided if spoken else None)


def reordered(docket: Docket, where: str, order_papers: Iterable[Paper], book: Book, faults: Faults) -> Docket | None:
    """The same forces with other orders in place of all that were given; None where ``faults`` has anything to say.

    ``where`` is the name of the scenario's paper, ``book`` what it was read against.
    """
    blocks = _blocks(order_papers, book.hulls, faults)
    standings, remarks = _orders(Draft(docket.scenario, (True, True)), where, blocks, book, faults)
    return None if faults.found else replace(docket, standings=standings, remarks=remarks)


def _blocks(papers: Iterable[Paper], hulls: Mapping[str, Hull], faults: Faults) -> list[Block]:
    """The blocks of orders in all papers."""
    known = words(hulls)
    return [block for paper in papers for block in find_blocks(paper.text, paper.name, VERBS, faults, known)]


def _orders(
    draft: Draft, where: str, blocks: list[Block], book: Book, faults: Faults
) -> tuple[dict[str, Standing], dict[str, tuple[str, ...]]]:
    """The standing orders of every owner, held against the forces of both sides, and remarks on how they were read."""
    scenario = draft.scenario
    standings = _standings(scenario, blocks, book, faults)
    by_owner = {fold(block.owner): block for block in blocks}
    # Without knowing all ships nobody can say which is the slowest, or what a share is.
    for side, whole in zip(scenario.sides, draft.whole, strict=True):
        if whole:
            _check_speed(side, scenario.battle_type, standings, by_owner, faults)
    check_manoeuvres(scenario, standings, by_owner, faults)
    if all(draft.whole) and _check_volleys(scenario, where, faults):
        check_splits(scenario, standings, by_owner, faults)
    ids = {fold(owner.name): owner.id for _, owner in scenario.owners()}
    return standings, {ids[name]: _remarks(block) for name, block in by_owner.items() if name in ids}


def _standings(scenario: Scenario, blocks: Iterable[Block], book: Book, faults: Faults) -> dict[str, Standing]:
    """The standing orders of every owner; those who sent none fight by the plan *defend*."""
    standings: dict[str, Standing] = {}
    for block, owner in _with_owners(scenario, blocks, faults):
        standing = read_sheet(block, book.hulls, owner, faults)
        if owner is not None:
            standings[owner.id] = standing
    for _, owner in scenario.owners():
        standings.setdefault(owner.id, unsent(book.hulls, owner))
    return standings


def _afterwards(
    scenario: Scenario, papers: Iterable[Paper], faults: Faults
) -> tuple[dict[str, Afterwards], dict[str, tuple[str, ...]]]:
    """What each owner decided after the battle, of those who sent anything, and remarks on how it was read."""
    verbs, known = afterwards.VERBS, afterwards.WORDS
    blocks = [block for paper in papers for block in find_blocks(paper.text, paper.name, verbs, faults, known)]
    decided: dict[str, Afterwards] = {}
    remarks: dict[str, tuple[str, ...]] = {}
    for block, owner in _with_owners(scenario, blocks, faults):
        if owner is not None:
            decided[owner.id] = read_afterwards(block, scenario, owner, faults)
            remarks[owner.id] = _remarks(block)
    return decided, remarks


def _remarks(block: Block) -> tuple[str, ...]:
    """What has to be said of how a block was read, with its place."""
    return tuple(f"{block.source}, {remark}" for remark in block.remarks)


def _with_owners(scenario: Scenario, blocks: Iterable[Block], faults: Faults) -> Iterator[tuple[Block, Owner | None]]:
    """Each block with its owner; None and a fault where nobody is called so, a fault where an owner has a second."""
    owners = {fold(owner.name): owner for _, owner in scenario.owners()}
    sent: dict[str, Block] = {}
    for block in blocks:
        owner = owners.get(fold(block.owner))
        where = f"{block.source}, line {block.line}"
        if owner is None:
            names = [owner.name for owner in owners.values()]
            message = f"nobody called '{shorten(block.owner)}' takes part in this battle"
            faults.add("unknown-owner", where, message, mend=nearest_name(block.owner, names, faults))
        elif owner.id in sent:
            first = sent[owner.id]
            message = f"there are orders of {owner.name} already, in {first.source}, line {first.line}"
            faults.add("double-orders", where, message, fault=Fault.INCONSISTENT, mend="Keep one of the two blocks.")
        else:
            sent[owner.id] = block
        yield block, owner


def _check_volleys(scenario: Scenario, where: str, faults: Faults) -> bool:
    """Whether the dice of each side's stand-off attacks can be numbered, even if one ship should take them all."""
    found = False
    for side in scenario.sides:
        total = sum(incoming(side).values())
        if total > MAX_DICE:
            found = True
            message, gap = f"{side.name} fires {total} stand-off attacks", f"{total - MAX_DICE} too many"
            mend = f"At most {MAX_DICE} from one side."
            faults.add("too-many-attacks", where, message, gap=gap, mend=mend, citation=Citation("fta3", "stand-off"))
    return not found


@carries_out("fta3", "declare-speed")
def _check_speed(
    side: Side, battle_type: str, standings: Mapping[str, Standing], blocks: Mapping[str, Block], faults: Faults
) -> None:
    """One side declares one speed, which some ship of it can make; at a fixed objective that of its slowest.

    ``blocks`` are the orders by folded name of the owner.
    """
    there = [ship for ship in side.ships if ship.arrives == FROM_THE_START]
    if not there:
        return
    citation = Citation("fta3", "declare-speed")
    slowest, fastest = slowest_speed(side.ships), max(ship.hull.speed for ship in there)
    speeds = {owner.name: speed for owner in side.owners if (speed := standings[owner.id].speed) is not None}
    for name, speed in speeds.items():
        where = place(blocks[fold(name)], "speed")
        if battle_type == "fixed" and speed != slowest:
            message = f"at a fixed objective {side.name} declares the speed of its slowest ship, not {speed}"
            mend = f"Leave the order out, or write: speed {slowest}."
            faults.add("not-slowest", where, message, mend=mend, citation=citation)
        elif speed > fastest:
            gap = f"{speed - fastest} too fast for the fastest ship"
            message = f"no ship of {side.name} makes speed {speed}"
            mend = f"Declare {fastest} or less; what falls behind the declared speed becomes a fleet of its own."
            faults.add("too-fast", where, message, gap=gap, mend=mend, citation=citation)
    if len(set(speeds.values())) > 1:
        where = place(blocks[fold(next(iter(speeds)))], "speed")
        told = ", ".join(f"{name} {speed}" for name, speed in speeds.items())
        message = f"the owners of {side.name} declare different speeds: {told}"
        mend = f"A side declares one speed, such as {min(slowest, *speeds.values())}."
        faults.add("two-speeds", where, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)
