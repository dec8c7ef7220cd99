"""Writes the workbooks optouts.*: one column "Unsubscribed", filled in as the people of many programs fill it in.

XlsxWriter 3.3.1 writes optouts.xlsx, xlwt 1.3.0 writes optouts.xls, LibreOffice 7.4.7 (soffice) writes
optouts.libreoffice.xlsx and optouts.libreoffice.csv. Whoever is meant to be opted out has an address that begins with
"out"; the others begin with "in". Run by hand, never by a test.
"""

import datetime
import shutil
import subprocess

import xlsxwriter
import xlwt

HEADER = ["First name", "Email", "Phone", "Unsubscribed"]
LEFT = datetime.datetime(2024, 3, 5, 14, 30)
PHONE = 49171234567
DATE_FORMATS = [
    "dd.mm.yyyy", "d.m.yyyy", "d. mmm yyyy", "dd.mm.yy", "yyyy-mm-dd", "dd/mm/yyyy hh:mm", "m/d/yy",
    '[$-407]dd. mmmm yyyy', "d\\.m\\.yyyy;@", "mmm-yy", "General", "0",
]
PHONE_FORMATS = ["General", "0", "0.00", "#,##0", "0.00E+00", "00000000000000"]
YES = ["ja", "oui", "x", "Opted-out", True, 1]
NO = ["", "nein", "No", False, 0, "-"]


def rows():
    """The value and the number format of each cell."""
    number = 0
    said = [("out", LEFT, form) for form in DATE_FORMATS]
    said += [("out", value, "General") for value in YES] + [("in", value, "General") for value in NO]
    for side, value, form in said:
        number += 1
        phone_format = PHONE_FORMATS[number % len(PHONE_FORMATS)]
        yield [
            (f"Person {number}", "General"), (f"{side}{number}@optouts.test", "General"),
            (PHONE, phone_format), (value, form),
        ]


def write_xlsxwriter(path):
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Leads")
    sheet.write_row(0, 0, HEADER)
    for at, row in enumerate(rows(), start=1):
        for column, (value, form) in enumerate(row):
            if column == 1 and at == 1:
                sheet.write_url(at, column, f"mailto:{value}", string=value)
            elif column == 1 and at == 2:
                bold = book.add_format({"bold": True})
                sheet.write_rich_string(at, column, bold, value[:3], value[3:])
            elif column == 1 and at == 3:
                sheet.write_formula(at, column, f'="{value[:3]}"&"{value[3:]}"', value=value)
            elif isinstance(value, datetime.datetime):
                sheet.write_datetime(at, column, value, book.add_format({"num_format": form}))
            else:
                sheet.write(at, column, value, book.add_format({"num_format": form}))
    book.close()


def write_xlwt(path):
    book = xlwt.Workbook()
    sheet = book.add_sheet("Leads")
    for column, title in enumerate(HEADER):
        sheet.write(0, column, title)
    for at, row in enumerate(rows(), start=1):
        for column, (value, form) in enumerate(row):
            sheet.write(at, column, value, xlwt.easyxf(num_format_str=form))
    book.save(path)


write_xlsxwriter("optouts.xlsx")
write_xlwt("optouts.xls")
for kind in ["xlsx", "csv"]:
    subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", "converted", "optouts.xls"], check=True)
    shutil.move(f"converted/optouts.{kind}", f"optouts.libreoffice.{kind}")
shutil.rmtree("converted")
