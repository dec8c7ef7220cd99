import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import { startDnsServer } from "../../support/dns/dnsServer.ts";
import { startTestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

const dns = await startDnsServer({ "shop.test": { TXT: ["v=spf1 -all"], MX: [[1, "mx.shop.test"]] } });
let smtp: ScriptedSmtp;
const pages = servesPages(() => startTestServer({ AMPLIFY_DNS_SERVERS: dns.address }, { islands: true }));
beforeAll(async () => {
  smtp = await startScriptedSmtp();
});
afterAll(async () => {
  await Promise.all([smtp.close(), dns.close()]);
});

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body
      ? "nothing"
      : (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
  });

test("an account's card says what its domain lacks, with the record to add, and signs once the DNS shows the key", async () => {
  const person = await pages.server.signUp();
  const { client } = person;
  const { _id: id } = await client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail: "ada@shop.test",
      appPassword: "",
      alias: "Ada <ada@shop.test>",
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
    },
  });
  const { page, complaints } = await pages.open({ as: person, path: "/app#accounts", bypassCSP: true });
  const card = page.locator(".account-card");
  // It is looked at by itself once it is added, and the card hears of it.
  await card.getByText("shop.test has no DMARC policy").waitFor();
  const record = card.getByLabel("TXT record of _dmarc.shop.test");
  await record.getByText("v=DMARC1; p=none; rua=mailto:ada@shop.test").waitFor();
  await record.getByRole("button", { name: "Copy the value of _dmarc.shop.test" }).waitFor();
  expect(await axeFindings(page, ".account-card")).toEqual([]);
  dns.set("_dmarc.shop.test", { TXT: ["v=DMARC1; p=reject"] });
  // All of it by keyboard, which goes on where it was.
  const press = async (target: Locator) => {
    await walkTo(page, target);
    await page.keyboard.press("Enter");
  };
  await press(card.getByRole("button", { name: "Look again at shop.test" }));
  await record.waitFor({ state: "detached" });
  expect(await focused(page)).toBe("Look again at shop.test");

  await press(card.getByRole("button", { name: "Make a key" }));
  const use = card.getByRole("button", { name: "Sign with it" });
  await use.waitFor();
  expect(await focused(page)).not.toBe("nothing");
  await press(use);
  await card.getByText(/^The DNS does not show this key at .+ yet/).waitFor();
  expect(await axeFindings(page, ".account-card")).toEqual([]);
  const { keys } = await client("GET /amplify/auth/credentials/{id}/domain", { params: { id } });
  for (const { name, value } of keys[0]?.records ?? []) dns.set(name, { TXT: [value ?? ""] });
  await press(use);
  await card.getByRole("button", { name: "Stop signing" }).waitFor();
  expect(await focused(page)).not.toBe("nothing");
  expect(complaints).toEqual([]);
});

test("before a send it is told when receivers will not believe what an account sends", async () => {
  const { client } = await pages.server.signUp();
  await client("POST /amplify/leads", { body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test" } });
  const warned = async (appEmail: string) => {
    const { _id: id } = await client("POST /amplify/auth/credentials", {
      body: {
        provider: "smtp",
        appEmail,
        appPassword: "",
        alias: `Ada <${appEmail}>`,
        host: "127.0.0.1",
        port: smtp.port,
        security: "none",
      },
    });
    await client("POST /amplify/auth/credentials/{id}/domain", { params: { id } });
    const body = { subject: "Hi", html: "<p>Hi</p>", credentialId: id, collection: "all" };
    const { warnings } = await client("POST /email/send/plan", { body });
    return warnings.filter(({ kind }) => kind === "alignment").map(({ text }) => text);
  };
  // Only Google's own servers may send from there.
  expect(await warned("ada@gmail.com")).toEqual([expect.stringContaining("gmail.com belongs to Google")]);
  expect(await warned("bea@shop.test")).toEqual([]);
});
