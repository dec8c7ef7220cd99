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
    ...{ total: 130, recipients: 10, leftToday: null, lastMailAt: null, sampleLeadIds: [], warnings: [] },
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
