"""``flagplot import``: a sheet becomes a book, a fleet or a map."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, sheet_options


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Tell every fault and every change, and write nothing.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file to write or bring up to date: .toml, .csv or .tsv. By default FILE as .toml, here.",
)
@click.option("--as", "kind", metavar="KIND", help="What the sheet is: ship-book, fittings, ground-book, fleet or map.")
@click.option(
    "--headings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What your sheet calls the columns, as TOML: [hull], and below it hp = ['Structure'].",
)
@sheet_options
@json_option
def import_(
    file: Path,
    dry_run: bool,
    into: Path | None,
    kind: str | None,
    book: Path | None,
    fittings: Path | None,
    headings: Path | None,
    ruleset: str,
    as_json: bool,
) -> None:
    """Read a sheet (CSV, pasted cells, XLSX, ODS, XLS or TOML; - is standard input) and write what it says.

    Every fault is told at once by sheet and cell, and then nothing is written. Without faults the changes are told, row
    by row. Rows are known by their codes or names: the same sheet imported twice changes nothing.
    """
    if into is None and (str(file) == "-" or file.suffix.lower() == ".toml"):
        raise click.UsageError("Name the file to write with --into.")

    import json

    from flagplot.desk.importing import prepare
    from flagplot.formats.writers import write

    named = {"book": book, "fittings": fittings}
    beside = {name: path for name, path in named.items() if path is not None}
    found = prepare(file, into=into, kind=kind, ruleset=ruleset, beside=beside, headings=headings)
    if not dry_run:
        found.write()
    if as_json:
        click.echo(json.dumps({**found.as_dict(), "written": not dry_run and bool(found.changes)}, sort_keys=True))
        return
    click.echo(write(found.report(), "text"), nl=False)
    done = "nothing was written" if dry_run or not found.changes else "written"
    click.echo(f"{found.target}: {found.headline}; {done}.", err=True)
