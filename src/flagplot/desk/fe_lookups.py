"""Federation & Empire in ten seconds: tables, abbreviations, nodes, and where a rule stands."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Listing, Node, Report, Table, Text
from flagplot.desk.answer import Answer
from flagplot.fe.index import about, index, locate, missing, told_rules
from flagplot.fe.lookup import abbreviations, look_up
from flagplot.fe.options import catalogue
from flagplot.fe.printed import charts, find_chart
from flagplot.fe.units.kinds import node_of


def tables() -> Answer:
    """Every chart that the data has."""
    rows = tuple((chart.id, chart.title, chart.rule, chart.edition) for chart in charts().values())
    heads = tuple(map(Column, ("table", "title", "rule", "printing")))
    values = {"tables": [dict(zip(("id", "title", "rule", "edition"), row, strict=True)) for row in rows]}
    return Answer(Report("Tables of Federation & Empire", (Table("", heads, rows),)), values)


def table(name: str, wanted: Mapping[str, str]) -> Answer:
    """A chart, or the part of it that fits what is wanted by column; raises ``Refused`` for what there is not."""
    found = look_up(find_chart(name), wanted)
    chart = found.chart
    rule = (chart.citation,)
    single = len(found.rows) == 1 and len(found.columns) == 2
    nodes: list[Node] = []
    if single:
        nodes.append(Text(f"{found.columns[0]} {found.rows[0][0]}, {found.columns[1]}: {found.rows[0][1]}", rule))
    else:
        nodes.append(Table("", tuple(map(Column, found.columns)), found.rows, rule))
    if chart.note:
        nodes.append(Text(chart.note))
    bearing = [
        reading
        for reading in catalogue().values()
        if any(id_ == chart.rule or id_.startswith(f"{chart.rule}/") for id_ in reading.rules)
    ]
    if bearing:
        told = ", ".join(f"{reading.number} {reading.id}".strip() for reading in bearing)
        nodes.append(Text(f"Readings that bear on it: {told}. 'flagplot readings fe ID' tells one."))
    values = {
        "table": chart.id,
        "title": chart.title,
        "rule": chart.rule,
        "edition": chart.edition,
        "columns": list(found.columns),
        "rows": [list(row) for row in found.rows],
        "note": chart.note,
        "readings": [reading.id for reading in bearing],
    }
    return Answer(Report(chart.title, tuple(nodes)), values)


def abbreviation(code: str, empire: str = "") -> Answer:
    """What a code stands for, in one empire or in each that has it."""
    found = abbreviations(code, empire)
    rows = tuple((row.empire, row.code, row.meaning, row.rule) for row in found)
    nodes: list[Node] = [Table("", tuple(map(Column, ("empire", "code", "what it is", "rule"))), rows)]
    if len({row.empire for row in found}) > 1:
        nodes.append(Text("The code differs by empire; name one with --empire.", (Citation("fe", "760.0"),)))
    return Answer(Report(f"What {found[0].code} stands for", tuple(nodes)), {"found": [row._asdict() for row in found]})


def node(word: str) -> Answer:
    """Whether a unit or place is a node of strategic movement."""
    faults = Faults()
    found = node_of(word, faults)
    faults.settle()
    assert found is not None
    rule = Citation("fe", "756.21" if found.is_node else "756.22")
    remark = f" ({found.remark})" if found.remark else ""
    told = f"{found.name}: {'a node' if found.is_node else 'no node'}{remark}"
    report = Report("Node of strategic movement", (Text(told, (rule,)),))
    return Answer(report, {**found._asdict(), "rule": str(rule)})


def where(text: str) -> Answer:
    """Where a rule stands, by number or title; of words that several titles hold, which those are."""
    found = about(text)
    if len(found) > 1:
        rows = tuple(found.items())
        table = Table("", (Column("rule"), Column("title")), rows)
        return Answer(Report(f"Rules about '{text}'", (table,)), {"about": text, "rules": dict(found)})
    place = locate(next(iter(found), text))
    book = index().books[place.book] if place.book else "not told"
    pairs = [("rule", place.number)]
    rule = told_rules().get(place.number)
    title = place.title or (rule.title if rule else "")
    if title:
        pairs.append(("title", title))
    pairs += [
        ("book", book),
        ("under", "; ".join(place.above) or "nothing"),
        ("cited", "once" if place.cited == 1 else f"{place.cited} times"),
    ]
    if not place.in_contents:
        pairs.append(("contents", "the contents do not list this number"))
    nodes: list[Node] = [Fields(tuple(pairs))]
    if rule:
        nodes.append(Text(rule.text))
    later = {row[0]: row[1:] for row in charts()["expansions"].rows}
    if place.number in later:
        empire, by_730, by_contents, remark = later[place.number]
        told = f"{empire}: by 730.0 in {by_730}"
        told += f", by the contents in {by_contents}" if by_contents else ""
        told += f"; {remark}" if remark else ""
        nodes.append(Text(f"{told}.", (Citation("fe", "730.0"),)))
    if place.mended:
        nodes.append(Listing(tuple(Text(each) for each in place.mended)))
    return Answer(
        Report(f"Rule {place.number}", tuple(nodes)),
        {**place._asdict(), "title": title, "text": rule.text if rule else ""},
    )


def oddities() -> Answer:
    """The numbers that are cited and stand under no heading, and the citations that mean another number."""
    gone = missing()
    rows = tuple((each["cited"], each["in"], each["meant"], each["reading"]) for each in index().mended)
    nodes = (
        Text(f"Cited, and under no heading of the contents: {', '.join(gone)}.", (Citation("fe", "contents/missing"),)),
        Table("Citations that mean another number", tuple(map(Column, ("cited", "in", "meant", "reading"))), rows),
    )
    values = {"missing": gone, "mended": [dict(each) for each in index().mended]}
    return Answer(Report("The index at odds with the text", nodes), values)
