import { afterAll, beforeAll, expect, test } from "bun:test";
import { routes } from "../../pages/routes.ts";
import { type ServedPages, servePages } from "../support/servePages.ts";

let pages: ServedPages;
beforeAll(async () => {
  pages = await servePages();
});
afterAll(() => pages.stop());

/** What a first visit may weigh in kB of gzip, fonts aside; the editor comes later, when Design is opened. */
const budgetKb = (path: string) => {
  if (path === "/app") return 170;
  return ["/login", "/signup", "/forgot", "/reset", "/account"].includes(path) ? 110 : 25;
};

for (const [path, { access }] of Object.entries(routes)) {
  test(`${path} weighs at most ${budgetKb(path)} kB`, async () => {
    const headers = access === "signedIn" ? { cookie: "session=alice" } : {};
    const html = await (await pages.app.request(path, { headers })).text();
    let weight = Bun.gzipSync(html).length;
    for (const [, file = ""] of html.matchAll(/(?:href|src)="(\/static\/[^"]+\.(?:js|css|svg))"/g)) {
      const answer = await pages.app.request(file, { headers: { "accept-encoding": "gzip" } });
      expect(answer.headers.get("content-encoding")).toBe("gzip");
      weight += (await answer.bytes()).length;
    }
    expect(weight / 1000).toBeLessThan(budgetKb(path));
    expect(weight).toBeGreaterThan(1000);
  });
}
