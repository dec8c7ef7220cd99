import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { isWellFormed } from "../../../server/http/middleware/wellFormedPath.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { sentDelivery, storedDelivery } from "../../support/smtp/deliveries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: "https://mail.example.com" });
});
afterAll(() => server.close());

const mailProgram = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Thunderbird/128.0" };

function unsubscribeUrl(deliveryId: string): string {
  return `${server.url}/u/${server.core.secrets.sign("unsubscribe", deliveryId)}`;
}
function pictureUrl(deliveryId: string): string {
  return `${server.url}/o/${server.core.secrets.sign("open", deliveryId)}`;
}

/** What the database says of a delivery's recipient. */
async function stateOf({
  id,
  leadId,
  workspaceId,
  email,
}: {
  id: string;
  leadId: string;
  workspaceId: string;
  email: string;
}) {
  const { read, tables } = server.core.database;
  const [lead] = await read
    .select()
    .from(tables.leads)
    .where(and(eq(tables.leads.workspaceId, workspaceId), eq(tables.leads.id, leadId)));
  const delivery = await storedDelivery({ read, tables }, id);
  const suppressed = await read
    .select()
    .from(tables.suppressions)
    .where(eq(tables.suppressions.workspaceId, workspaceId));
  const emailHash = server.core.secrets.hashAddress(email);
  const suppression = suppressed.find((row) => row.emailHash === emailHash)?.source;
  return { optout: lead?.optout, opens: lead?.openedCount, openedAt: delivery?.openedAt, suppression };
}

const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };

describe("looking at the unsubscribe link", () => {
  test("looking at it, as scanners do, changes nothing", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-look" });
    for (const method of ["GET", "HEAD", "GET"]) {
      const response = await fetch(unsubscribeUrl(delivery.id), { method });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    expect(await stateOf(delivery)).toMatchObject({ optout: false, suppression: undefined });
  });

  test("shows who sent it, a masked address and a form without any script", async () => {
    const delivery = await sentDelivery(server.core, {
      workspaceId: "u-page",
      email: "bob.secret@example.com",
    });
    const html = await (await fetch(unsubscribeUrl(delivery.id))).text();
    expect(html).toContain("Ada &lt;ada@example.com&gt;");
    expect(html).toContain("b…@example.com");
    expect(html).not.toContain("bob.secret");
    expect(html).toMatch(/<form action="[^"]*" method="post">.*<button[^>]*>Unsubscribe<\/button>/s);
    expect(html).not.toContain("<script");
  });
});

describe("unsubscribing", () => {
  test("one-click works without a cookie from a mail provider, and again", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-click" });
    const headers = { origin: "https://mail.google.example", "sec-fetch-site": "cross-site" };
    for (let time = 1; time <= 2; time++) {
      const response = await fetch(unsubscribeUrl(delivery.id), { ...oneClick, headers });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("You are unsubscribed");
      expect(await stateOf(delivery)).toMatchObject({ optout: true, suppression: "recipient" });
    }
    expect(await (await fetch(unsubscribeUrl(delivery.id))).text()).toContain("You are unsubscribed");
  });

  test("every way of posting counts: the page's form, multipart, no body at all", async () => {
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), form, null]) {
      const delivery = await sentDelivery(server.core, { workspaceId: crypto.randomUUID() });
      expect((await fetch(unsubscribeUrl(delivery.id), { method: "POST", body })).status).toBe(200);
      expect(await stateOf(delivery)).toMatchObject({ optout: true, suppression: "recipient" });
    }
  });

  test("works when lead and campaign have been deleted", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-gone" });
    const { campaigns, leads } = server.core.database.tables;
    await server.core.database.atomically((write) => ({
      removedLeads: write
        .delete(leads)
        .where(and(eq(leads.workspaceId, "u-gone"), eq(leads.id, delivery.leadId))),
      removedCampaigns: write.delete(campaigns).where(eq(campaigns.id, delivery.campaignId)),
    }));
    expect(await (await fetch(unsubscribeUrl(delivery.id))).text()).toContain("this sender");
    expect((await fetch(unsubscribeUrl(delivery.id), oneClick)).status).toBe(200);
    expect(await stateOf(delivery)).toMatchObject({ suppression: "recipient" });
  });

  test("reaches only the sender's own lead and outranks the owner's opt-out", async () => {
    const mine = await sentDelivery(server.core, { workspaceId: "u-mine" });
    const theirs = await sentDelivery(server.core, { workspaceId: "u-theirs" });
    const { suppressions } = server.core.database.tables;
    const emailHash = server.core.secrets.hashAddress(mine.email);
    await server.core.database.atomically((write) => ({
      added: write
        .insert(suppressions)
        .values({ workspaceId: "u-mine", emailHash, source: "owner", createdAt: 1 }),
    }));
    await fetch(unsubscribeUrl(mine.id), oneClick);
    expect(await stateOf(mine)).toMatchObject({ optout: true, suppression: "recipient" });
    expect(await stateOf(theirs)).toMatchObject({ optout: false, suppression: undefined });
  });

  test("the link of a mail that nothing is known of, a test mail or one of a sender who is gone, says so", async () => {
    for (const init of [{ method: "GET" }, oneClick]) {
      const response = await fetch(unsubscribeUrl("a-test-mail"), init);
      expect(response.status).toBe(200);
      expect(await response.text()).toMatch(/a test mail, or its sender is no longer here.* take you off/);
    }
  });

  test("a forged token answers 404 with a page, for looking and for posting", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-forged" });
    const genuine = unsubscribeUrl(delivery.id);
    const flipped = genuine.slice(0, -1) + (genuine.endsWith("A") ? "B" : "A");
    const otherPurpose = `${server.url}/u/${server.core.secrets.sign("open", delivery.id)}`;
    for (const url of [
      flipped,
      otherPurpose,
      ...["x", "%20", "x".repeat(3_000)].map((token) => `${server.url}/u/${token}`),
    ])
      for (const init of [{ method: "GET" }, oneClick]) {
        const response = await fetch(url, init);
        expect([url, response.status]).toEqual([url, 404]);
        expect(response.headers.get("content-type")).toContain("text/html");
        // Whoever wants to leave is told that they have not, and what to do.
        expect(await response.text()).toContain("Nobody was unsubscribed.");
      }
    expect(await stateOf(delivery)).toMatchObject({ optout: false, suppression: undefined });
  });
});

