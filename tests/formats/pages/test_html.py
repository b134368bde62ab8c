"""Reports as a page: what a browser would show, no text as mark-up, nothing loaded, and readable for everybody."""

import re
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Block, Column, Entry, Fields, Listing, Report, Roll, Section, Table, Text
from flagplot.formats.machine import encode, find
from flagplot.formats.pages.html import write_html
from flagplot.formats.plain import one_line, verbatim

HIT = Citation("fta3", "to-hit")
CSS = files("flagplot.formats.pages").joinpath("report.css").read_text(encoding="utf-8")
VOID = {"meta", "br", "hr", "link", "img", "input"}
KINDS = {"h1", "h2", "h3", "p", "li", "dt", "dd", "caption", "th", "td", "pre"}


class Page(HTMLParser):
    """A page as a browser takes it apart: the elements in order, and the text in those that show any."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.stack: list[str] = []
        self.shown: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert not self.stack, f"open at the end: {self.stack}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)
        if tag in KINDS:
            self.shown.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if any(tag in KINDS for tag in self.stack):
            kind, text = self.shown[-1]
            self.shown[-1] = (kind, text + data)

    def texts(self) -> list[tuple[str, str]]:
        """Kind and text of whatever shows any, contents and notes left out."""
        return [(kind, " ".join(text.split())) for kind, text in self.shown if text.strip()]


TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from("<>&\"'/=-!; \n"), max_size=20)


def report_of(one: str, two: str) -> Report:
    nodes = (
        Text(two),
        Section(two, (Listing((Text(two),)), Fields(((two, one),)))),
        Entry(12, two, (), (two,)),
        Table(two, (Column(two), Column("c", "right")), ((two, one),)),
        Block(one),
    )
    return Report(two, nodes, (two,), (two,))


@given(TEXT, TEXT.filter(lambda text: bool(one_line(text))))
@example("</pre><script>alert(1)</script>", '"><img src=x onerror=y>')
@example("&lt;b&gt;", "<!-- x")
@example("]]>", "</title><b>x")
def test_what_is_shown_is_what_was_written(one: str, two: str) -> None:
    page = Page(write_html(report_of(one, two)))
    a, b = " ".join(one_line(one).split()), " ".join(one_line(two).split())
    block = " ".join("\n".join(verbatim(one)).split())
    expected = [
        ("h1", b),
        ("p", b),
        ("li", b),
        ("p", b),
        ("p", b),
        ("h2", b),
        ("li", b),
        ("dt", b),
        ("dd", a),
        ("li", b),
        ("li", b),
        ("caption", b),
        ("th", b),
        ("th", "c"),
        ("th", b),
        ("td", a),
        ("pre", block),
    ]
    assert page.texts() == [each for each in expected if each[1]]
    assert {tag for tag, _ in page.elements} <= {
        *[
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "a",
            "header",
            "h1",
            "h2",
            "p",
            "strong",
            "nav",
            "ul",
            "li",
            "main",
            "div",
            "section",
        ],
        *["dl", "dt", "dd", "ol", "table", "caption", "thead", "tbody", "tr", "th", "td", "pre"],
    }


WHOLE = Report(
    "Battle",
    (
        Text("Red came.", (HIT,)),
        Section(
            "Round 1", (Entry(1, "Hood fires.", (HIT,), ("a 15",)), Entry(2, "Nobody leaves."), Section("Losses", ()))
        ),
        Table("HP", (Column("Ship"), Column("R1", "right")), (("Hood", "9"),)),
        Section(
            "Dice",
            (
                Roll(1, "position", "red", 20, (7,), None, HIT, "1.2.0.5"),
                Roll(1, "to hit", "Hood", 20, (3, 20), 12, HIT, "1.3.0.5"),
            ),
        ),
    ),
    ("UNCOMMITTED DICE",),
    ("Once.", "Twice."),
)


def test_nothing_is_loaded_from_anywhere() -> None:
    html = write_html(WHOLE)
    assert "default-src 'none'" in html
    assert not re.search(r"https?:|//|@import|url\(", html.replace("<!doctype", ""))
    page = Page(html)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in page.elements}
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    targets = {f"#{attributes['id']}" for _, attributes in page.elements if "id" in attributes}
    assert links
    assert set(links) <= targets


def test_a_screen_reader_finds_its_way() -> None:
    page = Page(write_html(WHOLE))
    tags = [tag for tag, _ in page.elements]
    assert page.elements[0][0] == "html"
    assert page.elements[0][1]["lang"] == "en"
    assert tags.count("h1") == tags.count("main") == tags.count("nav") == tags.count("title") == 1
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels)), "no level is left out"
    scopes = [attributes.get("scope") for tag, attributes in page.elements if tag == "th"]
    assert scopes == ["col", "col", "row"]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in page.elements:
        assert attributes.get("aria-labelledby", ids[0]) in ids
    events = [attributes["value"] for tag, attributes in page.elements if tag == "li" and "value" in attributes]
    assert events == ["1", "2"], "the numbers of events are those of the report"


def test_a_die_that_succeeds_is_not_told_by_colour_alone() -> None:
    html = write_html(WHOLE)
    assert '3 <b class="hit">20</b>' in html
    assert html.count("Underlined") == 1
    assert re.search(r"\.hit \{[^}]*underline", CSS)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb`` or ``#rgb`` by the accessibility guideline."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", range(3), ids=["light", "dark", "print"])
@pytest.mark.parametrize("ink", ["ink", "soft", "mark", "link"])
@pytest.mark.parametrize("ground", ["paper", "wash"])
def test_letters_stand_out_from_their_ground(theme: int, ink: str, ground: str) -> None:
    """At least 4.5 to 1, in light, in dark and on paper."""
    rules = [
        dict(re.findall(r"--(\w+): (#[0-9a-f]+);", rule)) for rule in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    ]
    assert len(rules) == 3
    light, dark = sorted((luminance(rules[theme][ink]), luminance(rules[theme][ground])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_machine_block_is_found_in_the_page() -> None:
    value = {"ships": ["hood"] * 50}
    faults = Faults()
    assert find(write_html(Report("T", (Block(encode(value)),))), "page.html", faults) == value
    assert not faults.found
