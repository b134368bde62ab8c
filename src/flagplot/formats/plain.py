"""What the writers for people share: text without traps, how they cite, and the empty lines between nodes."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from flagplot.core.citation import Citation
from flagplot.core.report import Entry, Node, Report, Roll, citations

# Control characters, unpaired surrogates and marks that turn the direction of writing: from a stranger's file they
# could move the cursor of a terminal or make a line read backwards. Spelt out, because a report has to come out the
# same whatever edition of Unicode a machine has.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


Written = TypeVar("Written")
"""What a writer makes of a node: lines of text, or pieces that are spelt later."""


class NodeWriter(ABC, Generic[Written]):
    """One pass over one report; remembers whether the mark of a success has been explained."""

    mark: ClassVar[str]  # how a die that reaches its number is marked

    def __init__(self, report: Report) -> None:
        self.system = system_of(report)
        self.explained = False

    @abstractmethod
    def node(self, node: Node, depth: int) -> list[Written]:
        """What one node makes; ``depth`` is 1 right under the report's title."""

    @abstractmethod
    def paragraph(self, text: str) -> list[Written]:
        """A paragraph of finished text."""

    @abstractmethod
    def gap(self) -> Written:
        """What parts two nodes."""

    def nodes(self, nodes: Iterable[Node], depth: int) -> list[Written]:
        """Nodes with a gap between them, save between entries and between rolls."""
        lines: list[Written] = []
        before: Node | None = None
        for node in nodes:
            note = self.explanation(node)
            written = note + self.node(node, depth)
            if not written:
                continue
            packed = isinstance(node, Entry | Roll) and type(node) is type(before) and not note
            if before is not None and not packed:
                lines.append(self.gap())
            lines += written
            before = node
        return lines

    def explanation(self, node: Node) -> list[Written]:
        """What the mark means, before the first roll that may bear one."""
        if self.explained or not isinstance(node, Roll) or node.need is None:
            return []
        self.explained = True
        return [*self.paragraph(f"{self.mark} marks a die that reaches the number it needs."), self.gap()]

    def labels(self, cited: Iterable[Citation]) -> list[str]:
        """How rules are cited: by id alone where the report knows one system, else with their system."""
        own = f"{self.system} " if self.system else ""
        return [one_line(str(citation).removeprefix(own)) for citation in cited]


class LineWriter(NodeWriter[str]):
    """A writer whose nodes are lines of text at once."""

    def gap(self) -> str:
        return ""


def joined(lines: Iterable[str]) -> str:
    """The lines of a report as one text that ends with one newline."""
    return "\n".join(lines).rstrip("\n") + "\n"


def one_line(text: str) -> str:
    """``text`` with every run of blanks and line ends as one blank, and a replacement mark for what cannot be shown."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def verbatim(text: str) -> list[str]:
    """The lines of a preformatted text, without blanks at their ends."""
    lines = [UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", line.rstrip()) for line in text.split("\n")]
    return "\n".join(lines).strip("\n").split("\n")


def system_of(report: Report) -> str:
    """The one system whose rules the report cites, empty when there is none or more than one."""
    systems = {citation.system for citation in citations(report)}
    return systems.pop() if len(systems) == 1 else ""


def need_of(roll: Roll) -> str:
    """What each die had to reach: ``d20, 12 or more``; only ``d20`` where no number was needed."""
    return f"d{roll.sides}" if roll.need is None else f"d{roll.sides}, {roll.need} or more"
