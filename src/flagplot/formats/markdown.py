"""Reports as Markdown (CommonMark with pipe tables), for boards and repositories."""

import re
from collections.abc import Iterable

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Node, Report, Roll, Section, Table, Text
from flagplot.formats.plain import LineWriter, joined, need_of, one_line, verbatim

SPECIAL = re.compile(r"[\\`*_{}\[\]<>|~#&$]")
OPENING = re.compile(r"^(\d*)([-+.)])(?=[- ]|$)")  # at the head of a paragraph: an item of a list, or a rule
DEEPEST = 6  # levels of heading that Markdown knows


def write_markdown(report: Report) -> str:
    """``report`` in Markdown, a paragraph a line; ends with one newline, and no line ends with a blank."""
    return joined(_Writer(report).report(report))


def escaped(text: str) -> str:
    """``text`` on one line, with a backslash before whatever Markdown would read as its own."""
    return SPECIAL.sub(r"\\\g<0>", one_line(text))


def opened(text: str) -> str:
    """``text`` escaped to stand at the head of a paragraph or an item."""
    return OPENING.sub(r"\1\\\2", escaped(text))


def code(text: str) -> str:
    """``text`` as inline code, between more backticks than it holds in a row."""
    plain = one_line(text)
    if not plain:
        return ""
    ticks = "`" * (_longest_run(plain) + 1)
    pad = " " if plain[0] == "`" or plain[-1] == "`" else ""
    return f"{ticks}{pad}{plain}{pad}{ticks}"


def _longest_run(text: str) -> int:
    """How many backticks stand in a row at most."""
    return max(map(len, re.findall("`+", text)), default=0)


class _Writer(LineWriter):
    mark = "**Bold**"

    def report(self, report: Report) -> list[str]:
        lines = [f"# {escaped(report.title)}".rstrip()]
        for line in report.banner:
            lines += ["", f"> **{escaped(line)}**"]
        if self.system:
            lines += ["", f"Rules in {code('code type')} are those of {escaped(self.system)}."]
        if report.children:
            lines += ["", *self.nodes(report.children, depth=2)]
        return lines

    def paragraph(self, text: str) -> list[str]:
        return [text]

    def node(self, node: Node, depth: int) -> list[str]:
        match node:
            case Section():
                heading = f"{'#' * min(depth, DEEPEST)} {escaped(node.title)}".rstrip()
                return [heading, "", *self.nodes(node.children, depth + 1)] if node.children else [heading]
            case Text():
                return [self.cited(opened(node.text), node.citations)]
            case Listing():
                return [f"- {self.cited(opened(item.text), item.citations)}".rstrip() for item in node.items]
            case Entry():
                text = self.cited(f"- **{node.number}.** {escaped(node.text)}".rstrip(), node.citations)
                return [text, *(f"  - {opened(detail)}".rstrip() for detail in node.detail)]
            case Fields():
                return [f"- **{escaped(name)}:** {escaped(value)}".rstrip() for name, value in node.pairs]
            case Table():
                return self.table(node)
            case Roll():
                return [self.roll(node)]
            case Block():
                return fenced(node.text)

    def table(self, table: Table) -> list[str]:
        name = escaped(table.caption)
        caption = self.cited(f"**{name}**" if name else "", table.citations)
        lines = [caption, ""] if caption else []
        lines.append(_row(column.name for column in table.columns))
        lines.append(f"| {' | '.join(map(_rule, table.columns))} |")
        return [*lines, *map(_row, table.rows)]

    def roll(self, roll: Roll) -> str:
        marks = zip(roll.faces, roll.successes, strict=True)
        faces = " ".join(f"**{face}**" if success else str(face) for face, success in marks)
        what = f"R{roll.round} {escaped(roll.purpose)} · {escaped(roll.who)} · {need_of(roll)}: {faces}"
        return f"- {self.cited(what, roll.citations)} @ {code(roll.address)}".rstrip()

    def cited(self, markdown: str, citations: tuple[Citation, ...]) -> str:
        """``markdown`` with its rules behind it as inline code."""
        return " ".join([markdown, *map(code, self.labels(citations))]).strip()


def fenced(text: str) -> list[str]:
    """A preformatted text between fences longer than any row of backticks in it."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return [f"{fence}text", *verbatim(text), fence]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(escaped, cells))} |"


def _rule(column: Column) -> str:
    return "---:" if column.align == "right" else "---"
