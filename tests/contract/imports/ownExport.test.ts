import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { matchedFields, otherColumns } from "../../../contract/imports/fieldFits.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { exportFormats } from "../../../contract/schemas/leadActions.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  ada = await server.signUp();
});
afterAll(() => server.close());

const everybody = { matching: {} };

/** A file as it is downloaded, and what an import makes of it where nothing is chosen. */
async function importedAgain(file: Blob, name: string) {
  const job = await ada.client("POST /amplify/imports", { query: { name }, body: file });
  const known = await ada.client("GET /amplify/fields");
  const others = otherColumns(job.columns, job.guess);
  const fields = matchedFields(others, { fields: known, exported: job.exportedFields });
  const params = { id: job._id };
  await ada.client("POST /amplify/imports/{id}/start", {
    params,
    body: { columns: job.guess, existing: "update", fields },
  });
  const now = () => ada.client("GET /amplify/imports/{id}", { params });
  await until(async () => (await now()).state !== "running");
  return { job, report: (await now()).report };
}

async function exported(format: (typeof exportFormats)[number]): Promise<Blob> {
  const body = { which: everybody, format };
  const response = (await ada.client("POST /amplify/leads/export", { body })) as unknown as Response;
  return new Blob([await response.arrayBuffer()]);
}

async function everyLead() {
  const found = await ada.client("GET /amplify/leads", {
    query: { page: 1, sort: "email", order: "asc" },
  });
  const leads = "items" in found ? (found.items as Lead[]) : [];
  return leads.map(({ firstName, lastName, email, phone, optout, consent, fields }) => ({
    firstName,
    lastName,
    email,
    phone,
    optout,
    consent,
    fields,
  }));
}

const labels = ["Consent", "Email", "Phone", "Collections", "Opted out", "Consent by", "@handle", "Company"];

test("leads that are exported come back as they were, whatever their fields are called", async () => {
  const keys = labels.map((_, index) => `own${index}`);
  for (const [index, label] of labels.entries())
    await ada.client("POST /amplify/fields", { body: { label, kind: "text", key: keys[index] } });
  await ada.client("POST /amplify/fields", { body: { label: "Newsletter", kind: "yesNo", key: "letter" } });
  // The key of one is the label of another.
  await ada.client("POST /amplify/fields", { body: { label: "Own0", kind: "text", key: "other" } });
  const ann = {
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@back.test",
    phone: "+49 30 1",
    consent: "denied",
  };
  const ben = { firstName: "Ben", email: "ben@back.test", consent: "granted" };
  const own = Object.fromEntries(keys.map((key, index) => [key, `yes ${index}`]));
  const leads = [
    {
      ...ann,
      fields: { ...own, own1: "second@back.test", own4: "yes", own0: "yes", letter: false, other: "o" },
    },
    { ...ben, fields: { own0: "no", own2: "12345", letter: true } },
  ];
  await ada.client("POST /amplify/leads/bulk", { body: { leads } as never });
  await ada.client("POST /amplify/leads/actions", {
    body: { action: "optOut", which: { matching: { search: "ben@" } } },
  });
  const before = await everyLead();
  expect(before).toHaveLength(2);
  for (const format of exportFormats) {
    const file = await exported(format);
    await ada.client("POST /amplify/leads/actions", { body: { action: "delete", which: everybody } });
    const { report } = await importedAgain(file, `leads.${format}`);
    expect(report).toMatchObject({ added: 2, rejected: 0 });
    expect(await everyLead()).toEqual(before);
  }
});

test("a column that somebody adds to such a file says who unsubscribed, as in any other", async () => {
  const [head = "", ...rows] = (await (await exported("csv")).text()).trim().split("\r\n");
  const lines = [
    `${head},Unsubscribed`,
    ...rows.map((row) => `${row},${row.startsWith("Ann") ? "yes" : "no"}`),
  ];
  const { job } = await importedAgain(new Blob([lines.join("\r\n")]), "leads.csv");
  expect(job.guess.consent).toEqual(["Consent (2)"]);
  expect(job.guess.unsubscribed).toEqual(["Opted out", "Unsubscribed"]);
  expect((await everyLead()).map(({ optout }) => optout)).toEqual([true, true]);
});
