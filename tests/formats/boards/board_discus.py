"""Discus's mark-up read by its own help page: ``\\word{...}``, escapes within a tag alone, items and rows by lines."""

import re

Read = list[tuple[str, str]]

NAMES = "b i u c fixed red blue green list table tablenb link newurl image mail font blockquote quote size ch"
TAGS = frozenset(NAMES.split())
TAG = re.compile(r"\\([a-z]+|[-+0-9]){")


def read_discus(text: str) -> Read:
    """The lines of a post as (kind, text); a tag that is open at its end is an error."""
    read, rest = _lines(text, 0, inside=False)
    assert rest == len(text), f"a brace closes nothing: {text[rest - 20 : rest + 20]!r}"
    return read


def _lines(text: str, at: int, *, inside: bool) -> tuple[Read, int]:
    read: Read = []
    line, kind = "", "p"
    while at < len(text):
        letter = text[at]
        if tag := TAG.match(text, at):
            assert tag[1] in TAGS, f"a tag that nobody meant: {tag[0]}"
            if tag[1] in ("list", "table"):
                found, at = _block(tag[1], text, tag.end())
                read += found
            else:
                found, at = _lines(text, tag.end(), inside=True)
                parts = [part for _, part in found]
                if tag[1] == "u":
                    kind = "u"
                elif tag[1] == "b" and not line and any(each == "u" for each, _ in found):
                    kind = "h"
                if len(parts) > 1:
                    assert tag[1] == "fixed"
                    read += [("code", part) for part in parts]
                else:
                    line += "".join(parts)
        elif inside and letter == "\\":
            assert text[at + 1] in "\\{},", f"escaped: {text[at : at + 2]!r}"
            line += text[at + 1]
            at += 2
        elif inside and letter == "}":
            return [*read, (kind, line)], at + 1
        elif letter == "\n":
            read += [(kind, line)] if line.strip() or inside else []
            line, kind = "", "p"
            at += 1
        else:
            assert inside or letter not in "{}", "a brace outside of any tag"
            line += letter
            at += 1
    assert not inside, "a tag is open at the end"
    return [*read, *([(kind, line)] if line.strip() else [])], at


def _block(tag: str, text: str, at: int) -> tuple[Read, int]:
    """The items or cells between the braces."""
    read: Read = []
    row: list[tuple[str, str]] = [("td", "")]

    def end() -> None:
        if tag == "list":
            assert row[0][1].strip(), "an empty item"
            read.append(("li", row[0][1]))
        else:
            read.extend(row)
        row[:] = [("td", "")]

    while True:
        letter = text[at]
        if inner := TAG.match(text, at):
            found, at = _lines(text, inner.end(), inside=True)
            kind = "th" if tag == "table" and inner[1] == "b" else row[-1][0]
            row[-1] = (kind, row[-1][1] + "".join(part for _, part in found))
        elif letter == "\\":
            row[-1] = (row[-1][0], row[-1][1] + text[at + 1])
            at += 2
        elif letter == "}":
            end()
            return read, at + 1
        elif letter == "\n":
            end()
            at += 1
        elif letter == "," and tag == "table":
            row.append(("td", ""))
            at += 1
        else:
            row[-1] = (row[-1][0], row[-1][1] + letter)
            at += 1
