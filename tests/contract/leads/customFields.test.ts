import { afterAll, beforeAll, expect, test } from "bun:test";
import { read, utils } from "xlsx";
import type { LeadInput } from "../../../contract/schemas/lead.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
let ada: TestPerson;
const from = "ada@sender.test";
const fields = { company: "Müller & <Sons>", seats: 12.5, renewal: "2026-02-28", vip: true, tier: "Gold" };

const lead = (name: string, more: Partial<LeadInput> = {}) => ({
  firstName: name,
  lastName: "Example",
  email: `${name.toLowerCase()}@in.test`,
  phone: "",
  collection: [],
  ...more,
});

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  await ada.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "", alias: `Ada <${from}>` },
  });
  for (const body of [
    { label: "Company", kind: "text" },
    { label: "Seats", kind: "number" },
    { label: "Renewal", kind: "date" },
    { label: "Vip", kind: "yesNo" },
    { label: "Tier", kind: "choice", choices: ["Gold", "Silver"] },
  ] as const)
    await ada.client("POST /amplify/fields", { body: body as never });
  await ada.client("POST /amplify/leads", { body: lead("Bo", { fields }) });
  await ada.client("POST /amplify/leads", { body: lead("Cy") });
});
afterAll(() => server.close());

const subject = "For {{company|your team}}";
const html =
  '<p>{{Company|your team}}, {{seats|some}} seats until {{renewal|soon}}; {{vip|?}} {{tier|none}} {{nickname|x}}</p><a href="https://shop.test/{{tier|none}}">Shop</a>';

