"""Take a campaign through one movement phase, look at what is to be decided in it, or take the last one back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flagplot.border_patrol.campaign import telling
from flagplot.border_patrol.campaign.casting import Casting
from flagplot.border_patrol.campaign.decisions import Decision
from flagplot.border_patrol.campaign.papers import Orders, read_orders
from flagplot.border_patrol.campaign.phase import Prepared, play, prepare
from flagplot.border_patrol.campaign.pieces import Pieces
from flagplot.border_patrol.campaign.settings import Settings
from flagplot.border_patrol.campaign.verbs import MASTER
from flagplot.core.canonical import digest
from flagplot.core.commitment import commitment, key_of
from flagplot.core.folder import STATE, UNDONE, Game, file_orders, orders_of, save, set_aside_orders
from flagplot.core.log import Deed, Record
from flagplot.core.papers import Paper, read_paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.report import Fields, Node, Report, Text
from flagplot.desk.campaign import opened

BEGUN = "phase-begun"
UNCOMMITTED = "UNCOMMITTED DICE: no secret was promised for this phase; whoever has the orders can foretell every die."
AGAIN = "Resolved again: the phase was undone, and its dice are those of the first time."


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where the dice of a phase come from: a key, None if they were rolled at the table, the message that it was made
    of, and the commitment to the secret behind it.

    ``again`` says that the key is that of a phase that was undone. ``orders`` is the digest of the present orders.
    """

    key: int | None
    message: str
    commitment: str
    orders: str
    again: bool = False


@dataclass(frozen=True, kw_only=True)
class Resolved:
    """A movement phase that was carried out: the game before and after it, its records, and what was decided."""

    before: Game
    game: Game
    settings: Settings
    records: tuple[Record, ...]
    decisions: tuple[Decision, ...]
    origin: Origin

    @property
    def when(self) -> str:
        """The phase in words."""
        return str(Pieces(self.before.world, self.settings.options).now)

    def report(self, team: str = "") -> Report:
        """The report for all, or what one Team may see of it."""
        pieces = Pieces(self.before.world, self.settings.options)
        title = f"{self.before.head.name}: {self.when}" + (f", for the {team} Team" if team else "")
        banner = []
        if self.origin.key is not None and not self.origin.commitment:
            banner.append(UNCOMMITTED)
        if self.origin.again:
            banner.append(AGAIN)
        seen = [record for record in self.records if not team or record.deed.may_see(team)]
        parts: list[Node] = [
            telling.stranded_section(pieces, self.settings, team),
            *telling.decisions_section(self.decisions, team),
            telling.events_section(seen, own_numbers=bool(team)),
            *telling.warnings_section(seen),
            *telling.dice_section(seen),
            *telling.settings_section(self.settings, seen),
            self._seals(),
        ]
        return Report(title, tuple(parts), tuple(banner))

    def as_dict(self, team: str = "") -> dict[str, Any]:
        """The phase as JSON takes it; for one Team without what it may not see, and numbered anew."""
        seen = [record for record in self.records if not team or record.deed.may_see(team)]
        return {
            "turn": self.records[0].turn,
            "step": self.records[0].step,
            "key": "" if self.origin.key is None else f"{self.origin.key:016x}",
            "commitment": self.origin.commitment,
            "orders": self.origin.orders,
            "log": self.game.prev,
            "state": self.records[-1].deed.facts[STATE],
            "events": [
                {"seq": number if team else each.seq, "kind": each.deed.kind, **each.deed.facts, "text": each.deed.text}
                for number, each in enumerate(seen, 1)
            ],
        }

    def _seals(self) -> Fields:
        """What anyone needs who wants to check the phase."""
        key = "rolled at the table" if self.origin.key is None else f"{self.origin.key:016x}"
        pairs = [("dice key", key)]
        if self.origin.commitment:
            pairs.append(("commitment", self.origin.commitment))
        pairs.append(("digest of the orders", self.origin.orders))
        pairs.append(("last line of the log", f"{self.records[-1].seq}, SHA-256 {self.game.prev}"))
        return Fields(tuple(pairs))


@dataclass(frozen=True, kw_only=True)
class Preview:
    """A movement phase before its first die: who is stranded, what is to be decided, which dice will be rolled."""

    game: Game
    settings: Settings
    prepared: Prepared

    def report(self, team: str = "") -> Report:
        """The phase sheet for all, or for one Team."""
        pieces = Pieces(self.game.world, self.settings.options)
        due = [plan.craft for plan in self.prepared.plans if plan.leg and team in ("", plan.craft.team)]
        parts: list[Node] = [
            telling.stranded_section(pieces, self.settings, team),
            *telling.decisions_section(self.prepared.decisions, team, choices=True),
            *telling.boxes_section(pieces, due, self.settings),
            *telling.settings_section(self.settings, ()),
        ]
        title = f"{self.game.head.name}: {pieces.now}, before the dice" + (f", for the {team} Team" if team else "")
        return Report(title, tuple(parts))

    def as_dict(self, team: str = "") -> dict[str, Any]:
        """The sheet as JSON takes it, for all or for one Team."""
        due = (plan.craft for plan in self.prepared.plans if plan.leg)
        return {
            "due": [craft.id for craft in due if team in ("", craft.team)],
            "decisions": [
                {
                    "team": each.who,
                    "about": each.piece,
                    "question": each.question,
                    "answer": each.answer,
                    "assumed": each.assumed,
                    "choices": [choice._asdict() for choice in each.choices],
                }
                for each in self.prepared.decisions
                if team in ("", each.who)
            ],
        }


