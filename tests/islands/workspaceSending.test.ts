import { expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled } from "../support/browser/typeInto.ts";
import { optedOut } from "../support/reasons.ts";

closesWorkspaces();

const bob = {
  ...someLead,
  _id: "l2",
  firstName: "Bob",
  lastName: "Ray",
  email: "bob@example.com",
  optout: true,
};
const ready = { leads: [someLead, bob], templates: [someTemplate], credentials: [someCredential] };
const accepted = {
  status: 200,
  body: { message: exact.sent, campaignId: "c1", accepted: 1, skipped: [] as unknown[] },
};

async function fillIn(opened: OpenedWorkspace) {
  await opened.type("Subject", "Spring news");
  await opened.type("Template", "t1");
}
const planned = {
  total: 2,
  recipients: 2,
  skipped: [],
  leftToday: null,
  lastMailAt: null,
  sampleLeadIds: ["l1", "l2"],
  warnings: [],
};
const says = (opened: OpenedWorkspace, words: string) =>
  opened.dialog().textContent?.includes(words) ?? false;
const text = (opened: OpenedWorkspace) => opened.document.body.textContent ?? "";
const alerts = (opened: OpenedWorkspace) =>
  [...opened.dialog().querySelectorAll('[role="alert"]')].map((node) => node.textContent);

test("without an account both ways of sending say where to add one", async () => {
  const opened = await openWorkspace({ leads: [someLead], templates: [someTemplate] });
  for (const name of ["Send Email", "Send Test Email"]) {
    await opened.click(opened.document, "Leads");
    expect(opened.panel("accounts").hidden).toBe(true);
    await opened.click(opened.panel("leads"), name);
    await opened.settle(() => says(opened, exact.noCredentials));
    await opened.click(opened.dialog(), "Go to Accounts");
    expect(opened.panel("accounts").hidden).toBe(false);
    expect(opened.document.querySelector("dialog[open]")).toBeNull();
  }
});

test("a send with a field missing is refused in the page", async () => {
  const page = await openWorkspace(ready);
  await page.click(page.panel("leads"), "Send Email");
  const opened = page;
  await opened.settle(() => says(opened, "Send to 1"));
  await opened.click(opened.dialog(), "Send to 1");
  expect(alerts(opened)).toContain(exact.fillAllFields);
  expect(page.callsTo("POST /email/send")).toHaveLength(0);
});

test("picked leads who have opted out are named before anything is sent", async () => {
  const opened = await openWorkspace(ready);
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('[aria-label="Select Bob Ray"]')?.click(),
  );
  await opened.click(opened.panel("leads"), "Send Email");
  expect(opened.dialog().textContent).toContain("1 selected lead");
  await opened.settle(() => alerts(opened).length > 0);
  expect(buttonNamed(opened.dialog(), "Send to 0").disabled).toBe(true);
  expect(alerts(opened)).toEqual([
    "The following leads have opted out and will not receive the email: bob@example.com",
  ]);
});

test("a send goes to the picked leads once, and its progress is shown to the end", async () => {
  const opened = await openWorkspace(ready, { answers: { "POST /email/send": () => accepted } });
  await opened.act(() =>
    opened.document.querySelector<HTMLElement>('[aria-label="Select Ann Lee"]')?.click(),
  );
  await opened.click(opened.panel("leads"), "Send Email");
  await fillIn(opened);
  await opened.act(() => {
    const send = buttonNamed(opened.dialog(), "Send to 1");
    send.click();
    send.click();
  });
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.callsTo("POST /email/send").map((call) => call.body)).toEqual([
    {
      subject: "Spring news",
      templateId: "t1",
      from: "Me <me@example.com>;me@example.com",
      type: "manual",
      credentialId: "a1",
      leads: ["l1"],
      undoSeconds: 10,
    },
  ]);
  expect(text(opened)).toContain(exact.sent);

  await opened.act(() => opened.socket.tell({ total: 4, queued: 4 }));
  await opened.settle(() => text(opened).includes("0/4 Sent"));
  expect(text(opened)).toContain("in the background. You can close this page.");
  await opened.act(() =>
    opened.socket.tell({
      total: 4,
      queued: 1,
      success: 2,
      failed: 1,
      failedEmails: ["x@example.com"],
      seq: 2,
    }),
  );
  await opened.settle(() => text(opened).includes("2/4 Sent"));
  await opened.click(opened.document, "Show what is under way");
  expect(text(opened)).toContain("x@example.com");
  await opened.act(() =>
    opened.socket.tell({
      total: 4,
      queued: 0,
      success: 3,
      failed: 1,
      running: false,
      state: "finished",
      seq: 3,
    }),
  );
  await opened.settle(() => text(opened).includes("3/4 Sent"));
  expect(text(opened)).toContain("Finished");
});

