import { expect, test } from "bun:test";
import { Hono } from "hono";
import type { Env } from "../../../server/http/environment.ts";
import { errorResponse } from "../../../server/http/middleware/errors.ts";
import { isForeign, originGuard } from "../../../server/http/middleware/originGuard.ts";

const ours = "https://mail.example.com";

type Said = { origin?: string; site?: string | undefined; mode?: string; dest?: string; isRead?: boolean };

function isRefused({ origin, site, mode, dest, isRead = false }: Said): boolean {
  const said = { origin, "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest };
  const headers = Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const request = new Request(ours, { headers });
  return isForeign({ request, isOwnOrigin: (one) => one === ours, isRead });
}

test("a program, which says neither whence it comes nor from whose page, is let in", () => {
  for (const isRead of [true, false]) expect(isRefused({ isRead })).toBe(false);
});

test("our own pages are let in, and what a person types or opens themselves", () => {
  for (const isRead of [true, false])
    for (const said of [{ origin: ours }, { origin: ours, site: "same-origin" }, { site: "same-origin" }])
      expect(isRefused({ ...said, isRead })).toBe(false);
  expect(isRefused({ site: "none" })).toBe(false);
  // Another name of ours is another site's origin only where it says so.
  expect(isRefused({ origin: ours, site: "same-site" })).toBe(false);
});

test("another origin is refused whatever else is said, and so is one that says it is nobody's", () => {
  for (const origin of [
    "https://evil.example",
    "null",
    "http://mail.example.com",
    `${ours}.evil.example`,
    "",
  ])
    for (const site of [undefined, "same-origin", "none", "same-site", "cross-site"])
      for (const isRead of [true, false]) expect(isRefused({ origin, site, isRead })).toBe(true);
});

test("what another site's page starts is refused, also where the browser names no origin", () => {
  for (const isRead of [true, false])
    for (const site of ["cross-site", "same-site"]) expect(isRefused({ site, isRead })).toBe(true);
  expect(isRefused({ site: "cross-site", origin: ours })).toBe(true);
});

test("a link from another site may be followed to what changes nothing, and shown as a page alone", () => {
  const followed = { site: "cross-site", mode: "navigate", dest: "document" };
  expect(isRefused({ ...followed, isRead: true })).toBe(false);
  // A form of another site sends the same headers.
  expect(isRefused({ ...followed, isRead: false })).toBe(true);
  expect(isRefused({ ...followed, dest: "iframe", isRead: true })).toBe(true);
  expect(isRefused({ ...followed, mode: "no-cors", isRead: true })).toBe(true);
});

/** What a server answers to a page of another site, and what it writes of that. */
function guarded() {
  const logged: object[] = [];
  const app = new Hono<Env>();
  app.onError(errorResponse);
  app.use(
    originGuard(
      (one) => one === ours,
      (entry) => void logged.push(entry),
    ),
  );
  app.all("*", (c) => c.text("done"));
  const status = async (call: string, headers: Record<string, string>) => {
    const [method = "", path = ""] = call.split(" ");
    return (await app.request(path, { method, headers })).status;
  };
  return { logged, status };
}

const otherSites = {
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "no-cors",
  "sec-fetch-dest": "script",
};

test("pages are shown to whoever asks, and what mail programs and providers call is open to all", async () => {
  const { logged, status } = guarded();
  for (const call of ["GET /", "GET /pricing", "HEAD /pricing", "GET /static/app.js", "GET /healthz"])
    expect({ call, status: await status(call, otherSites) }).toEqual({ call, status: 200 });
  for (const call of ["POST /u/token", "GET /o/token.gif", "HEAD /o/token"])
    expect({ call, status: await status(call, otherSites) }).toEqual({ call, status: 200 });
  expect(logged).toEqual([]);
});

test("no call of the API, no socket and nothing that changes anything is made by another site's page, and the log tells", async () => {
  const { logged, status } = guarded();
  const calls = ["GET /amplify/auth/me", "HEAD /amplify/auth/me", "GET /ws/ada", "POST /amplify/auth/login"];
  for (const call of [...calls, "POST /", "PUT /pricing", "DELETE /anything", "PATCH /o/token"]) {
    expect({ call, status: await status(call, otherSites) }).toEqual({ call, status: 403 });
    expect({ call, status: await status(call, { origin: ours }) }).toEqual({ call, status: 200 });
    expect({ call, status: await status(call, {}) }).toEqual({ call, status: 200 });
  }
  expect(logged).toHaveLength(calls.length + 4);
  // A link may lead to an answer, which its page does not get to see; a form may not send anything.
  const followed = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  expect(await status("GET /amplify/auth/me", followed)).toBe(200);
  expect(await status("POST /amplify/auth/login", followed)).toBe(403);
  expect(logged[0]).toMatchObject({ event: "foreign_origin", outcome: "refused" });
});
