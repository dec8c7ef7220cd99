import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { ImportChoice, ImportJob } from "../../../contract/schemas/imports.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

let sending: SendingServer;
beforeAll(async () => {
  sending = await startSendingServer();
});
afterAll(() => sending.close());

type Moved = { name: string; text: string; choice?: Partial<ImportChoice> };

/** What people bring along who come from another program; whose address begins with "in" is to be mailed, and nobody else. */
const moves: Record<string, Moved[]> = {
  "Mailchimp's four files": [
    {
      name: "cleaned_email_audience_export_1a2b.csv",
      text: "Email Address,First Name,Last Name,MEMBER_RATING,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,TAGS\nout1@moved.test,Ann,Lee,1,2024-03-05 10:00:00,Spring,\nout2@moved.test,,,1,2024-03-06 10:00:00,Spring,\n",
    },
    {
      name: "unsubscribed_email_audience_export_1a2b.csv",
      text: 'Email Address,First Name,Last Name,MEMBER_RATING,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,TAGS\nout3@moved.test,Bea,Roe,2,2024-01-15 10:00:00,Spring,NORMAL,"""a"",""b"""\n',
    },
    {
      name: "nonsubscribed_email_audience_export_1a2b.csv",
      text: "Email Address,First Name,Last Name,MEMBER_RATING,TAGS\nout4@moved.test,Cem,Ray,2,\n",
      choice: { everybodyLeft: true },
    },
    {
      name: "subscribed_email_audience_export_1a2b.csv",
      text: 'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LAST_CHANGED,TAGS\nin1@moved.test,Dan,Day,5,2023-01-01 08:00:00,2023-01-01 08:01:00,2024-01-01 08:00:00,"""a"""\nout2@moved.test,Eve,Old,1,2020-01-01 08:00:00,,,\n',
    },
  ],
  listmonk: [
    {
      name: "subscribers.csv",
      text: 'uuid,email,name,attributes,status,created_at,updated_at\n1,in1@moved.test,Ann Lee,"{""city"":""Ulm""}",enabled,2024-01-01,2024-01-01\n2,out1@moved.test,Bea,{},blocklisted,2024-01-01,2024-01-01\n3,out2@moved.test,Cem,{},disabled,2024-01-01,2024-01-01\n',
    },
  ],
  "listmonk with nobody blocked": [
    {
      name: "subscribers.csv",
      text: "uuid,email,name,attributes,status,created_at,updated_at\n1,in1@moved.test,Ann,{},enabled,,\n2,out1@moved.test,Bea,{},disabled,,\n",
    },
  ],
  Keila: [
    {
      name: "contacts.csv",
      text: "Email,First name,Last name,Data,Status,External ID\nin1@moved.test,Ann,Lee,{},active,\nout1@moved.test,Bea,Roe,{},unreachable,\nout2@moved.test,Cem,Ray,{},unsubscribed,\n",
    },
  ],
  HubSpot: [
    {
      name: "hubspot-crm-exports-all-contacts.csv",
      text: "Record ID,First Name,Last Name,Email,Contact owner,Lead Status,Unsubscribed from all email,Email hard bounce reason\n1,Ann,Lee,in1@moved.test,Kim,New,,\n2,Bea,Roe,out1@moved.test,Kim,Open,true,\n3,Cem,Ray,in2@moved.test,,Connected,FALSE,\n4,Dan,Day,out2@moved.test,,,false,UNKNOWN_USER\n",
      choice: { unreadMeans: "unsubscribed" },
    },
    {
      name: "unsubscribes-and-bounces.csv",
      text: "Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce\nout3@moved.test,,TRUE,,\nout4@moved.test,,,TRUE,\n",
    },
  ],
  Brevo: [
    {
      name: "contacts.csv",
      text: "sep=;\nEMAIL;LASTNAME;FIRSTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME\nin1@moved.test;Lee;Ann;49171;No;Yes;12-04-2022\nout1@moved.test;Roe;Bea;;Yes;No;12-04-2022\n",
    },
  ],
  Klaviyo: [
    {
      name: "export.csv",
      text: "Email,First Name,Last Name,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions\nin1@moved.test,Ann,Lee,SUBSCRIBED,2024-01-01,\nout1@moved.test,Bea,Roe,NEVER_SUBSCRIBED,,\nout2@moved.test,Cem,Ray,SUBSCRIBED,2024-01-01,HARD_BOUNCE\n",
    },
  ],
  beehiiv: [
    {
      name: "subscribers.csv",
      text: "id,email,first_name,status,created_at,subscription_tier,utm_source\n1,in1@moved.test,Ann,active,2024-01-01,free,\n2,out1@moved.test,Bea,inactive,2024-01-01,free,\n3,out2@moved.test,Cem,validating,2024-01-01,free,web\n",
    },
  ],
  "Kit, those who cancelled alone": [
    {
      name: "subscribers.csv",
      text: "first_name,email,status,created_at,referrer\nAnn,out1@moved.test,cancelled,2024-01-01,\n",
    },
    { name: "later.csv", text: "First name,Email\nAnn,out1@moved.test\nBea,in1@moved.test\n" },
  ],
  "Constant Contact": [
    {
      name: "contacts.csv",
      text: "Email address,First name,Last name,Email status,Email permission status\nin1@moved.test,Ann,Lee,Active,Implied\nout1@moved.test,Bea,Roe,Unsubscribed,\nout2@moved.test,Cem,Ray,Awaiting confirmation,\nout3@moved.test,Dan,Day,,\n",
      choice: { unreadMeans: "unsubscribed" },
    },
  ],
  "a mail merge's sheet": [
    {
      name: "merge.csv",
      text: "First Name,Email Address,Merge status\nAnn,in1@moved.test,EMAIL_OPENED\nBea,out1@moved.test,BOUNCED\nCem,out2@moved.test,UNSUBSCRIBED\nDan,in2@moved.test,\n",
      choice: { unreadMeans: "subscribed" },
    },
  ],
  Shopify: [
    {
      name: "customers_export.csv",
      text: "First Name,Last Name,Email,Accepts Email Marketing,Phone,Accepts SMS Marketing,Tags\nAnn,Lee,in1@moved.test,yes,'+49171,no,vip\nBea,Roe,out1@moved.test,no,,yes,\n",
    },
  ],
  "Salesforce, with several addresses in a cell": [
    {
      name: "report.csv",
      text: 'First Name,Last Name,Email,Email Opt Out\nAnn,Lee,Ann Lee <in1@moved.test>,0\nBea,Roe,"out1@moved.test; out2@moved.test",1\n',
    },
    { name: "later.csv", text: "First Name,Email\nBea,out1@moved.test\nBea,out2@moved.test\n" },
  ],
  "addresses that a mail service blocks": [
    {
      name: "suppression_bounces.csv",
      text: "email,reason,created\nout1@moved.test,550 no such user,1700000000\n",
      choice: { everybodyLeft: true },
    },
    { name: "people.csv", text: "Name,Email\nAnn,in1@moved.test\nBea,out1@moved.test\n" },
  ],
};

