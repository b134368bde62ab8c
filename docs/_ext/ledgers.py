"""A directive that writes a list from the code and data it stands in: ``{ledger} orders`` and so on.

What a page would otherwise repeat by hand (columns of a ship book, named plans, what dice are rolled for, codes of
refusals) is read from where the program itself reads it, so that the two cannot part.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from flagplot.border_patrol.campaign.casting import PURPOSES as DICE
from flagplot.border_patrol.campaign.verbs import MASTER_VERBS, TEAM_VERBS
from flagplot.border_patrol.crew_chief import deck_log, roster
from flagplot.border_patrol.purchases import fighter_book, paper
from flagplot.border_patrol.questions import QUESTIONS as BORDER_PATROL_QUESTIONS
from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.desk.battle import adjudicate, read_papers
from flagplot.engine.columns import Column
from flagplot.engine.steps import Step
from flagplot.fe.papers import shape
from flagplot.fe.papers.keys import Key
from flagplot.fe.printed import charts
from flagplot.fe.questions import QUESTIONS as FE_QUESTIONS
from flagplot.fe.ruleset import FE
from flagplot.fe.units import ship_table
from flagplot.fta3.aftermath.telling import KINDS as AFTER
from flagplot.fta3.book.book import COLUMNS, HEAD
from flagplot.fta3.book.fittings import COLUMNS as FITTING_COLUMNS
from flagplot.fta3.book.fittings import Number, built_in
from flagplot.fta3.book.hooks import HOOKS
from flagplot.fta3.casebook import QUESTIONS
from flagplot.fta3.ground import book as ground_book
from flagplot.fta3.ground import campaign as ground_campaign
from flagplot.fta3.ground import entries as ground_entries_of
from flagplot.fta3.ground import log as ground_log
from flagplot.fta3.ground import orders as ground_orders_of
from flagplot.fta3.ground.tables import trait_rows, type_rows
from flagplot.fta3.logistics import starlanes
from flagplot.fta3.papers import after_rulings, afterwards, fleet, rulings, verbs
from flagplot.fta3.play.engagements import KINDS as BEFORE
from flagplot.fta3.play.fighting import SEQUENCE
from flagplot.fta3.play.purposes import PURPOSES, Purpose
from flagplot.fta3.play.sentences import KINDS
from flagplot.fta3.year import orders as year_orders_of
from flagplot.fta3.year import sheet as year_sheet

NOT_GIVEN = "(must be given)"
SOURCE = Path(__file__).parents[2] / "src" / "flagplot"
EXAMPLE = Path(__file__).parents[2] / "examples" / "40v40-everything"
LISTED = ("fta3", "fe", "bp")
"""The systems whose rules have a list of their own."""


class LedgerDirective(SphinxDirective):
    """One list by its name, as a table; the page is always read anew."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes of the list."""
        self.env.note_reread()
        return self.parse_text_to_nodes("\n".join(LEDGERS[self.arguments[0]]()))


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of a Markdown table."""
    heads = list(heads)
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"


def rule(citation: Citation | None) -> str:
    """A link to a rule in the list of rules."""
    if citation is None:
        return ""
    if citation.system not in LISTED:
        return f"{citation.system} {citation.id}"
    return f"{{ref}}`{citation.id} <{nodes.make_id(f'{citation.system}-{citation.id}')}>`"


def fta3(id_: str) -> str:
    """A link to a rule of From the Ashes 3; none where there is no id."""
    return rule(Citation("fta3", id_)) if id_ else ""


def columns() -> Iterator[str]:
    """The columns of a ship book."""
    return _columns(COLUMNS)


def fitting_columns() -> Iterator[str]:
    """The columns of a table of fittings."""
    return _columns(FITTING_COLUMNS)


def _columns(columns: Iterable[Column]) -> Iterator[str]:
    rows = (
        [
            ", ".join(f"`{name}`" for name in (column.name, *column.aliases)),
            "must be there" if column.required else "",
            _held(column),
            column.help,
            rule(column.citation),
        ]
        for column in columns
    )
    return table(("column", "", "holds", "what it is", "rule"), rows)


def _held(column: Column) -> str:
    """What a column holds: its kind, or the words of a choice."""
    return f"one of {', '.join(column.choices)}" if column.choices else str(column.kind)


def head(columns: Iterable[Column] = HEAD) -> Iterator[str]:
    """What may stand above the hulls of a book in TOML, or above the rows of another file."""
    return table(("key", "holds", "what it is"), ([f"`{c.name}`", str(c.kind), c.help] for c in columns))


def fittings() -> Iterator[str]:
    """The traits and modules that need no row of the user's own."""
    numbers = {Number.REQUIRED: "`{0}=2`", Number.OPTIONAL: "`{0}`, `{0}=2`", Number.NONE: "`{0}`"}
    rows = (
        [
            numbers[fitting.number].format(fitting.name),
            fitting.sort.value,
            "; ".join(f"`{effect.hook} {effect}`" for effect in fitting.effects),
            ", ".join(f"`{name}`" for name in fitting.only_for),
            fitting.source,
            rule(fitting.citation),
        ]
        for fitting in built_in().values()
    )
    return table(("written", "sort", "effects", "only for", "source", "rule"), rows)


