import { expect, test } from "bun:test";
import { dayMs, minuteMs } from "../../../contract/limits/units.ts";
import { createAccountDayStore, type DayKind } from "../../../db/stores/accounts/accountDays.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer } from "../../support/server/testServer.ts";

const pages = servesPages(() => startTestServer({}, { islands: true }));

test("an account's card tells what came of its mails, as plots and as a table, and when its budget frees", async () => {
  const person = await pages.server.signUp();
  const account = await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "sandbox",
      appEmail: "ada@sender.test",
      alias: "Ada <ada@sender.test>",
      perDay: 40,
      rampPerDay: 10,
    },
  });
  const { page, complaints } = await pages.open({ as: person, path: "/app#accounts", bypassCSP: true });
  const card = page.locator(".account-card");
  await card.getByText("Nothing was sent from it in the last 30 days.").waitFor();
  await card.getByText(/^Day 1 of its ramp-up: 10 mails in 24 hours, more from /).waitFor();
  expect(await axeFindings(page, ".account-card")).toEqual([]);

  const { database, clock } = pages.server.core;
  const of = { credentialId: account._id, workspaceId: person.uid };
  const days = createAccountDayStore(database);
  const now = clock.now();
  const counted = (kind: DayKind, n: number, daysAgo: number) =>
    days.count({ ...of, kind, n, at: now - daysAgo * dayMs });
  for (const daysAgo of [0, 3, 29, 30]) await counted("accepted", 1_000 + daysAgo, daysAgo);
  await counted("bounced", 7, 3);
  await counted("complained", 1, 0);
  await createUsageStore(database).record({ ...of, bucketAt: now - (now % minuteMs), count: 4 });

  // Where they cannot be had it says so in their place, and the rest of the card stays.
  const path = `**/credentials/${account._id}/health`;
  await page.route(path, (route) => route.abort());
  await page.reload();
  await card.getByText("How the account has been doing").waitFor();
  await card.getByRole("button", { name: "Test Ada" }).waitFor();
  await page.unroute(path);
  await card.getByRole("button", { name: "Try again" }).press("Enter");
  // The button goes with what it says, and the focus stays in the tab.
  await page.locator(".workspace-content:focus").waitFor();

  const plot = (name: RegExp) => card.getByRole("img", { name });
  await plot(/^Accepted: 3,032 in 30 days, most on .+ with 1,029$/).waitFor();
  await plot(/^Refused: none in 30 days$/).waitFor();
  await plot(/^Bounced: 7 in 30 days, most on .+ with 7$/).waitFor();
  await plot(/^Complaints: 1 in 30 days/).waitFor();
  expect(await card.getByText("Uncertain").count()).toBe(0);
  await card.getByText("4 of 10 sent in the last 24 hours").waitFor();
  await card.getByText(/What went counts until /).waitFor();

  const asTable = card.getByRole("button", { name: "Show as a table" });
  await asTable.focus();
  await page.keyboard.press("Enter");
  const rows = card.getByRole("table").getByRole("row");
  expect(await rows.count()).toBe(4);
  expect((await rows.nth(2).getByRole("cell").allTextContents()).slice(1)).toEqual(["1,003", "0", "7", "0"]);
  expect(await axeFindings(page, ".account-card")).toEqual([]);
  await page.keyboard.press("Enter");
  await card.getByRole("table").waitFor({ state: "detached" });
  expect(complaints.filter((one) => !one.includes("Failed to load"))).toEqual([]);
});
