"""Adjudicate a battle: papers in, a verdict out that can be written, verified and explained."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flagplot import __version__
from flagplot.core.canonical import digest
from flagplot.core.commitment import KeyOrigin, commitment
from flagplot.core.dice import FORMAT
from flagplot.core.papers import Paper, read_paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.report import Block, Fields, Node, Report, Section, Text
from flagplot.core.sources import Keyed
from flagplot.desk import arena
from flagplot.desk.arena import Arena, Docket, Fought
from flagplot.desk.sheets import read_sheet
from flagplot.formats.machine import encode
from flagplot.formats.pages.pdf import write_pdf
from flagplot.formats.writers import Format, Style, style, write

if TYPE_CHECKING:
    from flagplot.fta3.play.encounter import Encounter
    from flagplot.fta3.play.fighting import Fought as FleetsFought

UNCOMMITTED = (
    "UNCOMMITTED DICE: no secret was promised before the orders closed; whoever has them can foretell every die."
)
HELD_BACK = (
    "HELD BACK: the secret is not told before the aftermath is settled, so that nobody can foretell its dice; until "
    "then this report cannot be fought again."
)
SAME_DICE = "Corrected: fought again with the dice of an earlier report."


@dataclass(frozen=True)
class Papers:
    """Everything a battle is made from, letter by letter.

    ``book`` is None for the demonstration book, ``fittings`` where all there are stand in the book, ``army`` where no
    ground book is named. ``aftermath`` holds what the owners decided once it was over. ``answers`` is the record of a
    duel, None where nobody played one.
    """

    scenario: Paper
    book: Paper | None
    orders: tuple[Paper, ...]
    fittings: Paper | None = None
    army: Paper | None = None
    aftermath: tuple[Paper, ...] = ()
    answers: Paper | None = None

    @property
    def arena(self) -> Arena:
        """What kind of battle they are of."""
        return arena.arena_of(self.scenario.text)

    def as_dict(self) -> dict[str, Any]:
        """For the machine block."""
        return {
            "scenario": vars(self.scenario),
            "book": vars(self.book) if self.book else None,
            **({"fittings": vars(self.fittings)} if self.fittings else {}),
            **({"army": vars(self.army)} if self.army else {}),
            "orders": [vars(paper) for paper in self.orders],
            **({"aftermath": [vars(paper) for paper in self.aftermath]} if self.aftermath else {}),
            **({"answers": vars(self.answers)} if self.answers else {}),
        }


@dataclass(frozen=True)
class Verdict:
    """A battle fought: its papers, the docket they made, where the dice come from, and all that happened.

    ``earlier`` is the battle that this one corrects, fought with the same dice; None for a first verdict. ``made_by``
    is the version of Flagplot whose report this is.
    """

    papers: Papers
    docket: Docket
    origin: KeyOrigin
    encounter: Fought
    earlier: Verdict | None = None
    made_by: str = __version__

    @cached_property
    def result_digest(self) -> str:
        """SHA-256 over every event and the end state."""
        return digest(
            {"events": [event.as_dict() for event in self.encounter.events], "state": self.arena.state(self.encounter)}
        )

    @property
    def headline(self) -> str:
        """The outcome in one sentence."""
        return self.arena.outcome(self.encounter)

    @property
    def arena(self) -> Arena:
        """What kind of battle it is."""
        return self.papers.arena

    @property
    def day(self) -> Encounter:
        """A battle of fleets as such; any other has none."""
        from flagplot.fta3.play.encounter import Encounter  # other battles do without it

        assert isinstance(self.encounter, Encounter)
        return self.encounter

    @property
    def fought(self) -> FleetsFought:
        """The one engagement of a plain battle of fleets, the first of several; IndexError where nobody met."""
        return self.day.fights[0]

    def report(
        self, form: Format = "text", width: int | None = None, length: int | None = None, *, held_back: bool = False
    ) -> Report:
        """The report as a tree; how it is written goes into its machine block, so that it can be written again.

        ``held_back`` leaves out all from which dice could be foretold, and with it the machine block.
        """
        return self._tree(style(form, width, length), held_back=held_back)

    def write(
        self, form: Format = "text", width: int | None = None, length: int | None = None, *, held_back: bool = False
    ) -> str:
        """The report in a format that is text; posts of a board (of at most ``length`` characters) in one.

        JSON also holds every event, the end state, and each die with its address.
        """
        styled = style(form, width, length)
        facts = self._facts(styled, held_back=held_back) if form == "json" else None
        seal = "" if held_back else digest(self.machine(styled))
        tree = self._tree(styled, held_back=held_back)
        return write(tree, form, width=styled.width, length=styled.length, facts=facts, seal=seal)

    def write_pdf(self, *, held_back: bool = False) -> bytes:
        """The report as a PDF; raises ``Refused`` where the extra for it is not installed."""
        return write_pdf(self._tree(style("pdf"), held_back=held_back))

    def _tree(self, styled: Style, *, held_back: bool) -> Report:
        closing: list[Node] = [self._seals(held_back=held_back)]
        if styled.form != "json" and not held_back:
            how = "The battle can be fought again from these lines: flagplot verify."
            closing.append(Section("Machine block", (Text(how), Block(self._block(styled)))))
        banner = [] if self.origin.secret else [UNCOMMITTED]
        if held_back:
            banner.append(HELD_BACK)
        opening = []
        if self.earlier:
            banner.append(SAME_DICE)
            opening.append(self.arena.changes(self.earlier.encounter, self.encounter, self._changed_lines()))
        remarks = [Text(remark) for told in self.docket.remarks.values() for remark in told]
        return self.arena.report(self.encounter, banner, opening, remarks, closing)

    def _facts(self, styled: Style, *, held_back: bool) -> dict[str, Any]:
        """What JSON has beside the tree."""
        machine = self.machine(styled)
        return {
            **({} if held_back else {"machine": machine, "machine_sha256": digest(machine)}),
            "dice": dice_facts(self, held_back=held_back),
            "events": [event.as_dict() for event in self.encounter.events],
            "state": self.arena.state(self.encounter),
            **self.arena.further_facts(self.encounter),
            "result": self.result_digest,
        }

    def machine(self, styled: Style) -> dict[str, Any]:
        """All that ``verify`` needs: the papers of every battle that was corrected too, the first last, for the dice
        key comes from the first.
        """
        return {
            "kind": f"{self.arena.SYSTEM} battle",
            "flagplot": self.made_by,
            "dice_format": FORMAT,
            "secret": self.origin.secret.hex() if self.origin.secret else "",
            "papers": self.papers.as_dict(),
            "corrects": [verdict.papers.as_dict() for verdict in self._corrected()],
            "result": self.result_digest,
            "written": styled.as_dict(),
        }

    def _block(self, styled: Style) -> str:
        """The machine block as text; raises ``Refused`` where the papers are too long for one."""
        try:
            return encode(self.machine(styled))
        except ValueError as error:
            faults = Faults()
            mend = "Take out of them what is neither force nor order, or write the report with --format json."
            faults.add("papers-too-long", self.papers.scenario.name, str(error), mend=mend)
            raise Refused(faults.found) from None

    def _corrected(self) -> Iterator[Verdict]:
        """The battle that this one corrects, the one which that corrected, and so on."""
        verdict = self.earlier
        while verdict is not None:
            yield verdict
            verdict = verdict.earlier

    def _seals(self, *, held_back: bool) -> Section:
        secret, answers = self.origin.secret, self.papers.answers
        sheets = [(f"digest of the {name}", _sha256(paper)) for name, paper in self.arena.sheets(self.papers)]
        pairs = [
            ("commitment", commitment(secret) if secret else "none"),
            ("secret", ("held back" if held_back else secret.hex()) if secret else "none"),
            ("battle", self.origin.battle),
            ("digest of the orders", self.origin.orders_digest),
            ("dice key", "held back" if held_back else f"{self.origin.key:016x}"),
            ("dice format", str(FORMAT)),
            *sheets,
            *([("digest of the answers", _sha256(answers))] if answers else []),
            *([("result it corrects", self.earlier.result_digest)] if self.earlier else []),
            ("digest of the result", self.result_digest),
            ("Flagplot", self.made_by),
        ]
        return Section("Seals", (Fields(tuple(pairs)),))

    def _changed_lines(self) -> tuple[str, ...]:
        """The lines that differ from the earlier battle's, each with what became of it."""
        assert self.earlier is not None
        marks = {"-": "taken out: ", "+": "put in: "}
        changes = difflib.unified_diff(self.earlier._lines_that_count(), self._lines_that_count(), n=0, lineterm="")
        # The first two lines name the files.
        return tuple(marks[line[0]] + line[1:] for line in islice(changes, 2, None) if line[0] in marks)

    def _lines_that_count(self) -> list[str]:
        """Every line of scenario, books and answers that is not blank; of posts the orders alone, as they were read."""
        sheets = (self.papers.book, self.papers.fittings, self.papers.army, self.papers.answers)
        papers = [paper for paper in (self.papers.scenario, *sheets) if paper]
        told = [line.strip() for paper in papers for line in paper.text.splitlines() if line.strip()]
        return told + list(self.arena.order_lines(self.docket))


