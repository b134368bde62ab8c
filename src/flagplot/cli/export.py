"""``flagplot export``: tables for spreadsheets."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, sheet_options


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write there; its ending gives the format."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["tsv", "csv", "xlsx", "ods", "toml"]),
    help="Without --out: tsv, cells to copy and paste, unless this says otherwise.",
)
@click.option("--table", metavar="NAME", help="One table alone, by its name or number.")
@click.option("--list", "listed", is_flag=True, help="Name the tables and write none.")
@click.option(
    "--as", "kind", metavar="KIND", help="What FILE is: report, ship-book, fittings, ground-book, fleet, map."
)
@sheet_options
@json_option
def export(
    file: Path,
    out: Path | None,
    form: str | None,
    table: str | None,
    listed: bool,
    kind: str | None,
    book: Path | None,
    fittings: Path | None,
    ruleset: str,
    as_json: bool,
) -> None:
    """Write every table of a report, or a book, fleet or map, for a spreadsheet.

    Text that begins with = + - or @ never becomes a formula. What is exported and imported again is the same.
    """
    form = form or (out.suffix.lower().removeprefix(".") if out else "tsv")
    if form not in ("tsv", "csv", "xlsx", "ods", "toml"):
        raise click.UsageError(f"'{form}' is no format: name one with --format, or end --out in .xlsx, .ods or .csv.")
    if form in ("xlsx", "ods") and out is None and not listed:
        raise click.UsageError(f"A workbook is no text to print: name a file with --out, such as tables.{form}.")

    import json
    from typing import Any, cast

    from flagplot.core.textfile import write_whole
    from flagplot.desk.exporting import export as export_file
    from flagplot.formats.plain import one_line

    named = {"book": book, "fittings": fittings}
    beside = {name: path for name, path in named.items() if path is not None}
    found = export_file(file, kind=kind, ruleset=ruleset, beside=beside)
    tables = [
        {"name": name, "rows": len(page.rows) - page.head, "columns": list(page.rows[page.head - 1])}
        for name, page in zip(found.names, found.pages, strict=True)
    ]
    data = b""
    if not listed:
        data = found.as_toml() if form == "toml" else found.write(cast(Any, form), table)
        if out is not None:
            write_whole(out, data)
    if as_json:
        answer = {"kind": found.kind, "tables": tables, "out": str(out) if out and not listed else None}
        click.echo(json.dumps(answer, sort_keys=True))
    elif listed:
        for number, each in enumerate(tables, start=1):
            click.echo(f"{number:3} {one_line(str(each['name']))} ({each['rows']} rows)")
    elif out is None:
        click.echo(data.decode(), nl=False)
    else:
        count = len(found.chosen(table))
        click.echo(f"{out}: {count} table{'' if count == 1 else 's'} of {one_line(found.source)}.", err=True)
