import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
const from = "ada@sender.test";
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  await ada.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "", alias: `Ada <${from}>`, perDay: 2 },
  });
  const collection = ["friends"];
  await ada.client("POST /amplify/leads/bulk", {
    body: {
      leads: [
        { firstName: "Bo", lastName: "", email: "bo@in.test", phone: "1", collection },
        { firstName: "Cy", lastName: "", email: "cy@in.test", phone: "", collection },
        { firstName: "Di", lastName: "", email: "di@in.test", phone: "", collection },
        { firstName: "Eve", lastName: "", email: "eve@in.test", phone: "", collection },
        { firstName: "Fay", lastName: "", email: "fay@other.test", phone: "", collection: [] },
      ],
    },
  });
  const eve = (await ada.client("GET /amplify/leads", {})) as { _id: string; firstName: string }[];
  const id = eve.find((lead) => lead.firstName === "Eve")?._id ?? "";
  await ada.client("POST /amplify/leads/actions", { body: { action: "optOut", which: { ids: [id] } } });
});
afterAll(() => server.close());

const mails = async () => (await ada.client("GET /amplify/sandbox/mails")).items.map((mail) => mail.to);

test("a plan names who is skipped and why, what stays blank, and how long the account takes", async () => {
  const plan = await ada.client("POST /email/send/plan", {
    body: { collection: "friends", subject: "{{nick}}", html: "<p>{{phone}} {{firstName}}</p>", from },
  });
  expect(plan).toMatchObject({
    total: 4,
    recipients: 3,
    skipped: [{ reason: "Opted out", count: 1, emails: ["eve@in.test"] }],
    leftToday: 2,
  });
  expect(plan.lastMailAt).toBeGreaterThan(Date.now());
  expect(plan.sampleLeadIds).toHaveLength(3);
  expect(plan.warnings.map(({ kind }) => kind)).toEqual(["missingValues", "unknownFields", "noUnsubscribe"]);
  expect(plan.warnings[0]?.text).toContain("{{phone}} stays blank for 2 of 3");
  expect(await mails()).toEqual([]);
});

test("a plan names fields of another product, in the subject as in the mail", async () => {
  const plan = await ada.client("POST /email/send/plan", {
    body: { collection: "friends", subject: "Dear *|FNAME|*", html: "<p>{{ contact.CITY }}</p>", from },
  });
  expect(plan.warnings.find(({ kind }) => kind === "foreignTags")?.text).toBe(
    "*|FNAME|*, {{ contact.CITY }} look like fields of another product, and would be sent as they stand.",
  );
});

test("a plan may be asked for before a template or an account is chosen", async () => {
  const plan = await ada.client("POST /email/send/plan", { body: { collection: "all" } });
  expect(plan).toMatchObject({ total: 5, recipients: 4, leftToday: null, warnings: [] });
});

test("whoever is named several ways is one recipient, in the plan and in the send", async () => {
  const known = (await ada.client("GET /amplify/leads", {})) as { _id: string; email: string }[];
  const bo = known.find(({ email }) => email === "bo@in.test");
  if (bo === undefined) throw new Error("Bo is no lead");
  const leads = [bo._id, bo.email, " Bo@IN.test", bo, { _id: bo._id }, { email: bo.email }];
  const plan = await ada.client("POST /email/send/plan", { body: { leads } });
  expect(plan).toMatchObject({ total: 1, recipients: 1, sampleLeadIds: [bo._id] });
  const body = { leads, subject: "Once", html: "<p>Hi</p>", from };
  const { campaignId } = await ada.client("POST /email/send", { body });
  const campaign = await ada.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
  expect(campaign).toMatchObject({ total: 1 });
});

test("a plan for nobody, or for a stranger's leads, is refused as the send would be", async () => {
  await expect(ada.client("POST /email/send/plan", { body: {} })).rejects.toMatchObject({ status: 400 });
  const bob = await server.signUp();
  const plan = bob.client("POST /email/send/plan", { body: { leads: ["bo@in.test"] } });
  await expect(plan).rejects.toMatchObject({ status: 404 });
});

test("a send goes to everything that a query finds, and to nobody else", async () => {
  const matching = { search: "in.test", collection: "friends" };
  const body = { subject: "Hi", html: "<p>Hi</p>", from, matching };
  const planned = await ada.client("POST /email/send/plan", { body });
  const sent = await ada.client("POST /email/send", { body });
  expect(sent).toMatchObject({ accepted: 3, skipped: [{ email: "eve@in.test", reason: "Opted out" }] });
  expect(planned.recipients).toBe(sent.accepted);
});

test("a preview has the lead's values escaped, a fallback where there is none, and counts nothing", async () => {
  const leads = (await ada.client("GET /amplify/leads", {})) as { _id: string; firstName: string }[];
  const [lead] = leads;
  await ada.client("PUT /amplify/leads/{id}", {
    params: { id: lead?._id ?? "" },
    body: { firstName: "<b>Bo</b>", lastName: "L", email: "bo@in.test", phone: "", collection: ["friends"] },
  });
  const preview = await ada.client("POST /email/preview", {
    body: {
      leadId: lead?._id,
      subject: "For {{firstName}}",
      html: '<p>{{firstName}} {{phone|no phone}}</p><a href="%7B%7BunsubscribeUrl%7D%7D">out</a>',
    },
  });
  expect(preview.subject).toBe("For <b>Bo</b>");
  expect(preview.html).toContain("&lt;b&gt;Bo&lt;/b&gt; no phone");
  expect(preview.html).toContain('<a href="#">out</a>');
  expect(preview.html).not.toContain("<img");
  expect(preview).toMatchObject({ missing: [], unknown: [] });

  const bob = await server.signUp();
  const foreign = bob.client("POST /email/preview", { body: { html: "<p></p>", leadId: lead?._id } });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});

test("a preview draws a design that nobody has saved", async () => {
  const text = { id: "t", type: "text", values: { text: "<p>Dear {{firstName|friend}}</p>" } };
  const row = { id: "r", cells: [1], columns: [{ id: "c", contents: [text], values: {} }], values: {} };
  const design = { schemaVersion: 24, counters: {}, body: { id: "b", rows: [row], values: {} } };
  const preview = await ada.client("POST /email/preview", { body: { design } });
  expect(preview.html).toContain("Dear ");
  expect(preview.html).toContain("unsubscribe");
  expect(preview.bytes).toBeGreaterThan(500);
});
