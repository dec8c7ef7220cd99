import { expect, test } from "bun:test";
import { Hono, type MiddlewareHandler } from "hono";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { Refusal } from "../../../contract/errors.ts";
import { idempotencyLimits } from "../../../contract/limits/identity.ts";
import { reason } from "../../../contract/reasons.ts";
import { refused, refusedFor } from "../../../contract/refused.ts";
import type { Database } from "../../../db/database.ts";
import type { Env } from "../../../server/http/environment.ts";
import { errorResponse } from "../../../server/http/middleware/errors.ts";
import { createIdempotency } from "../../../server/http/middleware/idempotency.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { failNth } from "../../support/db/failNth.ts";
import { keptLog } from "../../support/server/keptLog.ts";

const key = "POST /amplify/collections";
const endpoint: Endpoint = endpoints[key];

/** One call that counts how often it was done, behind the middleware over a database of the test's. */
function begin(database: Database, { now = (): number => 1_000_000, act = () => {} } = {}) {
  let count = 0;
  const secrets = { hashCounted: (text: string) => `hash of ${text}` };
  const { log } = keptLog();
  const once = createIdempotency({
    database,
    secrets,
    log,
    clock: { now } as never,
    newId: () => crypto.randomUUID(),
  });
  const app = new Hono<Env>();
  app.onError((error) => errorResponse(error));
  app.use(async (c, next) => {
    c.set("caller", { uid: "u1", scope: { workspaceId: "w1" } } as never);
    await next();
  });
  app.post("/amplify/collections", once.checks(key, endpoint)[0] as MiddlewareHandler<Env>, (c) => {
    count += 1;
    act();
    return c.json({ count }, 201);
  });
  const ask = async (key = "k") => {
    const headers = { "idempotency-key": key, "content-type": "application/json" };
    const answer = await app.request("/amplify/collections", {
      method: "POST",
      headers,
      body: '{"name":"x"}',
    });
    return { status: answer.status, json: (await answer.json()) as { reason?: string } };
  };
  return { ask, count: () => count };
}

eachDatabase("a call with an Idempotency-Key", (open) => {
  const database = emptyBeforeEach(open);

  test("of which nothing could be written down is not made", async () => {
    const broken = begin(failNth(database(), 1).database);
    expect((await broken.ask()).status).toBe(500);
    expect(broken.count()).toBe(0);
    expect((await broken.ask()).status).toBe(201);
  });

  test("whose answer could not be kept is answered, and never made again", async () => {
    const broken = begin(failNth(database(), 2).database);
    expect(await broken.ask()).toMatchObject({ status: 201, json: { count: 1 } });
    expect(await broken.ask()).toMatchObject({ status: 409, json: { reason: "idempotency_unknown" } });
    expect(broken.count()).toBe(1);
  });

  test("that failed in the middle is of unknown outcome, and one that was refused may be made again", async () => {
    let fault: Error | null = new Refusal("conflict", "taken");
    const call = begin(database(), {
      act() {
        if (fault) throw fault;
      },
    });
    expect((await call.ask()).status).toBe(409);
    fault = refused("imports_busy");
    expect((await call.ask()).status).toBe(503);
    fault = new Error("in the middle");
    expect((await call.ask()).status).toBe(500);
    fault = null;
    expect(await call.ask()).toMatchObject({ status: 409, json: { reason: "idempotency_unknown" } });
    expect(call.count()).toBe(3);
  });

  test("that may have sent a mail, or had a busy database, is of unknown outcome, though it was refused for now", async () => {
    const uncertain = reason("test_uncertain", { email: "a@in.test", why: reason("other") });
    let fault = refusedFor("unavailable", uncertain);
    const call = begin(database(), {
      act() {
        throw fault;
      },
    });
    for (const key of ["first", "second"]) {
      expect((await call.ask(key)).status).toBe(503);
      expect(await call.ask(key)).toMatchObject({ status: 409, json: { reason: "idempotency_unknown" } });
      fault = refused("busy");
    }
    expect(call.count()).toBe(2);
  });

  test("is a new one after a day", async () => {
    let now = 1_000_000;
    const call = begin(database(), { now: () => now });
    expect((await call.ask()).json).toEqual({ count: 1 } as never);
    now += 86_400_000 - 1;
    expect((await call.ask()).json).toEqual({ count: 1 } as never);
    now += 2;
    expect((await call.ask()).json).toEqual({ count: 2 } as never);
  });

  test("that another server began may be under way there, until no call takes as long any more", async () => {
    let now = 1_000_000;
    const there = begin(database(), {
      act() {
        throw new Error("its process ended");
      },
    });
    const here = begin(database(), { now: () => now });
    await there.ask();
    // One process has a file for itself, so of that nobody waits for another one.
    const first = database().shared === null ? "idempotency_unknown" : "idempotency_running";
    expect((await here.ask()).json).toMatchObject({ reason: first });
    now += idempotencyLimits.runsMs;
    expect((await here.ask()).json).toMatchObject({ reason: first });
    now += 1;
    expect((await here.ask()).json).toMatchObject({ reason: "idempotency_unknown" });
    expect(here.count()).toBe(0);
  });
});
