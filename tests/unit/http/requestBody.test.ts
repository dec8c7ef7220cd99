import { expect, test } from "bun:test";
import { Hono } from "hono";
import type { Env } from "../../../server/http/environment.ts";
import { boundedBody } from "../../../server/http/middleware/body.ts";
import { errorResponse } from "../../../server/http/middleware/errors.ts";

const app = (receiveMs: number) =>
  new Hono<Env>()
    .onError(errorResponse)
    .use(boundedBody(10, { receiveMs }))
    .post("/", async (c) => c.text(await c.req.text()));

const post = (body: ReadableStream | string, receiveMs = 60_000) =>
  app(receiveMs).request("/", { method: "POST", body, headers: { "x-kept": "yes" } });

test("a body that fits arrives whole, however it was cut up", async () => {
  const pieces = new ReadableStream({
    start(controller) {
      for (const piece of ["12", "345", "67890"]) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  expect(await (await post(pieces)).text()).toBe("1234567890");
});

test("a body that never ends is not read beyond its bound", async () => {
  let pulled = 0;
  let cancelled = false;
  const endless = new ReadableStream(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode("1234"));
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  expect((await post(endless)).status).toBe(413);
  expect({ pulled, cancelled }).toEqual({ pulled: 3, cancelled: true });
});

test("a body that stops arriving is given up", async () => {
  const stalled = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("1"));
    },
  });
  const response = await post(stalled, 5);
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ code: "bad_request" });
});
