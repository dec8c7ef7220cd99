import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { utils, write } from "xlsx";
import type { ImportJob } from "../../../contract/schemas/imports.ts";
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

const fixture = (name: string) => Bun.file(join(import.meta.dir, "../../support/sheets", name)).bytes();

/** A workbook by SheetJS with dates as such, as numbers and as texts. */
function bySheetJs(bookType: "xlsx" | "biff8"): Uint8Array {
  const left = (z: string) => ({ t: "n", v: 45_356, z });
  const rows = [
    ["First name", "Email", "Unsubscribed"],
    ["A", "out1@optouts.test", left("dd.mm.yyyy")],
    ["B", "out2@optouts.test", left("d. mmm yyyy")],
    ["C", "out3@optouts.test", left("General")],
    ["D", "out4@optouts.test", true],
    ["E", "out5@optouts.test", "sì"],
    ["F", "in1@optouts.test", false],
    ["G", "in2@optouts.test", "nein"],
    ["H", "in3@optouts.test", ""],
  ];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
  return new Uint8Array(write(book, { type: "array", bookType }));
}

const upload = ({ client }: TestPerson, bytes: Uint8Array, name: string): Promise<ImportJob> =>
  client("POST /amplify/imports", { query: { name }, body: new Blob([bytes as Uint8Array<ArrayBuffer>]) });

async function ended({ client }: TestPerson, id: string): Promise<ImportJob> {
  const look = () => client("GET /amplify/imports/{id}", { params: { id } });
  await until(async () => (await look()).state !== "running");
  return look();
}

