"""The scripted campaign of three Turns: ``examples/border-patrol``, told from its first line to the last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flagplot.core.commitment import read_secret
from flagplot.core.folder import orders_of
from flagplot.core.log import Record
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.campaign import enter_purchase, new
from flagplot.desk.resolve import Resolved, resolve, undo
from flagplot.formats.writers import write

EXAMPLE = Path(__file__).parents[2] / "examples" / "border-patrol"
TURNS, PHASES = (5, 6, 7), 4
MISTAKE = "The wrong ship was said to have been hit."


def resolved(folder: Path, turn: int, phase: int) -> Resolved:
    """One phase with its orders: dice from the table, but those of Turn 7 from the secret that was promised."""
    orders = orders_of(EXAMPLE, turn, f"M{phase}")
    if turn < TURNS[-1]:
        return resolve(folder, orders, by_hand=True)
    secret = read_secret(EXAMPLE / "turn-7.secret", Faults())
    return resolve(folder, orders, secret=secret)


def purchase(folder: Path, name: str) -> str:
    """A purchase paper entered, or why it was refused."""
    try:
        _, records = enter_purchase(folder, EXAMPLE / "purchases" / name, EXAMPLE / "fighters.csv")
    except Refused as refused:
        return "".join(f"refused: {refusal}\n" for refusal in refused.refusals)
    return "".join(f"{told(record)}\n" for record in records)


def told(record: Record) -> str:
    """A record in a line."""
    rules = ", ".join(rule.id for rule in record.deed.citations)
    return f"{record.seq}. {record.deed.text}{f' [{rules}]' if rules else ''}"


def story(folder: Path) -> Iterator[str]:
    """The campaign, part by part."""
    new(EXAMPLE / "campaign.toml", folder)
    for turn in TURNS:
        if turn == TURNS[-1]:
            yield purchase(folder, "too-many.toml")
            yield purchase(folder, "legal.toml")
        for phase in range(1, PHASES + 1):
            if (turn, phase) == (6, 3):
                yield purchase(folder, "capture.toml")
            yield write(resolved(folder, turn, phase).report(), "text")
            if (turn, phase) == (7, 1):
                record, _ = undo(folder, MISTAKE)
                yield f"{told(record)}\n"
                again = resolved(folder, turn, phase)
                yield write(again.report("coalition"), "text")


def whole(folder: Path) -> str:
    """The campaign as one text."""
    return "\n".join(story(folder))