test("what was filled in is there again after Esc or the cross, and gone once it was sent or given up", async () => {
  const opened = await openWorkspace(ready, { answers: { "POST /email/send": () => accepted } });
  const closed = () => opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const subject = async () => {
    await opened.click(opened.panel("leads"), "Send Email");
    await opened.settle(() => says(opened, "Subject"));
    return fieldLabelled(opened.document, "Subject").value;
  };
  expect(await subject()).toBe("");
  await fillIn(opened);
  await opened.click(opened.dialog(), "Close");
  await closed();
  expect(await subject()).toBe("Spring news");
  await opened.settle(() => says(opened, "Send to 1"));
  await opened.click(opened.dialog(), "Send to 1");
  await closed();
  expect(opened.callsTo("POST /email/send")[0]?.body).toMatchObject({
    templateId: "t1",
    subject: "Spring news",
  });
  expect(await subject()).toBe("");
  await fillIn(opened);
  await opened.click(opened.dialog(), "Cancel");
  await closed();
  expect(await subject()).toBe("");
});

test("with nobody picked the whole collection is meant, by name and not by what is on screen", async () => {
  const collections = [{ _id: "k1", name: "customers", count: 120 }];
  const opened = await openWorkspace(
    { ...ready, collections },
    {
      remembered: { collection: "customers" },
      answers: {
        "POST /email/send": () => accepted,
        "POST /email/send/plan": () => ({ body: { ...planned, total: 120, recipients: 118 } }),
      },
    },
  );
  await opened.click(opened.panel("leads"), "Send Email");
  expect(opened.dialog().textContent).toContain("all 120 leads in customers");
  await fillIn(opened);
  await opened.settle(() => says(opened, "Send to 118"));
  await opened.click(opened.dialog(), "Send to 118");
  await opened.settle(() => opened.callsTo("POST /email/send").length > 0);
  expect(opened.callsTo("POST /email/send")[0]?.body).toMatchObject({ collection: "customers" });
});

test("who was skipped is told with the reason", async () => {
  const skipped = [
    { email: "bob@example.com", ...optedOut },
    { email: "x@example.com", reason: "duplicate" },
  ];
  const answer = { ...accepted, body: { ...accepted.body, skipped } };
  const opened = await openWorkspace(ready, { answers: { "POST /email/send": () => answer } });
  await opened.click(opened.panel("leads"), "Send Email");
  await fillIn(opened);
  await opened.settle(() => says(opened, "Send to 1"));
  await opened.click(opened.dialog(), "Send to 1");
  await opened.settle(() => text(opened).includes("1 skipped: duplicate"));
  expect(text(opened)).toContain(
    "The following leads have opted out and will not receive the email: bob@example.com. 1 skipped: duplicate",
  );
});

test("a campaign whose mails were all put off is not said to begin each time a page is opened", async () => {
  const opened = await openWorkspace(ready);
  await opened.act(() => opened.socket.tell({ total: 4, deferred: 4 }));
  await opened.settle(() => text(opened).includes("0/4 Sent"));
  expect(text(opened)).not.toContain("in the background");
});

test("a campaign that was running before the page was opened is shown, a finished one is not", async () => {
  const opened = await openWorkspace(ready);
  await opened.act(() => {
    opened.socket.tell({ campaignId: "c1", subject: "Old", running: false, state: "finished", success: 10 });
    opened.socket.tell({ campaignId: "c2", subject: "New", success: 5 });
  });
  await opened.settle(() => text(opened).includes("5/10 Sent"));
  await opened.click(opened.document, "Show what is under way");
  expect([...opened.document.querySelectorAll(".send-bar h3")].map((title) => title.textContent)).toEqual([
    "New",
  ]);
  expect(text(opened)).not.toContain("in the background");
});

test("a lost connection is said, until it is back", async () => {
  const opened = await openWorkspace(ready);
  await opened.act(() => opened.socket.drop());
  await opened.settle(() => text(opened).includes("Reconnecting…"));
  await opened.settle(() => opened.socket.opened() === 2);
  await opened.settle(() => !text(opened).includes("Reconnecting…"));
});

test("a test mail needs a template", async () => {
  const opened = await openWorkspace(ready, {
    answers: { "POST /email/send/test": () => ({ body: { message: "Test sent to you@example.com" } }) },
  });
  await opened.click(opened.panel("leads"), "Send Test Email");
  await opened.click(opened.dialog(), "Send test");
  expect(opened.dialog().textContent).toContain(exact.selectTemplate);
  expect(fieldLabelled(opened.dialog(), "Template").getAttribute("aria-invalid")).toBe("true");
  await opened.type("Template", "t1");
  await opened.click(opened.dialog(), "Send test");
  await opened.settle(() => text(opened).includes("Test sent to you@example.com"));
  expect(opened.callsTo("POST /email/send/test")[0]?.body).toEqual({ templateId: "t1" });
});

