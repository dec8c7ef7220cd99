import { afterAll, expect, test } from "bun:test";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { faultsAtEveryWidth } from "../../support/browser/faultsAtEveryWidth.ts";

afterAll(async () => closeContexts(await sharedChromium()));

/** What is found on a page of a heading and two lines, whose looks are these. */
async function faultsWith(css: string): Promise<string[]> {
  const context = await (await sharedChromium()).newContext();
  const page = await context.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>T</title><style>
    body { background: white; color: black } @media (prefers-color-scheme: dark) { body { background: black; color: white } }
    .narrow { display: none } @media (width < 40rem) { .narrow { display: block } }
    ${css}</style><main><h1>Heading</h1><p class="line">A line</p><p class="narrow">A line of phones</p></main></html>`);
  const faults = await faultsAtEveryWidth(page);
  await context.close();
  return faults.map((fault) => fault.slice(0, fault.indexOf("<") - 1));
}

// Colours are looked at again only where they are others than on the wider screen.
test("what cannot be read on a narrow screen alone is found there, in the theme that it is so in", async () => {
  const at390 = (theme: string) => `at 390 pixels, in the ${theme} theme, color-contrast:`;
  expect(await faultsWith("")).toEqual([]);
  expect(await faultsWith("@media (width < 40rem) { .line { color: #888 } }")).toEqual([at390("light")]);
  expect(
    await faultsWith("@media (width < 40rem) and (prefers-color-scheme: dark) { main { background: #999 } }"),
  ).toContain(at390("dark"));
  // There on no other.
  expect(await faultsWith(".narrow { color: #999 }")).toEqual([at390("light")]);
});