def _sha256(paper: Paper) -> str:
    return sha256(paper.text.encode()).hexdigest()


def dice_facts(verdict: Verdict, *, held_back: bool = False) -> dict[str, Any]:
    """The dice as data: how the key comes about, unless that is ``held_back``, and each draw with its address and
    faces.
    """
    origin = verdict.origin
    secret = origin.secret.hex() if origin.secret else ""
    return {
        "format": FORMAT,
        **({} if held_back else {"key": f"{origin.key:016x}", "secret": secret}),
        "commitment": commitment(origin.secret) if origin.secret else "",
        "message": origin.message,
        "draws": [
            {
                "sample": sample,
                "round": cast.draw.address.round,
                "phase": cast.draw.address.phase,
                "side": cast.draw.address.side,
                "roller": cast.draw.address.roller,
                "start": cast.draw.start,
                "sides": cast.draw.sides,
                "faces": list(source.faces(cast.draw)),
                "purpose": cast.purpose,
                "who": cast.who,
                "rule": str(cast.citation),
            }
            for _, cast, source, sample in verdict.encounter.casts()
        ],
    }


def read_papers(
    scenario: Path | str, orders: Iterable[Path | str], faults: Faults, aftermath: Iterable[Path | str] = ()
) -> Papers | None:
    """The files of a battle and of its aftermath; book and fittings are looked for beside the scenario. Faults tell of
    those that cannot be read.

    None without a scenario or its book and fittings: against any others every ship or trait would look unknown.
    """
    scenario_paper = read_paper(scenario, faults)
    order_papers = [paper for path in orders if (paper := read_paper(path, faults))]
    after_papers = [paper for path in aftermath if (paper := read_paper(path, faults))]
    if scenario_paper is None:
        return None
    named = arena.arena_of(scenario_paper.text).sheets_named(scenario_paper.text)
    sheets = {place: read_sheet(Path(scenario).parent / name, faults) for place, name in named.items()}
    if None in sheets.values():
        return None
    return Papers(
        scenario=scenario_paper,
        book=sheets.get("book"),
        orders=tuple(order_papers),
        fittings=sheets.get("fittings"),
        army=sheets.get("army"),
        aftermath=tuple(after_papers),
    )


