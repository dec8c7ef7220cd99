import { afterAll, beforeAll, expect, test } from "bun:test";
import { Window } from "happy-dom";
import PostalMime, { type Email } from "postal-mime";
import { starters } from "../../../mail/starters/starters.ts";
import { asOutlook, unbalancedTags, withoutOutlook } from "../../support/browser/readMarkup.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { everyBlock } from "../../support/templates/everyBlock.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

let server: TestServer;
let smtp: ScriptedSmtp;
let ada: TestPerson;
const from = "ada@sender.test";
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  server = await startTestServer(
    { AMPLIFY_PLANS: "off", AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}` },
    { islands: true },
  );
  ada = await server.signUp();
  const credential = { provider: "google", appEmail: from, appPassword: "abcd efgh ijkl mnop" } as const;
  await ada.client("POST /amplify/auth/credentials", { body: { ...credential, alias: `Ada <${from}>` } });
  await ada.client("POST /amplify/leads", {
    body: { firstName: "Zoë <b>", lastName: "Last", email: "zoe@in.test", phone: "1" },
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** Sends a design as a campaign, and opens what the SMTP server was given with a mail parser. */
async function sent(design: unknown): Promise<{ mail: Email; html: string; rendered: string }> {
  const { html: rendered } = await ada.client("POST /templates/render", { body: { design, name: "Sent" } });
  const body = { name: `Sent ${smtp.acceptedCount()}`, design, html: rendered };
  const { _id: templateId } = await ada.client("POST /templates", { body });
  const before = smtp.acceptedCount();
  await ada.client("POST /email/send", {
    body: {
      subject: body.name,
      templateId,
      from,
      leads: ["zoe@in.test"],
      trackOpens: true,
      trackClicks: false,
    },
  });
  await smtp.until(() => smtp.acceptedCount() > before);
  const mail = await PostalMime.parse(smtp.accepted.at(-1)?.raw ?? "");
  return { mail, html: mail.html ?? "", rendered };
}

/** Every type of block, with pictures that the installation itself serves. */
async function everyBlockServed(): Promise<unknown> {
  const form = new FormData();
  form.append("file", new Blob([tinyPng]), "dot.png");
  const { url } = await ada.client("POST /amplify/images", { body: form });
  return JSON.parse(
    JSON.stringify(everyBlock)
      .replaceAll("/email-assets/a.png", url)
      .replaceAll("https://example.com/t.png", url),
  );
}

function read(html: string): Document {
  const { document } = new Window();
  document.write(html);
  return document as unknown as Document;
}

test("every type of block arrives in the mail, as tables, with its text part", async () => {
  const { mail, html } = await sent(await everyBlockServed());
  const document = read(withoutOutlook(html));
  const blocks = [...document.querySelectorAll('[id^="u_content_"]')].map(({ id }) =>
    id.split("_")[2]?.replace(/\d+$/, ""),
  );
  for (const type of [
    "heading",
    "text",
    "button",
    "image",
    "divider",
    "social",
    "menu",
    "table",
    "video",
    "html",
  ])
    expect(blocks).toContain(type);
  expect(document.querySelectorAll("table").length).toBeGreaterThan(10);
  expect(document.querySelector("h1")?.textContent).toBe("Hello Zoë <b>");
  expect(document.querySelectorAll("script, iframe, form, object")).toHaveLength(0);
  const text = mail.text ?? "";
  for (const words of [
    "Hello Zoë <b>",
    "News Read it (https://example.com)",
    "Shop now (https://example.com/go)",
  ])
    expect(text).toContain(words);
  expect(text).toContain("Tea 4");
  expect(text).toContain("By hand");
  expect(text).not.toMatch(/[{}]|<table|mso/);
});

test("the mail's styles are, after its encoding for the wire, what they were before", async () => {
  const { html, rendered } = await sent(await everyBlockServed());
  const sheets = (of: string) =>
    [...of.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => lines(css));
  const inline = (of: string) => [...of.matchAll(/ style="([^"]*)"/g)].map(([, style]) => style);
  expect(sheets(html)).toEqual(sheets(rendered));
  expect(sheets(html)[0]).toContain("@media only screen");
  // What the mail adds, a way out and a pixel, comes after everything else.
  expect(inline(html).slice(0, inline(rendered).length)).toEqual(inline(rendered));
  expect(inline(rendered).length).toBeGreaterThan(50);
});

test("Outlook's conditions are there and closed, and the mail is sound both with and without them", async () => {
  for (const design of [await everyBlockServed(), ...starters.map(({ make }) => make())]) {
    const { html } = await sent(design);
    const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
    expect(count(/<!--\[if [^\]]*mso[^\]]*\]>/g)).toBeGreaterThan(3);
    expect(count(/<!--\[if /g)).toBe(count(/<!\[endif\]-->/g));
    expect(unbalancedTags(withoutOutlook(html))).toEqual([]);
    expect(unbalancedTags(asOutlook(html))).toEqual([]);
  }
});

test("every picture's address leads to a picture from anywhere", async () => {
  for (const design of [await everyBlockServed(), ...starters.map(({ make }) => make())]) {
    const { html } = await sent(design);
    const addresses = [...html.matchAll(/<(?:img|v:fill|v:imagedata)[^>]* src="([^"]*)"/g)].map(
      ([, src]) => src ?? "",
    );
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of new Set(addresses)) {
      expect(address).toStartWith(`${server.url}/`);
      const answer = await fetch(address.replaceAll("&amp;", "&"));
      expect({ address, status: answer.status }).toEqual({ address, status: 200 });
      expect(answer.headers.get("content-type")).toStartWith("image/");
    }
  }
});

function lines(css = ""): string {
  return css.replaceAll("\r\n", "\n").trim();
}

test("a design that a program saves without its HTML is drawn, and what cannot be drawn is kept", async () => {
  const { client } = ada;
  const saying = (text: string) => ({
    body: { rows: [{ cells: [1], columns: [{ contents: [{ type: "text", values: { text } }] }] }] },
  });
  const { _id, html } = await client("POST /templates", {
    body: { name: "A", design: saying("<p>One</p>") },
  });
  expect(html).toContain("<p>One</p>");
  const of = { params: { id: _id } };
  const changed = await client("PUT /templates/{id}", { ...of, body: { design: saying("<p>Two</p>") } });
  expect(changed.html).toContain("<p>Two</p>");
  const given = await client("PUT /templates/{id}", {
    ...of,
    body: { design: saying("a"), html: "<p>b</p>" },
  });
  expect(given.html).toBe("<p>b</p>");
  const kept = await client("POST /templates", { body: { name: "B", design: { other: true } } });
  expect(kept).toMatchObject({ html: "", design: { other: true } });
});