test.each(Object.entries(moves))(
  "of %s only those are mailed who would have been before",
  async (_, files) => {
    const person = await sending.server.signUp();
    const { client } = person;
    await client("POST /amplify/auth/credentials", {
      body: {
        provider: "google",
        appEmail: "ada@sender.test",
        appPassword: "abcd efgh ijkl mnop",
        alias: "Ada <ada@sender.test>",
      },
    });
    for (const file of files) expect((await imported(person, file)).state).toBe("done");

    const staying = new Set(files.flatMap(({ text }) => text.match(/\bin\d@moved\.test/g) ?? []));
    const { campaignId, accepted } = await client("POST /email/send", {
      body: { subject: "Hello", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" },
    });
    expect(accepted).toBe(staying.size);
    const look = () => client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    await until(async () => (await look()).state === "finished");
    const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
      params: { id: campaignId },
      query: { state: "sent", pageSize: 500 },
    });
    expect(items.map(({ email }) => email).sort()).toEqual([...staying].sort());
  },
);

test("a file whose name says that its people left is not started before somebody says whether it is so", async () => {
  const person = await sending.server.signUp();
  const job = await uploaded(person, { name: "blocklist.csv", text: "Name,Email\nAnn,ann@named.test\n" });
  expect(job).toMatchObject({ leavers: true, guess: { unsubscribed: [], subscribed: [] } });
  const start = (choice: Partial<ImportChoice>) =>
    person.client("POST /amplify/imports/{id}/start", {
      params: { id: job._id },
      body: { columns: job.guess, existing: "update", ...choice },
    });
  await expect(start({})).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('The name of "blocklist.csv" says that its people unsubscribed'),
  });
  await start({ everybodyLeft: false });
  await until(async () => (await ended(person, job)).state === "done");
  const leads = (await person.client("GET /amplify/leads")) as Lead[];
  expect(leads.map(({ email, optout }) => [email, optout])).toEqual([["ann@named.test", false]]);
});

test("where a status says of some that they are mailed, it is asked what a blank means", async () => {
  const person = await sending.server.signUp();
  const text =
    "Name,Email,Status\nAnn,ann@blank.test,Active\nBea,bea@blank.test,\nCem,cem@blank.test,Bounced\n";
  const job = await uploaded(person, { name: "leads.csv", text });
  expect(job.guess.unsubscribed).toEqual(["Status"]);
  expect(job.unread.filter(({ column }) => column === "Status")).toEqual([
    { column: "Status", count: 1, values: [""] },
  ]);
});

