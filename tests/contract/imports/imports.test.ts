import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { rateLimits } from "../../../contract/limits/http.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import type { ImportJob } from "../../../contract/schemas/imports.ts";
import { keptFiles } from "../../support/server/keptFiles.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { hostile } from "../../support/sheets/hostile.ts";
import { textRow, workbookOf } from "../../support/sheets/workbook.ts";
import { until } from "../../support/until.ts";
import { unzip } from "../../support/unzip.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  ada = await server.signUp();
});
afterAll(() => server.close());

const upload = ({ client }: TestPerson, content: string | Uint8Array<ArrayBufferLike>, name = "leads.csv") =>
  client("POST /amplify/imports", { query: { name }, body: new Blob([content as Uint8Array<ArrayBuffer>]) });

const look = ({ client }: TestPerson, id: string) => client("GET /amplify/imports/{id}", { params: { id } });

async function started(person: TestPerson, content: string): Promise<ImportJob> {
  const { _id: id, guess } = await upload(person, content);
  const body = { columns: guess, existing: "update" as const };
  return person.client("POST /amplify/imports/{id}/start", { params: { id }, body });
}

async function imported(person: TestPerson, content: string): Promise<ImportJob> {
  const { _id: id } = await started(person, content);
  await until(async () => (await look(person, id)).state !== "running");
  return look(person, id);
}

const filesIn = async () =>
  Object.keys(await keptFiles({ dataFolder: server.dataFolder, database: server.core.database }));

test("a workbook is read from the sheet that is asked for, and stays turned to it", async () => {
  const book = workbookOf({
    sheets: [
      { xml: textRow(1, ["Nothing"]), state: "hidden" },
      { xml: textRow(1, ["Name", "Email"]) + textRow(2, ["Ada", "ada@sheet.test"]) },
      { xml: textRow(1, ["Company", "E-Mail", "Email"]) + textRow(2, ["Acme", "", "acme@sheet.test"]) },
    ],
  });
  const job = await upload(ada, book, "book.xlsx");
  expect(job).toMatchObject({
    sheets: ["S2", "S3", "S1"],
    sheet: "S2",
    columns: ["Name", "Email"],
    rowCount: 1,
  });
  const params = { id: job._id };
  const turned = await ada.client("GET /amplify/imports/{id}", { params, query: { sheet: "S3" } });
  expect(turned).toMatchObject({ sheet: "S3", preview: [["Acme", "", "acme@sheet.test"]] });
  expect(await look(ada, job._id)).toEqual(turned);
  await expect(
    ada.client("GET /amplify/imports/{id}", { params, query: { sheet: "S9" } }),
  ).rejects.toMatchObject({
    status: 400,
  });
  const body = { columns: turned.guess, existing: "skip" as const };
  await ada.client("POST /amplify/imports/{id}/start", { params, body });
  await until(async () => (await look(ada, job._id)).state === "done");
  expect((await look(ada, job._id)).report).toMatchObject({ added: 1 });
  await expect(ada.client("POST /amplify/imports/{id}/start", { params, body })).rejects.toMatchObject({
    status: 409,
  });
  await expect(ada.client("DELETE /amplify/imports/{id}", { params })).rejects.toMatchObject({ status: 409 });
});

test("an address that came along with something unseen is imported, and is the same as without it", async () => {
  const rows = ["Ann,\u202aann@unseen.test\u202c", "Bob,\u200bbob@unseen.test", "Ann,ann@unseen.test"];
  const job = await imported(ada, `First name,Email\n${rows.join("\n")}\n`);
  expect(job.report).toMatchObject({ added: 2, rejected: 0 });
  const query = { search: "unseen.test", pageSize: 10 };
  const found = await ada.client("GET /amplify/leads", { query });
  const leads = Array.isArray(found) ? found : found.items;
  expect(leads.map(({ email }) => email).toSorted()).toEqual(["ann@unseen.test", "bob@unseen.test"]);
});

test("a file of whose rows none is a lead ends as one without leads, and still says what each row lacks", async () => {
  const job = await imported(ada, "First name,Email\n,nameless@none.test\nAddressless,\n");
  expect(job).toMatchObject({ state: "failed", fault: "No leads found in the file" });
  expect(job.report).toMatchObject({ added: 0, rejected: 2, rejects: [{ row: 2 }, { row: 3 }] });
  // What only opts people out, or holds whoever is there already, has done its work.
  const optouts = await imported(ada, "First name,Email,Unsubscribed\n,gone@none.test,yes\n");
  expect(optouts).toMatchObject({ state: "done", fault: null, report: { rejectedOptouts: 1 } });
  await imported(ada, "First name,Email\nAnn,ann@none.test\n");
  const again = await imported(ada, "First name,Email\nAnn,ann@none.test\n");
  expect(again).toMatchObject({ state: "done", fault: null });
});

