"""Fittings: the traits, modules, doctrines and quirks that change a battle, ours and those of a user's book."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files

from flagplot.core.citation import Citation, carries_out
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.layout import Document, Layout, Leaf
from flagplot.engine.sheets import document_of, read_sheets
from flagplot.fta3.book.hooks import HOOKS, Effect, Form, read_effect
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.headings import headed


class Sort(StrEnum):
    """Whose a fitting is: traits and modules are a hull's, doctrines an owner's, quirks a single ship's."""

    TRAIT = "trait"
    MODULE = "module"
    DOCTRINE = "doctrine"
    QUIRK = "quirk"


ON_HULLS = (Sort.TRAIT, Sort.MODULE)


class Number(StrEnum):
    """Whether a number stands with the name, as in ``fdc=6``."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NONE = "none"


SPECIALIST = "specialist"
"""Stands in ``only_for`` for the hulls that their book marks as specialist."""


@dataclass(frozen=True, kw_only=True)
class Fitting:
    """One trait, module, doctrine or quirk.

    ``excludes`` are names that may not stand beside it. ``only_for`` are hull codes, sizes or ``specialist``: no other
    hull may have it, and a doctrine holds for no other; any may where there are none. ``source`` says whose it is.
    """

    name: str
    title: str
    sort: Sort
    effects: tuple[Effect, ...] = ()
    number: Number = Number.NONE
    excludes: tuple[str, ...] = ()
    only_for: tuple[str, ...] = ()
    source: str = ""

    @property
    def citation(self) -> Citation | None:
        """The rule of what it does first; None for a name that does nothing in a battle."""
        return HOOKS[self.effects[0].hook].citation if self.effects else None

    def is_for(self, hull: Hull) -> bool:
        """Whether a ship of this hull may have it."""
        kinds = {hull.code, hull.size.value, *([SPECIALIST] if hull.specialist else [])}
        return not self.only_for or not kinds.isdisjoint(self.only_for)

    def excludes_too(self, other: Fitting) -> bool:
        """Whether the two may not stand together: one names the other, or they choose differently at one hook."""
        if other.name in self.excludes or self.name in other.excludes:
            return True
        choices = {effect.hook: effect.words for effect in self.effects if HOOKS[effect.hook].form is Form.CHOICE}
        return any(choices.get(effect.hook, effect.words) != effect.words for effect in other.effects)


TABLE = "fitting"
"""What a row of a TOML book begins with, in double brackets."""

LEAF = headed(
    Leaf(
        TABLE,
        (
            Column(name="name", required=True, key=True, help="What lists call it: letters, figures and hyphens."),
            Column(
                name="sort",
                kind=Kind.CHOICE,
                required=True,
                choices=tuple(Sort),
                help="One of: trait, module (of a hull), doctrine (of an owner), quirk (of one ship).",
            ),
            Column(name="title", help="What reports call it; the name where it is blank."),
            Column(
                name="number",
                kind=Kind.CHOICE,
                choices=tuple(Number),
                help="Whether a number stands with the name: required, optional, none. None where it is blank.",
            ),
            Column(name="effects", kind=Kind.PAIRS, help="Hooks with what they change: to-hit +1; weight x1/2."),
            Column(name="excludes", kind=Kind.ITEMS, help="Names that may not stand beside it, with commas between."),
            Column(
                name="only_for",
                kind=Kind.ITEMS,
                help=f"Hull codes, sizes or {SPECIALIST}, with commas between. Any hull where it is blank.",
            ),
            Column(name="source", help="Where it comes from."),
            Column(
                name="replaces", kind=Kind.FLAG, help="Yes where it takes the place of one that Flagplot brings along."
            ),
        ),
        ("Fittings",),
    )
)
COLUMNS = LEAF.columns

LONGEST_NAME = 40
MOST_COPIES = 4
_NAME = re.compile(rf"[^\W\d_][\w-]{{0,{LONGEST_NAME - 1}}}")


def spell(name: str) -> str:
    """The name as tables have it: small letters, hyphens for blanks."""
    return "-".join(re.split(r"[\s_-]+", name.strip().casefold()))


@cache
def built_in() -> Mapping[str, Fitting]:
    """What the page and its companions tell of, by name."""
    text = files("flagplot.fta3").joinpath("data/fittings.toml").read_text(encoding="utf-8")
    faults = Faults()
    rows = read_rows(text, "fittings.toml", faults)
    found = _Reader({}, (), faults).read([rows])
    faults.settle()
    return found


def read_rows(text: str, source: str, faults: Faults) -> tuple[Row, ...]:
    """The rows of a file of fittings: TOML if ``source`` ends in ``.toml`` or a row begins with ``[[fitting]]``, else
    a sheet.
    """
    return read_sheets(text, source, LAYOUT, faults).rows


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    before = len(faults.found)
    sheet = read_sheets(paper.text, paper.name, layout, faults)
    gather([sheet.rows], [], faults)
    return document_of(sheet, layout) if len(faults.found) == before else None


LAYOUT = Layout(id="fittings", title="sheet of fittings", leaves=(LEAF,), read=_read_document)


def gather(sheets: Iterable[Iterable[Row]], codes: Collection[str], faults: Faults) -> dict[str, Fitting]:
    """What Flagplot brings along and what the rows of a user's sheets add; ``codes`` are those of the book's hulls.

    A faulty row is told, and kept as far as it can be read, so that nothing that names it looks unknown.
    """
    return _Reader(built_in(), codes, faults).read(sheets)


@carries_out("fta3", "module-slots")
def slots(copies: int) -> int:
    """Slots that so many copies of one stackable module fill together: 1, 2, 4, 8; refused beyond what is printed."""
    if not 0 <= copies <= MOST_COPIES:
        faults = Faults()
        message = f"the slots of {copies} copies are not in the data"
        mend = f"From 0 to {MOST_COPIES} copies."
        faults.add("no-slots", "modules", message, mend=mend, citation=Citation("fta3", "module-slots"))
        faults.settle()
    return 2 ** (copies - 1) if copies else 0


class _Reader:
    """Reads the rows of a table of fittings on top of those ``known``."""

    def __init__(self, known: Mapping[str, Fitting], codes: Collection[str], faults: Faults) -> None:
        self.known, self.faults = known, faults
        self.kinds: dict[str, str] = {kind.casefold(): kind for kind in (*Size, *codes)}

    def read(self, sheets: Iterable[Iterable[Row]]) -> dict[str, Fitting]:
        found: dict[str, tuple[Fitting, Row]] = {}
        for rows in sheets:
            # Two in one sheet have been told already.
            before = dict(found)
            for row in rows:
                fitting = self.fitting(row)
                if fitting is not None and fitting.name in before:
                    message = f"'{fitting.name}' stands already in {before[fitting.name][1].place}"
                    self.refuse("duplicate-key", row.where("name"), message, "Keep one of them.", Fault.INCONSISTENT)
                elif fitting is not None:
                    found[fitting.name] = fitting, row
        table = {**self.known, **{name: fitting for name, (fitting, _) in found.items()}}
        for fitting, row in found.values():
            self.check_excludes(fitting, row, table)
        return table

    def fitting(self, row: Row) -> Fitting | None:
        """The fitting of one row; None for one that cannot be called by its name."""
        name = row.text("name").casefold()
        if not _NAME.fullmatch(name):
            if name:
                mend = f"A letter first, then letters, figures and hyphens, {LONGEST_NAME} characters at most."
                self.refuse("bad-name", row.where("name"), f"'{shorten(name)}' cannot be a name", mend, Fault.MALFORMED)
            return None
        effects = self.effects(row)
        kinds = [self.kind(kind, row.where("only_for"), (SPECIALIST,)) for kind in row.items("only_for")]
        fitting = Fitting(
            name=name,
            title=row.text("title") or name.replace("-", " ").capitalize(),
            sort=Sort(row.text("sort") or Sort.TRAIT),
            effects=effects,
            number=Number(row.text("number") or Number.NONE),
            excludes=tuple(map(spell, row.items("excludes"))),
            only_for=tuple(kinds),
            source=row.text("source"),
        )
        self.check_number(fitting, row)
        self.check_replaces(fitting, row)
        return fitting

    def effects(self, row: Row) -> tuple[Effect, ...]:
        where = row.where("effects")
        found: dict[str, Effect] = {}
        for pair in row.items("effects"):
            effect = read_effect(pair, where, self.faults)
            if effect is None:
                continue
            if effect.hook in found:
                mend = "Write one number or factor for a hook; a second can stand in a row of its own."
                message = f"'{effect.hook}' stands here twice"
                self.refuse("double-effect", where, message, mend, Fault.INCONSISTENT)
            if HOOKS[effect.hook].form is Form.KINDS:
                effect = replace(effect, words=tuple(self.kind(kind, where) for kind in effect.words))
            found[effect.hook] = effect
        return tuple(found.values())

    def kind(self, word: str, where: str, others: tuple[str, ...] = ()) -> str:
        """A hull code or size in its own spelling."""
        kinds = self.kinds | {other: other for other in others}
        if word.casefold() not in kinds:
            mend = nearest(shorten(word), kinds.values())
            self.refuse("unknown-kind", where, f"'{shorten(word)}' is no hull of the book and no size", mend)
        return kinds.get(word.casefold(), word)

    def check_number(self, fitting: Fitting, row: Row) -> None:
        """A number must be asked for where an effect needs one, and only there; doctrines and quirks have none."""
        where = row.where("number")
        counted = [effect.hook for effect in fitting.effects if effect.counted]
        if fitting.number is Number.NONE:
            if counted and "number" not in row.refused:
                message = f"n stands beside '{counted[0]}', but no number can stand with '{fitting.name}'"
                self.refuse("number-missing", where, message, "Write: required, or optional.", Fault.INCONSISTENT)
        elif fitting.sort not in ON_HULLS:
            message = f"no number can stand with a {fitting.sort}"
            self.refuse("number-of-none", where, message, "Write the number beside the hook.", Fault.INCONSISTENT)
        elif not counted and "effects" not in row.refused and len(fitting.effects) == len(row.items("effects")):
            message = f"nothing comes of the number that stands with '{fitting.name}'"
            self.refuse("number-unused", where, message, "Write +n or -n beside a hook.", Fault.INCONSISTENT)

    def check_replaces(self, fitting: Fitting, row: Row) -> None:
        """A row takes the place of one of ours only where it says so."""
        where = row.where("name")
        if fitting.name in self.known and not row.flag("replaces") and "replaces" not in row.refused:
            message = f"'{fitting.name}' means something already"
            mend = "Choose another name, or write replaces = true (in a sheet: a column replaces with yes)."
            self.refuse("built-in", where, message, mend, Fault.INCONSISTENT)
        elif row.flag("replaces") and fitting.name not in self.known:
            message = f"there is no '{fitting.name}' to replace"
            self.refuse("nothing-to-replace", where, message, nearest(fitting.name, self.known), Fault.INCONSISTENT)

    def check_excludes(self, fitting: Fitting, row: Row, table: Mapping[str, Fitting]) -> None:
        for name in fitting.excludes:
            if name not in table or name == fitting.name:
                message = f"'{shorten(name)}' is {'itself' if name == fitting.name else 'not in the book'}"
                mend = nearest(shorten(name), [other for other in table if other != fitting.name])
                self.refuse("unknown-fitting", row.where("excludes"), message, mend)

    def refuse(self, code: str, where: str, message: str, mend: str, fault: Fault = Fault.ILLEGAL) -> None:
        self.faults.add(code, where, message, fault=fault, mend=mend)
