import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { webhookLimits } from "../../../contract/limits/api/webhooks.ts";
import { reason } from "../../../contract/reasons.ts";
import { english } from "../../../contract/sentences/en.ts";
import { sentenceOf } from "../../../contract/sentences/sentence.ts";
import { post } from "../../../server/webhooks/post.ts";

type Posting = Parameters<typeof post>[0];
const closing: (() => unknown)[] = [];
afterAll(() => closing.forEach((close) => void close()));

/** A receiver that answers byte by byte as is said, and the requests that it was sent. */
async function receiverThat(answers: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (request) => {
      asked.push(String(request));
      answers(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const posted = (more: Partial<Posting> = {}) =>
    post({
      url: `http://receiver.test:${port}/hook?a=1`,
      headers: { "webhook-id": "evt_1" },
      body: "Grüße",
      guard: async () => ({ ok: true, address: "127.0.0.1", addresses: ["127.0.0.1"] }),
      signal: new AbortController().signal,
      ...more,
    });
  return { asked, posted, port, sockets };
}

const head = (status: string, ...headers: string[]) =>
  [`HTTP/1.1 ${status}`, ...headers, "connection: close", "", ""].join("\r\n");

test("what is posted is whole, to the name that was given at the address that was judged", async () => {
  const { asked, posted, port } = await receiverThat((socket) => socket.end(`${head("202 Accepted")}taken`));
  const done = { kind: "answered", status: 202, answer: "taken", retryAfterMs: null };
  expect(await posted()).toEqual(done as never);
  const [request = ""] = asked;
  expect(request).toStartWith("POST /hook?a=1 HTTP/1.1\r\n");
  expect(request.toLowerCase()).toContain(`host: receiver.test:${port}\r\n`);
  expect(request.toLowerCase()).toContain("content-length: 7\r\n");
  expect(request).toEndWith("\r\n\r\nGrüße");
});

test("an answer without end is read as far as it is kept, and one that breaks off counts as far as it came", async () => {
  const endless = await receiverThat((socket) => {
    socket.write(head("500 No"));
    const more = () => socket.destroyed || socket.write("x".repeat(4_096), () => setImmediate(more));
    more();
  });
  const answer = "x".repeat(webhookLimits.keptCharacters);
  expect(await endless.posted()).toMatchObject({ kind: "answered", status: 500, answer });
  const broken = await receiverThat((socket) => {
    socket.write(head("200 OK", "content-length: 99"));
    socket.write("begun", () => socket.end());
  });
  expect(await broken.posted()).toMatchObject({ kind: "answered", status: 200, answer: "begun" });
});

test("a receiver that announces an answer again and again is let go of, and one that does it once is heard", async () => {
  const announcement = "HTTP/1.1 100 Continue\r\n\r\n";
  const endless = await receiverThat((socket) => {
    const more = () => socket.destroyed || socket.write(announcement.repeat(100), () => setImmediate(more));
    more();
  });
  const detail = "HPE_HEADER_OVERFLOW";
  expect(await endless.posted()).toEqual({
    kind: "unanswered",
    reason: reason("webhook_unreached", { detail }),
  });
  const polite = await receiverThat((socket) => socket.end(`${announcement}${head("200 OK")}taken`));
  expect(await polite.posted()).toMatchObject({ kind: "answered", status: 200, answer: "taken" });
});

test("Retry-After counts in seconds, and no other form of it", async () => {
  for (const [said, meant] of [
    ["120", 120_000],
    ["0", 0],
    ["Fri, 27 Nov 2026 10:00:00 GMT", null],
    ["-1", null],
  ]) {
    const { posted } = await receiverThat((socket) => socket.end(head("503 Busy", `retry-after: ${said}`)));
    expect(await posted()).toMatchObject({ status: 503, retryAfterMs: meant as null });
  }
});

test("a receiver that says nothing, or never ends its answer, is let go of when the time is up", async () => {
  const silent = { kind: "unanswered", reason: reason("webhook_silent", { seconds: 1 }) } as const;
  for (const says of ["", `${head("200 OK", "content-length: 9")}so far`]) {
    const { posted, sockets } = await receiverThat((socket) => says && socket.write(says));
    expect(await posted({ timeoutMs: 600 })).toEqual(silent);
    for (const socket of sockets)
      if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
  }
});

test("nothing is sent to an address that is not allowed, or after it was called off while the name was looked up", async () => {
  const { asked, posted } = await receiverThat((socket) => socket.end(head("204 None")));
  const inside = reason("public_server_unknown", { host: "receiver.test" });
  const guard = async () => ({ ok: false as const, reason: inside });
  expect(await posted({ guard })).toEqual({ kind: "unanswered", reason: inside });
  const off = new AbortController();
  const late: Posting["guard"] = async () => {
    off.abort();
    return { ok: true, address: "127.0.0.1", addresses: ["127.0.0.1"] };
  };
  expect(await posted({ guard: late, signal: off.signal })).toMatchObject({ kind: "unanswered" });
  expect(asked).toEqual([]);
});

test("a receiver that cannot be spoken to is told of in plain words, with the code for whoever runs it", async () => {
  const words = async (posting: Promise<Awaited<ReturnType<typeof post>>>) => {
    const posted = await posting;
    return posted.kind === "answered" ? posted.status : sentenceOf(posted.reason, english);
  };
  const mail = await receiverThat((socket) => socket.end("220 mail.example.org ESMTP\r\n"));
  expect(await words(mail.posted())).toBe(
    "The receiver could not be reached: what answers at that port does not speak HTTP (HPE_INVALID_CONSTANT)",
  );
  expect(await words(mail.posted({ url: `https://receiver.test:${mail.port}/hook` }))).toBe(
    "The receiver could not be reached: what answers at that port does not speak TLS, so it is not https (ERR_SSL_WRONG_VERSION_NUMBER)",
  );
  const breaking = await receiverThat((socket) => socket.destroy());
  expect(await words(breaking.posted())).toBe(
    "The receiver could not be reached: it broke the connection off (ECONNRESET)",
  );
  expect(await words(breaking.posted({ url: "http://receiver.test:1/hook" }))).toBe(
    "The receiver could not be reached: nothing takes connections at that address and port (ECONNREFUSED)",
  );
});