def hooks() -> Iterator[str]:
    """Where an effect can take hold."""
    rows = (
        [
            f"`{hook.name}`",
            hook.bearer.value,
            " or ".join(f"`{choice}`" for choice in hook.choices) or hook.form.value,
            f"{hook.help} {hook.better.value.capitalize()} is better." if hook.is_number else hook.help,
            rule(hook.citation),
        ]
        for hook in HOOKS.values()
    )
    return table(("hook", "changes", "takes", "what it is", "rule"), rows)


def plans() -> Iterator[str]:
    """Each named plan with its orders."""
    for plan in verbs.plans().values():
        yield from (f"`{plan.name}`", f": {plan.text}", "", "  ```text")
        yield from (f"  {order}" for order in plan.orders)
        yield from ("  ```", "")


def orders() -> Iterator[str]:
    """The verbs of an order block."""
    rows = ([f"`{verb}`", _examples(text), fta3(verbs.RULES.get(verb, ""))] for verb, text in verbs.EXAMPLES.items())
    return table(("verb", "for instance", "rule"), rows)


def decisions() -> Iterator[str]:
    """The verbs of what a player decides after a battle."""
    rows = ([f"`{verb}`", _examples(text), fta3(afterwards.RULES[verb])] for verb, text in afterwards.EXAMPLES.items())
    return table(("verb", "for instance", "rule"), rows)


def ruling_verbs() -> Iterator[str]:
    """The verbs of a moderator's rulings on the battle."""
    rows = ([f"`{verb}`", f"`{text}`"] for verb, text in rulings.EXAMPLES.items() if verb not in after_rulings.EXAMPLES)
    return table(("verb", "for instance"), rows)


def rulings_after() -> Iterator[str]:
    """The verbs of a moderator's rulings on the aftermath."""
    rows = (
        [f"`{verb}`", f"`{text}`", fta3(after_rulings.RULES[verb])] for verb, text in after_rulings.EXAMPLES.items()
    )
    return table(("verb", "for instance", "rule"), rows)


def _examples(text: str) -> str:
    return ", ".join(f"`{each}`" for each in re.split(r", or: ", text))


def year_orders() -> Iterator[str]:
    """What a polity may order in a quarter."""
    rules = year_orders_of.RULES
    rows = ([f"`{verb}`", _examples(text), fta3(rules[verb])] for verb, text in year_orders_of.EXAMPLES.items())
    return table(("verb", "for instance", "rule"), rows)


def year_entries() -> Iterator[str]:
    """What the moderator alone enters in a quarter."""
    rules = year_orders_of.RULES
    rows = ([f"`{verb}`", f"`{text}`", fta3(rules.get(verb, ""))] for verb, text in year_orders_of.ENTRIES.items())
    return table(("verb", "for instance", "rule"), rows)


def works() -> Iterator[str]:
    """What deck crews do, with its cost."""
    rows = ([f"`{work.id}`", f"{work.halves}/2", work.help, rule(work.rule)] for work in deck_log.works().values())
    return table(("work", "actions", "for", "rule"), rows)


def questions() -> Iterator[str]:
    """What a case of From the Ashes 3 may ask."""
    return _questions(QUESTIONS)


def fe_questions() -> Iterator[str]:
    """What a case of Federation & Empire may ask."""
    return _questions(FE_QUESTIONS)


def fe_tables() -> Iterator[str]:
    """The charts and lists of Federation & Empire."""
    rows = (
        [f"`{chart.id}`", chart.title, str(len(chart.rows)), rule(chart.citation), chart.edition]
        for chart in charts().values()
    )
    return table(("table", "title", "rows", "rule", "printing"), rows)