test("a column that the file does not have, or no column for an address, starts nothing", async () => {
  const { _id: id, guess } = await upload(ada, "Name,Email\nAda,ada@in.test\n");
  const start = (columns: ImportJob["guess"]) =>
    ada.client("POST /amplify/imports/{id}/start", { params: { id }, body: { columns, existing: "skip" } });
  await expect(start({ ...guess, phone: ["Mobile"] })).rejects.toMatchObject({
    message: 'The file has no column "Mobile".',
  });
  await expect(start({ ...guess, email: [] })).rejects.toMatchObject({
    message: "No leads found in the file",
  });
  expect(await look(ada, id)).toMatchObject({ state: "read" });
});

test("a collection that cannot be joined is refused in its own words, and ALL is all", async () => {
  const { _id: id, guess: columns } = await upload(ada, "Name,Email\nAda,ada@col.test\n");
  const start = (collection: string) =>
    ada.client("POST /amplify/imports/{id}/start", {
      params: { id },
      body: { columns, collection, existing: "skip" },
    });
  await expect(start("x".repeat(61))).rejects.toThrow("A collection name has at most 60 characters");
  await expect(start(" Default")).rejects.toThrow("Collection name cannot be 'all'");
  await start(" ALL ");
  await until(async () => (await look(ada, id)).state === "done");
  const { items } = await ada.client("POST /amplify/leads/find", { body: { search: "ada@col.test" } });
  expect(items).toMatchObject([{ collection: [] }]);
});

test("columns named like parts of every object get a name of their own", async () => {
  const job = await imported(ada, "__proto__,Name,constructor,Email\nx,Ada,y,ada@proto.test\n");
  expect(job).toMatchObject({
    columns: ["Column 1", "Name", "Column 3", "Email"],
    report: { added: 1, rejected: 0 },
  });
});

test.each([
  ["dimensionOfAWholeSheet", null],
  ["cellInTheFarCorner", null],
  ["sharedTextsBomb", 413],
  ["sharedTextsBombThatLies", 413],
  ["oneTextInAMillionCells", 413],
  ["nothingThatLies", 413],
] as const)("a workbook made to hurt is bounded (%s)", async (name, status) => {
  const before = await filesIn();
  const outcome = await upload(ada, hostile[name](), "a.xlsx").catch((error: unknown) => error);
  if (status === null) expect(outcome).toMatchObject({ state: "read", rowCount: 1 });
  else {
    expect(outcome).toMatchObject({ status });
    expect(await filesIn()).toEqual(before);
  }
});

test("files in other clothes, empty ones and other names are refused, and nothing of them stays", async () => {
  const before = await filesIn();
  for (const content of ["<html><body>hello</body></html>", "{\\rtf1 hello}", "%PDF-1.7 x", "MZ\0\0\0\0", ""])
    await expect(upload(ada, content)).rejects.toMatchObject({ status: 400 });
  await upload(ada, "").catch(() => {});
  const otherType = { message: "Choose a .csv, .xls or .xlsx file." };
  await expect(upload(ada, "Name,Email\n", "leads.exe")).rejects.toMatchObject(otherType);
  // Without a name, or with two.
  for (const [query, said] of [
    ["", otherType],
    ["?name=a.csv&name=b.csv", { reason: "query_repeated" }],
  ] as const) {
    const answer = await fetch(`${server.url}/amplify/imports${query}`, {
      method: "POST",
      body: "Name,Email\n",
      headers: { cookie: ada.cookie, "content-type": "application/octet-stream" },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { field: "name", ...said }]);
  }
  const large = new Uint8Array(importLimits.workbookBytes + 1).fill(65);
  await expect(upload(ada, large, "large.xlsx")).rejects.toMatchObject({ status: 413 });
  await until(async () => (await filesIn()).length === before.length);
});

