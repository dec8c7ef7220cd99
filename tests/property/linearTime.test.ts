import { expect, test } from "bun:test";
import { parseAlias } from "../../contract/address.ts";
import { convertForeignTags } from "../../contract/foreignTags/convertForeignTags.ts";
import { isMjml } from "../../contract/foreignTags/isMjml.ts";
import { addressesIn } from "../../contract/imports/addressesIn.ts";
import { blankFields, unknownFields } from "../../contract/imports/blankFields.ts";
import { leadFromRow } from "../../contract/imports/columns.ts";
import { guessColumns } from "../../contract/imports/guessColumns.ts";
import { saysLeavers } from "../../contract/imports/saysLeavers.ts";
import { readFieldValue } from "../../contract/leads/readFieldValue.ts";
import { isMachine } from "../../contract/machines.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { credentialInput } from "../../contract/schemas/credential.ts";
import { emailAddress } from "../../contract/schemas/fields.ts";
import { leadInput, leadRow } from "../../contract/schemas/lead.ts";
import { signupInput } from "../../contract/schemas/person.ts";
import { cleaningCss, safeStyle } from "../../mail/cleaning/safeCss.ts";
import { safeUrl } from "../../mail/cleaning/safeUrl.ts";
import { readDesign } from "../../mail/design/design.ts";
import { lexicalHtml } from "../../mail/drawing/lexicalHtml.ts";
import { checkedValues } from "../../mail/values/checkedValues.ts";
import { contentWarnings } from "../../server/campaigns/contentWarnings.ts";
import { withPreview } from "../../server/campaigns/withPreview.ts";
import { atOnce } from "../../server/core/inSlices.ts";
import { formOf, keepForm } from "../../server/http/form.ts";
import { acceptedEncoding } from "../../server/http/pages/acceptedEncoding.ts";
import { presentedTokens } from "../../server/http/sessionCookie.ts";
import { deviceOf } from "../../server/identity/device.ts";
import { retryAfterMsIn } from "../../server/oauth/retryAfterMsIn.ts";
import { readerView } from "../../server/sending/mail/composition.ts";
import { linksToFollow } from "../../server/sending/mail/linksToFollow.ts";
import { parseMail } from "../../server/sending/mail/parseMail.ts";
import { encodePiece } from "../../server/sending/mail/quotedPrintable.ts";
import { gmailOutcome } from "../../server/sending/senders/api/gmailOutcome.ts";
import { smtpOutcome } from "../../server/sending/senders/smtpOutcome.ts";
import { textWithoutSecrets } from "../../server/sending/senders/withoutSecrets.ts";
import { linkFormula } from "../../server/sheets/linked/linkFormula.ts";
import { withoutNotes } from "../../server/templates/jpegParts.ts";
import { pictureFacts } from "../../server/templates/pictureFacts.ts";
import { createComposition, findLinks, plainText, safeHtml } from "../support/atOnce.ts";
import { said } from "../support/reasons.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const from = { address: "a@b.test" };
/** What a header may hold; anything else never gets as far as us. */
const header = (name: string, text: string) =>
  new Request("http://a.test/", { headers: { [name]: text.replaceAll(/[^ -~]/g, "_") } });
const block = (values: object) => ({
  body: { rows: [{ cells: [1], columns: [{ contents: [{ type: "text", values }] }] }] },
});

