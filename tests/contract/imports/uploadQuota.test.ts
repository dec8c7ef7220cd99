import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { keptFiles } from "../../support/server/keptFiles.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const mib = 1024 * 1024;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  person = await server.signUp();
});
afterAll(() => server.close());

/** A CSV file of one lead and a long note, of exactly that size. */
function csvOf(bytes: number): Blob {
  const lines = ["Name,Email,Note", ""].join("\n");
  const row = `Ann,ann@example.com,${"x".repeat(1_003)}\n`;
  const text = lines + row.repeat(Math.floor((bytes - lines.length) / row.length));
  return new Blob([text.padEnd(bytes, "\n")]);
}

async function upload(body: Blob | ReadableStream) {
  const response = await fetch(`${server.url}/amplify/imports?name=leads.csv`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", authorization: person.token },
    body,
  });
  const json = (await response.json()) as { _id?: string; message?: string; code?: string };
  return { status: response.status, ...json };
}

const kept = () => keptFiles({ dataFolder: server.dataFolder, database: server.core.database });

async function bytesKept(): Promise<number> {
  return Object.values(await kept()).reduce((sum, bytes) => sum + bytes, 0);
}

test("files that wait to be imported take 64 MB of a free account together, and the oldest makes way", async () => {
  const first = await upload(csvOf(30 * mib));
  const second = await upload(csvOf(30 * mib));
  expect([first.status, second.status]).toEqual([201, 201]);
  const third = await upload(csvOf(20 * mib));
  expect(third.status).toBe(201);
  const listed = await person.client("GET /amplify/imports");
  expect(listed.map(({ _id }) => _id)).toEqual([third._id ?? "", second._id ?? ""]);
  expect(await bytesKept()).toBe(50 * mib);
});

test("a single file that is larger is refused in words, and leaves nothing", async () => {
  const before = await bytesKept();
  expect(await upload(csvOf(65 * mib))).toMatchObject({
    status: 413,
    code: "too_large",
    message:
      "Files for imports may take 64 MB together on the Free plan, and this one is larger. Split it into smaller files and import them one after the other.",
  });
  expect(await bytesKept()).toBe(before);
  // Text of unknown length, for as long as it comes.
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(mib).fill(65)),
  });
  expect(await upload(endless).catch(() => ({ status: "cut" }))).not.toMatchObject({ status: 201 });
  await until(async () => (await bytesKept()) === before);
});

test("files that arrive at the same time have that room together", async () => {
  let end = () => {};
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("Name,Email\nAnn,ann@example.com\n"));
      end = () => controller.close();
    },
  });
  const before = Object.keys(await kept()).length;
  // It does not say how long it is, so it may yet be as long as all of the room.
  const first = upload(slow);
  await until(async () => Object.keys(await kept()).length > before);
  expect(await upload(csvOf(mib))).toMatchObject({
    status: 409,
    code: "conflict",
    message:
      "Files for imports may take 64 MB together on the Free plan, and those that are being uploaded or imported leave too little. Try again once they are done.",
  });
  end();
  expect(await first).toMatchObject({ status: 201 });
  expect(await upload(csvOf(mib))).toMatchObject({ status: 201 });
});
