import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { serverLimits } from "../../../contract/limits/http.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** How many answers come to requests that are sent together, and whether the connection is ended then. */
function answersTo(count: number): Promise<{ answers: number; isEnded: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ answers: number; isEnded: boolean }>();
  const { host, port } = new URL(server.url);
  let answer = "";
  const counted = () => answer.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  const socket = connect(Number(port), "127.0.0.1", () =>
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(count)),
  );
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
    if (counted() < count) return;
    resolve({ answers: count, isEnded: false });
    socket.destroy();
  });
  // What is left unread of what was sent may be told as an error.
  socket.on("error", () => {});
  socket.on("close", () => resolve({ answers: counted(), isEnded: true }));
  return promise;
}

test("whoever sends thousands of requests without waiting for answers is hung up on, and nobody else waits for them", async () => {
  const { answers, isEnded } = await answersTo(4 * serverLimits.pipelinedMax * 20);
  expect(isEnded).toBeTrue();
  // On Bun the first of a turn are not counted yet.
  expect(answers).toBeLessThanOrEqual(2 * serverLimits.pipelinedMax);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("a few requests that are sent together are all answered", async () => {
  expect(await answersTo(serverLimits.pipelinedMax / 2)).toEqual({
    answers: serverLimits.pipelinedMax / 2,
    isEnded: false,
  });
});
