"""XenForo's BBCode."""

import re
from collections.abc import Sequence

from flagplot.formats.boards.dialect import BREAK, Dialect
from flagplot.formats.boards.pieces import Bullets, Code, Fold, Frame, Grid

# A tag, somebody's name that would be told of it, an address that would become a link, anything like a smiley.
READ = re.compile(r"\[|@|www\.|[:;=]\S|8-?\)|<3|o_O", re.IGNORECASE)
END_OF_PLAIN = re.compile(r"\[/(?=plain\])", re.IGNORECASE)
END_OF_CODE = re.compile(r"\[/(?=code\])", re.IGNORECASE)
BUTTON = re.compile(r"[^\[\]\"'“”„‘’`@:;=]+")  # titles that an option between quotation marks can hold


class XenForo(Dialect):
    """Tables, spoilers with a title; ``[PLAIN]`` shows what stands in it as it is, smilies and names included."""

    length = 10_000
    grids = True
    folds = True

    def plain(self, text: str) -> str:
        if not READ.search(text):
            return text
        # Its own end is cut in two: the first half in this [PLAIN], the other in the next.
        return f"[PLAIN]{END_OF_PLAIN.sub('[/[/PLAIN][PLAIN]', text)}[/PLAIN]"

    def bold(self, text: str) -> str:
        return f"[B]{self.plain(text)}[/B]"

    def rule(self, text: str) -> str:
        return self.plain(f"{{{text}}}")

    def heading(self, text: str, level: int) -> str:
        return f"[HEADING={min(level, 3)}]{self.plain(text)}[/HEADING]"

    def item(self, text: str) -> str:
        return f"[*]{text}"

    def row(self, cells: Sequence[str], *, is_head: bool = False) -> str:
        tag = "TH" if is_head else "TD"
        # The blanks let a line be broken between two cells.
        return f"[TR]{' '.join(f'[{tag}]{self.plain(cell)}[/{tag}]' for cell in cells)}[/TR]"

    def raw(self, text: str) -> str:
        return END_OF_CODE.sub(f"[/{BREAK}", text)

    def opened(self, frame: Frame) -> list[str]:
        match frame:
            case Fold() if BUTTON.fullmatch(frame.title):
                return [f'[SPOILER="{frame.title}"]']
            case Fold():
                return ["[SPOILER]", *([self.bold(frame.title)] if frame.title else [])]
            case Bullets():
                return ["[LIST]"]
            case Grid():
                return ["[TABLE]", *([self.row(frame.head, is_head=True)] if frame.head else [])]
            case Code():
                return ["[CODE]", *map(self.raw, frame.head)]
        raise AssertionError(f"no frame: {frame}")

    def closed(self, frame: Frame) -> list[str]:
        match frame:
            case Fold():
                return ["[/SPOILER]"]
            case Bullets():
                return ["[/LIST]"]
            case Grid():
                return ["[/TABLE]"]
        return ["[/CODE]"]