test.each([")", ".", ").", "=", "%22", "%20", "%0D%0A", "%2E"])(
  "unsubscribing works with %s behind the link, which a mail program or a person took along, and its dot escaped",
  async (behind) => {
    const delivery = await sentDelivery(server.core, { workspaceId: crypto.randomUUID() });
    const url = unsubscribeUrl(delivery.id).replace(/\.(?=[^./]+$)/, "%2E") + behind;
    const page = await (await fetch(url)).text();
    const action = /<form action="(\/u\/[^"]*)"/.exec(page)?.[1]?.replaceAll("&quot;", '"');
    expect((await fetch(new URL(action ?? "", url), oneClick)).status).toBe(200);
    expect(await stateOf(delivery)).toMatchObject({ optout: true, suppression: "recipient" });
  },
);

test("the dot of a token may be escaped whatever the token begins with, and nothing else of a path", () => {
  const isTaken = (path: string) => isWellFormed({ url: `${server.url}${path}` });
  expect(["/u/-a%2Eb", "/u/_a%2eb%0D%0A", "/c/Aa%2Eb"].map(isTaken)).toEqual([true, true, true]);
  expect(["/u/-a%2Fb", "/u/a%0Ab", "/static/a%2Eb"].map(isTaken)).toEqual([false, false, false]);
});

describe("the open-counting picture", () => {
  async function ask(url: string, init: RequestInit = { headers: mailProgram }) {
    const response = await fetch(url, init);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/gif");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const bytes = await response.bytes();
    if (init.method !== "HEAD") expect(Buffer.from(bytes.subarray(0, 6)).toString()).toBe("GIF89a");
  }

  test("counts a delivery's first open only, however often and however fast it is asked for", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-open" });
    await Promise.all(Array.from({ length: 20 }, () => ask(pictureUrl(delivery.id))));
    const first = await stateOf(delivery);
    expect(first.opens).toBe(1);
    expect(first.openedAt).toBeGreaterThan(0);
    await ask(pictureUrl(delivery.id));
    expect(await stateOf(delivery)).toEqual(first);
  });

  test("a forged or foreign token gets the picture and counts nothing", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-nothing" });
    const genuine = pictureUrl(delivery.id);
    await ask(genuine.slice(0, -1) + (genuine.endsWith("A") ? "B" : "A"));
    await ask(`${server.url}/o/${server.core.secrets.sign("unsubscribe", delivery.id)}`);
    await ask(pictureUrl("nobody"));
    await ask(`${server.url}/o/${"x".repeat(3_000)}`);
    expect(await stateOf(delivery)).toMatchObject({ opens: 0, openedAt: null });
  });

  test("machines are noted apart, the proxies of Gmail and Yahoo do", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-machine" });
    const asking = (agent: string, more = {}) => ({ headers: { "user-agent": agent, ...more } });
    await ask(pictureUrl(delivery.id), { method: "HEAD", headers: mailProgram });
    await ask(pictureUrl(delivery.id), asking("Mozilla/5.0"));
    await ask(pictureUrl(delivery.id), asking("Barracuda Sentinel (EE)"));
    await ask(pictureUrl(delivery.id), asking("Slackbot-LinkExpanding 1.0"));
    await ask(pictureUrl(delivery.id), asking(mailProgram["user-agent"], { "sec-purpose": "prefetch" }));
    expect(await stateOf(delivery)).toMatchObject({ opens: 0, openedAt: null });
    const { read, tables } = server.core.database;
    const row = await storedDelivery({ read, tables }, delivery.id);
    expect(row?.machineOpenedAt).toBeGreaterThan(0);
    const gmail = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
    await ask(pictureUrl(delivery.id), asking(gmail));
    expect(await stateOf(delivery)).toMatchObject({ opens: 1 });
  });

  test("an open after the lead was deleted is noted and harms nothing", async () => {
    const delivery = await sentDelivery(server.core, { workspaceId: "u-late" });
    const { leads } = server.core.database.tables;
    await server.core.database.atomically((write) => ({
      removed: write.delete(leads).where(and(eq(leads.workspaceId, "u-late"), eq(leads.id, delivery.leadId))),
    }));
    await ask(pictureUrl(delivery.id));
    expect((await stateOf(delivery)).openedAt).toBeGreaterThan(0);
  });
});
