"""The writers by the name of their format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from flagplot.core.report import Report
from flagplot.formats.boards.dialect import Dialect
from flagplot.formats.boards.discord import Discord
from flagplot.formats.boards.discus import Discus
from flagplot.formats.boards.phpbb import PhpBB
from flagplot.formats.boards.posts import SHORTEST, joined, write_posts
from flagplot.formats.boards.xenforo import XenForo
from flagplot.formats.json_report import write_json
from flagplot.formats.markdown import write_markdown
from flagplot.formats.pages.html import write_html
from flagplot.formats.text import WIDTH, WIDTHS, write_text

Format: TypeAlias = Literal["text", "markdown", "json", "xenforo", "phpbb", "discus", "discord", "html", "pdf"]
FORMATS: tuple[Format, ...] = get_args(Format)

BOARDS: Mapping[str, Dialect] = {
    "xenforo": XenForo(),
    "phpbb": PhpBB(),
    "discus": Discus(),
    "discord": Discord(),
}
"""The formats that are posts."""


@dataclass(frozen=True)
class Style:
    """How a report is written: its format, the columns of text and aligned tables, the most characters of a post.

    ``length`` is 0 where nothing is cut. Anything that no writer could follow is a ValueError.
    """

    form: Format
    width: int
    length: int = 0

    def __post_init__(self) -> None:
        if self.form not in FORMATS:
            raise ValueError(f"no format is called {self.form!r}")
        if self.width not in WIDTHS:
            raise ValueError(f"a width of {self.width} is not between {WIDTHS[0]} and {WIDTHS[-1]}")
        if self.length and (self.form not in BOARDS or self.length < SHORTEST):
            raise ValueError(f"{self.form} is not cut into posts of {self.length} characters")

    def as_dict(self) -> dict[str, Any]:
        """For the machine block."""
        return {"form": self.form, "width": self.width, **({"length": self.length} if self.length else {})}


def style(form: Format = "text", width: int | None = None, length: int | None = None) -> Style:
    """A style with the board's own width and length, or a text's 100 columns, where none are given."""
    board = BOARDS.get(form)
    return Style(
        form,
        width if width is not None else board.width if board else WIDTH,
        length if length is not None else board.length if board else 0,
    )


def write(
    report: Report,
    form: Format,
    *,
    width: int | None = None,
    length: int | None = None,
    facts: Mapping[str, Any] | None = None,
    seal: str = "",
) -> str:
    """``report`` in a format that is text; the posts of a board in one, with lines between them that say where to cut.

    ``width`` is for text and aligned tables, ``length`` and ``seal`` (see ``write_posts``) for posts; ``facts`` stand
    in JSON alone. A PDF, which is no text, is a ValueError: ``formats.pages.pdf`` writes it.
    """
    styled = style(form, width, length)
    match form:
        case "text":
            return write_text(report, styled.width)
        case "markdown":
            return write_markdown(report)
        case "json":
            return write_json(report, facts or {})
        case "html":
            return write_html(report)
        case "pdf":
            raise ValueError("a PDF is no text")
    return joined(write_posts(report, BOARDS[form], styled.width, styled.length, seal))
