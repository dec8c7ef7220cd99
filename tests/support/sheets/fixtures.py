"""Writes the workbooks beside this file, by programs other than the one that reads them.

openpyxl 3.1.5 writes openpyxl.xlsx, xlwt 1.3.0 writes xlwt.xls, Gnumeric 1.12.55 (ssconvert) writes gnumeric.xlsx
and gnumeric.xls, msoffcrypto-tool 6 writes encrypted.xlsx (password "secret"). Run by hand, never by a test.
"""

import datetime
import subprocess

import msoffcrypto.format.ooxml
import openpyxl
import xlwt

HEADER = ["First Name", "Last Name", "Email", "Phone", "Joined", "Spent", "Share", "VIP"]
JANUARY = datetime.date(2024, 1, 15)
LEAP_DAY = datetime.datetime(2024, 2, 29, 13, 5)
ROWS = [
    ["Zoë", "O'Neil & Söhne", "zoe@example.com", 447700900123, JANUARY, 1234.5, 0.25, True],
    ["李", "<b>", "li@example.com", "+86 10 5555", LEAP_DAY, -3, 1, False],
    [],
    ["Multi\nline", None, "m@example.com", 123456789012345],
]
FORMATS = {1: {4: "d mmm yyyy", 5: "#,##0.00", 6: "0%"}, 2: {4: "yyyy-mm-dd hh:mm", 5: "#,##0.00", 6: "0%"}}


def write_openpyxl(path, with_hidden_sheet):
    book = openpyxl.Workbook()
    if with_hidden_sheet:
        hidden = book.create_sheet("Hidden")
        hidden.append(["Secret"])
        hidden.append(["x"])
        hidden.sheet_state = "hidden"
    sheet = book.create_sheet("Leads")
    for row in [HEADER, *ROWS]:
        sheet.append(row)
    for row, formats in FORMATS.items():
        for column, number_format in formats.items():
            sheet.cell(row + 1, column + 1).number_format = number_format
    book.save(path)


def write_xlwt(path):
    book = xlwt.Workbook()
    book.add_sheet("Empty")
    hidden = book.add_sheet("Hidden")
    hidden.write(0, 0, "Secret")
    hidden.write(1, 0, "x")
    hidden.visibility = 1
    sheet = book.add_sheet("Leads")
    for row, values in enumerate([HEADER, *ROWS]):
        for column, value in enumerate(values):
            number_format = FORMATS.get(row, {}).get(column, "General")
            sheet.write(row, column, value, xlwt.easyxf(num_format_str=number_format))
    book.save(path)


def encrypt(source, path):
    with open(source, "rb") as plain, open(path, "wb") as locked:
        msoffcrypto.format.ooxml.OOXMLFile(plain).encrypt("secret", locked)


write_openpyxl("openpyxl.xlsx", with_hidden_sheet=True)
write_openpyxl("plain.xlsx", with_hidden_sheet=False)
write_xlwt("xlwt.xls")
subprocess.run(["ssconvert", "plain.xlsx", "gnumeric.xlsx"], check=True)
subprocess.run(["ssconvert", "plain.xlsx", "gnumeric.xls"], check=True)
encrypt("plain.xlsx", "encrypted.xlsx")
subprocess.run(["rm", "plain.xlsx"], check=True)
