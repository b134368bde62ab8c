"""Games in folders: begin one from a sheet, open one, and find what reads it."""

from __future__ import annotations

from pathlib import Path

from flagplot.border_patrol.campaign.settings import Settings, settings_of
from flagplot.border_patrol.campaign.sheet import read_sheet
from flagplot.core.folder import Game, create, open_game
from flagplot.core.papers import read_paper
from flagplot.core.refusal import Fault, Faults

SYSTEM = "bp"


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
