import { afterAll, beforeAll, expect, test } from "bun:test";
import { openRawSocket } from "../../support/server/rawSocket.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
let eve: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.1, ::1" });
  [ada, eve] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

/** Opens a socket and goes away; answers the status of the handshake. */
async function open({ uid, cookie }: TestPerson, headers: Record<string, string> = {}): Promise<number> {
  const port = Number(new URL(server.url).port);
  const socket = await openRawSocket({ port, path: `/ws/${uid}`, headers: { cookie, ...headers } });
  socket.end();
  return Number(socket.status.split(" ")[1]);
}

/** What a handshake is told that is refused. */
async function refused({ uid, cookie }: TestPerson, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/ws/${uid}`, {
    headers: { cookie, connection: "Upgrade", upgrade: "websocket", ...headers },
  });
  const waitSeconds = Number(answer.headers.get("retry-after"));
  return { status: answer.status, json: await answer.json(), waitSeconds };
}

test("one person opened 45,000 sockets in eight seconds: the 31st in a burst is told to wait a few seconds", async () => {
  for (let nth = 1; nth <= 30; nth += 1) expect([nth, await open(eve)]).toEqual([nth, 101]);
  const { status, json, waitSeconds } = await refused(eve);
  expect({ status, json }).toEqual({
    status: 429,
    json: {
      message: "Too many connections were opened. Please try again in a minute.",
      code: "rate_limited",
      reason: "too_many_openings",
      params: { minutes: 1 },
      reply: null,
    },
  });
  expect(waitSeconds).toBeGreaterThanOrEqual(1);
  expect(waitSeconds).toBeLessThanOrEqual(15);
  // Neither another address of theirs nor another session opens more, and nobody else has to wait.
  expect(await open(eve, { "x-forwarded-for": "203.0.113.7" })).toBe(429);
  expect(await open(await server.logIn(eve))).toBe(429);
  expect(await open(ada)).toBe(101);
  expect((await eve.client("GET /amplify/auth/me")).uid).toBe(eve.uid);
});

test("another site's page does not use up the sockets of whoever looks at it", async () => {
  const person = await server.signUp();
  for (let nth = 1; nth <= 40; nth += 1)
    expect(await open(person, { origin: "https://evil.example" })).toBe(403);
  expect(await open(person)).toBe(101);
});

test("handshakes of strangers are counted by address, before anybody is looked up", async () => {
  const stranger = { ...ada, cookie: "amplify=x" };
  const from = (address: string) => ({ "x-forwarded-for": address });
  for (let nth = 1; nth <= 600; nth += 1)
    expect(await refused(stranger, from("203.0.113.1"))).toMatchObject({ status: 401 });
  expect(await refused(stranger, from("203.0.113.1"))).toMatchObject({ status: 429 });
  expect(await open(ada, from("203.0.113.1"))).toBe(429);
  expect(await open(ada, from("203.0.113.2"))).toBe(101);
});
