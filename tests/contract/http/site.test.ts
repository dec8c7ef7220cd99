import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { textsIn } from "../../../contract/texts/language.ts";
import { titleTexts } from "../../../contract/texts/pages/titles.ts";
import { routes } from "../../../pages/routes.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { loadSiteFacts } from "../../../server/siteFacts.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

const titles = textsIn("en")(titleTexts);

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), "amplify-site-"));
const publicUrl = "https://mail.example.com";

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: publicUrl }, { islands: true });
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: "manual", decompress: false } as RequestInit);
const listed = Object.entries(routes).filter(
  ([, { access, unlisted }]) => access !== "signedIn" && unlisted !== true,
);

test("pages are pressed as the browser takes it, and say that they differ by it", async () => {
  const plain = await (await page("/", { "accept-encoding": "identity" })).text();
  for (const [encoding, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const answer = await page("/", { "accept-encoding": encoding });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("cookie, accept-encoding");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=UTF-8");
    const bytes = await answer.bytes();
    expect(bytes.length * 3).toBeLessThan(plain.length);
    expect(unpack(bytes).toString()).toBe(plain);
  }
});

test("what is not a page is not pressed: an answer of the API may hold a secret", async () => {
  const answer = await page("/openapi.json", { "accept-encoding": "br" });
  expect((await answer.text()).length).toBeGreaterThan(10_000);
  expect(answer.headers.get("content-encoding")).toBeNull();
});

test("a pressed answer to HEAD has no body", async () => {
  const request = { method: "HEAD", headers: { "accept-encoding": "br" } };
  const answer = await fetch(`${server.url}/pricing`, request);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("");
});

test("every page for visitors tells search engines its one address, its picture and what it is about", async () => {
  for (const [path, { about }] of listed) {
    const { title, description } = about(titles);
    const html = await (await page(path, { "accept-encoding": "identity" })).text();
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}${path}"/>`);
    expect(html).toContain(`<meta property="og:title" content="${title}"/>`);
    expect(html).toContain(`<meta property="og:description" content="${description}"/>`);
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(picture).toStartWith(`${publicUrl}/static/social-`);
    const answer = await page(new URL(picture).pathname);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(html).not.toContain("noindex");
  }
});

test("pages behind a sign-in or a link of ours are no search results", async () => {
  const ada = await server.signUp();
  for (const path of ["/app", "/account", "/forgot", "/sandbox"]) {
    const html = await (await page(path, { cookie: ada.cookie, "accept-encoding": "identity" })).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain("canonical");
  }
});

test("the sitemap has every listed page and robots.txt names it", async () => {
  const sitemap = await send(`${server.url}/sitemap.xml`);
  expect(sitemap.headers.get("content-type")).toStartWith("application/xml");
  const found = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(found.sort()).toEqual(listed.map(([path]) => publicUrl + path).sort());
  const robots = await send(`${server.url}/robots.txt`);
  expect(robots.text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  expect(robots.text).toContain("Disallow: /app");
});

test("the icons that browsers ask for by name are there, and the manifest's are what it says", async () => {
  for (const path of ["/favicon.ico", "/apple-touch-icon.png"]) {
    const answer = await page(path);
    expect({ path, type: answer.headers.get("content-type") }).toEqual({ path, type: "image/png" });
    expect((await answer.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode("PNG"));
  }
  const { json } = await send(`${server.url}/manifest.webmanifest`);
  const { icons } = json as { icons: { src: string; sizes: string }[] };
  expect(icons).toHaveLength(2);
  for (const { src, sizes } of icons) {
    const bytes = Buffer.from(await (await page(src)).bytes());
    // Width and height stand in the first chunk of a PNG (section 11.2.2 of its specification).
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test("a file that is not there is 404, as a page only for somebody who opened it", async () => {
  const paths = ["/logo.png", "/old/site.css", "/app.js.map", "/.well-known/none", "/wp-login.php"];
  for (const path of paths) {
    const asFile = await page(path);
    expect({ path, status: asFile.status }).toEqual({ path, status: 404 });
    expect(asFile.headers.get("content-type")).toStartWith("application/json");
    const opened = await page(path, { accept: "text/html", "accept-encoding": "identity" });
    expect(opened.status).toBe(404);
    expect(await opened.text()).toContain("This page does not exist");
  }
  // A name with a dot in it is still a path of the specification's "any other" kind.
  expect((await page("/jane.doe")).headers.get("location")).toBe("/");
});

test("the style guide is there in development or when asked for, and otherwise a path like any other", async () => {
  expect((await page("/styleguide")).headers.get("location")).toBe("/");
  const building = await startTestServer({ AMPLIFY_STYLEGUIDE: "on" }, { islands: true });
  try {
    const answer = await fetch(`${building.url}/styleguide`, { redirect: "manual" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Style guide</h1>");
  } finally {
    await building.close();
  }
});

test("the figures on the front page are the specification's until the installation sets its own", async () => {
  expect(readSettings({}).statistics).toEqual([
    { value: "10K+", label: "users" },
    { value: "500K+", label: "emails" },
    { value: "99%", label: "delivery" },
  ]);
  const front = await (await page("/", { "accept-encoding": "identity" })).text();
  for (const words of ["10K+", "500K+", "99%"]) expect(front).toContain(`<dd>${words}</dd>`);
  expect(readSettings({ AMPLIFY_STATS: "12 newsletters, 3 people behind them" }).statistics).toEqual([
    { value: "12", label: "newsletters" },
    { value: "3", label: "people behind them" },
  ]);
  expect(readSettings({ AMPLIFY_STATS: "off" }).statistics).toEqual([]);
  for (const wrong of ["many", "1 a, 2 b, 3 c, 4 d, 5 e", `1 ${"x".repeat(50)}`])
    expect(() => readSettings({ AMPLIFY_STATS: wrong })).toThrow("Setting AMPLIFY_STATS");
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("testimonials are the installation's own; without any, ours are marked as ours", async () => {
  const front = await (await page("/", { "accept-encoding": "identity" })).text();
  expect(front).toContain("in place of praise");
  expect(front).toContain("The Amplify team");

  const quotes = [{ quote: "It <counts> right.", name: "Wanda", role: "Choir" }];
  const quoting = await startTestServer({
    AMPLIFY_TESTIMONIALS: file("quotes.json", JSON.stringify(quotes)),
  });
  try {
    const { text } = await send(`${quoting.url}/`);
    expect(text).toContain("It &lt;counts&gt; right.");
    expect(text).toContain("Wanda");
    expect(text).not.toContain("in place of praise");
  } finally {
    await quoting.close();
  }
});

test.each([
  ["that is missing", join(folder, "none.json"), "cannot be read"],
  ["that is no JSON", () => file("broken.json", "[{"), "is not JSON"],
  ["without a name", () => file("nameless.json", '[{"quote":"Good"}]'), "0.name"],
  ["with a field nobody knows", () => file("odd.json", '[{"quote":"a","name":"b","src":"c"}]'), "at 0"],
])("a file of testimonials %s stops the start and is named", async (_, path, why) => {
  const settings = readSettings({ AMPLIFY_TESTIMONIALS: typeof path === "string" ? path : path() });
  await expect(loadSiteFacts(settings)).rejects.toThrow(why);
  await expect(loadSiteFacts(settings)).rejects.toThrow("AMPLIFY_TESTIMONIALS");
});
