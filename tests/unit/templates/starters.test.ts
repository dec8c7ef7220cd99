import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { Window } from "happy-dom";
import { textsIn } from "../../../contract/texts/language.ts";
import { mailCheckTexts } from "../../../contract/texts/workspace/design/mailChecks.ts";
import { mailChecks } from "../../../islands/Workspace/design/checks/mailChecks.ts";
import { withInertSheets } from "../../../islands/Workspace/design/engine/canvas/withInertStyles.ts";
import { starterDesign as newTemplate } from "../../../islands/Workspace/design/templates/starterDesign.ts";
import { type Block, blocksOf } from "../../../mail/design/design.ts";
import { presetBlock, presets } from "../../../mail/design/palette.ts";
import { sampleAddress, samples, samplesIn } from "../../../mail/design/samples.ts";
import { type Starter, starters } from "../../../mail/starters/starters.ts";
import { contentWarnings } from "../../../server/campaigns/contentWarnings.ts";
import { atOnce } from "../../../server/core/inSlices.ts";
import { pictureFacts } from "../../../server/templates/pictureFacts.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";

const drawn = ({ make }: Starter) => renderDesign({ design: make(), base: "https://mail.test" });
const named = starters.map((starter): [string, Starter] => [starter.title, starter]);

test.each(named)(
  "%s has nothing that our own check list would tell of but its samples",
  async (_, starter) => {
    const { html } = await drawn(starter);
    const { document } = new Window();
    document.write(withInertSheets(html));
    const told = mailChecks(
      { html, document: document as unknown as Document },
      textsIn("en")(mailCheckTexts),
    );
    expect(told.filter(({ sentence }) => !/samples?, to be replaced by your own/.test(sentence))).toEqual([]);
    // Each leads to its block.
    expect(told.filter(({ partId }) => partId === undefined)).toEqual([]);
    const sentences = told.map(({ sentence }) => sentence).join(" ");
    expect(sentences).toContain("“Your company” is a sample");
    expect(sentences).toContain("“1 Your Street, Your Town” is a sample");
    expect(sentences.includes("example.com")).toBe(html.includes("https://example.com"));
    expect(atOnce(contentWarnings({ subject: "", html })).map(({ kind }) => kind)).toEqual(["samples"]);
  },
);

/** What no mail says by chance: a number, a day, a month, a name to be filled in, an address of nobody. */
const invented =
  /\d{2}|example\.com|\bYour (company|name|address|street|town)\b|\b(January|February|March|April|June|July|August|September|October|November|December|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/i;

test.each([...named, ["New template", { make: newTemplate }] as const])(
  "%s invents nothing that would go out unnoticed",
  (_, { make }) => {
    const unnoticed = blocksOf(make())
      .map(wordsOf)
      .filter((words) => invented.test(words) && samplesIn(words).length === 0)
      .filter((words) => !words.includes(`"${sampleAddress}"`));
    expect(unnoticed).toEqual([]);
  },
);

function wordsOf({ values: { text = "", table, href } }: Block): string {
  const said = JSON.stringify({ table, href }).replaceAll(/"text":"([^"]*)"/g, "<td>$1</td>");
  return `${text}<br>${said}`;
}

test("every sample is one of some starter's or block's", () => {
  const designs = [...starters.map(({ make }) => make()), newTemplate()];
  const used = designs.flatMap(blocksOf).concat(presets.map(presetBlock));
  const words = used.map(({ values }) => JSON.stringify(values)).join("\n");
  expect(Object.values(samples).filter((sample) => !words.includes(sample))).toEqual([]);
});

test.each(named)("%s shows pictures of ours that are there, small and not stretched", async (_, { make }) => {
  const sources = blocksOf(make()).flatMap(({ type, values }) => (type === "image" ? [values.src] : []));
  for (const { url, width, height } of sources as { url: string; width: number; height: number }[]) {
    expect(url).toStartWith("/email-assets/");
    const path = url.replace("/email-assets", "../../../pages/emailAssets");
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
    ...new Bun.Glob("*.png").scanSync(resolve(import.meta.dir, "../../../pages/emailAssets/starters")),
  ];
  const used = starters.flatMap(({ make }) => JSON.stringify(make()).match(/[a-z]+\.png/g) ?? []);
  expect(shipped.sort()).toEqual([...new Set(used)].sort());
});
