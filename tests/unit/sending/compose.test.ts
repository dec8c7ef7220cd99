import { describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { withPreview } from "../../../server/campaigns/withPreview.ts";
import type { Letter, Recipient } from "../../../server/sending/mail/composition.ts";
import { MailBuffers } from "../../../server/sending/mail/MailBuffers.ts";
import { createComposition } from "../../support/atOnce.ts";

const letter: Letter = {
  subject: "News for {{firstName|you}}",
  html: "<html><body><p>Hi {{firstName|there}}</p></body></html>",
  from: { name: "Shop", address: "shop@example.test" },
};

const recipient: Recipient = {
  values: { firstName: "Ann", email: "ann@example.test" },
  to: { address: "ann@example.test", name: "Ann Lee" },
  messageId: "<0190@example.test>",
  unsubscribeUrl: "https://amplify.test/u/token",
  date: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)),
};

function compose(changes: { letter?: Partial<Letter>; recipient?: Partial<Recipient> } = {}) {
  return createComposition({ ...letter, ...changes.letter }).fill({ ...recipient, ...changes.recipient });
}

async function read(changes: Parameters<typeof compose>[0] = {}) {
  const mail = compose(changes);
  const email = await PostalMime.parse(mail.raw);
  const header = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  return { ...email, mail, header, source: Buffer.from(mail.raw).toString("latin1") };
}

