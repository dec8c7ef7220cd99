import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { fileText } from "../../../contract/fileText.ts";

const page = (charset: string, words: string) =>
  `<html><head><meta http-equiv=Content-Type content="text/html; charset=${charset}"></head>${words}</html>`;

describe("the text of a file", () => {
  test("is UTF-8 where it can be, whatever a page declares, without the mark at its start", () => {
    expect(fileText(Buffer.from("\uFEFF<p>Grüße 👋</p>"))).toBe("<p>Grüße 👋</p>");
    const declared = page("windows-1252", "Grüße");
    expect(fileText(Buffer.from(declared))).toBe(declared);
  });

  test("is in UTF-16 where its start says so", () => {
    expect(fileText(Buffer.from("\uFEFF<p>Grüße</p>", "utf16le"))).toBe("<p>Grüße</p>");
    expect(fileText(Buffer.from("\uFEFF<p>Grüße</p>", "utf16le").swap16())).toBe("<p>Grüße</p>");
  });

  test("is in the encoding that a page declares, as Word writes it", () => {
    // “Grüße – 5 €” and “Привет”, as Windows has them.
    const western = page("windows-1252", "Gr\xfc\xdfe \x96 5 \x80");
    expect(fileText(Buffer.from(western, "latin1"))).toBe(page("utf-8", "Grüße – 5 €"));
    const russian = page("windows-1251", "\xcf\xf0\xe8\xe2\xe5\xf2");
    expect(fileText(Buffer.from(russian, "latin1"))).toContain("Привет");
  });

  test("is that of Windows in western Europe where nothing true is declared", () => {
    for (const text of ["<p>Gr\xfc\xdfe</p>", page("utf-8", "Gr\xfc\xdfe"), page("klingon", "Gr\xfc\xdfe")])
      expect(fileText(Buffer.from(text, "latin1"))).toContain("Grüße");
    expect(fileText(new Uint8Array())).toBe("");
  });
});
