import { afterAll, beforeAll, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { textsIn } from "../../../contract/texts/language.ts";
import { titleTexts } from "../../../contract/texts/pages/titles.ts";
import { routes } from "../../../pages/routes.ts";
import { themes } from "../../../pages/shell/view.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

const titles = textsIn("en")(titleTexts);

let server: TestServer;
let free: TestPerson;
let premium: TestPerson;
beforeAll(async () => {
  server = await startTestServer({}, { islands: true });
  free = await server.signUp();
  premium = await server.signUp();
  await server.grant(premium, { status: "AMPR" });
}, 60_000);
afterAll(() => server.close());

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(server.url + path, { method, headers, redirect: "manual", decompress: false } as RequestInit);
const unpacked = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Uint8Array) => Buffer.from(bytes),
};
const everybody = Object.entries(routes).flatMap(([path, { access }]) =>
  access === "everyone" ? [path] : [],
);

test("each visitor gets the page as it is for them, whatever others asked for at the same time", async () => {
  const visitors = [null, free, premium, null];
  const encodings = ["gzip", "identity"] as const;
  const forms = everybody.flatMap((path, at) =>
    visitors.flatMap((visitor) =>
      [undefined, themes[at % 2]].flatMap((theme) =>
        encodings.map((encoding) => ({ path, visitor, theme, encoding })),
      ),
    ),
  );
  const shown = await Promise.all(
    forms.map(async ({ path, visitor, theme, encoding }) => {
      const cookie = [visitor?.cookie ?? "a=b", ...(theme === undefined ? [] : [`theme=${theme}`])].join(
        "; ",
      );
      const answer = await ask(path, { cookie, "accept-encoding": encoding });
      expect(answer.status).toBe(200);
      const html = unpacked[encoding](await answer.bytes()).toString();
      const opening = /<html[^>]*>/.exec(html)?.[0] ?? "";
      expect(opening.includes(`data-theme="${theme}"`)).toBe(theme !== undefined);
      expect(opening.includes("data-signed-in")).toBe(visitor !== null);
      for (const { uid, email } of [free, premium])
        expect(html.includes(uid) || html.includes(email)).toBe(false);
      const about = routes[path]?.about(titles).description ?? "";
      expect(html).toContain(about);
      return { key: `${path} ${theme} ${visitor?.uid}`, plan: `${path} ${theme}`, visitor, html };
    }),
  );
  // The same visitor is shown the same page in every encoding and at every time.
  const shownTo = Map.groupBy(shown, ({ key }) => key);
  for (const pages of shownTo.values()) expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
  const pricing = (visitor: TestPerson | null) =>
    shown.find((page) => page.plan === "/pricing undefined" && page.visitor === visitor)?.html;
  expect(new Set([pricing(null), pricing(free), pricing(premium)]).size).toBe(3);
}, 30_000);

test("a changed plan, a session that ends and a theme that is taken back show at once", async () => {
  const person = await server.signUp();
  const pricing = async () => (await ask("/pricing", { cookie: person.cookie })).text();
  const before = await pricing();
  await server.grant(person, { status: "AMEX" });
  expect(await pricing()).not.toBe(before);
  const visitors = await (await ask("/pricing")).text();
  await person.client("POST /amplify/auth/logout").catch(() => {});
  await ask("/logout", { cookie: person.cookie, origin: server.url }, "POST");
  expect(await pricing()).toBe(visitors);
  expect(await (await ask("/pricing", { cookie: "theme=purple" })).text()).toBe(visitors);
  expect(await (await ask("/pricing", { cookie: "x=theme=dark; mytheme=dark" })).text()).toBe(visitors);
});

test("a page that a browser has is not sent again, and another form of it is", async () => {
  const first = await ask("/pricing", { "accept-encoding": "br" });
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = await ask("/pricing", { "accept-encoding": "br", "if-none-match": `"other", W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("etag")).toBe(etag);
  expect(again.headers.get("vary")).toBe(first.headers.get("vary"));
  for (const headers of [
    { "accept-encoding": "gzip" },
    { "accept-encoding": "br", cookie: "theme=dark" },
    { "accept-encoding": "br", cookie: free.cookie },
  ] as Record<string, string>[]) {
    const other = await ask("/pricing", { ...headers, "if-none-match": etag });
    expect([other.status, other.headers.get("etag") === etag]).toEqual([200, false]);
  }
});

test("HEAD says what GET would, its length too", async () => {
  const paths = [
    "/",
    "/pricing",
    "/healthz",
    "/openapi.json",
    "/robots.txt",
    "/amplify/auth/me",
    "/app",
    "/nothing.png",
  ];
  for (const path of paths)
    for (const encoding of ["br", "identity"])
      for (const cookie of ["", free.cookie]) {
        const headers = { "accept-encoding": encoding, ...(cookie === "" ? {} : { cookie }) };
        const [get, head] = [await ask(path, headers), await ask(path, headers, "HEAD")];
        const said = ({ status, headers: own }: Response) => ({
          status,
          ...Object.fromEntries([...own].filter(([name]) => !["date", "x-request-id"].includes(name))),
        });
        expect({ path, ...said(head) }).toEqual({ path, ...said(get) });
        expect((await head.bytes()).length).toBe(0);
        expect(head.headers.get("x-request-id")).not.toBe(get.headers.get("x-request-id"));
        await get.bytes();
      }
});

test("a page from memory has the headers of every answer", async () => {
  const [page, other] = [await ask("/"), await ask("/healthz")];
  for (const name of [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
  ])
    expect({ name, value: page.headers.get(name) }).toEqual({ name, value: other.headers.get(name) });
  expect(page.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});
