import { expect, test } from "bun:test";
import fc from "fast-check";
import { causeOfIssues } from "../../contract/brokenRules.ts";
import { leadRow } from "../../contract/schemas/lead.ts";
import { checkLead } from "../../server/imports/thread/checkLead.ts";

// Everything near the rules' edges: lengths, controls, spaces, other scripts, and addresses that nearly are some.
const text = fc.oneof(
  fc.constantFrom(
    "",
    "Ada",
    "O'Neil",
    "Ö z",
    "a  b",
    " a",
    "a\u00a0",
    "\u00ff",
    "x".repeat(200),
    "x".repeat(201),
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.string({ maxLength: 60 }),
);
const part = fc.oneof(
  fc.constantFrom(
    "a",
    "A.b",
    "a..b",
    ".a",
    "a-",
    "-a",
    "x_y+z",
    "ü",
    "",
    "K",
    "1",
    "a".repeat(63),
    "a".repeat(64),
    "a".repeat(65),
  ),
  fc.string({ maxLength: 4 }),
);
const address = fc.oneof(
  fc.tuple(part, part, part).map(([local, label, top]) => `${local}@${label}.${top}`),
  fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.com`),
  fc.constantFrom(...[64, 65].map((length) => `${"a".repeat(length)}@b.co`)),
  fc.constantFrom(
    ...[253, 254, 256].map((length) => `a@${`${"b".repeat(49)}.`.repeat(6).slice(304 - length)}co`),
  ),
  fc.constantFrom(
    "a@b.c1",
    "a@1.1",
    "a@b.co",
    "a@@b.co",
    "a@b.co ",
    "Ada <a@b.co>",
    `${"a".repeat(250)}@b.co`,
  ),
  text,
);

test("a row is judged as a bulk call judges it, with the same words", () => {
  fc.assert(
    fc.property(fc.record({ firstName: text, lastName: text, email: address, phone: text }), (fields) => {
      const result = leadRow.safeParse(fields);
      const checked = checkLead(fields);
      if (result.success) {
        const { firstName, lastName, email, phone } = result.data;
        expect(checked).toEqual({ ok: true, lead: { firstName, lastName, email, phone } });
      } else expect(checked).toEqual({ ok: false, reason: causeOfIssues(result.error.issues) });
    }),
    { numRuns: 5_000 },
  );
});
