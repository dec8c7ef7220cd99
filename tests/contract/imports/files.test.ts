import { afterAll, beforeAll, expect, test } from "bun:test";
import { importLimits } from "../../../contract/limits/imports.ts";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
});
afterAll(() => server.close());

type Upload = { body: FormData | string; headers?: Record<string, string>; signal?: AbortSignal };

function convert({ body, headers = {}, signal }: Upload): Promise<Response> {
  return fetch(`${server.url}/files/convert/excel-to-json`, {
    method: "POST",
    headers: { cookie: ada.cookie, ...headers },
    body,
    ...(signal ? { signal } : {}),
  });
}

function form(...parts: [string, string | File][]): FormData {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return body;
}

const csv = (rows: number) =>
  new File(
    ["Name,Email\n", ...Array.from({ length: rows }, (_, index) => `Lead,lead${index}@example.com\n`)],
    "leads.csv",
  );

test("the file counts, whatever its field is called and whatever texts and fields without one stand before it", async () => {
  const nothing = new File([], "");
  const response = await convert({
    body: form(["note", "hello"], ["empty", nothing], ["anything", csv(2)]),
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    data: [
      { Name: "Lead", Email: "lead0@example.com" },
      { Name: "Lead", Email: "lead1@example.com" },
    ],
  });
});

test("of several files none is read, as the others would be lost", async () => {
  const response = await convert({ body: form(["file", csv(2)], ["file", csv(9)]) });
  expect([response.status, await response.json()]).toMatchObject([400, { reason: "files_too_many" }]);
});

test("every row of a large file is answered", async () => {
  const { data } = (await (await convert({ body: form(["file", csv(12_345)]) })).json()) as {
    data: object[];
  };
  expect(data).toHaveLength(12_345);
  expect(data.at(-1)).toEqual({ Name: "Lead", Email: "lead12344@example.com" });
});

test("of a wide sheet the first columns are answered, and the reference says how many and what reads more", async () => {
  const names = Array.from({ length: 80 }, (_, column) => `Column ${column + 1}`);
  const wide = new File([`${names.join()}\n${names.join()}\n`], "wide.csv");
  const { data, truncated } = (await (await convert({ body: form(["file", wide]) })).json()) as {
    data: object[];
    truncated?: boolean;
  };
  const { columnsMax } = sheetLimits;
  expect([Object.keys(data[0] ?? {}).length, truncated]).toEqual([columnsMax, true]);
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, { post?: { summary?: string; description?: string } }>;
  };
  const said = JSON.stringify(paths["/files/convert/excel-to-json"]?.post);
  expect(said).toContain(`Its first ${columnsMax} columns and 100,000 rows are read`);
  expect(said).toContain(`POST /amplify/imports reads ${importLimits.columnsMax} columns`);
});

test("no file, a broken form, another kind of body and a page in a sheet's clothes are refused", async () => {
  const status = async (upload: Upload) => (await convert(upload)).status;
  expect(await status({ body: form(["file", "only text"]) })).toBe(400);
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  expect(await status({ body: "no form at all", headers: multipart })).toBe(400);
  expect(await status({ body: "", headers: multipart })).toBe(400);
  expect(await status({ body: "x", headers: { "content-type": "multipart/form-data" } })).toBe(400);
  expect(await status({ body: "{}", headers: { "content-type": "application/json" } })).toBe(415);
  const page = new File(["<html><body>hello</body></html>"], "leads.csv");
  expect(await status({ body: form(["file", page]) })).toBe(400);
});

test("somebody who leaves in the middle does not hold up their next file", async () => {
  const leaving = new AbortController();
  const left = [1, 2, 3].map(() => convert({ body: form(["file", csv(50_000)]), signal: leaving.signal }));
  await fetch(`${server.url}/healthz`);
  leaving.abort();
  for (const outcome of await Promise.allSettled(left)) expect(outcome.status).toBe("rejected");
  expect((await convert({ body: form(["file", csv(1)]) })).status).toBe(200);
});