test.each([
  ["XlsxWriter", "optouts.xlsx", () => fixture("optouts.xlsx")],
  ["xlwt", "optouts.xls", () => fixture("optouts.xls")],
  ["LibreOffice", "optouts.libreoffice.xlsx", () => fixture("optouts.libreoffice.xlsx")],
  ["LibreOffice, as text", "optouts.libreoffice.csv", () => fixture("optouts.libreoffice.csv")],
  ["SheetJS", "leads.xlsx", async () => bySheetJs("xlsx")],
  ["SheetJS, as it was", "leads.xls", async () => bySheetJs("biff8")],
] as const)(
  "whoever a file of %s says unsubscribed is opted out and gets no mail",
  async (_, name, bytes) => {
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
    const { _id: id, guess } = await upload(person, await bytes(), name);
    const body = { columns: guess, existing: "update" as const };
    await client("POST /amplify/imports/{id}/start", { params: { id }, body });
    expect((await ended(person, id)).report).toMatchObject({ rejected: 0 });

    const leads = (await client("GET /amplify/leads")) as Lead[];
    expect(leads.length).toBeGreaterThan(7);
    for (const { phone } of leads) expect(phone).toMatch(/^(000)?49171234567$|^$/);
    for (const { email, optout } of leads)
      expect({ email, optout }).toEqual({ email, optout: email.startsWith("out") });

    const { campaignId, accepted } = await client("POST /email/send", {
      body: { subject: "Hello", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" },
    });
    const staying = leads.filter(({ email }) => email.startsWith("in"));
    expect(accepted).toBe(staying.length);
    const look = () => client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    await until(async () => (await look()).state === "finished");
    const { items } = await client("GET /amplify/campaigns/{id}/deliveries", {
      params: { id: campaignId },
      query: { state: "sent", pageSize: 500 },
    });
    expect(items.map(({ email }) => email).sort()).toEqual(staying.map(({ email }) => email).sort());
  },
);

const leftFile =
  "Name,Email,Left\nAda,ada@left.test,maybe\nBob,bob@left.test,?\nCem,cem@left.test,no\nDan,dan@left.test,ja\n";

test.each([
  ["unsubscribed", ["ada@left.test", "bob@left.test", "dan@left.test"]],
  ["subscribed", ["dan@left.test"]],
] as const)(
  "a value that is neither yes nor no starts no import until somebody says it means %s",
  async (meaning, out) => {
    const person = await sending.server.signUp();
    const { client } = person;
    const job = await upload(person, new TextEncoder().encode(leftFile), "leads.csv");
    expect(job.unread).toContainEqual({ column: "Left", count: 2, values: ["maybe", "?"] });
    const params = { id: job._id };
    const body = { columns: { ...job.guess, unsubscribed: ["Left"] }, existing: "update" as const };
    await expect(client("POST /amplify/imports/{id}/start", { params, body })).rejects.toMatchObject({
      status: 400,
      message:
        '2 values of "Left" could not be read as yes or no: "maybe", "?". Say with unreadMeans what they mean.',
    });
    await client("POST /amplify/imports/{id}/start", { params, body: { ...body, unreadMeans: meaning } });
    expect((await ended(person, job._id)).report).toMatchObject({ added: 4, optedOut: out.length });
    const leads = (await client("GET /amplify/leads")) as Lead[];
    expect(
      leads
        .filter(({ optout }) => optout)
        .map(({ email }) => email)
        .sort(),
    ).toEqual([...out]);
  },
);

test("a column of a status is taken for what it says, also where it says so only at its end", async () => {
  const person = await sending.server.signUp();
  const rows = Array.from(
    { length: 3_000 },
    (_, index) => `P,p${index}@status.test,${index === 2_999 ? "Unsubscribed" : "regular"}\n`,
  );
  const job = await upload(
    person,
    new TextEncoder().encode(`Name,Email,Status\n${rows.join("")}`),
    "leads.csv",
  );
  expect(job.guess.unsubscribed).toEqual(["Status"]);
  expect(job.unread.find(({ column }) => column === "Status")).toEqual({
    column: "Status",
    count: 2_999,
    values: ["regular"],
  });
});

test("a no to the newsletter opts out, and of a blank it is to be said what it means", async () => {
  const { client, ...person } = await sending.server.signUp();
  const file =
    "Name,Email,Newsletter\nAda,ada@news.test,no\nBob,bob@news.test,yes\nCem,cem@news.test\nDan,dan@news.test,\n";
  const job = await upload({ client, ...person }, new TextEncoder().encode(file), "leads.csv");
  expect(job.guess).toMatchObject({ unsubscribed: [], subscribed: ["Newsletter"] });
  expect(job.unreadSubscribed).toContainEqual({ column: "Newsletter", count: 2, values: [""] });
  const params = { id: job._id };
  const body = { columns: job.guess, existing: "update" as const };
  await expect(client("POST /amplify/imports/{id}/start", { params, body })).rejects.toMatchObject({
    status: 400,
    message:
      '2 values of "Newsletter" could not be read as yes or no: blank. Say with unreadMeans what they mean.',
  });
  await client("POST /amplify/imports/{id}/start", { params, body: { ...body, unreadMeans: "subscribed" } });
  expect((await ended({ client, ...person }, job._id)).report).toMatchObject({ added: 4, optedOut: 1 });
  const leads = (await client("GET /amplify/leads")) as Lead[];
  expect(leads.filter(({ optout }) => optout).map(({ email }) => email)).toEqual(["ada@news.test"]);
});

test("a column that nobody filled in keeps nobody, should it be the one that says who wants mail", async () => {
  const person = await sending.server.signUp();
  const file = "Name,Email,Wants,Empty\nAda,ada@wants.test,yes,\n";
  const job = await upload(person, new TextEncoder().encode(file), "leads.csv");
  const columns = { ...job.guess, subscribed: ["Empty"] };
  await expect(
    person.client("POST /amplify/imports/{id}/start", {
      params: { id: job._id },
      body: { columns, existing: "update" },
    }),
  ).rejects.toMatchObject({ status: 400 });
});

test("a bulk call whose word of an opt-out cannot be read adds nobody by it", async () => {
  const person = await sending.server.signUp();
  const row = (name: string, more: object) => ({ firstName: name, email: `${name}@bulk.test`, ...more });
  const answer = await person.client("POST /amplify/leads/bulk", {
    body: {
      leads: [
        row("ada", { optout: "maybe" }),
        row("bob", { unsubscribed: "15.01.2024" }),
        row("cem", { optout: "nein" }),
      ],
    },
  });
  expect(answer).toMatchObject({
    added: 2,
    rejected: [{ row: 1, reason: "Whether this lead opted out is neither a yes nor a no" }],
  });
  const leads = (await person.client("GET /amplify/leads")) as Lead[];
  expect(leads.map(({ email, optout }) => [email, optout])).toEqual([
    ["bob@bulk.test", true],
    ["cem@bulk.test", false],
  ]);
});

test("rows that were read from a file into objects have dates that a bulk call reads", async () => {
  const person = await sending.server.signUp();
  const form = new FormData();
  form.append("file", new File([(await fixture("optouts.xlsx")) as Uint8Array<ArrayBuffer>], "optouts.xlsx"));
  const { data } = await person.client("POST /files/convert/excel-to-json", { body: form });
  expect(data[0]).toEqual({
    "First name": "Person 1",
    Email: "out1@optouts.test",
    Phone: "49171234567",
    Unsubscribed: "2024-03-05",
  });
  const leads = data.map((row) => ({ ...row, firstName: row["First name"], email: row.Email }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const added = (await person.client("GET /amplify/leads")) as Lead[];
  expect(added.length).toBe(data.length);
  for (const { email, optout } of added)
    expect({ email, optout }).toEqual({ email, optout: email.startsWith("out") });
});
