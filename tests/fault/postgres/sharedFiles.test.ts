import { expect, setDefaultTimeout } from "bun:test";
import { type Client, createClient } from "../../../contract/client.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { threeServersOf } from "../../support/postgres/threeServers.ts";
import { fillWithLeads } from "../../support/server/serveProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

onPostgres("files of three servers on one PostgreSQL", (postgres) => {
  const { testThree, group, url } = threeServersOf(postgres);

  testThree(
    "are uploaded at one that then dies, imported by the others, and what is rejected is had from each",
    async () => {
      const [a, b, c] = group().urls;
      const token = await fillWithLeads(a, 1);
      const at = (base: string) => createClient({ base, token });
      // More than a piece holds.
      const note = "x".repeat(120);
      const rows = Array.from(
        { length: 12_000 },
        (_, n) => `Ann,Lee,${n % 2 ? `a${n}@in.test` : `bad${n}`},${note}\n`,
      );
      const body = new Blob(["First name,Last name,Email,Note\n", ...rows]);
      const { _id: id, guess } = await at(a)("POST /amplify/imports", { query: { name: "leads.csv" }, body });
      const stored = await postgres.ask<{ bytes: number; pieces: number; longest: number }>(
        url(),
        `SELECT (SELECT bytes FROM "storedFiles" WHERE "isWhole")::int AS bytes, count(*)::int AS pieces,
         max(length(content))::int AS longest FROM "filePieces"`,
      );
      expect(stored).toEqual([
        {
          bytes: body.size,
          pieces: Math.ceil(body.size / 1_048_576),
          longest: Math.min(body.size, 1_048_576),
        },
      ]);
      expect(group().filesAt(0)).toEqual([]);
      await group().servers[0]?.kill();

      const choice = { columns: guess, existing: "update" as const };
      await at(b)("POST /amplify/imports/{id}/start", { params: { id }, body: choice });
      await untilImported(at(c), id);
      const looked = await at(c)("GET /amplify/imports/{id}", { params: { id } });
      expect(looked).toMatchObject({ state: "done", report: { added: 6_000, rejected: 6_000 } });
      const texts = await Promise.all([b, c].map((base) => rejectsOf(base, { id, token })));
      expect(texts[0]?.split("\r\n")).toHaveLength(6_002);
      expect(texts[1]).toBe(texts[0] ?? "");
      expect([group().filesAt(1), group().filesAt(2)]).toEqual([[], []]);
      // The upload itself is needed no more; whoever imported it removes it once that is written.
      const left = () => postgres.ask<{ id: string }>(url(), 'SELECT id FROM "storedFiles" ORDER BY id');
      await until(async () => (await left()).length === 1, 60_000);
      expect(await left()).toEqual([{ id: `${id}.rejects.csv` }]);
    },
  );

  testThree("are counted together, and pictures are served by each", async () => {
    const [a, b, c] = group().urls;
    const token = await fillWithLeads(a, 1);
    const form = new FormData();
    form.set("file", new File([png], "dot.png", { type: "image/png" }));
    const headers = { authorization: `Bearer ${token}` };
    const added = await fetch(`${b}/amplify/images`, { method: "POST", headers, body: form });
    const path = new URL(((await added.json()) as { url: string }).url).pathname;
    for (const base of [a, b, c]) {
      const shown = await fetch(`${base}${path}`);
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    }
  });

  testThree("go with the person whose they are", async () => {
    const [a, b] = group().urls;
    const token = await fillWithLeads(a, 1);
    const body = new Blob(["Name,Email\nAnn,ann@in.test\n"]);
    await createClient({ base: a, token })("POST /amplify/imports", { query: { name: "l.csv" }, body });
    const pieces = () =>
      postgres.ask<object>(url(), 'SELECT 1 FROM "filePieces" UNION ALL SELECT 1 FROM "storedFiles"');
    expect(await pieces()).toHaveLength(2);
    await createClient({ base: b, token })("POST /amplify/account/delete", {
      body: { password: goodPassword, email: "ada@example.com" } as never,
    });
    await until(async () => (await pieces()).length === 0, 60_000);
  });
});

const untilImported = (client: Client, id: string) =>
  until(
    async () => (await client("GET /amplify/imports/{id}", { params: { id } })).state !== "running",
    200_000,
  );

async function rejectsOf(base: string, { id, token }: { id: string; token: string }): Promise<string> {
  const answer = await fetch(`${base}/amplify/imports/${id}/rejects`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}
