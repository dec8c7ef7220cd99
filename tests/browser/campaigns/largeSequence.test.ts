import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { movedTime } from "../../support/server/movedTime.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { leadRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

/**
 * How many leads go through it. A large one is run by hand, and prints what each part of the journey took:
 * AMPLIFY_JOURNEY_LEADS=100000 bun test --timeout 7200000 tests/browser/campaigns/largeSequence.test.ts
 */
const leadCount = Number(process.env.AMPLIFY_JOURNEY_LEADS ?? 300);
const isLarge = leadCount > 1_000;
const patienceMs = isLarge ? 3_600_000 : 60_000;

const time = movedTime();
const lost = "lost@sender.test";
const other = "other@sender.test";

// An account that is lost: its server is there while it is connected, and gone when it should send.
let smtp: ScriptedSmtp;
const pages = servesPages(async () => {
  smtp = await startScriptedSmtp({});
  return startTestServer(
    { AMPLIFY_PLANS: "off", AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}` },
    { islands: true, time },
  );
});
setDefaultTimeout(2 * patienceMs);
let person: TestPerson;
beforeAll(async () => {
  person = await pages.server.signUp();
  for (const [provider, email] of [
    ["google", lost],
    ["sandbox", other],
  ] as const)
    await person.client("POST /amplify/auth/credentials", {
      body: { provider, appEmail: email, appPassword: "abcd efgh ijkl mnop", alias: `Ada <${email}>` },
    });
  await smtp.close();
  await addLeads();
});

/** As an import writes them: many in a commit. */
async function addLeads(): Promise<void> {
  const { database, secrets, newId } = pages.server.core;
  for (let at = 0; at < leadCount; at += 500)
    await database.atomically((write) => ({
      leads: write.insert(database.tables.leads).values(
        Array.from({ length: Math.min(500, leadCount - at) }, (_, nth) => {
          const email = `lead${at + nth}@in.test`;
          return leadRow(newId(), email, {
            workspaceId: person.uid,
            firstName: `First${at + nth}`,
            lastName: "Last",
            searchText: email,
            emailHash: secrets.hashAddress(email),
          });
        }),
      ),
    }));
}

/** Five mails a minute after each other, and whom they are for and from where is still to be chosen. */
async function draft(): Promise<string> {
  const { client } = person;
  const { _id: id, steps, version } = await client("POST /amplify/campaigns", { body: { kind: "sequence" } });
  const [first] = steps as [CampaignStep];
  const all = Array.from({ length: 5 }, (_, nth) =>
    nth === 0
      ? first
      : { ...first, id: `s${nth}`, delayMinutes: 1, variants: [{ id: `v${nth}`, share: 100 }] },
  );
  const body = { version, name: "Welcome", steps: all, holdSeconds: 0 };
  await client("PUT /amplify/campaigns/{id}/plan", { params: { id }, body });
  for (const [nth, { variants }] of all.entries())
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { id, variantId: variants[0]?.id ?? "" },
      body: { version: 0, subject: `Mail ${nth + 1}`, html: "<p>Hello {{firstName}}</p>" },
    });
  return id;
}

async function openPage(hash: string): Promise<Page> {
  const { page } = await pages.open({ as: person, viewport: { width: 1440, height: 900 } });
  if (isLarge) page.setDefaultTimeout(patienceMs);
  await page.goto(`${pages.server.url}/app${hash}`);
  await page.locator(".loader").waitFor({ state: "detached" });
  return page;
}

/** One of the parts is open already: where something is missing. */
async function openPart(page: Page, name: string): Promise<void> {
  const head = page.locator(`#part-${name} h3 button`);
  await head.waitFor();
  if ((await head.getAttribute("aria-expanded")) === "false") await head.press("Enter");
}

/** What was told of the journey, for whoever runs a large one. */
async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const calls = isLarge ? watchCalls() : null;
  const done = await work();
  if (calls !== null) {
    const mib = Math.round(process.memoryUsage().rss / 2 ** 20);
    console.log(`${what}: ${Math.round(performance.now() - began)} ms, ${await calls()}, ${mib} MiB`);
  }
  return done;
}

/** How long other calls take meanwhile. */
function watchCalls(): () => Promise<string> {
  const taken: number[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await person.client("GET /amplify/collections");
      taken.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isOver = true;
    await looking;
    const ranked = taken.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(ranked[Math.floor((ranked.length - 1) * share)] ?? 0);
    return `other calls p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms`;
  };
}

const look = (id: string) => person.client("GET /amplify/campaigns/{id}", { params: { id } });
const standing = (id: string) => person.client("GET /amplify/campaigns/{id}/standing", { params: { id } });
const untilSoon = (fits: () => Promise<boolean>) => until(fits, patienceMs);

/** Lets minutes pass as long as it takes until something is so. */
async function untilPassing(fits: () => Promise<boolean>): Promise<void> {
  await untilSoon(async () => {
    if (await fits()) return true;
    time.passMinutes(1, () => pages.server.core.clock.now());
    await new Promise((resolve) => setTimeout(resolve, isLarge ? 2_000 : 200));
    return false;
  });
}

test("a sequence is composed, started, paused, edited, moved to another account and finished", async () => {
  const id = await draft();
  const page = await openPage(`#campaigns/${id}/compose`);

  await told("composed", async () => {
    await openPart(page, "whom");
    await page.getByLabel("Everyone").check();
    await page.getByText(`${leadCount.toLocaleString("en")} people get it`).waitFor();
    await openPart(page, "when");
    await page.getByRole("checkbox", { name: lost }).check();
    await openPart(page, "review");
  });
  await told("started", async () => {
    const start = `Start the sequence for ${leadCount.toLocaleString("en")} people`;
    await page.getByRole("button", { name: start }).click();
    await untilSoon(async () => (await look(id)).state === "running" || (await look(id)).state === "paused");
  });
  await told("first step written", () =>
    untilPassing(async () => (await standing(id)).steps[0]?.mails === leadCount),
  );

  await page.goto(`${pages.server.url}/app#campaigns/${id}`);
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await told("paused", async () => {
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
  });

  await told("edited", async () => {
    await page.goto(`${pages.server.url}/app#campaigns/${id}/compose`);
    await openPart(page, "what");
    await page.getByText(`${leadCount.toLocaleString("en")} leads got it.`).waitFor();
    await page.getByRole("button", { name: "More about mail 5" }).press("Enter");
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.locator("#part-what .step").nth(5).waitFor();
    await page.getByRole("button", { name: "Apply the changes" }).click();
    await page.locator(".steps-pending").waitFor({ state: "detached" });
  });
  expect((await standing(id)).steps).toHaveLength(6);

  await told("moved", async () => {
    await page.goto(`${pages.server.url}/app#campaigns/${id}`);
    await page.getByRole("button", { name: "What can be done with Welcome" }).press("Enter");
    await page.getByRole("menuitem", { name: /Send the rest/ }).click();
    const dialog = page.locator("dialog[open]");
    const accounts = await person.client("GET /amplify/auth/credentials");
    const credentialId = accounts.find(({ appEmail }) => appEmail === other)?._id ?? "";
    await dialog.getByRole("combobox").selectOption(credentialId);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: "detached" });
  });

  await told("finished", () => untilPassing(async () => (await look(id)).state === "finished"));
  const { counts } = await look(id);
  expect(counts).toMatchObject({ sent: 6 * leadCount, queued: 0, failed: 0, uncertain: 0 });
  const { steps, open } = await standing(id);
  expect(open).toBe(0);
  expect(steps.map(({ mails }) => mails)).toEqual(Array.from({ length: 6 }, () => leadCount));
  const state = page.locator(".campaign-page .state-badge, .campaign-page .badge").first();
  await told("page of the finished one", async () => {
    await page.reload();
    await state.waitFor();
    await page.getByRole("heading", { name: "What did not arrive" }).waitFor();
  });
});
