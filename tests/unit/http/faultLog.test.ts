import { expect, test } from "bun:test";
import { DrizzleQueryError } from "drizzle-orm";
import { Hono } from "hono";
import type { Env } from "../../../server/http/environment.ts";
import { errorResponse } from "../../../server/http/middleware/errors.ts";
import { requestLog } from "../../../server/http/middleware/requestLog.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { keptLog } from "../../support/server/keptLog.ts";

/** What is answered and what is logged when a handler fails with this error. */
async function failing(error: unknown): Promise<{ answer: string; status: number; log: string; id: string }> {
  const { log, entries } = keptLog();
  const app = new Hono<Env>().onError((thrown) => errorResponse(thrown));
  app.use(requestLog({ log, newId: () => "the-request" }));
  app.get("*", () => {
    throw error;
  });
  const response = await app.request("/u/canary-token?token=canary-query");
  const said = entries.map(({ message, error: told, request }) => `${request}: ${message}: ${told}`);
  const id = response.headers.get("x-request-id") ?? "";
  return { answer: await response.text(), status: response.status, log: said.join("\n"), id };
}

/** In each driver's own words; PGlite's error has the values in it, so that nothing of it is repeated. */
const said =
  /UNIQUE constraint failed: meta\.key|violates unique constraint "meta_pkey"|caused by a query of the database failed$/;

eachDatabase("a failed query", (open) => {
  const database = emptyBeforeEach(open);

  test("is logged without its values and answered without anything", async () => {
    const { meta } = database().tables;
    const insert = () =>
      database().atomically((write) => ({
        added: write.insert(meta).values({ key: "canary-key", value: "canary-value" }),
      }));
    await insert();
    const { answer, status, log } = await failing(await insert().catch((error: unknown) => error));
    expect(status).toBe(500);
    expect(answer + log).not.toContain("canary");
    expect(JSON.parse(answer)).toMatchObject({ code: "internal" });
    expect(log).toMatch(said);
  });
});

test("drizzle's own error, which spells the query and its values out, is not repeated", async () => {
  const cause = new Error("the connection was lost");
  const { log } = await failing(new DrizzleQueryError("select canary", ["canary-value"], cause));
  expect(log).not.toContain("canary");
  expect(log).toContain("a query of the database failed\ncaused by Error: the connection was lost");
});

test("a fault of ours is logged with its cause and place, and answered in the specification's words", async () => {
  const { answer, log, id } = await failing(
    new Error("outer", { cause: new TypeError("inner canary-free") }),
  );
  expect(id).toBe("the-request");
  expect(log).toContain("the-request: GET /u/{token} failed: Error: outer");
  expect(log).toContain("caused by TypeError: inner");
  expect(log).toContain("faultLog.test.ts");
  expect(answer).not.toMatch(/outer|inner|faultLog/);
  expect(answer).toContain("Something went wrong, sorry for the inconvenience. Please try again later.");
});

test("what was thrown and is no error is not spelled out", async () => {
  const { log } = await failing(Object.assign(new Error("kept"), { cause: "canary text" }));
  expect(log).not.toContain("canary");
});
