"""The book-keeping year: begin a game of fleets and treasuries in a folder, and take it from quarter to quarter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flagplot.core.canonical import digest
from flagplot.core.folder import STATE, Game, create, file_orders, open_game, orders_of, save
from flagplot.core.log import Deed, Record
from flagplot.core.papers import Paper, read_paper
from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.core.report import Fields, Report, Section
from flagplot.core.textfile import REPORT_LIMIT
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.resolve import take_back
from flagplot.desk.verify import refought_papers
from flagplot.fta3.book.book import read_book
from flagplot.fta3.logistics.starlanes import read_map
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.report.reporting import DEMONSTRATION
from flagplot.fta3.ruleset import FTA3
from flagplot.fta3.year import telling
from flagplot.fta3.year.held import Reported
from flagplot.fta3.year.ledger import Balance
from flagplot.fta3.year.office import ARMY, BASE, POLITY, QUARTERS, SHIP, Office
from flagplot.fta3.year.orders import read_orders
from flagplot.fta3.year.quarter import play_quarter
from flagplot.fta3.year.sheet import names_of, open_sheet, read_sheet

SYSTEM = "fta3"
BEGUN = "quarter-begun"
MAP, BOOK = "map", "book"
"""The settings that hold map and ship book, each a name and a text, so that the folder stands alone."""

COUNTED = {POLITY: "polities", SHIP: "ships", ARMY: "armies", BASE: "bases"}
"""What a new game is told to have, with the word for several."""

REPORTS = "battles"
"""The folder of battle reports among a quarter's orders."""


@dataclass(frozen=True, kw_only=True)
class Settled:
    """One quarter in the log: when it was, its records, and every polity's books."""

    year: int
    quarter: int
    records: tuple[Record, ...]
    books: tuple[Balance, ...]


