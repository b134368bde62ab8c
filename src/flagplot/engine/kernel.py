"""The twin of a kernel: the same function objects over another set of globals, so that there is one source and no
copy of it.

``rebound`` makes the interpreted twin, in which named functions are exchanged at any depth: how scripted and enumerated
dice enter a battle that knows of neither. ``compiled`` makes the compiled one. It hands the copies to numba, which is
not loaded before, and keeps the code under a fingerprint of all that went into it (``engine.kernel_cache``), because
numba by itself would look for changes in the entry's own file alone.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from flagplot.engine import kernel_cache
from flagplot.engine.kernel_words import Form, form_of, words_of

Function = TypeVar("Function", bound=Callable[..., Any])

PROJECT = __name__.partition(".")[0] + "."

# Reference counting off: it would cost nine tenths of the speed, and a kernel allocates nothing.
ENTRY: Mapping[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
INNER: Mapping[str, Any] = {**ENTRY, "no_cpython_wrapper": True}


def rebound(function: Function, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> Function:
    """A copy of ``function`` in which, at any depth, each function that is a key of ``exchange`` is its value instead.

    Only functions of this project that are reached as globals, by name or through their module, are copied; classes and
    constants are shared.
    """
    return cast(Function, _Twin(exchange).function(function))


def compiled(
    function: Function, example: tuple[Any, ...], constants: Mapping[str, int] | None = None, *, checked: bool = False
) -> Function:
    """The compiled twin of ``function`` for arguments of the forms of ``example``; of any others it raises TypeError.

    The first argument is a NamedTuple of arrays, NamedTuples and integers; the others are arrays and integers.
    ``constants``, by full name, are other numbers in the twin. With ``checked`` an index out of range is an IndexError,
    as it is in the interpreted run, and not silent damage. Raises ImportError, with the module's name, where the kernel
    reaches out of itself. What has been compiled before, which ``is_warm`` tells, is loaded.
    """
    import numba

    form = form_of(example[0])
    folder = folder_of(function, example, constants, checked=checked)
    twin = _Twin({})
    copy = twin.function(function)
    for full, value in (constants or {}).items():
        module, _, name = full.rpartition(".")
        twin.constant(module, name, value)
    if cast(Any, numba.config).DISABLE_JIT:
        return cast(Function, copy)
    kept = folder if kernel_cache.opens(folder) else None
    dispatcher = _decorated(twin, copy, form, kept, checked)
    dispatcher.compile((numba.types.int64[::1], *map(numba.typeof, example[1:])))
    dispatcher.disable_compile()
    if kept:
        (kept / kernel_cache.READY).write_text(_processor(), encoding="utf-8")
    return cast(Function, _Compiled(dispatcher, form, [*map(form_of, example[1:])]))


def is_warm(
    function: Callable[..., Any],
    example: tuple[Any, ...],
    constants: Mapping[str, int] | None = None,
    *,
    checked: bool = False,
) -> bool:
    """Whether ``compiled`` has only to load what it has compiled before, on such a processor."""
    ready = folder_of(function, example, constants, checked=checked) / kernel_cache.READY
    return ready.exists() and ready.read_text(encoding="utf-8") == _processor()


def folder_of(
    function: Callable[..., Any],
    example: tuple[Any, ...],
    constants: Mapping[str, int] | None = None,
    *,
    checked: bool = False,
) -> Path:
    """Where ``compiled`` keeps what it compiles."""
    options = repr((function.__qualname__, form_of(example[0]), sorted((constants or {}).items()), checked))
    return kernel_cache.root() / kernel_cache.fingerprint(function.__module__, options)


def _processor() -> str:
    """What numba compiles for."""
    from numba.core.registry import cpu_target

    return "\n".join(cpu_target.target_context.codegen().magic_tuple())


class _Compiled:
    """A compiled kernel as a function of what its twin takes."""

    def __init__(self, dispatcher: Any, form: Form, others: Sequence[Form]) -> None:
        self.dispatcher = dispatcher
        self._form = form
        self._others = others
        self._last: tuple[Any, Any] = (None, None)

    def __call__(self, state: Any, *others: Any) -> Any:
        # One pair, read and written at once, so that threads do not mix up whose words they are.
        last, words = self._last
        if last is not state:
            words = words_of(state, self._form)
            self._last = (state, words)
        return self._call(state, words, *others)

    def bound(self, state: Any) -> Callable[..., Any]:
        """The same as a function of the other arguments, with the words of ``state`` laid out once for all."""
        return partial(self._call, state, words_of(state, self._form))

    def _call(self, state: Any, words: Any, *others: Any) -> Any:
        # The words are good as long as ``state`` lives, which therefore comes along.
        for other, form in zip(others, self._others, strict=True):
            words_of(other, form)  # numba would take a fraction for an integer
        return self.dispatcher(words, *others)


def bound(function: Callable[..., Any], state: Any) -> Callable[..., Any]:
    """A twin, or an interpreted kernel, as a function of the arguments behind its first, ``state``.

    Where that is called time and again a twin has it laid out once, and not whenever another state has come between.
    """
    return function.bound(state) if isinstance(function, _Compiled) else partial(function, state)


def _decorated(twin: _Twin, function: FunctionType, form: Form, folder: Path | None, checked: bool) -> Any:
    """The twin's functions handed to numba and put where they are called; the entry, which calls ``function``."""
    import numba

    from flagplot.engine.kernel_pipeline import Entry, Parts
    from flagplot.engine.kernel_reference import refer_to

    inner: dict[int, Any] = {}
    for copy in twin.functions.values():
        manner: dict[str, Any] = {} if _loops(copy) and not hasattr(copy, "__embed__") else {"forceinline": True}
        if hasattr(copy, "__merge__"):
            manner = {"inline": "always"}
        inner[id(copy)] = numba.njit(boundscheck=checked, pipeline_class=Parts, **manner, **INNER)(copy)
    for module in twin.modules.values():
        for name, value in vars(module).items():
            vars(module)[name] = inner.get(id(value), value)
    entry = _entry(function, {"__name__": __name__, "refer": refer_to(form), "function": inner[id(function)]})
    # Numba reads where its cache is while it decorates.
    config: Any = numba.config
    kept = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        return numba.njit(boundscheck=checked, pipeline_class=Entry, cache=folder is not None, **ENTRY)(entry)
    finally:
        config.CACHE_DIR = kept


