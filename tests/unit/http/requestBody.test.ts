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

test("a body that says how long it is and drips is refused in words over a connection too, and the rest of it holds nothing", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app(50).fetch });
  try {
    const heard = Promise.withResolvers<string>();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: server.port ?? 0,
      socket: {
        data: (_, bytes) => heard.resolve(bytes.toString()),
        error: (_, error) => heard.reject(error),
      },
    });
    socket.write("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\n123");
    expect(await heard.promise).toMatch(/^HTTP\/1.1 408/);
    socket.end();
    const whole = await fetch(server.url, { method: "POST", body: "1234567890" });
    expect(await whole.text()).toBe("1234567890");
  } finally {
    await server.stop(true);
  }
});

test("a body that breaks off is no fault of the server's", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
  const request = new Request("http://a.test/", {
    method: "POST",
    headers: { "content-length": "10" },
    body,
  });
  const response = await app(60_000).fetch(request);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "bad_request" });
});