test("the name of an import is a file's own, without folders or signs that turn it around", async () => {
  for (const [name, shown] of [
    ["../../etc/leads.csv", "leads.csv"],
    ["C:\\Users\\ada\\leads.csv", "leads.csv"],
    ["sda\u202eel.csv", "sdael.csv"],
  ] as const)
    expect((await upload(ada, "Name,Email\nAda,ada@name.test\n", name)).name).toBe(shown);
});

test("a body that says it is longer than any import is refused before it arrives", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1", () =>
    socket.write(
      [
        "POST /amplify/imports?name=a.csv HTTP/1.1",
        `host: 127.0.0.1:${port}`,
        `cookie: ${ada.cookie}`,
        "content-type: application/octet-stream",
        `content-length: ${importLimits.csvBytes + 1}`,
        "\r\n",
      ].join("\r\n"),
    ),
  );
  socket.on("data", (chunk) => resolve(chunk.toString("latin1")));
  expect(await promise).toStartWith("HTTP/1.1 413");
  socket.destroy();
});

test("looking once a second leaves a person's other calls alone", async () => {
  const limited = await startTestServer({ AMPLIFY_PLANS: "off", AMPLIFY_RATE_LIMITS: "on" });
  try {
    const eve = await limited.signUp();
    for (let looks = 0; looks < rateLimits.apiPerUser.count; looks += 1)
      await eve.client("GET /amplify/imports");
    expect(await eve.client("GET /amplify/leads")).toEqual([]);
    await expect(eve.client("GET /amplify/imports")).rejects.toMatchObject({ status: 429 });
  } finally {
    await limited.close();
  }
});

test("an export of one's data has what was imported, and what leads had before", async () => {
  const eve = await server.signUp();
  await eve.client("POST /amplify/leads", {
    body: { firstName: "Bob", lastName: "Before", email: "bob@export.test" },
  });
  await imported(eve, "Name,Last name,Email\nRobert,After,bob@export.test\n");
  const response = await fetch(`${server.url}/amplify/account/export`, { headers: { cookie: eve.cookie } });
  const files = unzip(await response.bytes());
  expect(JSON.parse(files["imports.json"] ?? "")).toMatchObject([{ name: "leads.csv", updated: 1 }]);
  expect(files["import-changes.csv"]).toContain(",Bob,Before,");
});

test("the end of an account stops its import, and takes the leads and the files with it", async () => {
  const eve = await server.signUp();
  const before = await filesIn();
  const rows = Array.from({ length: 30_000 }, (_, index) => `Lead,lead${index}@gone.test\n`);
  const { _id: id } = await started(eve, `Name,Email\n${rows.join("")}`);
  await until(async () => ((await look(eve, id)).report?.added ?? 0) > 0);
  await eve.client("POST /amplify/account/delete", { body: { password: eve.password } });
  // The next import has its turn when the thread of this one is gone.
  await imported(ada, "Name,Email\nLast,last@in.test\n");
  const { leads } = server.core.database.tables;
  const left = await server.core.database.read.select({ email: leads.email }).from(leads);
  expect(left.filter(({ email }) => email.endsWith("@gone.test"))).toEqual([]);
  await until(async () => !(await filesIn()).some((name) => name.startsWith(id)));
  // What an import worked with goes a moment after its end is told.
  await until(async () => (await filesIn()).length === before.length + 1);
});

test("an upload whose account is deleted before it has all come is refused, and nothing of it is kept", async () => {
  const eve = await server.signUp();
  const before = (await filesIn()).length;
  const { host, port } = new URL(server.url);
  const file = "Name,Email\nLate,late@gone.test\n";
  const socket = connect(Number(port), "127.0.0.1", () =>
    socket.write(
      [
        "POST /amplify/imports?name=late.csv HTTP/1.1",
        `Host: ${host}`,
        `Cookie: ${eve.cookie}`,
        "Content-Type: application/octet-stream",
        "Connection: close",
        `Content-Length: ${file.length}`,
        `\r\n${file.slice(0, 12)}`,
      ].join("\r\n"),
    ),
  );
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  await until(async () => (await filesIn()).length > before);
  await eve.client("POST /amplify/account/delete", { body: { password: eve.password } });
  socket.write(file.slice(12));
  await until(() => answer.includes("\r\n\r\n"));
  expect(answer).toStartWith("HTTP/1.1 401");
  const { imports } = server.core.database.tables;
  const left = await server.core.database.read.select({ name: imports.name }).from(imports);
  expect(left.filter(({ name }) => name === "late.csv")).toEqual([]);
  await until(async () => (await filesIn()).length === before);
});
