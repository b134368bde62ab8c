"""The writers by the name of their format."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from flagplot.core.report import Report
from flagplot.formats.json_report import write_json
from flagplot.formats.markdown import write_markdown
from flagplot.formats.text import WIDTH, write_text

Format: TypeAlias = Literal["text", "markdown", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)


def write(report: Report, form: Format, *, width: int = WIDTH, facts: Mapping[str, Any] | None = None) -> str:
    """``report`` in the format ``form``; ``width`` is for text alone, ``facts`` stand in JSON alone."""
    match form:
        case "text":
            return write_text(report, width)
        case "markdown":
            return write_markdown(report)
        case "json":
            return write_json(report, facts or {})