/** Everything that reads what a stranger wrote, given one long text. */
const readers: Record<string, (text: string) => unknown> = {
  safeHtml: (text) => safeHtml(text),
  "safeHtml of a fragment": (text) => safeHtml(text, { fragment: true }),
  "safeHtml of a style": (text) => safeHtml(`<style>${text}</style>`),
  "safeHtml of an attribute": (text) => safeHtml(`<p style='${text}'>`),
  "safeHtml of a comment": (text) => safeHtml(`<!--[if mso]>${text}<![endif]-->`),
  cleaningCss: (text) => atOnce(cleaningCss(text, {})),
  safeStyle: (text) => safeStyle(text, {}),
  safeUrl: (text) => safeUrl(text, { picture: true }),
  plainText,
  leadInput: (text) =>
    leadInput.safeParse({ firstName: text, lastName: text, email: text, collection: text }),
  leadRow: (text) =>
    leadRow.safeParse({ firstName: `${text}x\n`, lastName: `${text}x\n`, email: text, phone: `${text}x\n` }),
  "a lead's own field": (text) =>
    readFieldValue({ kind: "text", choices: [], key: "own", label: "Own" }, `${text}x\n`),
  withPreview: (html) => withPreview(html, "x"),
  signupInput: (text) =>
    signupInput.safeParse({ firstName: text, lastName: text, email: text, password: text }),
  credentialInput: (text) =>
    credentialInput.safeParse({ appEmail: "a@b.test", alias: text, displayName: text }),
  guessColumns: (text) => guessColumns([text]),
  addressesIn,
  linkFormula: (text) => linkFormula(`HYPERLINK("mailto:${text}","${text}")`),
  leadFromRow: (text) =>
    leadFromRow({ Name: `a <${text} >`, Email: "a@b.test" }, guessColumns(["Name", "Email"])),
  saysLeavers,
  convertForeignTags: (text) => convertForeignTags(text),
  isMjml,
  findLinks: (text) => findLinks(text, { ownOrigin: "https://a.test" }),
  linksToFollow,
  createComposition: (html) => createComposition({ subject: "s", html, from }),
  readerView: (html) => atOnce(readerView({ subject: "s", html }, { email: "a@b.test" })),
  contentWarnings: (html) => atOnce(contentWarnings({ subject: "s", html })),
  encodePiece,
  parseMail: (text) => parseMail(bytes(`Subject: x\r\nContent-Type: text/html\r\n\r\n${text}`)),
  "parseMail of headers": (text) => parseMail(bytes(`${text}\r\n\r\nx`)),
  mergeFields: (text) => [blankFields(text, {}), unknownFields(text)],
  lexicalHtml: (text) => lexicalHtml(JSON.stringify({ root: { type: "text", text } })),
  readDesign: (text) => readDesign(block({ text })),
  checkedValues: (text) => checkedValues({ text, color: text, url: text, padding: text, altText: text }),
  parseJson: (text) => {
    try {
      return parseJson(text);
    } catch {
      return null;
    }
  },
  emailAddress: (text) => emailAddress("no").safeParse(text),
  parseAlias,
  "an alias in its brackets": (text) => parseAlias(`Ada <${text}>`),
  "a form's head": (text) => {
    const request = new Request("http://a.test/", {
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
    keepForm(request, bytes(`--b\r\nContent-Disposition: form-data; ${text}\r\n\r\n\r\n--b--`));
    try {
      return formOf(request);
    } catch {
      return null;
    }
  },
  isMachine: (text) => isMachine({ method: "GET", userAgent: text, purpose: text }),
  deviceOf: (text) => deviceOf(header("user-agent", text)),
  acceptedEncoding,
  "cookies and tokens": (text) =>
    presentedTokens({
      request: new Request(header("cookie", text), { headers: { authorization: "Bearer x" } }),
      settings: { publicUrl: null },
    }),
  retryAfterMsIn: (text) => retryAfterMsIn(text, 0),
  textWithoutSecrets: (text) => textWithoutSecrets(text, ["secret", "pass"]),
  "an SMTP reply": (text) =>
    smtpOutcome({ stage: "recipient", reason: said(""), reply: { code: 550, text: `550 ${text}` } }),
  "Gmail's answer": (body) =>
    gmailOutcome({ kind: "answered", status: 403, retryAfter: null, body }, { appEmail: "a@b.test", now: 0 }),
  pictureFacts: (text) => pictureFacts(bytes(text)),
  "a JPEG": (text) => {
    const jpeg = new Uint8Array([0xff, 0xd8, ...bytes(text).map((byte) => byte | 0x80)]);
    return [pictureFacts(jpeg), withoutNotes(jpeg)];
  },
};

/** What a text begins with, and what it then is, again and again. */
const beginnings = [
  "",
  "url(",
  "url('",
  "{{a|",
  "<!--[if mso]>",
  '<a href="',
  "<a ",
  "<style>",
  "[",
  "[a^=b]{",
  "Version/",
];
const units =
  `< <div> <body <p><div> </div> <li> <td> <table> <svg><title> <a${" "}href=x> <!-- --> <![endif] <style> url( ' " \\ /*
  [ a[b {{ {{email}} }} &amp; &lt =_ @import expression( <b>x</b> </body ü é\n Version/ 0 %7B%7B </ <? <![CDATA[ Aa a=b; * ] }`
    .split(/\s+/)
    .concat([" ", "\n", "\r\n", "\t", "\u00a0", "url( x", "a b ", "q=0, ", "Version/ ", "\u0301\u0323"]);

const small = 4_000;
const growth = 8;

/** Milliseconds of the processor, so that what else the machine does counts for nothing. */
function taken(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  void read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The shortest of several runs: memory that is tidied up meanwhile only ever makes a run longer. */
function shortest(read: (text: string) => unknown, text: string): number {
  return Math.min(...Array.from({ length: 3 }, () => taken(read, text)));
}

/**
 * Whether a text eight times as long takes more than three times eight times as long. `once` is what it took before: where
 * that is within the bound, so is the shortest of several.
 */
function isOutOfHand(
  read: (text: string) => unknown,
  of: (characters: number) => string,
  { from, once = taken(read, of(from * growth)) }: { from: number; once?: number },
) {
  const most = 3 * growth * Math.max(shortest(read, of(from)), 1);
  return once > most && shortest(read, of(from * growth)) > most;
}

for (const [name, read] of Object.entries(readers))
  test(`${name} takes time in proportion to what it is given`, () => {
    let tried = 0;
    for (const beginning of beginnings)
      for (const unit of units) {
        const of = (characters: number) => beginning + unit.repeat(Math.ceil(characters / unit.length));
        tried += 1;
        // What is over in a moment cannot grow out of hand within the bounds that texts have.
        const once = taken(read, of(small * growth));
        if (once < 25) continue;
        if (isOutOfHand(read, of, { from: small, once }) && isOutOfHand(read, of, { from: small * 2 }))
          throw new Error(`${JSON.stringify({ beginning, unit })} takes out of hand`);
      }
    expect(tried).toBe(beginnings.length * units.length);
  }, 60_000);
