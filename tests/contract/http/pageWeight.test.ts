import { afterAll, beforeAll, expect, test } from "bun:test";
import { routes } from "../../../pages/routes.ts";
import { type ServedPages, servePages } from "../../support/browser/servePages.ts";

let pages: ServedPages;
beforeAll(async () => {
  pages = await servePages();
});
afterAll(() => pages.close());

/** What a first visit may weigh in kB of gzip, fonts aside; the editor comes later, when Design is opened. */
const budgetKb = (path: string) => {
  if (path === "/app") return 185;
  // The table of what each call changes stands in both of a signed-in person's pages, and grows by each new call.
  if (path === "/account") return 127;
  if (path === "/approve") return 116;
  // The reference holds every call, in 62 kB, and what its search and its tester run on; it grows by what calls learn.
  if (path === "/api") return 150;
  return ["/login", "/signup", "/forgot", "/reset"].includes(path) ? 110 : 25;
};

/** How many files of code a page may begin with: a browser fetches six at a time over HTTP/1.1. */
const scriptsMax = (path: string) => (["/app", "/account"].includes(path) ? 10 : 8);

for (const [path, { access }] of Object.entries(routes)) {
  test(`${path} weighs at most ${budgetKb(path)} kB, in at most ${scriptsMax(path)} files of code`, async () => {
    const headers = access === "signedIn" ? { cookie: "session=alice" } : {};
    const html = await (await pages.app.request(path, { headers })).text();
    let weight = Bun.gzipSync(html).length;
    for (const file of filesOf(html)) weight += await weightOf(file);
    expect(weight / 1000).toBeLessThan(budgetKb(path));
    expect(weight).toBeGreaterThan(1000);
    expect(filesOf(html).filter((file) => file.endsWith(".js")).length).toBeLessThanOrEqual(scriptsMax(path));
  });
}

test("the editor weighs at most 260 kB more than the workspace, and comes with no page", async () => {
  const headers = { cookie: "session=alice" };
  const linked = filesOf(await (await pages.app.request("/app", { headers })).text());
  const onPage = await withImports(linked);
  const later = await importedLater(onPage);
  const texts = await Promise.all(later.map(async (file) => ({ file, script: await textOf(file) })));
  // Known by what its texts are written with.
  const editor = texts.filter(({ script }) => script.includes("ProseMirror")).map(({ file }) => file);
  const mailParts = [...onPage, ...later].map(textOf);
  const parts = [
    ...new Set(
      (await Promise.all(mailParts)).flatMap(
        (script) => script.match(/\/static\/mailParts-[\w-]+\.js/g) ?? [],
      ),
    ),
  ];
  expect([editor.length, parts.length]).toEqual([1, 1]);
  expect(onPage).not.toContainAnyValues([...editor, ...parts]);
  let weight = 0;
  for (const file of await withImports([...editor, ...parts])) {
    if (!onPage.includes(file)) weight += await weightOf(file);
  }
  expect(weight / 1000).toBeGreaterThan(100);
  expect(weight / 1000).toBeLessThan(260);
});

/** What a page links, by address. */
function filesOf(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/static\/[^"]+\.(?:js|css|svg))"/g)].map(([, file = ""]) => file);
}

async function weightOf(file: string): Promise<number> {
  const answer = await pages.app.request(file, { headers: { "accept-encoding": "gzip" } });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  return (await answer.bytes()).length;
}

async function textOf(file: string): Promise<string> {
  return file.endsWith(".js") ? (await pages.app.request(file)).text() : "";
}

/** The files with everything that their scripts cannot begin without. */
async function withImports(files: readonly string[]): Promise<string[]> {
  const all = new Set(files);
  for (const file of all) {
    const script = await textOf(file);
    for (const [, needed = ""] of script.matchAll(/(?:from|import)"(\/static\/[^"]+\.js)"/g)) all.add(needed);
  }
  return [...all];
}

/** What is loaded at some time after these, and after that. */
async function importedLater(files: readonly string[]): Promise<string[]> {
  const all = new Set<string>();
  for (const waiting = [...files]; waiting.length > 0; ) {
    const script = await textOf(waiting.pop() as string);
    for (const [, file = ""] of script.matchAll(/(?:from|import\(|import)"(\/static\/[^"]+\.js)"/g)) {
      if (files.includes(file) || all.has(file)) continue;
      all.add(file);
      waiting.push(file);
    }
  }
  return [...all];
}
