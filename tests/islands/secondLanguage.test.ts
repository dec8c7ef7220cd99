import { afterEach, expect, test } from "bun:test";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import {
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { bareTexts, marked } from "../support/texts/marked.ts";

let page: OpenedWorkspace | undefined;
afterEach(async () => {
  await page?.close();
  page = undefined;
});

const campaign: Campaign = {
  ...{ _id: "c1", subject: "Spring news", from: "me@example.com", provider: "smtp", state: "finished" },
  ...{ total: 2, recipients: 2, waiting: null, waitingCause: null, nextAt: null },
  ...{ trackOpens: true, trackClicks: true, opened: 1, machineOpened: 1, clicked: 0 },
  ...{ createdAt: 0, finishedAt: 1 },
  counts: { queued: 0, sending: 0, deferred: 0, sent: 1, failed: 1, uncertain: 0, skipped: 0 },
};

/** What people and servers have put in, and names. */
const data = [
  ...["Spring news", "Welcome", "customers", "Ann Lee", "Ann", "Lee", "SMTP server", "API"],
  ...["ann@example.com", "me@example.com", "mail.example.com", "Me"],
];

test("in a second language nothing in the workspace is left in the first", async () => {
  page = await openWorkspace(
    {
      ...{ leads: [someLead], templates: [someTemplate], credentials: [someCredential] },
      ...{ campaigns: [campaign], collections: [{ _id: "k1", name: "customers", count: 1 }] },
    },
    { texts: marked },
  );
  const opened = page;
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await opened.act(() => opened.document.getElementById("tab-campaigns")?.click());
  await opened.settle(() => opened.panel("campaigns").textContent?.includes("Spring news") === true);
  for (const tab of ["leads", "design", "accounts", "campaigns"]) {
    const html = opened.panel(tab).outerHTML;
    expect({ tab, marks: html.includes("⟦") }).toEqual({ tab, marks: true });
    expect({ tab, bare: bareTexts(html, data) }).toEqual({ tab, bare: [] });
  }
  const around = opened.document.querySelector(".sidebar")?.outerHTML ?? "";
  expect(bareTexts(around)).toEqual([]);
  expect(around).toContain("⟦Leads⟧");
});
