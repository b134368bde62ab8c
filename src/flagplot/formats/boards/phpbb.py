"""phpBB's BBCode, as a board has it where nobody has added to it: no tables, no spoilers."""

import re

from flagplot.formats.boards.dialect import BREAK, Dialect
from flagplot.formats.boards.pieces import Bullets, Code, Frame

# A pair of tags around nothing shows nothing, and what it stands in is no tag, smiley or address any more.
NOTHING = "[i][/i]"
READ = re.compile(r"\[|[:;@](?=\S)|8-(?=\))|www(?=\.)", re.IGNORECASE)
END_OF_CODE = re.compile(r"\[/(?=code\])", re.IGNORECASE)
SIZES = {1: 150, 2: 130, 3: 115}


class PhpBB(Dialect):
    """Sizes in the place of headings, aligned code in that of tables."""

    length = 60_000

    def plain(self, text: str) -> str:
        return READ.sub(rf"\g<0>{NOTHING}", text)

    def bold(self, text: str) -> str:
        return f"[b]{self.plain(text)}[/b]"

    def rule(self, text: str) -> str:
        return self.plain(f"{{{text}}}")

    def heading(self, text: str, level: int) -> str:
        size = SIZES.get(level)
        return f"[size={size}]{self.bold(text)}[/size]" if size else self.bold(text)

    def item(self, text: str) -> str:
        return f"[*]{text}"

    def raw(self, text: str) -> str:
        return END_OF_CODE.sub(f"[/{BREAK}", text)

    def opened(self, frame: Frame) -> list[str]:
        if isinstance(frame, Bullets):
            return ["[list]"]
        assert isinstance(frame, Code)
        return ["[code]", *map(self.raw, frame.head)]

    def closed(self, frame: Frame) -> list[str]:
        return ["[/list]" if isinstance(frame, Bullets) else "[/code]"]
