"""Games in folders: begin one from a sheet, open one, and find what reads it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flagplot.border_patrol.campaign.economy import check_receipt, enter
from flagplot.border_patrol.campaign.pieces import Pieces
from flagplot.border_patrol.campaign.settings import Settings, settings_of
from flagplot.border_patrol.campaign.sheet import read_sheet
from flagplot.border_patrol.purchases.check import check_paper
from flagplot.border_patrol.purchases.fighter_book import read_book
from flagplot.border_patrol.purchases.paper import read_paper as read_purchases
from flagplot.core.folder import Game, create, open_game, save
from flagplot.core.log import Record
from flagplot.core.papers import read_paper
from flagplot.core.refusal import Fault, Faults
from flagplot.desk import sheets

SYSTEM = "bp"
ECONOMY = "E"
"""What the step of a purchase begins with; the number of the last record before it makes it one of its own."""


def new(sheet: Path | str, folder: Path) -> Game:
    """Begin the campaign of a sheet in a folder that is not there yet.

    Raises ``Refused`` with every fault of the sheet, and where something is in the folder.
    """
    faults = Faults()
    paper = read_paper(sheet, faults)
    faults.settle()
    assert paper is not None
    beginning = read_sheet(paper.text, paper.name, faults)
    faults.settle()
    assert beginning is not None
    return create(folder, beginning.head, beginning.world)


def opened(folder: Path) -> tuple[Game, Settings]:
    """The campaign of a folder and its settings; raises ``Refused`` where there is none that this version plays."""
    faults = Faults()
    game = open_game(folder, faults)
    faults.settle()
    assert game is not None
    if game.head.system != SYSTEM:
        message = f"this is a game of '{game.head.system}', which is not resolved phase by phase"
        faults.add("other-system", str(folder), message, fault=Fault.CONFLICT, mend="Name a campaign of Border Patrol.")
    faults.settle()
    return game, settings_of(game.head)


def enter_purchase(folder: Path, paper: Path | str, book: Path | str) -> tuple[Game, tuple[Record, ...]]:
    """Enter a purchase paper into the campaign of ``folder``: its records.

    Raises ``Refused`` with every fault of book and paper, of the purchase by the rules, and where the campaign knows
    otherwise; then nothing is changed.
    """
    game, settings = opened(folder)
    faults = Faults()
    papers = [read_paper(paper, faults), sheets.read_sheet(book, faults)]
    faults.settle()
    texts = [each for each in papers if each is not None]
    models = read_book(texts[1].text, texts[1].name, faults)
    orders = read_purchases(texts[0].text, texts[0].name, faults)
    faults.settle()
    assert orders is not None
    receipt = check_paper(replace(orders, options=settings.options), models, faults)
    pieces = Pieces(game.world, settings.options)
    check_receipt(receipt, pieces, faults)
    faults.settle()
    after = game.after(enter(receipt, pieces), turn=pieces.now.turn, step=f"{ECONOMY}{len(game.records)}")
    save(after, len(game.records))
    return after, after.records[len(game.records) :]
