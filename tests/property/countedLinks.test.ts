import { expect, test } from "bun:test";
import fc from "fast-check";
import PostalMime from "postal-mime";
import { fillIn } from "../../contract/mergeFields.ts";
import { atOnce } from "../../server/core/inSlices.ts";
import { bodyEnd } from "../../server/sending/mail/beforeBodyEnd.ts";
import { finishing } from "../../server/sending/mail/composition.ts";
import { createComposition, findLinks } from "../support/atOnce.ts";

const base = "https://mail.example.com";
const clickToken = "dG9rZW4.bWFj";
const values = { firstName: "Ann & <Co>", lastName: "", email: "ann@in.test", phone: "+1" };

/** What mails are made of, whole and broken, with links made likely. */
const piece = fc.oneof(
  fc.constantFrom(
    '<a href="https://a.test/?x=1&amp;y=2">A</a>',
    "<a href='http://b.test/ä b'>B</a>",
    "<a href=https://c.test>C</a>",
    '<a href="https://d.test/{{firstName|you}}?e={{email}}">D</a>',
    '<a href="{{unsubscribeUrl}}">out</a>',
    '<a href="https://e.test/',
    '">',
    "{{firstName|",
    "}}",
    "{{lastName|<a href='https://f.test'>x</a>}}",
    "<!--[if mso]>",
    '<v:rect href="https://g.test">',
    "<![endif]-->",
    "<!--",
    "-->",
    "</body>",
    "<style>",
    "</style>",
    "\r\n",
    " ",
  ),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const letters = fc.array(piece, { maxLength: 14 }).map((pieces) => `${pieces.join("")}{{unsubscribeUrl}}`);
// Each stretch by itself: what only looks like a field once an address is shorter was none when it was written.
const filled = (text: string) =>
  fillIn(text, { ...values, unsubscribeUrl: `${base}/u/x` }, { escape: "html" });
const lines = (text: string) => text.toWellFormed().replace(/\r\n|\r|\n/g, "\n");

/** Fallbacks that hold a part of the page, which the picture at its end must not take for one. */
const fallbacks = [
  "{{firstName|</body>}}</p></body>{{phone|</body>}}",
  '<a href="{{unsubscribeUrl}}">out</a>{{firstName|<a href="https://e.test/}}',
  '<a href="{{unsubscribeUrl}}">out</a>{{firstName|<plaintext>}}',
];

test("whatever the mail, only found addresses change, and every other character stays where it was", async () => {
  await fc.assert(
    fc.asyncProperty(letters, async (letter) => {
      // Where a broken letter hides its way out, one is added; adding it twice would change nothing.
      const html = atOnce(finishing(letter));
      const found = findLinks(html, { ownOrigin: base });
      const ids = new Map([...new Set(found.map(({ url }) => url))].map((url, index) => [url, `id${index}`]));
      const mail = createComposition({
        subject: "x",
        html,
        text: "{{unsubscribeUrl}}",
        from: { address: "shop@example.test" },
        links: { base, ids },
      }).fill({
        values,
        to: { address: "ann@in.test" },
        messageId: "<1@example.test>",
        unsubscribeUrl: `${base}/u/x`,
        clickToken,
        date: new Date(0),
      });
      let [expected, done] = ["", 0];
      const pictureAt = atOnce(bodyEnd(html));
      for (const { start, end, url } of found) {
        // The picture stands where the body ends, even in the midst of what a reader takes for an address.
        if (start < pictureAt && end > pictureAt) continue;
        expected += `${filled(html.slice(done, start))}${base}/c/${clickToken}.${ids.get(url)}`;
        done = end;
      }
      expect((await PostalMime.parse(mail.raw)).html).toBe(`${lines(expected + filled(html.slice(done)))}\n`);
    }),
    { numRuns: 500, examples: fallbacks.map((letter) => [`${letter}{{unsubscribeUrl}}`]) },
  );
});