def fe_keys(keys: Iterable[Key]) -> Iterator[str]:
    """Keys of the paper of a battle hex."""
    rows = (
        [
            f"`{key.name}`",
            "must be there" if key.required else "",
            key.kind.holds,
            key.help,
            f"`{key.example}`" if key.example else "",
            rule(Citation("fe", key.rule)) if key.rule in FE.rulebook.rules else key.rule,
        ]
        for key in keys
    )
    return table(("key", "", "holds", "what it is", "such as", "rule"), rows)


def fe_settings() -> Iterator[str]:
    """The settings of Federation & Empire."""
    rows = (
        [f"`{each.id}`", each.value or "(must be given)", each.source, each.title, rule(Citation("fe", each.rule))]
        for each in FE.settings.values()
    )
    return table(("setting", "value", "source", "what it is", "rule"), rows)


def border_patrol_questions() -> Iterator[str]:
    """What a case of Border Patrol may ask."""
    return _questions(BORDER_PATROL_QUESTIONS)


def border_patrol_verbs() -> Iterator[str]:
    """The orders of a movement phase of Border Patrol, those of a Team first."""
    rows = (
        [who, f"`{name}`", _examples(verb.example), rule(Citation("bp", verb.rule)) if verb.rule else ""]
        for who, verbs in (("Team", TEAM_VERBS), ("master", MASTER_VERBS))
        for name, verb in verbs.items()
    )
    return table(("given by", "verb", "example", "rule"), rows)


def border_patrol_dice() -> Iterator[str]:
    """What a movement phase of Border Patrol rolls for."""
    rows = ([f"`{each.name}`", str(each.phase), f"d{each.sides}", rule(each.citation)] for each in DICE.values())
    return table(("purpose", "phase", "die", "rule"), rows)


def _questions(questions: Mapping[str, Callable[..., object]]) -> Iterator[str]:
    rows = (
        [f"`{name}`", _parameters(function), inspect.getdoc(function) or ""]
        for name, function in sorted(questions.items())
    )
    return table(("question", "given", "answers"), rows)


def _parameters(function: Callable[..., object]) -> str:
    found = inspect.signature(function).parameters.values()
    return ", ".join(
        f"`{each.name}`"
        if each.default is inspect.Parameter.empty
        else f"`{each.name}` (`{each.default}` if not given)"
        for each in found
    )


def purposes() -> Iterator[str]:
    """What dice are rolled for, with the numbers of their addresses."""
    return _purposes(PURPOSES.values())


def _purposes(purposes: Iterable[Purpose]) -> Iterator[str]:
    rows = (
        [f"`{each.name}`", str(each.phase), f"d{each.sides}", each.roller, rule(each.citation)] for each in purposes
    )
    return table(("purpose", "phase", "die", "whose number the address holds", "rule"), rows)


def events() -> Iterator[str]:
    """Every kind of event, with what its facts are called: from a battle that has nearly all of them."""
    faults = Faults()
    papers = read_papers(EXAMPLE / "scenario.toml", [EXAMPLE / "red.txt", EXAMPLE / "blue.txt"], faults)
    faults.settle()
    assert papers is not None
    seen = {event.kind: list(event.facts) for event in adjudicate(papers).fought.events}
    rows = (
        [
            f"`{kind.name}`",
            ", ".join(f"`{fact}`" for fact in seen.get(kind.name, ["side", "ship", "other", *kind.operands])),
            ", ".join(map(fta3, kind.rules)),
        ]
        for kind in KINDS.values()
    )
    return table(("kind", "facts", "rules"), rows)


def events_before() -> Iterator[str]:
    """Every kind of event before the battle."""
    rows = (
        [f"`{name}`", ", ".join(f"`{fact}`" for fact in ("side", *kind.facts)), fta3(kind.rule)]
        for name, kind in BEFORE.items()
    )
    return table(("kind", "facts", "rule"), rows)


def events_after() -> Iterator[str]:
    """Every kind of event after the battle."""
    rows = (
        [f"`{name}`", ", ".join(f"`{fact}`" for fact in ("side", *kind.facts)), ", ".join(map(fta3, kind.rules))]
        for name, kind in AFTER.items()
    )
    return table(("kind", "facts", "rules"), rows)


def steps() -> Iterator[str]:
    """The sequence of play of a fleet battle."""
    return _steps(SEQUENCE.values())


def ground_steps() -> Iterator[str]:
    """The sequence of play of a quarter of a ground war."""
    return _steps(ground_campaign.SEQUENCE.values())


def _steps(steps: Iterable[Step]) -> Iterator[str]:
    rows = ([step.name, step.decides, ", ".join(map(rule, step.citations))] for step in steps)
    return table(("step", "what is decided before it", "rules"), rows)


