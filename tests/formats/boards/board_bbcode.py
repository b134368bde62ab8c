"""BBCode read as XenForo and phpBB read it, from what they say of their tags; nothing here knows of the writers.

What is read is a list of (kind, text): ``h1`` to ``h3``, ``p``, ``li``, ``th``, ``td``, ``code``, ``fold``. Whatever
else a board would make of the text, a link, a smiley, a name that is told of the post, is a ``Made``.
"""

import re
from dataclasses import dataclass, field

Read = list[tuple[str, str]]


class Made(AssertionError):
    """Text that was meant to be read as it is became something else."""


@dataclass
class Board:
    """How a board reads BBCode. ``literal`` tags hold text alone;"""

    tags: frozenset[str]
    literal: frozenset[str]
    smileys: re.Pattern[str]
    mentions: bool


def smileys(words: str) -> re.Pattern[str]:
    """Any of the smileys, with a blank or nothing before it."""
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, words.split()))})")


XENFORO_TAGS = (
    "b i u s color size font url email user img media list * left center right quote spoiler ispoiler code icode "
    "indent table tr th td heading hr plain attach"
)
XENFORO_SMILEYS = ":) :-) ;) ;-) :( :-( :mad: :confused: :cool: :p :P :D :eek: :oops: o_O :rolleyes: 8-) :geek: <3"
XENFORO = Board(
    frozenset(XENFORO_TAGS.split()),
    frozenset({"code", "icode", "plain", "img", "media"}),
    smileys(XENFORO_SMILEYS),
    True,
)

PHPBB_TAGS = "b i u quote code list * li img url flash attachment color size email"
PHPBB_SMILEYS = (
    ":D :-D :grin: :) :-) :smile: ;) ;-) :wink: :( :-( :o :-o :shock: :? :???: 8-) :cool: :lol: :x :P :!: :idea: :|"
)
PHPBB = Board(frozenset(PHPBB_TAGS.split()), frozenset({"code", "img"}), smileys(PHPBB_SMILEYS), False)

TAG = re.compile(r"\[(/?)([a-z]+|\*)(?:=(\"[^\"\n]*\"|[^\]\n\"]*))?\]", re.IGNORECASE)
LINK = re.compile(r"https?://\S|www\.\S|\b[\w.+-]+@[\w-]+\.\w", re.IGNORECASE)
MENTION = re.compile(r"(?<!\w)@\w")


@dataclass
class _Open:
    tag: str
    option: str
    text: str = ""


@dataclass
class _Reader:
    board: Board
    read: Read = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    line: str = ""
    run: str = ""  # source text with no tag in it, which is searched for smileys and the like

    def add(self, text: str) -> None:
        self.run += text
        self.line += text

    def tag_passes(self) -> None:
        """A tag ends what a smiley, link or mention could be made of."""
        run, self.run = self.run, ""
        literal = any(each.tag in self.board.literal for each in self.stack)
        if literal:
            return
        if self.board.smileys.search(run):
            raise Made(f"smiley in {run!r}")
        if LINK.search(run):
            raise Made(f"link in {run!r}")
        if self.board.mentions and MENTION.search(run):
            raise Made(f"mention in {run!r}")

    def line_ends(self) -> None:
        tags = [each.tag for each in self.stack]
        options = {each.tag: each.option for each in self.stack}
        line, self.line = self.line, ""
        if "code" in tags:
            self.read.append(("code", line))
            return
        if not line.strip():
            return
        cell = next((tag for tag in reversed(tags) if tag in ("th", "td")), None)
        if cell:
            kind = cell
        elif "heading" in tags:
            kind = f"h{options['heading']}"
        elif "size" in tags:
            kind = {"150": "h1", "130": "h2", "115": "h3"}[options["size"]]
        elif "*" in tags:
            kind = "li"
        else:
            kind = "p"
        self.read.append((kind, line))


def read_bbcode(text: str, board: Board) -> Read:
    """The lines of a post; a tag that is open at its end is an error."""
    reader = _Reader(board)
    at = 0
    while at < len(text):
        mark = TAG.match(text, at)
        if mark is None or not _takes(reader, mark):
            if text[at] == "\n":
                reader.run += "\n"
                reader.line_ends()
                if reader.stack and reader.stack[-1].tag == "*":
                    reader.tag_passes()
            else:
                reader.add(text[at])
            at += 1
            continue
        reader.tag_passes()
        _pass(reader, mark)
        at = mark.end()
    reader.tag_passes()
    reader.line_ends()
    assert not reader.stack, f"open at the end: {[each.tag for each in reader.stack]}"
    return [each for each in reader.read if each[0] != "code" or each[1]]


def _takes(reader: _Reader, mark: re.Match[str]) -> bool:
    """Whether what looks like a tag is one here."""
    closing, tag = bool(mark[1]), mark[2].lower()
    inside = reader.stack[-1].tag if reader.stack else ""
    if inside in reader.board.literal:
        return closing and tag == inside
    if tag not in reader.board.tags:
        return False
    if closing:
        return any(each.tag == tag for each in reader.stack)
    return tag != "*" or any(each.tag == "list" for each in reader.stack)


def _pass(reader: _Reader, mark: re.Match[str]) -> None:
    closing, tag, option = bool(mark[1]), mark[2].lower(), (mark[3] or "").strip('"')
    inline = {"b", "i", "u", "plain"}
    if closing:
        top = reader.stack[-1].tag
        if top == "*" and tag == "list":
            reader.line_ends()
            reader.stack.pop()
            top = reader.stack[-1].tag
        assert top == tag, f"[/{tag}] where [{top}] is open"
        if tag not in inline:
            reader.line_ends()
        reader.stack.pop()
        return
    if tag not in inline:
        reader.line_ends()
    if tag == "*" and reader.stack[-1].tag == "*":
        reader.stack.pop()
    if tag == "spoiler" and option:
        reader.read.append(("fold", option))
    reader.stack.append(_Open(tag, option))
    assert tag in inline | {"*", "list", "heading", "size", "table", "tr", "th", "td", "spoiler", "code"}, f"[{tag}]"
