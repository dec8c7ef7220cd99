import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { faultsAtEveryWidth } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { drafted, step } from "../../support/campaigns/drafted.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const leadCount = 60;
const pages = servesPages(() => startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true }));
let server: TestServer;
let person: TestPerson;
let id = "";

beforeAll(async () => {
  server = pages.server;
  person = await server.signUp();
  const from = "ada@sender.test";
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "x", alias: `Ada <${from}>` },
  });
  const leads = Array.from({ length: leadCount }, (_, nth) => ({
    firstName: `Ann${nth}`,
    lastName: "Lee",
    email: `ann${nth}@in.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const steps = [step("one", 0), step("two", 60)];
  const plan = await drafted({ person }, { kind: "sequence", name: "Welcome", steps });
  id = plan._id;
  await person.client("POST /amplify/campaigns/{id}/start", {
    params: { id },
    body: { version: plan.version },
  });
  const { client } = person;
  await until(
    async () => (await client("GET /amplify/campaigns/{id}", { params: { id } })).counts.sent === leadCount,
  );
}, 60_000);

type Looks = { width?: number; colorScheme?: "light" | "dark" };
async function open(hash: string, { width = 1440, colorScheme = "light" }: Looks = {}): Promise<Page> {
  const viewport = { width, height: 900 };
  const path = `/app${hash}`;
  const { page } = await pages.open({ as: person, path, viewport, colorScheme, bypassCSP: true });
  return page;
}

test("leads of a sequence are looked for, paged and opened by keyboard, and show by themselves that it ended", async () => {
  const page = await open(`#campaigns/${id}`);
  const views = page.getByRole("tablist", { name: "Views of this campaign" });
  await views.getByRole("tab", { name: "Overview" }).press("ArrowRight");
  const rows = page.locator(".sequence-leads tbody tr");
  await rows.nth(49).waitFor();
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await rows.nth(leadCount - 50).waitFor({ state: "detached" });
  expect(await rows.count()).toBe(leadCount - 50);
  // A page is read from its beginning.
  const list = page.locator(".sequence-leads");
  expect(await list.evaluate((shown) => shown.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByLabel("Find a lead").fill("ann7@in");
  await rows.nth(1).waitFor({ state: "detached" });
  await rows.getByText("Waits for mail 2").waitFor();
  expect(await rows.textContent()).toMatch(/Ann7 Leeann7@in.testMail 1 of 2Waits for mail 2goes on /);

  // Somebody else, or the same person elsewhere, ends it.
  await person.client("POST /amplify/campaigns/{id}/cancel", { params: { id } });
  await rows.getByText("Gets no more").waitFor();
  await page.getByLabel("Show", { exact: true }).selectOption("going");
  await page.getByText("No lead of this sequence matches.").waitFor();
  expect(new URL(page.url()).hash).toBe(`#campaigns/${id}/leads/going`);
  await page.goBack();
  await page.getByRole("link", { name: "Ann7 Lee" }).press("Enter");
  await page.getByRole("heading", { name: "Ann7 Lee" }).waitFor();
});

test("at every width nothing is cut off, and axe finds nothing in either theme", async () => {
  const page = await open(`#campaigns/${id}/leads`);
  const frame = page.locator(".sequence-leads .table-frame");
  await frame.waitFor();
  const cutOff: [width: number, pixels: number][] = [];
  const faults = await faultsAtEveryWidth(page, async (width) => {
    const beyond = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
    if (beyond > 0) cutOff.push([width, beyond]);
  });
  expect({ cutOff, faults }).toEqual({ cutOff: [], faults: [] });
});
