import { expect, test } from "bun:test";
import { atOnce } from "../../../../server/core/inSlices.ts";
import { attachedParts } from "../../../../server/sending/mail/attachedParts.ts";

test("a name with accents comes first as it is, for readers that take the first of two, and roughly behind that", () => {
  const [part = ""] = atOnce(attachedParts([{ name: "März 1.pdf", type: "application/pdf", content: "" }]));
  const [, disposition] = /Content-Disposition: attachment;((?:\r\n .*)+)/.exec(part) ?? [];
  expect(disposition?.split(";")).toEqual([
    "\r\n filename*0*=UTF-8''M%C3%A4rz%201.pdf",
    '\r\n filename="M_rz 1.pdf"',
  ]);
});

test("a long name with accents and emoji is cut between characters, on lines of at most 78", () => {
  const name = `${"Größe 🎉 ".repeat(12)}(*'Ü').pdf`;
  const [part = ""] = atOnce(attachedParts([{ name, type: "application/pdf", content: "" }]));
  const pieces = [...part.matchAll(/ filename\*\d+\*=(?:UTF-8'')?([^;]*);/g)].map(([line, piece = ""]) => {
    expect(line.length).toBeLessThanOrEqual(78);
    return decodeURIComponent(piece);
  });
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join("")).toBe(name);
});
