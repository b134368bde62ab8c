"""A directive that documents every module of a package: ``{modules} flagplot.desk``."""

import importlib
import pkgutil

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class ModulesDirective(SphinxDirective):
    """A heading and the public members for each module of the package that is named, in the order of their names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes of all modules."""
        package = self.arguments[0]
        names = [found.name for found in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}.")]
        text = "\n".join(
            f"```{{rubric}} {name}\n```\n```{{eval-rst}}\n.. automodule:: {name}\n   :members:\n```\n"
            for name in sorted(names)
        )
        return self.parse_text_to_nodes(text)


def setup(app: Sphinx) -> dict[str, object]:
    """Tell Sphinx of the directive."""
    app.add_directive("modules", ModulesDirective)
    return {"version": "1", "parallel_read_safe": True}