def adjudicate(papers: Papers, secret: bytes | None = None, faults: Faults | None = None) -> Verdict:
    """Fight a battle with dice from its orders and the promised secret.

    Raises ``Refused`` with every fault, those found in ``faults`` before included.
    """
    docket = read_docket(papers, faults or Faults())
    return fight_docket(papers, docket, KeyOrigin(docket.scenario.name, docket.orders_digest, secret))


def correct(papers: Papers, earlier: Verdict, faults: Faults | None = None) -> Verdict:
    """Fight corrected papers with the dice of an earlier verdict."""
    docket = read_docket(papers, faults or Faults())
    arena.check_same_kind(earlier.arena, papers.arena, papers.scenario.name)
    return fight_docket(papers, docket, earlier.origin, earlier)


def fight_docket(papers: Papers, docket: Docket, origin: KeyOrigin, earlier: Verdict | None = None) -> Verdict:
    """The verdict of a docket under a key: fought out by the standing orders, or as the answers of a duel have it."""
    encounter = papers.arena.fight(docket, partial(Keyed, origin.key), papers.answers)
    return Verdict(papers, docket, origin, encounter, earlier)


def read_docket(papers: Papers, faults: Faults) -> Docket:
    """The papers held against one another; raises ``Refused`` with every fault."""
    docket = papers.arena.open_docket(papers, faults)
    faults.settle()
    assert docket is not None
    return docket
