"""Workbooks in ODS, as small as they can be: a list of parts, and the content with its texts and numbers."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from flagplot.engine.grids import Cell, Page

MIMETYPE = "application/vnd.oasis.opendocument.spreadsheet"
_NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{path}:1.0"'
    for name, path in (
        ("office", "office"),
        ("table", "table"),
        ("text", "text"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_MANIFEST = (
    f'{_DECLARATION}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
    'manifest:version="1.2">'
    f'<manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="{MIMETYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)
_HEADING = (
    '<office:automatic-styles><style:style style:name="heading" style:family="table-cell">'
    '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def write_ods(sheets: Sequence[tuple[str, Page]]) -> bytes:
    """The workbook with these sheets by name; the same sheets always give the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        # First and not packed, so that a file can be told by its first bytes.
        _put(archive, "mimetype", MIMETYPE, zipfile.ZIP_STORED)
        _put(archive, "META-INF/manifest.xml", _MANIFEST, zipfile.ZIP_DEFLATED)
        _put(archive, "content.xml", "".join(_content(sheets)), zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _put(archive: zipfile.ZipFile, name: str, text: str, method: int) -> None:
    archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), text.encode(), method)


def _content(sheets: Sequence[tuple[str, Page]]) -> Iterator[str]:
    yield f'{_DECLARATION}<office:document-content {_NAMESPACES} office:version="1.2">{_HEADING}'
    yield "<office:body><office:spreadsheet>"
    for name, page in sheets:
        yield f"<table:table table:name={quoteattr(name)}>"
        yield f'<table:table-column table:number-columns-repeated="{max(map(len, page.rows), default=1) or 1}"/>'
        for number, row in enumerate(page.rows):
            style = ' table:style-name="heading"' if number == page.head - 1 else ""
            yield f"<table:table-row>{''.join(_cell(cell, style) for cell in row) or '<table:table-cell/>'}"
            yield "</table:table-row>"
        yield "</table:table>"
    yield "</office:spreadsheet></office:body></office:document-content>"


def _cell(cell: Cell, style: str) -> str:
    if cell is None or cell == "":
        return "<table:table-cell/>"
    if isinstance(cell, int):
        return (
            f'<table:table-cell{style} office:value-type="float" office:value="{cell}"><text:p>{cell}</text:p>'
            "</table:table-cell>"
        )
    lines = "".join(f"<text:p>{_marked(line)}</text:p>" for line in cell.split("\n"))
    return f'<table:table-cell{style} office:value-type="string">{lines}</table:table-cell>'


def _marked(line: str) -> str:
    """A line with marks for tabs, and for blanks that a reader of XML would take for one."""
    marked = re.sub("(?<= ) +|^ +| +$", lambda match: f'<text:s text:c="{len(match[0])}"/>', escape(line))
    return marked.replace("\t", "<text:tab/>")
