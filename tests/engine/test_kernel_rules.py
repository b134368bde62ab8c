"""The kernel of a battle runs interpreted and compiled from one source; these rules keep that source compilable.

Each rule has two tests: it finds what it forbids in a few lines of source, and it finds nothing in the kernel.
"""

import ast
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
BATTLE = "flagplot.fta3.battle"
ENTRIES = (f"{BATTLE}.sequence", f"{BATTLE}.sampling")
DICE = "flagplot.core.dice"
DECLARATIONS = {"flagplot.core.citation", "flagplot.engine.marks"}  # run while modules load, never in a battle
LIBRARIES = {"numpy", "typing", "collections", "collections.abc", "__future__"}
BUILDERS = {"grid", "scratch", "revive"}  # make a worker's arrays before a battle; never called inside one
MARKS = {"merge", "embed", "carries_out"}
CONVERSIONS = {"int64", "uint64"}  # all that a phase may ask of numpy
BUILT_IN = {"range", "min", "max", "abs", "len", "int"}

Finding = tuple[ast.AST, str]
Rule = Callable[[ast.Module], Iterator[Finding]]


def module_path(name: str) -> Path:
    """Where a module of the project stands in the source tree."""
    return SRC.joinpath(*name.split(".")).with_suffix(".py")


@cache
def kernel() -> dict[str, Path]:
    """The modules whose functions obey the rules: those of the battle, and the dice."""
    files = sorted((SRC / "flagplot" / "fta3" / "battle").glob("*.py"))
    modules = {f"{BATTLE}.{path.stem}": path for path in files if path.stem != "__init__"}
    return {**modules, DICE: module_path(DICE)}


def imports(tree: ast.AST) -> Iterator[tuple[ast.stmt, str]]:
    """Each imported module with its statement; ``from package import module`` names the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield node, whole if module_path(whole).exists() else base


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module that run in a battle."""
    return (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name not in BUILDERS)