def ground_columns() -> Iterator[str]:
    """The columns of a ground book."""
    return _columns(ground_book.COLUMNS)


def ground_types() -> Iterator[str]:
    """The types of ground units."""
    rows = (
        [
            f"`{row['name']}`",
            " / ".join(map(str, row["cost"])),
            " / ".join(map(str, row["di"])),
            *(str(row[stat]) for stat in ("quality", "mobility", "firepower", "morale")),
            ", ".join(f"`{trait}`" for trait in row["traits"]),
            fta3(row["rule"]),
        ]
        for row in type_rows().values()
    )
    return table(("type", "$", "DI", "quality", "mobility", "firepower", "morale", "traits", "rule"), rows)


def ground_traits() -> Iterator[str]:
    """The traits of ground units."""
    only = {"inherent": "comes with its type alone", "revenant": "with the polity trait `revenant`", "": ""}
    rows = ([f"`{row['name']}`", only[row.get("only", "")], fta3(row["rule"])] for row in trait_rows().values())
    return table(("trait", "only", "rule"), rows)


def ground_orders() -> Iterator[str]:
    """The verbs of orders for a ground war."""
    examples, rules = ground_orders_of.EXAMPLES, ground_orders_of.RULES
    rows = ([f"`{verb}`", _examples(text), fta3(rules.get(verb, ""))] for verb, text in examples.items())
    return table(("verb", "for instance", "rule"), rows)


def ground_entries() -> Iterator[str]:
    """The verbs of a moderator's entries in a ground war."""
    rows = (
        [f"`{verb}`", ", ".join(f"`{each}`" for each in text.split("; or: "))]
        for verb, text in ground_entries_of.EXAMPLES.items()
    )
    return table(("verb", "for instance"), rows)


def ground_events() -> Iterator[str]:
    """Every kind of event of a ground war."""
    rows = (
        [
            f"`{name}`",
            ", ".join(f"`{fact}`" for fact in ("side", *kind.facts)),
            ", ".join(map(fta3, kind.rules)) or "that of what is left to the moderator",
        ]
        for name, kind in ground_log.KINDS.items()
    )
    return table(("kind", "facts", "rules"), rows)


def ground_purposes() -> Iterator[str]:
    """What dice are rolled for in a ground war, with the numbers of their addresses."""
    return _purposes(ground_log.PURPOSES.values())


CODE = re.compile(r"[a-z0-9…]+(-[a-z0-9…]+)*")
DAMAGED, CONFLICT = "3", "4"


