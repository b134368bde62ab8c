"""Reports as plain text for a terminal, a mail or a forum's code box.

Widths are counted in code points, not in cells of a screen: tables of cell widths change with editions of Unicode,
and a report has to come out the same on every machine that verifies it.
"""

import textwrap

from flagplot.core.citation import Citation
from flagplot.core.report import Block, Entry, Fields, Listing, Node, Report, Roll, Section, Table, Text
from flagplot.formats.plain import LineWriter, joined, need_of, one_line, verbatim
from flagplot.formats.text_table import table_lines

WIDTH = 100
WIDTHS = range(40, 121)
UNDERLINES = "=-~"
ENTRY = 6  # columns before the text of a numbered entry


def write_text(report: Report, width: int = WIDTH) -> str:
    """``report`` in lines of at most ``width`` characters (40 to 120, else ValueError); verbatim blocks may be wider.

    Ends with one newline; no line ends with a blank.
    """
    if width not in WIDTHS:
        raise ValueError(f"a width of {width} is not between {WIDTHS[0]} and {WIDTHS[-1]}")
    return joined(_Writer(report, width).report(report))


def wrapped(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """``text`` in lines that begin with ``first``, then with ``later``; a word breaks only where no line holds it."""
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return [line.rstrip() for line in lines] or [first.rstrip()]


class _Writer(LineWriter):
    mark = "*"

    def __init__(self, report: Report, width: int) -> None:
        super().__init__(report)
        self.width = width

    def report(self, report: Report) -> list[str]:
        lines = self.heading(report.title, depth=0)
        for line in report.banner:
            lines += ["", *wrapped(one_line(line), self.width, "!! ", "!! ")]
        if self.system:
            lines += ["", *self.paragraph(f"Rules in [brackets] are those of {one_line(self.system)}.")]
        if report.children:
            lines += ["", *self.nodes(report.children, depth=1)]
        return lines

    def paragraph(self, text: str) -> list[str]:
        return wrapped(text, self.width)

    def node(self, node: Node, depth: int) -> list[str]:
        match node:
            case Section():
                lines = self.heading(node.title, depth)
                return [*lines, "", *self.nodes(node.children, depth + 1)] if node.children else lines
            case Text():
                return self.paragraph(self.cited(one_line(node.text), node.citations))
            case Listing():
                items = (self.cited(one_line(item.text), item.citations) for item in node.items)
                return [line for item in items for line in wrapped(item, self.width, "- ", "  ")]
            case Entry():
                return self.entry(node)
            case Fields():
                return self.fields(node)
            case Table():
                caption = self.cited(one_line(node.caption), node.citations)
                return [*(self.paragraph(caption) if caption else []), *table_lines(node, self.width)]
            case Roll():
                return wrapped(self.roll(node), self.width, "", "    ")
            case Block():
                return verbatim(node.text)

    def heading(self, title: str, depth: int) -> list[str]:
        lines = wrapped(one_line(title), self.width)
        return [*lines, UNDERLINES[min(depth, len(UNDERLINES) - 1)] * max(map(len, lines))]

    def entry(self, entry: Entry) -> list[str]:
        indent = " " * ENTRY
        number = f"{entry.number}.".rjust(ENTRY - 1) + " "
        lines = wrapped(self.cited(one_line(entry.text), entry.citations), self.width, number, indent)
        for detail in entry.detail:
            lines += wrapped(one_line(detail), self.width, f"{indent}- ", f"{indent}  ")
        return lines

    def fields(self, fields: Fields) -> list[str]:
        names = [f"{one_line(name)}: " for name, _ in fields.pairs]
        fitting = [len(name) for name in names if len(name) <= self.width // 3]
        indent = max(fitting, default=2)
        lines: list[str] = []
        for name, (_, value) in zip(names, fields.pairs, strict=True):
            if len(name) <= indent:
                lines += wrapped(one_line(value), self.width, name.ljust(indent), " " * indent)
            else:
                lines += wrapped(name + one_line(value), self.width, "", " " * indent)
        return lines

    def roll(self, roll: Roll) -> str:
        marks = zip(roll.faces, roll.successes, strict=True)
        faces = " ".join(f"{face}*" if success else str(face) for face, success in marks)
        what = f"R{roll.round} {one_line(roll.purpose)}  {one_line(roll.who)}  {need_of(roll)}"
        return f"{self.cited(f'{what}: {faces} ', roll.citations)} @{one_line(roll.address)}"

    def cited(self, text: str, citations: tuple[Citation, ...]) -> str:
        """``text`` with its rules in brackets behind it."""
        rules = ", ".join(self.labels(citations))
        return f"{text} [{rules}]".lstrip() if rules else text
