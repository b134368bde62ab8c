"""How the documentation is built: Markdown through MyST, the Furo theme, nothing loaded from elsewhere."""

import sys
from pathlib import Path

from flagplot import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Flagplot"
author = "the Flagplot authors"
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "modules", "rulebook", "ledgers"]
exclude_patterns = ["_build"]
# An apostrophe in the answer of a command is no opened string.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"Flagplot {release}"
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
