import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { socketLimits } from "../../../contract/limits/socket.ts";
import { type RealtimeMessage, realtimeMessage } from "../../../contract/realtime/messages.ts";
import { openRawSocket, type RawSocket } from "../../support/server/rawSocket.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
let ada: TestPerson;
let eve: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  [ada, eve] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

const upgradeHeaders = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": Buffer.alloc(16).toString("base64"),
};

/** The answer to a handshake; a refused one is JSON like every other refusal. */
async function handshake(path: string, headers: Record<string, string>): Promise<RawSocket> {
  const { port } = new URL(server.url);
  return openRawSocket({ port: Number(port), path, headers });
}

async function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  const socket = await handshake(path, headers);
  socket.end();
  return Number(socket.status.split(" ")[1]);
}

describe("opening a socket", () => {
  test("one's own cookie or token opens it, with or without an Origin of ours", async () => {
    const path = `/ws/${ada.uid}`;
    expect(await statusOf(path, { cookie: ada.cookie, origin: server.url })).toBe(101);
    expect(await statusOf(path, { cookie: ada.cookie })).toBe(101);
    expect(await statusOf(path, { authorization: `Bearer ${ada.token}` })).toBe(101);
    expect(await statusOf(path, { authorization: ada.token })).toBe(101);
  });

  test("nobody's, a wrong or somebody else's session is refused before the upgrade, and stays unharmed", async () => {
    for (const headers of [
      {},
      { cookie: "amplify=x" },
      { authorization: "Bearer x" },
      { cookie: eve.cookie },
    ]) {
      const response = await fetch(`${server.url}/ws/${ada.uid}`, {
        headers: { ...upgradeHeaders, ...headers },
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: "Unauthorized" });
    }
    for (const path of ["/ws/", `/ws/${eve.uid}/x`, "/ws/%00", "/ws/%E0%A4"])
      expect([path, await statusOf(path, { cookie: eve.cookie })]).toEqual([path, 401]);
    expect((await eve.client("GET /amplify/auth/me")).uid).toBe(eve.uid);
  });

  test("another site's page is refused even with the right cookie", async () => {
    const path = `/ws/${ada.uid}`;
    const foreign = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${server.url}.evil.example` },
      { origin: server.url, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "websocket" },
    ];
    for (const headers of foreign) expect(await statusOf(path, { cookie: ada.cookie, ...headers })).toBe(403);
  });

  test("a plain request for the address is told so", async () => {
    const response = await fetch(`${server.url}/ws/${ada.uid}`, { headers: { cookie: ada.cookie } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_request" });
  });
});

describe("a session's end", () => {
  test("logging out closes its sockets with 4401 and no other session's", async () => {
    const [one, other] = [await server.logIn(ada), await server.logIn(ada)];
    const gone = await handshake(`/ws/${ada.uid}`, { cookie: one.cookie });
    const kept = await handshake(`/ws/${ada.uid}`, { cookie: other.cookie });
    let keptClosed = false;
    void kept.closed.then(() => {
      keptClosed = true;
    });
    await one.client("POST /amplify/auth/logout");
    expect(await gone.closed).toBe(4401);
    expect(await statusOf(`/ws/${ada.uid}`, { cookie: one.cookie })).toBe(401);
    expect(keptClosed).toBe(false);
    kept.end();
  });

  test("changing the password closes the other sessions' sockets", async () => {
    const person = await server.signUp();
    const other = await server.logIn(person);
    const socket = await handshake(`/ws/${person.uid}`, { cookie: other.cookie });
    const body = { currentPassword: person.password, newPassword: "Another-Horse-8" };
    await person.client("POST /amplify/auth/password", { body });
    expect(await socket.closed).toBe(4401);
  });
});

test("a campaign's progress arrives to its end, and whoever connects later is told at once", async () => {
  const person = await server.signUp();
  const { client, cookie, uid } = person;
  const from = "ada@sender.test";
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, alias: `Ada <${from}>` },
  });
  const emails = [...Array.from({ length: 20 }, (_, i) => `lead${i}@in.test`), "bounce@in.test"];
  const leads = emails.map((email) => ({ firstName: "Bob", email }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  const socket = await handshake(`/ws/${uid}`, { cookie, origin: server.url });
  const { campaignId } = await client("POST /email/send", {
    body: { subject: "Hello", html: "<p>Hi</p>", collection: "all", from },
  });
  const end = { target: "email", campaignId, state: "finished", running: false };
  const counts = { total: 21, success: 20, failed: 1, failedEmails: ["bounce@in.test"] };
  await until(() => messagesOf(socket).some(({ data }) => !data.running));
  expect(messagesOf(socket).at(-1)?.data).toMatchObject({ ...end, ...counts });
  const seqs = messagesOf(socket).map(({ data }) => data.seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));

  const later = await handshake(`/ws/${uid}`, { cookie });
  await until(() => later.messages.length > 0);
  expect(messagesOf(later)[0]?.data).toMatchObject({ ...end, ...counts });
  expect(messagesOf(later)[0]?.data.seq).toBeGreaterThan(seqs.at(-1) ?? 0);
  for (const each of [socket, later]) each.end();
});

function messagesOf(socket: RawSocket): RealtimeMessage[] {
  return socket.messages.map((text) => realtimeMessage.parse(JSON.parse(text)));
}

describe("hostile sockets on the whole server", () => {
  test("a large frame, a flood and too many sockets end with their codes, and the server answers on", async () => {
    const person = await server.signUp();
    const open = () => handshake(`/ws/${person.uid}`, { cookie: person.cookie });
    const large = await open();
    large.send({ opcode: 2, claimBytes: 20 * 1024 * 1024, payload: new Uint8Array(64) });
    expect(await large.closed).toBe(1009);
    const flood = await open();
    for (let sent = 0; sent < 1_000; sent++) flood.send({ payload: Buffer.from("hello") });
    expect(await flood.closed).toBe(1008);
    // It never answers that it closes too, and goes on sending until nothing takes it any more.
    for (let sent = 0; sent < 1_000; sent++) flood.send({ opcode: 9 });
    let isCut = false;
    void flood.ended.then(() => (isCut = true));
    await until(() => isCut, 15_000);
    const many = await Promise.all(Array.from({ length: socketLimits.perUser + 1 }, open));
    expect(await Promise.race(many.map((socket) => socket.closed))).toBe(1013);
    for (const socket of many) socket.end();
    expect((await person.client("GET /amplify/auth/me")).uid).toBe(person.uid);
  });
});
