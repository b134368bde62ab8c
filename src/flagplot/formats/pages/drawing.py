"""Pictures in a page, from Vega-Lite to SVG (extra ``charts``); the text that each of them has stands beside it."""

from __future__ import annotations

import re


def drawn(drawing: str) -> str:
    """A drawing as SVG, in one line; empty where there is none, or the extra that draws is not installed."""
    if not drawing:
        return ""
    try:
        import vl_convert
    except ImportError:
        return ""
    # Loads nothing from outside, and wraps so that every line of a page stands by itself.
    return re.sub(r"\s*\n\s*", " ", str(vl_convert.vegalite_to_svg(drawing))).strip()
