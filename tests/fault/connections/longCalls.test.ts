import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { serve } from "#platform/serve";
import { type EndpointKey, endpoints } from "../../../contract/endpoints.ts";
import type { Serving } from "../../../platform/serve.ts";
import { registerRoutes } from "../../../server/http/register.ts";
import { send } from "../../support/smtp/send.ts";

setDefaultTimeout(60_000);

// Bun looks at connections every four seconds.
const idleSeconds = 8;
const workMs = 14_000;

let serving: Serving;
beforeAll(async () => {
  const nothing = () => [];
  const app = registerRoutes({
    checks: nothing,
    audit: nothing,
    once: nothing,
    afterChange: nothing,
    routes: (Object.keys(endpoints) as EndpointKey[]).map((key) => ({
      key,
      handler: () => Bun.sleep(workMs).then(() => ({ message: "done" })),
    })) as never,
  });
  serving = await serve({
    port: 0,
    hostname: "127.0.0.1",
    bodyBytes: 1_024,
    idleSeconds,
    pipelinedMax: 32,
    sockets: {
      incomingBytes: 1_024,
      backlogBytes: 1_024,
      pingMs: 4_000,
      closeMs: 1_000,
      open() {},
      heard() {},
      drain() {},
      close() {},
    },
    answer: (request, { atWork }) => app.fetch(request, request.headers.has("x-left") ? {} : { atWork }),
    malformed: () => new Response(null, { status: 400 }),
    failed: () => new Response(null, { status: 500 }),
  });
});
afterAll(() => serving.cut());

test("a call is answered however long it is worked on, on a connection that is cut for lying still", async () => {
  const call = (path: string, { method = "GET", ...headers }: Record<string, string> = {}) =>
    send(`http://127.0.0.1:${serving.port}${path}`, { method, headers }).then(
      ({ json }) => json,
      () => "cut",
    );
  const answers = await Promise.all([
    call("/amplify/collections"),
    call("/amplify/leads/deletions/d/undo", { method: "POST" }),
    // So that the test fails where such a connection would have lived as long by itself.
    call("/amplify/collections", { "x-left": "yes" }),
  ]);
  const done = { message: "done" };
  expect(answers).toEqual([done, done, "cut"]);
});
