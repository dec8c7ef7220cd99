import { expect, test } from "bun:test";
import {
  closesWorkspaces,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";

closesWorkspaces();

test("from the first who are left out for one reason a press leads to all of them, a page at a time", async () => {
  const cause = { code: "mailed_lately" };
  const group = { cause, reason: "mailed lately", count: 120, emails: ["first@in.test", "second@in.test"] };
  const plan = {
    total: 130,
    recipients: 10,
    leftToday: null,
    lastMailAt: null,
    sampleLeadIds: [],
    warnings: [],
    skipped: [group],
  };
  const opened = await openWorkspace(
    { leads: [someLead], templates: [someTemplate], credentials: [someCredential] },
    {
      answers: {
        "POST /email/send/plan": () => ({ body: plan }),
        "POST /amplify/campaigns/audience/left": ({ body }) => {
          const { after } = body as { after?: string };
          const [email, next] = after === undefined ? ["first@in.test", "l50"] : ["last@in.test", null];
          return { body: { items: [{ leadId: "l1", email, name: "Ann Lee" }], next } };
        },
      },
    },
  );
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => opened.dialog().querySelector("details") !== null);
  await opened.click(opened.dialog(), "Show all 120");
  const list = () => [...opened.document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) as HTMLElement;
  await opened.settle(() => list().querySelector("tbody tr") !== null);
  expect(opened.callsTo("POST /amplify/campaigns/audience/left")[0]?.body).toMatchObject({
    audience: { everyone: true },
    code: "mailed_lately",
  });
  await opened.click(list(), "Next");
  await opened.settle(() => list().textContent?.includes("last@in.test") ?? false);
  // Closed, the send is there as it was.
  await opened.click(list(), "Close");
  expect(opened.dialog().querySelector("details")).not.toBeNull();
});

test("of a send that this page did not begin, as after a reload, a link leads to who was skipped", async () => {
  const opened = await openWorkspace({ credentials: [someCredential] });
  await opened.act(() => opened.socket.tell({ campaignId: "other", total: 4, queued: 4, skipped: 0 }));
  await opened.settle(() => opened.document.body.textContent?.includes("0/4 Sent") ?? false);
  await opened.click(opened.document, "Show what is under way");
  const link = () => opened.document.querySelector<HTMLAnchorElement>(".send-bar .left-out-way a");
  expect(link()).toBeNull();
  await opened.act(() =>
    opened.socket.tell({ campaignId: "other", total: 4, queued: 3, success: 1, skipped: 2, seq: 2 }),
  );
  await opened.settle(() => link() !== null);
  expect(link()?.textContent).toBe("See who was skipped, and why");
  expect(link()?.getAttribute("href")).toBe("#campaigns/other/recipients/skipped");
});
