import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { createLinkStore } from "../../../db/stores/tracking/links.ts";
import { storeLinks } from "../../support/campaigns/storeLinks.ts";
import { sentDelivery, storedDelivery } from "../../support/smtp/deliveries.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let world: SendingServer;
beforeAll(async () => {
  world = await startSendingServer();
});
afterAll(() => world.close());

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36" };

/** Asks without following: where it leads is the internet. */
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", headers: browser, ...init });

let mails = 0;

/** A delivery of the sandbox, where no click comes too soon, with counted links; `urlOf` makes the address that its mail would carry. */
async function mailWithLinks({ urls, workspaceId }: { urls: readonly string[]; workspaceId: string }) {
  const { core, url } = world.server;
  mails += 1;
  const delivery = await sentDelivery(core, { workspaceId, email: `clicker${mails}@in.test` });
  const { campaignId } = delivery;
  const ids = urls.map(() => crypto.randomUUID().slice(0, 12));
  await storeLinks(
    core.database,
    urls.map((address, position) => ({
      id: ids[position] ?? "",
      campaignId,
      workspaceId,
      position,
      url: address,
    })),
  );
  const token = core.secrets.sign("click", delivery.id);
  const urlOf = (position: number) => `${url}/c/${token}.${ids[position]}`;
  const counts = async () => {
    const rows = await createLinkStore(core.database).countsOf({ campaignId, workspaceId, countMax: 10 });
    return rows.map(({ people, clicks, machineClicks }) => [people, clicks, machineClicks]);
  };
  return { delivery, token, ids, urlOf, counts };
}

async function remove(tableName: "leads" | "campaigns" | "deliveries" | "links"): Promise<void> {
  const { database } = world.server.core;
  const table = database.tables[tableName] as (typeof database.tables)["leads"];
  await database.atomically((write) => ({ removed: write.delete(table) }));
}

/** Sends a mail to one new lead over SMTP; answers it as its reader has it, and the campaign's id. */
async function sendOne({ html, ...more }: { html: string; trackClicks?: boolean }) {
  const { client } = world.person;
  mails += 1;
  const email = `reader${mails}@in.test`;
  const lead = { firstName: "Ann & Co", lastName: "Lee", email, phone: "+49 1" };
  await client("POST /amplify/leads", { body: lead });
  const { campaignId } = await client("POST /email/send", {
    body: { subject: `Mail ${mails}`, html, from: sender, leads: [email], ...more },
  });
  await world.untilCounts(campaignId, ({ sent }) => sent === 1);
  const accepted = world.smtp.accepted.find((mail) => mail.to.includes(email));
  const mail = await PostalMime.parse(accepted?.raw ?? "");
  return { mail, html: mail.html ?? "", campaignId, email };
}

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);

describe("a sent mail", () => {
  test("leads on to every address it was written with, and its reader's clicks are seen", async () => {
    const { html, mail, campaignId, email } = await sendOne({
      html: `<a href="https://shop.test/?a=1&amp;b=2">Shop</a> <a href="https://shop.test/?a=1&amp;b=2">again</a>
        <map><area href="https://bücher.example/größe?q=ä b#x"></map>
        <!--[if mso]><v:roundrect href="http://outlook.test/"><![endif]-->
        <a href="https://shop.test/hi/{{firstName}}?e={{email}}&amp;p={{phone}}">You</a>
        <a href="mailto:a@b.test">Mail</a><a href="#top">Top</a>`,
    });
    const links = hrefs(html);
    const counted = links.filter((href) => href.startsWith(`${world.server.url}/c/`));
    expect(counted).toHaveLength(5);
    const left = links.filter((href) => !counted.includes(href));
    expect(left.slice(0, 2)).toEqual(["mailto:a@b.test", "#top"]);
    expect(left[2]).toStartWith(`${world.server.url}/u/`);
    const answers = await Promise.all(counted.map((href) => ask(href)));
    expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
      [302, "https://shop.test/?a=1&b=2"],
      [302, "https://shop.test/?a=1&b=2"],
      [302, "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b#x"],
      [302, "http://outlook.test/"],
      [302, `https://shop.test/hi/Ann%20%26%20Co?e=${encodeURIComponent(email)}&p=%2B49%201`],
    ]);
    // The text part and the way out are as they were.
    expect(mail.text).toContain("https://shop.test/?a=1&b=2");
    expect(mail.text).not.toContain("/c/");
    const params = { id: campaignId };
    const { client } = world.person;
    // Moments after the mail was handed over, and all at once: a scanner, whatever it calls itself.
    const seen = await client("GET /amplify/campaigns/{id}/links", { params });
    expect(seen.map(({ url, clicks, machineClicks }) => [url, clicks, machineClicks])).toEqual([
      ["https://shop.test/?a=1&b=2", 0, 2],
      ["https://bücher.example/größe?q=ä b#x", 0, 1],
      ["http://outlook.test/", 0, 1],
      ["https://shop.test/hi/{{firstName}}?e={{email}}&p={{phone}}", 0, 1],
    ]);
    expect(await world.campaign(campaignId)).toMatchObject({ clicked: 0, trackClicks: true });
  });

  test("of which clicks are not counted has its own addresses, whoever chose so", async () => {
    const html = '<a href="https://shop.test/">Shop</a>';
    const { client } = world.person;
    const off = await sendOne({ html, trackClicks: false });
    expect(hrefs(off.html)[0]).toBe("https://shop.test/");
    expect(await client("GET /amplify/campaigns/{id}/links", { params: { id: off.campaignId } })).toEqual([]);
    await client("PUT /amplify/account/tracking", { body: { opens: false, clicks: false } });
    const byChoice = await sendOne({ html });
    expect(hrefs(byChoice.html)[0]).toBe("https://shop.test/");
    expect(byChoice.html).not.toContain("/o/");
    expect(hrefs((await sendOne({ html, trackClicks: true })).html)[0]).toContain("/c/");
    await client("PUT /amplify/account/tracking", { body: { opens: true, clicks: true } });
    expect(hrefs((await sendOne({ html })).html)[0]).toContain("/c/");
  });

  test("with two thousand links has them all counted, and further ones left as they are", async () => {
    const html = Array.from({ length: 2_010 }, (_, index) => `<a href="https://shop.test/${index}">x</a>`);
    const mail = await sendOne({ html: html.join("\n") });
    const links = hrefs(mail.html);
    const at = (index: number) => ask(links[index] ?? "").then(({ headers }) => headers.get("location"));
    expect(await at(1_999)).toBe("https://shop.test/1999");
    expect(links[2_000]).toBe("https://shop.test/2000");
    expect(new Set(links).size).toBe(2_011);
  });
});

