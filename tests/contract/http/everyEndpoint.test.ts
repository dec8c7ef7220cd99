import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { role: "admin" });
});
afterAll(() => server.close());

for (const [key, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
  const { method, path } = methodAndPath(key);
  const url = () => server.url + path.replace(/\{\w+\}/g, "none");
  const readsJson = endpoint.body !== undefined && (endpoint.bodyType ?? "json") === "json";
  const isOwn = (endpoint.origin ?? "own") === "own";

  if (endpoint.access !== "public")
    test(`${key} needs a session`, async () => {
      for (const headers of [{}, { authorization: "Bearer none" }, { cookie: "amplify=none" }]) {
        const sent = await send(url(), { method, headers });
        expect({ status: sent.status, text: sent.text }).toEqual({
          status: 401,
          text: '{"message":"Unauthorized"}',
        });
      }
    });

  if (endpoint.access === "api" || endpoint.access === "admin")
    test(`${key} is not for somebody in the free plan who runs nothing`, async () => {
      const { cookie } = await server.signUp();
      expect(await send(url(), { method, cookie })).toMatchObject({
        status: 403,
        json: { code: "forbidden" },
      });
    });

  if (isOwn)
    test(`${key} refuses other sites`, async () => {
      const foreign: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "http://localhost:8000.evil.example" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
      ];
      for (const headers of foreign) {
        const sent = await send(url(), { method, cookie: person.cookie, headers });
        expect({ headers, status: sent.status }).toEqual({ headers, status: 403 });
        expect(sent.headers.get("access-control-allow-origin")).toBeNull();
      }
    });
  else
    test(`${key} is open to other sites, without their reading it by script`, async () => {
      const sent = await send(url(), { method, headers: { origin: "https://mail.example" } });
      expect(sent.status).not.toBe(403);
      expect(sent.headers.get("access-control-allow-origin")).toBeNull();
    });

  if (readsJson) {
    test(`${key} reads JSON and nothing else`, async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
      ]) {
        const sent = await send(url(), {
          method,
          cookie: person.cookie,
          body: "{}",
          headers: { "content-type": type },
        });
        expect({ type, status: sent.status, code: codeOf(sent.json) }).toEqual({
          type,
          status: 415,
          code: "unsupported_media_type",
        });
      }
    });

    test(`${key} answers 400 to malformed JSON`, async () => {
      for (const body of ["{", '{"a":', "", "\u0000", "[1,"]) {
        const sent = await send(url(), { method, cookie: person.cookie, body });
        expect({ body, status: sent.status, code: codeOf(sent.json) }).toEqual({
          body,
          status: 400,
          code: "bad_request",
        });
      }
    });
  }

  // A body that is taken in piece by piece has a test of its own: it may be as long as no test should make it.
  if (method !== "GET" && endpoint.bodyType !== "bytes")
    test(`${key} bounds its body, whatever the sender says of its length`, async () => {
      const bytes = bodyLimits[endpoint.bodyLimit ?? "jsonBytes"] + bodyLimits.formBytes + 1;
      const headers =
        endpoint.bodyType === "file" ? { "content-type": "multipart/form-data; boundary=x" } : {};
      const whole = " ".repeat(bytes);
      for (const body of [whole, chunked(whole)]) {
        const sent = await send(url(), { method, cookie: person.cookie, body, headers });
        expect({ isText: body === whole, status: sent.status }).toEqual({
          isText: body === whole,
          status: 413,
        });
      }
    });
}

function codeOf(json: unknown): unknown {
  return (json as { code?: unknown } | undefined)?.code;
}

/** A body that is sent without a Content-Length: a Blob's own stream would still be given one. */
function chunked(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}
