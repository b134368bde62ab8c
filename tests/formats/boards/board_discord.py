"""Discord's Markdown read by the rules that its client is known by: blocks by lines, then signs from left to right."""

import re

Read = list[tuple[str, str]]


class Made(AssertionError):
    """Text that was meant to be read as it is became something else."""


FENCED = re.compile(r"(\|\|)?```(?:[a-z0-9_+\-.#]+\n)?\n*(.*?)\n*```(?(1)\|\|)", re.DOTALL | re.IGNORECASE)
BLOCKS = (
    ("small", re.compile(r" *-# +(.*)")),
    ("h", re.compile(r" *(#{1,3}) +(.*)")),
    ("quote", re.compile(r" *>(?:>>)? +(.*)")),
    ("li", re.compile(r" *[-*+] +(.*)")),
    ("ol", re.compile(r" *\d+\. +(.*)")),
)
SIGNS = (
    ("escape", re.compile(r"\\([^0-9A-Za-z\s])")),
    ("code", re.compile(r"(`+)([^`]|[^`].*?[^`])\1(?!`)")),
    ("everyone", re.compile(r"@(?:everyone|here)")),
    ("told", re.compile(r"<(?:@[!&]?\d+|#\d+|a?:\w+:\d+|t:-?\d+(?::\w)?|/[^>]+:\d+|id:\w+)>")),
    ("url", re.compile(r"<?https?://\S")),
    ("spoiler", re.compile(r"\|\|(.+?)\|\|")),
    ("bold", re.compile(r"\*\*((?:\\.|[^\\])+?)\*\*(?!\*)")),
    ("underline", re.compile(r"__((?:\\.|[^\\])+?)__(?!_)")),
    ("italics", re.compile(r"\*(?=\S)((?:\\.|[^\\*])+?)\*(?!\*)|\b_((?:__|\\.|[^\\_])+?)_\b")),
    ("strike", re.compile(r"~~(.+?)~~")),
    ("link", re.compile(r"\[(.+?)\]\((.+?)\)")),
    ("emoji", re.compile(r":[a-z0-9_+\-]{2,}:", re.IGNORECASE)),
)


def read_discord(text: str) -> Read:
    """The lines of a message as (kind, text)."""
    read: Read = []
    at = 0
    for fence in FENCED.finditer(text):
        read += _lines(text[at : fence.start()])
        if re.search(r"@(everyone|here)", fence[2]):
            raise Made(f"everybody is called in {fence[2]!r}")
        read += [("code", line) for line in fence[2].split("\n") if line]
        at = fence.end()
    return read + _lines(text[at:])


def _lines(text: str) -> Read:
    assert "```" not in re.sub(r"\\`", "", text), "a fence is open"
    read: Read = []
    for line in text.split("\n"):
        for kind, pattern in BLOCKS:
            if block := pattern.fullmatch(line):
                if kind == "h":
                    read.append((f"h{len(block[1])}", _inline(block[2])))
                elif kind == "li":
                    read.append(("li", _inline(block[1])))
                else:
                    raise Made(f"{kind}: {line!r}")
                break
        else:
            if line.strip():
                read.append(("p", _inline(line)))
    return read


def _inline(text: str) -> str:
    seen, at = "", 0
    while at < len(text):
        for kind, pattern in SIGNS:
            sign = pattern.match(text, at)
            if sign is None or (kind == "italics" and sign[2] and at and text[at - 1].isalnum()):
                continue
            if kind == "escape":
                seen += sign[1]
            elif kind == "code":
                seen += sign[2]
            elif kind == "bold":
                seen += _inline(sign[1])
            else:
                raise Made(f"{kind}: {text!r}")
            at = sign.end()
            break
        else:
            seen += text[at]
            at += 1
    return seen
