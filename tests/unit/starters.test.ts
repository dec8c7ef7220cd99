import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { Window } from "happy-dom";
import { blocksOf } from "../../islands/_design/design.ts";
import { type Starter, starters } from "../../islands/_design/starters.ts";
import { withInertStyles } from "../../islands/Workspace/design/engine/withInertStyles.ts";
import { mailChecks } from "../../islands/Workspace/design/mailChecks.ts";
import { pictureFacts } from "../../server/design/pictureFacts.ts";
import { renderDesign } from "../../server/design/renderDesign.ts";

const drawn = ({ make, title }: Starter) => renderDesign({ design: make(), name: title, base: null });
const named = starters.map((starter): [string, Starter] => [starter.title, starter]);

test.each(named)("%s has nothing that our own check list would tell of", async (_, starter) => {
  const { html } = await drawn(starter);
  const { document } = new Window();
  document.write(withInertStyles(html).replaceAll(/<(\/?)style\b[^>]*>/gi, "<$1noframes>"));
  expect(mailChecks({ html, document: document as unknown as Document })).toEqual([]);
});

test.each(named)("%s shows pictures of ours that are there, small and not stretched", async (_, { make }) => {
  const sources = blocksOf(make()).flatMap(({ type, values }) => (type === "image" ? [values.src] : []));
  for (const { url, width, height } of sources as { url: string; width: number; height: number }[]) {
    expect(url).toStartWith("/email-assets/");
    const path = url.replace("/email-assets", "../../pages/emailAssets");
    const bytes = await Bun.file(resolve(import.meta.dir, path)).bytes();
    expect(pictureFacts(bytes)).toMatchObject({ width, height });
    expect(bytes.length).toBeLessThan(30 * 1024);
  }
});

test.each(named)("%s says who writes, why, and how to end it, also without HTML", async (_, starter) => {
  const { text, clipped } = await drawn(starter);
  expect(text).toStartWith("Your company\n");
  expect(text).toContain("You get this mail because you asked for it. Unsubscribe ({{unsubscribeUrl}})");
  expect(text.trimEnd()).toEndWith("1 Your Street, Your Town");
  expect(clipped).toBe(false);
});

test("every picture that we ship for starters stands in one of them", async () => {
  const shipped = [
    ...new Bun.Glob("*.png").scanSync(resolve(import.meta.dir, "../../pages/emailAssets/starters")),
  ];
  const used = starters.flatMap(({ make }) => JSON.stringify(make()).match(/[a-z]+\.png/g) ?? []);
  expect(shipped.sort()).toEqual([...new Set(used)].sort());
});