test("tests and previews show the addresses themselves", async () => {
  const { client, email } = world.person;
  const html = '<a href="https://shop.test/">Shop</a>';
  await client("POST /email/send/test", { body: { html, from: sender } });
  const accepted = world.smtp.accepted.find((mail) => mail.to.includes(email));
  expect(hrefs((await PostalMime.parse(accepted?.raw ?? "")).html ?? "")[0]).toBe("https://shop.test/");
  expect((await client("POST /email/preview", { body: { html } })).html).toContain("https://shop.test/");
});

test("the ledger can be asked for those who opened and for those who clicked", async () => {
  const { client, uid } = world.person;
  const { delivery, urlOf } = await mailWithLinks({ urls: ["https://a.test/"], workspaceId: uid });
  const { core, url } = world.server;
  const who = async (reaction: "opened" | "clicked") => {
    const params = { id: delivery.campaignId };
    const page = await client("GET /amplify/campaigns/{id}/deliveries", { params, query: { reaction } });
    return page.items.map(({ _id, openedAt, clickedAt }) => [_id, openedAt !== null, clickedAt !== null]);
  };
  expect([await who("opened"), await who("clicked")]).toEqual([[], []]);
  await ask(urlOf(0));
  expect([await who("opened"), await who("clicked")]).toEqual([[], [[delivery.id, false, true]]]);
  await ask(`${url}/o/${core.secrets.sign("open", delivery.id)}`);
  expect(await who("opened")).toEqual([[delivery.id, true, true]]);
  const [mail] = await client("GET /amplify/leads/{id}/history", { params: { id: delivery.leadId } });
  expect(mail).toMatchObject({
    campaignId: delivery.campaignId,
    links: [{ url: "https://a.test/", clicks: 1 }],
  });
});