@dataclass(frozen=True, kw_only=True)
class Played:
    """Quarters that were played one after another, the game behind them, and whether its ship book is invented."""

    game: Game
    quarters: tuple[Settled, ...]
    invented: bool

    def report(self) -> Report:
        """What happened, quarter by quarter, and how the books close."""
        parts = [(each, (*telling.sections(each.records), telling.books_section(each.books))) for each in self.quarters]
        first, last = self.quarters[0], self.quarters[-1]
        title = f"{self.game.head.name}: year {first.year}, quarter {first.quarter}"
        seals = Fields((("last line of the log", f"{last.records[-1].seq}, SHA-256 {self.game.prev}"),))
        banner = (DEMONSTRATION,) if self.invented else ()
        if len(parts) == 1:
            return Report(title, (*parts[0][1], seals), banner)
        sections = tuple(Section(f"Year {each.year}, quarter {each.quarter}", told) for each, told in parts)
        return Report(f"{title} to {last.quarter}", (*sections, seals), banner)

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON takes it."""
        return {
            "log": self.game.prev,
            "quarters": [
                {
                    "year": each.year,
                    "quarter": each.quarter,
                    "state": each.records[-1].deed.facts[STATE],
                    "events": [
                        {
                            "seq": record.seq,
                            "kind": record.deed.kind,
                            **{name: value for name, value in record.deed.facts.items() if name != STATE},
                            "text": record.deed.text,
                            "rules": [str(citation) for citation in record.deed.citations],
                        }
                        for record in each.records
                    ],
                    "books": telling.books_facts(each.books),
                }
                for each in self.quarters
            ],
        }


def new(sheet: Path | str, folder: Path) -> Game:
    """Begin the game of a sheet in a folder that is not there yet; map and ship book lie beside the sheet.

    Raises ``Refused`` with every fault of the three, and where something is in the folder.
    """
    faults = Faults()
    paper = read_paper(sheet, faults)
    faults.settle()
    assert paper is not None
    rows = open_sheet(paper, faults)
    names = names_of(rows)
    map_paper = read_paper(Path(sheet).parent / names.map, faults) if names.map else None
    book_paper = read_paper(Path(sheet).parent / names.book, faults) if names.book else demo_book()
    chart = read_map(map_paper, faults) if map_paper else None
    book = read_book(book_paper.text, book_paper.name, faults) if book_paper else None
    # Without map or book every place or hull would look unknown.
    beginning = read_sheet(rows, chart, book, FTA3.readings, faults) if chart and book else None
    faults.settle()
    assert beginning is not None
    assert map_paper is not None
    assert book_paper is not None
    head, world = beginning
    return create(folder, replace(head, settings={MAP: vars(map_paper), BOOK: vars(book_paper)}), world)


def opened(folder: Path) -> tuple[Game, Office]:
    """The game of a folder and its office; raises ``Refused`` where there is none that is played by the year."""
    faults = Faults()
    game = open_game(folder, faults)
    faults.settle()
    assert game is not None
    if game.head.system != SYSTEM:
        message = f"this is a game of '{game.head.system}', which is not played by the year"
        faults.add("other-system", str(folder), message, fault=Fault.CONFLICT, mend="Name a game of fta3.")
    faults.settle()
    papers = {name: Paper(**game.head.settings[name]) for name in (MAP, BOOK)}
    chart = read_map(papers[MAP], faults)
    book = read_book(papers[BOOK].text, papers[BOOK].name, faults)
    faults.settle()
    assert chart is not None
    assert book is not None
    return game, Office(game.world, chart, book, game.head.readings)


def resolve(folder: Path, orders: Sequence[Path | str] = (), battles: Sequence[Path | str] = ()) -> Played:
    """Play the next quarter of the game in ``folder`` and write it there.

    Without ``orders``, and without ``battles``, those that lie in the folder for this quarter are taken. Each battle is
    the report of one, fought again before it is believed; battles are entered in the order given. Raises ``Refused``
    with every fault; then nothing is changed.
    """
    game, office = opened(folder)
    step = _step(office)
    faults = Faults()
    papers = _read(orders or orders_of(folder, office.year, step), faults)
    reports = _read(battles or orders_of(folder, office.year, f"{step}/{REPORTS}"), faults, REPORT_LIMIT)
    after, _, settled = _play(game, office, papers, reports, faults)
    save(after, len(game.records))
    if orders and papers:
        file_orders(folder, office.year, step, [(paper.name, paper.text) for paper in papers])
    if battles and reports:
        named = [(f"{number:02}-{paper.name}", paper.text) for number, paper in enumerate(reports, 1)]
        file_orders(folder, office.year, f"{step}/{REPORTS}", named)
    return Played(game=after, quarters=(settled,), invented=office.book.invented)


def resolve_year(folder: Path) -> Played:
    """Play the quarters that are left of the year, each with the orders and reports that lie in the folder for it.

    Raises ``Refused`` with every fault of the first quarter that has any; then nothing is changed at all.
    """
    game, office = opened(folder)
    after, quarters = game, []
    for _ in range(office.quarter, QUARTERS + 1):
        faults, step = Faults(), _step(office)
        papers = _read(orders_of(folder, office.year, step), faults)
        reports = _read(orders_of(folder, office.year, f"{step}/{REPORTS}"), faults, REPORT_LIMIT)
        after, office, settled = _play(after, office, papers, reports, faults)
        quarters.append(settled)
    save(after, len(game.records))
    return Played(game=after, quarters=tuple(quarters), invented=office.book.invented)


def undo(folder: Path, reason: str) -> tuple[Record, Path | None]:
    """Take the last quarter back, for a reason that goes into the log; its record, and where its orders now lie."""
    return take_back(opened(folder)[0], reason)


def _play(
    game: Game, office: Office, papers: Sequence[Paper], reports: Sequence[Paper], faults: Faults
) -> tuple[Game, Office, Settled]:
    """The game after the office's quarter; nothing is written."""
    acts = read_orders(papers, office, faults)
    battles = [found for paper in reports if (found := _verified(game, paper, faults))]
    quarter = play_quarter(office, acts, battles, faults)
    faults.settle()
    told = {"orders": digest(sorted(paper.text for paper in papers)), "battles": [each.digest for each in battles]}
    begun = Deed(kind=BEGUN, text=f"Quarter {office.quarter} of year {office.year} begins.", facts=told)
    after = game.after([begun, *quarter.deeds], turn=office.year, step=_step(office))
    records = after.records[len(game.records) :]
    settled = Settled(year=office.year, quarter=office.quarter, records=records, books=quarter.books)
    return after, quarter.after, settled


def _verified(game: Game, paper: Paper, faults: Faults) -> Reported | None:
    """The battle of a report, fought again; None and a fault where it is none that could be entered."""
    try:
        verdict = refought_papers([paper])
    except Refused as refused:
        faults.found += refused.refusals
        return None
    if not isinstance(verdict.encounter, Encounter):
        mend = "Enter what it came to: lose, cede, grant, each with its reason."
        message = "this is a ground war, which the moderator enters by hand"
        faults.add("ground-war", paper.name, message, fault=Fault.INCONSISTENT, mend=mend)
        return None
    if (verdict.papers.book or demo_book()).text != game.head.settings[BOOK]["text"]:
        message = "it was fought with another ship book than this game's"
        mend = f"Fight it with {game.head.settings[BOOK]['name']} as the game has it."
        faults.add("other-book", paper.name, message, fault=Fault.INCONSISTENT, mend=mend)
        return None
    return Reported(paper.name, verdict.result_digest, verdict.encounter)


def _read(paths: Sequence[Path | str], faults: Faults, limit: int = 0) -> list[Paper]:
    papers = (read_paper(path, faults, limit) if limit else read_paper(path, faults) for path in paths)
    return [paper for paper in papers if paper is not None]


def _step(office: Office) -> str:
    return f"Q{office.quarter}"