def _loops(function: FunctionType) -> bool:
    """Whether a function has a loop. One that has none costs less in its callers' code than the calls would."""
    return any(
        each.opname == "FOR_ITER" or (each.opcode in dis.hasjrel and each.argval <= each.offset)
        for each in dis.get_instructions(function)
    )


def _entry(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    """A function of the same parameters, but that the first one is the words of what ``function`` gets by reference."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    rest = "".join(f", {name}" for name in names[1:])
    # The file's name is for numba, which keeps its cache by it.
    code = compile(f"def enter(words{rest}):\n    return function(refer(words){rest})", __file__, "exec")
    exec(code, namespace)
    return cast(FunctionType, namespace["enter"])


class _Twin:
    """The modules and functions copied so far, by identity of their originals."""

    def __init__(self, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
        self.exchange = {id(old): new for old, new in exchange.items()}
        self.functions: dict[int, FunctionType] = {}
        self.modules: dict[int, ModuleType] = {}

    def function(self, original: Any) -> Any:
        if id(original) in self.exchange:
            return self.exchange[id(original)]
        if id(original) not in self.functions:
            namespace = vars(self.module(original.__globals__))
            # Filling the namespace has copied the functions of its own module.
            if id(original) not in self.functions:
                copy = FunctionType(
                    original.__code__, namespace, original.__name__, original.__defaults__, original.__closure__
                )
                vars(copy).update(vars(original))
                self.functions[id(original)] = copy
        return self.functions[id(original)]

    def module(self, original: dict[str, Any]) -> ModuleType:
        """The one twin of the module with these globals, entered before it is filled: modules may form a circle."""
        if id(original) not in self.modules:
            twin = self.modules[id(original)] = ModuleType(original["__name__"])
            vars(twin).update(original)
            for name, value in original.items():
                vars(twin)[name] = self.value(value)
        return self.modules[id(original)]

    def value(self, value: Any) -> Any:
        if id(value) in self.exchange:
            return self.exchange[id(value)]
        if isinstance(value, FunctionType) and value.__module__.startswith(PROJECT):
            return self.function(value)
        if isinstance(value, ModuleType) and value.__name__.startswith(PROJECT):
            return self.module(vars(value))
        return value

    def constant(self, module: str, name: str, value: int) -> None:
        """Give a constant of one of the twin's modules another value; KeyError for one that is not there."""
        (twin,) = (each for each in self.modules.values() if each.__name__ == module)
        vars(twin)[name] = type(vars(twin)[name])(value)