def resolve(
    folder: Path,
    orders: Sequence[Path | str] = (),
    *,
    answers: Mapping[str, Sequence[str]] | None = None,
    secret: bytes | None = None,
    by_hand: bool = False,
) -> Resolved:
    """Carry out the next movement phase of the campaign in ``folder`` and write it there.

    Without ``orders`` those that lie in the folder for this phase are taken; ``answers`` are further orders by Team.
    Dice come from ``secret``, or from the orders alone, or are all from the table (``by_hand``). Raises ``Refused``
    with every fault; then nothing is changed.
    """
    game, settings = opened(folder)
    papers = _papers(game, settings, orders)
    faults = Faults()
    pieces = Pieces(game.world, settings.options)
    read = read_orders(papers, pieces, settings, faults, answers)
    faults.settle()
    origin = _origin(game, read, secret, by_hand=by_hand)
    casting = Casting(pieces.now.phase, origin.key, read.dice)
    prepared = prepare(game.world, read, settings, casting, faults)
    phase = play(prepared)
    turn, step = phase.when.turn, _step(phase.when.phase)
    begun = _begun(origin, str(phase.when), read)
    after = game.after([begun, *phase.deeds], turn=turn, step=step)
    save(after, len(game.records))
    if papers:
        file_orders(folder, turn, step, [(paper.name, paper.text) for paper in papers])
    return Resolved(
        before=game,
        game=after,
        settings=settings,
        records=after.records[len(game.records) :],
        decisions=tuple(prepared.decisions),
        origin=origin,
    )


def preview(folder: Path, orders: Sequence[Path | str] = ()) -> Preview:
    """The sheet of the next movement phase, given the orders that there are; rolls nothing and writes nothing."""
    game, settings = opened(folder)
    faults = Faults()
    pieces = Pieces(game.world, settings.options)
    read = read_orders(_papers(game, settings, orders), pieces, settings, faults)
    faults.settle()
    casting = Casting(pieces.now.phase, None, read.dice)
    return Preview(game=game, settings=settings, prepared=prepare(game.world, read, settings, casting, faults))


def check_team(folder: Path, team: str) -> None:
    """Refuse a name that no Team of the campaign has."""
    _, settings = opened(folder)
    faults = Faults()
    if team not in settings.teams:
        mend = nearest(team, settings.teams)
        faults.add("unknown-team", "--for", f"there is no Team '{team}'", fault=Fault.MALFORMED, mend=mend)
    faults.settle()


def undo(folder: Path, reason: str) -> tuple[Record, Path | None]:
    """Take the last phase back, for a reason that goes into the log; its record, and where the phase's orders now lie.

    The phase stays in the log, and its dice will be the same when it is resolved again.
    """
    return take_back(opened(folder)[0], reason)


def take_back(game: Game, reason: str) -> tuple[Record, Path | None]:
    """As ``undo``, of a game of any system that was opened."""
    faults = Faults()
    back = game.undone(reason, faults)
    faults.settle()
    assert back is not None
    last = game.steps()[-1][-1]
    save(back, len(game.records))
    return back.records[-1], set_aside_orders(game.folder, last.turn, last.step, back.records[-1].seq)


def undone_report(record: Record, orders: Path | None) -> Report:
    """What was taken back."""
    told = f"Its orders lie in {orders}." if orders else "It had no orders."
    return Report("Undone", (Text(record.deed.text), Text(told)))


def _papers(game: Game, settings: Settings, orders: Sequence[Path | str]) -> list[Paper]:
    """The order files, or those that lie in the folder; raises ``Refused`` for those that cannot be read."""
    now = Pieces(game.world, settings.options).now
    faults = Faults()
    paths = orders or orders_of(game.folder, now.turn, _step(now.phase))
    papers = [read_paper(path, faults) for path in paths]
    faults.settle()
    return [paper for paper in papers if paper is not None]


def _origin(game: Game, orders: Orders, secret: bytes | None, *, by_hand: bool) -> Origin:
    """Where the dice come from. A phase that was undone keeps its key."""
    told = digest(orders.digestible())
    if by_hand:
        return Origin(key=None, message="", commitment="", orders=told)
    clock = game.world["clock"]
    turn, step = clock["turn"], _step(clock["phase"])
    for record in reversed(game.records):
        if (record.turn, record.step) == (turn, step) and record.deed.kind == BEGUN and record.deed.facts["key"]:
            facts = record.deed.facts
            key = int(facts["key"], 16)
            return Origin(key=key, message=facts["message"], commitment=facts["commitment"], orders=told, again=True)
        if record.deed.kind != UNDONE and record.turn < turn:
            break
    message = f"phase\n{game.head.name}\nT{turn}-{step}\n{told}"
    promised = commitment(secret) if secret is not None else ""
    return Origin(key=key_of(secret or b"", message), message=message, commitment=promised, orders=told)


def _begun(origin: Origin, when: str, orders: Orders) -> Deed:
    """The first record of a phase: where its dice come from, and its orders, which nobody sees but the master."""
    key = "" if origin.key is None else f"{origin.key:016x}"
    source = f"dice of the key {key}" if key else "dice rolled at the table"
    return Deed(
        kind=BEGUN,
        text=f"{when} begins, with {source}{' of the first time' if origin.again else ''}.",
        facts={
            "key": key,
            "message": origin.message,
            "commitment": origin.commitment,
            "orders": origin.orders,
            "lines": orders.digestible(),
        },
        see=(MASTER,),
    )


def _step(phase: int) -> str:
    return f"M{phase}"
