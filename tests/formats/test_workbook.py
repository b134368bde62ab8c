"""Workbooks from strangers: what is read from each format, what is refused, and that nothing can run away."""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from datetime import date, datetime

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from old_workbook import container, record, workbook

from flagplot.core.refusal import Faults
from flagplot.core.textfile import LIMIT, SHEET_LIMIT
from flagplot.engine.grids import Page
from flagplot.formats import archive, cells, xls
from flagplot.formats import xlsx as xlsx_reader
from flagplot.formats.sheet_files import write_sheets
from flagplot.formats.workbook import read_workbook

HEAD = (
    '<?xml version="1.0"?><office:document-content '
    + " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{path}:1.0"'
        for name, path in (
            ("office", "office"),
            ("table", "table"),
            ("text", "text"),
            ("style", "style"),
            ("draw", "drawing"),
        )
    )
    + ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">'
)


def read(data: bytes) -> tuple[str | None, list[tuple[str, str]], list[str]]:
    """The text, the faults as code and place, and the remarks."""
    faults, remarks = Faults(), list[str]()
    text = read_workbook(data, "x", faults, remarks, SHEET_LIMIT)
    return text, [(each.code, each.where) for each in faults.found], remarks


def text_of(data: bytes) -> str:
    text, faults, _ = read(data)
    assert not faults
    assert text is not None
    return text


def code_of(data: bytes) -> str:
    text, faults, _ = read(data)
    assert text is None
    ((code, _),) = faults
    return code