test("whether people are mailed who are inactive or cancelled is asked where nothing beside it is of mails", async () => {
  const person = await sending.server.signUp();
  const guessed = async (statuses: string[], heading = "Status") => {
    const rows = statuses.map((status, index) => `Ann,ann${index}@lapsed.test,${status}\n`);
    const text = `Name,Email,${heading}\n${rows.join("")}`;
    const { guess, unread } = await uploaded(person, { name: "customers.csv", text });
    return guess.unsubscribed.map((name) => unread.find(({ column }) => column === name) ?? name);
  };
  expect(await guessed(["Active", "Inactive", "Inactive"])).toEqual([
    { column: "Status", count: 2, values: ["Inactive"] },
  ]);
  expect(await guessed(["cancelled"])).toEqual([{ column: "Status", count: 1, values: ["cancelled"] }]);
  expect(await guessed(["active", "canceled"], "Subscription status")).toEqual([
    { column: "Subscription status", count: 1, values: ["canceled"] },
  ]);
  expect(await guessed(["Active", "Prospect", "Inactive"])).toEqual([]);
  expect(await guessed(["Active", "Inactive"], "Machine")).toEqual([]);
});

test("a list of people without names is taken only for those of them who left", async () => {
  const person = await sending.server.signUp();
  const job = await uploaded(person, { name: "leads.csv", text: "Email\nann@bare.test\n" });
  const start = (choice: Partial<ImportChoice>) =>
    person.client("POST /amplify/imports/{id}/start", {
      params: { id: job._id },
      body: { columns: job.guess, existing: "update", ...choice },
    });
  await expect(start({})).rejects.toMatchObject({ status: 400, message: "No leads found in the file" });
  await start({ everybodyLeft: true });
  await until(async () => (await ended(person, job)).state === "done");
  expect((await ended(person, job)).report).toMatchObject({ added: 0, rejected: 0, rejectedOptouts: 1 });
});

test("a list without names that is called one of people who left asks about them, and not for names", async () => {
  const person = await sending.server.signUp();
  const job = await uploaded(person, { name: "bounces.csv", text: "Email\nann@asked.test\n" });
  const start = person.client("POST /amplify/imports/{id}/start", {
    params: { id: job._id },
    body: { columns: job.guess, existing: "update" },
  });
  await expect(start).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('The name of "bounces.csv" says'),
  });
});

test("in a list of people who left only a row without an address is rejected, and says so", async () => {
  const person = await sending.server.signUp();
  const text =
    "First name,Email\n,ann@left.test\n,nowhere\nDot,\nBea,bea@left.test\n,cem@left.test; dan@left.test\n";
  const job = await uploaded(person, { name: "suppressed.csv", text });
  await person.client("POST /amplify/imports/{id}/start", {
    params: { id: job._id },
    body: { columns: job.guess, existing: "update", everybodyLeft: true },
  });
  await until(async () => (await ended(person, job)).state === "done");
  const { report } = await ended(person, job);
  expect(report).toMatchObject({ added: 1, optedOut: 1, rejected: 2, rejectedOptouts: 3 });
  expect(report?.rejects.map(({ row, reason }) => [row, reason])).toEqual([
    [3, "This is not an email address"],
    [4, "First name or email is missing"],
  ]);
});

test("a row of a call with many leads whose status says that they are mailed no more opts out", async () => {
  const person = await sending.server.signUp();
  const leads = ["unsubscribed", "bounced", "active", "pending", ""].map((status, index) => ({
    firstName: "Ann",
    email: `ann${index}@status.test`,
    status,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const added = (await person.client("GET /amplify/leads")) as Lead[];
  expect(added.filter(({ optout }) => optout).map(({ email }) => email)).toEqual([
    "ann0@status.test",
    "ann1@status.test",
  ]);
});

test("an archive and an address book are refused with what to do instead", async () => {
  const person = await sending.server.signUp();
  const refusal = (name: string, text: string) =>
    uploaded(person, { name, text }).then(
      () => "taken",
      (error) => error.message as string,
    );
  expect(await refusal("audience_export.zip", "PK")).toStartWith("This is an archive. Unpack it");
  expect(await refusal("contacts.vcf", "BEGIN:VCARD\n")).toStartWith("This is an address book");
  expect(await refusal("contacts.csv", "BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:ann@in.test\r\n")).toStartWith(
    "This is an address book",
  );
  expect(await refusal("book.csv", "dn: cn=Ann,mail=ann@in.test\nmail: ann@in.test\n")).toStartWith(
    "This is an address book",
  );
});

function uploaded({ client }: TestPerson, { name, text }: Moved): Promise<ImportJob> {
  return client("POST /amplify/imports", { query: { name }, body: new Blob([text]) });
}

const ended = ({ client }: TestPerson, { _id: id }: ImportJob): Promise<ImportJob> =>
  client("GET /amplify/imports/{id}", { params: { id } });

/** The whole import, with the columns as they are guessed. */
async function imported(person: TestPerson, file: Moved): Promise<ImportJob> {
  const job = await uploaded(person, file);
  await person.client("POST /amplify/imports/{id}/start", {
    params: { id: job._id },
    body: { columns: job.guess, existing: "update", ...file.choice },
  });
  await until(async () => (await ended(person, job)).state !== "running");
  return ended(person, job);
}
