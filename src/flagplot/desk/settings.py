"""The settings of a ruleset for people and programs: what its rulebook leaves out, and where each value comes from."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.core.refusal import Faults, nearest
from flagplot.core.report import Column, Report, Table, Text
from flagplot.core.settings import accepted_digest, choose, of_part
from flagplot.desk.answer import Answer
from flagplot.engine.ruleset import Ruleset

NOBODY = "(must be given)"


def settings(ruleset: Ruleset, wanted: Mapping[str, str] | None = None, part: str = "") -> Answer:
    """Every setting with its value and source, a table's own values put in; only those of a ``part`` where one is
    named. Raises ``Refused`` for unknown settings, and for a part that there is not.
    """
    faults = Faults()
    chosen = of_part(choose(ruleset.settings, wanted or {}, "settings", faults), part)
    if not chosen and part:
        parts = dict.fromkeys(each.part for each in ruleset.settings.values() if each.part)
        faults.add("unknown-part", ruleset.id, f"no settings are of the part '{part}'", mend=nearest(part, parts))
    faults.settle()
    rows = tuple(
        (each.id, each.value or NOBODY, each.source.value, f"{each.title} ({each.rule})", each.note)
        for each in chosen.values()
    )
    heads = tuple(map(Column, ("setting", "value", "source", "what it is", "who says so")))
    open_ = [each.id for each in chosen.values() if not each.value]
    told = f"{len(open_)} of {len(chosen)} still have no value{': ' if open_ else ''}{', '.join(open_)}."
    accepting = f'To accept the list as it stands, write accepted = "{accepted_digest(chosen)}" into the game\'s file.'
    nodes = (Table("", heads, rows), Text(told), Text(accepting)) if chosen else (Text("There are none."),)
    values = {
        "system": ruleset.id,
        "accepted": accepted_digest(chosen),
        "settings": [{**vars(each), "source": each.source.value} for each in chosen.values()],
    }
    return Answer(Report(f"Settings of {ruleset.title} ({ruleset.id})", nodes), values)
