import { afterAll, beforeAll, expect, test } from "bun:test";
import { textsIn } from "../../../contract/texts/language.ts";
import { titleTexts } from "../../../contract/texts/pages/titles.ts";
import { routes } from "../../../pages/routes.ts";
import { facts, type ServedPages, servePages } from "../../support/browser/servePages.ts";

const titles = textsIn("en")(titleTexts);

let pages: ServedPages;
beforeAll(async () => {
  pages = await servePages();
});
afterAll(() => pages.close());

const signedIn = { headers: { cookie: "session=alice" } };

for (const [path, { access, about, waitsForSignIn }] of Object.entries(routes)) {
  test(`${path} is for ${access}`, async () => {
    const visitor = await pages.app.request(path);
    const person = await pages.app.request(path, signedIn);
    const elsewhere = waitsForSignIn ? `/login?to=${path.slice(1)}` : "/";
    if (access === "signedIn") expect(visitor.headers.get("location")).toBe(elsewhere);
    else expect(visitor.status).toBe(200);
    if (access === "signedOut") expect(person.headers.get("location")).toBe("/app");
    else expect(person.status).toBe(200);

    const html = await (access === "signedIn" ? person : visitor).text();
    const { title, description } = about(titles);
    expect(html).toMatch(/^<!doctype html><html lang="en"( data-signed-in="true")?>/);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<meta name="description" content="${description}"/>`);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test(`${path} holds no inline script and no inline style`, async () => {
    const html = await (await pages.app.request(path, access === "signedIn" ? signedIn : {})).text();
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    expect(html).not.toMatch(/ style=/);
    expect(html).not.toMatch(/ on[a-z]+=/);
    const scripts = [...html.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src = ""]) => src);
    const holdsIsland = html.includes("data-island");
    expect(scripts[0]).toStartWith("/static/site-");
    expect(scripts.length > 1).toBe(holdsIsland);
  });
}

test("every link of every page leads to a page, a file or a mail", async () => {
  for (const [path, { access }] of Object.entries(routes)) {
    const html = await (await pages.app.request(path, access === "signedIn" ? signedIn : {})).text();
    for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (target.startsWith("mailto:")) continue;
      if (target.startsWith("/static/")) expect((await pages.app.request(target)).status).toBe(200);
      // What opens the tester; without scripts there is none.
      else if (target.startsWith("#try-")) expect(html).toContain(`id="${target.slice("#try-".length)}"`);
      else if (target.startsWith("#")) expect(html).toContain(`id="${target.slice(1)}"`);
      else if (target === "/openapi.json") expect(path).toBe("/api");
      else if (target === "/manifest.webmanifest") expect((await pages.app.request(target)).status).toBe(200);
      else if (html.includes(`<link rel="canonical" href="${target}"`))
        expect(target).toBe(facts.publicUrl + path);
      // The sandbox serves its pages itself, to whoever is signed in.
      else if (target === "/sandbox") expect(access).toBe("signedIn");
      // What stands behind # is a place within the workspace.
      else expect(Object.keys(routes)).toContain(target.replace(/#.*/, ""));
    }
  }
});

test("the header says App to a signed-in person elsewhere and Logout in the workspace", async () => {
  const elsewhere = await (await pages.app.request("/pricing", signedIn)).text();
  expect(elsewhere).toContain('href="/app">App</a>');
  expect(elsewhere).not.toContain("Logout");
  const workspace = await (await pages.app.request("/app", signedIn)).text();
  expect(workspace).toContain("Logout</button>");
  expect(workspace).not.toContain(">App</a>");
});

function chooseTheme(fields: Record<string, string>) {
  return pages.app.request("/theme", { method: "POST", body: new URLSearchParams(fields) });
}

test("the chosen theme comes back in the document, and an unknown one in the cookie does not", async () => {
  const answer = await chooseTheme({ theme: "dark", back: "/pricing" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/pricing");
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(cookie).toBe("theme=dark");
  expect(await (await pages.app.request("/", { headers: { cookie } })).text()).toContain('data-theme="dark"');
  const odd = await pages.app.request("/", { headers: { cookie: 'theme="><script>' } });
  expect(await odd.text()).not.toContain("data-theme");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
  "/a\r\nx: y",
])("the theme switch never leads away: %p", async (back) => {
  expect((await chooseTheme({ theme: "light", back })).headers.get("location")).toBe("/");
});

test("a theme form that is no form, or names no theme, forgets the choice", async () => {
  const answer = await pages.app.request("/theme", {
    method: "POST",
    body: "{",
    headers: { "content-type": "multipart/form-data" },
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
});

test("the reference shows names as code, and rules in a row with one full stop", async () => {
  const html = await (await pages.app.request("/api")).text();
  // What somebody copies is as it has to be typed.
  const read = html.replaceAll(/<pre[\s\S]*?<\/pre>/g, "");
  expect(read).toContain("<code>Retry-After</code>");
  expect(read).not.toContain("`");
  expect(read).not.toContain(".; ");
});