test("one address connected twice: the choice tells the providers apart, and each call names the account's id", async () => {
  const twin = { ...someCredential, _id: "a2", provider: "google" as const };
  const allowed = { ...twin, _id: "a4", type: "gscope" as const };
  const other = { ...someCredential, _id: "a3", appEmail: "o@example.com", sender: "O <o@example.com>" };
  const opened = await openWorkspace(
    { ...ready, credentials: [someCredential, twin, allowed, other] },
    {
      answers: {
        "POST /email/send": () => accepted,
        "POST /email/send/plan": () => ({ body: planned }),
        "POST /email/send/test": () => ({ body: { message: "Test sent to you@example.com" } }),
      },
    },
  );
  const ids = (call: Parameters<typeof opened.callsTo>[0]) =>
    opened.callsTo(call).map(({ body }) => (body as { credentialId?: string }).credentialId);
  await opened.click(opened.panel("leads"), "Send Test Email");
  const options = [...fieldLabelled(opened.dialog(), "From").querySelectorAll("option")];
  expect(options.map((option) => option.textContent?.replace(/, [\d,]+ of .*/, ""))).toEqual([
    "The first that works",
    "Me <me@example.com> (SMTP server)",
    "Me <me@example.com> (Google)",
    "Me <me@example.com> (Google with permission to send)",
    "O <o@example.com>",
  ]);
  await opened.type("Template", "t1");
  await opened.type("From", "a2");
  await opened.click(opened.dialog(), "Send test");
  await opened.settle(() => ids("POST /email/send/test").length === 1);
  expect(ids("POST /email/send/test")).toEqual(["a2"]);
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);

  await opened.click(opened.panel("leads"), "Send Email");
  await fillIn(opened);
  await opened.type("From", "a2");
  await opened.settle(() => ids("POST /email/send/plan").includes("a2"));
  await opened.settle(() => says(opened, "Send to 2"));
  await opened.click(opened.dialog(), "Send to 2");
  await opened.settle(() => ids("POST /email/send").length === 1);
  expect(ids("POST /email/send")).toEqual(["a2"]);
});

test("the plan's warnings and how long the account takes stand in the dialog before anything is sent", async () => {
  const warnings = [{ kind: "missingValues", text: "{{phone}} stays blank for 1 of 2." }];
  const opened = await openWorkspace(ready, {
    answers: {
      "POST /email/send/plan": () => ({
        body: { ...planned, warnings, leftToday: 1, lastMailAt: Date.now() + 86_400_000 },
      }),
    },
  });
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => says(opened, "{{phone}} stays blank for 1 of 2."));
  expect(text(opened)).toContain("The account may send 1 of them today.");
  expect(text(opened)).toContain("of 500 left today");
  expect(opened.callsTo("POST /email/send")).toHaveLength(0);
});

test("a plan that cannot be had says so and is asked again", async () => {
  let fails = true;
  const opened = await openWorkspace(ready, {
    answers: {
      "POST /email/send/plan": () =>
        fails ? { status: 503, body: { message: "Too busy just now." } } : { body: planned },
    },
  });
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => says(opened, "Too busy just now."));
  fails = false;
  await opened.click(opened.dialog(), "Check again");
  await opened.settle(() => !says(opened, "Too busy just now."));
});

test("the mail is looked at lead by lead, with what stays blank", async () => {
  const page = await openWorkspace(ready, {
    answers: {
      "POST /email/send/plan": () => ({ body: planned }),
      "POST /email/preview": ({ body }) => {
        const isFirst = (body as { leadId: string }).leadId === "l1";
        const to = isFirst ? "ann@example.com" : "bob@example.com";
        const missing = isFirst ? [] : ["phone"];
        return { body: { to, subject: "Hi", html: "<p>Hi</p>", text: "Hi", missing, unknown: [], bytes: 9 } };
      },
    },
  });
  const opened = page;
  await opened.click(opened.panel("leads"), "Send Email");
  await fillIn(opened);
  await opened.settle(() => says(opened, "To ann@example.com, 1 of 2"));
  expect(buttonNamed(opened.dialog(), "Previous lead").getAttribute("aria-disabled")).toBe("true");
  await opened.click(opened.dialog(), "Next lead");
  await opened.settle(() => says(opened, "To bob@example.com, 2 of 2"));
  expect(text(opened)).toContain("Blank for this lead: {{phone}}");
  expect(buttonNamed(opened.dialog(), "Next lead").getAttribute("aria-disabled")).toBe("true");
});
