"""Writes the workbooks "titled" beside this file, as people keep their lists: a sheet of notes first, a title and blank
rows above the headings and between the rows, an archive that is hidden.

openpyxl 3.1.5 writes titled.xlsx, xlwt 1.3.0 titled.xls, and LibreOffice 7.4 titled.libreoffice.xlsx of the first.
Run by hand, never by a test.
"""

import datetime
import shutil
import subprocess
import tempfile

import openpyxl
import xlwt

NOTES = [["Who to ask"], ["About this list", "ann.owner@example.com"], ["Last cleaned in spring"]]
JANUARY = datetime.date(2024, 1, 15)
LEADS = [
    ["Customers, autumn mailing"],
    [],
    ["First name", "Last name", "Email", "Company", "Since"],
    ["Ann", "Lee", "ann@example.com", "Acme", JANUARY],
    [],
    ["Bob", "Ray", "bob at example.com", "Acme", JANUARY],
    [None, "Roe", "roe@example.com", None, "last year"],
    [],
    [],
    ["Carl", "Fox", "carl@example.com", None, JANUARY],
]
ARCHIVE = [["First name", "Email"]] + [[f"Old{index}", f"old{index}@example.com"] for index in range(40)]


def write_openpyxl(path):
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    for name, rows in [("Notes", NOTES), ("Customers", LEADS), ("Archive", ARCHIVE)]:
        sheet = book[name] if name in book.sheetnames else book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book["Archive"].sheet_state = "hidden"
    book.save(path)


def write_xlwt(path):
    book = xlwt.Workbook()
    for name, rows in [("Notes", NOTES), ("Customers", LEADS), ("Archive", ARCHIVE)]:
        sheet = book.add_sheet(name)
        sheet.visibility = 1 if name == "Archive" else 0
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                if value is None:
                    continue
                number_format = "yyyy-mm-dd" if isinstance(value, datetime.date) else "General"
                sheet.write(row, column, value, xlwt.easyxf(num_format_str=number_format))
    book.save(path)


def convert(source, kind, path):
    with tempfile.TemporaryDirectory() as folder:
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile"]
        subprocess.run([*command, "--convert-to", kind, "--outdir", folder, source], check=True)
        shutil.move(f"{folder}/titled.{kind.split(':')[0]}", path)


write_openpyxl("titled.xlsx")
write_xlwt("titled.xls")
convert("titled.xlsx", "xlsx", "titled.libreoffice.xlsx")
