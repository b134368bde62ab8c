"""Reports as PDF, set by Typst (extra ``pdf``)."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Report, as_dict
from flagplot.formats.plain import one_line, system_of, verbatim

EPOCH = 0
"""The date that every file bears: the same report is the same file, whenever it was made."""


def write_pdf(report: Report, form: str = "pdf") -> bytes:
    """``report`` as a PDF; with ``form`` "png" its first page as a picture.

    The tree goes to Typst as JSON, so that no text in it can be taken for Typst's own mark-up. Raises ``Refused``
    where Typst is not installed.
    """
    try:
        import typst
    except ImportError:
        faults = Faults()
        mend = "Install it: pip install 'flagplot[pdf]'"
        faults.add("missing-extra", "--format pdf", "Typst is not installed", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
        raise AssertionError("a fault that is settled is raised") from None
    template = files("flagplot.formats.pages").joinpath("report.typ").read_bytes()
    data = json.dumps({"report": _shown(as_dict(report)), "system": system_of(report)}, ensure_ascii=False)
    made: Any = typst.compile(template, format=form, sys_inputs={"data": data}, timestamp=EPOCH)  # type: ignore[call-overload]
    return bytes(made[0] if isinstance(made, list) else made)


def _shown(value: Any, key: str = "") -> Any:
    """A tree whose texts hold nothing that cannot be shown; blocks keep their lines."""
    match value:
        case dict():
            is_block = value.get("kind") == "block"
            return {name: _shown(each, "block" if is_block else name) for name, each in value.items()}
        case list():
            return [_shown(each) for each in value]
        case str():
            return "\n".join(verbatim(value)) if key == "block" else one_line(value)
    return value
