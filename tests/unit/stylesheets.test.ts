import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Of one thing, told in two places: how it looks, and what the room that it stands in makes of it. */
const ofOneThing = new Set(["dialog", "editor-palette", "preview"]);

/** The selectors of a stylesheet, those in a list one by one; a comma within brackets ends none. */
function selectorsOf(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  return [...rules].flatMap(([, list = ""]) => list.split(/,(?![^(]*\))/)).map((selector) => selector.trim());
}

test("no popover asks the browser to try other positions, since a hidden one with such fallbacks freezes WebKit", async () => {
  const asking: string[] = [];
  let read = 0;
  for await (const file of new Bun.Glob("{islands,pages}/**/*.css").scan(root)) {
    read += 1;
    if (/position-try(-fallbacks)?\s*:/.test(readFileSync(join(root, file), "utf8"))) asking.push(file);
  }
  expect(read).toBeGreaterThan(40);
  expect(asking).toEqual([]);
});

// What comes later stays: with one name for two things, how the first looks goes by where somebody has been.
test("a class of the islands is the name of one thing, whatever was opened before", async () => {
  const files = new Map<string, string[]>();
  for await (const file of new Bun.Glob("islands/**/*.css").scan(root))
    for (const selector of selectorsOf(readFileSync(join(root, file), "utf8"))) {
      const name = /^\.([a-z][\w-]*)$/.exec(selector)?.[1];
      if (name === undefined || ofOneThing.has(name)) continue;
      files.set(name, [...new Set([...(files.get(name) ?? []), file])]);
    }
  expect(files.size).toBeGreaterThan(300);
  expect([...files].filter(([, where]) => where.length > 1)).toEqual([]);
});

test("what changes with the width of the window or of a part asks in rem, so that larger letters count as less room", () => {
  const inPixels: string[] = [];
  for (const file of new Bun.Glob("{islands,pages}/**/*.{css,ts,tsx}").scanSync(root)) {
    const text = readFileSync(join(root, file), "utf8");
    const asked = [
      ...(text.match(/@(media|container)[^{]*\d+px/g) ?? []),
      ...(text.match(/["`]\((min-|max-)?(width|height)[^"`]*\d+px[^"`]*["`]/g) ?? []),
    ];
    for (const each of asked) inPixels.push(`${file}: ${each}`);
  }
  expect(inPixels).toEqual([]);
});