def refusals() -> Iterator[str]:
    """Every refusal in the source: its code, its message with … for what varies, the exit code, the module."""
    found: dict[tuple[str, str], dict[str, set[str]]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                code = _code(call)
                if code:
                    entry = found.setdefault((code, _exit_code(call)), {"messages": set(), "modules": set()})
                    entry["modules"].add(module)
                    entry["messages"] |= {_message(call, function)} - {""}
    rows = (
        [
            f"`{code}`",
            "; ".join(sorted(entry["messages"])),
            exit_code,
            ", ".join(f"`{name}`" for name in sorted(entry["modules"])),
        ]
        for (code, exit_code), entry in sorted(found.items())
    )
    return table(("code", "what it says", "exit code", "said by"), rows)


def _is_refusal(call: ast.Call) -> bool:
    """Whether a call makes a refusal, directly or through a helper of its module."""
    match call.func:
        case ast.Attribute(value=ast.Name("faults") | ast.Attribute(attr="faults"), attr="add"):
            return True
        case ast.Attribute(attr="fault" | "refuse"):
            return True
        case ast.Name("Refusal" | "_damage" | "_conflict" | "_UnfitError" | "Unfit" | "refuse"):
            return True
    return False


def _code(call: ast.Call) -> str:
    if not _is_refusal(call):
        return ""
    texts = [_text(each) for each in [*call.args[:2], *(k.value for k in call.keywords if k.arg == "code")]]
    return next((text for text in texts if CODE.fullmatch(text)), "")


def _message(call: ast.Call, function: ast.FunctionDef) -> str:
    """The message of a refusal, or what was last given to the name that stands for it."""
    keyword = next((each.value for each in call.keywords if each.arg == "message"), None)
    # Behind code and place; helpers that know the place themselves take only code and message.
    value = keyword or call.args[1 if len(call.args) == 2 or _name(call) in ("_UnfitError", "Unfit", "refuse") else 2]
    if isinstance(value, ast.Name):
        given = [
            (line, given) for line, name, given in _assignments(function) if name == value.id and line < call.lineno
        ]
        value = max(given, key=lambda pair: pair[0])[1] if given else value
    return _text(value).strip()


def _assignments(function: ast.FunctionDef) -> Iterator[tuple[int, str, ast.expr]]:
    """Line, name and value of everything that a function gives a name to, several in one statement included."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            names, values = [node.targets[0]], [node.value]
            if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                names, values = node.targets[0].elts, node.value.elts
            yield from ((node.lineno, ast.unparse(name), given) for name, given in zip(names, values, strict=True))


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _text(node: ast.expr) -> str:
    """A text of the source, with … for what is put in while the program runs; empty for anything else."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(_text(part) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.IfExp(body=body):
            return _text(body)
    return ""


def _exit_code(call: ast.Call) -> str:
    told = ast.unparse(call)
    if "Fault.DAMAGED" in told or told.startswith(("_damage(", "_UnfitError(", "Unfit(")):
        return DAMAGED
    return CONFLICT if "Fault.CONFLICT" in told or told.startswith("_conflict(") else "1"


# The columns of each table of papers that have several.
PAPERS: dict[str, Iterable[Column]] = {
    "year-head": year_sheet.HEAD,
    "year-polity": year_sheet.POLITIES,
    "year-ship": year_sheet.SHIPS,
    "year-army": year_sheet.ARMIES,
    "fe-ships": ship_table.COLUMNS,
    "bp-fighters": fighter_book.COLUMNS,
    "bp-paper": paper.HEAD,
    "bp-host": paper.HOSTS,
    "bp-purchase": paper.PURCHASES,
    "bp-patrol": paper.PATROLS,
    "bp-captured": paper.CAPTURED,
    "bp-transfer": paper.TRANSFERS,
    "bp-unit": roster.UNITS,
    "bp-officer": roster.OFFICERS,
    "bp-log": deck_log.HEAD,
    "bp-action": deck_log.ACTIONS,
    "bp-killed": deck_log.KILLED,
    "bp-destroyed": deck_log.DESTROYED,
    "bp-conversion": deck_log.CONVERSIONS,
    "bp-readying": deck_log.READYINGS,
}

LEDGERS: dict[str, Callable[[], Iterator[str]]] = {
    **{name: partial(_columns, columns) for name, columns in PAPERS.items()},
    "bp-dice": border_patrol_dice,
    "bp-questions": border_patrol_questions,
    "fe-questions": fe_questions,
    "fe-tables": fe_tables,
    "fe-settings": fe_settings,
    "fe-battle-around": lambda: fe_keys(shape.AROUND),
    "fe-battle-entry": lambda: fe_keys(shape.ENTRY),
    "fe-battle-station": lambda: fe_keys(shape.STATION),
    "fe-battle-head": lambda: fe_keys(shape.HEAD),
    "fe-battle-side": lambda: fe_keys(shape.SIDE),
    "fe-battle-units": lambda: fe_keys(shape.UNITS),
    "fe-battle-words": lambda: fe_keys((*shape.WORDS, shape.OTHERWISE)),
    "bp-verbs": border_patrol_verbs,
    "bp-works": works,
    "columns": columns,
    "decisions": decisions,
    "events": events,
    "events-after": events_after,
    "events-before": events_before,
    "fitting-columns": fitting_columns,
    "fleet-head": lambda: head(fleet.HEAD),
    "fittings": fittings,
    "ground-columns": ground_columns,
    "ground-entries": ground_entries,
    "ground-events": ground_events,
    "ground-orders": ground_orders,
    "ground-purposes": ground_purposes,
    "ground-steps": ground_steps,
    "ground-traits": ground_traits,
    "ground-types": ground_types,
    "head": head,
    "hooks": hooks,
    "map-head": lambda: head(starlanes.HEAD),
    "orders": orders,
    "plans": plans,
    "purposes": purposes,
    "questions": questions,
    "refusals": refusals,
    "rulings": ruling_verbs,
    "rulings-after": rulings_after,
    "ship-columns": lambda: _columns(fleet.LEAF.columns),
    "steps": steps,
    "system-columns": lambda: _columns(starlanes.LEAF.columns),
    "year-orders": year_orders,
    "year-entries": year_entries,
}


def setup(app: Sphinx) -> dict[str, object]:
    """Tell Sphinx of the directive."""
    app.add_directive("ledger", LedgerDirective)
    return {"version": "1", "parallel_read_safe": True}