async function sentMail(to: string): Promise<string> {
  const page = await ada.client("GET /amplify/sandbox/mails");
  const id = page.items.find((mail) => mail.to === to)?._id ?? "";
  const response = await ada.client("GET /amplify/sandbox/mails/{id}", { params: { id } });
  const lines = (await response.text()).replaceAll("=\r\n", "");
  const bytes = lines.replaceAll(/=([0-9A-F]{2})/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

test("a mail says a lead's own fields, escaped, in words, and the fallback where there is none", async () => {
  await ada.client("POST /email/send", { body: { subject, html, from, collection: "all" } });
  await until(async () => (await ada.client("GET /amplify/sandbox/mails")).total === 2);
  const [bo, cy] = [await sentMail("bo@in.test"), await sentMail("cy@in.test")];
  expect(bo).toContain(
    "Müller &amp; &lt;Sons&gt;, 12.5 seats until 28 February 2026; yes Gold {{nickname|x}}",
  );
  expect(bo).toContain("Müller & <Sons>, 12.5 seats until 28 February 2026");
  expect(cy).toContain("<p>your team, some seats until soon; ? none {{nickname|x}}</p>");
  expect(cy).toContain("Subject: For your team\r\n");
});

test("a counted link leads to where the lead's field says", async () => {
  const raw = await sentMail("bo@in.test");
  const link = /href="([^"]*\/c\/[^"]*)"/.exec(raw)?.[1] ?? "";
  const response = await fetch(server.url + new URL(link).pathname, { redirect: "manual" });
  expect(response.headers.get("location")).toBe("https://shop.test/Gold");
});

test("a field that is deleted while a campaign goes on is said as it was when it began", async () => {
  const appEmail = "slow@sender.test";
  const account = { provider: "sandbox", appEmail, appPassword: "", alias: `Ada <${appEmail}>` } as const;
  await ada.client("POST /amplify/auth/credentials", { body: { ...account, perDay: 1 } });
  await ada.client("POST /amplify/leads", { body: lead("Flo", { fields: { tier: "Gold" } }) });
  const later = async () =>
    (await ada.client("GET /amplify/sandbox/mails")).items.filter(({ subject }) => subject === "Later Gold")
      .length;
  await ada.client("POST /email/send", {
    body: {
      subject: "Later {{tier|none}}",
      html: "<p>{{tier|none}}</p>",
      from: appEmail,
      leads: ["bo@in.test", "flo@in.test"],
    },
  });
  await until(async () => (await later()) === 1);
  const tier = (await ada.client("GET /amplify/fields")).find(({ key }) => key === "tier");
  const params = { id: tier?._id ?? "" };
  await ada.client("DELETE /amplify/fields/{id}", { params });
  const credentials = await ada.client("GET /amplify/auth/credentials");
  const id = credentials.find((one) => one.appEmail === appEmail)?._id ?? "";
  await ada.client("PUT /amplify/auth/credentials/{id}", {
    params: { id },
    body: { ...account, perDay: 50 },
  });
  await until(async () => (await later()) === 2);
  await ada.client("POST /amplify/fields/{id}/restore", { params });
  await ada.client("POST /amplify/leads/actions", {
    body: { action: "delete", which: { matching: { search: "flo@" } } },
  });
});

test("preview and plan know the fields, and say which leads have none", async () => {
  const bo = (await ada.client("GET /amplify/leads", { query: { search: "bo@" } })) as {
    items: { _id: string }[];
  };
  const preview = await ada.client("POST /email/preview", {
    body: { subject, html, leadId: bo.items[0]?._id },
  });
  expect(preview).toMatchObject({ subject: "For Müller & <Sons>", missing: [], unknown: ["nickname"] });
  const plan = await ada.client("POST /email/send/plan", {
    body: { collection: "all", subject: "{{company}}", html: "<p>{{tier|x}} {{vip}}</p>", from },
  });
  expect(plan.warnings.filter(({ kind }) => kind === "unknownFields")).toEqual([]);
  expect(plan.warnings.filter(({ kind }) => kind === "missingValues").map(({ text }) => text)).toEqual([
    expect.stringContaining("{{company}} stays blank for 1 of 2"),
    expect.stringContaining("{{vip}} stays blank for 1 of 2"),
  ]);
});

test("an export has a column for each field, and no cell of it begins as a formula", async () => {
  await ada.client("POST /amplify/leads", { body: lead("Di", { fields: { company: "=1+1", seats: -3 } }) });
  for (const format of ["csv", "xlsx"] as const) {
    const body = { which: { matching: { search: "in.test" } }, format };
    const response = (await ada.client("POST /amplify/leads/export", { body })) as unknown as Response;
    const book = read(await response.arrayBuffer(), { type: "array", raw: true });
    const rows = utils.sheet_to_json<(string | number)[]>(Object.values(book.Sheets)[0] ?? {}, {
      header: 1,
      defval: "",
    });
    // What is a number there is no text that a formula could begin.
    const [seats, fewer] = format === "csv" ? ["12.5", "'-3"] : [12.5, -3];
    expect(rows.map((row) => row.slice(9, 14))).toEqual([
      ["Company", "Seats", "Renewal", "Vip", "Tier"],
      ["Müller & <Sons>", seats, "2026-02-28", "yes", "Gold"],
      ["", "", "", "", ""],
      ["'=1+1", fewer, "", "", ""],
    ]);
  }
});

test("a value that does not fit is refused at its field, in a sentence", async () => {
  const body = lead("Eve", { fields: { seats: "1,234" } });
  await expect(ada.client("POST /amplify/leads", { body })).rejects.toMatchObject({
    status: 400,
    reason: { code: "field_value_not_number", params: { key: "seats", field: "Seats" } },
  });
});

test("a stranger sees no field and reaches none", async () => {
  const bob = await server.signUp();
  expect(await bob.client("GET /amplify/fields")).toEqual([]);
  const [field] = await ada.client("GET /amplify/fields");
  const params = { id: field?._id ?? "" };
  for (const call of [
    () => bob.client("PATCH /amplify/fields/{id}", { params, body: { label: "Mine" } }),
    () => bob.client("DELETE /amplify/fields/{id}", { params }),
    () => bob.client("POST /amplify/fields/{id}/restore", { params }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 });
  const body = lead("Bo", { fields: { company: "x" } });
  await expect(bob.client("POST /amplify/leads", { body })).rejects.toMatchObject({ status: 400 });
});
