import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Server } from "bun";
import { type Asset, compress } from "../../../server/build/asset.ts";
import { createStaticFiles } from "../../../server/http/pages/staticFiles.ts";

const script = new TextEncoder().encode("export const answer = 42;\n".repeat(100));
let asset: Asset;
let server: Server<undefined>;

beforeAll(async () => {
  const path = "/static/answer-1a2b3c.js";
  const type = "text/javascript; charset=utf-8";
  asset = await compress({ path, type, role: "chunk", of: "site", bytes: script, imports: [] }, "quick");
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: createStaticFiles([asset]).fetch });
});
afterAll(() => server.stop(true));

/** Fetch tidies a path before sending it, so the hostile ones go over the socket as they are. */
function raw(request: string): Promise<{ status: number; head: string; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    head: string;
    body: Buffer;
  }>();
  const pieces: Buffer[] = [];
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" }, () => socket.write(request));
  socket.on("data", (piece) => pieces.push(Buffer.from(piece)));
  socket.on("error", reject);
  socket.on("close", () => {
    const all = Buffer.concat(pieces);
    const end = all.indexOf("\r\n\r\n");
    const head = all.subarray(0, end).toString();
    resolve({ status: Number(head.split(" ")[1]), head: lowerNames(head), body: all.subarray(end + 4) });
  });
  return promise;
}

/** Header names in lower case, their values as they came: a tag is case-sensitive. */
function lowerNames(head: string): string {
  return head.replaceAll(/^[^:\r\n]+:/gm, (name) => name.toLowerCase());
}

function get(path: string, headers = ""): ReturnType<typeof raw> {
  return raw(`GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headers}\r\n`);
}

test("a file is served for ever, with its type, and nobody may guess another", async () => {
  const { status, head, body } = await get(asset.path);
  expect(status).toBe(200);
  expect(head).toContain("content-type: text/javascript; charset=utf-8");
  expect(head).toContain("cache-control: public, max-age=31536000, immutable");
  expect(head).toContain("x-content-type-options: nosniff");
  expect(head).toContain("vary: accept-encoding");
  expect(head).not.toContain("content-encoding");
  expect(body).toEqual(Buffer.from(script));
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("a browser that takes %s gets the bytes pressed beforehand", async (encoding, unpack) => {
  const { status, head, body } = await get(asset.path, `Accept-Encoding: ${encoding}\r\n`);
  expect(status).toBe(200);
  expect(head).toContain(`content-encoding: ${encoding}`);
  expect(body.length).toBeLessThan(script.length);
  expect(new Uint8Array(unpack(body))).toEqual(script);
});

test("the tag differs by encoding, and a browser that has it is spared the body", async () => {
  const tagOf = async (headers: string) => /etag: (\S+)/i.exec((await get(asset.path, headers)).head)?.[1];
  const plain = await tagOf("");
  const pressed = await tagOf("Accept-Encoding: br\r\n");
  expect(plain).toBeDefined();
  expect(pressed).not.toBe(plain);

  const again = await get(asset.path, `If-None-Match: "other", W/${plain}\r\n`);
  expect(again.status).toBe(304);
  expect(again.body.length).toBe(0);
  expect((await get(asset.path, `If-None-Match: ${pressed}\r\n`)).status).toBe(200);
});

test("HEAD answers like GET without the body", async () => {
  const { status, body } = await raw(
    `HEAD ${asset.path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
  );
  expect(status).toBe(200);
  expect(body.length).toBe(0);
});

test.each([
  "/static/",
  "/static/missing.js",
  "/static/..%2fpackage.json",
  "/static/..%2f..%2fetc%2fpasswd",
  "/static/../package.json",
  "/static/%2e%2e/package.json",
  "/static/%5c",
  "/static/..%5cpackage.json",
  "/static/%00",
  "/static/answer-1a2b3c.js%00",
  "/static/%",
  "/static/%ff%fe",
  "/static/__proto__",
  "/static/constructor",
  "/static//answer-1a2b3c.js",
  "/static/%61nswer-1a2b3c.js",
])("%s is not in the manifest and answers 404", async (path) => {
  expect((await get(path)).status).toBe(404);
});
