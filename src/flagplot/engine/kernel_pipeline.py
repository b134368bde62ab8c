"""For numba: a kernel is optimised and turned into machine code once, as a whole.

By itself numba does both with every function, each time with all that it calls, so that a small rule goes through the
compiler again with every caller of a caller. Here a function is kept as it was written down first, and only the entry,
which everything is linked into, goes all the way.

Only ``engine.kernel`` imports this module, because it loads numba.
"""

# What numba is made of has no types.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Part(JITCodeLibrary):
    """The code of one function, for the whole to take. Nobody calls it by an address."""

    def finalize(self) -> None:
        """Nothing more comes."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address."""
        return 0

    @property
    def codegen(self) -> Any:
        """Where numba would put down the environment that a function's machine code reads."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """There is no machine code."""


class Whole(JITCodeLibrary):
    """The code of the entry and of all that it reaches."""

    def finalize(self) -> None:
        """Link everything in, optimise it, turn it into machine code."""
        reached: dict[int, Any] = {}
        _reach(self, reached)
        # Callers first: what nothing calls yet would be left out.
        self._linking_libraries = [*reached.values()][::-1][1:]
        super().finalize()


def _reach(library: Any, reached: dict[int, Any]) -> None:
    """Add a library, by identity, behind all that it needs."""
    if id(library) not in reached:
        if isinstance(library, Part | Whole):
            for each in library._linking_libraries:
                _reach(each, reached)
        reached[id(library)] = library


class Parts(Compiler):
    """How functions are compiled that are called by others of the kernel alone."""

    library: type[JITCodeLibrary] = Part

    def define_pipelines(self) -> list[Any]:
        """As always, but into such a library."""
        state: Any = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return list(super().define_pipelines())


class Entry(Parts):
    """How the entry is compiled."""

    library = Whole
