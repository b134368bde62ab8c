"""Reports as one HTML page that loads nothing: readable in light and dark, on paper, and by a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Node, Report, Roll, Section, Table, Text
from flagplot.formats.pages.drawing import drawn
from flagplot.formats.plain import need_of, one_line, system_of, verbatim

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
DEEPEST = 6  # levels of heading that HTML knows


def write_html(report: Report) -> str:
    """``report`` as a page; ends with one newline."""
    return "\n".join(_Page(report).lines()) + "\n"


def text(value: str) -> str:
    """``value`` on one line, with whatever HTML would read as its own escaped."""
    return escape(one_line(value))


class _Page:
    """One pass over one report; numbers sections and tables, so that the contents and scroll boxes can name them."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.system = system_of(report)
        self.tables = 0
        self.explained = False

    def lines(self) -> Iterator[str]:
        title = text(self.report.title)
        css = files("flagplot.formats.pages").joinpath("report.css").read_text(encoding="utf-8")
        yield "<!doctype html>"
        yield '<html lang="en">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield f"<title>{title}</title>"
        yield f"<style>\n{css}</style>"
        yield "</head>"
        yield "<body>"
        yield '<a class="skip" href="#report">Skip the contents</a>'
        yield f"<header>\n<h1>{title}</h1>"
        for line in self.report.banner:
            yield f'<p class="banner"><strong>{text(line)}</strong></p>'
        yield "</header>"
        yield from self.contents()
        yield '<main id="report">'
        if self.report.story:
            yield '<div class="story">'
            yield from (f"<p>{text(paragraph)}</p>" for paragraph in self.report.story)
            yield "</div>"
        if self.system:
            yield f'<p class="note">Rules named <span class="rule">so</span> are those of {text(self.system)}.</p>'
        yield from self.nodes(self.report.children, 2, "part")
        yield "</main>"
        yield "</body>"
        yield "</html>"

    def contents(self) -> Iterator[str]:
        """Links to the sections right under the title."""
        titles = [
            (f"part-{number}", node.title)
            for number, node in enumerate(self.report.children, 1)
            if isinstance(node, Section)
        ]
        if titles:
            yield '<nav aria-label="Contents">\n<ul>'
            yield from (f'<li><a href="#{name}">{text(title)}</a></li>' for name, title in titles)
            yield "</ul>\n</nav>"

    def nodes(self, nodes: Sequence[Node], depth: int, name: str) -> Iterator[str]:
        """Nodes one after another; ``name`` is the id of what they stand in. Entries and rolls in a row are a list."""
        for kind, group in groupby(enumerate(nodes, 1), lambda numbered: type(numbered[1])):
            found = list(group)
            if kind is Entry:
                yield '<ol class="events">'
                yield from (self.entry(node) for _, node in found if isinstance(node, Entry))
                yield "</ol>"
            elif kind is Roll:
                yield from self.rolls([node for _, node in found if isinstance(node, Roll)])
            else:
                for number, node in found:
                    yield from self.node(node, depth, f"{name}-{number}")

    def node(self, node: Node, depth: int, name: str) -> Iterator[str]:
        match node:
            case Section():
                level = f"h{min(depth, DEEPEST)}"
                yield f'<section id="{name}" aria-labelledby="{name}-title">'
                yield f'<{level} id="{name}-title">{text(node.title)}</{level}>'
                yield from self.nodes(node.children, depth + 1, name)
                yield "</section>"
            case Text():
                yield f"<p>{self.cited(text(node.text), node.citations)}</p>"
            case Listing():
                yield "<ul>"
                yield from (f"<li>{self.cited(text(item.text), item.citations)}</li>" for item in node.items)
                yield "</ul>"
            case Fields():
                yield "<dl>"
                for key, value in node.pairs:
                    yield f"<div><dt>{text(key)}</dt><dd>{text(value)}</dd></div>"
                yield "</dl>"
            case Table():
                yield from self.table(node)
            case Block():
                if drawing := drawn(node.drawing):
                    yield f"<figure>{drawing}</figure>"
                # The browser drops the first line end; every line of the block stands alone on one of the page.
                yield '<pre tabindex="0">'
                yield from map(escape, verbatim(node.text))
                yield "</pre>"

    def entry(self, entry: Entry) -> str:
        detail = "".join(f"<li>{text(line)}</li>" for line in entry.detail)
        inner = f"<ul>{detail}</ul>" if detail else ""
        return f'<li value="{entry.number}">{self.cited(text(entry.text), entry.citations)}{inner}</li>'

    def table(self, table: Table) -> Iterator[str]:
        self.tables += 1
        name = f"table-{self.tables}"
        caption = self.cited(text(table.caption), table.citations)
        label = f'role="region" aria-labelledby="{name}"' if caption else 'role="region" aria-label="Table"'
        yield f'<div class="scroll" {label} tabindex="0">\n<table>'
        if caption:
            yield f'<caption id="{name}">{caption}</caption>'
        heads = "".join(f'<th scope="col"{_side(c)}>{text(c.name)}</th>' for c in table.columns)
        yield f"<thead><tr>{heads}</tr></thead>"
        yield "<tbody>"
        for first, *rest in table.rows:
            cells = "".join(f"<td{_side(c)}>{text(v)}</td>" for c, v in zip(table.columns[1:], rest, strict=True))
            yield f'<tr><th scope="row"{_side(table.columns[0])}>{text(first)}</th>{cells}</tr>'
        yield "</tbody>\n</table>\n</div>"

    def rolls(self, rolls: Sequence[Roll]) -> Iterator[str]:
        if not self.explained and any(roll.need is not None for roll in rolls):
            self.explained = True
            yield '<p class="note"><b class="hit">Underlined</b> is a die that reaches the number it needs.</p>'
        yield '<ul class="dice">'
        for roll in rolls:
            marks = zip(roll.faces, roll.successes, strict=True)
            faces = " ".join(f'<b class="hit">{face}</b>' if success else str(face) for face, success in marks)
            what = f"Round {roll.round}, {text(roll.purpose)}, {text(roll.who)}, {need_of(roll)}: {faces}"
            address = f'<span class="address">{text(roll.address)}</span>'
            yield f"<li>{self.cited(what, roll.citations)} {address}</li>"
        yield "</ul>"

    def cited(self, html: str, citations: Iterable[Citation]) -> str:
        """``html`` with its rules behind it."""
        own = f"{self.system} " if self.system else ""
        rules = (f'<span class="rule">{text(str(citation).removeprefix(own))}</span>' for citation in citations)
        return " ".join([html, *rules]).strip()


def _side(column: Column) -> str:
    return ' class="number"' if column.align == "right" else ""