def inside(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node in the bodies of those functions, without docstrings and annotations."""
    for function in functions(tree):
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for statement in body:
            yield from walk(statement)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        if name not in {"annotation", "returns"}:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from walk(child)


def names_are_given_once(tree: ast.Module) -> Iterator[Finding]:
    """No name of a module stands for two things: such a number would change a battle without a word."""
    seen: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [node] if isinstance(node, ast.FunctionDef) else []
        for target in targets:
            name = getattr(target, "id", getattr(target, "name", ""))
            if name in seen:
                yield node, f"{name} is given again"
            seen.add(name)


def imports_stay_inside(tree: ast.Module) -> Iterator[Finding]:
    """Only numpy, typing, collections and other modules of the kernel are imported, and by name."""
    allowed = LIBRARIES | DECLARATIONS | set(kernel())
    for node, name in imports(tree):
        if name not in allowed:
            yield node, f"imports {name}, which is outside the kernel"
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            yield node, f"imports everything from {name}"
        if node not in tree.body:
            yield node, "imports inside a function"


def modules_hold_functions_and_constants(tree: ast.Module) -> Iterator[Finding]:
    """At module level stand imports, constants, NamedTuples and functions, marked by nothing but the known marks."""
    for node in tree.body:
        match node:
            case ast.ClassDef(bases=[ast.Name(id="NamedTuple")]):
                continue
            case ast.ClassDef():
                yield node, f"class {node.name} is no NamedTuple"
            case ast.FunctionDef():
                for mark in node.decorator_list:
                    called = mark.func if isinstance(mark, ast.Call) else mark
                    if not (isinstance(called, ast.Name) and called.id in MARKS):
                        yield node, f"{node.name} is decorated with {ast.unparse(mark)}"
            case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign() | ast.Expr(value=ast.Constant()):
                continue
            case _:
                yield node, f"{type(node).__name__} at module level"


def parameters_are_positional(tree: ast.Module) -> Iterator[Finding]:
    """No defaults (each one left out compiles another version), no keyword-only ones, no stars."""
    for function in functions(tree):
        arguments = function.args
        if arguments.defaults or any(arguments.kw_defaults):
            yield function, f"{function.name} has a default"
        if arguments.kwonlyargs:
            yield function, f"{function.name} has a keyword-only parameter"
        if arguments.vararg or arguments.kwarg:
            yield function, f"{function.name} takes any number of arguments"


def nothing_is_defined_inside(tree: ast.Module) -> Iterator[Finding]:
    """No closures, lambdas or classes within a function."""
    for node in inside(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield node, f"{type(node).__name__} inside a function"


def control_is_plain(tree: ast.Module) -> Iterator[Finding]:
    """No exceptions, assertions, context managers, generators or global statements."""
    refused = (ast.Try, ast.TryStar, ast.Raise, ast.Assert, ast.With, ast.Yield, ast.YieldFrom, ast.Await, ast.Global)
    for node in inside(tree):
        if isinstance(node, refused):
            yield node, f"{type(node).__name__} in a function"


def nothing_is_allocated(tree: ast.Module) -> Iterator[Finding]:
    """No lists, dicts, sets or comprehensions, no new arrays, no built-in that makes or walks one."""
    refused = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.JoinedStr)
    arrays = {alias.asname or alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    local = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    local |= {
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    for node in inside(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name not in BUILT_IN | local:
                yield node, f"calls {name}()"
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in arrays - {"typing"}:
                if attribute not in CONVERSIONS:
                    yield node, f"uses {name}.{attribute}"
            case _ if isinstance(node, refused):
                yield node, f"{type(node).__name__} in a function"


def slices_are_not_copied(tree: ast.Module) -> Iterator[Finding]:
    """A slice takes a number (``row[:] = 0``), not another slice."""
    for node in inside(tree):
        if isinstance(node, ast.Assign) and has_slice(node.value) and any(map(has_slice, node.targets)):
            yield node, "copies one slice to another"


def has_slice(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Slice) for part in ast.walk(node))


def numbers_are_whole(tree: ast.Module) -> Iterator[Finding]:
    """Integers only: no true division, no fractions, no text; and two comparisons are never added."""
    for node in inside(tree):
        match node:
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node, "true division"
            case ast.Constant(value=float() | complex() | str() | bytes()):
                yield node, f"the constant {node.value!r} is no integer"
            case ast.BinOp(op=ast.Add(), left=ast.Compare(), right=ast.Compare()):
                yield node, "adds two comparisons: 2 when compiled, True when not"


def values_are_named_where_they_change(tree: ast.Module) -> Iterator[Finding]:
    """No assignment inside an expression."""
    for node in inside(tree):
        if isinstance(node, ast.NamedExpr):
            yield node, f"{ast.unparse(node)} assigns inside an expression"


def calls_pass_no_literals(tree: ast.Module) -> Iterator[Finding]:
    """No number, truth value, text, nor a constant by bare name goes into a kernel function: each compiles a version.

    ``k.NONE``, through its module, is no literal to the compiler.
    """
    called = kernel_functions(tree)
    for function in functions(tree):
        fixed = names_of_constants(function)
        for node in walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in called and node not in function.decorator_list:
                for value in [*node.args, *(keyword.value for keyword in node.keywords)]:
                    if is_literal(value, fixed):
                        yield value, f"passes {ast.unparse(value)} to {ast.unparse(node.func)}"


def kernel_functions(tree: ast.Module) -> set[str]:
    """What the functions of the kernel are called in a module: ``note``, ``trace.note``."""
    names = {node.name for node in functions(tree)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                own = alias.asname or alias.name
                whole = f"{node.module}.{alias.name}"
                if node.module in kernel():
                    names |= {own} & {own for f in functions(parsed(node.module)) if f.name == alias.name}
                elif whole in kernel():
                    names |= {f"{own}.{f.name}" for f in functions(parsed(whole))}
    return names


def is_literal(value: ast.expr, fixed: set[str]) -> bool:
    """Whether a value is made of constants alone, ``fixed`` being the local names that stand for nothing else."""
    match value:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in fixed or name.isupper()
        case ast.UnaryOp(operand=operand):
            return is_literal(operand, fixed)
        case ast.BinOp(left=left, right=right):
            return is_literal(left, fixed) and is_literal(right, fixed)
        case _:
            return False


def names_of_constants(function: ast.FunctionDef) -> set[str]:
    """Local names that are assigned literals and nothing else."""
    literal: set[str] = set()
    other = {argument.arg for argument in function.args.args}
    plain: set[ast.Name] = set()
    for node in walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and is_literal(node.value, set()):
            plain.add(node.targets[0])
    for node in walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            (literal if node in plain else other).add(node.id)
    return literal - other


RULES: list[tuple[Rule, list[str]]] = [
    (
        names_are_given_once,
        ["RULED = 4\nKIND = 0\nRULED = 3", "def f(a):\n    return a\ndef f(a):\n    return 2 * a"],
    ),
    (
        imports_stay_inside,
        [
            "import random",
            "from flagplot.core.refusal import Faults",
            "from flagplot.core.dice import *",
            "from . import codes",
            "def f(a):\n    import numpy",
        ],
    ),
    (
        modules_hold_functions_and_constants,
        [
            "class Ship:\n    hp = 1",
            "@cache\ndef f(a):\n    return a",
            "@functools.wraps(g)\ndef f(a):\n    return a",
            "for i in range(3):\n    print(i)",
            "async def f(a):\n    return a",
        ],
    ),
    (
        parameters_are_positional,
        [
            "def f(a, b=1):\n    return a",
            "def f(*, a):\n    return a",
            "def f(*a):\n    return a",
            "def f(**a):\n    return a",
        ],
    ),
    (
        nothing_is_defined_inside,
        [
            "def f(a):\n    def g():\n        return a",
            "def f(a):\n    g = lambda: a",
            "def f(a):\n    class B:\n        pass",
        ],
    ),
    (
        control_is_plain,
        [
            "def f(a):\n    try:\n        a()\n    finally:\n        a()",
            "def f(a):\n    raise a",
            "def f(a):\n    assert a",
            "def f(a):\n    with a:\n        a()",
            "def f(a):\n    yield a",
            "def f(a):\n    global b",
        ],
    ),
    (
        nothing_is_allocated,
        [
            "def f(a):\n    return [a]",
            "def f(a):\n    return {a: a}",
            "def f(a):\n    return {a}",
            "def f(a):\n    return min(x for x in a)",
            "def f(a):\n    return [x for x in a]",
            "def f(a):\n    return f'{a}'",
            "def f(a):\n    return sum(a)",
            "def f(a):\n    return round(a)",
            "def f(a):\n    return sorted(a)",
            "import numpy as np\ndef f(a):\n    return np.zeros(a)",
            "import numpy\ndef f(a):\n    return numpy.where(a)",
        ],
    ),
    (slices_are_not_copied, ["def f(a, b):\n    a[:] = b[:]", "def f(a, b):\n    a[0, :3] = b[1:4]"]),
    (
        numbers_are_whole,
        [
            "def f(a):\n    return a / 2",
            "def f(a):\n    a /= 2",
            "def f(a):\n    return a * 0.5",
            "def f(a):\n    return 'a'",
            "def f(a, b):\n    return (a > 1) + (b > 1)",
        ],
    ),
    (values_are_named_where_they_change, ["def f(a):\n    if (b := a):\n        return b"]),
    (
        calls_pass_no_literals,
        [
            "def g(a):\n    return a\ndef f(a):\n    return g(1)",
            "def g(a):\n    return a\ndef f(a):\n    return g(-1)",
            "def g(a):\n    return a\ndef f(a):\n    return g(True)",
            "def g(a):\n    return a\ndef f(a):\n    return g(a=1 << 3)",
            "from flagplot.core.dice import BITS\ndef g(a):\n    return a\ndef f(a):\n    return g(BITS)",
            "def g(a):\n    return a\ndef f(a):\n    n = 0\n    return g(n)",
            "from flagplot.core.dice import block\ndef f(a):\n    return block(a, 1, a, a, a)",
            "from flagplot.core.dice import block as b\ndef f(a):\n    return b(a, 1, a, a, a)",
            "from flagplot.core import dice as d\ndef f(a):\n    return d.block(a, 1, a, a, a)",
        ],
    ),
]

# A phase as it should be, with everything that the rules allow.
FAIR = '''
"""A phase."""

from typing import NamedTuple

import numpy as np

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice, face
from flagplot.engine.marks import merge

LIMIT = 3
WORDS = {LIMIT: "three"}


class Cells(NamedTuple):
    """Cells."""

    row: int


@merge
@carries_out("fta3", "pair-off")
def phase(cells: Cells, dice: Dice, n: int) -> int:
    """Does nothing of note."""
    total = 0
    for s in range(2):
        total += face(dice, s, s, n, s, d.NARROW_SIDES) >= 3
        total = total + min(n, 7) // 2
    while total > LIMIT:
        total -= 1
        total = d.face(dice, total, n, n, n, n)
    cells.row[:] = 0
    low, high = d.block(dice, n, total, n, n)
    return np.int64(low if low > high else high)


def grid(*shape: int) -> object:
    """An array."""
    return np.zeros(shape, np.int64)
'''


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(kernel()[module].read_text(encoding="utf-8"))


def by_name(case: tuple[Rule, list[str]]) -> str:
    return case[0].__name__


@pytest.mark.parametrize("case", RULES, ids=by_name)
def test_a_rule_finds_what_it_forbids(case: tuple[Rule, list[str]]) -> None:
    rule, wrong = case
    for source in wrong:
        assert list(rule(ast.parse(source))), f"not found:\n{textwrap.indent(source, '    ')}"


@pytest.mark.parametrize("case", RULES, ids=by_name)
def test_a_rule_lets_a_fair_phase_be(case: tuple[Rule, list[str]]) -> None:
    assert [message for _, message in case[0](ast.parse(FAIR))] == []


@pytest.mark.parametrize("case", RULES, ids=by_name)
def test_the_kernel_obeys(case: tuple[Rule, list[str]]) -> None:
    rule, _ = case
    findings = [
        f"{path.relative_to(SRC.parent)}:{getattr(node, 'lineno', 1)}: {message}"
        for module, path in kernel().items()
        for node, message in rule(parsed(module))
    ]
    assert not findings, f"{rule.__doc__}\n" + "\n".join(findings)


def test_what_the_entries_reach_is_the_kernel() -> None:
    todo = [name for name in ENTRIES if name in kernel()]
    reached: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in reached and name.startswith("flagplot"):
            reached.add(name)
            source = module_path(name).read_text(encoding="utf-8")
            todo += [imported for _, imported in imports(ast.parse(source))]
    assert reached <= set(kernel()) | DECLARATIONS
