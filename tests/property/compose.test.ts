import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import PostalMime from "postal-mime";
import { fillIn, type MergeValues } from "../../contract/mergeFields.ts";
import { atOnce } from "../../server/core/inSlices.ts";
import { finishing } from "../../server/sending/mail/composition.ts";
import { createComposition } from "../support/atOnce.ts";

/** Any text at all, with what usually breaks mail encoders made likely. */
const troublesome = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 400 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "\r\n",
      "\n",
      "\r",
      "\r\n.\r\n",
      " ",
      "  \r\n",
      "\t",
      "=",
      "=\r\n",
      "=?utf-8?Q?x?=",
      "--=_",
      "😀",
      "é",
      "From ",
      ".",
      "<b>&amp;</b>",
      '"',
      "\\",
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "é", "😀", "= "), fc.oneof(fc.nat(300), fc.integer({ min: 68, max: 80 })))
      .map(([unit, count]) => unit.repeat(count)),
  },
);
const field = fc.constantFrom(
  "{{firstName}}",
  "{{ lastName }}",
  "{{phone|none}}",
  "{{email}}",
  "{{unsubscribeUrl}}",
  "{{unknown}}",
);
const template = fc.array(fc.oneof(troublesome, field), { maxLength: 12 }).map((parts) => parts.join(""));
const values = fc.record({
  firstName: troublesome,
  lastName: troublesome,
  email: troublesome,
  phone: troublesome,
});

const unsubscribeUrl = `https://amplify.test/u/${"t".repeat(80)}`;
const lines = (text: string) => text.toWellFormed().replace(/\r\n|\r|\n/g, "\n");
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

function compose(input: { subject: string; html: string; text: string; name: string; values: MergeValues }) {
  return createComposition({
    subject: input.subject,
    html: `${input.html}<a href="{{unsubscribeUrl}}">`,
    text: `${input.text}{{unsubscribeUrl}}`,
    from: { name: input.name, address: "shop@example.test" },
  }).fill({
    values: input.values,
    to: { name: input.name, address: "ann@example.test" },
    messageId: "<1@example.test>",
    unsubscribeUrl,
    date: new Date(0),
  });
}

const input = fc.record({ subject: template, html: template, text: template, name: troublesome, values });

describe("whatever the template and the values", () => {
  test("an independent reader finds exactly the filled texts, names and subject", async () => {
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const email = await PostalMime.parse(compose(given).raw);
        const { firstName, lastName, email: address, phone } = given.values;
        const all = {
          firstName: lines(firstName),
          lastName: lines(lastName),
          email: lines(address),
          phone: lines(phone),
          unsubscribeUrl,
        };
        // Where what stands before it hides the link, the mail is given another.
        const html = atOnce(finishing(`${given.html}<a href="{{unsubscribeUrl}}">`));
        const filledHtml = fillIn(lines(html), all, { escape: "html" });
        const filledText = fillIn(lines(`${given.text}{{unsubscribeUrl}}`), all, { escape: "none" });
        // The reader ends every text with a line end of its own.
        expect(email.html).toBe(`${filledHtml}\n`);
        expect(email.text).toBe(`${filledText}\n`);
        expect(email.subject ?? "").toBe(oneLine(fillIn(given.subject, all, { escape: "none" })));
        expect(email.from).toEqual({ name: oneLine(given.name), address: "shop@example.test" });
        expect(email.to).toEqual([{ name: oneLine(given.name), address: "ann@example.test" }]);
      }),
      { numRuns: 400 },
    );
  });

  test("no line is too long, no line end is bare and no byte needs eight bits", () => {
    fc.assert(
      fc.property(input, (given) => {
        const source = Buffer.from(compose(given).raw).toString("latin1");
        expect(source).toMatch(/^[\t\r\n -~]*$/);
        expect(source).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
        const [head = "", ...body] = source.split("\r\n\r\n");
        for (const line of head.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
        // So that it goes over the wire as it is.
        expect(source).not.toMatch(/^\./m);
        for (const line of body.join("\r\n\r\n").split("\r\n")) {
          expect(line.length).toBeLessThanOrEqual(76);
          // White space at the end of a line may be lost on the way.
          expect(line).not.toMatch(/[ \t]$/);
        }
      }),
      { numRuns: 400 },
    );
  });
});