def zipped(parts: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()


def xlsx(fill: Callable[[xlsxwriter.Workbook], object]) -> bytes:
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    fill(book)
    book.close()
    return file.getvalue()


def edited(data: bytes, part: str, old: str, new: str) -> bytes:
    """A workbook with something exchanged in one of its parts."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        parts: dict[str, str | bytes] = {name: opened.read(name) for name in opened.namelist()}
    content = parts[part]
    assert isinstance(content, bytes)
    assert old.encode() in content
    return zipped({**parts, part: content.replace(old.encode(), new.encode())})


def ods(tables: str, styles: str = "", **parts: str) -> bytes:
    content = f"{HEAD}{styles}<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    return zipped({"content.xml": f"{content}</office:document-content>", **parts})


def table(rows: str, name: str = "A", more: str = "") -> str:
    return f'<table:table table:name="{name}" {more}>{rows}</table:table>'


def row(*shown: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(shown)}</table:table-row>"


def cell(inside: str = "", **attributes: str) -> str:
    given = " ".join(f'{name.replace("__", ":").replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<table:table-cell {given}>{inside}</table:table-cell>"


def words(text: str, **attributes: str) -> str:
    return cell(f"<text:p>{text}</text:p>", office__value_type="string", **attributes)


# XLSX


def test_xlsx_cells_are_read_as_a_spreadsheet_would_save_them_as_csv() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("Ships")
        sheet.write_row(1, 1, ["code", "hp"])
        sheet.write_row(3, 1, ["CA", 161, 1.5, True, "161", "two\nlines", "שלום", "🚀 _x0041_"])
        sheet.write_blank(3000, 40, None, book.add_format({"bold": True}))

    assert text_of(xlsx(fill)) == ('#sheet Ships\n\n,code,hp\n\n,CA,161,1.5,TRUE,161,"two\nlines",שלום,🚀 _x0041_\n')


def test_value_of_a_formula_is_used_and_a_failed_one_refused() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("A")
        sheet.write_formula(0, 0, "=1+1", None, 7)
        sheet.write_formula(0, 1, "=A1", None, "text")
        sheet.write_formula(0, 2, '=""', None, "")

    assert text_of(xlsx(fill)) == "#sheet A\n7,text\n"

    def failing(book: xlsxwriter.Workbook) -> None:
        fill(book)
        sheet = book.get_worksheet_by_name("A")
        sheet.write_formula(1, 3, "=1/0", None, "#DIV/0!")

    assert read(xlsx(failing))[1] == [("failed-formula", "x, sheet A, cell D2")]


def test_formula_that_was_never_worked_out_is_refused() -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write_formula(1, 2, "=1+1", None, 7))
    data = edited(data, "xl/worksheets/sheet1.xml", "<v>7</v>", "")
    assert read(data)[1] == [("unvalued-formula", "x, sheet A, cell C2")]


def test_cells_merged_downwards_all_have_what_stands_in_the_first() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("A")
        sheet.merge_range(0, 0, 0, 2, "Ships")
        sheet.merge_range(1, 0, 4, 0, "cruiser")
        sheet.write(1, 1, "CA")
        sheet.write(2, 1, "CB")
        sheet.write(6, 1, "FF")

    # The title stays in one cell, and rows that hold nothing else stay blank.
    assert text_of(xlsx(fill)) == "#sheet A\nShips\ncruiser,CA\ncruiser,CB\n\n\n\n,FF\n"


def test_dates_are_told_because_a_sheet_may_have_made_them() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("A")
        sheet.write_datetime(1, 1, datetime(2026, 3, 1), book.add_format({"num_format": "yyyy-mm-dd"}))

    text, faults, remarks = read(xlsx(fill))
    assert (text, faults) == ("#sheet A\n\n,2026-03-01\n", [])
    assert remarks == ["sheet A: these cells hold dates: B2 (2026-03-01)"]


def test_names_of_sheets_may_have_any_marks() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        for name in ("A & B", "<c>, 'd' e", "שלום 🚀"):
            book.add_worksheet(name).write(0, 0, "x")

    assert text_of(xlsx(fill)) == "#sheet A & B\nx\n\"#sheet <c>, 'd' e\"\nx\n#sheet שלום 🚀\nx\n"


def test_sheet_that_is_listed_and_missing_is_refused() -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write(0, 0, "x"))
    data = edited(data, "xl/_rels/workbook.xml.rels", "worksheets/sheet1.xml", "worksheets/other.xml")
    assert code_of(data) == "damaged-workbook"


def test_hidden_sheets_are_passed_over_and_named() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("A").write(0, 0, "x")
        hidden = book.add_worksheet("Old")
        hidden.write(0, 0, "y")
        hidden.hide()

    text, _, remarks = read(xlsx(fill))
    assert (text, remarks) == ("#sheet A\nx\n", ["sheet Old is hidden and was passed over"])


def test_macros_are_not_looked_at_and_that_is_said() -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write(0, 0, "x"))
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        parts: dict[str, str | bytes] = {name: opened.read(name) for name in opened.namelist()}
    text, _, remarks = read(zipped({**parts, "xl/vbaProject.bin": b"anything"}))
    assert text == "#sheet A\nx\n"
    assert "macros were not looked at" in remarks[0]


def test_two_sheets_with_one_name_are_refused() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("Hulls").write(0, 0, "x")
        book.add_worksheet("Other").write(0, 0, "y")

    assert code_of(edited(xlsx(fill), "xl/workbook.xml", "Other", "hulls")) == "double-sheet"
    assert code_of(ods(table(row(words("x"))) + table(row(words("y")), "a"))) == "double-sheet"
    assert code_of(container({"Workbook": workbook([("A", [["x"]]), ("a", [["y"]])])})) == "double-sheet"


@pytest.mark.parametrize(("number", "column"), [(1048575, 16383), (1048575, 40), (200000, 16)])
def test_stray_cell_far_out_is_refused_before_anything_is_built(number: int, column: int) -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("A")
        sheet.write(0, 0, 1)
        sheet.write(number, column, 1)

    assert code_of(xlsx(fill)) == "too-many-cells"


def test_ten_thousand_empty_rows_are_no_harm() -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("A")
        bold = book.add_format({"bold": True})
        sheet.write_row(0, 0, ["code", "hp"])
        for number in range(1, 10_000):
            sheet.write_blank(number, 0, None, bold)
        sheet.write_row(10_000, 0, ["CA", 161])

    assert text_of(xlsx(fill)) == "#sheet A\ncode,hp\n" + "\n" * 9_999 + "CA,161\n"


@pytest.mark.slow
def test_a_million_empty_rows_at_the_end_are_no_harm() -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write(0, 0, "x"))
    empty = "".join(f'<row r="{number}"/>' for number in range(2, 1_000_001))
    data = edited(data, "xl/worksheets/sheet1.xml", "</sheetData>", f"{empty}</sheetData>")
    assert text_of(data) == "#sheet A\nx\n"


@pytest.mark.parametrize("value", ["_x0000_", "a_x0007_"])
def test_control_character_is_refused_with_its_cell(value: str) -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write_string(1, 1, "MARK"))
    data = edited(data, "xl/sharedStrings.xml", "MARK", value)
    assert read(data)[1] == [("binary", "x, sheet A, cell B2")]


def test_nul_bytes_are_refused() -> None:
    assert code_of(b"code,hp\nCA\0,1\n") == "binary"
    data = xlsx(lambda book: book.add_worksheet("A").write_string(1, 1, "MARK"))
    assert code_of(edited(data, "xl/sharedStrings.xml", "MARK", "a\0b")) == "damaged-workbook"
    assert code_of(ods(table(row(words("a\0b"))))) == "damaged-workbook"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<c r="A1"', '<c r="A99999999"'),
        ('<c r="A1"', '<c r="ABCD1"'),
        ('<c r="A1"', '<c r="1A"'),
        ('<row r="1"', '<row r="x"'),
        ("<sheetData>", "<sheetData"),
        ("<worksheet", '<!DOCTYPE a [<!ENTITY b "c">]><worksheet'),
    ],
)
def test_damaged_sheet_is_refused(old: str, new: str) -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write_string(0, 0, "x"))
    assert code_of(edited(data, "xl/worksheets/sheet1.xml", old, new)) == "damaged-workbook"


def test_one_text_in_very_many_cells_is_refused() -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write_string(0, 0, "x" * 32_000))
    many = "".join(f'<row r="{number}"><c r="A{number}" t="s"><v>0</v></c></row>' for number in range(2, 3000))
    data = edited(data, "xl/worksheets/sheet1.xml", "</sheetData>", f"{many}</sheetData>")
    assert code_of(data) == "too-large"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        # However a cell far out is written, it is found.
        ('<c r="A1"', '<c r="A1" r="XFD1048576"', "damaged-workbook"),
        ('<c r="A1"', "<c\tr='XFD1048576'", "too-many-cells"),
        ('<c r="A1"', '<c s="0" r="XFD1048576"', "too-many-cells"),
        ('<c r="A1"', '<c r="&#88;FD1048576"', "too-many-cells"),
        ("<sheetData>", '<sheetData xmlns:q="http://schemas.openxmlformats.org/spreadsheetml/2006/main">', ""),
    ],
)
def test_cell_far_out_cannot_hide(old: str, new: str, code: str) -> None:
    data = xlsx(lambda book: book.add_worksheet("A").write_string(0, 0, "x"))
    data = edited(data, "xl/worksheets/sheet1.xml", old, new)
    assert [each for each, _ in read(data)[1]] == ([code] if code else [])


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 30), st.sampled_from(["x", 5, None])), max_size=8))
def test_quick_look_and_close_look_at_a_sheet_agree(filled: list[tuple[int, int, str | int | None]]) -> None:
    def fill(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet("A")
        for number, column, value in filled:
            sheet.write(number, column, value)

    with zipfile.ZipFile(io.BytesIO(xlsx(fill))) as opened:
        content = opened.read("xl/worksheets/sheet1.xml")
    close = xlsx_reader._Survey("A", content, [1], cells.Meter())
    assert xlsx_reader._reach(content) == (close.rows + 1, close.columns + 1)


# ODS


def test_ods_cells_are_read_exactly_whatever_they_look_like() -> None:
    tables = table(
        row(cell(), more='table:number-rows-repeated="2"')
        + row(
            cell(table__number_columns_repeated="2"),
            words('a<text:s text:c="2"/>b<text:line-break/>c</text:p><text:p>d <text:span>e</text:span>'),
            cell("<text:p>$161.00</text:p>", office__value_type="currency", office__value="161"),
            cell("<text:p>12%</text:p>", office__value_type="percentage", office__value="0.125"),
            cell("<text:p>wahr</text:p>", office__value_type="boolean", office__boolean_value="true"),
            cell(office__value_type="string", office__string_value="sv"),
            words("x", table__number_columns_repeated="2"),
        )
        + row(cell(table__number_columns_repeated="16384"), more='table:number-rows-repeated="1048570"')
    )
    assert text_of(ods(tables)) == '#sheet A\n\n\n,,"a  b\nc\nd e",161,0.125,TRUE,sv,x,x\n'


def test_notes_and_drawings_of_a_cell_are_no_part_of_it() -> None:
    note = "<office:annotation><text:p>note</text:p></office:annotation>"
    drawing = "<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>"
    inner = cell(f"{note}{drawing}<text:p>x</text:p>", office__value_type="string")
    assert text_of(ods(table(row(inner)))) == "#sheet A\nx\n"


def test_ods_merged_cells_errors_dates_and_hidden_sheets() -> None:
    merged = words("cruiser", table__number_rows_spanned="2", table__number_columns_spanned="1")
    rows = row(merged, words("CA")) + row("<table:covered-table-cell/>", words("CB"))
    assert text_of(ods(table(rows))) == "#sheet A\ncruiser,CA\ncruiser,CB\n"
    failed = words("#DIV/0!", table__formula="of:=1/0", calcext__value_type="error")
    assert read(ods(table(row(words("a"), failed))))[1] == [("failed-formula", "x, sheet A, cell B1")]
    assert read(ods(table(row(cell(table__formula="of:=1")))))[1] == [("unvalued-formula", "x, sheet A, cell A1")]
    when = cell("<text:p>1 March</text:p>", office__value_type="date", office__date_value="2026-03-01")
    assert read(ods(table(row(when))))[2] == ["sheet A: these cells hold dates: A1 (2026-03-01)"]
    styles = (
        '<office:automatic-styles><style:style style:name="h" style:family="table">'
        '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    )
    two = table(row(words("x"))) + table(row(words("y")), "B", 'table:style-name="h"')
    assert read(ods(two, styles))[::2] == ("#sheet A\nx\n", ["sheet B is hidden and was passed over"])


@pytest.mark.parametrize(
    ("rows", "columns", "code"),
    [
        (1_000_000, 16_384, "too-many-cells"),
        (1_048_576, 2, "too-many-cells"),
        (1, 16_384, ""),
        (2_000_000, 1, "damaged-workbook"),
        (0, 1, "damaged-workbook"),
    ],
)
def test_row_that_says_it_is_repeated_costs_nothing_unless_it_may(rows: int, columns: int, code: str) -> None:
    one = cell(office__value_type="float", office__value="1", table__number_columns_repeated=str(columns))
    data = ods(table(row(one, more=f'table:number-rows-repeated="{rows}"')))
    text, faults, _ = read(data)
    assert [each for each, _ in faults] == ([code] if code else [])
    assert code or text == "#sheet A\n" + ",".join(["1"] * columns) + "\n"


def test_long_text_that_is_repeated_is_refused() -> None:
    data = ods(table(row(words("x" * 30_000), more='table:number-rows-repeated="100000"')))
    assert code_of(data) == "too-large"


def test_ods_macros_and_passwords() -> None:
    assert "macros" in read(ods(table(row(words("x"))), **{"Basic/script-lc.xml": "x"}))[2][0]
    locked = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
    assert code_of(ods("", **{"META-INF/manifest.xml": locked})) == "locked-file"


# XLS


def test_xls_is_read() -> None:
    sheets = [("Hulls", [["code", "hp", "old"], ["CA", 161.0, True], ["FF 🚀", 1.5]]), ("Old", [["x"]])]
    data = container({"Workbook": workbook(sheets, merged=[(0, 2, 3, 3)], hidden=["Old"])})
    text, faults, remarks = read(data)
    assert (text, faults) == ("#sheet Hulls\ncode,hp,old\nCA,161,TRUE\nFF 🚀,1.5\n", [])
    assert remarks == ["sheet Old is hidden and was passed over"]


def test_xls_failures_macros_and_passwords() -> None:
    error = struct.pack("<H", 0x0205) + bytes([7, 1])
    formula = struct.pack("<H", 0x0006) + bytes([2, 0, 0x2A, 0, 0, 0, 255, 255]) + bytes(8)
    data = container({"Workbook": workbook([("A", [["x", error], [formula]])])})
    assert read(data)[1] == [("failed-formula", "x, sheet A, cell B1"), ("failed-formula", "x, sheet A, cell A2")]
    data = container({"Workbook": workbook([("A", [["x"]])]), "_VBA_PROJECT": b"x"})
    assert "macros" in read(data)[2][0]
    assert code_of(container({"Workbook": workbook([("A", [["x"]])], locked=True)})) == "locked-file"
    assert code_of(container({"EncryptedPackage": b"x", "EncryptionInfo": b"y"})) == "locked-file"
    assert code_of(container({"WordDocument": b"x"})) == "no-sheets"


def test_xls_cell_far_out_is_refused_before_anything_is_built() -> None:
    far = record(0x0203, struct.pack("<3Hd", 65535, 255, 0, 1.0))
    stream = workbook([("A", [["x"]])])
    assert code_of(container({"Workbook": stream[: -len(record(0x000A))] + far + record(0x000A)})) == "too-many-cells"


def test_xls_texts_are_measured_over_all_records_that_hold_them() -> None:
    first = (
        struct.pack("<2I", 3, 3)
        + struct.pack("<HB", 5, 0)
        + b"abcde"
        + struct.pack("<HB", 4, 1)
        + "ab".encode("utf-16-le")
    )
    rest = b"\0cd" + struct.pack("<HBHI", 3, 12, 1, 2) + b"xyz" + bytes(4) + bytes(2)
    assert list(xls._Shared([first, rest]).lengths()) == [5, 4, 3]
    assert list(xls._Shared([]).lengths()) == []


@pytest.mark.parametrize("cut", [1, 100, 600, 1000, 4700])
def test_container_that_breaks_off_is_refused(cut: int) -> None:
    data = container({"Workbook": workbook([("A", [["x"]])])})
    assert len(data) > cut
    text, faults, _ = read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + data[8:cut])
    assert text is None
    assert faults[0][0] in ("damaged-workbook", "no-sheets")


# Archives


def bomb(declared: int | None = None) -> bytes:
    """A workbook whose sheet unpacks to a hundred megabytes and more, and may declare something else."""
    packed = zlib.compressobj(9, wbits=-15)
    chunk = bytes(1024 * 1024)
    content = b"".join(packed.compress(chunk) for _ in range(97)) + packed.flush()
    data = zipped({"xl/workbook.xml": "<w/>", "xl/worksheets/sheet1.xml": b"MARK"}, zipfile.ZIP_STORED)
    real = struct.pack("<I", 97 * len(chunk) if declared is None else declared)
    old = struct.pack("<2I", 4, 4)
    data = data.replace(b"sheet1.xmlMARK", b"sheet1.xml" + content).replace(old, struct.pack("<I", len(content)) + real)
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.rindex(mark)
        data = data[: start + at] + struct.pack("<H", zipfile.ZIP_DEFLATED) + data[start + at + 2 :]
    end = data.rindex(b"PK\x05\x06")
    first = data.index(b"PK\x01\x02")
    return data[: end + 16] + struct.pack("<I", first) + data[end + 20 :]


def test_zip_bomb_is_refused_by_what_it_declares() -> None:
    assert len(bomb()) < 200_000
    assert code_of(bomb()) == "too-large"


def test_zip_bomb_that_lies_about_its_size_is_refused() -> None:
    assert code_of(bomb(declared=1000)) == "damaged-archive"


def test_parts_are_counted_while_they_are_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 10)
    with pytest.raises(archive.Unfit, match="comes to"):
        archive.parts_of(zipped({"a": "12345", "b": "123456"}), lambda _: True)
    assert archive.parts_of(zipped({"a": "12345", "b": "123456"}), lambda name: name == "a") == {"a": b"12345"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04 and then nothing", "damaged-archive"),
        (zipped({"xl/workbook.bin": "x"}), "no-sheets"),
        (zipped({"word/document.xml": "x"}), "no-sheets"),
        (zipped({}), "no-sheets"),
        (zipped({"xl/workbook.xml": "<w/>", "XL/workbook.xml": "<w/>"}), "damaged-archive"),
        (zipped({"xl/workbook.xml": "<w/>"}, zipfile.ZIP_LZMA), "damaged-archive"),
        (zipped({"xl/workbook.xml": "no XML"}), "damaged-workbook"),
        (zipped({f"a{n}": "" for n in range(archive.MOST_PARTS + 1)}), "too-large"),
        (b"PK\x03\x04" + bytes(SHEET_LIMIT), "too-large"),
        (b"<!DOCTYPE html><table><tr><td>CA</td></tr></table>", "web-page"),
        (b'<?xml version="1.0"?><Workbook/>', "web-page"),
        (b"", "empty-file"),
        (b"\xff\xfea\0", "not-utf8"),
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes, code: str) -> None:
    assert code_of(data) == code


def test_text_is_left_as_it_is_and_held_to_the_limit() -> None:
    assert text_of("\ufeffcode\thp\r\nCA\t161\r\n".encode()) == "code\thp\nCA\t161\n"
    faults = Faults()
    assert read_workbook(b"x" * (LIMIT + 1), "x", faults, [], LIMIT) is None
    assert faults.found[0].code == "too-large"


def test_values_become_what_csv_would_have() -> None:
    values = (161.0, -3.0, 1.5, 1e20, True, date(2026, 3, 1), datetime(2026, 3, 1), datetime(2026, 3, 1, 12))
    told = ["161", "-3", "1.5", "1e+20", "TRUE", "2026-03-01", "2026-03-01", "2026-03-01T12:00:00"]
    assert [*map(cells.as_text, values)] == told


def test_damage_of_any_kind_is_refused_or_harmless(capfd: pytest.CaptureFixture[str]) -> None:
    pages = [Page("Hulls", (("code", "hp"), ("CA", 161), ("Ü🚀", 7)))]
    rows = [["code", "hp"], ["CA", 161.0], ["Ü🚀", True]]
    old = container({"Workbook": workbook([("Hulls", rows)], merged=[(0, 1, 0, 0)])})
    chance = random.Random(4)
    outcomes = set()
    for whole in (write_sheets(pages, "xlsx"), write_sheets(pages, "ods"), old):
        for _ in range(150):
            data = bytearray(whole)
            for _ in range(chance.choice((1, 2, 4, 8))):
                data[chance.randrange(len(data))] = chance.choice((0, 255, chance.randrange(256)))
            end = chance.choice((len(data), chance.randrange(len(data))))
            _, faults, _ = read(bytes(data[:end]))
            outcomes |= {code for code, _ in faults} or {"read"}
    assert {"read", "damaged-archive", "damaged-workbook"} <= outcomes
    assert capfd.readouterr() == ("", "")
