"""Two directives that write a ruleset's rules and readings into a page, from its own data, code and cases.

``{rulebook} fta3`` lists every rule with its status, each a target ``fta3-the-id`` for links; ``{readings} fta3`` lists
the readings with their options.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from flagplot.border_patrol.ruleset import BORDER_PATROL
from flagplot.core.readings import Reading
from flagplot.engine.cases import load_folder
from flagplot.engine.ruleset import Ruleset, Standing, standings
from flagplot.fe.ruleset import FE
from flagplot.fta3.ruleset import FTA3

RULESETS = {FTA3.id: FTA3, FE.id: FE, BORDER_PATROL.id: BORDER_PATROL}
CASES = Path(__file__).parents[2] / "tests" / "cases"


class Lister(SphinxDirective):
    """What both directives share: one argument, the short name of a ruleset, and a page that is always read anew."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes of the list."""
        self.env.note_reread()
        return self.listing(RULESETS[self.arguments[0]])

    def listing(self, ruleset: Ruleset) -> list[nodes.Node]:
        """The nodes of the list of one ruleset."""
        raise AssertionError

    def item(self, title: str, label: str, remarks: Iterable[str], body: Iterable[nodes.Node]) -> nodes.Node:
        """An entry of the list: a title that can be linked to as ``label``, remarks beside it, a body below it."""
        term = nodes.term("", "", nodes.strong("", title), nodes.Text(" · " + " · ".join(remarks)), names=[label])
        self.state.document.note_explicit_target(term)
        return nodes.definition_list_item("", term, nodes.definition("", *body))

    def rule_link(self, system: str, id_: str) -> nodes.Node:
        """A link to a rule, wherever it is listed; an unknown one is a warning."""
        return addnodes.pending_xref(
            "",
            nodes.literal("", id_),
            refdomain="std",
            reftype="ref",
            reftarget=label_of(system, id_),
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )


class RulebookDirective(Lister):
    """Every rule in page order, the rules at the top as headings."""

    def listing(self, ruleset: Ruleset) -> list[nodes.Node]:
        """A count by status, then a list for each rule at the top."""
        found = standings(ruleset, load_folder(CASES / ruleset.id))
        counts = Counter(standing.status for standing in found)
        told = ", ".join(f"{count} {status}" for status, count in counts.most_common())
        parts: list[nodes.Node] = [paragraph(f"{ruleset.rulebook.page}: {len(found)} rules, {told}.")]
        for standing in found:
            if not standing.rule.section:
                parts += [nodes.rubric("", standing.rule.title), nodes.definition_list()]
            parts[-1] += self.rule(ruleset.id, standing)
        return parts

    def rule(self, system: str, standing: Standing) -> nodes.Node:
        """One rule: what it says, what is missing, who carries it out, how many cases show it."""
        rule = standing.rule
        body = [paragraph(rule.text)]
        body += [
            paragraph(f"{name}: {text}") for name, text in (("Pending", rule.pending), ("Note", rule.note)) if text
        ]
        if standing.functions:
            names = [nodes.literal("", f"{each.__module__}.{each.__qualname__}") for each in standing.functions]
            count = len(standing.cases)
            cases = f"; {count} case{'' if count == 1 else 's'}."
            body.append(nodes.paragraph("", "", nodes.Text("In "), *separated(names), nodes.Text(cases)))
        return self.item(rule.title, label_of(system, rule.id), [rule.id, str(standing.status)], body)


class ReadingsDirective(Lister):
    """Every reading with its question and its options."""

    def listing(self, ruleset: Ruleset) -> list[nodes.Node]:
        """One list of all readings."""
        items = (self.reading(ruleset.id, reading) for reading in ruleset.readings.values())
        return [nodes.definition_list("", *items)]

    def reading(self, system: str, reading: Reading) -> nodes.Node:
        """One reading: the question, how it is answered, the rules it bears on."""
        body: list[nodes.Node] = [paragraph(reading.question)]
        if reading.is_note:
            body.append(paragraph(f"Always: {reading.taken}"))
        else:
            options = nodes.bullet_list()
            for name, meaning in reading.options.items():
                default = " (default)" if name == reading.default else ""
                told = nodes.paragraph("", "", nodes.literal("", name), nodes.Text(f"{default}: {meaning}"))
                options += nodes.list_item("", told)
            body.append(options)
        links = [self.rule_link(system, id_) for id_ in reading.rules]
        body.append(nodes.paragraph("", "", nodes.Text("Bears on "), *separated(links), nodes.Text(".")))
        remarks = [reading.id, reading.number] if reading.number else [reading.id]
        return self.item(reading.title, label_of(f"{system}-reading", reading.id), remarks, body)


def label_of(system: str, id_: str) -> str:
    """What a rule or reading is called in links."""
    return str(nodes.make_id(f"{system}-{id_}"))


def paragraph(text: str) -> nodes.paragraph:
    """A paragraph of plain text."""
    return nodes.paragraph("", "", nodes.Text(text))


def separated(parts: Iterable[nodes.Node]) -> list[nodes.Node]:
    """The nodes with commas between them."""
    return [node for part in parts for node in (nodes.Text(", "), part)][1:]


def setup(app: Sphinx) -> dict[str, object]:
    """Tell Sphinx of the directives."""
    app.add_directive("rulebook", RulebookDirective)
    app.add_directive("readings", ReadingsDirective)
    return {"version": "1", "parallel_read_safe": True}
