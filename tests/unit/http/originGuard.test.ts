import { expect, test } from "bun:test";
import { isForeign } from "../../../server/http/middleware/originGuard.ts";

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