describe("a composed mail", () => {
  test("has the headers that a marketing mail needs, each once", async () => {
    const { header, mail, source } = await read();
    expect(header("from")).toEqual(["Shop <shop@example.test>"]);
    expect(header("to")).toEqual(["Ann Lee <ann@example.test>"]);
    expect(header("subject")).toEqual(["News for Ann"]);
    expect(header("message-id")).toEqual(["<0190@example.test>"]);
    expect(header("date")).toEqual(["Fri, 02 Jan 2026 03:04:05 +0000"]);
    expect(header("mime-version")).toEqual(["1.0"]);
    expect(header("list-unsubscribe")).toEqual(["<https://amplify.test/u/token>"]);
    expect(header("list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
    expect(header("content-type")[0]).toStartWith("multipart/alternative");
    expect(mail.envelope).toEqual({ from: "shop@example.test", to: "ann@example.test" });
    expect(mail.messageId).toBe("<0190@example.test>");
    expect(source.indexOf("text/plain")).toBeLessThan(source.indexOf("text/html"));
  });

  test("adds a visible unsubscribe link where the template has none, in both parts", async () => {
    const { html, text } = await read();
    // On a ground of its own, as that of the mail may have the colour of these words.
    expect(html).toMatch(
      /background-color:#ffffff">You can <a href="https:\/\/amplify\.test\/u\/token"[^>]*>unsubscribe<\/a> at any time\.<\/span><\/div><\/body>/,
    );
    expect(text).toContain("unsubscribe (https://amplify.test/u/token) at any time.");
  });

  test("keeps the template's own unsubscribe link alone, also with encoded braces", async () => {
    for (const href of [
      "{{unsubscribeUrl}}",
      "{{ unsubscribeUrl }}",
      "%7B%7BunsubscribeUrl%7D%7D",
      "%7b%7b%20unsubscribeUrl%20%7d%7d",
    ]) {
      const { html } = await read({ letter: { html: `<p>x <a href="${href}">Leave</a></p>` } });
      expect(html?.trim()).toBe('<p>x <a href="https://amplify.test/u/token">Leave</a></p>');
    }
  });

  test("uses a text part of one's own, with a way out", async () => {
    const { text } = await read({ letter: { text: "Dear {{firstName}}" } });
    expect(text?.trimEnd()).toBe("Dear Ann\n\nYou can unsubscribe at any time: https://amplify.test/u/token");
  });

  test("is written over once its memory was given back, and no other is", () => {
    const { fill } = createComposition(letter);
    const buffers = new MailBuffers();
    const mailTo = (name: string) => fill({ ...recipient, values: { firstName: name } }, buffers);
    const textOf = ({ raw }: { raw: Uint8Array }) => Buffer.from(raw).toString("latin1");
    const kept = mailTo("Kept");
    const keptText = textOf(kept);
    const gone = mailTo(`Gone ${"and gone ".repeat(20)}`);
    buffers.giveBack(gone.buffer as Buffer);
    const next = mailTo("Next");
    expect(next.raw.buffer).toBe(gone.raw.buffer);
    expect(textOf(next)).toBe(keptText.replaceAll("Kept", "Next"));
    const long = mailTo("Long ".repeat(2_000));
    expect(textOf(long)).toContain("Long Long");
    expect(textOf(kept)).toBe(keptText);
    expect(textOf(next)).toContain("News for Next");
    expect(next.raw.buffer).not.toBe(long.raw.buffer);
  });

  test("counts opens only when told to, by a picture at the end of the body", async () => {
    const openPixelUrl = "https://amplify.test/o/a?b=1&c=2";
    expect((await read()).html).not.toContain("<img");
    expect((await read({ recipient: { openPixelUrl } })).html).toMatch(
      /<img src="https:\/\/amplify\.test\/o\/a\?b=1&amp;c=2" width="1" height="1" alt="" [^>]*><\/body>/,
    );
  });
});

describe("what goes into a composed mail", () => {
  test("leads where its counted link does where clicks are not counted, in both parts", async () => {
    const html = '<a href="https://ex.test/?to={{email}}&name={{firstName}}">Go</a>';
    const values = { firstName: "Tom & Ann", email: "a+b@ex.test" };
    const mail = await read({ letter: { html }, recipient: { values } });
    const address = "https://ex.test/?to=a%2Bb%40ex.test&name=Tom%20%26%20Ann";
    expect(mail.html).toContain(`href="${address}"`);
    expect(mail.text).toContain(`Go (${address})`);
  });

  test("is escaped in HTML and not in the text or the subject", async () => {
    const email = await read({ recipient: { values: { firstName: "<b>{{email}}</b>", email: "x" } } });
    expect(email.html).toContain("Hi &lt;b&gt;{{email}}&lt;/b&gt;");
    expect(email.text).toContain("Hi <b>{{email}}</b>");
    expect(email.subject).toBe("News for <b>{{email}}</b>");
  });

  test("never lets a value, a name or a subject begin another header line", async () => {
    const evil = "x\r\nBcc: eve@evil.test\r\n\r\nbody\u2028\u0000";
    const email = await read({
      letter: { subject: `{{firstName}} ${evil}`, from: { name: evil, address: "shop@example.test" } },
      recipient: {
        values: { firstName: evil },
        to: { name: evil, address: "ann@example.test" },
        unsubscribeUrl: `https://amplify.test/${evil}>`,
      },
    });
    expect(email.header("bcc")).toEqual([]);
    expect(email.headers.map(({ key }) => key)).toEqual((await read()).headers.map(({ key }) => key));
  });

  test("refuses to be made for anything but one address", () => {
    for (const address of [
      "a@b,c@d",
      "a@b.test\r\nRCPT TO:<c@d.test>",
      "a@b.test> SIZE=1",
      "jörg@example.test",
      "",
      '"a b"@c.test',
    ]) {
      expect(() => compose({ recipient: { to: { address } } })).toThrow(TypeError);
    }
  });

  test("goes to a domain in another script by its punycode, in the envelope, the headers and the id", async () => {
    const { mail, source } = await read({
      letter: { from: { address: "shop@bücher.example" } },
      recipient: { to: { address: "ann@BÜCHER.example" }, messageId: "<1@bücher.example>" },
    });
    expect(mail.envelope).toEqual({ from: "shop@xn--bcher-kva.example", to: "ann@xn--bcher-kva.example" });
    expect(mail.messageId).toBe("<1@xn--bcher-kva.example>");
    expect(source).toContain("To: ann@xn--bcher-kva.example\r\n");
  });

  test("goes to an address without what nobody sees in it", async () => {
    const { mail, source } = await read({
      recipient: { to: { address: "\u202aan\u00adn@bücher.example\u202c" }, messageId: "<1@in.test>" },
    });
    expect(mail.envelope.to).toBe("ann@xn--bcher-kva.example");
    expect(source).toContain("To: ann@xn--bcher-kva.example\r\n");
  });

  test("begins no line with a dot, which the wire would have to double", () => {
    const source = Buffer.from(compose({ letter: { text: ".\n..\n" } }).raw).toString();
    expect(source).toContain("\r\n=2E\r\n=2E.\r\n");
  });

  test("answers to another address when asked to", async () => {
    const { header } = await read({ letter: { replyTo: { address: "help@example.test" } } });
    expect(header("reply-to")).toEqual(["help@example.test"]);
  });
});

test("a field stands in a link whose braces an editor encoded, also beside what is said instead", async () => {
  const html =
    '<a href="https://ex.test/%7B%7BfirstName|no%20one%7D%7D?p=%7b%7b%20phone%20%7C%20none%20%7d%7d&c=%7B%7Bno|{}%7D%7D">Go</a>';
  const addressFor = (name: string, phone: string) =>
    `https://ex.test/${name}?p=${phone}&c=%7B%7Bno|{}%7D%7D`;
  const blank = await read({ letter: { html }, recipient: { values: {} } });
  expect(blank.html).toContain(`href="${addressFor("no%20one", "none")}"`);
  expect(blank.text).toContain(`Go (${addressFor("no%20one", "none")})`);
  const filled = await read({
    letter: { html },
    recipient: { values: { firstName: "Ann Lee", phone: "+1" } },
  });
  expect(filled.html).toContain(`href="${addressFor("Ann%20Lee", "%2B1")}"`);
});

test.each([
  [
    "in Outlook's own body and in the other one",
    "<!--[if mso]><body class=a><![endif]--><!--[if !mso]><!-->\n<body>\n<!--<![endif]-->",
  ],
  ["behind an empty comment", "<!--><head><title>a</title></head><body class='b'>"],
  ["without a body", "<!doctype html><html><head><title>&lt;body></title></head>"],
  ["without anything", ""],
])("a preview line stands first in what everybody reads, %s", (_, beginning) => {
  const html = withPreview(`${beginning}<p>Hi</p>`, "For you");
  expect(html.slice(0, html.indexOf("<div"))).toBe(beginning);
  expect(html).toEndWith("</div><p>Hi</p>");
});
