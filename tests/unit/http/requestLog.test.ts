import { expect, test } from "bun:test";
import { Hono } from "hono";
import { Alarm } from "../../../server/core/Alarm.ts";
import type { Env } from "../../../server/http/environment.ts";
import { requestLog } from "../../../server/http/middleware/requestLog.ts";
import { keptLog } from "../../support/server/keptLog.ts";

/** An app whose services know the log and nothing of requests. */
function serve(answer: (name: string) => Promise<unknown>) {
  const kept = keptLog();
  let last = 0;
  const app = new Hono<Env>();
  app.use(requestLog({ log: kept.log, newId: () => `request ${++last}` }));
  app.get("/:name", async (c) => c.json(await answer(c.req.param("name"))));
  const said = () =>
    kept.entries
      .filter(({ level }) => level === "warn")
      .map(({ message, request }) => [message, request])
      .sort();
  return { app, log: kept.log, said };
}

test("what a service logs in the middle of a request names it, also while others are answered", async () => {
  const bothAreHere = Promise.withResolvers<void>();
  let waiting = 0;
  const { app, log, said } = serve(async (name) => {
    if (++waiting === 2) bothAreHere.resolve();
    await bothAreHere.promise;
    log.with({ account: "a1" }).warn(name);
    return {};
  });
  await Promise.all([app.request("/one"), app.request("/two")]);
  expect(said()).toEqual([
    ["one", "request 1"],
    ["two", "request 2"],
  ]);
});

test("what goes on by itself, woken by a request, names none", async () => {
  const alarm = new Alarm();
  const { app, log, said } = serve(async () => alarm.ring());
  const loop = alarm.wait(60_000).then(() => log.warn("woken"));
  await app.request("/wake");
  await loop;
  expect(said()).toEqual([["woken", undefined]]);
});
