"""Reports as JSON, one value a line, so that two of them can be compared line by line."""

import json
from collections.abc import Mapping
from typing import Any

from flagplot.core.report import Report, as_dict


def write_json(report: Report, facts: Mapping[str, Any]) -> str:
    """The tree under ``report`` and beside it the caller's ``facts``; ends with one newline.

    Keys are sorted. A fact named ``report`` or a number that JSON does not know is a ValueError.
    """
    if "report" in facts:
        raise ValueError("the key 'report' is that of the tree itself")
    document = {"report": as_dict(report), **facts}
    written = json.dumps(document, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1)
    # JSON lets a DEL stand, which a plain text has no use for and no reader of files here takes back.
    return written.replace("\x7f", "\\u007f") + "\n"