describe("following a link", () => {
  test("is counted once for each time, and a hundred at once are a hundred", async () => {
    const { urlOf, counts, delivery } = await mailWithLinks({
      urls: ["https://a.test/"],
      workspaceId: "c-many",
    });
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(urlOf(0))));
    for (const { status, headers } of answers) {
      expect(status).toBe(302);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("set-cookie")).toBeNull();
    }
    // A busy database keeps nobody from where they want to go, so some may be counted a moment later.
    await until(async () => (await counts())[0]?.[1] === 100);
    expect(await counts()).toEqual([[1, 100, 0]]);
    const row = await storedDelivery(world.server.core.database, delivery.id);
    expect(row?.clickedAt).toBeGreaterThan(0);
  });

  test("by HEAD leads on and counts nothing; anything but reading is not allowed", async () => {
    const { urlOf, counts } = await mailWithLinks({ urls: ["https://a.test/"], workspaceId: "c-head" });
    const head = await ask(urlOf(0), { method: "HEAD" });
    expect([head.status, head.headers.get("location")]).toEqual([302, "https://a.test/"]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await ask(urlOf(0), { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET,HEAD"]);
    }
    expect(await counts()).toEqual([[0, 0, 0]]);
  });

  test("by scanners and prefetchers is counted apart", async () => {
    const { urlOf, counts } = await mailWithLinks({ urls: ["https://a.test/"], workspaceId: "c-machine" });
    for (const headers of [
      { "user-agent": "Mozilla/5.0" },
      { "user-agent": "Mozilla/5.0 (compatible; Barracuda Sentinel)" },
      { "user-agent": "python-requests/2.32" },
      { ...browser, "sec-purpose": "prefetch;prerender" },
    ])
      expect((await ask(urlOf(0), { headers })).status).toBe(302);
    expect(await counts()).toEqual([[0, 0, 4]]);
    await ask(urlOf(0));
    expect(await counts()).toEqual([[1, 1, 4]]);
  });

  test("works from anywhere, whatever is appended, and never leads where the address says", async () => {
    const { urlOf, counts } = await mailWithLinks({ urls: ["https://a.test/?q=1"], workspaceId: "c-append" });
    const headers = { ...browser, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    for (const more of [
      "",
      "?u=https://evil.test",
      "?fbclid=1#x",
      "?url=//evil.test&redirect=https://evil.test",
      // As mail programs cut links out of a text.
      ".",
      "%3E).",
    ])
      expect((await ask(urlOf(0) + more, { headers })).headers.get("location")).toBe("https://a.test/?q=1");
    expect(await counts()).toEqual([[1, 6, 0]]);
  });

  test("still leads on when lead, campaign and delivery are gone, and says a sentence when the link is", async () => {
    const { urlOf } = await mailWithLinks({
      urls: ["https://a.test/{{firstName|you}}"],
      workspaceId: "c-gone",
    });
    const leadsTo = async () => (await ask(urlOf(0))).headers.get("location");
    expect(await leadsTo()).toBe("https://a.test/Bob");
    for (const table of ["leads", "campaigns", "deliveries"] as const) {
      await remove(table);
      expect(await leadsTo()).toBe("https://a.test/you");
    }
    await remove("links");
    const unknown = await ask(urlOf(0));
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("content-type")).toContain("text/html");
    expect(await unknown.text()).toContain("This link is not known here");
  });
});

describe("a forged link", () => {
  test("leads nowhere: cut, changed, put together, of another purpose, very long", async () => {
    const mine = await mailWithLinks({ urls: ["https://a.test/"], workspaceId: "c-forged" });
    const other = await mailWithLinks({ urls: ["https://evil.test/"], workspaceId: "c-other" });
    const { url, core } = world.server;
    const [id = ""] = mine.ids;
    const genuine = `${mine.token}.${id}`;
    const flipped = Array.from(genuine, (character, at) =>
      character === "." ? "" : genuine.slice(0, at) + (character === "A" ? "B" : "A") + genuine.slice(at + 1),
    ).filter((token) => token !== "" && token !== genuine);
    const forged = [
      ...flipped,
      mine.token,
      `${mine.token}.`,
      id,
      `.${id}`,
      `${mine.token}.${other.ids[0]}`,
      `${core.secrets.sign("open", mine.delivery.id)}.${id}`,
      `${core.secrets.sign("unsubscribe", mine.delivery.id)}.${id}`,
      `${mine.token}.${id}%0d%0aLocation:%20https://evil.test`,
      `${mine.token}.${encodeURIComponent("' or 1=1 --")}`,
      `${mine.token}.${encodeURIComponent("https://evil.test/")}`,
      encodeURIComponent("https://evil.test/"),
      "x".repeat(7_000),
      `${mine.token}.${"x".repeat(7_000)}`,
      `${"A".repeat(7_000)}.${id}`,
    ];
    for (const token of forged) {
      const response = await ask(`${url}/c/${token}`);
      expect([token, response.status, response.headers.get("location")]).toEqual([token, 404, null]);
    }
    expect(await mine.counts()).toEqual([[0, 0, 0]]);
    expect((await ask(`${url}/c/${genuine}`)).status).toBe(302);
  });

  test("is no open redirect: a stored address that is not of the web, or breaks out of its header, goes nowhere", async () => {
    const urls = [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "//evil.test/",
      "https://",
      "https://a.test/\r\nset-cookie: x=1\r\n\r\nbody",
      "https://a.test/{{firstName}}",
    ];
    const { urlOf, delivery } = await mailWithLinks({ urls, workspaceId: "c-scheme" });
    const { leads } = world.server.core.database.tables;
    await world.server.core.database.atomically((write) => ({
      changed: write
        .update(leads)
        .set({ firstName: "\r\nx: y//@evil.test/{{email}}" })
        .where(and(eq(leads.workspaceId, "c-scheme"), eq(leads.id, delivery.leadId))),
    }));
    for (const position of [0, 1, 2, 3, 4]) expect((await ask(urlOf(position))).status).toBe(404);
    const broken = await ask(urlOf(5));
    expect(broken.headers.get("location")).toBe("https://a.test/set-cookie:%20x=1body");
    expect(broken.headers.get("set-cookie")).toBeNull();
    expect((await ask(urlOf(6))).headers.get("location")).toBe(
      "https://a.test/%0D%0Ax%3A%20y%2F%2F%40evil.test%2F%7B%7Bemail%7D%7D",
    );
  });
});
