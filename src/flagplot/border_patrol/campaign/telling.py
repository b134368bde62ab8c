"""A movement phase told: the report of what came about, and the sheet of what is to come, for all or for one Team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flagplot.border_patrol.campaign.decisions import Decision
from flagplot.border_patrol.campaign.pieces import Craft, Pieces
from flagplot.border_patrol.campaign.settings import Settings
from flagplot.border_patrol.craft import PATROL_SHIPS
from flagplot.border_patrol.stranded.deadline import deadline
from flagplot.border_patrol.stranded.independence import booster_packs_in_use, craft_is_in_supply
from flagplot.border_patrol.stranded.survival import survival_chance
from flagplot.core.citation import Citation
from flagplot.core.log import Record
from flagplot.core.report import Column, Entry, Listing, Node, Roll, Section, Table, Text

QUIET = frozenset({"phase-begun", "warning", "books", "phase-over"})
"""Kinds that stand elsewhere in the report, or are book-keeping."""


def stranded_section(pieces: Pieces, settings: Settings, team: str = "") -> Section:
    """Every craft, or of one Team, that is out as the phase begins, with what bears on its fate."""
    rows = [_row(craft, pieces, settings) for craft in pieces.out() if team in ("", craft.team)]
    if not rows:
        return Section("Stranded craft", (Text("No craft is out on its own."),))
    heads = ("craft", "Team", "kind", "hex", "terrain", "crew", "since", "supply", "lives by")
    cited = tuple(Citation("bp", id_) for id_ in ("V12.02", "V12.15", "V12.23"))
    parts: list[Node] = [Table("", tuple(map(Column, heads)), tuple(rows), cited)]
    packs = [craft.id for craft in pieces.out() if pieces.world[craft.id].get("packs") and team in ("", craft.team)]
    if packs:
        used = booster_packs_in_use(1, strategic=True)
        text = f"Booster packs aboard {', '.join(packs)}: {used} in use on the map; they stay aboard."
        parts.append(Text(text, (Citation("bp", "V12.03"),)))
    return Section("Stranded craft", tuple(parts))


def decisions_section(decisions: Iterable[Decision], team: str = "", *, choices: bool = False) -> list[Node]:
    """What the owners had to decide; with ``choices`` each with the orders that would answer it."""
    known = [each for each in decisions if team in ("", each.who)]
    if not known:
        return []
    heads = tuple(map(Column, ("Team", "about", "decision", "answer", "given by")))
    rows = tuple(
        (each.who, each.piece, each.question, each.answer, "assumed" if each.assumed else "order") for each in known
    )
    parts: list[Node] = [Table("", heads, rows, tuple(dict.fromkeys(each.citation for each in known)))]
    if choices:
        lines = (f"{each.piece}: {choice.order} ({choice.meaning})" for each in known for choice in each.choices)
        parts.append(Section("To answer, write", (Listing(tuple(map(Text, lines))),)))
    return [Section("Decisions", tuple(parts))]


def events_section(records: Sequence[Record], *, own_numbers: bool = False) -> Section:
    """What came about, numbered as in the log, or with numbers of its own, so that what is hidden leaves no gap."""
    shown = [record for record in records if record.deed.kind not in QUIET]
    entries = tuple(
        Entry(number if own_numbers else each.seq, each.deed.text, each.deed.citations, _detail(each))
        for number, each in enumerate(shown, 1)
    )
    return Section("What happened", entries or (Text("Nothing that concerns this section."),))


def warnings_section(records: Sequence[Record]) -> list[Node]:
    """Who is in danger in the next phase."""
    told = [Text(record.deed.text, record.deed.citations) for record in records if record.deed.kind == "warning"]
    return [Section("The next phase", (Listing(tuple(told)),))] if told else []


def dice_section(records: Sequence[Record]) -> list[Node]:
    """Every die with its address, or as one that was rolled at the table."""
    rolls = tuple(_rolls(records))
    return [Section("Dice", rolls)] if rolls else []


def settings_section(settings: Settings, records: Sequence[Record]) -> list[Node]:
    """Settings that nobody gave, and the options of readings that a result depended on."""
    items = [Text(f"Assumed: {text}") for text in settings.assumed]
    used = dict.fromkeys(id_ for record in records for id_ in record.deed.readings)
    items += [Text(f"Reading {id_}: {settings.options[id_]}") for id_ in used]
    return [Section("Settings and readings", (Listing(tuple(items)),))] if items else []


def boxes_section(pieces: Pieces, due: Iterable[Craft], settings: Settings) -> list[Node]:
    """A line for each check that is due, with what is added to the die and a box for the die itself."""
    rows = []
    for craft in due:
        terrain = settings.terrain_at(craft.hex)
        rows.append((craft.id, craft.hex, terrain.value, str(survival_chance(craft.crew, terrain)), "[   ]"))
    if not rows:
        return []
    heads = tuple(map(Column, ("craft", "hex", "terrain", "lives with chance", "die")))
    text = Text("Roll a die for each and write 'die', the craft and the face among the campaign master's orders.")
    return [Section("Dice to roll", (Table("", heads, tuple(rows), (Citation("bp", "V12.14"),)), text))]


def _row(craft: Craft, pieces: Pieces, settings: Settings) -> tuple[str, ...]:
    terrain = settings.terrain_at(craft.hex)
    independent = pieces.is_independent(craft)
    supplied = craft_is_in_supply(craft.kind, independent=independent, by_the_map=not independent)
    states = [word for word, holds in (("ace", craft.ace), ("crippled", craft.crippled)) if holds]
    end = ""
    if craft.kind not in PATROL_SHIPS and craft.since:
        end = _when(*deadline(craft.since, terrain, settings.phases))
    return (
        craft.id,
        craft.team,
        craft.kind.value,
        craft.hex,
        terrain.value,
        " ".join(states),
        _when(*craft.since) if craft.since else "",
        "in" if supplied else "out",
        end,
    )


def _when(turn: int, phase: int) -> str:
    return f"T{turn} M{phase}"


def _detail(record: Record) -> tuple[str, ...]:
    """The modifiers of a check, each on a line of its own with its rule."""
    return tuple(f"{each.value:+d} {each.name} [{each.citation.id}]" for each in record.deed.modifiers)


def _rolls(records: Sequence[Record]) -> Iterator[Roll]:
    for record in records:
        for throw in record.deed.throws:
            yield Roll(
                round=int(record.step.removeprefix("M")),
                purpose=throw.purpose,
                who=throw.who,
                sides=throw.sides,
                faces=(throw.face,),
                need=None,
                citation=record.deed.citations[0],
                address=throw.source,
            )
